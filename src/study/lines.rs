//! Lines of attraction: where the members of a study gather (Moreau 1988, Ex. 16.2: lines parallel to Ox).
//!
//! The final positions are counted in a fine histogram, so that memory does not grow with the study. A line is a
//! peak of it that stands several times above an even spread; its place is the mean of the members under the peak.

use serde::Serialize;

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

/// Final positions, counted.
pub struct Finals {
    field: Option<FieldSpec>,
    counts: Vec<u64>,
}

impl Finals {
    /// Counts nothing yet; and nothing ever, unless the study asks for lines.
    pub fn new(spec: &Spec) -> Finals {
        let field = spec.field.clone().filter(|field| field.lines);
        let counts = if field.is_some() { vec![0; BINS] } else { Vec::new() };
        Finals { field, counts }
    }

    /// Counts the final positions of these members.
    pub fn absorb(&mut self, rows: &Table) {
        let Some(field) = &self.field else { return };
        let [low, high] = field.y_range;
        let column = rows.get(&field.y).expect("a state column");
        for i in 0..rows.rows() {
            let place = (column.real(i) - low) / (high - low) * BINS as f64;
            if (0.0..BINS as f64).contains(&place) {
                self.counts[place as usize] += 1;
            }
        }
    }

    /// The lines, from low to high.
    pub fn lines(&self) -> Vec<Line> {
        let Some(field) = &self.field else { return Vec::new() };
        let total: u64 = self.counts.iter().sum();
        let smooth = smoothed(&self.counts);
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
            lines.extend(line(&self.counts[bin..end], |b| centre(bin + b)));
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

    fn finals(counts: Vec<u64>) -> Finals {
        let field = FieldSpec {
            x: "x".into(),
            y: "y".into(),
            x_range: [0.0, 1.0],
            y_range: [-1.0, 1.0],
            cells: [1, 1],
            every: 1,
            lines: true,
        };
        Finals { field: Some(field), counts }
    }

    #[test]
    fn an_even_spread_has_no_line() {
        assert_eq!(finals(vec![3; BINS]).lines(), vec![]);
    }

    #[test]
    fn two_gatherings_are_two_lines_at_their_means() {
        let mut counts = vec![1; BINS];
        for (bin, count) in [(4000, 3000), (4001, 3000), (12_000, 5000)] {
            counts[bin] += count;
        }
        let lines = finals(counts).lines();
        assert_eq!(lines.len(), 2, "{lines:?}");
        // Half a bin is 6e-5; the even background under the window weighs a percent.
        assert!((lines[0].y - (4001.0 / BINS as f64 * 2.0 - 1.0)).abs() < 1e-4);
        assert!((lines[1].y - (12_000.5 / BINS as f64 * 2.0 - 1.0)).abs() < 1e-4);
        assert!(lines[0].members >= 6000 && lines[0].members < 6200);
    }
}
