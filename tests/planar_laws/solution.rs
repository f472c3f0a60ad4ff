//! The solution of one contact problem: conditions, certificates, uniqueness, symmetries.

use moreau::law::{CoulombDirected, Law};
use moreau::space::{Planar, Space};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

use crate::{Answer, Contact, ROUNDING, contact, flat_contact, length};

/// Moreau 1988, (13.7)–(13.10), to the rounding of what goes into them, however flat H is.
fn satisfies_the_law(c: &Contact) -> Result<(), TestCaseError> {
    let Answer { impulse, end, sticks } = c.solve();
    let slack_u = ROUNDING * c.reach(impulse).sqrt();
    let slack_p = ROUNDING * length(impulse) * (1.0 + c.mu_plus + c.mu_minus);
    prop_assert!(impulse.0[1] > 0.0, "pulls: {impulse:?}");
    prop_assert!(end.0[1].abs() <= slack_u, "U_n = {}, slack {slack_u}", end.0[1]);
    let [to_plus, to_minus] = c.inside(impulse);
    prop_assert!(to_plus >= -slack_p && to_minus >= -slack_p, "outside the cone: {impulse:?}");
    let sigma = end.0[0];
    if sticks {
        prop_assert!(sigma.abs() <= slack_u, "sticks at {sigma}");
    } else if to_plus.abs() <= to_minus.abs() {
        prop_assert!(to_plus.abs() <= slack_p && sigma >= -slack_u, "on D+ at {sigma}");
    } else {
        prop_assert!(to_minus.abs() <= slack_p && sigma <= slack_u, "on D- at {sigma}");
    }
    Ok(())
}

/// What the program itself certifies and flags, at its own limits.
fn passes_the_certificates(c: &Contact) -> Result<(), TestCaseError> {
    let Answer { impulse, end, sticks } = c.solve();
    let (p, weight, reach) = (c.params(), Planar::weight(c.h), c.reach(impulse));
    let slide = if sticks { 0.0 } else { Planar::slide(end) };
    let residual = weight * CoulombDirected::residual(&p, &c.asked(false), impulse, end, slide) / reach;
    prop_assert!(residual <= ROUNDING, "residual {} epsilon", residual / f64::EPSILON);
    let cone = weight * weight * CoulombDirected::cone(&p, &c.asked(false), impulse) / reach;
    prop_assert!(cone <= ROUNDING, "cone {} epsilon", cone / f64::EPSILON);
    let gain = weight * 0.5 * impulse.dot(c.loose + end) / reach;
    prop_assert!(gain <= ROUNDING, "gain {} epsilon", gain / f64::EPSILON);
    Ok(())
}

/// Scans Δ: P is its point in C nearest to `-H⁻¹U_L`, and no other one satisfies the conditions.
fn is_the_only_solution(c: &Contact) -> Result<(), TestCaseError> {
    let Answer { impulse, end, sticks } = c.solve();
    let found = if sticks { 0.0 } else { end.0[0] };
    let range = 4.0 * (found.abs() + length(c.loose));
    for k in -200..=200 {
        let sigma = range * f64::from(k) / 200.0;
        // Nearer than this a point is the one found.
        if (sigma - found).abs() <= 1e-3 * range {
            continue;
        }
        let point = c.on_delta(sigma);
        let slack = ROUNDING * c.condition() * (length(impulse) + length(point));
        let [to_plus, to_minus] = c.inside(point);
        let in_cone = to_plus > slack && to_minus > slack;
        prop_assert!(!in_cone || sigma.abs() > found.abs(), "{sigma} is nearer than {found}");
        let on_its_edge = if sigma > 0.0 { to_plus } else { to_minus };
        let solves = to_plus >= -slack && to_minus >= -slack && (sigma == 0.0 || on_its_edge <= slack);
        prop_assert!(!solves, "{sigma} solves it as well as {found}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_cone_solves_the_contact_problem(c in prop_oneof![contact(), flat_contact()]) {
        satisfies_the_law(&c)?;
        passes_the_certificates(&c)?;
    }

    #[test]
    fn mirror_images_react_as_mirror_images(c in contact()) {
        let (here, there) = (c.solve(), c.mirrored().solve());
        prop_assert_eq!(there.impulse.0, [-here.impulse.0[0], here.impulse.0[1]]);
        prop_assert_eq!(here.sticks, there.sticks);
    }

    /// Powers of two only move the exponents: nothing is rounded differently.
    #[test]
    fn the_reaction_grows_with_the_velocity(c in contact(), power in -20..20) {
        let factor = 2.0_f64.powi(power);
        let scaled = Contact { loose: c.loose * factor, ..c }.solve();
        prop_assert_eq!(scaled.impulse, c.solve().impulse * factor);
        prop_assert_eq!(scaled.sticks, c.solve().sticks);
    }

    /// Painlevé: where Δ does not leave C on the side of sliding, no speed is too high to be stopped at once.
    #[test]
    fn singular_sliding_sticks_at_any_speed(c in contact(), power in -6..7) {
        let [right, left] = c.margins();
        let speed = c.loose.0[0].abs() * 10.0_f64.powi(power);
        for (margin, t) in [(right, speed), (left, -speed)] {
            if margin <= 0.0 {
                let c = Contact { loose: Vector([t, c.loose.0[1]]), ..c };
                prop_assert!(c.solve().sticks, "{c:?}");
                satisfies_the_law(&c)?;
                let told = CoulombDirected::margin(&c.params(), &c.asked(false));
                prop_assert_eq!(told, margin);
            }
        }
    }

    /// The margin is what turns the closing velocity into the impulse of a contact that slides on.
    #[test]
    fn the_margin_gives_the_impulse_of_sliding(c in contact()) {
        let Answer { impulse, end, sticks } = c.solve();
        if !sticks && end.0[0] * c.loose.0[0] > 0.0 {
            let margin = CoulombDirected::margin(&c.params(), &c.asked(false));
            let off = margin * impulse.0[1] + c.loose.0[1];
            prop_assert!(off.abs() <= ROUNDING * c.loose.0[1].abs(), "off by {off}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_other_point_solves_it(c in contact()) {
        is_the_only_solution(&c)?;
    }
}

/// The residual is a real test: a reaction that is wrong in any one way does not pass it.
#[test]
fn wrong_reactions_are_noticed() {
    let h = Planar::delassus_of(1.0, 0.5, 0.8);
    let slides = Contact { h, mu_plus: 0.5, mu_minus: 0.3, loose: Vector([5.0, -1.0]) };
    let sticks = Contact { loose: Vector([-0.5, -1.0]), ..slides };
    let badness = |c: &Contact, impulse: Vector<f64, 2>| {
        let end = c.loose + Planar::respond(h, impulse);
        let slide = if c.solve().sticks { 0.0 } else { Planar::slide(end) };
        let residual = CoulombDirected::residual(&c.params(), &c.asked(false), impulse, end, slide);
        residual.max(CoulombDirected::cone(&c.params(), &c.asked(false), impulse))
    };
    for c in [slides, sticks] {
        let right = c.solve().impulse;
        assert_eq!(c.solve().sticks, c.loose == sticks.loose);
        assert!(badness(&c, right) <= ROUNDING * c.reach(right) / Planar::weight(h));
        for wrong in [[1.1, 1.0], [0.9, 1.0], [1.0, 1.1], [1.0, 0.9], [-1.0, 1.0], [0.0, 1.0]] {
            let impulse = Vector([right.0[0] * wrong[0], right.0[1] * wrong[1]]);
            assert!(badness(&c, impulse) > 1e-3, "{wrong:?} passed for {c:?}");
        }
    }
}
