//! Values of a member from its rule, in the precision of the run: the twin of `shaders/dist.wgsl`. `moreau::study::Dist`
//! is what a study file says; `study/dist/draw.rs` works out the numbers that these functions take.

pub mod drawn;
pub use drawn::{Drawing, Drawn, Rule};

use crate::math::{exp2_of, normal_quantile};
use crate::real::Scalar;

crate::fields! {
    /// A normal distribution, cut off or not: mean, standard deviation (negative if mirrored), the probabilities below,
    /// above and between its ends, and the ends.
    pub struct Normal { mean, sd, below, above, between, low, high }
}

/// Within two ends, whichever is the larger.
#[inline(always)]
pub fn dist_hold<T: Scalar>(x: T, a: T, b: T) -> T {
    let low = a.smaller(b);
    let high = a.larger(b);
    low.larger(high.smaller(x))
}

/// Uniform between two ends.
#[inline(always)]
pub fn dist_uniform<T: Scalar>(u: T, a: T, b: T) -> T {
    dist_hold(a + (b - a) * u, a, b)
}

/// A share of the way from `a` to `b`; all of it is `b` to the bit.
#[inline(always)]
pub fn dist_spaced<T: Scalar>(share: T, a: T, b: T) -> T {
    if T::of(1.0) <= share { b } else { dist_uniform(share, a, b) }
}

/// The same in the logarithm, from the nearer end; `octaves` is `log2(b / a)`.
#[inline(always)]
pub fn dist_log<T: Scalar>(share: T, a: T, b: T, octaves: T) -> T {
    let near = share < T::of(0.5);
    let power = if near { share * octaves } else { -((T::of(1.0) - share) * octaves) };
    dist_hold(if near { a } else { b } * exp2_of(power), a, b)
}

/// Normal, by the quantile of the probability from the nearer end. Half a step puts it into the middle between two of
/// the uniform numbers, so that it is never 0.
#[inline(always)]
pub fn dist_normal<T: Scalar>(u: T, n: &Normal<T>) -> T {
    let half_step = T::of(T::EPSILON / 4.0);
    let lower = n.below + n.between * u < T::of(0.5);
    let way = if lower { u } else { T::of(1.0) - u } + if lower { half_step } else { -half_step };
    let z = normal_quantile(if lower { n.below } else { n.above } + n.between * way);
    dist_hold(n.mean + n.sd * if lower { z } else { -z }, n.low, n.high)
}

/// The place in a list of `count` that a uniform number stands for.
#[inline(always)]
pub fn dist_place<T: Scalar>(u: T, count: u32) -> u32 {
    ((u * T::of(f64::from(count))).to_f64() as u32).min(count - 1)
}

/// A whole number below 2^40, rounded once.
#[inline(always)]
pub fn dist_real<T: Scalar>(whole: u64) -> T {
    let [high, low] = [(whole >> 32) as u32, whole as u32].map(f64::from);
    let middle = f64::from(whole as u32 >> 16);
    let high = T::of(high) * T::of(4294967296.0) + T::of(middle) * T::of(65536.0);
    high + T::of(low - middle * 65536.0)
}

/// Quotient and remainder.
#[inline(always)]
pub fn dist_divide(a: u64, b: u64) -> [u64; 2] {
    [a / b, a % b]
}

/// The place of a member in a grid of `count` values, each of which `stride` members in a row share.
#[inline(always)]
pub fn dist_turn(member: u64, stride: u64, count: u32) -> u32 {
    dist_divide(dist_divide(member, stride)[0], u64::from(count))[1] as u32
}
