//! Lines of attraction: where the members of a study gather (Moreau 1988, Ex. 16.2: lines parallel to Ox).
//!
//! The final positions are counted in a fine histogram, so that memory does not grow with the study. A line is a
//! peak of it that stands several times above an even spread; its place is the mean of the members under the peak.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::spec::{FieldSpec, Spec};
use crate::output::table::Table;

/// One line of attraction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Where it lies.
    pub y: f64,
    /// Standard deviation of the members on it.
    pub spread: f64,
    /// How many members are on it at the end.
    pub members: u64,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} ± {:.2} ({} members)", self.y, self.spread, self.members)
    }
}

/// Bins of the histogram: a thousandth of a percent of the range each, far finer than any line.
const BINS: usize = 16_384;
/// Half-width, in bins, of the window that smooths it.
const WINDOW: usize = 40;
/// How many times above an even spread a peak must stand to be called a line.
const PEAK: f64 = 5.0;

/// Final positions, counted: the bins that are not empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finals(BTreeMap<u32, u64>);

impl Finals {
    /// Counts the final positions of these members; none, unless the study asks for lines.
    pub fn of(spec: &Spec, rows: &Table) -> Finals {
        let mut finals = Finals::default();
        let Some(field) = spec.field.as_ref().filter(|field| field.lines) else { return finals };
        let [low, high] = field.y_range;
        let column = rows.get(&field.y).expect("a state column");
        for i in 0..rows.rows() {
            let place = (column.real(i) - low) / (high - low) * BINS as f64;
            if (0.0..BINS as f64).contains(&place) {
                *finals.0.entry(place as u32).or_default() += 1;
            }
        }
        finals
    }

    /// Adds those of other members.
    pub fn merge(&mut self, other: &Finals) {
        other.0.iter().for_each(|(bin, count)| *self.0.entry(*bin).or_default() += count);
    }

    /// The lines, from low to high.
    pub fn lines(&self, field: &FieldSpec) -> Vec<Line> {
        let mut counts = vec![0; BINS];
        self.0.iter().for_each(|(bin, count)| counts[*bin as usize] = *count);
        let total: u64 = counts.iter().sum();
        let smooth = smoothed(&counts);
        let threshold = PEAK * total as f64 / BINS as f64;
        let [low, high] = field.y_range;
        let centre = |bin: usize| low + (high - low) * (bin as f64 + 0.5) / BINS as f64;
        let mut lines = Vec::new();
        let mut bin = 0;
        while bin < BINS {
            if smooth[bin] <= threshold {
                bin += 1;
                continue;
            }
            let end = (bin..BINS).find(|&b| smooth[b] <= threshold).unwrap_or(BINS);
            lines.extend(line(&counts[bin..end], |b| centre(bin + b)));
            bin = end;
        }
        lines
    }
}

/// Mean, spread and number of what lies under one peak.
fn line(counts: &[u64], centre: impl Fn(usize) -> f64) -> Option<Line> {
    let members: u64 = counts.iter().sum();
    if members < 2 {
        return None;
    }
    let mean_of = |f: &dyn Fn(usize) -> f64| {
        counts.iter().enumerate().map(|(bin, &count)| f(bin) * count as f64).sum::<f64>() / members as f64
    };
    let y = mean_of(&centre);
    let variance = mean_of(&|bin| (centre(bin) - y).powi(2));
    Some(Line { y, spread: variance.sqrt(), members })
}

/// Running mean over a window, by prefix sums: exact integers, whatever the order of members.
fn smoothed(counts: &[u64]) -> Vec<f64> {
    let mut sums = vec![0];
    for count in counts {
        sums.push(sums[sums.len() - 1] + count);
    }
    let mean = |bin: usize| {
        let (first, end) = (bin.saturating_sub(WINDOW), (bin + WINDOW + 1).min(counts.len()));
        (sums[end] - sums[first]) as f64 / (end - first) as f64
    };
    (0..counts.len()).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(counts: Vec<u64>) -> Vec<Line> {
        let field = FieldSpec {
            x: "x".into(),
            y: "y".into(),
            x_range: [0.0, 1.0],
            y_range: [-1.0, 1.0],
            cells: [1, 1],
            every: 1,
            lines: true,
        };
        Finals((0..).zip(counts).collect()).lines(&field)
    }

    #[test]
    fn an_even_spread_has_no_line() {
        assert_eq!(lines(vec![3; BINS]), vec![]);
    }

    #[test]
    fn two_gatherings_are_two_lines_at_their_means() {
        let mut counts = vec![1; BINS];
        for (bin, count) in [(4000, 3000), (4001, 3000), (12_000, 5000)] {
            counts[bin] += count;
        }
        let lines = lines(counts);
        assert_eq!(lines.len(), 2, "{lines:?}");
        // Half a bin is 6e-5; the even background under the window weighs a percent.
        assert!((lines[0].y - (4001.0 / BINS as f64 * 2.0 - 1.0)).abs() < 1e-4);
        assert!((lines[1].y - (12_000.5 / BINS as f64 * 2.0 - 1.0)).abs() < 1e-4);
        assert!(lines[0].members >= 6000 && lines[0].members < 6200);
    }
}
