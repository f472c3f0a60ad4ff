//! Restitution and Moreau's dissipation index: impacts, bounces that end in rest, elastic particles in a box.

use moreau::backend::Backend;
use moreau::columns::Fields;
use moreau::law::{CoulombRestitution, CoulombRestitutionParams, Law, Problem, rebound};
use moreau::model::{BoxWalls, BoxWallsSetup, Model};
use moreau::space::{Isotropic, Space};
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

/// Rounding of a handful of f64 operations, of numbers of their own size.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

fn run(preset: &str, set: &[String]) -> Results {
    let study = Study::preset(preset).unwrap().set(set.iter().map(String::as_str)).unwrap();
    study.run(Backend::cpu(0)).unwrap()
}

fn column(results: &Results, name: &str) -> Vec<f64> {
    results.column(name).unwrap()
}

/// Recorded values of a column, member after member.
fn recorded(results: &Results, name: &str) -> Vec<Vec<f64>> {
    let (table, mut members) = (&results.trajectories, Vec::new());
    for row in 0..table.rows() {
        members.resize(table.get("member").unwrap().real(row) as usize + 1, Vec::new());
        members.last_mut().unwrap().push(table.get(name).unwrap().real(row));
    }
    members
}

fn velocity(normal: std::ops::Range<f64>) -> impl Strategy<Value = Vector<f64, 3>> {
    (-10.0..10.0, -10.0..10.0, normal).prop_map(|(x, y, n)| Vector([x, y, n]))
}

fn params() -> impl Strategy<Value = CoulombRestitutionParams<f64>> {
    (0.0..3.0, 0.0..=1.0, 0.0..=1.0).prop_map(|(mu, e, delta)| CoulombRestitutionParams { mu, e, delta })
}

/// The end velocity of a contact.
fn end(p: &CoulombRestitutionParams<f64>, a: &Problem<f64, Isotropic>) -> Vector<f64, 3> {
    a.loose + CoulombRestitution::impulse(p, a).impulse * a.h
}

