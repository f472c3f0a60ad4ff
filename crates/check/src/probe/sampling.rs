//! Probes of what sampling on the device needs: logarithm, power, quantile, random words, rules.

use super::given::{Given, halves};
use super::text::Call;
use super::{Draw, Probe};
use moreau::dist::{self, Normal};
use moreau::math;
use moreau::noise::noise;
use moreau::real::Scalar;
use moreau::rng;

/// A share of the way, ends included.
const SHARE: Draw = Draw::Between(0.0, 1.0);
const ENDS: Draw = Draw::Between(-3.0, 3.0);
/// Magnitudes: one function of a wide range is better probed by factors than by a uniform argument.
const WIDE: Draw = Draw::OneOf(&[1e-30, 1e-8, 1e-3, 1.0, 7.0, 1e5, 1e30]);
const SMALL: Draw = Draw::OneOf(&[1.0, 0.1, 1e-5, 1e-12, 1e-30]);

/// All of them.
pub(super) fn probes() -> Vec<Probe> {
    let mut probes = of_octaves();
    probes.extend(of_quantile());
    probes.extend(of_rng());
    probes.extend(of_rules());
    probes.extend(of_members());
    probes
}

/// A function of one number.
fn one(name: &'static str, draw: Draw) -> Call {
    Call::new(name).real("a", draw).put_real(&format!("{name}(a)"))
}

/// A function of one number of any magnitude.
fn wide(name: &'static str, near: Draw, factor: Draw) -> Call {
    Call::new(name).real("near", near).real("factor", factor).say("let a = near * factor;")
}

fn of_octaves() -> Vec<Probe> {
    let near = Draw::Between(0.51, 1.9);
    let split = wide("ln_split", near, WIDE).say("let split = ln_split(a);").put_tuple("split", 2);
    let scale = Call::new("exp2_scale")
        .real("a", near)
        .whole("n", 61)
        .put_real("exp2_scale(a, Real(n) - Real(30.0))");
    vec![
        probe!(split, <> x: R => math::ln_split(x.real() * x.real()).to_vec()),
        probe!(one("ln_series", Draw::Between(0.0, 0.0294)), <> x: R => vec![math::ln_series(x.real())]),
        probe!(wide("ln_of", near, WIDE).put_real("ln_of(a)"), <> x: R => {
            vec![math::ln_of(x.real() * x.real())]
        }),
        probe!(scale, <> x: R => {
            let y = x.real();
            vec![math::exp2_scale(y, R::of(f64::from(x.whole())) - R::of(30.0))]
        }),
        probe!(one("exp2_series", Draw::Between(-0.5, 0.5)), <> x: R => vec![math::exp2_series(x.real())]),
        probe!(one("exp2_of", Draw::Between(-9.0, 9.0)), <> x: R => vec![math::exp2_of(x.real())]),
    ]
}

fn of_quantile() -> Vec<Probe> {
    let quantile = wide("normal_quantile", Draw::Between(0.01, 0.99), SMALL).put_real("normal_quantile(a)");
    vec![
        probe!(one("normal_middle", Draw::Between(0.0, 0.18)), <> x: R => vec![math::normal_middle(x.real())]),
        probe!(one("normal_near", Draw::Between(0.0, 3.4)), <> x: R => vec![math::normal_near(x.real())]),
        probe!(one("normal_far", Draw::Between(0.0, 5.0)), <> x: R => vec![math::normal_far(x.real())]),
        probe!(quantile, <> x: R => vec![math::normal_quantile(x.real() * x.real())]),
    ]
}

fn of_rng() -> Vec<Probe> {
    let high = Call::new("high_word").word("a").word("b").say("let high = high_word(a, b);").put_word("high");
    let words = |call: Call| ["a", "b", "c", "d"].iter().fold(call, |call, name| call.word(name));
    let philox = words(Call::new("philox"))
        .word("e")
        .word("f")
        .say("let out = philox(vec4<u32>(a, b, c, d), vec2<u32>(e, f));")
        .put_word("out.x")
        .put_word("out.y")
        .put_word("out.z")
        .put_word("out.w");
    let uniform = words(Call::new("uniform_of")).put_real("uniform_of(vec4<u32>(a, b, c, d))");
    vec![
        probe!(high, <> x: R => {
            halves(((u64::from(x.word()) * u64::from(x.word())) >> 32) as u32)
        }),
        probe!(philox, <> x: R => {
            let counter = std::array::from_fn(|_| x.word());
            rng::philox(counter, [x.word(), x.word()]).into_iter().flat_map(halves).collect()
        }),
        probe!(uniform, <> x: R => vec![rng::uniform_of(std::array::from_fn(|_| x.word()))]),
    ]
}

