//! What a backend is given and gives back: a job, batches of members in, batches that have run out.

use super::Number;
use super::gpu::tune::Tuning;
use crate::accelerogram::Accelerogram;
use crate::clock;
use crate::delay::Ring;
use crate::dist::Drawing;
use crate::driver::Rows;
use crate::error::Error;
use crate::field::{Field, Grid};
use crate::real::Scalar;
use crate::system::{Info, System};
use crate::tally::NONFINITE;
use crate::tile::{Tile, WORDS, word};
use crate::wgsl::Clock;

/// What a run has to do with every batch.
pub struct Job<'a> {
    /// The triple.
    pub system: &'a dyn System,
    /// Its description.
    pub info: Info,
    /// Where the drive comes from: a property of the study, never of a batch.
    pub clock: Clock,
    /// For each column, whether all members of the study share it.
    pub constant: Vec<bool>,
    /// The columns that a kernel draws by itself; the CPU takes the same values from its batches.
    pub drawing: Option<Drawing>,
    /// Whether members of the study may differ in their number of steps.
    pub ragged: bool,
    /// The field to fill, if any.
    pub field: Option<Grid>,
    /// Trajectories to record, if any.
    pub record: Option<Record>,
    /// The accelerogram that shakes the ground, if any; members then share the drive.
    pub ground: Option<&'a Accelerogram>,
    /// Whether every step is certified.
    pub certificates: bool,
    /// Whether the study fixes the options of the scheme's lean step.
    pub lean: bool,
    /// Told how many member-steps were done since it was last called.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Job<'_> {
    /// The number of reals a member carries.
    pub fn reals(&self) -> usize {
        self.info.books_at().end
    }

    /// The numbers recorded of a member at an instant: state and mode.
    pub fn record_width(&self) -> usize {
        2 * self.info.dof() + 1
    }

    /// Whether all members read the drive from one table.
    pub fn shares_drive(&self) -> bool {
        self.info.drive_width > 0 && self.clock == Clock::Shared
    }

    /// Steps between two instants at which anything is sampled; `u32::MAX` if nothing is.
    pub fn every(&self) -> u32 {
        let gcd = |mut a: u32, mut b: u32| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        match (&self.field, &self.record) {
            (Some(field), Some(record)) => gcd(field.every, record.every),
            (Some(field), None) => field.every,
            (None, Some(record)) => record.every,
            (None, None) => u32::MAX,
        }
    }

    /// How many members of a batch are recorded: its first ones.
    pub fn recorded(&self, batch: &Batch) -> usize {
        let end = self.record.map_or(0, |record| record.end);
        end.saturating_sub(batch.first).min(batch.n as u64) as usize
    }
}

/// Trajectories to record: the state of all members before `end` after every `every` steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Steps between two samples.
    pub every: u32,
    /// The first member that is not recorded.
    pub end: u64,
}

/// Some members of a study: their parameters.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The index of the first one.
    pub first: u64,
    /// How many.
    pub n: usize,
    /// One column a parameter: one value if all members of the study share it, else `n`.
    pub params: Vec<Vec<f64>>,
    /// The number of steps of each member.
    pub steps: Vec<u32>,
    /// Where each member stood before the batch was [`sorted`](Batch::sorted); empty if it was not.
    pub order: Vec<u32>,
}

impl Batch {
    /// The parameters of one member.
    pub fn member(&self, i: usize) -> Vec<f64> {
        self.params_of(i).collect()
    }

    /// The same, one after another.
    pub fn params_of(&self, i: usize) -> impl Iterator<Item = f64> {
        self.params.iter().map(move |column| column[if column.len() == 1 { 0 } else { i }])
    }

    /// The most steps that any member has.
    pub fn most_steps(&self) -> u32 {
        self.steps.iter().copied().max().unwrap_or(0)
    }

    /// The member-steps of the batch.
    pub fn member_steps(&self) -> u64 {
        self.steps.iter().map(|&steps| u64::from(steps)).sum()
    }

    /// The batch in pieces of at most `size` members.
    pub fn split(self, size: usize) -> Vec<Batch> {
        if self.n <= size {
            return vec![self];
        }
        let piece = |start: usize| {
            let range = start..(start + size).min(self.n);
            // A batch of several members has several values in every column that is not shared.
            let part = |column: &Vec<f64>| match column.len() {
                1 => column.clone(),
                _ => column[range.clone()].to_vec(),
            };
            Batch {
                first: self.first + start as u64,
                n: range.len(),
                params: self.params.iter().map(part).collect(),
                steps: self.steps[range.clone()].to_vec(),
                order: Vec::new(),
            }
        };
        (0..self.n).step_by(size).map(piece).collect()
    }

