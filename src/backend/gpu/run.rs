//! Chunks and dispatches: two slots take turns, so that sampling, upload, readback and writing of one chunk
//! overlap the computing of the other; each dispatch is kept near a tenth of a second, far below the patience of a
//! display driver's watchdog.

use std::collections::VecDeque;
use std::time::Instant;

use super::Gpu;
use super::advance::{Running, run_of};
use super::kernel::Kernel;
use super::pace::Pace;
use super::slot::Slot;
use super::tune::{Tune, Tuner, Tuning};
use crate::backend::ring::{members_that_fit, slots};
use crate::backend::{Batch, Done, Job, Number, Report};
use crate::error::Error;
use crate::field::Field;
use crate::tile::{RESULT_WORDS, Tile, WORDS};

/// Members below which a chunk is not cut when the device has no memory for it: then the device is of no use.
const LEAST_CHUNK: usize = 256;

/// Runs all batches on the GPU.
pub fn run<T: Number>(
    gpu: &mut Gpu,
    job: &Job<'_>,
    batches: &mut dyn Iterator<Item = Batch>,
    sink: &mut dyn FnMut(Done<T>) -> Result<(), Error>,
) -> Result<Report, Error> {
    let Some(first) = batches.next() else { return Ok(Report::default()) };
    let started = Instant::now();
    let mut tuner = tuner_of::<T>(gpu, job);
    let mut kernel = Kernel::new::<T>(gpu, job, &first, tuner.tuning())?;
    let mut report = Report { compile_seconds: started.elapsed().as_secs_f64(), ..Report::default() };
    let mut pace = Pace::of(gpu);
    let mut free: Vec<Slot> = Vec::new();
    let mut pending: Option<Chunk<T>> = None;
    let mut queue = VecDeque::from([first]);
    let mut size = kernel.chunk;
    let mut compiled = false;
    while let Some(batch) = queue.pop_front().or_else(|| batches.next()) {
        let fits = size.min(members_that_fit::<T>(job, &batch, kernel.ring_bytes)?);
        if batch.n > fits {
            batch.split(fits).into_iter().rev().for_each(|part| queue.push_front(part));
            continue;
        }
        let batch = batch.sorted(job);
        let slots = slots(job, &batch, 0..batch.n);
        let slot = match fitting_slot::<T>(gpu, &kernel, job, &mut free, &batch, slots) {
            Err(Error::Memory { .. }) if batch.n > LEAST_CHUNK => {
                // Give back what the other chunk holds, and try with half as many members.
                if let Some(ready) = pending.take() {
                    finish(gpu, job, ready, &mut pace, sink)?;
                }
                free.clear();
                size = batch.n.div_ceil(2);
                pace.halved_to = Some(size);
                queue.push_front(batch.unsorted());
                continue;
            }
            slot => slot?,
        };
        let tile: Tile<T> = batch.tile(job, 0..batch.n);
        slot.upload(gpu, &kernel, &tile);
        if !compiled {
            // The driver compiles at the first dispatch: do that with no step to make, outside the measured time.
            let started = Instant::now();
            let submission = slot.dispatch::<T>(gpu, &kernel, run_of(job, &batch, 0, 0, slots), &[]);
            gpu.wait(Some(submission))?;
            slot.upload(gpu, &kernel, &tile);
            report.compile_seconds += started.elapsed().as_secs_f64();
            compiled = true;
        }
        let mut chunk = Chunk { slot, batch, slots, tile, record: Vec::new(), copied: None };
        // While this chunk computes, the one before is handed on.
        let mut meanwhile = |pace: &mut Pace| match pending.take() {
            Some(ready) => finish(gpu, job, ready, pace, sink).map(|slot| free.push(slot)),
            None => Ok(()),
        };
        let mut run =
            Running { gpu, job, kernel: &mut kernel, pace: &mut pace, tuner: &mut tuner, compiling: 0.0 };
        run.advance(&mut chunk, &mut meanwhile)?;
        report.compile_seconds += run.compiling;
        chunk.copied = Some(chunk.slot.fetch_members::<T>(gpu, chunk.batch.n, job.reals()));
        pending = Some(chunk);
    }
    pace.wait_for_all_but(gpu, 0)?;
    if let Some(ready) = pending.take() {
        finish(gpu, job, ready, &mut pace, sink)?;
    }
    report.kernel_seconds = pace.busy;
    report.tuning = Some(tuner.tuning());
    Ok(report)
}

