//! Lemke's method for one contact, which stores no tableau, beside the whole matrix and the method that stores one.

#![allow(clippy::needless_range_loop)]

use std::f64::consts::TAU;

use moreau::basis::{VALUE, basis_search};
use moreau::facets::{Facets, facets_problem};
use moreau::lcp::{End, lcp_residual, lcp_solve};
use moreau::real::Scalar;
use moreau::space::SpatialDelassus;
use moreau::tuple::Vector;

use crate::Dice;

/// Unknowns of one contact at most.
const ONE: usize = 18;
/// Residual of a solution in f64, relative.
const ROUNDING: f64 = 1e-12;
/// The same in epsilon of either precision: H has a condition of some hundreds at most.
const EPSILONS: f64 = 256.0;

/// Half of them degenerate: no sliding, equal velocities along two tangents, sliding along a direction or right between two.
fn any_contact(dice: &mut Dice, i: usize) -> (SpatialDelassus<f64>, f64, f64, f64, [f64; 3]) {
    const FREEDOMS: usize = 6;
    let facets = [4.0, 8.0, 16.0][i % 3];
    let lever: [[f64; FREEDOMS]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| dice.roll()));
    let weight: [f64; FREEDOMS] = std::array::from_fn(|_| 1.0 + 0.9 * dice.roll());
    let h = |a: usize, b: usize| (0..FREEDOMS).map(|k| lever[a][k] * weight[k] * lever[b][k]).sum::<f64>();
    let h = SpatialDelassus { xx: h(0, 0), xy: h(0, 1), yy: h(1, 1), xn: h(0, 2), yn: h(1, 2), nn: h(2, 2) };
    let (mu, mut turn) = (0.75 + 0.75 * dice.roll(), 0.5 * dice.roll());
    let [mut x, mut y, n] = [3.0 * dice.roll(), 3.0 * dice.roll(), -1.5 + 1.49 * dice.roll()];
    let along = |turn: f64, speed: f64| (speed * (TAU * turn).cos(), speed * (TAU * turn).sin());
    match i / 3 % 8 {
        0 => (x, y) = (0.0, 0.0),
        1 => (y, turn) = (x, 0.0),
        2 => (x, y) = along(turn + 1.0 / facets, x),
        3 => (x, y) = along(turn + 0.5 / facets, x),
        _ => (),
    }
    (h, mu, facets, turn, [x, y, n])
}

/// The whole matrix of the contact, which the solver never has.
fn whole<R: Scalar>(p: &Facets<R>) -> ([[R; ONE]; ONE], [R; ONE]) {
    let (mut m, mut q) = ([[R::of(0.0); ONE]; ONE], [R::of(0.0); ONE]);
    let (h, count) = (p.h, p.count);
    for j in 0..count {
        let [x, y] = p.direction[j].0;
        let moved = [h.xx * x + h.xy * y, h.xy * x + h.yy * y, h.xn * x + h.yn * y];
        for i in 0..count {
            m[i][j] = p.direction[i].0[0] * moved[0] + p.direction[i].0[1] * moved[1];
        }
        (m[j][count], m[count][j]) = (moved[2], moved[2]);
        (m[j][count + 1], m[count + 1][j]) = (R::of(1.0), R::of(-1.0));
        q[j] = x * p.loose.0[0] + y * p.loose.0[1];
    }
    (m[count][count], m[count + 1][count], q[count]) = (h.nn, p.mu, p.loose.0[2]);
    (m, q)
}

/// Solves contacts without a tableau; the worst residual, in epsilon of the largest number, and how many were compared with the tableau's answer.
fn solve_contacts<R: Scalar>(contacts: usize) -> (f64, usize) {
    let mut dice = Dice(11);
    let (mut worst, mut alike) = (0.0, 0);
    for i in 0..contacts {
        let (h, mu, facets, turn, loose) = any_contact(&mut dice, i);
        let [xx, xy, yy, xn, yn, nn] = [h.xx, h.xy, h.yy, h.xn, h.yn, h.nn].map(R::of);
        let own = SpatialDelassus { xx, xy, yy, xn, yn, nn };
        let p = facets_problem(own, R::of(mu), R::of(facets), R::of(turn), Vector(loose.map(R::of)));
        let (a, end, _) = basis_search(&p);
        assert_eq!(end, End::Solved, "{facets} facets, number {i}");
        let mut z = [R::of(0.0); ONE];
        (0..a.used).for_each(|c| z[a.slots[c]] = R::of(0.0).larger(a.t[c][VALUE]));
        let (m, q) = whole(&p);
        let size = z.iter().chain(&q).fold(0.0, |most: f64, x| most.max(x.to_f64().abs()));
        let rest = lcp_residual(p.count + 2, &m, &q, &z) / (size * R::EPSILON);
        assert!(rest <= EPSILONS, "{facets} facets, number {i}: {rest} epsilon");
        worst = rest.max(worst);
        // Weak coupling and friction: one impulse. Shares and λ are unique, too, but for those of a contact that sticks.
        let coupled = (h.xn.hypot(h.yn)) * mu * 2.0 > h.nn;
        let other = lcp_solve::<R, ONE, { ONE + 2 }>(p.count + 2, &m, &q, 32);
        if !coupled && other.end == End::Solved {
            let push = |z: &[R; ONE]| {
                let along = |k: usize| {
                    (0..p.count).map(|j| z[j].to_f64() * p.direction[j].0[k].to_f64()).sum::<f64>()
                };
                [along(0), along(1), z[p.count].to_f64(), z[p.count + 1].to_f64()]
            };
            for (x, y) in push(&z).into_iter().zip(push(&other.z)) {
                assert!((x - y).abs() <= SAME * R::EPSILON * size, "{facets} facets, number {i}: {x} {y}");
            }
            alike += 1;
        }
    }
    (worst, alike)
}

/// Two ways to one solution, in epsilon: H has a condition of up to some hundreds.
const SAME: f64 = 4e4;

#[test]
fn contacts_are_solved_without_a_tableau() {
    let (worst, alike) = solve_contacts::<f64>(10_000);
    assert!(worst * f64::EPSILON <= ROUNDING && alike > 2000, "{worst} {alike}");
    let (_, alike) = solve_contacts::<f32>(10_000);
    assert!(alike > 2000);
}
