//! Linear complementarity: known answers, a cycle that the lexicographic rule breaks, contact problems as time steps pose them, rays.

#![allow(clippy::needless_range_loop)]

use std::f64::consts::TAU;

use moreau::cone::cone_impulse;
use moreau::lcp::{Answer, End, Lemke, TINY};
use moreau::lcp::{
    lcp_residual, lcp_solve, lemke_complement, lemke_least, lemke_pivot, lemke_solve, lemke_start,
};
use moreau::real::Scalar;
use moreau::space::{Planar, PlanarDelassus, Space};
use moreau::tuple::Vector;

use crate::Dice;

/// Unknowns of the largest problem here: four contacts in space with 16 directions each.
const N: usize = 72;
const W: usize = N + 2;
/// Far more pivots than any of these takes.
const CAP: u32 = 1000;
/// Residual of a solution in units of its size: each row is a sum of up to 72 products of numbers that carry up to a hundred roundings.
const ROUNDING: f64 = 1e-12;

/// A problem of up to N unknowns.
struct Lcp {
    n: usize,
    m: Box<[[f64; N]; N]>,
    q: [f64; N],
}

impl Lcp {
    fn of<const K: usize>(m: [[f64; K]; K], q: [f64; K]) -> Lcp {
        let mut lcp = Lcp { n: K, m: Box::new([[0.0; N]; N]), q: [0.0; N] };
        for i in 0..K {
            lcp.m[i][..K].copy_from_slice(&m[i]);
            lcp.q[i] = q[i];
        }
        lcp
    }

    /// The residual of an answer, relative to its size.
    fn rest(&self, answer: &Answer<f64, N>) -> f64 {
        let size = answer.z.iter().chain(&self.q).fold(0.0, |most: f64, x| most.max(x.abs()));
        lcp_residual(self.n, &self.m, &self.q, &answer.z) / size
    }
}

/// Contacts of a body with `dof` freedoms, `directions` of friction each (2: planar): the problem of Stewart & Trinkle, Sec. 3.3, for
/// random normals, tangents, masses and velocities; whole numbers among them where `whole`, so that much of it is degenerate.
fn contacts(dice: &mut Dice, count: usize, directions: usize, dof: usize, whole: bool) -> Lcp {
    let any = |dice: &mut Dice| if whole { (3.0 * dice.roll()).round() } else { dice.roll() };
    let vector = |dice: &mut Dice| -> Vec<f64> { (0..dof).map(|_| any(dice)).collect() };
    let (weight, velocity): (Vec<f64>, Vec<f64>) =
        (0..dof).map(|_| (1.0 + 0.5 * dice.roll(), 3.0 * any(dice))).unzip();
    let per = directions + 2;
    let mut wrenches = Vec::new();
    let mut mu = Vec::new();
    for _ in 0..count {
        let (normal, one, two) = (vector(dice), vector(dice), vector(dice));
        mu.push(0.75 + 0.75 * dice.roll());
        for k in 0..directions {
            let turn = TAU * k as f64 / directions as f64;
            let (cos, sin) =
                if directions == 2 { (1.0 - 2.0 * k as f64, 0.0) } else { (turn.cos(), turn.sin()) };
            wrenches.push((0..dof).map(|j| cos * one[j] + sin * two[j]).collect());
        }
        wrenches.extend([normal, vec![0.0; dof]]);
    }
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let n = count * per;
    let mut lcp = Lcp { n, m: Box::new([[0.0; N]; N]), q: [0.0; N] };
    for i in 0..n {
        lcp.q[i] = dot(&wrenches[i], &velocity);
        let moved: Vec<f64> = wrenches[i].iter().zip(&weight).map(|(x, weight)| x * weight).collect();
        (0..n).for_each(|j| lcp.m[i][j] = dot(&moved, &wrenches[j]));
    }
    for (c, mu) in mu.into_iter().enumerate() {
        let (first, lambda) = (c * per, c * per + directions + 1);
        for k in first..first + directions {
            lcp.m[k][lambda] = 1.0;
            lcp.m[lambda][k] = -1.0;
        }
        lcp.m[lambda][lambda - 1] = mu;
    }
    lcp
}

fn solve(lcp: &Lcp) -> Answer<f64, N> {
    lcp_solve::<f64, N, W>(lcp.n, &lcp.m, &lcp.q, CAP)
}

