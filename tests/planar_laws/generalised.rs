//! Friction in generalised forces (Charles & Ballard 2016): the set and its support function, the flow rule, the law judged by
//! its conditions, Prop. 5.1 on an ensemble, and where the law parts from Coulomb's.

use moreau::friction_set::{FrictionSet, set_domain, set_flow, set_of, set_support};
use moreau::law::{CoulombPlanar, Generalised, GeneralisedParams, Law, Problem, Reaction, generalised_slip};
use moreau::rng::philox;
use moreau::space::{Planar, PlanarDelassus, Space};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

use crate::{Contact, ROUNDING, contact, flat_contact};

/// The share of H_tt below which κ is none: far below what these tests draw, unless they say so.
const FLAT: f64 = 1e-6;

fn params(mu: f64, e: f64) -> GeneralisedParams<f64> {
    GeneralisedParams { mu, e, flat: FLAT }
}

fn soft(mu: f64) -> <CoulombPlanar as Law<Planar>>::Params<f64> {
    moreau::columns::Fields::from_fn(|_| mu)
}

/// Sets of every kind: bounded, open on one side, and one of a single point.
fn any_set() -> impl Strategy<Value = FrictionSet<f64>> {
    let factor = || prop_oneof![0.05..4.0, -2.0..0.0, Just(0.0), Just(1.0)];
    (factor(), factor(), prop_oneof![0.0..3.0, Just(0.0)]).prop_map(|(plus, minus, reach)| FrictionSet {
        plus,
        minus,
        reach,
    })
}

