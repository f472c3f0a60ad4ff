//! One contact in space with any H: the solver and its law, judged by the conditions they must satisfy.

use moreau::Real;
use moreau::law::{CoulombSpatial, CoulombSpatialParams, Law, Problem};
use moreau::prox::prox_disk;
use moreau::space::{Space, Spatial, SpatialDelassus};
use moreau::spatial::{spatial_axes, spatial_bracket, spatial_solutions, spatial_solve, spatial_splits};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

/// What a certificate may amount to, in units of rounding: the limit that runs are held to.
const CERTIFIED: f64 = 64.0 * f64::EPSILON;
/// The residual asked of a local problem in f64, relative to [`Space::reach`].
const RESIDUAL: f64 = 1e-12;

/// Q diag Qᵀ with eigenvalues over so many decades.
fn delassus(decades: f64) -> impl Strategy<Value = SpatialDelassus<f64>> {
    let size = -0.5 * decades..=0.5 * decades;
    let turn = -1.0..1.0;
    ([size.clone(), size.clone(), size], [turn.clone(), turn.clone(), turn]).prop_map(|(size, turn)| {
        let d = size.map(|s: f64| 10f64.powf(s));
        // Cayley's rotation of a vector.
        let [x, y, z] = turn.map(|t: f64| 3.0 * t);
        let s = 1.0 + x * x + y * y + z * z;
        let rows = [
            [1.0 + x * x - y * y - z * z, 2.0 * (x * y - z), 2.0 * (x * z + y)],
            [2.0 * (x * y + z), 1.0 - x * x + y * y - z * z, 2.0 * (y * z - x)],
            [2.0 * (x * z - y), 2.0 * (y * z + x), 1.0 - x * x - y * y + z * z],
        ];
        let at = |i: usize, j: usize| (0..3).map(|k| d[k] * rows[i][k] * rows[j][k]).sum::<f64>() / (s * s);
        SpatialDelassus { xx: at(0, 0), xy: at(0, 1), yy: at(1, 1), xn: at(0, 2), yn: at(1, 2), nn: at(2, 2) }
    })
}

/// A loose velocity that approaches, slowly or fast.
fn loose() -> impl Strategy<Value = Vector<f64, 3>> {
    (-1.0..1.0, -1.0..1.0, -3.0..0.5).prop_map(|(x, y, n)| Vector([x, y, -10f64.powf(n)]))
}

/// The worst relative certificate of an impulse, as runs take them.
fn worst(p: &CoulombSpatialParams<f64>, a: &Problem<f64, Spatial>, impulse: Vector<f64, 3>) -> f64 {
    let end = a.loose + Spatial::respond(a.h, impulse);
    let weight = Spatial::weight(a.h);
    let residual = weight * CoulombSpatial::residual(p, a, impulse, end, Spatial::slide(end));
    let cone = weight * weight * CoulombSpatial::cone(p, a, impulse);
    let gain = weight * CoulombSpatial::gain(p, a, impulse, end);
    let pulls = if impulse.0[2] >= 0.0 { 0.0 } else { f64::INFINITY };
    let all = [residual, cone, gain, pulls].map(|x| if x.is_nan() { f64::INFINITY } else { x });
    all.into_iter().fold(0.0, f64::max) / Spatial::reach(a.h, a.loose, impulse)
}

