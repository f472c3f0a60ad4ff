//! Four balls in one problem: that the parts of the model fit together, that every contact has its law, and other solvers.

use moreau::law::{GaussSeidel, GaussSeidelParams, Law, Problem};
use moreau::lcp::{End, lcp_solve};
use moreau::model::{FourBalls, FourBallsParams, Model};
use moreau::space::{BALL_CONTACTS, Balls, Space, balls_tangents, three};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

/// What a certificate may amount to: the limit that flags are set by.
const CERTIFIED: f64 = 64.0 * f64::EPSILON;

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

fn law([mu, mu_balls]: [f64; 2], facets: usize) -> GaussSeidelParams<f64> {
    GaussSeidelParams { mu, mu_balls, facets: facets as f64, sweeps: 400.0, roundings: 4.0, relaxation: 1.15 }
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
                let from = rows[k].clone();
                rows[i].iter_mut().zip(&from).for_each(|(x, y)| *x -= factor * y);
            }
        }
        let mut push = vec![0.0; n];
        (0..m).for_each(|k| push[on[k]] = rows[k][m] / rows[k][k]);
        let end: Vec<f64> =
            (0..n).map(|i| loose[i] + (0..n).map(|j| columns[j][i] * push[j]).sum::<f64>()).collect();
        (push.iter().all(|p| *p >= -1e-12) && end.iter().all(|u| *u >= -1e-10)).then_some(push)
    })
}

/// Numbers of friction directions.
fn facets() -> impl Strategy<Value = usize> {
    prop_oneof![Just(4), Just(8), Just(16)]
}

/// Unknowns of three contacts with 16 directions, or of nine with 4.
const UNKNOWNS: usize = 54;

/// The problem of Stewart & Trinkle 1996, Sec. 3, for several contacts: shares of the directions, normal impulse and sliding speed of
/// each, all at once, by Lemke's method. The impulses.
fn by_lemke(
    a: &Problem<f64, Balls>,
    mu: [f64; 2],
    facets: usize,
    touched: &[usize],
) -> Option<Vector<f64, 30>> {
    let directions = |k: usize| -> Vec<Vector<f64, 3>> {
        let n = a.h.normals[k];
        let [t1, t2] = balls_tangents(n);
        let turn = |j: usize| std::f64::consts::TAU * j as f64 / facets as f64;
        (0..facets).map(|j| t1 * turn(j).cos() + t2 * turn(j).sin()).chain([n]).collect()
    };
    let all: Vec<(usize, Vec<Vector<f64, 3>>)> = touched.iter().map(|&k| (k, directions(k))).collect();
    let each = facets + 2;
    let (mut m, mut q) = ([[0.0; UNKNOWNS]; UNKNOWNS], [0.0; UNKNOWNS]);
    for (i, (k, own)) in all.iter().enumerate() {
        let slip = i * each + facets + 1;
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
                if j < facets { (1.0, -1.0) } else { (0.0, 0.0) };
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
    #![proptest_config(ProptestConfig::with_cases(128))]

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
    fn the_law_of_every_contact_holds((q, u, mu) in scene(), facets in prop_oneof![Just(0), facets()]) {
        let (c, p) = (setup(), law(mu, facets));
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
        let (c, p) = (setup(), law([0.0, 0.0], 0));
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

    /// Two solvers of one linear complementarity problem: Gauss-Seidel, contact by contact, and Lemke's method, all unknowns at once.
    #[test]
    fn lemke_finds_the_same((q, u, mu) in scene(), facets in facets()) {
        let (c, p) = (setup(), law(mu, facets));
        let h = FourBalls::delassus(&c, q);
        let loose = FourBalls::local(&c, q, u);
        let touched: Vec<usize> = (0..BALL_CONTACTS).filter(|&k| h.gaps[k] <= h.skin).collect();
        prop_assume!(Balls::normal(h, loose) < 0.0 && touched.len() * (facets + 2) <= UNKNOWNS);
        let a: Problem<f64, Balls> = Problem::active(h, loose, false);
        let Some(other) = by_lemke(&a, mu, facets, &touched) else { panic!("a copositive problem has a solution") };
        let apart = Balls::respond(h, GaussSeidel::impulse(&p, &a).impulse - other);
        let far = apart.dot(apart).sqrt() / loose.dot(loose).sqrt();
        // Far more than sweeps leave that end at four roundings, far less than a facet's friction.
        prop_assert!(far <= 1e-9, "{} contacts, {} facets: {}", touched.len(), facets, far);
    }

    /// Cones of 16 facets are narrower than round ones by up to 2 %, and friction is up to half the angle between two of them off.
    #[test]
    fn many_facets_are_nearly_round((q, u, mu) in scene()) {
        let c = setup();
        let h = FourBalls::delassus(&c, q);
        let loose = FourBalls::local(&c, q, u);
        prop_assume!(Balls::normal(h, loose) < 0.0);
        let a: Problem<f64, Balls> = Problem::active(h, loose, false);
        let [round, edged] = [0, 16].map(|facets| GaussSeidel::impulse(&law(mu, facets), &a).impulse);
        let apart = Balls::respond(h, round - edged);
        prop_assert!(apart.dot(apart).sqrt() <= 0.2 * loose.dot(loose).sqrt(), "{}", apart.dot(apart).sqrt());
    }
}
