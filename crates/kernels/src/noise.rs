//! Noise as a function of place: Gaussian numbers from Philox, so that a motion of the ground is known from its number
//! alone, in any precision, at any time step and in any order. Twin: `shaders/noise.wgsl`.
//!
//! Half the probability is drawn, `p/2` with `p` uniform in (0, 1), and a sign. The three pieces of `p` are exact in
//! f32, and `p` is rounded relative to itself: the tails of f32 and f64 agree, where a uniform number of 24 bits would
//! part them.

use crate::math::normal_quantile;
use crate::real::{Real, Scalar};
use crate::rng::philox;

/// The fourth word of the counter; columns of members have 0, shifts of columns 1.
const STREAM: u32 = 2;
/// The most lanes that a number has.
const MOST_LANES: usize = 80;

/// `strength` times a standard normal number for the whole parts of `motion` and `place`, neither negative.
/// Where there is no strength nothing is drawn.
#[inline(always)]
pub fn noise<R: Real>(strength: R, motion: R, place: R) -> R {
    let mut lanes = [R::Scalar::default(); MOST_LANES];
    for (i, lane) in lanes[..R::LANES].iter_mut().enumerate() {
        *lane = noise_of(strength.lane(i), motion.lane(i), place.lane(i));
    }
    R::load(&lanes)
}

/// The same for one lane. Not inlined: it is longer than most steps.
#[inline(never)]
fn noise_of<T: Scalar>(strength: T, motion: T, place: T) -> T {
    if strength == T::of(0.0) {
        return T::of(0.0);
    }
    let words = philox([place.to_f64() as u32, 0, 0, STREAM], [motion.to_f64() as u32, 0]);
    let [high, low, last] = [words[0] >> 16, words[0] & 0xffff, words[1] >> 16].map(|x| T::of(f64::from(x)));
    let high = high * T::of(1.0 / 65_536.0);
    let low = low * T::of(1.0 / 4_294_967_296.0);
    let last = (last + T::of(0.5)) * T::of(1.0 / 281_474_976_710_656.0);
    let z = normal_quantile(T::of(0.5) * (high + low + last));
    strength * if words[1] & 1 == 1 { -z } else { z }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells of the test.
    const CELLS: usize = 40_000;
    /// Standard deviations that an estimate may be off: by chance alone once in 10^6.
    const DEVIATIONS: f64 = 5.0;

    #[test]
    fn it_is_normal_and_independent_from_cell_to_cell_and_from_motion_to_motion() {
        let of =
            |motion: f64| -> Vec<f64> { (0..CELLS).map(|k| noise(1.0, motion, k as f64 + 0.5)).collect() };
        let (a, b) = (of(3.0), of(4.0));
        let mean = |f: &dyn Fn(usize) -> f64| (0..CELLS - 1).map(f).sum::<f64>() / (CELLS - 1) as f64;
        // Standard deviations of z, z², z⁴ and of products: 1, √2, √96 and 1.
        let near = |found: f64, exact: f64, sd: f64| {
            let off = (found - exact).abs() * (CELLS as f64).sqrt() / sd;
            assert!(off <= DEVIATIONS, "{found} for {exact}: {off} deviations");
        };
        near(mean(&|k| a[k]), 0.0, 1.0);
        near(mean(&|k| a[k] * a[k]), 1.0, 2f64.sqrt());
        near(mean(&|k| a[k].powi(4)), 3.0, 96f64.sqrt());
        near(mean(&|k| a[k] * a[k + 1]), 0.0, 1.0);
        near(mean(&|k| a[k] * b[k]), 0.0, 1.0);
    }

    #[test]
    fn both_precisions_hear_the_same() {
        for k in 0..CELLS as u32 {
            let (single, double) = (noise(1.0, 7.0_f32, k as f32), noise(1.0, 7.0_f64, f64::from(k)));
            // The quantile of f32 is good to 1.5e-7 and a few epsilon; near 0 its argument is rounded to 6e-8.
            let off = (f64::from(single) - double).abs();
            assert!(off <= 1e-6 * double.abs().max(0.5), "cell {k}: {single} {double}");
        }
    }
}
