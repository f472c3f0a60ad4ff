//! How a parameter is chosen for each member: a constant, or a distribution.

use std::path::{Path, PathBuf};
use std::sync::Arc;

mod draw;
mod parse;
mod text;
pub(super) use parse::number;

use super::file::Column;
use crate::columns::Range;
use crate::error::Error;

/// A constant, or a rule that gives each member its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Dist {
    /// The same for all.
    Constant(f64),
    /// Uniform in `[a, b)`, by Philox.
    Uniform(f64, f64),
    /// The logarithm uniform in `[ln a, ln b)`, by Philox.
    LogUniform(f64, f64),
    /// Normal, by Philox; cut off at `low` and `high` where they are finite.
    Normal {
        /// The mean before it is cut off.
        mean: f64,
        /// The standard deviation before it is cut off.
        sd: f64,
        /// The least value; minus infinity for none.
        low: f64,
        /// The largest value; infinity for none.
        high: f64,
    },
    /// Evenly spaced from `a` (first member) to `b` (last member).
    Linspace(f64, f64),
    /// Evenly spaced logarithms from `a` (first member) to `b` (last member).
    Logspace(f64, f64),
    /// One of a list, by Philox, all equally likely.
    Choice(Vec<f64>),
    /// One of a list, such that all grids of a study together run through their cartesian product.
    Grid(Vec<f64>),
    /// The same for `count` numbers evenly spaced from `from` to `to`.
    EvenGrid {
        /// The first.
        from: f64,
        /// The last.
        to: f64,
        /// How many.
        count: u32,
    },
    /// Between `a` and `b` by a Sobol sequence: each such column of a study has its own dimension, in the order of columns.
    Sobol(f64, f64),
    /// The row of a file that has the member's number.
    File {
        /// The file, absolute.
        path: PathBuf,
        /// The name of its column.
        column: String,
        /// What it holds.
        values: Arc<Column>,
    },
}

/// Standard deviations that a normal value can lie from the mean: the smallest probability that 53 bits give, 2^-54, lies at
/// 8.2924 of them. Values are held within.
pub const NORMAL_REACH: f64 = 8.3;

impl Dist {
    /// Whether all members get the same.
    pub fn is_constant(&self) -> bool {
        matches!(self, Dist::Constant(_))
    }

    /// How many values a grid has; 1 for whatever is none.
    pub fn grid_values(&self) -> u64 {
        match self {
            Dist::Grid(list) => list.len() as u64,
            Dist::EvenGrid { count, .. } => u64::from(*count),
            _ => 1,
        }
    }

    /// The smallest and the largest value it can give.
    pub fn bounds(&self) -> (f64, f64) {
        match self {
            Dist::Constant(x) => (*x, *x),
            Dist::Choice(list) | Dist::Grid(list) => ends(list),
            Dist::File { values, .. } => ends(&values.values),
            Dist::Normal { mean, sd, low, high } => {
                (low.max(mean - NORMAL_REACH * sd), high.min(mean + NORMAL_REACH * sd))
            }
            Dist::Uniform(a, b)
            | Dist::LogUniform(a, b)
            | Dist::Linspace(a, b)
            | Dist::Logspace(a, b)
            | Dist::Sobol(a, b)
            | Dist::EvenGrid { from: a, to: b, .. } => (a.min(*b), a.max(*b)),
        }
    }

    /// The file it reads, with the number of its rows and the checksum of its values.
    pub fn source(&self) -> Option<(&Path, u64, u64)> {
        match self {
            Dist::File { path, values, .. } => Some((path, values.values.len() as u64, values.checksum)),
            _ => None,
        }
    }

    /// Refuses values outside `range`, NaN and infinity among them.
    pub fn check(&self, key: &str, unit: &str, range: &Range) -> Result<(), Error> {
        let accepted = match self {
            Dist::Choice(list) | Dist::Grid(list) => list.iter().all(|&x| range.accepts(x)),
            Dist::File { values, .. } => values.values.iter().all(|&x| range.accepts(x)),
            _ => range.accepts_all_between(self.bounds().0, self.bounds().1),
        };
        if accepted {
            return Ok(());
        }
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        let mut cure = format!("accepted: {range}{unit}");
        if matches!(self, Dist::Normal { .. }) {
            let (low, high) = self.bounds();
            cure += &format!("; it reaches from {low} to {high}: write {{normal=[mean, sd, low, high]}}");
        }
        if let Dist::File { values, .. } = self {
            let wrong = values.values.iter().position(|&x| !range.accepts(x)).unwrap_or(0);
            cure += &format!("; row {} has {}", wrong + 1, values.values[wrong]);
        }
        Err(Error::input(key, self, cure))
    }
}

fn ends(list: &[f64]) -> (f64, f64) {
    list.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(*x), hi.max(*x)))
}
