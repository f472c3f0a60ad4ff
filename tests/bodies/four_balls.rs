//! Four balls: each by itself, two that meet, a stack that stands or falls, and what many contacts at a time must not do.

use moreau::backend::Backend;
use moreau::converge::{Ladder, converge};
use moreau::study::{Results, Study};

use crate::column;

/// Rounding of a few hundred steps of numbers up to 10.
const ROUNDING: f64 = 1e-11;
/// What a certificate may amount to: the limit that flags are set by.
const CERTIFIED: f64 = 64.0 * f64::EPSILON;

/// The preset with all balls at rest on the table, far apart.
fn study(set: &[&str]) -> Study {
    let apart = [
        "x1_0=0", "y1_0=0", "z1_0=0", "ux1_0=0", "x2_0=50", "y2_0=0", "x3_0=0", "y3_0=50", "x4_0=50",
        "y4_0=50",
    ];
    let changes = apart.iter().chain(set).copied();
    let mut study = Study::preset("four-balls").unwrap().set(changes).unwrap();
    study.spec.record = None;
    study
}

fn run(set: &[&str]) -> Results {
    study(set).run(Backend::cpu(0)).unwrap()
}

/// Without spin 5/7 of the speed are left, with it 5/7 u + 2/7 r ω: for all four balls at once.
#[test]
fn each_ball_by_itself_slides_then_rolls() {
    let r = run(&[
        "members=12",
        "duration=2",
        "h=4e-3",
        "mu={uniform=[0.2, 0.5]}",
        "ux1_0={uniform=[1, 6]}",
        "uy2_0={uniform=[-5, 5]}",
        "ux3_0={uniform=[-3, 3]}",
        "wy3_0={uniform=[-4, 4]}",
        "uy4_0={uniform=[-3, 3]}",
        "wx4_0={uniform=[-4, 4]}",
    ]);
    let get = |name: &str| column(&r, name);
    for i in 0..12 {
        let rolls = |u: f64, spin: f64| (5.0 * u + 2.0 * 0.5 * spin) / 7.0;
        let wanted = [
            ("ux1", rolls(get("ux1_0")[i], 0.0)),
            ("uy2", rolls(get("uy2_0")[i], 0.0)),
            ("ux3", rolls(get("ux3_0")[i], get("wy3_0")[i])),
            ("uy4", rolls(get("uy4_0")[i], -get("wx4_0")[i])),
        ];
        for (name, exact) in wanted {
            assert!((get(name)[i] - exact).abs() <= ROUNDING, "member {i}: {name} {} {exact}", get(name)[i]);
        }
        // What rolls turns by its path over the radius.
        assert!((0.5 * get("wy1")[i] - get("ux1")[i]).abs() <= ROUNDING, "member {i}");
    }
    assert!(get("outcome").iter().all(|outcome| *outcome == 2.0), "all roll");
    assert_eq!(r.summary.flagged(), 0);
}

/// In the air, without gravity: normal velocities become equal, nothing else changes, and momentum is kept.
#[test]
fn two_balls_that_meet_share_the_velocity_along_their_centres() {
    let r = run(&[
        "members=24",
        "gravity=0",
        "mu_balls=0",
        "z1_0=5",
        "z2_0=5",
        "x1_0=-1.5",
        "x2_0=0",
        "y1_0={uniform=[-0.8, 0.8]}",
        "ux1_0={uniform=[1, 4]}",
        "ux2_0=-1",
        "duration=1.4",
        "h=1e-3",
    ]);
    let get = |name: &str| column(&r, name);
    for i in 0..24 {
        let [u0, offset] = ["ux1_0", "y1_0"].map(|name| get(name)[i]);
        let [ux1, uy1, ux2, uy2] = ["ux1", "uy1", "ux2", "uy2"].map(|name| get(name)[i]);
        assert!((ux1 + ux2 - (u0 - 1.0)).abs() <= ROUNDING && (uy1 + uy2).abs() <= ROUNDING, "member {i}");
        // The offset is the sine of the line of centres, whose length is 1; found to a step of the closing motion.
        let (nx, ny) = ((1.0 - offset * offset).sqrt(), offset);
        let closing = (u0 + 1.0) * nx;
        let late = 4.0 * 1e-3 * (u0 + 1.0) * (u0 + 1.0) / nx;
        assert!((ux1 - (u0 - 0.5 * closing * nx)).abs() <= late, "member {i}: {ux1}");
        assert!((uy1 - 0.5 * closing * ny).abs() <= late, "member {i}: {uy1}");
    }
    assert_eq!(r.summary.flagged(), 0);
}

