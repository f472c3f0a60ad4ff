//! Operators and laws: judged by the conditions they must satisfy, never by another solver.

use moreau::law::{CoulombSoft, Law, Problem};
use moreau::prox::{project_disk, prox_disk};
use moreau::space::Isotropic;
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

type Params = <CoulombSoft as Law<Isotropic>>::Params<f64>;

/// Rounding of a handful of f64 operations on numbers up to 100.
const ROUNDING: f64 = 1e-12;

fn length(v: Vector<f64, 2>) -> f64 {
    v.dot(v).sqrt()
}

fn vector() -> impl Strategy<Value = Vector<f64, 2>> {
    (-100.0..100.0, -100.0..100.0).prop_map(|(x, y)| Vector([x, y]))
}

fn loose() -> impl Strategy<Value = Vector<f64, 3>> {
    (-100.0..100.0, -100.0..100.0, -100.0..-1e-9).prop_map(|(x, y, n)| Vector([x, y, n]))
}

proptest! {
    #[test]
    fn prox_disk_is_the_formula_of_the_paper(c in vector(), r in 0.0..100.0) {
        let exact = c * f64::max(0.0, 1.0 - r / length(c));
        prop_assert!(length(prox_disk(c, r) - exact) <= ROUNDING);
    }

    #[test]
    fn prox_disk_is_nonexpansive(a in vector(), b in vector(), r in 0.0..100.0) {
        let moved = length(prox_disk(a, r) - prox_disk(b, r));
        prop_assert!(moved <= length(a - b) + ROUNDING);
    }

    #[test]
    fn prox_disk_is_odd(c in vector(), r in 0.0..100.0) {
        let mirrored = prox_disk(Vector([-c.0[0], c.0[1]]), r);
        prop_assert_eq!(mirrored.0, [-prox_disk(c, r).0[0], prox_disk(c, r).0[1]]);
    }

    #[test]
    fn projection_is_idempotent_and_stays_inside(c in vector(), r in 0.0..100.0) {
        let (point, _) = project_disk(c, r);
        prop_assert!(length(point) <= r + ROUNDING);
        prop_assert!(length(project_disk(point, r).0 - point) <= ROUNDING);
    }

    /// The point is nearest: the rest of c is a normal of the disk at it (variational inequality).
    #[test]
    fn projection_satisfies_its_variational_inequality(c in vector(), r in 0.0..100.0, z in vector()) {
        let (point, _) = project_disk(c, r);
        let inside = project_disk(z, r).0;
        prop_assert!((c - point).dot(inside - point) <= ROUNDING * 1e4);
    }

    #[test]
    fn coulomb_solves_the_contact_problem(u in loose(), mu in 0.0..5.0, h in 0.1..10.0) {
        let p = Params { mu };
        let a = Problem::<f64, Isotropic>::active(h, u, false);
        let reaction = CoulombSoft::impulse(&p, &a);
        let end = u + reaction.impulse * h;
        let scale = u.dot(u) / h;
        let slide = (end.0[0].powi(2) + end.0[1].powi(2)).sqrt();
        let residual = CoulombSoft::residual(&p, &a, reaction.impulse, end, slide);
        prop_assert!(residual <= ROUNDING * scale, "residual {residual}");
        let cone = CoulombSoft::cone(&p, &a, reaction.impulse);
        prop_assert!(cone <= ROUNDING * reaction.impulse.dot(reaction.impulse), "cone {cone}");
        prop_assert!(reaction.impulse.0[2] > 0.0);
        prop_assert!(end.dot(end) <= u.dot(u) * (1.0 + ROUNDING), "energy");
        prop_assert_eq!(reaction.sticks, mu * -u.0[2] >= (u.0[0].powi(2) + u.0[1].powi(2)).sqrt());
    }
}

#[test]
fn prox_disk_of_nothing_is_nothing() {
    assert_eq!(prox_disk(Vector([0.0, 0.0]), 0.0).0, [0.0, 0.0]);
    assert_eq!(prox_disk(Vector([0.0_f32, 0.0]), 1.0).0, [0.0, 0.0]);
    assert_eq!(prox_disk(Vector([3.0, 4.0]), 5.0).0, [0.0, 0.0]);
    assert_eq!(prox_disk(Vector([3.0, 4.0]), 0.0).0, [3.0, 4.0]);
}

/// The residual is a real test: a reaction that is wrong in any one way does not pass it.
#[test]
fn wrong_reactions_are_noticed() {
    let (p, u) = (Params { mu: 0.5 }, Vector([3.0, 1.0, -2.0]));
    let a = Problem::<f64, Isotropic>::active(1.0, u, false);
    let right = CoulombSoft::impulse(&p, &a).impulse;
    let badness = |impulse: Vector<f64, 3>| {
        let end = u + impulse;
        let slide = (end.0[0].powi(2) + end.0[1].powi(2)).sqrt();
        let residual = CoulombSoft::residual(&p, &a, impulse, end, slide);
        residual.max(CoulombSoft::cone(&p, &a, impulse))
    };
    assert!(badness(right) <= ROUNDING);
    for wrong in [[1.1, 1.0, 1.0], [1.0, 0.9, 1.0], [1.0, 1.0, 1.1], [-1.0, -1.0, 1.0], [0.0, 0.0, 1.0]] {
        let impulse = Vector([right.0[0] * wrong[0], right.0[1] * wrong[1], right.0[2] * wrong[2]]);
        assert!(badness(impulse) > 1e-3, "{wrong:?} passed");
    }
}