/// A chunk of members on the device.
pub(super) struct Chunk<T> {
    /// Its buffers.
    pub slot: Slot,
    /// Its members.
    pub batch: Batch,
    /// Positions that each of them remembers.
    pub slots: usize,
    tile: Tile<T>,
    /// What was recorded so far.
    pub record: Vec<T>,
    /// The submission that copies its results to where they can be read.
    copied: Option<wgpu::SubmissionIndex>,
}

/// Where the tuning of a job's kernel comes from.
fn tuner_of<T: Number>(gpu: &Gpu, job: &Job<'_>) -> Tuner {
    let default =
        Tuning::default_of(gpu.is_software(), job.info.short_step, job.certificates, job.info.long_step);
    let key = format!("{}, kernel {:016x}", gpu.name(), Kernel::identity::<T>(gpu, job));
    let most_invocations = gpu.device.limits().max_compute_invocations_per_workgroup;
    // A driver takes minutes to compile a very long step twice in one kernel: only who asks for a search gets one.
    let tune = if gpu.tune == Tune::Auto && job.info.long_step { Tune::Off } else { gpu.tune };
    Tuner::new(tune, default, key, gpu.tunings.clone(), most_invocations)
}

/// A free slot large enough for a batch, or a new one.
fn fitting_slot<T: Number>(
    gpu: &Gpu,
    kernel: &Kernel,
    job: &Job<'_>,
    free: &mut Vec<Slot>,
    batch: &Batch,
    slots: usize,
) -> Result<Slot, Error> {
    let ring = slots * job.info.dof() * batch.n;
    let recorded = job.recorded(batch);
    match free.pop() {
        Some(slot) if slot.capacity >= batch.n && slot.recorded >= recorded && slot.ring_reals >= ring => {
            Ok(slot)
        }
        _ => Slot::new::<T>(gpu, kernel, job, batch.n, recorded, ring),
    }
}

/// Reads a finished chunk and hands it on; its slot is free again.
fn finish<T: Number>(
    gpu: &Gpu,
    job: &Job<'_>,
    chunk: Chunk<T>,
    pace: &mut Pace,
    sink: &mut dyn FnMut(Done<T>) -> Result<(), Error>,
) -> Result<Slot, Error> {
    let Chunk { slot, batch, mut tile, record, copied, .. } = chunk;
    let n = batch.n;
    let real_bytes = job.reals() * n * size_of::<T>();
    let bytes: Vec<u8> = gpu.read(&slot.readback, real_bytes + RESULT_WORDS * n * 4, copied)?;
    tile.reals = bytemuck::pod_collect_to_vec(&bytes[..real_bytes]);
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes[real_bytes..]);
    tile.words = words;
    tile.words.resize(WORDS.len() * n, 0);
    let mut field = None;
    if let Some(grid) = &job.field {
        let cells = field.insert(Field::new(grid.len()));
        add_field(cells, grid.len(), &slot.fetch::<u32>(gpu, &slot.field, slot.field_words)?);
    }
    let (seconds, halved_to) = (pace.since_last(), pace.halved_to);
    let mut done = Done { batch, tile, record, field, seconds, halved_to }.unsorted();
    done.hold_finished(job);
    done.forget_uncertified(job);
    done.check_steps()?;
    sink(done)?;
    Ok(slot)
}

/// Adds the 32-bit counts and split 64-bit sums of one chunk to the field.
fn add_field(field: &Field, cells: usize, words: &[u32]) {
    use std::sync::atomic::Ordering::Relaxed;
    for (count, &more) in field.counts.iter().zip(words) {
        count.fetch_add(u64::from(more), Relaxed);
    }
    for (component, sums) in field.sums.iter().enumerate() {
        let pairs = words[cells + 1 + 2 * component * cells..].chunks(2);
        for (sum, pair) in sums.iter().zip(pairs) {
            sum.fetch_add((u64::from(pair[1]) << 32 | u64::from(pair[0])) as i64, Relaxed);
        }
    }
}