fn holds(set: FrictionSet<f64>, a: f64, slack: f64) -> bool {
    if a < 0.0 { -a * set.minus <= set.reach + slack } else { a * set.plus <= set.reach + slack }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// S is the largest `a v` over the set where it is finite, and everywhere else no bound on it.
    #[test]
    fn the_support_function_is_the_supremum(set in any_set(), v in -5.0..5.0_f64, share in 0.0..1.0) {
        prop_assert_eq!(set_domain(set, v), v == 0.0 || if v > 0.0 { set.plus > 0.0 } else { set.minus > 0.0 });
        let side = if v > 0.0 { set.plus } else { set.minus };
        if set_domain(set, v) {
            let s = set_support(set, v);
            // It is reached at the end of the set, and nothing within reaches further.
            let end = v.signum() * set.reach / side;
            prop_assert!(holds(set, end, ROUNDING * set.reach) && (end * v - s).abs() <= ROUNDING * s);
            prop_assert!(share * end * v <= s * (1.0 + ROUNDING));
        } else {
            prop_assert!(holds(set, v.signum() * 1e12, 0.0), "it has no end there");
        }
    }

    /// Convex and positively homogeneous on its domain, a convex cone; zero at zero, never negative.
    #[test]
    fn the_support_function_is_sublinear(set in any_set(), v in -5.0..5.0_f64, w in -5.0..5.0_f64, factor in 0.0..10.0_f64) {
        prop_assert_eq!(set_support(set, 0.0), 0.0);
        prop_assert!(set_domain(set, 0.0) && set_support(set, v) >= 0.0);
        let (s, t) = (set_support(set, v), set_support(set, w));
        let slack = ROUNDING * (s + t) * (1.0 + factor);
        prop_assert!((set_support(set, factor * v) - factor * s).abs() <= slack);
        if set_domain(set, v) && set_domain(set, w) {
            prop_assert!(set_domain(set, v + w));
            prop_assert!(set_support(set, v + w) <= s + t + slack);
        }
    }

    /// The variational inequality (3.1) for any trial velocity of the domain; what lies outside is forbidden in firm contact.
    #[test]
    fn the_flow_rule_dissipates_most(
        set in any_set(), kappa in 0.01..5.0, lambda in 1e-3..5.0, w in -5.0..5.0_f64, trials in prop::collection::vec(-20.0..20.0_f64, 16),
    ) {
        let (a, stops) = set_flow(set, kappa, lambda, w);
        let after = if stops { 0.0 } else { w + kappa * a };
        let slack = ROUNDING * (w.abs() + kappa * a.abs()) * (a.abs() + lambda * set.reach / kappa);
        prop_assert!(set_domain(set, -after), "W⁺ = {after} is forbidden");
        prop_assert!(holds(set, a / lambda, ROUNDING * (set.reach + a.abs() / lambda)));
        prop_assert!(stops || after * w >= 0.0, "friction does not reverse: {w} to {after}");
        let power = a * after + lambda * set_support(set, -after);
        prop_assert!(power.abs() <= slack, "power off by {power}");
        for v in trials.into_iter().filter(|&v: &f64| set_domain(set, -v)) {
            let most = a * (v - after) + lambda * (set_support(set, -v) - set_support(set, -after));
            prop_assert!(most >= -slack - ROUNDING * a.abs() * v.abs(), "{v}: {most}");
        }
    }

    /// W before to W after is nonexpansive, and stopped motion stays so: it is a prox.
    #[test]
    fn the_flow_is_a_prox(set in any_set(), kappa in 0.01..5.0, lambda in 0.0..5.0, v in -5.0..5.0_f64, w in -5.0..5.0_f64) {
        let after = |w: f64| {
            let (a, stops) = set_flow(set, kappa, lambda, w);
            if stops { 0.0 } else { w + kappa * a }
        };
        prop_assert!((after(v) - after(w)).abs() <= (v - w).abs() + ROUNDING * (v.abs() + w.abs()));
        prop_assert_eq!(after(0.0), 0.0);
    }

    /// The set is Coulomb's cone, cut.
    #[test]
    fn the_set_is_a_section_of_the_cone(c in contact(), a in -20.0..20.0_f64) {
        let set = set_of(c.h, c.mu_plus);
        let n = 1.0 - c.h.tn / c.h.nn * a;
        let off = c.mu_plus * n - a.abs();
        let slack = ROUNDING * (1.0 + a.abs() + c.mu_plus * (1.0 + n.abs()));
        prop_assert!(off.abs() <= slack || holds(set, a, 0.0) == (off > 0.0), "{set:?} {a}: {off}");
    }

    #[test]
    fn the_law_passes_its_certificates(c in prop_oneof![contact(), flat_contact()], e in 0.0..1.0, before in -12.0..2.0) {
        judge(&c, e, before)?;
    }

    /// Soft and closing, the only solution of Coulomb's law is the one of this law, however large the coefficient.
    #[test]
    fn soft_contact_that_closes_is_coulombs(c in contact()) {
        let (_, Reaction { impulse, sticks }) = answer(&c, 0.0, c.loose.0[1]);
        let coulomb = CoulombPlanar::impulse(&soft(c.mu_plus), &c.asked(false));
        let slack = ROUNDING * c.condition() * c.reach(impulse).sqrt() / Planar::weight(c.h);
        let off = impulse - coulomb.impulse;
        prop_assert!(off.dot(off).sqrt() <= slack, "{impulse:?} for {:?}", coulomb.impulse);
        let at_edge = CoulombPlanar::cone(&soft(c.mu_plus), &c.asked(false), impulse).abs() <= slack * slack;
        prop_assert!(sticks == coulomb.sticks || at_edge);
    }
}

/// What the law is asked and answers, of the coefficient `mu_plus`.
fn answer(c: &Contact, e: f64, before: f64) -> (Problem<f64, Planar>, Reaction<f64, Planar>) {
    let asked = Problem { before: Vector([c.loose.0[0], before]), ..c.asked(false) };
    (asked, Generalised::impulse(&params(c.mu_plus, e), &asked))
}

fn judge(c: &Contact, e: f64, before: f64) -> Result<(), TestCaseError> {
    let (asked, Reaction { impulse, sticks }) = answer(c, e, before);
    let (p, end) = (params(c.mu_plus, e), c.loose + Planar::respond(c.h, impulse));
    let (weight, reach) = (Planar::weight(c.h), c.reach(impulse));
    let slide = Generalised::slide(&p, &asked, impulse, end, sticks);
    let residual = weight * Generalised::residual(&p, &asked, impulse, end, slide) / reach;
    prop_assert!(residual <= ROUNDING, "residual {} epsilon", residual / f64::EPSILON);
    let cone = weight * weight * Generalised::cone(&p, &asked, impulse) / reach;
    prop_assert!(cone <= ROUNDING, "cone {} epsilon", cone / f64::EPSILON);
    let gain = weight * Generalised::gain(&p, &asked, impulse, end) / (reach + before * before);
    prop_assert!(gain <= ROUNDING, "gain {} epsilon", gain / f64::EPSILON);
    prop_assert!(end.0[1] >= -ROUNDING * reach.sqrt());
    // What the masks call stopped is stopped, where W is a motion at all.
    let slip = generalised_slip(&asked, end).abs();
    let k = (c.h.tn / c.h.nn).abs();
    let moves = c.det() > FLAT * c.h.tt * c.h.nn;
    prop_assert!(!(sticks && moves) || slip <= ROUNDING * (1.0 + k) * reach.sqrt(), "stopped at {slip}");
    Ok(())
}

