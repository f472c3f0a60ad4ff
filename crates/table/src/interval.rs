//! Confidence intervals of observed proportions and distributions, and lines with the error of their slope.

use serde::{Deserialize, Serialize};

/// The normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Half the width of the band that holds a whole distribution function with probability `1 - alpha`, from `n` independent
/// values: `sqrt(ln(2/alpha)/2n)` (Dvoretzky, Kiefer and Wolfowitz 1956, with Massart's constant of 1990).
pub fn dkw(n: u64, alpha: f64) -> f64 {
    if n == 0 { 1.0 } else { ((2.0 / alpha).ln() / (2.0 * n as f64)).sqrt().min(1.0) }
}

/// Wilson score interval of a proportion, from `successes` among `n` trials at normal quantile `z`.
///
/// `z = 1.959964` gives 95 %. Without trials nothing is known: the interval is then `(0, 1)`.
/// More successes than trials count as `n`; a negative `z` counts as its magnitude.
pub fn wilson(successes: u64, n: u64, z: f64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let failures = n.saturating_sub(successes) as f64;
    let successes = successes.min(n) as f64;
    let (n, z) = (n as f64, z.abs());
    let z2 = z * z;
    let spread = z * (successes * (failures / n) + 0.25 * z2).sqrt();
    // The two ends are mirror images under exchange of success and failure; each is formed so that none
    // or all of the trials gives exactly 0 or 1.
    let end = |hits: f64| ((hits + 0.5 * z2 - spread) / (n + z2)).max(0.0);
    let low = if successes == 0.0 { 0.0 } else { end(successes) };
    let high = if failures == 0.0 { 1.0 } else { 1.0 - end(failures) };
    (low, high)
}

/// How often something was seen, with its 95 % Wilson interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// How many times.
    pub count: u64,
    /// Of all; 0 of none.
    pub fraction: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Share {
    /// So many of all.
    pub fn of(count: u64, all: u64) -> Share {
        let (low, high) = wilson(count, all, Z95);
        let fraction = if all > 0 { count as f64 / all as f64 } else { 0.0 };
        Share { count, fraction, low, high }
    }
}

/// The slope of the least-squares line, and its standard error; NaN where there is none.
pub fn slope(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
    let xx: f64 = points.iter().map(|p| (p.0 - mean.0).powi(2)).sum();
    let xy: f64 = points.iter().map(|p| (p.0 - mean.0) * (p.1 - mean.1)).sum();
    let slope = xy / xx;
    let off: f64 = points.iter().map(|p| (p.1 - mean.1 - slope * (p.0 - mean.0)).powi(2)).sum();
    (slope, (off / (n - 2.0) / xx).sqrt())
}

#[cfg(test)]
mod tests {
    use super::{Share, Z95, dkw, slope, wilson};

    #[test]
    fn the_band_of_a_distribution() {
        // Massart 1990: 2 exp(-2 n d^2) = alpha.
        for (n, alpha) in [(100, 0.05), (1_000_000, 0.01)] {
            let d = dkw(n, alpha);
            assert!((2.0 * (-2.0 * n as f64 * d * d).exp() - alpha).abs() < 1e-12);
        }
        assert!((dkw(100, 0.05) - 0.1358).abs() < 5e-5);
        assert_eq!([dkw(0, 0.05), dkw(1, 1e-9)], [1.0, 1.0]);
    }

    fn near(got: (f64, f64), want: (f64, f64), tolerance: f64) {
        let off = (got.0 - want.0).abs().max((got.1 - want.1).abs());
        assert!(off <= tolerance, "{got:?} is not {want:?}");
    }

    #[test]
    fn published_values() {
        near(wilson(0, 10, Z95), (0.0, 0.2775), 5e-5);
        near(wilson(5, 10, Z95), (0.2366, 0.7634), 5e-5);
        // Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3.
        near(wilson(81, 263, Z95), (0.2553, 0.3662), 5e-5);
        near(wilson(15, 148, Z95), (0.0624, 0.1605), 5e-5);
        near(wilson(0, 20, Z95), (0.0, 0.1611), 5e-5);
        near(wilson(1, 29, Z95), (0.0061, 0.1718), 5e-5);
    }

    #[test]
    fn shares_carry_their_interval() {
        let share = Share::of(81, 263);
        assert_eq!((share.count, share.fraction), (81, 81.0 / 263.0));
        near((share.low, share.high), (0.2553, 0.3662), 5e-5);
        assert_eq!(Share::of(0, 0), Share { count: 0, fraction: 0.0, low: 0.0, high: 1.0 });
        let json = serde_json::to_string(&Share::of(0, 0)).unwrap();
        assert_eq!(json, r#"{"count":0,"fraction":0.0,"low":0.0,"high":1.0}"#);
    }

    #[test]
    fn mirrored_and_closed_forms() {
        for (k, n) in [(0, 1), (1, 7), (3, 10), (99, 100), (12_345, 100_000_000)] {
            let (a, b) = wilson(k, n, Z95);
            let (c, d) = wilson(n - k, n, Z95);
            near((a, b), (1.0 - d, 1.0 - c), 1e-15);
            assert!(a <= k as f64 / n as f64 && k as f64 / n as f64 <= b);
        }
        // None of n: the upper end is z^2 / (n + z^2).
        near(wilson(0, 1_000_000, Z95), (0.0, Z95 * Z95 / (1e6 + Z95 * Z95)), 1e-15);
        assert_eq!(wilson(7, 7, Z95).1, 1.0);
    }

    #[test]
    fn odd_arguments_stay_within_bounds() {
        assert_eq!(wilson(0, 0, Z95), (0.0, 1.0));
        assert_eq!(wilson(9, 4, Z95), wilson(4, 4, Z95));
        assert_eq!(wilson(3, 8, -Z95), wilson(3, 8, Z95));
        near(wilson(3, 8, 0.0), (0.375, 0.375), 1e-15);
        let (a, b) = wilson(u64::MAX, u64::MAX, Z95);
        assert!(a > 0.999 && b == 1.0);
    }

    #[test]
    fn a_line_has_its_slope_and_scatter_its_error() {
        let line: Vec<(f64, f64)> = (0..9).map(|k| (f64::from(k), 3.0 + 0.5 * f64::from(k))).collect();
        let (found, error) = slope(&line);
        assert!((found - 0.5).abs() < 1e-12 && error < 1e-12);
        let scattered: Vec<(f64, f64)> =
            line.iter().enumerate().map(|(k, p)| (p.0, p.1 + if k % 2 == 0 { 0.1 } else { -0.1 })).collect();
        let (found, error) = slope(&scattered);
        // Residuals of about 0.1, over sqrt(60) for x = 0 … 8.
        assert!((found - 0.5).abs() < 0.02 && (error - 0.1 / 60f64.sqrt()).abs() < 3e-3, "{error}");
        assert!(slope(&line[..1]).0.is_nan());
    }
}
