//! Round tick values in steps of 1, 2 or 5 and their labels.

/// The ticks of one axis.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Ticks {
    /// Values with labels.
    pub major: Vec<(f64, String)>,
    /// Values without.
    pub minor: Vec<f64>,
    /// Labels are to be multiplied by ten to this power; 0 in the common case.
    pub power: i32,
}

/// Labels of this size or more are written with a common power of ten.
const LARGE: f64 = 99_999.5;
/// Axes that stay below this are written with a common power of ten.
const SMALL: f64 = 0.002;

/// Ticks of an even axis from `low` to `high` with at most `most` steps.
pub(super) fn linear(low: f64, high: f64, most: usize) -> Ticks {
    let (factor, exponent) = step(high - low, most);
    let unit = power_of_ten(factor, exponent);
    let largest = low.abs().max(high.abs());
    let power =
        if !(SMALL..LARGE).contains(&largest) { (largest * (1.0 + 1e-12)).log10().floor() as i32 } else { 0 };
    let decimals = (power - exponent).clamp(0, 15) as usize;
    let major = multiples(low, high, unit)
        .map(|i| {
            let value = power_of_ten(i * factor, exponent);
            (value, minus(format!("{:.decimals$}", power_of_ten(i * factor, exponent - power))))
        })
        .collect();
    let parts = if factor == 2.0 { 4.0 } else { 5.0 };
    let minor = multiples(low, high, unit / parts).filter(|i| i % parts != 0.0).map(|i| i * unit / parts);
    Ticks { major, minor: minor.collect(), power }
}

/// Whole numbers `i` with `low <= i * unit <= high`, up to rounding; never more than 200.
fn multiples(low: f64, high: f64, unit: f64) -> impl Iterator<Item = f64> {
    let (first, last) = ((low / unit - 1e-6).ceil(), (high / unit + 1e-6).floor());
    let count = if last >= first { (last - first).min(200.0) as usize + 1 } else { 0 };
    (0..count).map(move |k| first + k as f64)
}

/// The smallest step 1, 2 or 5 times a power of ten that cuts `span` into at most `most` steps.
fn step(span: f64, most: usize) -> (f64, i32) {
    let least = (span / most.max(1) as f64).max(f64::MIN_POSITIVE) * (1.0 - 1e-9);
    let exponent = least.log10().floor() as i32;
    let rest = power_of_ten(least, -exponent);
    match [1.0, 2.0, 5.0].into_iter().find(|&f| f >= rest) {
        Some(factor) => (factor, exponent),
        None => (1.0, exponent + 1),
    }
}

/// `value` times ten to `exponent`, correctly rounded for the common negative exponents.
fn power_of_ten(value: f64, exponent: i32) -> f64 {
    if exponent < 0 { value / 10f64.powi(-exponent) } else { value * 10f64.powi(exponent) }
}

/// A number with a true minus sign, and no sign on zero.
pub(super) fn minus(number: String) -> String {
    match number.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| matches!(b, b'0' | b'.')) => rest.to_string(),
        Some(rest) => format!("\u{2212}{rest}"),
        None => number,
    }
}

/// Ten to a power, as text: `10⁻³`.
pub(super) fn ten_to(power: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = power.to_string();
    let raised = digits.chars().map(|c| c.to_digit(10).map_or('⁻', |d| DIGITS[d as usize]));
    format!("10{}", raised.collect::<String>())
}

/// Ticks of a logarithmic axis, `0 < low < high`: powers of ten, or as on a colour bar where there are none or
/// one.
pub(super) fn decades(low: f64, high: f64, most: usize) -> Ticks {
    let inside = |v: &f64| *v >= low * (1.0 - 1e-9) && *v <= high * (1.0 + 1e-9);
    let exponents = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let seen: Vec<i32> = exponents.clone().filter(|&e| inside(&power_of_ten(1.0, e))).collect();
    if seen.len() < 2 {
        return logarithmic(low, high, most);
    }
    let stride = seen.len().div_ceil(most.max(1) + 1) as i32;
    let (named, bare): (Vec<i32>, Vec<i32>) = seen.iter().partition(|&e| e % stride == 0);
    let major = named.into_iter().map(|e| (power_of_ten(1.0, e), ten_to(e))).collect();
    let between = exponents.flat_map(|e| (2..=9).map(move |f| power_of_ten(f64::from(f), e)));
    let minor = match stride {
        1 => between.filter(inside).collect(),
        _ => bare.into_iter().map(|e| power_of_ten(1.0, e)).collect(),
    };
    Ticks { major, minor, power: 0 }
}