/// Numbers in [0, 1) by their place, so that an ensemble is the same everywhere.
fn unit(member: u32, column: u32) -> f64 {
    f64::from(philox([member, column, 0, 7], [5, 0])[0]) / 4_294_967_296.0
}

/// Prop. 5.1 of Charles & Ballard 2016 on an ensemble: impacts with every e, every mu and every H, no force within the step.
/// The energy never grows, in neither of its two parts.
#[test]
fn no_impact_of_an_ensemble_gains_energy() {
    let (mut elastic, mut stopped, mut forbidden) = (0, 0, 0);
    for i in 0..100_000 {
        let draw = |column, low: f64, high: f64| low + (high - low) * unit(i, column);
        let h = Planar::delassus_of(draw(0, 0.1, 5.0), draw(1, 0.1, 5.0), draw(2, -5.0, 5.0));
        let loose = Vector([draw(3, -20.0, 20.0), draw(4, -10.0, -1e-3)]);
        let (mu, e) = (draw(5, 0.0, 5.0), if i % 4 == 0 { 1.0 } else { draw(6, 0.0, 1.0) });
        let (p, asked) = (params(mu, e), Problem::active(h, loose, false));
        let Reaction { impulse, sticks } = Generalised::impulse(&p, &asked);
        let end = loose + Planar::respond(h, impulse);
        // Twice the kinetic energy of the local velocity, `U·H⁻¹U`, in the two parts of the kinetic metric.
        let kappa = h.tt - h.tn * h.tn / h.nn;
        let energy = |v: Vector<f64, 2>| {
            let w = generalised_slip(&asked, v);
            (v.0[1] * v.0[1] / h.nn, w * w / kappa)
        };
        let ((n, w), (n_before, w_before)) = (energy(end), energy(loose));
        let slack = ROUNDING * Planar::reach(h, loose, impulse) / kappa.min(h.nn);
        assert!(n <= n_before + slack && w <= w_before + slack, "{i}: {n} {n_before}, {w} {w_before}");
        let gain = Generalised::gain(&p, &asked, impulse, end);
        assert!(gain <= slack && (2.0 * gain - (n + w - n_before - w_before)).abs() <= 4.0 * slack, "{i}");
        elastic += usize::from(e == 1.0);
        stopped += usize::from(sticks);
        forbidden += usize::from(!set_domain(set_of(h, mu), -generalised_slip(&asked, loose)));
    }
    assert!(elastic > 20_000 && stopped > 20_000 && forbidden > 10_000, "{elastic} {stopped} {forbidden}");
}

/// The set of the Painlevé bar as the paper prints it, in forces `r_x/r_θ`: `r_θ = l cos θ0 λ`.
#[test]
fn the_set_is_the_one_that_the_paper_gives_for_the_bar() {
    for i in 0..1000 {
        let draw = |column, low: f64, high: f64| low + (high - low) * unit(i, column);
        let (m, j, l) = (draw(0, 0.5, 2.0), draw(1, 0.1, 1.0), draw(2, 0.5, 2.0));
        let (theta, mu) = (draw(3, -1.5, -0.05), draw(4, 0.0, 3.0));
        let (sin, cos) = theta.sin_cos();
        let tn = -l * l * sin * cos / j;
        let h = PlanarDelassus { tt: 1.0 / m + l * l * sin * sin / j, tn, nn: l * l * cos * cos / j };
        let set = set_of(h, mu);
        let near = |a: f64, b: f64| (a - b).abs() <= ROUNDING * b.abs() / (set.minus.abs()).min(1.0);
        assert!(near(set_support(set, 1.0) / (l * cos), mu / (l * (cos - mu * sin))));
        assert_eq!(set_domain(set, -1.0), mu < -1.0 / theta.tan(), "mu = {mu}, theta = {theta}");
        if set_domain(set, -1.0) {
            assert!(near(set_support(set, -1.0) / (l * cos), mu / (l * (cos + mu * sin))));
        }
    }
}

