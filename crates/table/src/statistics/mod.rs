//! The statistics of every column of the members, in parts that merge: chunks of a run, shards of a study.
//!
//! A part is [`Statistics::of`] a table; parts are stored and merged in the order of their members. Counts, ends,
//! quantiles and histograms are those of all values together, however these were split: quantiles come from a
//! [`sketch`] of exact counts in at most 4096 buckets, and carry an interval that holds the exact quantile of the sample.
//! (A t-digest would be as small, but depends on the order of merging and cannot bound its error.) Only means and
//! standard deviations depend on the order of merging, in their last digits; that order is fixed.

mod counter;
mod dense;
pub mod histogram;
mod numbers;
pub mod sketch;
mod summary;
#[cfg(test)]
mod tests;
mod text;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use numbers::{Numbers, Quantile};
pub use summary::{ColumnSummary, StatisticsSummary, Varying};
pub use text::short;

use crate::{Column, SchemaError, Table, Values};

/// The statistics of the columns of a table, or of many of the same columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Column by column, in the order of the table; `member`, which only counts the rows, is left out.
    pub columns: Vec<ColumnStatistics>,
}

/// The statistics of one column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnStatistics {
    /// The column's name.
    pub name: String,
    /// Its unit, empty for a pure number.
    pub unit: String,
    /// What its values mean.
    pub about: String,
    /// What was seen.
    pub seen: Seen,
}

/// What was seen of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Seen {
    /// Numbers.
    Numbers(Numbers),
    /// Words of a fixed list, each with how often it occurred.
    Words(Vec<(String, u64)>),
}

impl Statistics {
    /// The statistics of these rows.
    pub fn of(table: &Table) -> Statistics {
        let columns: Vec<&Column> = table.columns.iter().filter(|column| column.name != "member").collect();
        Statistics { columns: columns.into_par_iter().map(ColumnStatistics::of).collect() }
    }

    /// Adds those of further rows; statistics without columns take over `other` whole.
    ///
    /// Nothing is changed on an error: other names, units, kinds or words.
    pub fn merge(&mut self, other: &Statistics) -> Result<(), SchemaError> {
        if self.columns.is_empty() {
            self.columns.clone_from(&other.columns);
            return Ok(());
        }
        let (want, got) = (self.columns.len(), other.columns.len());
        if want != got {
            return Err(SchemaError::Mismatch(format!("statistics of {got} columns where {want} belong")));
        }
        let pairs = || self.columns.iter().zip(&other.columns);
        if let Some((mine, theirs)) = pairs().find(|(mine, theirs)| !mine.same_kind(theirs)) {
            let (got, want) = (theirs.described(), mine.described());
            return Err(SchemaError::Mismatch(format!("statistics of {got} where {want} belongs")));
        }
        let pairs = self.columns.par_iter_mut().zip(&other.columns);
        pairs.for_each(|(mine, theirs)| mine.merge(theirs));
        Ok(())
    }
}

impl ColumnStatistics {
    fn of(column: &Column) -> ColumnStatistics {
        let seen = match &column.values {
            Values::Label { codes, labels } => Seen::Words(words(codes, labels)),
            numbers => Seen::Numbers(Numbers::of(numbers).expect("all but words are numbers")),
        };
        let [name, unit, about] = [&column.name, &column.unit, &column.about].map(String::clone);
        ColumnStatistics { name, unit, about, seen }
    }

    fn described(&self) -> String {
        let kind = match &self.seen {
            Seen::Numbers(numbers) if numbers.whole => "whole numbers".to_owned(),
            Seen::Numbers(_) => "numbers".to_owned(),
            Seen::Words(words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
                format!("words {}", words.join(", "))
            }
        };
        format!("column `{}` in `{}` of {kind}", self.name, self.unit)
    }

    fn same_kind(&self, other: &ColumnStatistics) -> bool {
        self.described() == other.described()
    }

    fn merge(&mut self, other: &ColumnStatistics) {
        match (&mut self.seen, &other.seen) {
            (Seen::Numbers(mine), Seen::Numbers(theirs)) => mine.merge(theirs),
            (Seen::Words(mine), Seen::Words(theirs)) => {
                mine.iter_mut().zip(theirs).for_each(|((_, mine), (_, theirs))| *mine += theirs);
            }
            _ => unreachable!("kinds were compared before"),
        }
    }
}

/// How often each word occurs; a code without a word is not counted.
fn words(codes: &[u8], labels: &[&str]) -> Vec<(String, u64)> {
    let mut counts = [0; 256];
    for &code in codes {
        counts[usize::from(code)] += 1;
    }
    labels.iter().zip(counts).map(|(&label, count)| (label.to_owned(), count)).collect()
}
