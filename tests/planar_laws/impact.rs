//! Newton's and Frémond's impact laws: their conditions, eq. 32 and 64 of Acary & Collins-Craft 2023, and what they do to energy.

use moreau::law::{CoulombPlanar, Fremond, ImpactParams, Law, Newton, Problem};
use moreau::space::{Planar, PlanarDelassus, Space};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

use crate::{ROUNDING, length, loose};

type One = <CoulombPlanar as Law<Planar>>::Params<f64>;

/// An impact: what a law is asked, and its parameters.
#[derive(Clone, Copy, Debug)]
struct Strike {
    p: ImpactParams<f64>,
    h: PlanarDelassus<f64>,
    theta: f64,
    before: Vector<f64, 2>,
    loose: Vector<f64, 2>,
}

impl Strike {
    fn asked(&self) -> Problem<f64, Planar> {
        Problem { before: self.before, theta: self.theta, ..Problem::active(self.h, self.loose, false) }
    }

    /// The impulse, the velocity after it, and whether it sticks.
    fn solve<L: Law<Planar, Params<f64> = ImpactParams<f64>>>(
        &self,
    ) -> (Vector<f64, 2>, Vector<f64, 2>, bool) {
        let reaction = L::impulse(&self.p, &self.asked());
        (reaction.impulse, self.loose + Planar::respond(self.h, reaction.impulse), reaction.sticks)
    }

    /// Squared velocity that rounding refers to: friction goes by the velocity before as well.
    fn reach(&self, impulse: Vector<f64, 2>) -> f64 {
        Planar::reach(self.h, self.loose, impulse) + self.before.dot(self.before)
    }

    /// `U_θ`.
    fn mean(&self, theta: f64, end: Vector<f64, 2>) -> Vector<f64, 2> {
        end * theta + self.before * (1.0 - theta)
    }
}

/// Any impact with `1/2 <= θ <= 1/(1+e)` (78), with a force within the step or without.
fn strike() -> impl Strategy<Value = Strike> {
    let h = (0.1..5.0, 0.1..5.0, -5.0..5.0).prop_map(|(a, b, c)| Planar::delassus_of(a, b, c));
    let e = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0];
    let mu = prop_oneof![Just(0.0), 0.0..5.0, Just(1000.0)];
    let share = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0];
    let force = prop_oneof![Just(Vector([0.0, 0.0])), loose().prop_map(|v| v * 0.1)];
    (h, mu, e, share, loose(), force).prop_map(|(h, mu, e, share, before, force)| {
        let theta = 0.5 + share * (1.0 / (1.0 + e) - 0.5);
        Strike { p: ImpactParams { mu, e }, h, theta, before, loose: before + force }
    })
}

/// The conditions of both laws: the rebound is Newton's, P lies in the cone, and friction opposes the sliding velocity `sigma`.
fn satisfies(
    s: &Strike,
    impulse: Vector<f64, 2>,
    end: Vector<f64, 2>,
    sigma: f64,
) -> Result<(), TestCaseError> {
    let slack_u = ROUNDING * s.reach(impulse).sqrt();
    let slack_p = ROUNDING * length(impulse);
    let [t, n] = impulse.0;
    prop_assert!(n > 0.0, "pulls: {impulse:?}");
    prop_assert!((end.0[1] + s.p.e * s.before.0[1]).abs() <= slack_u, "rebounds at {}", end.0[1]);
    prop_assert!(t.abs() <= s.p.mu * n + slack_p, "outside the cone: {impulse:?}");
    let opposed = (t + s.p.mu * n * sigma.signum()).abs() <= slack_p * (1.0 + s.p.mu);
    prop_assert!(sigma.abs() <= slack_u || opposed, "slides at {sigma} under {impulse:?}");
    Ok(())
}

