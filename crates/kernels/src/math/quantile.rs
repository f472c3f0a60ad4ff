//! The quantile of the standard normal distribution: M. J. Wichura, *Algorithm AS 241: the percentage points of the
//! normal distribution*, Applied Statistics 37 (1988), pp. 477–484: PPND7 in f32, PPND16 in f64.

use super::{ln_of, series};
use crate::real::Scalar;

/// A quotient of two polynomials of AS 241.
#[inline(always)]
fn quotient<T: Scalar>(part: usize, r: T) -> T {
    let [top, bottom] = T::MATH.normal[part];
    series(top, r) / series(bottom, r)
}

/// The middle part, `r = 0.425² - q²`.
#[inline(always)]
pub fn normal_middle<T: Scalar>(r: T) -> T {
    quotient(0, r)
}

/// The near tail, `r = √(-ln p) - 1.6`.
#[inline(always)]
pub fn normal_near<T: Scalar>(r: T) -> T {
    quotient(1, r)
}

/// The far tail, `r = √(-ln p) - 5`.
#[inline(always)]
pub fn normal_far<T: Scalar>(r: T) -> T {
    quotient(2, r)
}

/// Where the standard normal distribution has the share `p`, `0 < p < 1`, below it; relative error 1.5e-7 plus a few
/// epsilon in f32, a few epsilon in f64, however small `p` is.
#[inline(always)]
pub fn normal_quantile<T: Scalar>(p: T) -> T {
    let q = p - T::of(0.5);
    if q.abs() <= T::of(0.425) {
        return q * normal_middle(T::of(0.180625) - q * q);
    }
    let tail = p.smaller(T::of(1.0) - p);
    let r = (-ln_of(tail)).sqrt();
    let z = if r <= T::of(5.0) { normal_near(r - T::of(1.6)) } else { normal_far(r - T::of(5.0)) };
    if q < T::of(0.0) { -z } else { z }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles by root finding on the distribution in 40 digits (mpmath).
    const KNOWN: [(f64, f64); 19] = [
        (1e-300, -37.0470962993612),
        (1e-100, -21.273453560965326),
        (1e-40, -13.31092137142517),
        (5.551115123125783e-17, -8.292361075813595),
        (1e-12, -7.034483825301132),
        (1e-8, -5.612001244174789),
        (1e-5, -4.264890793922825),
        (0.001, -3.0902323061678136),
        (0.02425, -1.972961051311885),
        (0.07499, -1.4396021182393162),
        (0.07501, -1.439460830821626),
        (0.1, -1.2815515655446004),
        (0.25, -0.6744897501960817),
        (0.42, -0.20189347914185088),
        (0.49999, -2.5066282748960008e-5),
        (0.6, 0.2533471031357997),
        (0.925, 1.4395314709384561),
        (0.975, 1.9599639845400538),
        (0.999, 3.090232306167813),
    ];

    #[test]
    fn known_quantiles() {
        for (p, z) in KNOWN {
            let off = (normal_quantile(p) / z - 1.0).abs();
            assert!(off <= 6.0 * f64::EPSILON, "{p}: {off}");
            // f32 holds neither the smallest p nor 1 - p exactly.
            let single = p as f32;
            if single > 1e-37 && (0.01..0.49).contains(&(0.5 - p).abs()) {
                let off = (f64::from(normal_quantile(single)) / z - 1.0).abs();
                assert!(off <= 1.5e-7 + 8.0 * f64::from(f32::EPSILON), "{p}: {off}");
            }
        }
        assert_eq!(normal_quantile(0.5_f64), 0.0);
    }

    #[test]
    fn single_follows_double() {
        for i in 1..100_000 {
            let p = i as f32 / 100_000.0;
            let (z, exact) = (f64::from(normal_quantile(p)), normal_quantile(f64::from(p)));
            assert!((z - exact).abs() <= 4e-7 * exact.abs().max(0.1), "{p}: {z} {exact}");
            assert_eq!(normal_quantile(1.0 - f64::from(p)), -normal_quantile(1.0 - (1.0 - f64::from(p))));
        }
    }
}
