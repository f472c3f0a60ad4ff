//! Chunks and dispatches: two slots take turns, so that sampling, upload, readback and writing of one chunk
//! overlap the computing of the other; each dispatch is kept near a tenth of a second, far below the patience of a
//! display driver's watchdog.

use std::collections::VecDeque;
use std::time::Instant;

use super::Gpu;
use super::kernel::{Kernel, Slot};
use crate::backend::{Batch, Done, Job, Number, Report};
use crate::error::Error;
use crate::field::Field;
use crate::tile::{RESULT_WORDS, Tile, WORDS};
use crate::wgsl::RUN_FIELDS;

/// Seconds that one dispatch should take: watchdogs bite at two seconds, and a tenth leaves room for a slower step.
const TARGET: f64 = 0.1;
/// The same for a software adapter: it drives no display, and loading and storing a state costs it dear.
const SOFTWARE_TARGET: f64 = 0.3;
/// Steps of the first dispatch, before anything was measured.
const FIRST_STEPS: u32 = 32;
/// Dispatches submitted before the oldest is waited for: one runs while the next is prepared.
const IN_FLIGHT: usize = 2;

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
    let kernel = Kernel::new::<T>(gpu, job, &first)?;
    let mut report = Report { compile_seconds: started.elapsed().as_secs_f64(), ..Report::default() };
    let mut pace =
        Pace { target: if gpu.is_software() { SOFTWARE_TARGET } else { TARGET }, ..Pace::default() };
    let mut free: Vec<Slot> = Vec::new();
    let mut pending: Option<Chunk<T>> = None;
    let mut queue = VecDeque::from([first]);
    let mut size = kernel.chunk;
    let mut compiled = false;
    while let Some(batch) = queue.pop_front().or_else(|| batches.next()) {
        if batch.n > size {
            batch.split(size).into_iter().rev().for_each(|part| queue.push_front(part));
            continue;
        }
        let batch = batch.sorted(job);
        let slot = match fitting_slot::<T>(gpu, &kernel, job, &mut free, &batch) {
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
            let submission = slot.dispatch::<T>(gpu, &kernel, run_of(job, &batch, 0, 0), &[]);
            gpu.wait(Some(submission))?;
            slot.upload(gpu, &kernel, &tile);
            report.compile_seconds += started.elapsed().as_secs_f64();
            compiled = true;
        }
        let mut chunk = Chunk { slot, batch, tile, record: Vec::new(), copied: None };
        // While this chunk computes, the one before is handed on.
        let mut meanwhile = |pace: &mut Pace| match pending.take() {
            Some(ready) => finish(gpu, job, ready, pace, sink).map(|slot| free.push(slot)),
            None => Ok(()),
        };
        advance(gpu, &kernel, job, &mut chunk, &mut pace, &mut meanwhile)?;
        chunk.copied = Some(chunk.slot.fetch_members::<T>(gpu, chunk.batch.n, job.reals()));
        pending = Some(chunk);
    }
    pace.wait_for_all_but(gpu, 0)?;
    if let Some(ready) = pending.take() {
        finish(gpu, job, ready, &mut pace, sink)?;
    }
    report.kernel_seconds = pace.busy;
    Ok(report)
}

/// A chunk of members on the device.
struct Chunk<T> {
    slot: Slot,
    batch: Batch,
    tile: Tile<T>,
    record: Vec<T>,
    /// The submission that copies its results to where they can be read.
    copied: Option<wgpu::SubmissionIndex>,
}

/// A free slot large enough for a batch, or a new one.
fn fitting_slot<T: Number>(
    gpu: &Gpu,
    kernel: &Kernel,
    job: &Job<'_>,
    free: &mut Vec<Slot>,
    batch: &Batch,
) -> Result<Slot, Error> {
    let recorded = job.recorded(batch);
    match free.pop() {
        Some(slot) if slot.capacity >= batch.n && slot.recorded >= recorded => Ok(slot),
        _ => Slot::new::<T>(gpu, kernel, job, batch.n, recorded),
    }
}

/// The integers of a dispatch; see `RUN_FIELDS`.
fn run_of(job: &Job<'_>, batch: &Batch, first: u32, steps: u32) -> [u32; RUN_FIELDS.len()] {
    let record_every = job.record.map_or(1, |record| record.every);
    let field_every = job.field.as_ref().map_or(1, |grid| grid.every);
    let recorded = job.recorded(batch) as u32;
    let [a, b, c, d, e] = drawn_of(job, batch);
    let every = job.every();
    [batch.n as u32, 0, first, steps, every, record_every, recorded, field_every, a, b, c, d, e, 0, 0, 0]
}

