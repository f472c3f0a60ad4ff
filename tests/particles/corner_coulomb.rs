//! A corner whose planes each have Coulomb's law of their own: the law by its conditions, what it holds by brute force, and how
//! it differs from Charles & Ballard's.

use moreau::backend::Backend;
use moreau::law::{CharlesBallard, CharlesBallardParams, CoulombCorner, CoulombCornerParams, CoulombSoft};
use moreau::law::{Law, Problem, contact_excess, corner_contacts, corner_hold};
use moreau::model::{held_each, held_together};
use moreau::space::{Corner, Isotropic, Planes, corner_parts, corner_prox};
use moreau::study::Study;
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

use super::corner::{length, planes, velocity};

type V = Vector<f64, 3>;
type Params = CoulombCornerParams<f64>;

/// Rounding of a few solves with planes whose angle is at least 4 degrees, each up to 1/sin² of it times a few epsilon.
const ROUNDING: f64 = 1e-9;
/// How near to a line between two answers rounding may choose: angles in radians, and steps of no consequence.
const NEAR: f64 = 1e-7;

fn law() -> impl Strategy<Value = Params> {
    (prop::array::uniform3(prop_oneof![4 => 0.0..1.5, 1 => Just(0.0), 1 => 1.5..20.0]), 0..3_u8)
        .prop_map(|([mu1, mu2, mu3], hold)| Params { mu1, mu2, mu3, hold: f64::from(hold) })
}

/// Three planes at right angles to each other, turned about.
fn square() -> impl Strategy<Value = Planes<f64>> {
    (velocity(), velocity()).prop_filter_map("two directions", |(a, b)| {
        let unit = |v: V| (length(v) > 0.1).then(|| v * (1.0 / length(v)));
        let n1 = unit(a)?;
        let n2 = unit(b - n1 * n1.dot(b))?;
        let ([a1, a2, a3], [b1, b2, b3]) = (n1.0, n2.0);
        let n3 = Vector([a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1]);
        Some(Planes { normals: [n1, n2, n3], gaps: Vector([0.0; 3]) })
    })
}

fn both() -> impl Strategy<Value = Planes<f64>> {
    prop_oneof![planes(), square()]
}

/// Some impulse of a cone, from a direction of friction.
fn within(n: V, mu: f64, push: f64, toward: V, share: f64) -> V {
    let side = toward - n * n.dot(toward);
    let friction = side * (share * mu * push / length(side).max(1e-3));
    n * push + friction
}