#[test]
fn known_answers() {
    let cases = [
        (Lcp::of([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0]), vec![4.0 / 3.0, 7.0 / 3.0]),
        // Nothing to do.
        (Lcp::of([[-1.0, 3.0], [2.0, -4.0]], [0.0, 2.0]), vec![0.0, 0.0]),
        // One bound by the other.
        (Lcp::of([[1.0, -1.0], [1.0, 1.0]], [-1.0, 2.0]), vec![1.0, 0.0]),
        (
            Lcp::of([[1.0, 0.0, 0.0], [2.0, 1.0, 0.0], [2.0, 2.0, 1.0]], [-8.0, -12.0, -14.0]),
            vec![8.0, 0.0, 0.0],
        ),
    ];
    for (lcp, known) in cases {
        let answer = solve(&lcp);
        assert_eq!(answer.end, End::Solved);
        for (z, known) in answer.z.iter().zip(known) {
            assert!((z - known).abs() <= ROUNDING, "{:?}", &answer.z[..lcp.n]);
        }
    }
}

/// Equal ratios, told apart by the number of the row.
fn last_of_equals(a: &Lemke<f64, N, W>, s: usize) -> usize {
    let ratio = |i: usize| a.t[i][a.n + 1] / -a.t[i][s];
    let falls = (0..a.n).filter(|&i| a.t[i][s] < 0.0);
    falls.fold(a.n, |r, i| {
        let first = r == a.n || i == a.cover && ratio(i) <= ratio(r);
        if first || r != a.cover && ratio(i) <= ratio(r) || ratio(i) < ratio(r) { i } else { r }
    })
}

#[test]
fn the_lexicographic_rule_breaks_a_cycle() {
    let lcp = Lcp::of([[0.0, 0.0, -2.0], [-1.0, 1.0, 2.0], [2.0, 2.0, 0.0]], [0.0, -1.0, -1.0]);
    // By the number of the row: a basis comes back, and it would for ever.
    let mut a: Lemke<f64, N, W> = lemke_start(lcp.n, &lcp.m, &lcp.q, TINY * f64::EPSILON);
    let (mut r, mut s) = (lemke_least(&a), lcp.n);
    a.cover = r;
    let mut met = Vec::new();
    loop {
        lemke_pivot(&mut a, r, s);
        assert_ne!(a.column[s], 2 * lcp.n, "it solved the problem instead");
        let basis = a.row;
        if met.contains(&basis) {
            break;
        }
        met.push(basis);
        s = lemke_complement(&a, s);
        r = last_of_equals(&a, s);
        assert!(r < lcp.n, "it met a ray instead");
    }
    let answer = solve(&lcp);
    assert_eq!((answer.end, &answer.z[..3]), (End::Solved, &[0.0, 1.0, 0.0][..]));
}

#[test]
fn contacts_are_solved_all_of_them() {
    let mut dice = Dice(7);
    // Contacts, directions, freedoms, problems. In the last ones H is singular: more contacts than the body can tell apart.
    let kinds = [
        (1, 2, 3, 2000),
        (2, 2, 4, 1000),
        (3, 2, 6, 1000),
        (4, 2, 8, 1000),
        (1, 4, 6, 1000),
        (1, 8, 6, 1000),
        (1, 16, 6, 1000),
        (2, 4, 6, 500),
        (2, 16, 12, 200),
        (3, 8, 12, 200),
        (4, 4, 12, 200),
        (4, 8, 12, 100),
        (4, 16, 24, 50),
        (4, 2, 6, 500),
        (4, 4, 6, 250),
    ];
    let mut solved = 0;
    for (count, directions, dof, problems) in kinds {
        for i in 0..problems {
            let lcp = contacts(&mut dice, count, directions, dof, i % 2 == 1);
            let answer = solve(&lcp);
            let what = format!("{count} contacts, {directions} directions, {dof} freedoms, number {i}");
            assert_eq!(answer.end, End::Solved, "{what}");
            let rest = lcp.rest(&answer);
            assert!(
                lcp.q[..lcp.n].iter().all(|q| *q == 0.0) || rest <= ROUNDING,
                "{what}: residual {rest:e}"
            );
            solved += 1;
        }
    }
    assert!(solved >= 10_000);
}

/// The residual of one contact in f32, in f32's epsilon and relative: H has a condition of a few tens, the answer a dozen pivots.
const ROUNDING_F32: f64 = 256.0;
/// Unknowns of one contact at most.
const ONE: usize = 18;