proptest! {
    /// Residual, cone and energy are certified for any force in the step, pressing or pulling.
    #[test]
    fn the_law_is_solved(p in params(), before in velocity(-10.0..10.0), loose in velocity(-10.0..-1e-6), h in 0.1..10.0) {
        let a = Problem { before, ..Problem::<f64, Isotropic>::active(h, loose, false) };
        let impulse = CoulombRestitution::impulse(&p, &a).impulse;
        let end = end(&p, &a);
        let scale = (before.dot(before) + loose.dot(loose)) / h;
        let slide = CoulombRestitution::slide(&p, &a, impulse, end, false);
        prop_assert!(CoulombRestitution::residual(&p, &a, impulse, end, slide) <= ROUNDING * scale);
        prop_assert!(CoulombRestitution::cone(&p, &a, impulse) <= ROUNDING * impulse.dot(impulse).max(p.mu * p.mu * impulse.0[2] * impulse.0[2]));
        prop_assert!(CoulombRestitution::gain(&p, &a, impulse, end) <= ROUNDING * scale);
        prop_assert!((slide - Isotropic::slide(end)).abs() <= ROUNDING * (scale * h).sqrt());
        prop_assert!(impulse.0[2] > 0.0 && end.0[2] >= -ROUNDING * (scale * h).sqrt());
    }

    /// Without forces: `U_n = -e U_n⁻`, friction takes `mu (1+e)|U_n⁻|`, and no speed is gained.
    #[test]
    fn a_free_impact_follows_the_closed_form(p in params(), u in velocity(-10.0..-1e-6)) {
        let a = Problem::<f64, Isotropic>::active(1.0, u, false);
        let (e, after) = (p.e.max((1.0 - p.delta) / (1.0 + p.delta)), end(&p, &a));
        let size = u.dot(u).sqrt() * (1.0 + p.mu);
        prop_assert!((after.0[2] + e * u.0[2]).abs() <= ROUNDING * size);
        let slide = (Isotropic::slide(u) + p.mu * (1.0 + e) * u.0[2]).max(0.0);
        prop_assert!((Isotropic::slide(after) - slide).abs() <= ROUNDING * size);
        prop_assert!(after.dot(after) <= u.dot(u) * (1.0 + ROUNDING));
    }

    /// What leaves is held; what the step's force would take back is stopped; both exactly.
    #[test]
    fn there_is_no_rebound_without_an_approach(p in params(), b in 0.0..10.0_f64, v in 0.0..10.0_f64, n in -10.0..-1e-6_f64) {
        let at = |before: f64, loose: f64| {
            let a = Problem::<f64, Isotropic>::active(1.0, Vector([0.0, 0.0, loose]), false);
            end(&p, &Problem { before: Vector([0.0, 0.0, before]), ..a }).0[2]
        };
        prop_assert_eq!(at(b, n), 0.0);
        prop_assert_eq!(at(-v, -2.0 * v - 1e-9), 0.0);
    }

    /// The frame of a wall is orthonormal, `kick` is the transpose of `local`, and the normal is the slope of the gap.
    #[test]
    fn a_box_has_the_frame_of_its_nearest_wall(
        sizes in velocity(0.5..3.0), q in velocity(-1.0..4.0), u in velocity(-3.0..3.0), impulse in velocity(-3.0..3.0)
    ) {
        let c = BoxWallsSetup { size_x: sizes.0[0].abs() + 0.1, size_y: sizes.0[1].abs() + 0.1, size_z: sizes.0[2], gravity: 0.0 };
        let (local, kick) = (BoxWalls::local(&c, q, u), BoxWalls::kick(&c, q, impulse));
        prop_assert!((local.dot(local) - u.dot(u)).abs() <= ROUNDING * u.dot(u));
        prop_assert!((local.dot(impulse) - u.dot(kick)).abs() <= ROUNDING * (u.dot(u) + kick.dot(kick)));
        let walls = [q.0[0], c.size_x - q.0[0], q.0[1], c.size_y - q.0[1], q.0[2], c.size_z - q.0[2]];
        let nearest = walls.into_iter().fold(f64::INFINITY, f64::min);
        prop_assert_eq!(BoxWalls::gap(&c, q), nearest);
        let normal = BoxWalls::kick(&c, q, Vector([0.0, 0.0, 1.0]));
        // Short against the distance of a random point from where two walls are equally near.
        let d = 1e-7;
        let slope = (BoxWalls::gap(&c, q + normal * d) - nearest) / d;
        prop_assert!((slope - 1.0).abs() <= 1e-6, "{}", slope);
    }
}

#[test]
fn wrong_reactions_are_noticed() {
    let p = CoulombRestitutionParams { mu: 0.5, e: 0.6, delta: 1.0 };
    let u = Vector([3.0, 1.0, -1.0]);
    let a = Problem::<f64, Isotropic>::active(1.0, u, false);
    let right = CoulombRestitution::impulse(&p, &a).impulse;
    let badness = |impulse: Vector<f64, 3>| {
        let end = u + impulse;
        let residual = CoulombRestitution::residual(&p, &a, impulse, end, Isotropic::slide(end));
        residual.max(CoulombRestitution::cone(&p, &a, impulse))
    };
    assert!(badness(right) <= ROUNDING);
    for wrong in [[1.1, 1.0, 1.0], [1.0, 0.9, 1.0], [1.0, 1.0, 1.1], [1.0, 1.0, 0.9], [-1.0, -1.0, 1.0]] {
        let impulse = Vector([right.0[0] * wrong[0], right.0[1] * wrong[1], right.0[2] * wrong[2]]);
        assert!(badness(impulse) > 1e-3, "{wrong:?} passed");
    }
    // A rebound faster than the approach is an energy gain.
    let fast = Vector([0.0, 0.0, 2.1]);
    assert!(CoulombRestitution::gain(&p, &a, fast, u + fast) > 0.1);
}

