//! What the papers say outright.

use moreau::theory::{Case, Contact, Mode, Sense, Solution, Theory};
use proptest::prelude::*;

use super::{contact, judge, modes, round_tip, theory};

/// Two ways to write one formula differ by the rounding of their largest term, and of sine and cosine.
const ROUNDING: f64 = 1e-13;

/// Stewart & Trinkle 1996, Sec. 1.4–1.5: the rod at angle t above the horizontal, contact at the lower left end, sliding
/// to the left, in their own formulas.
#[test]
fn the_rod_of_stewart_and_trinkle_has_none_one_or_three_solutions() {
    let (l, gravity) = (1.3, 9.81);
    let mut met = [0; 4];
    for (degrees, mu, m, inertia, omega) in rods() {
        let t = f64::to_radians(degrees);
        let p = 1.0 / m + l * l * t.cos().powi(2) / inertia - mu * l * l * t.sin() * t.cos() / inertia;
        let push = l * t.sin() * omega * omega - gravity;
        let given = [
            ("theta0", (degrees - 90.0).to_radians()),
            ("omega0", omega),
            ("slide0", -0.7),
            ("rho", 0.0),
            ("l", l),
            ("m", m),
            ("inertia", inertia),
            ("gravity", gravity),
            ("mu_minus", mu),
        ];
        let answer = theory(&round_tip(&given));
        assert_eq!(answer.sense, Some(Sense::Left));
        assert!((answer.margin.unwrap() - p).abs() <= ROUNDING * (1.0 / m + (1.0 + mu) * l * l / inertia));
        assert!((answer.push - push).abs() <= ROUNDING * (gravity + l * omega * omega));
        let (class, finite, stops): (_, &[Mode], _) = match (p > 0.0, push < 0.0) {
            (true, true) => ("slides", &[Mode::SlidesOn], 0),
            (true, false) => ("lifts-off", &[Mode::LiftsOff], 0),
            (false, true) => ("none", &[], 1),
            (false, false) => ("three", &[Mode::LiftsOff, Mode::SlidesOn], 1),
        };
        met[usize::from(p > 0.0) * 2 + usize::from(push < 0.0)] += 1;
        assert_eq!((answer.class, modes(&answer).as_slice()), (class, finite));
        assert_eq!((answer.finite_forces(), answer.solutions.len()), (finite.len(), finite.len() + stops));
        assert_eq!(answer.jumps.stop().is_some(), stops == 1);
    }
    assert!(met.iter().all(|&count| count > 20), "cases met too rarely: {met:?}");
}

/// Angle in degrees, friction, mass, inertia, angular velocity.
fn rods() -> impl Iterator<Item = (f64, f64, f64, f64, f64)> {
    let angles = (1..18).map(|k| 5.0 * f64::from(k));
    angles.flat_map(|degrees| {
        [0.3, 1.1, 2.7].into_iter().flat_map(move |mu| {
            [(1.0, 0.05), (0.4, 0.3)].into_iter().flat_map(move |(m, inertia)| {
                [0.0, -2.0, 3.5, 9.0].map(|omega| (degrees, mu, m, inertia, omega))
            })
        })
    })
}

proptest! {
    /// MODELS S7: `p(θ) = 1/m + l sin θ (l sin θ ∓ mu (l cos θ + ρ))/J`.
    #[test]
    fn the_margins_are_the_formula_of_the_model(
        (m, l, rho, inertia) in (0.1..10.0, 0.1..3.0, 0.0..2.0, 0.01..5.0),
        theta in -9.0..9.0f64,
        (mu_plus, mu_minus) in (0.0..4.0, 0.0..4.0),
    ) {
        let given = [("m", m), ("l", l), ("rho", rho), ("inertia", inertia), ("theta0", theta), ("mu_plus", mu_plus),
            ("mu_minus", mu_minus)];
        let answer = theory(&round_tip(&given));
        let (across, below) = (l * theta.sin(), l * theta.cos() + rho);
        let p = |mu: f64| 1.0 / m + across * (across - mu * below) / inertia;
        // The reduction of nine radians to a turn costs a few units more.
        let scale = 10.0 * (1.0 / m + l * (l + 4.0 * (l + rho)) / inertia);
        prop_assert!((answer.p_plus - p(mu_plus)).abs() <= ROUNDING * scale);
        prop_assert!((answer.p_minus - p(-mu_minus)).abs() <= ROUNDING * scale);
    }

    /// Right and left exchanged, nothing else changes.
    #[test]
    fn a_mirror_image_has_the_mirrored_answer(
        (theta, omega, rho) in (-1.4..1.4, -9.0..9.0, 0.0..0.6),
        slide in prop_oneof![Just(0.0), -5.0..5.0],
        normal in prop_oneof![3 => Just(0.0), 1 => -2.0..2.0],
        (mu_plus, mu_minus) in (0.0..4.0, 0.0..4.0),
    ) {
        let given = |sign: f64, mu_plus: f64, mu_minus: f64| [("theta0", sign * theta), ("omega0", sign * omega),
            ("slide0", sign * slide), ("normal0", normal), ("rho", rho), ("mu_plus", mu_plus), ("mu_minus", mu_minus)];
        let answer = theory(&round_tip(&given(1.0, mu_plus, mu_minus)));
        let image = theory(&round_tip(&given(-1.0, mu_minus, mu_plus)));
        prop_assert_eq!(mirrored(&answer), image.clone());
        // A control: an answer with friction or slope is not its own mirror image.
        prop_assert!(answer != image || theta == 0.0);
    }
}

