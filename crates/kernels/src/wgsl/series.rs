//! The WGSL that differs between f32 and f64, written from the tables of `src/math/constants.rs`.

use std::fmt::Write;

use crate::lcp::TINY;
use crate::real::Scalar;

/// Statements that put a polynomial of `z` into a variable, by Horner's rule.
fn horner(variable: &str, coefficients: &[f64]) -> String {
    let (last, rest) = coefficients.split_last().expect("a polynomial has coefficients");
    let mut text = format!("    var {variable} = Real({last:?});\n");
    for c in rest.iter().rev() {
        writeln!(text, "    {variable} = {variable} * z + Real({c:?});").unwrap();
    }
    text
}

fn polynomial(name: &str, coefficients: &[f64]) -> String {
    format!("fn {name}(z: Real) -> Real {{\n{}    return s;\n}}\n", horner("s", coefficients))
}

fn quotient(name: &str, [top, bottom]: [&[f64]; 2]) -> String {
    let body = horner("top", top) + &horner("bottom", bottom);
    format!("fn {name}(z: Real) -> Real {{\n{body}    return top / bottom;\n}}\n")
}

/// A number as WGSL reads it.
fn real(x: f64) -> String {
    format!("Real({x:?})")
}

/// `ln_split` and `exp2_scale`, digit by digit of the exponent.
fn octaves<T: Scalar>() -> String {
    let mut split =
        String::from("fn ln_split(x: Real) -> vec2<Real> {\n    var k = Real(0.0);\n    var m = x;\n");
    let mut scale = String::from(
        "fn exp2_scale(base: Real, whole: Real) -> Real {\n    var y = base;\n    var n = whole;\n",
    );
    for digit in (0..=T::MATH.widest.ilog2()).rev().map(|digit| 1 << digit) {
        let (up, down, size) = (real(2f64.powi(digit)), real(2f64.powi(-digit)), real(f64::from(digit)));
        let low = real(2f64.powi(1 - digit));
        writeln!(split, "    if ({up} <= m) {{ m = m * {down}; k = k + {size}; }}").unwrap();
        writeln!(split, "    if (m < {low}) {{ m = m * {up}; k = k - {size}; }}").unwrap();
        writeln!(scale, "    if ({size} <= n) {{ y = y * {up}; n = n - {size}; }}").unwrap();
        writeln!(scale, "    if (n <= -{size}) {{ y = y * {down}; n = n + {size}; }}").unwrap();
    }
    let root = real(std::f64::consts::SQRT_2);
    writeln!(split, "    if ({root} < m) {{ m = m * Real(0.5); k = k + Real(1.0); }}").unwrap();
    split + "    return vec2<Real>(k, m);\n}\n" + &scale + "    return y;\n}\n"
}

/// Everything of `math.wgsl`, `rng.wgsl`, `dist.wgsl` and `facets.wgsl` that is generated.
pub(super) fn generated<T: Scalar>() -> String {
    let math = T::MATH;
    let mut text = polynomial("sin_series", math.sin_turn);
    text += &polynomial("ln_series", math.ln);
    text += &polynomial("exp2_series", math.exp2);
    for (name, parts) in ["normal_middle", "normal_near", "normal_far"].into_iter().zip(math.normal) {
        text += &quotient(name, parts);
    }
    text += &octaves::<T>();
    writeln!(text, "const LN2_HIGH = {};\nconst LN2_LOW = {};", real(math.ln2[0]), real(math.ln2[1]))
        .unwrap();
    let [least, most] = [2 - 2 * math.widest as i32, 2 * math.widest as i32 - 1].map(f64::from);
    writeln!(text, "const LEAST_POWER = {};\nconst MOST_POWER = {};", real(least), real(most)).unwrap();
    let [high, low] = math.random_bits;
    writeln!(text, "const RANDOM_HIGH = {high:#x}u;\nconst RANDOM_LOW = {low:#x}u;").unwrap();
    writeln!(text, "const HALF_STEP = {};", real(T::EPSILON / 4.0)).unwrap();
    writeln!(text, "const LCP_TINY = {};", real(TINY * T::EPSILON)).unwrap();
    text
}
