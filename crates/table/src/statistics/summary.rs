//! Statistics as `summary.json` has them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::histogram::Histogram;
use super::{ColumnStatistics, Numbers, Quantile, Seen, Statistics};
use crate::interval::Share;

/// How quantiles are found, for those who read the file.
const QUANTILES: &str = "the k-th smallest of n finite values, k = ceil(q n); exact counts in at most 4096 buckets: \
                         low and high bound the exact quantile, value is between";
/// How histograms are counted.
const HISTOGRAMS: &str = "exact counts in bins [low + k width, low + (k + 1) width)";

/// The quantiles of the summary: their names, and how many per cent of the values are not above them.
pub(super) const PERCENT: [(&str, u32); 5] =
    [("0.05", 5), ("0.25", 25), ("0.5", 50), ("0.75", 75), ("0.95", 95)];

/// The statistics of all columns, with a word on the method.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StatisticsSummary {
    /// How quantiles are found.
    pub quantiles: String,
    /// How histograms are counted.
    pub histograms: String,
    /// The columns, in the order of the table.
    pub columns: Vec<ColumnSummary>,
}

/// One column; a column of one value has `constant`, one of words has `words`, any other has the rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColumnSummary {
    /// The name.
    pub name: String,
    /// The unit, empty for a pure number.
    pub unit: String,
    /// What the values mean.
    pub about: String,
    /// How many values are finite, or words.
    pub count: u64,
    /// How many values are NaN or infinite: left out of all that follows.
    pub nonfinite: u64,
    /// The value of all rows, if there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant: Option<f64>,
    /// How often each word occurs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<BTreeMap<String, Share>>,
    /// Numbers that vary.
    #[serde(flatten)]
    pub varying: Option<Varying>,
}

/// The statistics of numbers that vary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Varying {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, with n - 1.
    pub sd: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// By name: `0.05`, `0.25`, `0.5`, `0.75`, `0.95`.
    pub quantiles: BTreeMap<&'static str, Quantile>,
    /// Exact counts in equal bins.
    pub histogram: Histogram,
}

impl Statistics {
    /// What `summary.json` says.
    pub fn summary(&self) -> StatisticsSummary {
        let columns = self.columns.iter().map(ColumnStatistics::summary).collect();
        StatisticsSummary { quantiles: QUANTILES.into(), histograms: HISTOGRAMS.into(), columns }
    }
}

impl ColumnStatistics {
    fn summary(&self) -> ColumnSummary {
        let [name, unit, about] = [&self.name, &self.unit, &self.about].map(String::clone);
        let bare = ColumnSummary { name, unit, about, ..ColumnSummary::default() };
        match &self.seen {
            Seen::Words(words) => {
                let count = words.iter().map(|&(_, count)| count).sum();
                ColumnSummary { count, words: Some(shares(words, count)), ..bare }
            }
            Seen::Numbers(numbers) => {
                let constant = numbers.the_only_value().filter(|_| numbers.count() > 0);
                let varying = if constant.is_none() { varying(numbers) } else { None };
                let (count, nonfinite) = (numbers.count(), numbers.nonfinite);
                ColumnSummary { count, nonfinite, constant, varying, ..bare }
            }
        }
    }
}

fn shares(words: &[(String, u64)], all: u64) -> BTreeMap<String, Share> {
    words.iter().map(|(word, count)| (word.clone(), Share::of(*count, all))).collect()
}

/// Nothing, if no value is finite.
fn varying(numbers: &Numbers) -> Option<Varying> {
    let quantile = |&(name, percent): &(&'static str, u32)| Some((name, numbers.quantile(percent)?));
    Some(Varying {
        mean: numbers.mean,
        sd: numbers.sd(),
        min: numbers.min,
        max: numbers.max,
        quantiles: PERCENT.iter().filter_map(quantile).collect(),
        histogram: numbers.histogram()?,
    })
}