/// The kinetic energy after the contact, but for what no impulse changes: `1/2 U·H⁻¹U`, by the impulse from sticking.
fn energy(h: SpatialDelassus<f64>, loose: Vector<f64, 3>, impulse: Vector<f64, 3>) -> f64 {
    impulse.dot(loose) + 0.5 * impulse.dot(Spatial::respond(h, impulse))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn impulses_solve_the_contact_problem(
        h in delassus(2.0), loose in loose(), before in -3.0..3.0, mu in 0.0..10.0, e in 0.0..1.0,
    ) {
        let p = CoulombSpatialParams { mu, e };
        let before = Vector([loose.0[0], loose.0[1], before]);
        let a = Problem { before, ..Problem::<f64, Spatial>::active(h, loose, false) };
        let reaction = CoulombSpatial::impulse(&p, &a);
        let badness = worst(&p, &a, reaction.impulse);
        prop_assert!(badness <= CERTIFIED, "{} epsilon", badness / f64::EPSILON);
        let end = loose + Spatial::respond(h, reaction.impulse);
        if reaction.sticks {
            let scale = Spatial::reach(h, loose, reaction.impulse).sqrt();
            prop_assert!(Spatial::slide(end) <= CERTIFIED * scale, "slides at {}", Spatial::slide(end));
        }
    }

    /// H with a condition of a million, and more friction than there is.
    #[test]
    fn steep_matrices_are_solved_to_the_residual_asked_for(h in delassus(6.0), loose in loose(), mu in 0.0..10.0) {
        let a = Problem::<f64, Spatial>::active(h, loose, false);
        let badness = worst(&CoulombSpatialParams { mu, e: 0.0 }, &a, spatial_solve(h, mu, loose).0);
        prop_assert!(badness <= RESIDUAL, "{badness}");
    }

    /// All of them solve the problem, their number is the one counted, and the law takes the one that leaves least energy.
    #[test]
    fn every_solution_is_one(h in delassus(2.0), loose in loose(), mu in 0.0..5.0) {
        let p = CoulombSpatialParams { mu, e: 0.0 };
        let a = Problem::<f64, Spatial>::active(h, loose, false);
        let all = spatial_solutions(h, mu, loose);
        let axes = spatial_axes(h, mu, loose);
        prop_assert_eq!(all.len(), spatial_bracket(&axes, spatial_splits(&axes)).solutions as usize);
        prop_assert_eq!(all.len() % 2, 1, "an odd number");
        let taken = spatial_solve(h, mu, loose).0;
        for impulse in &all {
            prop_assert!(worst(&p, &a, *impulse) <= CERTIFIED);
            let room = RESIDUAL * Spatial::reach(h, loose, *impulse) / Spatial::weight(h);
            prop_assert!(energy(h, loose, taken) <= energy(h, loose, *impulse) + room);
        }
        prop_assert_eq!(all.last().unwrap().0, taken.0);
    }

    /// A diagonal H with equal tangential entries: prox to disk (Moreau 1988, Sec. 16).
    #[test]
    fn a_particle_gets_the_prox_to_disk(t in 0.1..10.0, n in 0.1..10.0, loose in loose(), mu in 0.0..5.0) {
        let h = SpatialDelassus { xx: t, xy: 0.0, yy: t, xn: 0.0, yn: 0.0, nn: n };
        let (impulse, sticks) = spatial_solve(h, mu, loose);
        let [x, y, z] = loose.0;
        let expected = prox_disk(Vector([x, y]), mu * t * (-z / n));
        let end = loose + Spatial::respond(h, impulse);
        let scale = Spatial::reach(h, loose, impulse).sqrt();
        let apart = (end.0[0] - expected.0[0]).hypot(end.0[1] - expected.0[1]);
        prop_assert!(apart <= CERTIFIED * scale && end.0[2].abs() <= CERTIFIED * scale, "{apart}");
        prop_assert_eq!(sticks, expected.0 == [0.0, 0.0]);
    }

    /// The names of the axes are ours: turned and mirrored problems have turned and mirrored solutions.
    #[test]
    fn solutions_turn_with_the_plane(h in delassus(1.0), loose in loose(), mu in 0.0..1.0) {
        let quarter = SpatialDelassus { xx: h.yy, xy: -h.xy, yy: h.xx, xn: -h.yn, yn: h.xn, nn: h.nn };
        let [x, y, n] = loose.0;
        let (p, turned) = (spatial_solve(h, mu, loose).0, spatial_solve(quarter, mu, Vector([-y, x, n])).0);
        let back = Vector([turned.0[1], -turned.0[0], turned.0[2]]);
        let mirror = SpatialDelassus { xy: -h.xy, yn: -h.yn, ..h };
        let seen = spatial_solve(mirror, mu, Vector([x, -y, n])).0;
        let seen = Vector([seen.0[0], -seen.0[1], seen.0[2]]);
        for other in [back, seen] {
            let off = p - other;
            // Near a double solution the impulse is as sensitive as a square root.
            prop_assert!(off.dot(off).sqrt() <= 1e-7 * p.dot(p).sqrt(), "{p:?} {other:?}");
        }
    }

    #[test]
    fn velocities_and_impulses_scale(h in delassus(2.0), loose in loose(), mu in 0.0..2.0, power in -20..20) {
        let by = 2f64.powi(power);
        let (p, scaled) = (spatial_solve(h, mu, loose).0, spatial_solve(h, mu, loose * by).0);
        prop_assert_eq!((p * by).0, scaled.0);
    }

    /// In f32 too, to its own rounding.
    #[test]
    fn single_precision_solves_it_to_its_rounding(h in delassus(1.0), loose in loose(), mu in 0.0..3.0) {
        let [xx, xy, yy, xn, yn, nn] = [h.xx, h.xy, h.yy, h.xn, h.yn, h.nn].map(|x| x as f32);
        let u = loose.0.map(|x| x as f32);
        let (impulse, _) = spatial_solve(SpatialDelassus { xx, xy, yy, xn, yn, nn }, mu as f32, Vector(u));
        let [xx, xy, yy, xn, yn, nn] = [xx, xy, yy, xn, yn, nn].map(f64::from);
        let h = SpatialDelassus { xx, xy, yy, xn, yn, nn };
        let a = Problem::<f64, Spatial>::active(h, Vector(u.map(f64::from)), false);
        let p = CoulombSpatialParams { mu: f64::from(mu as f32), e: 0.0 };
        let badness = worst(&p, &a, Vector(impulse.0.map(f64::from)));
        prop_assert!(badness <= 64.0 * f64::from(f32::EPSILON), "{badness}");
    }
}