#[test]
fn one_contact_is_solved_in_f32() {
    let mut dice = Dice(8);
    for (directions, i) in
        [2, 4, 8, 16].into_iter().flat_map(|directions| (0..1000).map(move |i| (directions, i)))
    {
        let lcp = contacts(&mut dice, 1, directions, 6, false);
        let m: [[f32; ONE]; ONE] = std::array::from_fn(|i| std::array::from_fn(|j| lcp.m[i][j] as f32));
        let q: [f32; ONE] = std::array::from_fn(|i| lcp.q[i] as f32);
        let answer = lemke_solve::<f32, ONE, { ONE + 2 }>(lcp.n, &m, &q, 32, TINY as f32 * f32::EPSILON);
        assert_eq!(answer.end, End::Solved, "{directions} directions, number {i}");
        let size = answer.z.iter().chain(&q).fold(0.0, |most: f64, x| most.max(f64::from(x.abs())));
        let rest = lcp_residual(lcp.n, &m, &q, &answer.z) / (size * <f32 as Scalar>::EPSILON);
        assert!(rest <= ROUNDING_F32, "{directions} directions, number {i}: {rest} epsilon");
    }
}

#[test]
fn a_problem_without_solution_ends_in_a_ray() {
    let none = [
        Lcp::of([[-1.0]], [-1.0]),
        Lcp::of([[0.0, 1.0], [-1.0, 0.0]], [-1.0, -1.0]),
        Lcp::of([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [-2.0, 1.0, -1.0]),
    ];
    for lcp in none {
        assert_eq!(solve(&lcp).end, End::Ray);
    }
}

#[test]
fn a_search_cut_short_says_so() {
    let lcp = contacts(&mut Dice(9), 2, 8, 12, false);
    let whole = solve(&lcp);
    assert!(whole.end == End::Solved && whole.pivots > 2);
    let cut = lemke_solve::<f64, N, W>(lcp.n, &lcp.m, &lcp.q, 2, TINY * f64::EPSILON);
    assert_eq!((cut.end, cut.pivots), (End::Cap, 2));
}

#[test]
fn what_is_no_solution_has_a_residual() {
    let lcp = Lcp::of([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0]);
    let mut answer = solve(&lcp);
    assert!(lcp.rest(&answer) <= ROUNDING);
    answer.z[0] += 0.1;
    assert!(lcp.rest(&answer) > 0.01);
    answer.z[0] = f64::NAN;
    let rest = lcp_residual(lcp.n, &lcp.m, &lcp.q, &answer.z);
    assert!(rest.is_nan() || rest > ROUNDING);
}

/// How near to singular sliding the two answers are compared: there a rounding of H is one of the impulse.
const MARGIN: f64 = 0.05;

/// One planar contact, two directions: four unknowns. The planar law tries stick and both slides in closed form, which is to enumerate the bases
/// of this problem, and what it finds solves it whatever H is. Where neither sense of sliding is singular (mu |H_tn| < H_nn) there is one
/// solution, and pivoting finds the same; elsewhere there can be several: the law sticks, and pivoting may stop at another.
#[test]
fn the_planar_law_solves_the_same_problem() {
    let mut dice = Dice(10);
    let mut alike = 0;
    let mut other = 0;
    for i in 0..4000 {
        let (tt, nn, tn) = (1.5 + dice.roll(), 1.5 + dice.roll(), dice.roll());
        let h = PlanarDelassus { tt, tn: tn * (tt * nn).sqrt(), nn };
        let mu = 0.75 + 0.75 * dice.roll();
        let loose = Vector([3.0 * dice.roll(), -1.6 + 1.5 * dice.roll()]);
        let [t, n] = loose.0;
        let lcp = Lcp::of(
            [
                [h.tt, -h.tt, h.tn, 1.0],
                [-h.tt, h.tt, -h.tn, 1.0],
                [h.tn, -h.tn, h.nn, 0.0],
                [-1.0, -1.0, mu, 0.0],
            ],
            [t, -t, n, 0.0],
        );
        let (impulse, sticks) = cone_impulse(h, mu, mu, loose);
        let end = loose + Planar::respond(h, impulse);
        let mut answer = solve(&lcp);
        assert_eq!(answer.end, End::Solved);
        assert!(lcp.rest(&answer) <= ROUNDING, "number {i}");
        let found = Vector([answer.z[0] - answer.z[1], answer.z[2]]);
        let [along, normal] = impulse.0;
        let slide = if sticks { 0.0 } else { end.0[0].abs() };
        answer.z[..4].copy_from_slice(&[along.max(0.0), (-along).max(0.0), normal, slide]);
        assert!(lcp.rest(&answer) <= ROUNDING, "number {i}: the law's own impulse");
        let [x, y] = (found - impulse).0;
        let same = x.abs() + y.abs() <= ROUNDING * (1.0 + along.abs() + normal.abs()) / MARGIN;
        if mu * h.tn.abs() < h.nn - MARGIN {
            assert!(same, "number {i}: {found:?} beside {impulse:?}");
            alike += 1;
        } else {
            other += usize::from(!same);
        }
    }
    assert!(alike > 1000);
    println!("{other} of {} with a singular sense end at another solution", 4000 - alike);
}
