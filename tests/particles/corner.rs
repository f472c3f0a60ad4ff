//! Corners: the frictionless prox by its conditions, Charles & Ballard's law by what it must never do, and slides along an
//! edge by their closed form.

use moreau::backend::Backend;
use moreau::law::{CharlesBallard, CharlesBallardParams, CoulombSoft, Law, Problem};
use moreau::space::{Corner, Isotropic, Planes, corner_parts, corner_prox};
use moreau::study::Study;
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

/// Rounding of a solve with planes whose angle is at least 4 degrees: up to 1/sin² of it times a few epsilon.
const ROUNDING: f64 = 1e-11;

/// Planes of the model `wedge`, of which some are touched.
pub(super) fn planes() -> impl Strategy<Value = Planes<f64>> {
    (2.0..85.0_f64, 2.0..85.0_f64, prop::array::uniform3(prop::bool::ANY)).prop_map(
        |(first, second, touched)| {
            let ((sin1, cos1), (sin2, cos2)) = (first.to_radians().sin_cos(), second.to_radians().sin_cos());
            Planes {
                normals: [Vector([-sin1, 0.0, cos1]), Vector([sin2, 0.0, cos2]), Vector([0.0, 1.0, 0.0])],
                gaps: Vector(touched.map(|touched| if touched { 0.0 } else { 1.0 })),
            }
        },
    )
}

pub(super) fn velocity() -> impl Strategy<Value = Vector<f64, 3>> {
    prop::array::uniform3(prop_oneof![4 => -5.0..5.0, 1 => Just(0.0)]).prop_map(Vector)
}

fn law() -> impl Strategy<Value = CharlesBallardParams<f64>> {
    (prop::array::uniform3(0.0..2.0), prop::array::uniform3(prop_oneof![0.0..=1.0, Just(0.0), Just(1.0)]))
        .prop_map(|([mu1, mu2, mu3], [e1, e2, e3])| CharlesBallardParams { mu1, mu2, mu3, e1, e2, e3 })
}

pub(super) fn length(v: Vector<f64, 3>) -> f64 {
    v.dot(v).sqrt()
}