/// Painlevé's indeterminacy: a contact that grazes, `U_n = 0`. Coulomb's law certifies a sudden stop, this law does not; both certify
/// that nothing happens. With a velocity that opens it is the same.
#[test]
fn a_sudden_stop_of_a_grazing_contact_solves_coulombs_law_only() {
    for (mu, opens) in [(1.0, 0.0), (2.5, 0.0), (1.0, 1e-3), (2.5, 1e-3)] {
        let h = PlanarDelassus { tt: 4.0, tn: 2.0, nn: 1.5 };
        let asked = Problem::<f64, Planar>::active(h, Vector([3.0, opens]), false);
        let det = h.tt * h.nn - h.tn * h.tn;
        let stop = Vector([h.tn * opens - h.nn * 3.0, h.tn * 3.0 - h.tt * opens]) * (1.0 / det);
        let coulomb = CoulombPlanar::residual(&soft(mu), &asked, stop, Vector([0.0, 0.0]), 0.0)
            + CoulombPlanar::cone(&soft(mu), &asked, stop).max(0.0);
        assert!(coulomb <= ROUNDING && stop.0[1] > 0.0, "mu {mu}: {coulomb}");
        assert!(Generalised::cone(&params(mu, 0.0), &asked, stop) > 1.0);
        let nothing = Vector([0.0, 0.0]);
        assert!(Generalised::cone(&params(mu, 0.0), &asked, nothing) <= 0.0);
        assert_eq!(Generalised::residual(&params(mu, 0.0), &asked, nothing, asked.loose, 3.0), 0.0);
    }
}

/// H of rank one, from one degree of freedom: no friction, whatever rounding makes of κ, and no NaN.
#[test]
fn a_system_of_one_degree_of_freedom_has_no_friction() {
    for i in 0..10_000 {
        let draw = |column, low: f64, high: f64| low + (high - low) * unit(i, column);
        let (t, n, w) = (draw(0, -2.0, 2.0), draw(1, 0.1, 2.0), draw(2, -3.0, -0.1));
        let h = PlanarDelassus { tt: t * t, tn: t * n, nn: n * n };
        let (p, asked) = (params(draw(3, 0.0, 5.0), 0.5), Problem::active(h, Vector([t * w, n * w]), false));
        let Reaction { impulse, sticks } = Generalised::impulse(&p, &asked);
        assert!(sticks && impulse.0[0] == 0.0 && impulse.0[1] > 0.0);
        let end = asked.loose + Planar::respond(h, impulse);
        assert!((end.0[1] + 0.5 * n * w).abs() <= ROUNDING * n * w.abs());
    }
}

/// Every certificate can fail: a reaction that is wrong in any one way is noticed.
#[test]
fn wrong_reactions_are_noticed() {
    let h = Planar::delassus_of(1.0, 0.5, 0.8);
    // It slides, it stops, and it is stopped since it must not slide.
    for (mu, loose) in [(0.5, [5.0, -1.0]), (0.5, [-0.5, -1.0]), (2.0, [5.0, -1.0])] {
        let (p, asked) = (params(mu, 0.4), Problem::<f64, Planar>::active(h, Vector(loose), false));
        let Reaction { impulse: right, sticks } = Generalised::impulse(&p, &asked);
        let badness = |impulse: Vector<f64, 2>| {
            let end = asked.loose + Planar::respond(h, impulse);
            let slide = generalised_slip(&asked, end).abs();
            let residual = Generalised::residual(&p, &asked, impulse, end, slide);
            residual.max(Generalised::cone(&p, &asked, impulse))
        };
        assert!(
            badness(right) <= 8.0 * ROUNDING * Planar::reach(h, asked.loose, right),
            "{}",
            badness(right)
        );
        assert_eq!(sticks, mu > 1.0 || loose[0] < 0.0);
        for wrong in [[1.1, 1.0], [0.9, 1.0], [1.0, 1.1], [1.0, 0.9], [-1.0, 1.0], [0.0, 1.0]] {
            let impulse = Vector([right.0[0] * wrong[0], right.0[1] * wrong[1]]);
            assert!(badness(impulse) > 1e-3, "{wrong:?} passed for mu {mu}, {loose:?}");
        }
    }
}
