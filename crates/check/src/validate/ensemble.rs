//! An ensemble over many steps: several batches and dispatches, members of different length, trajectories and a
//! density field. Motions with contact may part honestly where an adapter rounds differently, so outcomes are
//! compared as frequencies; but members that end alike to the bit must have been seen alike all the way, to rounding.
//!
//! The mirror and the f64 reference run in lanes here, for speed: that lanes are scalar Rust to the bit is a check of
//! its own.

use super::compare::{STEP_ULPS, TURNED, compare};
use super::draw::{batch, job};
use super::report::Row;
use super::runs::{Members, Place, run};
use super::triples::{clock_name, is_controlled, otherwise_built, wrong_laws};
use moreau::backend::gpu::Gpu;
use moreau::backend::{Batch, Job, Number, Record};
use moreau::error::Error;
use moreau::field::Grid;
use moreau::isa::Isa;
use moreau::system::{Info, System};
use moreau::wgsl::Clock;

/// Members of one batch: no multiple of any workgroup or vector. Steps with a desk, which a software adapter makes a few thousand of in a
/// second, have fewer.
pub fn batch_size(info: &Info) -> usize {
    if info.desk > 0 { 110 } else { 1100 }
}
/// Members of the ensemble: two batches, and the most of a third.
fn members(info: &Info) -> usize {
    batch_size(info) * 30 / 11
}
/// Steps of a member: at least and at most.
const STEPS: (u32, u32) = (40, 2500);
/// The same of very long steps: still several dispatches of them, but the scalar mirror takes minutes for more.
const LONG_STEPS: (u32, u32) = (40, 250);
/// The same where the loops inside a step are so long that an adapter makes only a few steps in a dispatch.
const LONGEST_STEPS: (u32, u32) = (20, 60);
/// Iterations of loops inside such a step.
const VERY_MANY_LOOPS: u32 = 4096;
/// Recorded members beyond those of the first batch.
const RECORDED_MORE: u64 = 6;
/// Steps between samples of trajectories and of the field: different, and neither divides the other.
const RECORD_EVERY: u32 = 25;
const FIELD_EVERY: u32 = 10;
/// Cells of the field.
const CELLS: [u32; 2] = [24, 16];
/// Share of the range of final states that the field leaves out at each end, so that some samples fall outside.
const MARGIN: f64 = 0.1;
/// Standard deviations that two frequencies may be apart: by chance alone, less than one comparison in 10^4.
const DEVIATIONS: f64 = 4.0;
/// Slips tried before the control counts as missed.
const TRIES: usize = 6;

/// The fewest and the most steps of a member.
fn span(info: &Info) -> (u32, u32) {
    match info.long_step {
        true if info.loops > VERY_MANY_LOOPS => LONGEST_STEPS,
        true => LONG_STEPS,
        false => STEPS,
    }
}

/// The number of steps that random bits stand for.
pub fn steps(info: &Info, bits: u64) -> u32 {
    let (least, most) = span(info);
    least + (bits >> 16) as u32 % (most - least)
}

/// What the adapter's run is judged by.
struct Expected {
    mirror: Members,
    truth: Members,
    epsilon: f64,
    steps: Vec<u32>,
    width: usize,
    /// Members of a batch.
    batch: usize,
}

/// The ensemble on the adapter against scalar Rust of the same precision and against f64.
pub fn check<T: Number>(system: &dyn System, gpu: &mut Gpu, clock: Clock) -> Result<Row, Error> {
    let mut job = job(system, clock);
    let whole =
        batch(
            &job,
            members(&job.info),
            |bits| if job.ragged { steps(&job.info, bits) } else { span(&job.info).1 },
        );
    let size = batch_size(&job.info);
    let batches = whole.clone().split(size);
    let truth = run::<f64>(&mut Place::Cpu(Isa::best()), &job, &batches)?;
    job.record = Some(Record { every: RECORD_EVERY, end: size as u64 + RECORDED_MORE });
    job.field = Some(grid(&job, &truth));
    let mirror = run::<T>(&mut Place::Cpu(Isa::best()), &job, &batches)?;
    let scales = truth.scales(&job.info);
    let (width, epsilon) = (job.record_width(), T::EPSILON);
    let expected = Expected { mirror, truth, epsilon, steps: whole.steps, width, batch: size };

    let found = run::<T>(&mut Place::Gpu(gpu), &job, &batches)?;
    let gap = compare(found.numbers(), &expected.mirror.values, &scales, T::EPSILON);
    let mut row =
        Row::of(&gap, f64::INFINITY, members(&job.info), format!("ensemble, {}", clock_name(clock)));
    let mut faults = expected.faults(&found);
    if is_controlled::<T>(&job.info) {
        faults.extend(otherwise_built::<T>(gpu, &job, &batches, &found)?.map(str::to_owned));
    }
    row = row.remark(expected.summary(&found));
    row.passed = faults.is_empty();
    row = row.remark(faults.join("; "));
    if is_controlled::<T>(&job.info) {
        row = row.control(control::<T>(system, gpu, &job, &batches, &expected)?);
    }
    Ok(row)
}