/// Three balls around an axis carry a fourth. With α the angle of the lines of centres from the vertical, a base ball is in balance if
/// friction is tan(α/2) of the normal force above and a quarter of that below: so the stack stands if and only if both
/// coefficients are more.
#[test]
fn a_stack_stands_where_friction_is_enough_and_falls_elsewhere() {
    let axis: f64 = 0.6;
    let height = (1.0 - axis * axis).sqrt();
    let hold = (0.5 * axis.asin()).tan();
    let mut places = vec!["x1_0=0".to_owned(), "y1_0=0".to_owned(), format!("z1_0={height}")];
    for k in 0..3 {
        let turn = std::f64::consts::TAU * f64::from(k) / 3.0 + 0.3;
        places.push(format!("x{}_0={}", k + 2, axis * turn.cos()));
        places.push(format!("y{}_0={}", k + 2, axis * turn.sin()));
    }
    let stands = |above: f64, below: f64| {
        let mut set: Vec<String> = places.clone();
        set.extend([format!("mu_balls={}", above * hold), format!("mu={}", below * hold / 4.0)]);
        set.extend(["members=1", "duration=0.5", "h=5e-3", "sweeps=400"].map(str::to_owned));
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let r = run(&set);
        let fallen = height - column(&r, "z1")[0];
        // Gravity would have taken it 1.2 m down.
        assert!(fallen <= 1e-9 || fallen >= 1e-3, "above {above}, below {below}: {fallen}");
        fallen <= 1e-9
    };
    assert!(stands(1.02, 1.02));
    assert!(stands(2.0, 3.0));
    assert!(!stands(0.98, 1.5), "slips between balls");
    assert!(!stands(1.5, 0.98), "slips on the table");
}

/// The preset's throw, more varied: nothing gains energy, every problem is solved to rounding.
#[test]
fn many_contacts_are_solved_to_rounding_and_gain_nothing() {
    let set = ["members=40", "h=5e-3", "y1_0={uniform=[-0.4, 0.4]}", "ux1_0={uniform=[3, 6]}"];
    let mut study = Study::preset("four-balls").unwrap().set(set).unwrap();
    study.spec.record = None;
    let r = study.run(Backend::reference()).unwrap();
    let get = |name: &str| column(&r, name);
    assert_eq!(r.summary.flagged(), 0);
    for i in 0..40 {
        assert!(get("complementarity")[i] <= CERTIFIED, "member {i}: {}", get("complementarity")[i]);
        assert!(get("cone")[i] <= CERTIFIED, "member {i}");
        let start = 0.5 * get("ux1_0")[i].powi(2) + 9.81 * 1.6;
        assert!(get("energy")[i] < start, "member {i}: {} of {start}", get("energy")[i]);
    }
}

/// Too few sweeps do not go unseen.
#[test]
fn sweeps_that_do_not_get_there_are_flagged() {
    let set = ["members=10", "sweeps=1"];
    let mut study = Study::preset("four-balls").unwrap().set(set).unwrap();
    study.spec.record = None;
    assert_eq!(study.run(Backend::cpu(0)).unwrap().summary.flagged(), 10);
}