/// The probe of noise, which only the kernels of models that ask for it have.
pub(super) fn of_noise() -> Probe {
    let call = Call::new("noise")
        .real("strength", Draw::Between(0.0, 2.0))
        .real("motion", Draw::Between(0.0, 1000.0))
        .real("place", Draw::Between(0.0, 1000.0));
    probe!(call.put_real("noise(strength, motion, place)"), <> x: R => {
        vec![noise(x.real(), x.real(), x.real())]
    })
}

fn of_rules() -> Vec<Probe> {
    let three = |name: &'static str, share: Draw| {
        let call = Call::new(name).real("u", share).real("a", ENDS).real("b", ENDS);
        call.put_real(&format!("{name}(u, a, b)"))
    };
    let log = Call::new("dist_log")
        .real("u", SHARE)
        .real("a", Draw::Between(0.1, 1.0))
        .real("b", Draw::Between(1.0, 10.0))
        .real("octaves", Draw::Between(0.0, 4.0))
        .put_real("dist_log(u, a, b, octaves)");
    let normal = Call::new("dist_normal")
        .real("u", Draw::Between(0.0, 0.999))
        .real("mean", Draw::Between(-1.0, 1.0))
        .real("sd", Draw::Between(-1.0, 1.0))
        .real("below", Draw::Between(0.01, 0.4))
        .real("above", Draw::Between(0.01, 0.4))
        .real("high", Draw::Between(1.0, 4.0))
        .say("let n = Normal(mean, sd, below, above, Real(1.0) - below - above, -high, high);")
        .put_real("dist_normal(u, n)");
    vec![
        probe!(three("dist_hold", ENDS), <> x: R => vec![dist::dist_hold(x.real(), x.real(), x.real())]),
        probe!(three("dist_uniform", SHARE), <> x: R => {
            vec![dist::dist_uniform(x.real(), x.real(), x.real())]
        }),
        probe!(three("dist_spaced", SHARE), <> x: R => vec![dist::dist_spaced(x.real(), x.real(), x.real())]),
        probe!(log, <> x: R => vec![dist::dist_log(x.real(), x.real(), x.real(), x.real())]),
        probe!(normal, <> x: R => {
            let [u, mean, sd, below, above, high] = std::array::from_fn(|_| x.real());
            let between = R::of(1.0) - below - above;
            vec![dist::dist_normal(u, &Normal { mean, sd, below, above, between, low: -high, high })]
        }),
    ]
}

fn of_members() -> Vec<Probe> {
    let place = Call::new("dist_place")
        .real("u", SHARE)
        .whole("most", 60)
        .say("let place = dist_place(u, most + 1u);")
        .put_word("place");
    let member = |name: &'static str| Call::new(name).word("low").whole("high", 256);
    let real = member("dist_real").put_real("dist_real(vec2<u32>(low, high))");
    // High words of 0 come often: then one word does.
    let divide = Call::new("dist_divide")
        .word("low")
        .whole("high", 3)
        .word("divisor")
        .whole("upper", 2)
        .say("let by = dist_divide(vec2<u32>(low, high), vec2<u32>(divisor | 1u, upper));")
        .put_word("by.quotient.x")
        .put_word("by.quotient.y")
        .put_word("by.remainder.x")
        .put_word("by.remainder.y");
    let turn = member("dist_turn")
        .whole("stride", 5000)
        .whole("count", 1000)
        .say("let turn = dist_turn(vec2<u32>(low, high), vec2<u32>(stride + 1u, 0u), count + 1u);")
        .put_word("turn");
    vec![
        probe!(place, <> x: R => halves(dist::dist_place(x.real(), x.whole() + 1))),
        probe!(real, <> x: R => vec![dist::dist_real(number_of(x.word(), x.whole()))]),
        probe!(divide, <> x: R => {
            let a = number_of(x.word(), x.whole());
            let b = number_of(x.word() | 1, x.whole());
            let words = dist::dist_divide(a, b).map(|x| [x as u32, (x >> 32) as u32]);
            words.concat().into_iter().flat_map(halves).collect()
        }),
        probe!(turn, <> x: R => {
            let member = number_of(x.word(), x.whole());
            halves(dist::dist_turn(member, u64::from(x.whole()) + 1, x.whole() + 1))
        }),
    ]
}

/// A number of two words.
fn number_of(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}
