//! Four balls: each by itself, two that meet, a stack that stands or falls, and what many contacts at a time must not do.

use moreau::backend::Backend;
use moreau::converge::{Ladder, converge};
use moreau::frame::frame_of;
use moreau::law::{GaussSeidel, GaussSeidelParams, Law, Problem};
use moreau::lcp::{End, lcp_solve};
use moreau::model::{FourBalls, FourBallsParams, Model};
use moreau::space::{BALL_CONTACTS, Balls, Space, three};
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

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

/// Balls that lie within each other's reach: places, velocities, coefficients.
fn scene() -> impl Strategy<Value = (Vector<f64, 24>, Vector<f64, 24>, [f64; 2])> {
    let places = proptest::array::uniform12(0.0..1.0_f64);
    let speeds = proptest::array::uniform24(-2.0..2.0_f64);
    (places, speeds, [0.0..0.8_f64, 0.0..0.8]).prop_map(|(x, u, mu)| {
        let corner = [[0.46, 0.46], [-0.46, 0.46], [-0.46, -0.46], [0.46, -0.46]];
        let q = Tuple::from_fn(|j| match (j / 3, j % 3) {
            (4.., _) => 0.0,
            (_, 2) => (x[j] - 0.5).max(0.0),
            (k, side) => corner[k][side] * (1.0 + 0.2 * x[j]),
        });
        (q, Vector(u), mu)
    })
}

fn setup() -> moreau::model::FourBallsSetup<f64> {
    use moreau::columns::{Columns, Fields};
    let columns = <FourBallsParams<f64> as Columns<f64>>::COLUMNS;
    FourBalls::setup(&FourBallsParams::from_fn(|j| columns[j].default))
}

fn law([mu, mu_balls]: [f64; 2]) -> GaussSeidelParams<f64> {
    GaussSeidelParams { mu, mu_balls, sweeps: 400.0, roundings: 4.0 }
}

/// Frictionless pushes by trying every set of contacts: those of a set leave no normal velocity, no push is negative, nothing is
/// entered. `columns[k]` is what a unit push of contact k does.
fn by_enumeration(touched: &[usize], columns: &[Vec<f64>], loose: &[f64]) -> Option<Vec<f64>> {
    let n = touched.len();
    (0..1_u32 << n).find_map(|set| {
        let on: Vec<usize> = (0..n).filter(|k| set >> k & 1 == 1).collect();
        let mut rows: Vec<Vec<f64>> =
            on.iter().map(|&i| on.iter().map(|&j| columns[j][i]).chain([-loose[i]]).collect()).collect();
        let m = on.len();
        for k in 0..m {
            let best = (k..m).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs()))?;
            rows.swap(k, best);
            if rows[k][k].abs() < 1e-9 {
                return None;
            }
            for i in (0..m).filter(|&i| i != k) {
                let factor = rows[i][k] / rows[k][k];
                for c in 0..=m {
                    rows[i][c] -= factor * rows[k][c];
                }
            }
        }
        let mut push = vec![0.0; n];
        (0..m).for_each(|k| push[on[k]] = rows[k][m] / rows[k][k]);
        let end: Vec<f64> =
            (0..n).map(|i| loose[i] + (0..n).map(|j| columns[j][i] * push[j]).sum::<f64>()).collect();
        (push.iter().all(|p| *p >= -1e-12) && end.iter().all(|u| *u >= -1e-10)).then_some(push)
    })
}

/// Friction directions of the second solver.
const FACETS: usize = 16;
/// Unknowns of three contacts.
const UNKNOWNS: usize = 3 * (FACETS + 2);

