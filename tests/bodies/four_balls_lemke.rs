//! Four balls by Lemke's method beside Gauss-Seidel: two solvers of one problem, over whole motions.

use moreau::backend::Backend;
use moreau::law::{GaussSeidel, GaussSeidelParams, Law, LemkeLaw, LemkeParams, Problem};
use moreau::model::{FourBalls, FourBallsParams, Model};
use moreau::space::{BALL_CONTACTS, Balls, Space, balls_tangents};
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};

use crate::column;

/// Rounding of a step, multiplied by a few collisions.
const ROUNDING: f64 = 1e-11;

fn run(law: &str, facets: u32, scheme: &[&str]) -> Results {
    let law = [format!("law={law}"), format!("facets={facets}"), "members=40".to_owned()];
    let changes = law.iter().map(String::as_str).chain(scheme.iter().copied());
    let mut study = Study::preset("four-balls").unwrap().set(changes).unwrap();
    study.spec.record = None;
    study.run(Backend::cpu(0)).unwrap()
}

/// Balls that lie on the table have normals that are level but for rounding: tangents that turned there would make different
/// motions of roundings, and did.
#[test]
fn whole_motions_are_those_of_gauss_seidel() {
    let skin: &[&str] = &["scheme=stewart-trinkle", "skin=0.5"];
    for (facets, scheme) in [(4, &[][..]), (8, &[]), (4, skin)] {
        let [one, other] = ["lemke", "gauss-seidel"].map(|law| run(law, facets, scheme));
        for name in ["x1", "y1", "z1", "ux2", "uy2", "wz2", "ux3", "wx3", "uy4", "wz4"] {
            let (one, other) = (column(&one, name), column(&other, name));
            // Written so that NaN fails.
            let near = one.iter().zip(&other).all(|(x, y)| (x - y).abs() <= ROUNDING);
            assert!(near, "{facets} facets, {scheme:?}, {name}: {one:?} {other:?}");
        }
        assert!(column(&one, "flags").iter().all(|flags| *flags == 0.0));
    }
}

/// Three contacts of 16 directions have room, four have not: then the member is flagged, not wrong.
#[test]
fn more_contacts_than_there_is_room_for_are_flagged() {
    let lying =
        ["x1_0=0", "y1_0=0", "z1_0=0", "ux1_0=1", "x2_0=50", "x3_0=0", "y3_0=50", "x4_0=50", "y4_0=50"];
    let few = ["z4_0=9", "duration=0.05"];
    let flags = |set: &[&str]| {
        let changes = lying.iter().chain(set).copied().collect::<Vec<_>>();
        column(&run("lemke", 16, &changes), "flags")
    };
    assert!(flags(&["duration=0.05"]).iter().all(|flags| *flags != 0.0));
    assert!(flags(&few).iter().all(|flags| *flags == 0.0));
}

#[test]
fn tangents_do_not_turn_where_a_normal_is_level() {
    for turn in 0..64 {
        let (y, x) = (std::f64::consts::TAU * f64::from(turn) / 64.0).sin_cos();
        let [above, below] = [1e-17, -1e-17].map(|z| balls_tangents(Vector([x, y, z])));
        for k in 0..2 {
            let apart = above[k] - below[k];
            assert!(apart.dot(apart) <= 1e-30, "{above:?} {below:?}");
            let n = Vector([x, y, 0.0]);
            assert!(above[k].dot(n).abs() <= 1e-15 && (above[k].dot(above[k]) - 1.0).abs() <= 1e-15);
        }
        let handed = above[0].0[0] * above[1].0[1] - above[0].0[1] * above[1].0[0];
        assert!(handed.abs() <= 1e-15 && above[1].0[2] > 0.0);
    }
    assert_eq!(balls_tangents(Vector([0.0, 0.0, 1.0])), [Vector([1.0, 0.0, 0.0]), Vector([0.0, 1.0, 0.0])]);
}

/// A triangle of balls at rest on the table with one on top of them: nine contacts, 54 unknowns, many of them degenerate.
#[test]
fn nine_contacts_at_once() {
    use moreau::columns::{Columns, Fields};
    let columns = <FourBallsParams<f64> as Columns<f64>>::COLUMNS;
    let c = FourBalls::setup(&FourBallsParams::from_fn(|j| columns[j].default));
    let (across, up) = (1.0 / 3.0_f64.sqrt(), (2.0 / 3.0_f64).sqrt());
    let spot = |k: usize| {
        let (y, x) = (std::f64::consts::TAU * k as f64 / 3.0).sin_cos();
        if k == 0 { [0.0, 0.0, up] } else { [across * x, across * y, 0.0] }
    };
    // A little nearer than touching, so that no contact hangs on rounding.
    let q = Tuple::from_fn(|j: usize| if j < 12 { spot(j / 3)[j % 3] * (1.0 - 1e-9) } else { 0.0 });
    let u: Vector<f64, 24> = Tuple::from_fn(|j| if j < 12 && j % 3 == 2 { -0.1 } else { 0.0 });
    let h = FourBalls::delassus(&c, q);
    assert_eq!((0..BALL_CONTACTS).filter(|&k| h.gaps[k] <= h.skin).count(), 9);
    let a: Problem<f64, Balls> = Problem::active(h, FourBalls::local(&c, q, u), false);
    let p =
        LemkeParams { mu: 0.3, mu_balls: 0.2, facets: 4.0, sweeps: 100.0, roundings: 4.0, relaxation: 1.0 };
    let found = LemkeLaw::impulse(&p, &a).impulse;
    let end = a.loose + Balls::respond(a.h, found);
    let reach = Balls::reach(a.h, a.loose, found);
    let residual = Balls::weight(a.h) * LemkeLaw::residual(&p, &a, found, end, 0.0);
    assert!(residual <= 64.0 * f64::EPSILON * reach, "{residual} of {reach}");
    let p = GaussSeidelParams {
        mu: 0.3,
        mu_balls: 0.2,
        facets: 4.0,
        sweeps: 400.0,
        roundings: 4.0,
        relaxation: 1.15,
    };
    let apart = Balls::respond(a.h, found - GaussSeidel::impulse(&p, &a).impulse);
    assert!(apart.dot(apart).sqrt() <= 1e-9 * a.loose.dot(a.loose).sqrt());
}