/// A body that leans such that friction presses it down, found by search: three ways to go on.
#[test]
fn strong_coupling_has_three_solutions() {
    let h = SpatialDelassus { xx: 1.0, xy: 0.0, yy: 8.0, xn: 0.2, yn: 2.7, nn: 1.0 };
    let mut found = [0; 4];
    for i in 0..400 {
        let (angle, mu) = (f64::from(i % 40) * 0.157, 0.1 + 0.2 * f64::from(i / 40));
        let loose = Vector([angle.cos(), angle.sin(), -0.1]);
        let all = spatial_solutions(h, mu, loose);
        found[all.len()] += 1;
        let p = CoulombSpatialParams { mu, e: 0.0 };
        let a = Problem::<f64, Spatial>::active(h, loose, false);
        assert!(all.iter().all(|impulse| worst(&p, &a, *impulse) <= CERTIFIED));
    }
    assert!(found[1] > 0 && found[3] > 0 && found[0] + found[2] == 0, "{found:?}");
}

/// Without friction, without a loose slip, and where both are missing.
#[test]
fn edges_of_the_problem() {
    let h = SpatialDelassus { xx: 3.0, xy: 0.5, yy: 2.0, xn: 0.4, yn: -0.3, nn: 1.5 };
    let plain = SpatialDelassus { xy: 0.0, xn: 0.0, yn: 0.0, ..h };
    for (h, mu, loose, sticks) in [
        (h, 0.0, Vector([1.0, 2.0, -3.0]), false),
        (plain, 0.0, Vector([0.0, 0.0, -3.0]), true),
        (plain, 0.5, Vector([0.0, 0.0, -3.0]), true),
        (plain, 0.5, Vector([1e-30, 0.0, -3.0]), true),
        (plain, 0.5, Vector([1.0, 0.0, -1e-30]), false),
        (plain, 10.0, Vector([1e6, 1e6, -1e-6]), false),
    ] {
        let (impulse, stuck) = spatial_solve(h, mu, loose);
        let a = Problem::<f64, Spatial>::active(h, loose, false);
        assert!(worst(&CoulombSpatialParams { mu, e: 0.0 }, &a, impulse) <= CERTIFIED, "{loose:?}");
        assert_eq!(stuck, sticks, "{loose:?}");
        if mu == 0.0 {
            assert!(impulse.0[0].abs() + impulse.0[1].abs() == 0.0);
        }
    }
}

/// A reaction that is wrong in any one way does not pass.
#[test]
fn wrong_reactions_are_noticed() {
    let h = SpatialDelassus { xx: 3.0, xy: 0.5, yy: 2.0, xn: 0.4, yn: -0.3, nn: 1.5 };
    let (p, loose) = (CoulombSpatialParams { mu: 0.3, e: 0.5 }, Vector([3.0, 1.0, -2.0]));
    let a = Problem::<f64, Spatial>::active(h, loose, false);
    let right = CoulombSpatial::impulse(&p, &a).impulse;
    assert!(worst(&p, &a, right) <= CERTIFIED);
    // A turn by 1e-9: friction's power does not see it, the direction does.
    let [x, y, n] = right.0;
    let turned = Vector([x - 1e-9 * y, y + 1e-9 * x, n]);
    assert!(worst(&p, &a, turned) > CERTIFIED);
    for factor in [[1.1, 1.0, 1.0], [1.0, 0.9, 1.0], [1.0, 1.0, 1.1], [-1.0, -1.0, 1.0], [0.0, 0.0, 1.0]] {
        let wrong = Vector([x * factor[0], y * factor[1], n * factor[2]]);
        assert!(worst(&p, &a, wrong) > 1e3 * CERTIFIED, "{factor:?}");
    }
}

/// Lanes do what scalars do, to the bit.
#[test]
fn lanes_are_scalars() {
    type Lanes = moreau::lanes::Four<f64>;
    let h = |i: usize| SpatialDelassus {
        xx: 2.0 + 0.3 * i as f64,
        xy: 0.2,
        yy: 3.0,
        xn: 0.9 - 0.4 * i as f64,
        yn: 0.3,
        nn: 1.0,
    };
    let loose = |i: usize| Vector([1.0, -0.5 * i as f64, -0.3]);
    let pack = |f: &dyn Fn(usize) -> f64| Lanes::load(&[f(0), f(1), f(2), f(3)]);
    let together = SpatialDelassus {
        xx: pack(&|i| h(i).xx),
        xy: pack(&|i| h(i).xy),
        yy: pack(&|i| h(i).yy),
        xn: pack(&|i| h(i).xn),
        yn: pack(&|i| h(i).yn),
        nn: pack(&|i| h(i).nn),
    };
    let u: Vector<Lanes, 3> = Tuple::from_fn(|j| pack(&|i| loose(i).0[j]));
    let (all, _) = spatial_solve(together, Lanes::of(0.4), u);
    for i in 0..4 {
        let alone = spatial_solve(h(i), 0.4, loose(i)).0;
        assert_eq!([0, 1, 2].map(|j| all.0[j].lane(i)), alone.0);
    }
}
