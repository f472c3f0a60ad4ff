//! A regular polygon of 4, 8 or 16 corners as a friction set, by its symmetries: what the friction directions of Stewart & Trinkle 1996,
//! Sec. 3, span. Twin: `shaders/fold.wgsl`.
//!
//! Mirrors through the centre carry any point into the sector between a corner, at angle 0, and the middle of a side; there the nearest
//! side is that one. Five mirrors, one after another, no loop and no angle: it is asked at every contact of every sweep. [`crate::polygon`] has
//! any number of corners in any direction, and searches among them.

use crate::math::{cos_turn, sin_turn};
use crate::real::Real;
use crate::tuple::{Tuple, Vector};

/// The polygon in the unit circle, or the circle itself.
#[derive(Clone, Copy)]
pub struct FoldSet<R: Real> {
    /// Where it is a polygon.
    pub faceted: R::Mask,
    /// Where it has 8 or 16 corners.
    pub eight: R::Mask,
    /// Where it has 16.
    pub sixteen: R::Mask,
    /// The middle of a side, as a direction.
    pub half: Vector<R, 2>,
    /// Normals of mirrors at an eighth, a sixteenth and a thirty-second of a turn.
    pub mirror4: Vector<R, 2>,
    /// See above.
    pub mirror8: Vector<R, 2>,
    /// See above.
    pub mirror16: Vector<R, 2>,
}

/// A point in the sector, and which mirrors it went through.
#[derive(Clone, Copy)]
pub struct Folded<R: Real> {
    /// The point.
    pub c: Vector<R, 2>,
    /// Below the first axis.
    pub over_y: R::Mask,
    /// Left of the second.
    pub over_x: R::Mask,
    /// Behind the mirrors of [`FoldSet`].
    pub over4: R::Mask,
    /// See above.
    pub over8: R::Mask,
    /// See above.
    pub over16: R::Mask,
}

/// The normal of a mirror at an angle.
#[inline(always)]
pub fn fold_normal<R: Real>(turn: R) -> Vector<R, 2> {
    Vector([sin_turn(turn), -cos_turn(turn)])
}

/// The polygon of so many corners; 0: the circle.
#[inline(always)]
pub fn fold_set<R: Real>(facets: R) -> FoldSet<R> {
    let turn = R::of(0.5) / facets.larger(R::of(4.0));
    FoldSet {
        faceted: R::of(0.0).lt(facets),
        eight: R::of(4.0).lt(facets),
        sixteen: R::of(8.0).lt(facets),
        half: Vector([cos_turn(turn), sin_turn(turn)]),
        mirror4: fold_normal(R::of(0.125)),
        mirror8: fold_normal(R::of(0.0625)),
        mirror16: fold_normal(R::of(0.03125)),
    }
}

/// A point in a mirror, if it is told to go through it.
#[inline(always)]
pub fn fold_over<R: Real>(c: Vector<R, 2>, n: Vector<R, 2>, over: R::Mask) -> Vector<R, 2> {
    let behind = c.dot(n);
    c - n * R::select(over, behind + behind, R::of(0.0))
}

/// Whether a point is behind a mirror.
#[inline(always)]
pub fn fold_behind<R: Real>(c: Vector<R, 2>, n: Vector<R, 2>) -> R::Mask {
    c.dot(n).lt(R::of(0.0))
}

/// A point, carried into the sector.
#[inline(always)]
pub fn fold_in<R: Real>(shape: &FoldSet<R>, c: Vector<R, 2>) -> Folded<R> {
    let zero = R::of(0.0);
    let (over_y, over_x) = (c.0[1].lt(zero), c.0[0].lt(zero));
    let first = Vector([c.0[0].abs(), c.0[1].abs()]);
    let over4 = fold_behind(first, shape.mirror4);
    let second = fold_over(first, shape.mirror4, over4);
    let over8 = shape.eight & fold_behind(second, shape.mirror8);
    let third = fold_over(second, shape.mirror8, over8);
    let over16 = shape.sixteen & fold_behind(third, shape.mirror16);
    Folded { c: fold_over(third, shape.mirror16, over16), over_y, over_x, over4, over8, over16 }
}

/// A point of the sector, carried back the way another came.
#[inline(always)]
pub fn fold_out<R: Real>(shape: &FoldSet<R>, f: &Folded<R>, c: Vector<R, 2>) -> Vector<R, 2> {
    let third = fold_over(c, shape.mirror16, f.over16);
    let second = fold_over(third, shape.mirror8, f.over8);
    let [x, y] = fold_over(second, shape.mirror4, f.over4).0;
    Vector([R::select(f.over_x, -x, x), R::select(f.over_y, -y, y)])
}

/// The point nearest to `c` of the polygon in the circle of radius `r >= 0`, and whether `c` lies in it.
#[inline(always)]
pub fn fold_cut<R: Real>(shape: &FoldSet<R>, c: Vector<R, 2>, r: R) -> (Vector<R, 2>, R::Mask) {
    let f = fold_in(shape, c);
    let [cosine, sine] = shape.half.0;
    let depth = r * cosine;
    let inside = f.c.dot(shape.half).le(depth);
    // On the side, from its middle to its corner.
    let along = (-(r * sine)).larger(f.c.0[1] * cosine - f.c.0[0] * sine);
    let nearest = Vector([cosine * depth - sine * along, sine * depth + cosine * along]);
    (Tuple::select(inside, c, fold_out(shape, &f, nearest)), inside)
}

/// The largest product of `v` with a point of that polygon: a corner has it.
#[inline(always)]
pub fn fold_support<R: Real>(shape: &FoldSet<R>, v: Vector<R, 2>, r: R) -> R {
    r * fold_in(shape, v).c.0[0]
}

/// How far a point lies outside, as an excess of squared lengths: zero or less in the polygon.
#[inline(always)]
pub fn fold_excess<R: Real>(shape: &FoldSet<R>, c: Vector<R, 2>, r: R) -> R {
    let out = fold_in(shape, c).c.dot(shape.half);
    let depth = r * shape.half.0[0];
    out * out - depth * depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon::{polygon_support, project_polygon};

    /// The same sets as [`crate::polygon`]'s.
    #[test]
    fn it_is_the_polygon() {
        for (i, facets) in [4.0, 8.0, 16.0].into_iter().cycle().take(3000).enumerate() {
            let shape = fold_set::<f64>(facets);
            let turn = i as f64 * 0.618_033_988_75;
            let c = Vector([turn.sin() * 2.0, (1.7 * turn).cos() * 1.5]);
            let ((cut, inside), (point, within)) =
                (fold_cut(&shape, c, 1.0), project_polygon(c, 1.0, facets, 0.0));
            assert!(
                (cut - point).dot(cut - point) < 1e-28 && inside == within,
                "{facets} {c:?}: {cut:?} {point:?}"
            );
            let support = polygon_support(c, 1.0, facets, 0.0);
            assert!((fold_support(&shape, c, 1.0) - support).abs() < 1e-14);
            assert!(
                (fold_excess(&shape, c, 1.0) > 0.0) != inside || fold_excess(&shape, c, 1.0).abs() < 1e-14
            );
        }
    }
}
