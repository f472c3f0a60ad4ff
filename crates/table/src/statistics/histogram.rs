//! A linear histogram whose counts are exact, from a sketch.

use serde::Serialize;

use super::sketch::Sketch;

/// The most bins of a histogram.
pub const BINS: u64 = 64;
/// Few values have fewer bins, but as many as this.
const FEW: u64 = 8;

/// As many bins as `n` values can fill: at most 2 ∛n (Rice's rule), so that their heights are more than chance.
fn most_bins(n: u64) -> u64 {
    (FEW..BINS).find(|bins| (bins + 1).pow(3) > n.saturating_mul(8)).unwrap_or(BINS)
}

/// Bin `k` counts the values in `[low + k width, low + (k + 1) width)`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Histogram {
    /// The lower end of the first bin, a multiple of `width`.
    pub low: f64,
    /// The width of a bin, a power of two.
    pub width: f64,
    /// How many values each bin holds.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// The finest one of at most [`BINS`] bins, of fewer for few values, no narrower than `least` nor than a bucket.
    ///
    /// Bins and buckets are both aligned, and their widths are powers of two: a bin is made of whole buckets.
    pub fn of(sketch: &Sketch, (min, max): (f64, f64), least: f64) -> Histogram {
        let mut width = sketch.widest().max(least);
        let bin = |value: f64, width: f64| (value / width).floor();
        let most = most_bins(sketch.count()) as f64;
        while bin(max, width) - bin(min, width) >= most {
            width *= 2.0;
        }
        let first = bin(min, width);
        let mut counts = vec![0; (bin(max, width) - first) as usize + 1];
        for &(bucket, count) in sketch.counts() {
            counts[(bin(sketch.first(bucket), width) - first) as usize] += count;
        }
        Histogram { low: first * width, width, counts }
    }
}
