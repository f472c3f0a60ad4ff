//! What is done about a device that fails: it is opened again, and where that does not help the CPU takes over. Nothing
//! that was done is lost.

use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::results::Fault;
use crate::backend::Backend;
use crate::error::Error;

/// Runs, and turns a panic into an error: chunks that are done stay done.
pub(super) fn careful<R>(
    place: &mut Backend,
    run: &mut dyn FnMut(&mut Backend) -> Result<R, Error>,
) -> Result<R, Error> {
    let device = matches!(place, Backend::Gpu(_));
    catch_unwind(AssertUnwindSafe(|| run(place))).unwrap_or_else(|panic| {
        let cause = message(panic.as_ref());
        Err(if device { Error::Device { cause } } else { Error::Panic { cause } })
    })
}

/// What a panic said.
pub(super) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given").to_owned()
}

/// What is done about a device that fails: once more on a new one, then on the CPU, chunk by chunk.
#[derive(Default)]
pub(super) struct Relief {
    /// The group that failed last, and whether it was already tried again.
    failed: Option<usize>,
    /// The group that the CPU has to do.
    cpu_turn: Option<usize>,
    /// Groups in a row that only the CPU could do.
    in_a_row: u32,
    cpu: Option<Backend>,
}

/// After so many groups in a row that only the CPU could do, it does the rest.
const PATIENCE: u32 = 3;

impl Relief {
    /// Where to run from `first` on, and how far.
    pub(super) fn place<'b>(
        &'b mut self,
        backend: &'b mut Backend,
        first: usize,
        all: usize,
    ) -> (&'b mut Backend, usize) {
        match self.cpu_turn {
            Some(turn) if turn == first => {
                let end = if self.in_a_row >= PATIENCE { all } else { first + 1 };
                (self.cpu.get_or_insert_with(|| Backend::cpu(0)), end)
            }
            _ => (backend, all),
        }
    }

    /// Decides what to do about an error at group `at`; gives it back if nothing can be done.
    pub(super) fn after(
        &mut self,
        error: Error,
        backend: &mut Backend,
        at: usize,
        members: Range<u64>,
    ) -> Result<Fault, Error> {
        let was_cpu = self.cpu_turn == Some(at);
        if !error.is_of_device() || !matches!(backend, Backend::Gpu(_)) || was_cpu {
            return Err(error);
        }
        let again = self.failed != Some(at) && backend.reopen().is_ok();
        let action = if again {
            "tried again on a new device"
        } else {
            // The next group has its own chance on a new device.
            let follows = self.cpu_turn.is_some_and(|turn| turn + 1 == at);
            self.in_a_row = if follows { self.in_a_row + 1 } else { 1 };
            self.cpu_turn = Some(at);
            let _ = backend.reopen();
            if self.in_a_row >= PATIENCE {
                "run on the cpu backend, with all that follow"
            } else {
                "run on the cpu backend"
            }
        };
        self.failed = Some(at);
        Ok(Fault { members: [members.start, members.end], cause: error.to_string(), action: action.into() })
    }
}