#[test]
fn either_key_works_alone() {
    let a = Problem::<f64, Isotropic>::active(1.0, Vector([0.0, 0.0, -2.0]), false);
    let speed = |e: f64, delta: f64| rebound(&CoulombRestitutionParams { mu: 0.0, e, delta }, &a);
    let columns = <CoulombRestitutionParams<f64> as moreau::columns::Columns<f64>>::COLUMNS;
    let p: CoulombRestitutionParams<f64> = Fields::from_fn(|j| columns[j].default);
    assert_eq!((speed(p.e, p.delta), speed(0.5, p.delta)), (0.0, 1.0));
    assert!((speed(p.e, 1.0 / 3.0) - 1.0).abs() <= ROUNDING);
    assert_eq!((speed(p.e, 0.0), speed(1.0, p.delta)), (2.0, 2.0));
}

/// Members of a bounce with restitutions and steps of their own, every step recorded.
fn bounces(more: &[&str]) -> Results {
    let set = "members=6 record.members=6 record.every=1 e={linspace=[0.35,0.7]} h={linspace=[1e-3,2e-4]} \
               ux0=2 uy0=0 uz0={linspace=[2,3]} duration=2.5";
    let set = set.split_whitespace().chain(more.iter().copied());
    run("bounce", &set.map(str::to_owned).collect::<Vec<_>>())
}

/// Steps after which the normal velocity has turned from down to up.
fn impacts(uz: &[f64]) -> Vec<usize> {
    (1..uz.len()).filter(|&k| uz[k - 1] < 0.0 && uz[k] > 0.0).collect()
}

/// Heights fall by e², an impact takes `mu (1+e)` of the normal speed, and rest comes at `2 uz0/(g (1-e))`.
#[test]
fn bounces_fall_by_the_square_of_e_and_end_in_exact_rest() {
    let (mu, g) = (0.04, 9.81);
    let results = bounces(&[&format!("mu={mu}")]);
    let [e, h, uz0] = ["e", "h", "uz0"].map(|name| column(&results, name));
    let [z, ux, uz] = ["z", "ux", "uz"].map(|name| recorded(&results, name));
    for i in 0..6 {
        let hits = impacts(&uz[i]);
        assert!(hits.len() >= 4, "member {i}: {hits:?}");
        // A step does not know where in it the impact is: each speed is known to g h, and so is each later one.
        let off = |bounce: usize| 2.0 * g * h[i] * (bounce as f64 + 1.0);
        for (bounce, pair) in hits.windows(2).take(4).enumerate() {
            let speed = uz0[i] * e[i].powi(bounce as i32 + 1);
            let apex = z[i][pair[0]..pair[1]].iter().copied().fold(0.0, f64::max);
            let exact = speed * speed / (2.0 * g);
            assert!(
                (apex - exact).abs() <= off(bounce) * (speed + off(bounce)) / g,
                "member {i}: {apex} {exact}"
            );
            let taken = mu * (1.0 + e[i]) * uz0[i] * (1.0 - e[i].powi(bounce as i32 + 1)) / (1.0 - e[i]);
            let slide = ux[i][pair[0]];
            assert!((2.0 - taken - slide).abs() <= mu * 2.0 * off(bounce), "member {i}: {slide}");
        }
        // The last bounces, below g h, are cut off: a few steps, beside one for each impact.
        let rest = uz[i].iter().rposition(|u| *u != 0.0).unwrap() as f64 * h[i];
        let exact = 2.0 * uz0[i] / (g * (1.0 - e[i]));
        assert!((rest - exact).abs() <= h[i] * (4.0 + 2.0 * hits.len() as f64), "member {i}: {rest} {exact}");
        assert!(z[i].last().unwrap().abs() <= g * h[i] * h[i] / e[i], "member {i} rests at the plane");
    }
    assert_eq!(results.summary.flagged(), 0);
}