/// What the program itself certifies, at its own limits.
fn certified<L: Law<Planar, Params<f64> = ImpactParams<f64>>>(s: &Strike) -> Result<f64, TestCaseError> {
    let (impulse, end, sticks) = s.solve::<L>();
    let (a, weight, reach) = (s.asked(), Planar::weight(s.h), s.reach(impulse));
    let slide = L::slide(&s.p, &a, impulse, end, sticks);
    let residual = weight * L::residual(&s.p, &a, impulse, end, slide) / reach;
    prop_assert!(residual <= ROUNDING, "residual {} epsilon", residual / f64::EPSILON);
    let cone = weight * weight * L::cone(&s.p, &a, impulse) / reach;
    prop_assert!(cone <= ROUNDING, "cone {} epsilon", cone / f64::EPSILON);
    prop_assert!((slide - end.0[0].abs()).abs() <= ROUNDING * reach.sqrt(), "slides at {slide}");
    Ok(weight * L::gain(&s.p, &a, impulse, end) / reach)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100_000))]

    /// Lemma 2 and Proposition 1: `P·U_θ <= 0` for every θ that eq. 78 allows; and so the energy of a step without forces never rises.
    #[test]
    fn fremond_never_gains_energy(s in strike()) {
        let gain = certified::<Fremond>(&s)?;
        prop_assert!(gain <= ROUNDING, "gain {} epsilon", gain / f64::EPSILON);
        let s = Strike { loose: s.before, ..s };
        let (impulse, end, _) = s.solve::<Fremond>();
        let kinetic = 0.5 * Planar::weight(s.h) * impulse.dot(s.before + end) / s.reach(impulse);
        prop_assert!(kinetic <= ROUNDING, "kinetic energy rises by {} epsilon", kinetic / f64::EPSILON);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn newton_solves_its_conditions(s in strike()) {
        let (impulse, end, _) = s.solve::<Newton>();
        satisfies(&s, impulse, end, end.0[0])?;
        let told = certified::<Newton>(&s)?;
        let exact = Planar::weight(s.h) * 0.5 * impulse.dot(s.loose + end) / s.reach(impulse);
        prop_assert!((told - exact).abs() <= ROUNDING, "the gain is the change of kinetic energy");
    }

    #[test]
    fn fremond_solves_its_conditions(s in strike()) {
        let (impulse, end, _) = s.solve::<Fremond>();
        satisfies(&s, impulse, end, s.mean(s.theta, end).0[0])?;
        certified::<Fremond>(&s)?;
    }

    /// Eq. 75: they are one law for θ = 1, and Coulomb's soft contact for e = 0 besides, to the bit.
    #[test]
    fn the_laws_meet_where_they_should(s in strike(), stuck in any::<bool>()) {
        let whole = Strike { theta: 1.0, ..s };
        prop_assert_eq!(whole.solve::<Fremond>(), s.solve::<Newton>());
        let soft = Strike { p: ImpactParams { e: 0.0, ..s.p }, ..s };
        let coulomb = CoulombPlanar::impulse(&One { mu: s.p.mu }, &Problem { stuck, ..soft.asked() });
        let newton = Newton::impulse(&soft.p, &soft.asked());
        prop_assert_eq!((newton.impulse, newton.sticks), (coulomb.impulse, coulomb.sticks));
    }

    /// Lemma 2, first part: a contact that neither closes nor turns round is Coulomb's, whatever e and θ.
    #[test]
    fn a_smooth_contact_is_coulombs(s in strike(), speed in -9.0..9.0) {
        for sigma in [0.0, speed] {
            let s = Strike { before: Vector([sigma, 0.0]), loose: Vector([sigma, 0.0]) + s.loose * 1e-3, ..s };
            let coulomb = CoulombPlanar::impulse(&One { mu: s.p.mu }, &s.asked());
            let end = s.loose + Planar::respond(s.h, coulomb.impulse);
            let slides_on = !coulomb.sticks && end.0[0] * sigma > 0.0;
            if slides_on || sigma == 0.0 {
                prop_assert_eq!(s.solve::<Newton>().0, coulomb.impulse);
                prop_assert_eq!(s.solve::<Fremond>().0, coulomb.impulse);
            }
        }
    }

    /// Where a force lifts off what came, there is no impulse; what leaves by itself is not thrown.
    #[test]
    fn nothing_is_pulled_and_nothing_thrown(s in strike(), up in 0.0..5.0) {
        let lifted = Strike { loose: Vector([s.loose.0[0], -s.before.0[1] + up]), ..s };
        prop_assert_eq!(lifted.solve::<Newton>().0, Vector([0.0, 0.0]));
        prop_assert_eq!(lifted.solve::<Fremond>().0, Vector([0.0, 0.0]));
        certified::<Newton>(&lifted)?;
        certified::<Fremond>(&lifted)?;
        let leaves = Strike { before: Vector([s.before.0[0], up]), ..s };
        for (impulse, end, _) in [leaves.solve::<Newton>(), leaves.solve::<Fremond>()] {
            prop_assert!(end.0[1].abs() <= ROUNDING * leaves.reach(impulse).sqrt());
        }
        let gain = certified::<Fremond>(&leaves)?;
        prop_assert!(gain <= ROUNDING, "gain {} epsilon", gain / f64::EPSILON);
    }
}

/// The residual is a real test: a reaction that is wrong in any one way does not pass it, nor does none at all.
#[test]
fn wrong_reactions_are_noticed() {
    fn check<L: Law<Planar, Params<f64> = ImpactParams<f64>>>(t: f64, sticks: bool) {
        let before = Vector([t, -1.0]);
        let p = ImpactParams { mu: 0.5, e: 0.5 };
        let s = Strike { p, h: Planar::delassus_of(1.0, 0.5, 0.8), theta: 0.5, before, loose: before };
        let (right, _, stuck) = s.solve::<L>();
        assert_eq!(stuck, sticks, "{} at {t}", L::NAME);
        let badness = |impulse: Vector<f64, 2>| {
            let end = s.loose + Planar::respond(s.h, impulse);
            let residual = L::residual(&s.p, &s.asked(), impulse, end, Planar::slide(end));
            residual.max(L::cone(&s.p, &s.asked(), impulse))
        };
        assert!(badness(right) <= ROUNDING * s.reach(right) / Planar::weight(s.h));
        let wrongs = [
            [1.1, 1.0],
            [0.9, 1.0],
            [1.0, 1.1],
            [1.0, 0.9],
            [-1.0, 1.0],
            [0.0, 1.0],
            [0.0, 0.0],
            [-1.0, -1.0],
        ];
        for wrong in wrongs {
            let impulse = Vector([right.0[0] * wrong[0], right.0[1] * wrong[1]]);
            assert!(badness(impulse) > 1e-3, "{wrong:?} passed for {} at {t}", L::NAME);
        }
    }
    check::<Newton>(5.0, false);
    check::<Newton>(-1.0, true);
    check::<Fremond>(5.0, false);
    check::<Fremond>(-0.5, true);
}

/// Outside eq. 78 Frémond's certificate can fail, and does: an elastic rebound by θ = 1.
#[test]
fn the_gain_of_fremond_is_seen_beyond_its_theta() {
    let (h, before) = (Planar::delassus_of(1.0, 0.5, 0.8), Vector([0.0, -1.0]));
    let s = Strike { p: ImpactParams { mu: 0.0, e: 1.0 }, h, theta: 1.0, before, loose: before };
    let (impulse, end, _) = s.solve::<Fremond>();
    assert!(Fremond::gain(&s.p, &s.asked(), impulse, end) > 0.1);
}