/// The problem of Stewart & Trinkle 1996, Sec. 3, for up to three contacts: shares of the directions, normal impulse and sliding speed of
/// each, by Lemke's method. The impulses.
fn by_lemke(a: &Problem<f64, Balls>, mu: [f64; 2], touched: &[usize]) -> Option<Vector<f64, 30>> {
    let directions = |k: usize| -> Vec<Vector<f64, 3>> {
        let frame = frame_of(a.h.normals[k]);
        let turn = |j: usize| std::f64::consts::TAU * j as f64 / FACETS as f64;
        (0..FACETS).map(|j| frame.t1 * turn(j).cos() + frame.t2 * turn(j).sin()).chain([frame.n]).collect()
    };
    let all: Vec<(usize, Vec<Vector<f64, 3>>)> = touched.iter().map(|&k| (k, directions(k))).collect();
    let each = FACETS + 2;
    let (mut m, mut q) = ([[0.0; UNKNOWNS]; UNKNOWNS], [0.0; UNKNOWNS]);
    for (i, (k, own)) in all.iter().enumerate() {
        let slip = i * each + FACETS + 1;
        for (j, d) in own.iter().enumerate() {
            let mut unit = Vector([0.0; 30]);
            moreau::space::put_three(&mut unit, *k, *d);
            let moved = Balls::respond(a.h, unit);
            for (i_to, (to, others)) in all.iter().enumerate() {
                for (j_to, other) in others.iter().enumerate() {
                    m[i_to * each + j_to][i * each + j] = other.dot(three(&moved, *to));
                }
            }
            q[i * each + j] = d.dot(three(&a.loose, *k));
            (m[i * each + j][slip], m[slip][i * each + j]) =
                if j < FACETS { (1.0, -1.0) } else { (0.0, 0.0) };
        }
        m[slip][slip - 1] = if *k < 4 { mu[0] } else { mu[1] };
    }
    let answer = lcp_solve::<f64, UNKNOWNS, { UNKNOWNS + 2 }>(each * all.len(), &m, &q, 500);
    let mut impulse = Vector([0.0; 30]);
    for (i, (k, own)) in all.iter().enumerate() {
        let sum =
            own.iter().enumerate().fold(Vector([0.0; 3]), |sum, (j, d)| sum + *d * answer.z[i * each + j]);
        moreau::space::put_three(&mut impulse, *k, sum);
    }
    (answer.end == End::Solved).then_some(impulse)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// `H P` is what the kick of P does at the contacts, and the kick is A⁻¹ times the transpose of G.
    #[test]
    fn the_parts_of_the_model_fit_together((q, u, _) in scene(), p in proptest::array::uniform30(-2.0..2.0_f64)) {
        let (c, p) = (setup(), Vector(p));
        let h = FourBalls::delassus(&c, q);
        let kick = FourBalls::kick(&c, q, p);
        let (seen, told) = (FourBalls::local(&c, q, kick), Balls::respond(h, p));
        let worst = (0..30).map(|j| (seen.0[j] - told.0[j]).abs()).fold(0.0, f64::max);
        prop_assert!(worst <= 1e-12, "{}", worst);
        let inertia = 0.4 * 0.25;
        let power: f64 = (0..24).map(|j| u.0[j] * kick.0[j] * if j < 12 { 1.0 } else { inertia }).sum();
        prop_assert!((power - p.dot(FourBalls::local(&c, q, u))).abs() <= 1e-11);
    }

    /// Every contact has its law at the end of the sweeps, and energy is lost.
    #[test]
    fn the_law_of_every_contact_holds((q, u, mu) in scene()) {
        let (c, p) = (setup(), law(mu));
        let h = FourBalls::delassus(&c, q);
        let loose = FourBalls::local(&c, q, u);
        prop_assume!(Balls::normal(h, loose) < 0.0);
        let a: Problem<f64, Balls> = Problem::active(h, loose, false);
        let reaction = GaussSeidel::impulse(&p, &a);
        let end = loose + Balls::respond(h, reaction.impulse);
        let reach = Balls::reach(h, loose, reaction.impulse);
        let residual = Balls::weight(h) * GaussSeidel::residual(&p, &a, reaction.impulse, end, 0.0);
        prop_assert!(residual <= CERTIFIED * reach, "{} of {}", residual, reach);
        prop_assert!(GaussSeidel::gain(&p, &a, reaction.impulse, end) <= CERTIFIED * reach);
        if reaction.sticks {
            for k in (0..BALL_CONTACTS).filter(|&k| three(&reaction.impulse, k).dot(three(&reaction.impulse, k)) > 0.0) {
                prop_assert!(three(&end, k).dot(three(&end, k)) <= 1e-20, "contact {} moves", k);
            }
        }
    }

    /// Without friction the velocities are those that enumeration of all sets of pushing contacts finds.
    #[test]
    fn frictionless_pushes_are_those_of_enumeration((q, u, _) in scene()) {
        let (c, p) = (setup(), law([0.0, 0.0]));
        let h = FourBalls::delassus(&c, q);
        let loose = FourBalls::local(&c, q, u);
        let touched: Vec<usize> = (0..BALL_CONTACTS).filter(|&k| h.gaps[k] <= h.skin).collect();
        prop_assume!(Balls::normal(h, loose) < 0.0 && touched.len() <= 6);
        let along = |v: &Vector<f64, 30>, k: usize| h.normals[k].dot(three(v, k));
        let columns: Vec<Vec<f64>> = touched.iter().map(|&k| {
            let mut unit = Vector([0.0; 30]);
            moreau::space::put_three(&mut unit, k, h.normals[k]);
            let moved = Balls::respond(h, unit);
            touched.iter().map(|&i| along(&moved, i)).collect()
        }).collect();
        let start: Vec<f64> = touched.iter().map(|&k| along(&loose, k)).collect();
        let Some(push) = by_enumeration(&touched, &columns, &start) else { panic!("one set solves it") };
        let found = GaussSeidel::impulse(&p, &Problem::active(h, loose, false)).impulse;
        let end = Balls::respond(h, found);
        for (i, &k) in touched.iter().enumerate() {
            let exact: f64 = (0..touched.len()).map(|j| columns[j][i] * push[j]).sum();
            prop_assert!((along(&end, k) - exact).abs() <= 1e-9, "contact {}: {} {}", k, along(&end, k), exact);
        }
    }

    /// Two solvers: Gauss-Seidel with round cones, and Lemke's method with cones of 16 facets, which are narrower by up to 2 %.
    #[test]
    fn lemke_with_many_facets_finds_nearly_the_same((q, u, mu) in scene()) {
        let (c, p) = (setup(), law(mu));
        let h = FourBalls::delassus(&c, q);
        let loose = FourBalls::local(&c, q, u);
        let touched: Vec<usize> = (0..BALL_CONTACTS).filter(|&k| h.gaps[k] <= h.skin).collect();
        prop_assume!(Balls::normal(h, loose) < 0.0 && touched.len() <= 3);
        let a: Problem<f64, Balls> = Problem::active(h, loose, false);
        let Some(other) = by_lemke(&a, mu, &touched) else { panic!("a copositive problem has a solution") };
        let apart = Balls::respond(h, GaussSeidel::impulse(&p, &a).impulse - other);
        // A direction is off by at most half the angle between two facets: 0.2 of what friction does, at two balls as at one.
        prop_assert!(apart.dot(apart).sqrt() <= 0.2 * loose.dot(loose).sqrt(), "{}", apart.dot(apart).sqrt());
    }
}