fn after(p: &CharlesBallardParams<f64>, a: &Problem<f64, Corner>) -> Vector<f64, 3> {
    a.loose + CharlesBallard::impulse(p, a).impulse
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// 0 <= push, no touched plane is entered, who pushes is not left, and who is not touched does not push.
    #[test]
    fn the_prox_meets_its_conditions(h in planes(), u in velocity()) {
        let prox = corner_prox(&h, u);
        let parts = corner_parts(&h, prox.point);
        for a in 0..3 {
            prop_assert!(prox.push.0[a] >= 0.0);
            let touched = h.gaps.0[a] <= 0.0;
            prop_assert!(!touched || parts.0[a] >= -ROUNDING, "plane {a} is entered: {parts:?}");
            prop_assert!((prox.push.0[a] * parts.0[a]).abs() <= ROUNDING * 10.0, "plane {a}: {prox:?}");
            prop_assert!(touched || prox.push.0[a] == 0.0);
        }
        let pushed = u + h.normals[0] * prox.push.0[0] + h.normals[1] * prox.push.0[1] + h.normals[2] * prox.push.0[2];
        prop_assert!(length(pushed - prox.point) <= ROUNDING);
    }

    #[test]
    fn the_prox_is_nonexpansive_and_idempotent(h in planes(), u in velocity(), v in velocity()) {
        let (a, b) = (corner_prox(&h, u).point, corner_prox(&h, v).point);
        prop_assert!(length(a - b) <= length(u - v) + ROUNDING);
        prop_assert!(length(corner_prox(&h, a).point - a) <= ROUNDING);
    }

    /// Charles & Ballard 2016, Sec. 4: whatever the corner, the coefficients and the velocity.
    #[test]
    fn no_impact_gains_energy_or_enters_a_plane(h in planes(), p in law(), u in velocity()) {
        let a = Problem::active(h, u, false);
        let end = after(&p, &a);
        prop_assert!(length(end) <= length(u) + ROUNDING);
        for (part, gap) in corner_parts(&h, end).0.into_iter().zip(h.gaps.0) {
            prop_assert!(gap > 0.0 || part >= -ROUNDING);
        }
        let impulse = end - u;
        let slide = CharlesBallard::slide(&p, &a, impulse, end, false);
        for certificate in [
            CharlesBallard::gain(&p, &a, impulse, end),
            CharlesBallard::cone(&p, &a, impulse),
            CharlesBallard::residual(&p, &a, impulse, end, slide),
        ] {
            prop_assert!(certificate <= ROUNDING * 10.0, "{certificate:e}");
        }
    }

    /// A step of smooth motion: the impulse lies in the friction cone, and friction dissipates what the planes do together.
    #[test]
    fn smooth_steps_meet_the_conditions_of_the_law(h in planes(), p in law(), b in velocity(), force in velocity()) {
        let before = corner_prox(&h, b).point;
        let loose = before + force * 0.1;
        let a = Problem { before, ..Problem::active(h, loose, false) };
        let end = after(&p, &a);
        let impulse = end - loose;
        let slide = CharlesBallard::slide(&p, &a, impulse, end, false);
        for certificate in [
            CharlesBallard::gain(&p, &a, impulse, end),
            CharlesBallard::cone(&p, &a, impulse),
            CharlesBallard::residual(&p, &a, impulse, end, slide),
        ] {
            prop_assert!(certificate <= ROUNDING * 10.0, "{certificate:e}");
        }
    }

    /// With one plane it is the prox to disk.
    #[test]
    fn a_single_plane_is_the_law_of_the_plane(u in velocity(), mu in 0.0..2.0) {
        let up = Vector([0.0, 0.0, 1.0]);
        let planes = Planes { normals: [up, Vector([1.0, 0.0, 0.0]), Vector([0.0, 1.0, 0.0])], gaps: Vector([0.0, 1.0, 1.0]) };
        let u = Vector([u.0[0], u.0[1], -u.0[2].abs() - 1e-3]);
        let p = CharlesBallardParams { mu1: mu, mu2: 0.0, mu3: 0.0, e1: 0.0, e2: 0.0, e3: 0.0 };
        let end = after(&p, &Problem::active(planes, u, false));
        let plane = Problem::<f64, Isotropic>::active(1.0, u, false);
        let params = moreau::columns::Fields::from_fn(|_| mu);
        let exact = u + CoulombSoft::impulse(&params, &plane).impulse;
        prop_assert!(length(end - exact) <= ROUNDING, "{end:?} {exact:?}");
    }
}

/// A wrong answer must show in the certificates: a little more speed than the law gives.
#[test]
fn certificates_notice_a_wrong_answer() {
    let (sin, cos) = 40_f64.to_radians().sin_cos();
    let normals = [Vector([-sin, 0.0, cos]), Vector([sin, 0.0, cos]), Vector([0.0, 1.0, 0.0])];
    let h = Planes { normals, gaps: Vector([0.0, 0.0, 1.0]) };
    let p = CharlesBallardParams { mu1: 0.2, mu2: 0.3, mu3: 0.0, e1: 0.0, e2: 0.0, e3: 0.0 };
    let along = Vector([0.0, 2.0, 0.0]);
    let a = Problem { before: along, ..Problem::active(h, Vector([0.1, 2.0, -1.0]), false) };
    let judge = |end: Vector<f64, 3>| {
        let impulse = end - a.loose;
        let slide = CharlesBallard::slide(&p, &a, impulse, end, false);
        [
            CharlesBallard::residual(&p, &a, impulse, end, slide),
            CharlesBallard::cone(&p, &a, impulse),
            CharlesBallard::gain(&p, &a, impulse, end),
        ]
    };
    let right = after(&p, &a);
    assert!(judge(right).iter().all(|certificate| *certificate <= ROUNDING), "{:?}", judge(right));
    assert!(judge(right * 1.01)[0] > 1e-3);
    assert!(judge(right * 0.5)[1] > 1e-3);
    assert!(judge(right * 1.4)[2] > 1e-3);
    assert!(judge(right - normals[0] * 0.1)[0] > 1e-3);
}

