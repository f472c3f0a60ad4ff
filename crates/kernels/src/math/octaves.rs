//! Logarithm and power of two: the library's differ between platforms, and WGSL promises little for its own. WGSL has
//! no `bitcast` of f64 either, so exponents are split off and put on by the powers of two of their binary digits.

use super::series;
use crate::real::Scalar;

/// The binary digits of an exponent, the highest first.
fn digits<T: Scalar>() -> impl Iterator<Item = i32> {
    (0..=T::MATH.widest.ilog2()).rev().map(|digit| 1 << digit)
}

/// A positive normal number as `2^k m` with `√½ <= m <= √2`: `[k, m]`.
#[inline(always)]
pub fn ln_split<T: Scalar>(x: T) -> [T; 2] {
    let mut k = T::of(0.0);
    let mut m = x;
    for digit in digits::<T>() {
        if T::of(2f64.powi(digit)) <= m {
            m = m * T::of(2f64.powi(-digit));
            k += T::of(f64::from(digit));
        }
        if m < T::of(2f64.powi(1 - digit)) {
            m = m * T::of(2f64.powi(digit));
            k = k - T::of(f64::from(digit));
        }
    }
    if T::of(std::f64::consts::SQRT_2) < m {
        m = m * T::of(0.5);
        k += T::of(1.0);
    }
    [k, m]
}

/// `(ln((1 + s)/(1 - s)) - 2s) / s³` in `z = s²`.
#[inline(always)]
pub fn ln_series<T: Scalar>(z: T) -> T {
    series(T::MATH.ln, z)
}

/// The natural logarithm of a positive normal number, to 2 epsilon of it.
#[inline(always)]
pub fn ln_of<T: Scalar>(x: T) -> T {
    let [k, m] = ln_split(x);
    let s = (m - T::of(1.0)) / (m + T::of(1.0));
    let z = s * s;
    let small = (s + s) + s * z * ln_series(z);
    k * T::of(T::MATH.ln2[0]) + (small + k * T::of(T::MATH.ln2[1]))
}

/// `(2^f - 1) / f`.
#[inline(always)]
pub fn exp2_series<T: Scalar>(f: T) -> T {
    series(T::MATH.exp2, f)
}

/// `2^n y` for a whole number n, as far as [`exp2_of`] goes.
#[inline(always)]
pub fn exp2_scale<T: Scalar>(y: T, n: T) -> T {
    let mut y = y;
    let mut n = n;
    for digit in digits::<T>() {
        let size = T::of(f64::from(digit));
        if size <= n {
            y = y * T::of(2f64.powi(digit));
            n = n - size;
        }
        if n <= -size {
            y = y * T::of(2f64.powi(-digit));
            n += size;
        }
    }
    y
}

/// `2^x`, to 2 epsilon of it; `x` is held where the result is a normal number.
#[inline(always)]
pub fn exp2_of<T: Scalar>(x: T) -> T {
    let widest = f64::from(T::MATH.widest);
    let held = T::of(2.0 - 2.0 * widest).larger(T::of(2.0 * widest - 1.0).smaller(x));
    let n = held.nearest();
    let f = held - n;
    exp2_scale(T::of(1.0) + f * exp2_series(f), n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spread over all magnitudes, and close to 1, where the logarithm is small.
    fn samples() -> impl Iterator<Item = f64> {
        let wide = (-1200..=1200).map(|i| (f64::from(i) * 0.0719).exp());
        let near = (1..2000).flat_map(|i| [1.0 + f64::from(i) * 3e-4, 1.0 / (1.0 + f64::from(i) * 3e-4)]);
        wide.chain(near)
    }

    /// The worst relative error of both, in units of epsilon, where f64's own library is the truth.
    fn worst<T: Scalar>() -> (f64, f64) {
        let (mut ln, mut exp2): (f64, f64) = (0.0, 0.0);
        for x in samples().map(T::of) {
            let truth = x.to_f64().ln();
            if truth != 0.0 {
                ln = ln.max(((ln_of(x).to_f64() - truth) / truth).abs() / T::EPSILON);
            }
            let power = T::of(truth);
            let truth = power.to_f64().exp2();
            exp2 = exp2.max((exp2_of(power).to_f64() / truth - 1.0).abs() / T::EPSILON);
        }
        (ln, exp2)
    }

    #[test]
    fn logarithm_and_power_are_within_two_epsilon() {
        for (ln, exp2) in [worst::<f32>(), worst::<f64>()] {
            assert!(ln <= 2.0 && exp2 <= 2.0, "{ln} {exp2}");
        }
    }

    #[test]
    fn powers_of_two_are_exact_and_ends_are_held() {
        for k in -126..=127 {
            assert_eq!(exp2_of(k as f32), 2f32.powi(k));
            assert_eq!(ln_split(2f32.powi(k)), [k as f32, 1.0]);
        }
        for k in -1022..=1023 {
            assert_eq!(exp2_of(f64::from(k)), 2f64.powi(k));
            assert_eq!(ln_split(2f64.powi(k)), [f64::from(k), 1.0]);
        }
        assert_eq!([exp2_of(4000.0), exp2_of(-4000.0)], [2f64.powi(1023), 2f64.powi(-1022)]);
        assert_eq!(ln_of(1.0_f32), 0.0);
    }
}
