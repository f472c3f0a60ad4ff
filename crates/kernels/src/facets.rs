//! One contact with friction in a polyhedral cone as a linear complementarity problem.
//! Twin: `shaders/facets.wgsl`.
//!
//! The unknowns are the shares β of m directions d_k, the normal impulse c_n and the sliding speed λ (Stewart & Trinkle 1996, Sec. 3.3):
//!
//! ```text
//!     |β  |   |DᵀH_tt D  DᵀH_tn  e| |β  |   |Dᵀu_t|
//! w = |c_n| : |H_nt D    h_nn    0| |c_n| + |u_n  | + z0 >= 0,    z = (β, c_n, λ) >= 0,    w·z = 0
//!     |λ  |   |-eᵀ       mu      0| |λ  |   |0    |
//! ```
//!
//! The rows of the problem are products with few numbers, a [`Flow`]: the velocity, `mu c_n - Σβ`, λ and z0. [`crate::basis`] solves it by that
//! alone. H and the loose velocity are in units of their size, against which rounding is told.

use crate::directions::{MOST_FACETS, facets_directions};
use crate::lemke::TINY;
use crate::real::Scalar;
use crate::space::SpatialDelassus;
use crate::tuple::Vector;

/// A contact, H and the loose velocity in units of their size.
#[derive(Clone, Debug)]
pub struct Facets<R> {
    /// The directions.
    pub direction: [Vector<R, 2>; MOST_FACETS],
    /// Their number.
    pub count: usize,
    /// H.
    pub h: SpatialDelassus<R>,
    /// The friction coefficient.
    pub mu: R,
    /// The loose velocity.
    pub loose: Vector<R, 3>,
    /// What an unknown impulse of 1 is.
    pub unit: R,
}

/// What the rows see of a combination of unknowns.
#[derive(Clone, Copy, Debug)]
pub struct Flow<R> {
    /// The velocity.
    pub velocity: Vector<R, 3>,
    /// `mu c_n - Σβ`.
    pub slack: R,
    /// λ.
    pub slip: R,
    /// z0.
    pub cover: R,
    /// The sum of the unknowns' magnitudes: rounding is told against it.
    pub size: R,
}

/// The problem of a contact.
pub fn facets_problem<R: Scalar>(
    h: SpatialDelassus<R>,
    mu: R,
    facets: R,
    turn: R,
    loose: Vector<R, 3>,
) -> Facets<R> {
    let weight = h.xx + h.yy + h.nn;
    let [xx, xy, yy, xn, yn, nn] = [h.xx, h.xy, h.yy, h.xn, h.yn, h.nn].map(|x| x / weight);
    let sum = loose.0[0].abs() + loose.0[1].abs() + loose.0[2].abs();
    let speed = if R::of(0.0) < sum { sum } else { R::of(1.0) };
    Facets {
        direction: facets_directions(facets, turn),
        count: facets.to_f64() as usize,
        h: SpatialDelassus { xx, xy, yy, xn, yn, nn },
        mu,
        loose: Vector(loose.0.map(|x| x / speed)),
        unit: speed / weight,
    }
}

/// A flow with so much more of an unknown.
#[inline(always)]
pub fn facets_add<R: Scalar>(p: &Facets<R>, flow: Flow<R>, unknown: usize, amount: R) -> Flow<R> {
    let h = p.h;
    let mut to = flow;
    to.size += amount.abs();
    if unknown < p.count {
        let (x, y) = (amount * p.direction[unknown].0[0], amount * p.direction[unknown].0[1]);
        to.velocity.0[0] += h.xx * x + h.xy * y;
        to.velocity.0[1] += h.xy * x + h.yy * y;
        to.velocity.0[2] += h.xn * x + h.yn * y;
        to.slack += -amount;
    } else if unknown == p.count {
        to.velocity.0[0] += h.xn * amount;
        to.velocity.0[1] += h.yn * amount;
        to.velocity.0[2] += h.nn * amount;
        to.slack += p.mu * amount;
    } else if unknown == p.count + 1 {
        to.slip += amount;
    } else {
        to.cover += amount;
    }
    to
}

/// `x`, or 0 where that is nothing but the rounding of a sum of this size.
#[inline(always)]
pub fn facets_sharp<R: Scalar>(x: R, size: R) -> R {
    if x.abs() <= R::of(TINY * R::EPSILON) * size { R::of(0.0) } else { x }
}

/// The w of a row.
#[inline(always)]
pub fn facets_row<R: Scalar>(p: &Facets<R>, i: usize, flow: Flow<R>) -> R {
    let mut w = flow.slack;
    if i < p.count {
        let d = p.direction[i];
        w = (d.0[0] * flow.velocity.0[0] + d.0[1] * flow.velocity.0[1]) + flow.slip;
    } else if i == p.count {
        w = flow.velocity.0[2];
    }
    facets_sharp(w + flow.cover, flow.size)
}

/// The flow of no unknown at all, from a velocity.
#[inline(always)]
pub fn facets_still<R: Scalar>(velocity: Vector<R, 3>, size: R) -> Flow<R> {
    let zero = R::of(0.0);
    Flow { velocity, slack: zero, slip: zero, cover: zero, size }
}
