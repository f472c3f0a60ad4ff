//! The regular polygon as a friction set, what a linearised cone amounts to. Twin: `shaders/polygon.wgsl`.
//!
//! Corners at `axis + k/sides` turns on the circle of radius r, sides between them. By symmetry the nearest point lies on
//! the side whose normal is nearest in direction: the velocity is projected on its line and held between its ends.

use crate::math::{cos_turn, sin_turn};
use crate::real::Real;
use crate::tuple::Vector;

/// The most sides a polygon can have.
pub const MOST_SIDES: usize = 16;

/// Of the unit vectors at `first + k/sides` turns, the one with the largest product with `c`.
#[inline(always)]
pub fn polygon_direction<R: Real>(c: Vector<R, 2>, sides: R, first: R) -> Vector<R, 2> {
    let turn = R::of(1.0) / sides;
    let step = Vector([cos_turn(turn), sin_turn(turn)]);
    let start = first - first.nearest();
    let mut v = Vector([cos_turn(start), sin_turn(start)]);
    let mut most = c.0[0] * v.0[0] + c.0[1] * v.0[1];
    let mut chosen = R::of(0.0);
    for k in 1..MOST_SIDES {
        v = Vector([v.0[0] * step.0[0] - v.0[1] * step.0[1], v.0[0] * step.0[1] + v.0[1] * step.0[0]]);
        let along = c.0[0] * v.0[0] + c.0[1] * v.0[1];
        let place = R::of(k as f64);
        let better = place.lt(sides) & most.lt(along);
        most = R::select(better, along, most);
        chosen = R::select(better, place, chosen);
    }
    // Anew from its place: the sixteenth turned vector has sixteen roundings.
    let at = start + chosen * turn;
    let whole = at - at.nearest();
    Vector([cos_turn(whole), sin_turn(whole)])
}

/// The point nearest to `c` of the regular polygon of centre 0 in the circle of radius `r >= 0`, one corner at `axis` turns.
/// Returned with whether `c` lies in it, that is, whether the contact sticks.
#[inline(always)]
pub fn project_polygon<R: Real>(c: Vector<R, 2>, r: R, sides: R, axis: R) -> (Vector<R, 2>, R::Mask) {
    let half = R::of(0.5) / sides;
    let n = polygon_direction(c, sides, axis + half);
    let depth = r * cos_turn(half);
    let end = r * sin_turn(half);
    let inside = (c.0[0] * n.0[0] + c.0[1] * n.0[1]).le(depth);
    let along = (-end).larger(end.smaller(c.0[1] * n.0[0] - c.0[0] * n.0[1]));
    let x = R::select(inside, c.0[0], n.0[0] * depth - n.0[1] * along);
    let y = R::select(inside, c.0[1], n.0[1] * depth + n.0[0] * along);
    (Vector([x, y]), inside)
}

/// The point nearest to the origin of the polygon of centre `c` turned by half a turn: `c - project_polygon(c)`.
#[inline(always)]
pub fn prox_polygon<R: Real>(c: Vector<R, 2>, r: R, sides: R, axis: R) -> Vector<R, 2> {
    c - project_polygon(c, r, sides, axis).0
}

/// How far `p` lies outside, as an excess of squared lengths: zero or less in the polygon.
#[inline(always)]
pub fn polygon_excess<R: Real>(p: Vector<R, 2>, r: R, sides: R, axis: R) -> R {
    let half = R::of(0.5) / sides;
    let n = polygon_direction(p, sides, axis + half);
    let out = p.0[0] * n.0[0] + p.0[1] * n.0[1];
    let depth = r * cos_turn(half);
    out * out - depth * depth
}

/// The support function, the largest product of `v` with a point of the polygon: a corner has it.
#[inline(always)]
pub fn polygon_support<R: Real>(v: Vector<R, 2>, r: R, sides: R, axis: R) -> R {
    let corner = polygon_direction(v, sides, axis);
    r * (v.0[0] * corner.0[0] + v.0[1] * corner.0[1])
}