/// Ticks of a logarithmic colour bar, `0 < low < high`: decades, or 1-2-5 where there are few.
pub(super) fn logarithmic(low: f64, high: f64, most: usize) -> Ticks {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let inside = |v: f64| v >= low * (1.0 - 1e-9) && v <= high * (1.0 + 1e-9);
    let all = |factors: &[f64]| -> Vec<(f64, i32)> {
        let each = (first..=last).flat_map(|e| factors.iter().map(move |&f| (f, e)));
        each.filter(|&(f, e)| inside(power_of_ten(f, e))).collect()
    };
    let decades = all(&[1.0]);
    let chosen = if decades.len() >= 3 { decades } else { all(&[1.0, 2.0, 5.0]) };
    if chosen.len() < 2 {
        return linear(low, high, most);
    }
    let plain = chosen.iter().all(|&(_, e)| (-2..=3).contains(&e));
    let stride = chosen.len().div_ceil(most.max(2) + 1);
    let label = |(f, e): (f64, i32)| match (plain, f == 1.0) {
        (true, _) => format!("{:.*}", (-e).max(0) as usize, power_of_ten(f, e)),
        (false, true) => ten_to(e),
        (false, false) => format!("{f}·{}", ten_to(e)),
    };
    let major = chosen.iter().step_by(stride).map(|&(f, e)| (power_of_ten(f, e), label((f, e)))).collect();
    let minor = if last - first > 8 { vec![] } else { all(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]) };
    Ticks { major, minor: minor.into_iter().map(|(f, e)| power_of_ten(f, e)).collect(), power: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &Ticks) -> Vec<&str> {
        ticks.major.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn even_ticks_are_round() {
        assert_eq!(labels(&linear(0.0, 600.0, 6)), ["0", "100", "200", "300", "400", "500", "600"]);
        assert_eq!(labels(&linear(-1.0, 1.0, 4)), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(labels(&linear(0.03, 0.97, 5)), ["0.2", "0.4", "0.6", "0.8"]);
        assert_eq!(labels(&linear(0.0, 320.0, 5)), ["0", "100", "200", "300"]);
        assert_eq!(labels(&linear(1000.001, 1000.003, 2)), ["1000.001", "1000.002", "1000.003"]);
    }

    #[test]
    fn large_and_small_values_share_a_power() {
        let small = linear(-3e-6, 3e-6, 3);
        assert_eq!((labels(&small), small.power), (vec!["−2", "0", "2"], -6));
        let large = linear(0.0, 2e7, 4);
        assert_eq!((labels(&large), large.power), (vec!["0.0", "0.5", "1.0", "1.5", "2.0"], 7));
        assert_eq!(large.major[3].0, 1.5e7);
    }

    #[test]
    fn no_range_gives_more_steps_than_asked() {
        for (low, high) in
            [(0.0, 1.0), (-7.3, 11.9), (1e-12, 3e-12), (5e8, 9.1e9), (99.0, 99.5), (-1e-3, 7e5)]
        {
            for most in 1..=9 {
                let ticks = linear(low, high, most);
                assert!(ticks.major.len() <= most + 1, "{low} {high} {most}");
                assert!(ticks.major.iter().all(|(v, _)| *v >= low - 1e-6 * (high - low)), "{low} {high}");
                let mut names = labels(&ticks);
                names.dedup();
                assert_eq!(names.len(), ticks.major.len(), "labels repeat");
            }
        }
    }

    #[test]
    fn logarithmic_ticks_are_decades_or_one_two_five() {
        assert_eq!(labels(&logarithmic(1.0, 5000.0, 6)), ["1", "10", "100", "1000"]);
        assert_eq!(labels(&logarithmic(1.0, 12.0, 6)), ["1", "2", "5", "10"]);
        assert_eq!(labels(&logarithmic(0.9e-5, 1.1, 6)), ["10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰"]);
        assert_eq!(labels(&logarithmic(6.0, 8.0, 4)), ["6.0", "6.5", "7.0", "7.5", "8.0"]);
        assert!(logarithmic(1e-30, 1e30, 5).major.len() <= 6);
    }

    #[test]
    fn decades_have_raised_labels_and_ticks_between() {
        let ticks = decades(0.5, 200.0, 6);
        assert_eq!(labels(&ticks), ["10⁰", "10¹", "10²"]);
        assert_eq!(ticks.minor.len(), 5 + 8 + 8 + 1); // 0.5 to 0.9, 2 to 9, 20 to 90, 200
        let many = decades(1e-9, 1e3, 4);
        assert_eq!(labels(&many), ["10⁻⁹", "10⁻⁶", "10⁻³", "10⁰", "10³"]);
        assert_eq!(many.minor.len(), 8, "the powers without a label");
        assert_eq!(labels(&decades(0.9, 6.0, 4)), ["1", "2", "5"]);
        assert!(decades(1e-300, 1e300, 5).major.len() <= 6);
    }

    #[test]
    fn minus_signs_are_true_and_zero_has_none() {
        assert_eq!(minus("-0.00".into()), "0.00");
        assert_eq!(minus("-1.5".into()), "−1.5");
        assert_eq!(ten_to(-12), "10⁻¹²");
    }
}