/// Without friction pushes pass through the centres: the angular momentum about the vertical is that of the start, as is every spin.
#[test]
fn without_friction_angular_momentum_is_kept() {
    let set = ["members=12", "mu=0", "mu_balls=0", "wz2_0=3", "uy3_0=-1", "ux1_0={uniform=[3, 6]}"];
    let mut study = Study::preset("four-balls").unwrap().set(set).unwrap();
    study.spec.record = None;
    let r = study.run(Backend::reference()).unwrap();
    let get = |name: String| column(&r, &name);
    let mut met = 0;
    for i in 0..12 {
        let at = |name: &str, k: usize| get(format!("{name}{k}"))[i];
        let about = |suffix: &str| -> f64 {
            let of = |name: &str, k: usize| get(format!("{name}{k}{suffix}"))[i];
            (1..=4).map(|k| of("x", k) * of("uy", k) - of("y", k) * of("ux", k)).sum()
        };
        assert!((about("") - about("_0")).abs() <= ROUNDING, "member {i}: {} {}", about(""), about("_0"));
        assert!((at("wz", 2) - 3.0).abs() <= ROUNDING && at("wx", 2).abs() <= ROUNDING, "member {i}");
        met += usize::from(at("ux", 2).abs() > 0.01);
    }
    assert!(met > 6, "balls meet");
    assert_eq!(r.summary.flagged(), 0);
}

/// Stewart & Trinkle 1996, Table 1: a rough O(h), and a variation that settles; by Moreau's scheme, and by that of the paper.
#[test]
fn errors_fall_with_the_step_and_the_variation_settles() {
    for scheme in [&["scheme=moreau-midpoint"][..], &["scheme=stewart-trinkle", "skin=0.5"]] {
        let set = ["h=0.02", "y1_0=0.1", "ux1_0=5"].iter().chain(scheme).copied();
        let study = Study::preset("four-balls").unwrap().set(set).unwrap();
        let ladder = Ladder { halvings: 3, members: 1, instants: 20, norms: true };
        let rows = converge(study, ladder, &mut Backend::cpu(1), &mut |_| {}).unwrap().norms;
        let [coarse, fine] = [rows[0], rows[2]].map(|row| [row.velocity.unwrap(), row.position.unwrap()]);
        // Two halvings: 4 where it is just O(h); instants of impacts are cut by the grid of steps.
        for k in 0..2 {
            assert!(coarse[k] >= 2.0 * fine[k] && coarse[k] <= 1.0, "{scheme:?}: {coarse:?} {fine:?}");
        }
        let settled = rows[3].variation;
        assert!(rows[1..3].iter().all(|row| (row.variation - settled).abs() <= 0.03 * settled), "{rows:?}");
    }
}

/// Asked for where the step ends, contacts that are flat are kept exactly, and curved ones to second order in the step.
#[test]
fn steps_that_look_ahead_end_outside() {
    let set = ["scheme=stewart-trinkle", "skin=0.5", "members=12", "iterations=0", "h=5e-3"];
    let mut study = Study::preset("four-balls").unwrap().set(set).unwrap();
    study.spec.record = None;
    let r = study.run(Backend::cpu(0)).unwrap();
    // Balls of radius 1/2 that pass each other at up to 8 m/s: (8 h)²/2 over the distance of their centres.
    assert!(column(&r, "penetration").iter().all(|&depth| depth <= 1e-3), "{:?}", column(&r, "penetration"));
    for k in 1..=4 {
        let low = column(&r, &format!("z{k}")).into_iter().fold(f64::INFINITY, f64::min);
        assert!(low >= -1e-12, "ball {k} lies at {low}");
    }
    let names = ["complementarity", "cone", "nonfinite", "penetration"];
    assert!(names.iter().all(|name| r.summary.flags[*name] == 0), "{:?}", r.summary.flags);
}

#[test]
fn bad_input_is_refused() {
    for bad in ["radius=0", "gyration=-1", "sweeps=0", "sweeps=1000", "mu_balls=-0.1", "z3_0=-1"] {
        let said = Study::preset("four-balls").unwrap().set([bad]).err().map(|e| e.to_string());
        let key = bad.split('=').next().unwrap();
        assert!(said.as_ref().is_some_and(|said| said.contains(key)), "{bad}: {said:?}");
    }
}