/// Sec. 4, the example before (4.3): arriving along the median line, an elastic particle goes back along it, and friction has
/// no say.
#[test]
fn an_elastic_particle_returns_along_the_median_line() {
    let (sin, cos) = 60_f64.to_radians().sin_cos();
    let normals = [Vector([-sin, 0.0, cos]), Vector([sin, 0.0, cos]), Vector([0.0, 1.0, 0.0])];
    let h = Planes { normals, gaps: Vector([0.0, 0.0, 1.0]) };
    let p = CharlesBallardParams { mu1: 0.7, mu2: 0.7, mu3: 0.0, e1: 1.0, e2: 1.0, e3: 1.0 };
    let u = Vector([0.0, 0.0, -3.0]);
    assert!(length(after(&p, &Problem::active(h, u, false)) + u) <= ROUNDING);
}

/// Along the edge each plane carries `λ1 = g cos(tilt) sin s2/sin(s1 + s2)` and its mate: the slide slows down at
/// `mu1 λ1 + mu2 λ2 - g sin(tilt)` and stops for good, if that is positive.
#[test]
fn slides_along_an_edge_stop_where_theory_says_and_never_creep() {
    let h = 2e-4;
    let set = [
        "members=100",
        "slope1_deg={uniform=[20, 60]}",
        "slope2_deg={uniform=[20, 60]}",
        "tilt_deg={uniform=[-8, 8]}",
        "mu1={uniform=[0.3, 0.6]}",
        "mu2={uniform=[0.3, 0.6]}",
        "uy0={uniform=[0.5, 1.5]}",
        "x0=0",
        "y0=5",
        "z0=0",
        "ux0=0",
        "uz0=0",
        "e1=0",
        "e2=0",
        "duration=1.2",
        "h=2e-4",
    ];
    let study = Study::preset("wedge").unwrap().set(set).unwrap();
    let results = study.run(Backend::cpu(0)).unwrap();
    let column = |name: &str| results.column(name).unwrap();
    let [s1, s2, tilt] = ["slope1_deg", "slope2_deg", "tilt_deg"].map(column);
    let [mu1, mu2, speed, y] = ["mu1", "mu2", "uy0", "y"].map(column);
    for i in 0..100 {
        let (s1, s2, tilt) = (s1[i].to_radians(), s2[i].to_radians(), tilt[i].to_radians());
        let press = 9.81 * tilt.cos() / (s1 + s2).sin();
        let slowing = press * (mu1[i] * s2.sin() + mu2[i] * s1.sin()) - 9.81 * tilt.sin();
        let stop = 5.0 + speed[i] * speed[i] / (2.0 * slowing);
        // The midpoint rule is exact but for the last step, which ends at rest before its time is up: with a share s of the
        // step left to slide, it goes (s - s²)/2 h² times the slowing too far, at most an eighth. The rest is rounding.
        let late = y[i] - stop;
        assert!((-ROUNDING..=h * h * slowing / 8.0 + ROUNDING).contains(&late), "member {i}: {late:e}");
        assert_eq!(column("uy")[i], 0.0, "member {i} creeps");
    }
    assert_eq!(results.summary.outcomes["stick"].count, 100);
    assert_eq!(results.summary.flagged(), 0);
}

/// Charles & Ballard 2016, Prop. 5.1, step by step: whatever the planes, no impact and no smooth step of any member gains energy.
#[test]
fn no_member_of_a_thrown_ensemble_ever_gains_energy() {
    let set = [
        "members=200",
        "slope1_deg={uniform=[10, 80]}",
        "slope2_deg={uniform=[10, 80]}",
        "tilt_deg={uniform=[0, 60]}",
        "mu1={uniform=[0, 1]}",
        "mu2={uniform=[0, 1]}",
        "mu3={uniform=[0, 1]}",
        "e1={uniform=[0, 1]}",
        "e2={uniform=[0, 1]}",
        "e3={uniform=[0, 1]}",
        "duration=0.5",
    ];
    let study = Study::preset("wedge").unwrap().set(set).unwrap();
    let results = study.run(Backend::cpu(0)).unwrap();
    assert_eq!(results.summary.flagged(), 0);
}