/// Whether a wrong law is noticed.
fn control<T: Number>(
    system: &dyn System,
    gpu: &mut Gpu,
    job: &Job<'_>,
    batches: &[Batch],
    expected: &Expected,
) -> Result<bool, Error> {
    for wrong in wrong_laws::<T>(system).take(TRIES) {
        let (field, record) = (job.field.clone(), job.record);
        let job = Job { system: &wrong, field, record, ..self::job(system, job.clock) };
        let found = run::<T>(&mut Place::Gpu(gpu), &job, batches)?;
        // By frequencies alone: that bits differ is no news.
        if expected.outcomes_part(&found).is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Cells over most of the final states' first two coordinates, or of coordinate and velocity if there is only one.
fn grid(job: &Job<'_>, truth: &Members) -> Grid {
    let dof = job.info.dof();
    let range = |j: usize| {
        let fold = |f: fn(f64, f64) -> f64| truth.column(j).iter().copied().reduce(f).unwrap_or(0.0);
        let (low, high) = (fold(f64::min), fold(f64::max));
        let margin = MARGIN * (high - low);
        if low + margin < high - margin { (low + margin, high - margin) } else { (low - 1.0, high + 1.0) }
    };
    let velocities = [dof, (dof + 1).min(2 * dof - 1)];
    Grid { axes: [0, 1], velocities, ranges: [range(0), range(1)], cells: CELLS, every: FIELD_EVERY }
}

impl Expected {
    /// Everything that is not as it must be.
    fn faults(&self, found: &Members) -> Vec<String> {
        let parted: Vec<bool> = (0..found.n).map(|i| !found.same(&self.mirror, i)).collect();
        let mut faults: Vec<String> = self.outcomes_part(found).into_iter().collect();
        faults.extend(self.field_fault(found, &parted));
        faults.extend(self.record_fault(found, &parted));
        faults
    }

    fn summary(&self, found: &Members) -> String {
        let parted = (0..found.n).filter(|&i| !found.same(&self.mirror, i)).count();
        let words = if parted == 0 { String::new() } else { format!(", {parted} members part") };
        found.outcomes() + &words
    }

    /// The first outcome whose frequency differs from f64's by more than chance.
    fn outcomes_part(&self, found: &Members) -> Option<String> {
        let n = found.n as f64;
        (0..found.labels.len()).find_map(|mode| {
            let (a, b) = (found.outcome(mode) as f64 / n, self.truth.outcome(mode) as f64 / n);
            let p = 0.5 * (a + b);
            let deviation = (2.0 * p * (1.0 - p) / n).sqrt();
            let alike = (a - b).abs() <= DEVIATIONS * deviation;
            (!alike).then(|| format!("{}: {:.4} against {:.4} in f64", found.labels[mode], a, b))
        })
    }

    /// Samples may have moved only as far as members have parted.
    fn field_fault(&self, found: &Members, parted: &[bool]) -> Option<String> {
        let (a, b) = (&found.counts, &self.mirror.counts);
        if a.len() != b.len() || a.iter().sum::<u64>() != b.iter().sum::<u64>() {
            return Some(format!("field: {} samples, not {}", a.iter().sum::<u64>(), b.iter().sum::<u64>()));
        }
        let moved: u64 = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum::<u64>() / 2;
        let samples = |i: usize| u64::from(self.steps[i] / FIELD_EVERY);
        let free: u64 = (0..parted.len()).filter(|&i| parted[i]).map(samples).sum();
        // A member can round its way differently and still end alike.
        let turned = (TURNED * a.iter().sum::<u64>() as f64).ceil() as u64;
        if moved > free + turned {
            return Some(format!("field: {moved} samples in other cells, {free} explained"));
        }
        // Where all samples are in the same cells, each is cut off to the same quantum or its neighbour.
        let cells = a.len() - 1;
        let differs = |j: usize| found.sums[j].abs_diff(self.mirror.sums[j]) > a[j % cells];
        let sums_differ = free == 0 && moved == 0 && (0..found.sums.len()).any(differs);
        sums_differ.then(|| "field: velocity sums differ".into())
    }

    /// All samples were written, and members that ended alike were alike, to the rounding of a step, on their way.
    fn record_fault(&self, found: &Members, parted: &[bool]) -> Option<String> {
        let mut first = 0;
        for ((recorded, a), (_, b)) in found.records.iter().zip(&self.mirror.records) {
            let most = self.steps[first..].iter().take(self.batch).max().copied().unwrap_or(0);
            let samples = if *recorded == 0 { 0 } else { (most / RECORD_EVERY) as usize };
            if a.len() != b.len() || a.len() != samples * recorded * self.width {
                return Some(format!("record: {} numbers, not {}", a.len(), b.len()));
            }
            let mut scales = vec![0.0; self.width];
            for (at, y) in b.iter().enumerate() {
                scales[at % self.width] = y.abs().max(scales[at % self.width]);
            }
            for (at, (x, y)) in a.iter().zip(b).enumerate() {
                let place = at / self.width;
                let i = first + place % recorded;
                let near = (x - y).abs() <= STEP_ULPS * self.epsilon * scales[at % self.width];
                if !parted[i] && !near {
                    return Some(format!("record: member {i}, sample {}: {x} is not {y}", place / recorded));
                }
            }
            first += self.batch;
        }
        None
    }
}
