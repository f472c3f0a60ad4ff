//! All steps of one chunk, dispatch by dispatch; a search for a better tuning goes on meanwhile, if it pays.

use std::time::Instant;

use super::Gpu;
use super::kernel::Kernel;
use super::pace::Pace;
use super::run::Chunk;
use super::tune::{Tuner, Tuning};
use crate::backend::{Batch, Job, Number};
use crate::error::Error;
use crate::wgsl::RUN_FIELDS;

/// Dispatches submitted before the oldest is waited for: one runs while the next is prepared.
const IN_FLIGHT: usize = 2;
/// Seconds that a dispatch should take that is only compared with another one.
const COMPARED: f64 = 0.05;

/// What goes on from chunk to chunk.
pub(super) struct Running<'a, 'j> {
    pub gpu: &'a Gpu,
    pub job: &'a Job<'j>,
    pub kernel: &'a mut Kernel,
    pub pace: &'a mut Pace,
    pub tuner: &'a mut Tuner,
    /// Seconds that the driver took to compile what a search tried.
    pub compiling: f64,
}

impl Running<'_, '_> {
    /// All steps of one chunk; `meanwhile` is called once, when the device has work to do.
    pub fn advance<T: Number>(
        &mut self,
        chunk: &mut Chunk<T>,
        meanwhile: &mut dyn FnMut(&mut Pace) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (gpu, job) = (self.gpu, self.job);
        let total = chunk.batch.most_steps();
        let recorded = job.recorded(&chunk.batch);
        let mut first = 0;
        // Even a chunk without steps is dispatched once: its initial state is its final one.
        loop {
            let searching = self.prepare(chunk, first)?;
            let Chunk { slot, batch, slots, record, .. } = &mut *chunk;
            let steps = self.steps(batch, first).min(total - first);
            let mut table = Vec::new();
            if job.shares_drive() {
                table = padded(batch.drive_table::<T>(job, first, steps), self.kernel.stride, job);
            }
            let submission =
                slot.dispatch(gpu, self.kernel, run_of(job, batch, first, steps, *slots), &table);
            let member_steps = member_steps(job, batch, first, steps);
            self.pace.submitted(submission, member_steps);
            let alone = searching || self.pace.is_unknown();
            self.pace.wait_for_all_but(gpu, if alone { 0 } else { IN_FLIGHT - 1 })?;
            if let Some(search) = self.tuner.search().filter(|_| searching && member_steps > 0) {
                search.took(self.pace.seconds_per_member_step);
                self.tuner.settle();
            }
            (job.progress)(member_steps);
            if recorded > 0 {
                let every = job.record.map_or(1, |record| record.every);
                let samples = ((first + steps) / every - first / every) as usize;
                record.extend(slot.fetch::<T>(gpu, &slot.record, samples * recorded * job.record_width())?);
            }
            first += steps;
            if first >= total.min(2 * steps) {
                meanwhile(self.pace)?;
            }
            if first >= total {
                return Ok(());
            }
        }
    }

    /// Cuts the kernel for the next dispatch; whether a search measures it.
    fn prepare<T: Number>(&mut self, chunk: &Chunk<T>, first: u32) -> Result<bool, Error> {
        if !self.pace.is_unknown() {
            let left = member_steps(self.job, &chunk.batch, first, u32::MAX);
            self.tuner.consider(self.pace.busy, left as f64 * self.pace.seconds_per_member_step);
        }
        loop {
            let tuning = self.tuner.tuning();
            let searching = self.tuner.search().is_some();
            if tuning == self.kernel.tuning && !searching {
                return Ok(false);
            }
            // What is measured, and what is compiled, begins when all else has ended.
            self.pace.wait_for_all_but(self.gpu, 0)?;
            match (self.cut(chunk, first, tuning), self.tuner.search()) {
                (Ok(()), _) => return Ok(searching),
                (Err(Error::Shader { .. }), Some(search)) if tuning != search.best() => search.refused(),
                (Err(error), _) => return Err(error),
            }
            self.tuner.settle();
        }
    }

    /// Cuts the kernel, and has the driver compile it with a dispatch of no steps: that changes nothing.
    fn cut<T: Number>(&mut self, chunk: &Chunk<T>, first: u32, tuning: Tuning) -> Result<(), Error> {
        let started = Instant::now();
        if self.kernel.cut::<T>(self.gpu, self.job, tuning)? {
            let run = run_of(self.job, &chunk.batch, first, 0, chunk.slots);
            let submission = chunk.slot.dispatch::<T>(self.gpu, self.kernel, run, &[]);
            self.gpu.wait(Some(submission))?;
            let seconds = started.elapsed().as_secs_f64();
            self.compiling += seconds;
            if let Some(search) = self.tuner.search() {
                search.compiled(seconds);
            }
        }
        Ok(())
    }

    /// Steps of the next dispatch.
    fn steps(&mut self, batch: &Batch, first: u32) -> u32 {
        let running = batch.steps.iter().filter(|&&steps| steps > first).count();
        let steps = self.pace.steps(running.max(1), self.kernel.most_steps());
        match self.tuner.search() {
            Some(search) if !search.compares_lengths() => {
                let short = f64::from(steps) * COMPARED / self.pace.target;
                if self.pace.is_unknown() { steps } else { (short as u32).clamp(1, steps) }
            }
            _ => steps,
        }
    }
}

/// Member-steps of a dispatch: members that have ended make none.
fn member_steps(job: &Job<'_>, batch: &Batch, first: u32, steps: u32) -> u64 {
    let of = |total: u32| u64::from(total.saturating_sub(first).min(steps));
    if job.ragged {
        batch.steps.iter().map(|&total| of(total)).sum()
    } else {
        of(batch.most_steps()) * batch.n as u64
    }
}

/// The integers of a dispatch; see `RUN_FIELDS`.
pub(super) fn run_of(
    job: &Job<'_>,
    batch: &Batch,
    first: u32,
    steps: u32,
    slots: usize,
) -> [u32; RUN_FIELDS.len()] {
    let record_every = job.record.map_or(1, |record| record.every);
    let field_every = job.field.as_ref().map_or(1, |grid| grid.every);
    let recorded = job.recorded(batch) as u32;
    let [a, b, c, d, e] = drawn_of(job, batch);
    let every = job.every();
    [
        batch.n as u32,
        0,
        first,
        steps,
        every,
        record_every,
        recorded,
        field_every,
        a,
        b,
        c,
        d,
        e,
        slots as u32,
        0,
        0,
    ]
}

/// The integers of a kernel that draws: steps, first member, seed.
fn drawn_of(job: &Job<'_>, batch: &Batch) -> [u32; 5] {
    let Some(drawing) = &job.drawing else { return [0; 5] };
    let halves = |x: u64| [x as u32, (x >> 32) as u32];
    let ([a, b], [c, d]) = (halves(batch.first), halves(drawing.seed));
    [batch.most_steps(), a, b, c, d]
}

/// Rows of the drive with the padding that uniform arrays need.
fn padded<T: Number>(rows: Vec<T>, stride: usize, job: &Job<'_>) -> Vec<T> {
    let width = job.info.drive_width;
    if width == stride {
        return rows;
    }
    let mut table = vec![T::of(0.0); rows.len() / width * stride];
    for (to, from) in table.chunks_mut(stride).zip(rows.chunks(width)) {
        to[..width].copy_from_slice(from);
    }
    table
}
