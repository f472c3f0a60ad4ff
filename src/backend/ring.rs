//! How much members with a delay remember, and how many of them fit into memory.

use std::ops::Range;

use super::{Batch, Job};
use crate::delay::{MOST_STEPS, slots_for};
use crate::error::Error;

/// Bytes that the rings of one batch may take.
pub const RING_BYTES: u64 = 256 << 20;

/// The longest delay of some members of a batch, in steps.
fn lag_steps(job: &Job<'_>, batch: &Batch, members: Range<usize>) -> f64 {
    let h = job.info.columns.len() - 1;
    let steps = |i: usize| {
        let params = batch.member(i);
        job.system.delay(&params) / params[h]
    };
    members.map(steps).fold(0.0, f64::max)
}

/// Positions to be kept of each of some members of a batch; 0 for a model that never looks back.
pub fn slots(job: &Job<'_>, batch: &Batch, members: Range<usize>) -> usize {
    if !job.info.delayed {
        return 0;
    }
    let steps = batch.steps[members.clone()].iter().copied().max().unwrap_or(0);
    slots_for(lag_steps(job, batch, members), steps)
}

/// How many members of a batch can be remembered together in so many bytes.
pub fn members_that_fit<T>(job: &Job<'_>, batch: &Batch, bytes: u64) -> Result<usize, Error> {
    if !job.info.delayed {
        return Ok(usize::MAX);
    }
    let longest = lag_steps(job, batch, 0..batch.n);
    if longest > MOST_STEPS {
        let accepted = format!("accepted: at most {MOST_STEPS} steps; a larger h, or a shorter delay");
        return Err(Error::input("delay / h", longest, accepted));
    }
    let each = slots(job, batch, 0..batch.n) * job.info.dof() * size_of::<T>();
    Ok((bytes / each as u64).max(1) as usize)
}