    /// The batch with its longest members first, so that those that run side by side finish together. Nobody's result
    /// depends on it, and [`Done::unsorted`] undoes it. Batches that record keep their order.
    pub fn sorted(self, job: &Job<'_>) -> Batch {
        let alike = self.steps.iter().all(|&steps| steps == self.steps[0]);
        if alike || job.recorded(&self) > 0 {
            return self;
        }
        let mut order: Vec<u32> = (0..self.n as u32).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.steps[i as usize]));
        let column = |values: &Vec<f64>| match values.len() {
            1 => values.clone(),
            _ => order.iter().map(|&i| values[i as usize]).collect(),
        };
        Batch {
            params: self.params.iter().map(column).collect(),
            steps: order.iter().map(|&i| self.steps[i as usize]).collect(),
            order,
            ..self
        }
    }

    /// The members in the order in which they were before they were [`sorted`](Batch::sorted).
    pub fn unsorted(mut self) -> Batch {
        let order = std::mem::take(&mut self.order);
        if !order.is_empty() {
            scatter(&order, &mut self.steps);
            self.params.iter_mut().for_each(|column| scatter(&order, column));
        }
        self
    }

    /// Members `range` as a tile ready to run.
    pub fn tile<T: Scalar>(&self, job: &Job<'_>, range: std::ops::Range<usize>) -> Tile<T> {
        let n = range.len();
        let column = |values: &Vec<f64>| -> Vec<T> {
            let part = if values.len() == 1 { values.as_slice() } else { &values[range.clone()] };
            part.iter().map(|&x| T::of(x)).collect()
        };
        let mut words = vec![0; WORDS.len() * n];
        words[word::TOTAL * n..][..n].copy_from_slice(&self.steps[range.clone()]);
        let h = job.info.columns.len() - 1;
        let timed = job.info.drive_width > 0 && job.clock == Clock::Member;
        for (place, i) in range.clone().enumerate().filter(|_| timed) {
            let params = self.member(i);
            let half = clock::half_step(params[h], job.system.turns_per_second(&params));
            words[word::HALF * n + place] = half as u32;
            words[(word::HALF + 1) * n + place] = (half >> 32) as u32;
        }
        Tile {
            n,
            params: self.params.iter().map(column).collect(),
            reals: vec![T::of(0.0); job.reals() * n],
            words,
            ring: Ring::new(super::ring::slots(job, self, range.clone())),
        }
    }

    /// The drive rows for all members alike; the study says that they share it.
    pub fn drive_table<T: Number>(&self, job: &Job<'_>, first: u32, steps: u32) -> Vec<T> {
        let params = self.member(0);
        let h = params[params.len() - 1];
        let half_step = clock::half_step(h, job.system.turns_per_second(&params));
        T::drive_table(job.system, &params, &Rows { half_step, first, steps, h, ground: job.ground })
    }
}

/// A batch that has run.
pub struct Done<T> {
    /// What went in.
    pub batch: Batch,
    /// What came out.
    pub tile: Tile<T>,
    /// Recorded states, `[sample][member][coordinate]`, of the first members of the batch.
    pub record: Vec<T>,
    /// What these members add to the field, if one is asked for.
    pub field: Option<Field>,
    /// Seconds in which they were being advanced.
    pub seconds: f64,
    /// The most members that the device had memory for at a time, if it refused more.
    pub halved_to: Option<usize>,
}

impl<T: Number> Done<T> {
    /// The members in the order in which they were before [`Batch::sorted`].
    pub fn unsorted(mut self) -> Done<T> {
        let order = self.batch.order.clone();
        if !order.is_empty() {
            self.tile.reals.chunks_mut(order.len()).for_each(|column| scatter(&order, column));
            self.tile.words.chunks_mut(order.len()).for_each(|column| scatter(&order, column));
            self.batch = self.batch.unsorted();
        }
        self
    }

    /// A member that has made all its steps writes no more samples: the rest repeat its final state.
    pub(super) fn hold_finished(&mut self, job: &Job<'_>) {
        let (Some(Record { every, .. }), recorded) = (job.record, job.recorded(&self.batch)) else { return };
        let (width, mode) = (job.record_width(), job.info.tally("mode"));
        for (place, state) in self.record.chunks_mut(width).enumerate() {
            let (sample, i) = (place / recorded, place % recorded);
            if (sample as u64 + 1) * u64::from(every) > u64::from(self.batch.steps[i]) {
                let last = |j: usize| self.tile.reals[if j + 1 < width { j } else { mode } * self.tile.n + i];
                state.iter_mut().enumerate().for_each(|(j, x)| *x = last(j));
            }
        }
    }

    /// Marks what an uncertified run does not know: it must not pass for a perfect certificate.
    pub(super) fn forget_uncertified(&mut self, job: &Job<'_>) {
        if job.certificates {
            return;
        }
        // A backend may have certified steps all the same.
        let n = self.tile.n;
        self.tile.words[word::FLAGS * n..][..n].iter_mut().for_each(|flags| *flags &= NONFINITE);
        for field in ["residual", "cone", "gain", "depth"] {
            self.tile.reals[job.info.tally(field) * n..][..n].fill(T::of(f64::NAN));
        }
    }

    /// Checks that every member made all its steps: a driver that leaves loops early must not go unseen.
    pub fn check_steps(&self) -> Result<(), Error> {
        let n = self.tile.n;
        let done = &self.tile.words[word::DONE * n..][..n];
        match done.iter().zip(&self.batch.steps).position(|(done, wanted)| done != wanted) {
            None => Ok(()),
            Some(i) => Err(Error::Device {
                cause: format!(
                    "member {} made {} of {} steps (a driver's loop limit?)",
                    self.batch.first + i as u64,
                    done[i],
                    self.batch.steps[i]
                ),
            }),
        }
    }
}

/// Puts each value back to its place; a column of one value is everybody's.
fn scatter<V: Copy>(order: &[u32], column: &mut [V]) {
    if column.len() == order.len() {
        let sorted = column.to_vec();
        order.iter().zip(sorted).for_each(|(&place, value)| column[place as usize] = value);
    }
}

/// What a run leaves beside its members.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// Seconds in which members were being advanced.
    pub kernel_seconds: f64,
    /// Seconds for compiling shaders.
    pub compile_seconds: f64,
    /// How the kernel was cut to the adapter in the end, where there was one.
    pub tuning: Option<Tuning>,
}
