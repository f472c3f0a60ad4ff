//! Runs of a system on a backend, gathered into columns that can be compared.

use crate::probe::Kind;
use moreau::backend::cpu::Cpu;
use moreau::backend::gpu::{self, Gpu};
use moreau::backend::{Batch, Done, Job, Number};
use moreau::columns::Fields;
use moreau::error::Error;
use moreau::field::Field;
use moreau::isa::Isa;
use moreau::system::Info;
use moreau::tally::Tally;
use moreau::tile::{RESULT_WORDS, word};

use super::compare::{Numbers, identical, scales};
use super::draw::widened;

/// Where to run.
pub enum Place<'a> {
    /// The adapter under test.
    Gpu(&'a mut Gpu),
    /// The lanes of an instruction set.
    Cpu(Isa),
}

/// All members of a run.
pub struct Members {
    /// How many.
    pub n: usize,
    /// State, tally and result words: `values[j*n + i]`.
    pub values: Vec<f64>,
    /// How each column is judged.
    pub kinds: Vec<Kind>,
    /// Recorded states of each batch, `[sample][member][coordinate]`, with the number of members recorded.
    pub records: Vec<(usize, Vec<f64>)>,
    /// Field counts.
    pub counts: Vec<u64>,
    /// Field velocity sums.
    pub sums: Vec<i64>,
    /// The names of outcomes.
    pub labels: &'static [&'static str],
    outcomes: usize,
}

/// Runs batches and gathers what comes out.
pub fn run<T: Number>(place: &mut Place<'_>, job: &Job<'_>, batches: &[Batch]) -> Result<Members, Error> {
    let mut kinds = vec![Kind::Real; job.reals()];
    kinds[job.info.tally("mode")] = Kind::Decision;
    for place in job.info.books_at().filter(|_| job.info.settles()) {
        kinds[place] = Kind::Decision;
    }
    let outcomes = job.reals() + word::OUTCOME;
    kinds.extend([Kind::Decision; RESULT_WORDS]);
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); kinds.len()];
    let mut records = Vec::new();
    let field = job.field.as_ref().map(|grid| Field::new(grid.len()));
    let mut sink = |done: Done<T>| {
        if let (Some(field), Some(more)) = (&field, &done.field) {
            field.merge(more);
        }
        let n = done.tile.n;
        let words = done.tile.words[..RESULT_WORDS * n].iter().map(|&word| f64::from(word));
        let all: Vec<f64> = widened(&done.tile.reals).into_iter().chain(words).collect();
        columns.iter_mut().zip(all.chunks(n)).for_each(|(column, part)| column.extend(part));
        records.push((job.recorded(&done.batch), widened(&done.record)));
        Ok(())
    };
    let mut batches = batches.iter().cloned();
    match place {
        Place::Gpu(gpu) => gpu::run::run::<T>(gpu, job, &mut batches, &mut sink)?,
        Place::Cpu(isa) => Cpu { isa: *isa, threads: 0, fast_math: false, name: "mirror" }.run::<T>(
            job,
            &mut batches,
            &mut sink,
        )?,
    };
    let (mut counts, mut sums) = (Vec::new(), Vec::new());
    if let Some(field) = field {
        counts = field.counts.into_iter().map(|count| count.into_inner()).collect();
        sums = field.sums.into_iter().flatten().map(|sum| sum.into_inner()).collect();
    }
    let labels = job.info.outcomes;
    Ok(Members {
        n: columns[0].len(),
        values: columns.concat(),
        kinds,
        records,
        counts,
        sums,
        labels,
        outcomes,
    })
}

impl Members {
    /// The columns, for a comparison.
    pub fn numbers(&self) -> Numbers<'_> {
        Numbers { cases: self.n, kinds: &self.kinds, values: &self.values }
    }

    /// The scale of each column. Certificates are nothing but rounding, and a drop is a difference of speeds: their
    /// scale is that of what they are made from.
    pub fn scales(&self, info: &Info) -> Vec<f64> {
        let mut scales = scales(self.numbers());
        let made_from = [("residual", "energy"), ("gain", "energy"), ("cone", "energy"), ("drop", "slide")];
        for (column, from) in made_from {
            let place = info.tally(column);
            scales[place] = scales[place].max(scales[info.tally(from)]);
        }
        // A sliding speed is what cancellation leaves of velocities, and a spin may be nothing but that.
        let fastest = scales[info.dof()..2 * info.dof()].iter().copied().fold(0.0, f64::max);
        let seen = 2 * info.dof() + Tally::<f64>::NAMES.len();
        let spins = (0..info.seen.len()).filter(|&j| info.seen[j].contains("spin")).map(|j| seen + j);
        for place in ["slide", "drop", "drop_from"].map(|name| info.tally(name)).into_iter().chain(spins) {
            scales[place] = scales[place].max(fastest);
        }
        // A gap is a difference of coordinates.
        let farthest = scales[..info.dof()].iter().copied().fold(0.0, f64::max);
        let depth = info.tally("depth");
        scales[depth] = scales[depth].max(farthest);
        // Every entry of the books is a sum of works, and an imbalance nothing but their rounding.
        let books = info.books_at();
        let largest = scales[books.clone()].iter().copied().fold(0.0, f64::max);
        scales[books].fill(largest);
        scales
    }

    /// Whether a member ended alike to the bit.
    pub fn same(&self, other: &Members, i: usize) -> bool {
        let value = |of: &Members, j: usize| of.values[j * of.n + i];
        (0..self.kinds.len()).all(|j| identical(value(self, j), value(other, j)))
    }

    /// Whether everything is alike to the bit; of NaN, only that it is one.
    pub fn identical(&self, other: &Members) -> bool {
        let bits = |x: &f64| if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() };
        let same = |a: &[f64], b: &[f64]| a.iter().map(bits).eq(b.iter().map(bits));
        let records = self.records.iter().zip(&other.records).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1));
        let fields = self.counts == other.counts && self.sums == other.sums;
        same(&self.values, &other.values) && self.records.len() == other.records.len() && records && fields
    }

    /// How many members ended in an outcome.
    pub fn outcome(&self, mode: usize) -> usize {
        self.values[self.outcomes * self.n..][..self.n].iter().filter(|&&m| m == mode as f64).count()
    }

    /// Outcomes and how many members ended in each, in words.
    pub fn outcomes(&self) -> String {
        let count = |mode: usize| format!("{} {}", self.labels[mode], self.outcome(mode));
        (0..self.labels.len()).map(count).collect::<Vec<_>>().join(", ")
    }

    /// Which members' steps did not all settle, of a scheme that iterates.
    pub fn unsettled(&self, info: &Info) -> Vec<bool> {
        let counted = info.books_at().filter(|_| info.settles());
        let count = |i: usize| counted.clone().any(|place| self.column(place)[i] != 0.0);
        (0..self.n).map(count).collect()
    }

    /// One state column.
    pub fn column(&self, j: usize) -> &[f64] {
        &self.values[j * self.n..][..self.n]
    }
}
