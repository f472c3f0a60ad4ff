//! Functions from `+`, `-`, `*`, `/`, square roots and comparisons alone: the twin of `shaders/math.wgsl`. Here sine and
//! cosine; logarithm and power of two in [`octaves`](ln_of), the quantile of the normal distribution in
//! [`quantile`](normal_quantile).
//!
//! WGSL promises only 2^-11 for its `sin`, and drivers differ; so both twins use this one. Angles are fractions
//! of a turn in `[-1/2, 1/2]`, where the reduction to a quarter turn is exact. On `|y| <= 1/4`,
//! `sin(2πy) = y·S(y²)` with S interpolated at Chebyshev nodes: relative error 7e-9 (f32) and 4e-19 (f64) before
//! rounding, a few units in the last place after it. The coefficients stand in [`constants`] only: the WGSL
//! series are generated from them.

use crate::real::{Real, Scalar};

pub mod constants;
mod octaves;
mod quantile;
pub use octaves::{exp2_of, exp2_scale, exp2_series, ln_of, ln_series, ln_split};
pub use quantile::{normal_far, normal_middle, normal_near, normal_quantile};

/// A polynomial by Horner's rule, the coefficient of the highest power last.
#[inline(always)]
pub(crate) fn series<R: Real>(c: &[f64], z: R) -> R {
    let mut s = R::of(c[c.len() - 1]);
    for &c in c[..c.len() - 1].iter().rev() {
        s = s * z + R::of(c);
    }
    s
}

/// `S(z)`, Horner's rule.
#[inline(always)]
pub fn sin_series<R: Real>(z: R) -> R {
    series(R::Scalar::MATH.sin_turn, z)
}

/// `sin(2πy)` for `|y| <= 1/4`.
#[inline(always)]
pub fn sin_quarter<R: Real>(y: R) -> R {
    y * sin_series(y * y)
}

/// `sin(2πx)` for `|x| <= 1/2`.
#[inline(always)]
pub fn sin_turn<R: Real>(x: R) -> R {
    let half = R::select(x.lt(R::of(0.0)), R::of(-0.5), R::of(0.5));
    let y = R::select(R::of(0.25).lt(x.abs()), half - x, x);
    sin_quarter(y)
}

/// `cos(2πx)` for `|x| <= 1/2`.
#[inline(always)]
pub fn cos_turn<R: Real>(x: R) -> R {
    sin_quarter(R::of(0.25) - x.abs())
}

/// 2π.
#[inline(always)]
pub fn tau<R: Real>() -> R {
    R::of(std::f64::consts::TAU)
}

/// An angle in radians as a fraction of a turn in `[-1/2, 1/2]`, whole turns dropped.
#[inline(always)]
pub fn turn_of_radians<R: Real>(angle: R) -> R {
    let turns = angle * R::of(1.0 / std::f64::consts::TAU);
    turns - turns.nearest()
}

/// Degrees as a fraction of a turn.
#[inline(always)]
pub fn turn_of_degrees<R: Real>(degrees: R) -> R {
    degrees / R::of(360.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few units in the last place of values up to 1: two roundings of the argument's share of 2π, one of the
    /// coefficient, five of Horner's rule, most of them damped.
    const ULPS: f64 = 2.0;

    fn worst<R: Scalar>() -> f64 {
        let mut worst: f64 = 0.0;
        for i in -20_000..=20_000 {
            let x = R::of(i as f64 / 40_000.0);
            let angle = 2.0 * std::f64::consts::PI * x.to_f64();
            worst = worst.max((sin_turn(x).to_f64() - angle.sin()).abs());
            worst = worst.max((cos_turn(x).to_f64() - angle.cos()).abs());
        }
        worst / R::EPSILON
    }

    #[test]
    fn sine_and_cosine_are_within_two_epsilon() {
        assert!(worst::<f32>() <= ULPS, "{}", worst::<f32>());
        assert!(worst::<f64>() <= ULPS, "{}", worst::<f64>());
    }

    #[test]
    fn whole_turns_fall_off() {
        for k in -40..=40 {
            for angle in [-3.0, -0.75, 0.0, 0.4, 2.5_f64] {
                let turned = angle + f64::from(k) * std::f64::consts::TAU;
                let off = turn_of_radians(turned) - angle / std::f64::consts::TAU;
                // The rounding of an angle of 250 and of 40 turns.
                assert!(off.abs() <= 64.0 * f64::EPSILON, "{k} turns and {angle}: {off}");
                let off = turn_of_radians(turned as f32).to_f64() - turn_of_radians(f64::from(turned as f32));
                assert!(off.abs() <= 64.0 * f64::from(f32::EPSILON), "{k} turns and {angle}: {off}");
            }
        }
        assert_eq!([2.5_f64.nearest(), 3.5_f64.nearest(), (-0.4_f64).nearest()], [2.0, 4.0, 0.0]);
        assert_eq!([2.5_f32.nearest(), 3.5_f32.nearest(), (-0.4_f32).nearest()], [2.0, 4.0, 0.0]);
    }

    #[test]
    fn quarter_turns_are_exact_where_theory_is() {
        assert_eq!(sin_turn(0.0_f64), 0.0);
        assert_eq!(sin_turn(0.5_f32), 0.0);
        assert_eq!(cos_turn(0.25_f64), 0.0);
        assert!((cos_turn(0.0_f32) - 1.0).abs() <= f32::EPSILON);
    }
}