fn flip([t, n]: [f64; 2]) -> [f64; 2] {
    [-t, n]
}

fn mirrored(answer: &Theory) -> Theory {
    let mut image = answer.clone();
    let c: &mut Contact = &mut image.contact;
    (c.velocity, c.free, c.h.tn) = (flip(c.velocity), flip(c.free), -c.h.tn);
    (c.mu_plus, c.mu_minus) = (c.mu_minus, c.mu_plus);
    (image.p_plus, image.p_minus) = (image.p_minus, image.p_plus);
    image.sense = answer.sense.map(|sense| if sense == Sense::Right { Sense::Left } else { Sense::Right });
    for jump in &mut image.jumps.outcomes {
        (jump.impulse, jump.after) = (flip(jump.impulse), flip(jump.after));
    }
    for solution in &mut image.solutions {
        match solution {
            Solution::Force { mode, force, acceleration } => {
                (*force, *acceleration) = (flip(*force), flip(*acceleration));
                *mode = match *mode {
                    Mode::SlipsRight => Mode::SlipsLeft,
                    Mode::SlipsLeft => Mode::SlipsRight,
                    other => other,
                };
            }
            Solution::Impulse(jump) => (jump.impulse, jump.after) = (flip(jump.impulse), flip(jump.after)),
        }
    }
    image
}

/// Moreau 1988, Sec. 14: at the angle where p = 0 every velocity between sliding and rest is an outcome.
#[test]
fn at_the_catastrophe_all_of_a_segment_solves() {
    let at = |theta: f64| round_tip(&[("theta0", theta), ("mu_plus", 0.5)]);
    let (mut singular, mut regular) = (0.4, 0.75);
    while (regular - singular) / 2.0 > f64::EPSILON {
        let middle = (singular + regular) / 2.0;
        if at(middle).margin(Sense::Right) < 0.0 { singular = middle } else { regular = middle }
    }
    let here = at(singular);
    let answer = theory(&here);
    assert_eq!(answer.jumps.case, Case::Segment);
    let ends = &answer.jumps.outcomes;
    assert_eq!((ends[0].impulse, ends[0].after), ([0.0, 0.0], here.velocity));
    assert_eq!(ends[1].after, [0.0, 0.0]);
    assert!(ends[1].impulse[1] > 0.0);
    for share in (0..=100).map(|k| f64::from(k) / 100.0) {
        let jump = answer.jumps.between(share).unwrap();
        judge::jump(&here, &jump).unwrap();
        assert!((jump.after[0] - (1.0 - share) * here.velocity[0]).abs() <= ROUNDING * here.velocity[0]);
    }
    assert_eq!((answer.jumps.between(-0.01), answer.jumps.between(1.01)), (None, None));

    // To both sides of that angle the segment is gone, but for a tolerance that is asked for.
    let (before, after) = (at(singular + 1e-6), at(singular - 1e-6));
    assert_eq!(theory(&before).jumps.case, Case::NoJump);
    assert_eq!(theory(&after).jumps.case, Case::PossibleJump);
    assert_eq!(theory(&after).jumps.between(0.5), None);
    assert_eq!(Theory::of(&before, 1e-3).jumps.case, Case::Segment);
    // The control: well beyond it, half of the sudden stop is no solution, and the judge says so.
    let beyond = at(0.4);
    let mut half = theory(&beyond).jumps.stop().unwrap();
    judge::jump(&beyond, &half).unwrap();
    (half.impulse, half.after) = (half.impulse.map(|p| p / 2.0), [beyond.velocity[0] / 2.0, 0.0]);
    assert!(judge::jump(&beyond, &half).is_err());
}

/// A uniform rod with friction 5/3, the classical example: `4 tan² θ - 5 tan θ + 1 = 0` where p = 0, so tan θ = 1 or 1/4.
#[test]
fn a_uniform_rod_is_singular_between_two_exact_angles() {
    let rod = |theta: f64| {
        let shape = [("theta0", theta), ("rho", 0.0), ("inertia", 1.0 / 3.0), ("mu_plus", 5.0 / 3.0)];
        theory(&round_tip(&shape)).jumps.case
    };
    let (low, high) = (f64::atan(0.25), f64::atan(1.0));
    assert_eq!([rod(low), rod(high)], [Case::Segment, Case::Segment]);
    assert_eq!([rod(low - 1e-9), rod(high + 1e-9)], [Case::NoJump, Case::NoJump]);
    assert_eq!([rod(low + 1e-9), rod(high - 1e-9)], [Case::PossibleJump, Case::PossibleJump]);
}

/// Moreau 1988, Sec. 17: the cone depends on the velocity before.
#[test]
fn what_rests_is_held_by_the_static_coefficients() {
    let given =
        |slide: f64| [("slide0", slide), ("mu_plus", 0.2), ("static_plus", 0.7), ("static_minus", 0.9)];
    let (rest, slides) = (contact("coulomb-static", &given(0.0)), contact("coulomb-static", &given(1.0)));
    assert_eq!((rest.mu_plus, rest.mu_minus), (0.7, 0.9));
    assert_eq!((slides.mu_plus, slides.mu_minus), (0.2, 0.4));
}