/// An active contact, but where no plane is approached: then the scheme asks no law.
fn problem(h: Planes<f64>, u: V, stuck: bool) -> Problem<f64, Corner> {
    let contact = <Corner as moreau::space::Space>::normal(h, u) < 0.0;
    Problem { contact, ..Problem::active(h, u, stuck) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The parts of the contacts make up the impulse; each lies in its cone, is zero where a plane is left, and opposes the slip.
    #[test]
    fn every_contact_has_its_law(h in both(), p in law(), u in velocity(), stuck in prop::bool::ANY) {
        let a = problem(h, u, stuck);
        let reaction = CoulombCorner::impulse(&p, &a);
        let (impulse, end) = (reaction.impulse, u + reaction.impulse);
        let slide = CoulombCorner::slide(&p, &a, impulse, end, reaction.sticks);
        prop_assert!(!reaction.sticks || end == Vector([0.0; 3]));
        prop_assert!(length(end) <= length(u) + ROUNDING, "gains");
        for certificate in [
            CoulombCorner::gain(&p, &a, impulse, end),
            CoulombCorner::cone(&p, &a, impulse),
            CoulombCorner::residual(&p, &a, impulse, end, slide),
        ] {
            prop_assert!(certificate <= ROUNDING, "{certificate:e}");
        }
        let held = corner_contacts(&p, &a, impulse);
        let parts: [V; 3] = std::array::from_fn(|k| h.normals[k] * held.push.0[k] + held.friction[k]);
        let size = 1.0 + parts.iter().map(|part| part.dot(*part)).sum::<f64>();
        prop_assert!(!a.contact || length(parts[0] + parts[1] + parts[2] - impulse) <= ROUNDING * size);
        for (k, mu) in [p.mu1, p.mu2, p.mu3].into_iter().enumerate() {
            let (n, part, touched) = (h.normals[k], parts[k], h.gaps.0[k] <= 0.0);
            prop_assert!(touched || length(part) == 0.0, "plane {k} is not touched");
            prop_assert!(!touched || !a.contact || n.dot(end) >= -ROUNDING, "plane {k} is entered");
            if a.contact {
                let (push, friction) = (n.dot(part), part - n * n.dot(part));
                prop_assert!(contact_excess(mu, push, friction) <= ROUNDING * size, "plane {k} beyond its cone");
                prop_assert!((n.dot(part) * n.dot(end)).abs() <= ROUNDING * size);
            }
        }
    }

    /// What the cones of touched planes add up to is held, unless the planes lock and the particle leaves them.
    #[test]
    fn what_two_cones_hold_is_found(
        h in planes(), mu in prop::array::uniform2(0.0..2.0), push in prop::array::uniform2(0.0..5.0),
        toward in prop::array::uniform2(velocity()), share in prop::array::uniform2(0.0..0.999),
    ) {
        let h = Planes { gaps: Vector([0.0, 0.0, 1.0]), ..h };
        let w = within(h.normals[0], mu[0], push[0], toward[0], share[0])
            + within(h.normals[1], mu[1], push[1], toward[1], share[1]);
        let held = corner_hold(&h, Vector([mu[0], mu[1], 0.0]), w);
        let sine = mu.map(|mu| mu / (1.0 + mu * mu).sqrt());
        let g = h.normals[0].dot(h.normals[1]);
        let p = (h.normals[0] * (sine[0] - g * sine[1]) + h.normals[1] * (sine[1] - g * sine[0])) * (1.0 / (1.0 - g * g));
        let locked_out = p.dot(p) >= 1.0 - ROUNDING && w.dot(p) <= ROUNDING;
        prop_assert!(held.score >= -ROUNDING || locked_out, "{held:?} |p| {} w.p {}", length(p), w.dot(p));
    }

    /// Three planes at right angles do not lock while the squares of their sines are below 1 together: all is found.
    #[test]
    fn what_three_cones_hold_is_found(
        h in square(), mu in prop::array::uniform3(0.0..0.7), push in prop::array::uniform3(0.0..5.0),
        toward in prop::array::uniform3(velocity()), share in prop::array::uniform3(0.0..0.999),
    ) {
        let part = |k: usize| within(h.normals[k], mu[k], push[k], toward[k], share[k]);
        let held = corner_hold(&h, Vector(mu), part(0) + part(1) + part(2));
        prop_assert!(held.score >= -ROUNDING, "{held:?}");
    }

    #[test]
    fn without_friction_it_is_the_prox(h in both(), u in velocity()) {
        let p = Params { mu1: 0.0, mu2: 0.0, mu3: 0.0, hold: 1.0 };
        let a = problem(h, u, false);
        let end = u + CoulombCorner::impulse(&p, &a).impulse;
        prop_assert!(length(end - corner_prox(&h, u).point) <= ROUNDING, "{end:?}");
    }

    /// Moving on is P4's answer to a step without impact, and so is all of it where one plane is touched; sticking is more often.
    #[test]
    fn it_moves_on_as_charles_and_ballard_do(h in both(), p in law(), b in velocity(), force in velocity()) {
        // The prox enters no plane, but for rounding, which would be an impact: then it rests.
        let prox = corner_prox(&h, b).point;
        let inside = corner_parts(&h, prox).0.iter().zip(h.gaps.0).all(|(part, gap)| gap > 0.0 || *part >= 0.0);
        let before = if inside { prox } else { Vector([0.0; 3]) };
        let loose = before + force * 0.1;
        let a = Problem { before, ..problem(h, loose, false) };
        let q = CharlesBallardParams { mu1: p.mu1, mu2: p.mu2, mu3: p.mu3, e1: 0.4, e2: 0.5, e3: 0.6 };
        let (each, together) = (CoulombCorner::impulse(&p, &a), CharlesBallard::impulse(&q, &a));
        let alone = h.gaps.0.iter().filter(|gap| **gap <= 0.0).count() == 1;
        let near = corner_hold(&h, Vector([p.mu1, p.mu2, p.mu3]), loose * -1.0).score.abs() <= NEAR;
        if p.hold == 0.0 || !each.sticks || (alone && !near) {
            prop_assert!(length(each.impulse - together.impulse) <= ROUNDING);
        }
        prop_assert!(each.sticks || !together.sticks, "P4 sticks, so can each plane's cone");
    }

    #[test]
    fn a_single_plane_is_the_law_of_the_plane(u in velocity(), mu in 0.0..2.0) {
        let up = Vector([0.0, 0.0, 1.0]);
        let h = Planes { normals: [up, Vector([1.0, 0.0, 0.0]), Vector([0.0, 1.0, 0.0])], gaps: Vector([0.0, 1.0, 1.0]) };
        let u = Vector([u.0[0], u.0[1], -u.0[2].abs() - 1e-3]);
        let p = Params { mu1: mu, mu2: 0.0, mu3: 0.0, hold: 1.0 };
        let end = u + CoulombCorner::impulse(&p, &Problem::active(h, u, false)).impulse;
        let params = moreau::columns::Fields::from_fn(|_| mu);
        let exact = u + CoulombSoft::impulse(&params, &Problem::<f64, Isotropic>::active(1.0, u, false)).impulse;
        prop_assert!(length(end - exact) <= ROUNDING, "{end:?} {exact:?}");
    }

    /// A particle at rest in the line of a tilted wedge: each law lets go where its closed form says.
    #[test]
    fn the_line_of_a_wedge_lets_go_where_theory_says(
        slope in prop::array::uniform2(2.0..85.0_f64), mu in prop::array::uniform2(0.01..2.0),
    ) {
        let ((sin1, cos1), (sin2, cos2)) = (slope[0].to_radians().sin_cos(), slope[1].to_radians().sin_cos());
        let normals = [Vector([-sin1, 0.0, cos1]), Vector([sin2, 0.0, cos2]), Vector([0.0, 1.0, 0.0])];
        let h = Planes { normals, gaps: Vector([0.0, 0.0, 1.0]) };
        let (tied, apart) = (held_together(mu, slope), held_each(mu, slope));
        prop_assert!(tied <= apart + NEAR, "P4 holds to {tied}, each plane to {apart}");
        let sticks = |tilt: f64| {
            let loose = Vector([0.0, tilt.sin(), -tilt.cos()]) * 0.01;
            let a = Problem { before: Vector([0.0; 3]), ..Problem::active(h, loose, true) };
            let p = Params { mu1: mu[0], mu2: mu[1], mu3: 0.0, hold: 1.0 };
            let q = CharlesBallardParams { mu1: mu[0], mu2: mu[1], mu3: 0.0, e1: 0.0, e2: 0.0, e3: 0.0 };
            [CharlesBallard::impulse(&q, &a).sticks, CoulombCorner::impulse(&p, &a).sticks]
        };
        let most = 1.57;
        prop_assert!(sticks((tied - NEAR).min(most))[0] && sticks((apart - NEAR).min(most))[1]);
        prop_assert!(tied + NEAR > most || !sticks(tied + NEAR)[0]);
        prop_assert!(apart + NEAR > most || !sticks(apart + NEAR)[1]);
    }
}

/// A wrong answer must show: too little or too much friction, an impulse that no cones hold, a plane that is entered.
#[test]
fn certificates_notice_a_wrong_answer() {
    let (sin, cos) = 40_f64.to_radians().sin_cos();
    let normals = [Vector([-sin, 0.0, cos]), Vector([sin, 0.0, cos]), Vector([0.0, 1.0, 0.0])];
    let h = Planes { normals, gaps: Vector([0.0, 0.0, 1.0]) };
    let p = Params { mu1: 0.2, mu2: 0.3, mu3: 0.0, hold: 1.0 };
    let a = Problem::active(h, Vector([0.1, 2.0, -1.0]), false);
    let judge = |end: V| {
        let impulse = end - a.loose;
        [
            CoulombCorner::residual(&p, &a, impulse, end, length(end)),
            CoulombCorner::cone(&p, &a, impulse),
            CoulombCorner::gain(&p, &a, impulse, end),
        ]
    };
    let right = a.loose + CoulombCorner::impulse(&p, &a).impulse;
    assert!(judge(right).iter().all(|certificate| *certificate <= ROUNDING), "{:?}", judge(right));
    assert!(judge(right * 1.01)[0] > 1e-3 && judge(right * 0.99)[0] > 1e-3);
    assert!(judge(right * 0.5)[1] > 1e-3);
    assert!(judge(Vector([0.0; 3]))[1] > 1e-3, "it cannot stick");
    assert!(judge(right * 1.4)[2] > 1e-3);
    assert!(judge(right - normals[0] * 0.1)[0] > 1e-3);
    let smooth = Params { mu1: 0.0, mu2: 0.0, ..p };
    assert!(CoulombCorner::residual(&smooth, &a, a.loose * -1.0, Vector([0.0; 3]), 0.0) > 1e-3);
}

/// Every member of the map ends as its law's line says, and where `hold` asks for what was before, only what rests is held.
#[test]
fn the_map_of_the_laws_has_their_lines() {
    let grid =
        ["slope1_deg={grid={from=6, to=84, count=14}}", "tilt_deg={grid={from=3.1, to=83.1, count=14}}"];
    let common = [&grid[..], &["members=196", "duration=0.2"]].concat();
    let rests = |more: &[&str]| {
        let set = [&common[..], more].concat();
        let results = Study::preset("wedge-laws").unwrap().set(set).unwrap().run(Backend::cpu(0)).unwrap();
        assert_eq!(results.summary.flagged(), 0, "{more:?}");
        let column = |name: &str| results.column(name).unwrap().to_vec();
        let speed = column("uy");
        let place: Vec<[f64; 2]> =
            column("slope1_deg").into_iter().zip(column("tilt_deg")).map(|(s, t)| [s, t]).collect();
        place.into_iter().zip(speed.into_iter().map(|speed| speed == 0.0)).collect::<Vec<_>>()
    };
    let counted = |seen: &[([f64; 2], bool)], line: fn([f64; 2], [f64; 2]) -> f64| {
        for ([slope, tilt], rests) in seen {
            let most = line([0.5, 0.5], [*slope, 60.0]).to_degrees();
            assert_eq!(*rests, *tilt < most, "slope {slope}, tilt {tilt}: the line is at {most}");
        }
        seen.iter().filter(|(_, rests)| *rests).count()
    };
    let each = counted(&rests(&[]), held_each);
    assert_eq!(counted(&rests(&["hold=2"]), held_each), each, "what rests is held");
    let together = counted(&rests(&["hold=0"]), held_together);
    assert_eq!(counted(&rests(&["law=charles-ballard"]), held_together), together);
    assert!(each > together + 20, "{each} against {together}");
    for ([slope, tilt], rests) in rests(&["hold=2", "uy0=3"]) {
        let between = tilt.to_radians() > held_together([0.5, 0.5], [slope, 60.0]);
        assert!(!(between && rests), "slope {slope}, tilt {tilt}: what slides goes on");
    }
}
