//! The statistics of a column of numbers.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::counter;
use super::histogram::Histogram;
use super::sketch::{Sketch, place};
use crate::Values;

/// Counts, ends, moments and a sketch of the finite values of a column.
///
/// `mean` and `squares` are rounded sums: the only numbers here that depend on the order in which parts are merged,
/// in their last digits. They are not finite if the values' sum, or that of their squares, is beyond the doubles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// Whether the values are whole numbers by their type.
    pub whole: bool,
    /// How many values are NaN or infinite; nothing else here counts them.
    pub nonfinite: u64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The mean.
    pub mean: f64,
    /// The sum of squared differences from the mean.
    pub squares: f64,
    /// The values, counted.
    pub sketch: Sketch,
}

/// A quantile of the sample: the k-th smallest of n values with k = ⌈q n⌉.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quantile {
    /// The middle of the interval.
    pub value: f64,
    /// The exact quantile is not below this,
    pub low: f64,
    /// and not above this.
    pub high: f64,
}

impl Numbers {
    /// Of a column; of words there are none.
    pub fn of(values: &Values) -> Option<Numbers> {
        let whole = matches!(values, Values::U32(_) | Values::U64(_));
        let values = reals(values)?;
        let rows = values.len();
        if let Some(&first) = values.first()
            && first.is_finite()
            && values.iter().all(|&value| value == first)
        {
            return Some(Numbers::constant(whole, first, rows as u64));
        }
        let finite = finite(&values);
        let nonfinite = (rows - finite.len()) as u64;
        let (min, max) = ends(&finite);
        let (mean, squares) = moments(&finite);
        Some(Numbers { whole, nonfinite, min, max, mean, squares, sketch: counter::sketch(&finite) })
    }

    fn constant(whole: bool, value: f64, count: u64) -> Numbers {
        let sketch = Sketch::of(0, vec![(place(value), count)]);
        // Not two zeros.
        let value = value + 0.0;
        Numbers { whole, nonfinite: 0, min: value, max: value, mean: value, squares: 0.0, sketch }
    }

    /// How many values are finite.
    pub fn count(&self) -> u64 {
        self.sketch.count()
    }

    /// The one value of all rows, if there is only one.
    pub fn the_only_value(&self) -> Option<f64> {
        (self.nonfinite == 0 && self.min == self.max).then_some(self.min)
    }

    /// The sample's standard deviation, with n - 1; of one value it is 0.
    pub fn sd(&self) -> f64 {
        (self.squares / self.count().saturating_sub(1).max(1) as f64).sqrt()
    }

    /// A quantile, if there are values.
    pub fn quantile(&self, percent: u32) -> Option<Quantile> {
        let n = self.count();
        let rank = (u128::from(n) * u128::from(percent.min(100))).div_ceil(100).max(1) as u64;
        let (low, high) = match rank {
            1 => (self.min, self.min),
            rank if rank == n => (self.max, self.max),
            rank => self.sketch.bounds(rank)?,
        };
        let (low, high) = (low.max(self.min), high.min(self.max));
        (n > 0).then_some(Quantile { value: low + 0.5 * (high - low), low, high })
    }

    /// A histogram, if there are values; bins of whole numbers are at least 1 wide.
    pub fn histogram(&self) -> Option<Histogram> {
        let least = if self.whole { 1.0 } else { 0.0 };
        (self.count() > 0).then(|| Histogram::of(&self.sketch, (self.min, self.max), least))
    }

    /// Adds the values of another part. Means and squares are joined by the formula of Chan, Golub & LeVeque (*Updating
    /// formulae and a pairwise algorithm for computing sample variances*, Stanford report STAN-CS-79-773, 1979).
    pub fn merge(&mut self, other: &Numbers) {
        let (mine, theirs) = (self.count() as f64, other.count() as f64);
        self.nonfinite += other.nonfinite;
        if theirs == 0.0 {
            return;
        }
        if mine == 0.0 {
            *self = Numbers { nonfinite: self.nonfinite, ..other.clone() };
            return;
        }
        let (difference, all) = (other.mean - self.mean, mine + theirs);
        self.mean += difference * (theirs / all);
        self.squares += other.squares + difference * difference * (mine * (theirs / all));
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.sketch.merge(&other.sketch);
    }
}

/// The values as doubles; integers beyond 2^53 are rounded.
fn reals(values: &Values) -> Option<Cow<'_, [f64]>> {
    Some(match values {
        Values::F64(v) => Cow::Borrowed(v),
        Values::F32(v) => v.iter().map(|&x| f64::from(x)).collect(),
        Values::U32(v) => v.iter().map(|&x| f64::from(x)).collect(),
        Values::U64(v) => v.iter().map(|&x| x as f64).collect(),
        Values::Label { .. } => return None,
    })
}

fn finite(values: &[f64]) -> Cow<'_, [f64]> {
    // Without an early end, so that it is done in lanes.
    if values.iter().fold(true, |all, value| all & value.is_finite()) {
        return Cow::Borrowed(values);
    }
    values.iter().copied().filter(|value| value.is_finite()).collect()
}

/// The least and the greatest value; 0 and 0 if there are none.
fn ends(finite: &[f64]) -> (f64, f64) {
    let pick =
        |(low, high): (f64, f64), &x: &f64| (if x < low { x } else { low }, if x > high { x } else { high });
    let first = finite.first().copied().unwrap_or(0.0);
    let (min, max) = finite.iter().fold((first, first), pick);
    // Not two zeros: which one came first must not matter.
    (min + 0.0, max + 0.0)
}

/// The mean, and the sum of squared differences from it.
fn moments(finite: &[f64]) -> (f64, f64) {
    let mean = sum(finite, |x| x) / finite.len().max(1) as f64;
    let off = sum(finite, |x| x - mean);
    // The second term undoes the rounding of the mean: the corrected two-pass sum of Chan, Golub & LeVeque (*Algorithms
    // for computing the sample variance*, The American Statistician 37, 1983).
    let squares = sum(finite, |x| (x - mean) * (x - mean)) - off * (off / finite.len().max(1) as f64);
    (mean, squares.max(0.0))
}

/// A sum in eight parts, always the same ones, so that it is done in lanes and is the same everywhere.
fn sum(values: &[f64], term: impl Fn(f64) -> f64) -> f64 {
    let mut parts = [0.0; 8];
    let eights = values.chunks_exact(8);
    let rest = eights.remainder();
    for eight in eights {
        for (part, &value) in parts.iter_mut().zip(eight) {
            *part += term(value);
        }
    }
    parts.iter().sum::<f64>() + rest.iter().map(|&value| term(value)).sum::<f64>()
}