/// Rest is exact in every component, and stays.
#[test]
fn nothing_creeps_after_the_last_bounce() {
    let results = bounces(&["mu=0.3", "angle_deg={linspace=[0,10]}", "ux0=0.5", "duration=4"]);
    for name in ["ux", "uy", "uz"] {
        assert_eq!(column(&results, name), [0.0; 6], "{name}");
    }
    let x = recorded(&results, "x");
    for (i, x) in x.iter().enumerate() {
        let late = &x[x.len() * 7 / 8..];
        assert!(late.iter().all(|x| *x == late[0]), "member {i} creeps");
    }
    assert_eq!(column(&results, "outcome"), [2.0; 6]);
}

/// Rounding of one step, times the steps, were it all of one sign.
fn drift(steps: f64) -> f64 {
    steps * f64::EPSILON
}

/// Moreau 1988, Rem. 11.2: elastic bounces under gravity neither grow nor die; 10,000 of them.
#[test]
fn elastic_bounces_keep_their_energy() {
    let set = "members=4 e=1 mu=0 ux0=0 uy0=0 uz0={linspace=[0.5,1.5]} gravity=10 h=1e-2 duration=2500 record.members=1 record.every=1000";
    let results = run("bounce", &set.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let [z, uz, uz0] = ["z", "uz", "uz0"].map(|name| column(&results, name));
    let total: f64 = column(&results, "impacts").iter().sum();
    assert!(total >= 1e4, "{total}");
    for i in 0..4 {
        let (now, first) = (0.5 * uz[i] * uz[i] + 10.0 * z[i], 0.5 * uz0[i] * uz0[i]);
        assert!((now / first - 1.0).abs() <= drift(2.5e5), "member {i}: {}", now / first - 1.0);
    }
    assert_eq!(results.summary.flagged(), 0);
}

/// Elastic particles in a box, corners and corrections included: not a bit of any speed is lost.
#[test]
fn a_smooth_elastic_box_keeps_every_speed() {
    for correction in ["0", "1"] {
        let set = format!(
            "members=8 size_x=0.16 size_y=0.11 size_z=0.08 h=1e-2 duration=500 correction={correction} record.members=1 \
             x0={{linspace=[0,0.15]}} y0={{linspace=[0,0.1]}} z0={{linspace=[0,0.07]}} \
             ux0={{linspace=[-1,1.3]}} uy0={{linspace=[-1,-0.2]}} uz0={{linspace=[-1,0.7]}}"
        );
        let results = run("box", &set.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let total: f64 = column(&results, "impacts").iter().sum();
        assert!(total >= 4e4, "{total}");
        for (u, u0) in [("ux", "ux0"), ("uy", "uy0"), ("uz", "uz0")] {
            let speeds = |name| column(&results, name).iter().map(|u| u.abs()).collect::<Vec<_>>();
            assert_eq!(speeds(u), speeds(u0), "{u}, correction {correction}");
        }
        assert_eq!(results.summary.flagged(), 0);
    }
}

/// With gravity a ceiling is hit too, by a force that pulls away from it.
#[test]
fn an_elastic_box_with_gravity_keeps_its_energy() {
    let set = "members=8 gravity=5 h=5e-3 duration=500 record.members=1 uz0={linspace=[3.5,5]} z0=0.4";
    let results = run("box", &set.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let [ux, uy, uz, energy] = ["ux0", "uy0", "uz0", "energy"].map(|name| column(&results, name));
    for i in 0..8 {
        let first = 0.5 * (ux[i] * ux[i] + uy[i] * uy[i] + uz[i] * uz[i]) + 5.0 * 0.4;
        assert!((energy[i] / first - 1.0).abs() <= drift(1e5), "member {i}: {}", energy[i] / first - 1.0);
    }
    assert_eq!(results.summary.flagged(), 0);
}

#[test]
fn bad_restitutions_and_starts_are_refused() {
    for (preset, set) in [
        ("bounce", "e=1.1"),
        ("bounce", "e=-0.1"),
        ("bounce", "delta=2"),
        ("box", "delta=-1"),
        ("box", "x0=1.7"),
    ] {
        let refused = Study::preset(preset).unwrap().set([set]);
        assert!(refused.is_err(), "{preset} {set} accepted");
    }
}