/// The integers of a kernel that draws: steps, first member, seed.
fn drawn_of(job: &Job<'_>, batch: &Batch) -> [u32; 5] {
    let Some(drawing) = &job.drawing else { return [0; 5] };
    let halves = |x: u64| [x as u32, (x >> 32) as u32];
    let ([a, b], [c, d]) = (halves(batch.first), halves(drawing.seed));
    [batch.most_steps(), a, b, c, d]
}

/// All steps of one chunk, dispatch by dispatch; `meanwhile` is called once, when the device has work to do.
fn advance<T: Number>(
    gpu: &Gpu,
    kernel: &Kernel,
    job: &Job<'_>,
    chunk: &mut Chunk<T>,
    pace: &mut Pace,
    meanwhile: &mut dyn FnMut(&mut Pace) -> Result<(), Error>,
) -> Result<(), Error> {
    let Chunk { slot, batch, record, .. } = chunk;
    let total = batch.most_steps();
    let recorded = job.recorded(batch);
    let mut first = 0;
    // Even a chunk without steps is dispatched once: its initial state is its final one.
    loop {
        let steps = pace.steps(batch.n, kernel.most_steps).min(total - first);
        let mut table = Vec::new();
        if job.shares_drive() {
            table = padded(batch.drive_table::<T>(job, first, steps), kernel.stride, job);
        }
        let submission = slot.dispatch(gpu, kernel, run_of(job, batch, first, steps), &table);
        pace.submitted(submission, steps, batch.n);
        pace.wait_for_all_but(gpu, if pace.is_unknown() { 0 } else { IN_FLIGHT - 1 })?;
        (job.progress)(u64::from(steps) * batch.n as u64);
        if recorded > 0 {
            let every = job.record.map_or(1, |record| record.every);
            let samples = ((first + steps) / every - first / every) as usize;
            record.extend(slot.fetch::<T>(gpu, &slot.record, samples * recorded * job.record_width())?);
        }
        first += steps;
        if first >= total.min(2 * steps) {
            meanwhile(pace)?;
        }
        if first >= total {
            return Ok(());
        }
    }
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

/// Reads a finished chunk and hands it on; its slot is free again.
fn finish<T: Number>(
    gpu: &Gpu,
    job: &Job<'_>,
    chunk: Chunk<T>,
    pace: &mut Pace,
    sink: &mut dyn FnMut(Done<T>) -> Result<(), Error>,
) -> Result<Slot, Error> {
    let Chunk { slot, batch, mut tile, record, copied } = chunk;
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

/// How long dispatches take, measured, and how many steps the next one should have.
#[derive(Default)]
struct Pace {
    /// Seconds that a dispatch should take.
    target: f64,
    in_flight: VecDeque<(wgpu::SubmissionIndex, f64)>,
    /// Seconds a member-step takes; 0 before the first measurement.
    seconds_per_member_step: f64,
    busy_since: Option<Instant>,
    busy: f64,
    /// How much of `busy` was handed on.
    told: f64,
    /// Members of a chunk, if the device had no memory for more.
    halved_to: Option<usize>,
}

impl Pace {
    fn steps(&self, members: usize, most: u32) -> u32 {
        if self.is_unknown() {
            return FIRST_STEPS.min(most);
        }
        let steps = self.target / (self.seconds_per_member_step * members as f64);
        (steps as u32).clamp(1, most)
    }

    /// Nothing was measured yet: the first dispatch is waited for alone.
    fn is_unknown(&self) -> bool {
        self.seconds_per_member_step == 0.0
    }

    /// Busy seconds since it was last asked.
    fn since_last(&mut self) -> f64 {
        let more = self.busy - self.told;
        self.told = self.busy;
        more
    }

    fn submitted(&mut self, submission: wgpu::SubmissionIndex, steps: u32, members: usize) {
        self.busy_since.get_or_insert_with(Instant::now);
        self.in_flight.push_back((submission, f64::from(steps) * members as f64));
    }

    /// Waits until only `left` dispatches are in flight; the time since the last one ended is what this one took.
    fn wait_for_all_but(&mut self, gpu: &Gpu, left: usize) -> Result<(), Error> {
        while self.in_flight.len() > left {
            let (submission, member_steps) = self.in_flight.pop_front().expect("not empty");
            gpu.wait(Some(submission))?;
            let since = self.busy_since.replace(Instant::now()).expect("set when submitted");
            let seconds = since.elapsed().as_secs_f64();
            self.busy += seconds;
            if member_steps > 0.0 {
                self.seconds_per_member_step = seconds / member_steps;
            }
            if self.in_flight.is_empty() {
                self.busy_since = None;
            }
        }
        Ok(())
    }
}
