//! Where up to three planes meet. Twin: `shaders/space/corner.wgsl`.
//!
//! The contact of a unit-mass particle with several planes at a time. The local velocity is the velocity itself, the
//! impulse one generalised impulse for all planes together (Charles & Ballard 2016, Sec. 4), H = 1; what stands in H's
//! place is which planes there are and which of them are touched.

use super::Space;
use crate::real::Real;
use crate::tuple::{Tuple, Vector};
use crate::watch::Modes;

/// A particle in the corner of up to three planes.
pub struct Corner;

/// Three planes as a particle finds them.
#[derive(Clone, Copy, Debug)]
pub struct Planes<R> {
    /// Unit normals, into the admissible side.
    pub normals: [Vector<R, 3>; 3],
    /// The distances to them, less the skin within which they are felt: those that are not positive are touched.
    pub gaps: Vector<R, 3>,
}

/// A velocity split by the planes that are touched.
#[derive(Clone, Copy, Debug)]
pub struct CornerProx<R> {
    /// The nearest velocity that leaves no touched plane behind.
    pub point: Vector<R, 3>,
    /// What each plane pushes for that: `point - u = Σ push n`.
    pub push: Vector<R, 3>,
}

/// `n·v` for each plane.
#[inline(always)]
pub fn corner_parts<R: Real>(h: &Planes<R>, v: Vector<R, 3>) -> Vector<R, 3> {
    Vector([h.normals[0].dot(v), h.normals[1].dot(v), h.normals[2].dot(v)])
}

/// `Σ push n`.
#[inline(always)]
pub fn corner_total<R: Real>(h: &Planes<R>, push: Vector<R, 3>) -> Vector<R, 3> {
    h.normals[0] * push.0[0] + h.normals[1] * push.0[1] + h.normals[2] * push.0[2]
}

/// `x` where a plane is touched, `other` elsewhere.
#[inline(always)]
pub fn corner_touched<R: Real>(h: &Planes<R>, x: Vector<R, 3>, other: R) -> Vector<R, 3> {
    Tuple::from_fn(|a| R::select(h.gaps.0[a].le(R::of(0.0)), x.0[a], other))
}

/// The part of `v` along all touched planes: their common line, the plane itself if there is one, nothing if there are three.
/// Each touched normal, less what those before it have in common with it, is taken out.
#[inline(always)]
pub fn corner_along<R: Real>(h: &Planes<R>, v: Vector<R, 3>) -> Vector<R, 3> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let touched = corner_touched(h, Vector([one, one, one]), zero);
    let [n1, n2, n3] = h.normals;
    let v1 = v - n1 * (touched.0[0] * n1.dot(v));
    let m2 = n2 - n1 * (touched.0[0] * n1.dot(n2));
    let v2 = v1 - m2 * (touched.0[1] * m2.dot(v1) / m2.dot(m2));
    let m3 = n3 - n1 * (touched.0[0] * n1.dot(n3)) - m2 * (touched.0[1] * m2.dot(n3) / m2.dot(m2));
    v2 - m3 * (touched.0[2] * m3.dot(v2) / m3.dot(m3))
}

/// What friction takes of `v`: `bound` of its length, or all of it.
#[inline(always)]
pub fn corner_cut<R: Real>(v: Vector<R, 3>, bound: R) -> Vector<R, 3> {
    // At v = 0 the quotient is infinite or 0/0: either way the smaller one is 1.
    v * R::of(1.0).smaller(bound.over_root(v.dot(v)))
}

/// The smallest of three.
#[inline(always)]
pub fn corner_least<R: Real>(x: Vector<R, 3>) -> R {
    x.0[0].smaller(x.0[1]).smaller(x.0[2])
}

/// What the planes of one set push, and how well that meets the conditions.
#[derive(Clone, Copy, Debug)]
pub struct Offer<R> {
    /// The smallest of what must not be negative.
    pub score: R,
    /// What each plane pushes.
    pub push: Vector<R, 3>,
}

/// The better one of the best so far and a candidate, of which `rest` must not be negative.
#[inline(always)]
pub fn corner_offer<R: Real>(best: Offer<R>, candidate: Vector<R, 3>, rest: Vector<R, 3>) -> Offer<R> {
    let value = corner_least(rest);
    let better = best.score.lt(value);
    Offer { score: R::select(better, value, best.score), push: Tuple::select(better, candidate, best.push) }
}

/// Frictionless soft contact (Moreau 1988, Sec. 9 and 11): the nearest point to `u` of the cone
/// `V = {v: n·v >= 0 for every touched plane}`. With `push` the multipliers, and `G` the planes' products `n·n`, that is
/// `0 <= push ⟂ G push + n·u >= 0`; all eight sets of pushing planes are tried, and the one that meets these conditions
/// best is taken: exactly one meets them, but for ties, at which the answers are the same.
#[inline(always)]
pub fn corner_prox<R: Real>(h: &Planes<R>, u: Vector<R, 3>) -> CornerProx<R> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let far = R::of(OUT_OF_PLAY);
    let x = corner_parts(h, u);
    let [x1, x2, x3] = x.0;
    let g12 = h.normals[0].dot(h.normals[1]);
    let g13 = h.normals[0].dot(h.normals[2]);
    let g23 = h.normals[1].dot(h.normals[2]);
    // A plane that pushes is in play if it is touched; one that does not is no hindrance if it is not touched.
    let [may1, may2, may3] = corner_touched(h, Vector([zero, zero, zero]), -far).0;
    let free = corner_touched(h, x, far);
    let mut best = Offer { score: corner_least(free), push: Vector([zero, zero, zero]) };

    // One plane pushes.
    let left = corner_touched(h, Vector([x1, x2 - x1 * g12, x3 - x1 * g13]), far).0;
    best = corner_offer(best, Vector([-x1, zero, zero]), Vector([may1 - x1, left[1], left[2]]));
    let left = corner_touched(h, Vector([x1 - x2 * g12, x2, x3 - x2 * g23]), far).0;
    best = corner_offer(best, Vector([zero, -x2, zero]), Vector([left[0], may2 - x2, left[2]]));
    let left = corner_touched(h, Vector([x1 - x3 * g13, x2 - x3 * g23, x3]), far).0;
    best = corner_offer(best, Vector([zero, zero, -x3]), Vector([left[0], left[1], may3 - x3]));

    // Two planes push.
    let det = one - g12 * g12;
    let (a, b) = ((x2 * g12 - x1) / det, (x1 * g12 - x2) / det);
    let left = corner_touched(h, Vector([x1, x2, x3 + a * g13 + b * g23]), far).0;
    best = corner_offer(best, Vector([a, b, zero]), Vector([may1 + a, may2 + b, left[2]]));
    let det = one - g13 * g13;
    let (a, b) = ((x3 * g13 - x1) / det, (x1 * g13 - x3) / det);
    let left = corner_touched(h, Vector([x1, x2 + a * g12 + b * g23, x3]), far).0;
    best = corner_offer(best, Vector([a, zero, b]), Vector([may1 + a, left[1], may3 + b]));
    let det = one - g23 * g23;
    let (a, b) = ((x3 * g23 - x2) / det, (x2 * g23 - x3) / det);
    let left = corner_touched(h, Vector([x1 + a * g12 + b * g13, x2, x3]), far).0;
    best = corner_offer(best, Vector([zero, a, b]), Vector([left[0], may2 + a, may3 + b]));

    // All push.
    let (c12, c13, c23) = (g13 * g23 - g12, g12 * g23 - g13, g12 * g13 - g23);
    let (c11, c22, c33) = (one - g23 * g23, one - g13 * g13, one - g12 * g12);
    let det = c11 + g12 * c12 + g13 * c13;
    let a = -(x1 * c11 + x2 * c12 + x3 * c13) / det;
    let b = -(x1 * c12 + x2 * c22 + x3 * c23) / det;
    let c = -(x1 * c13 + x2 * c23 + x3 * c33) / det;
    best = corner_offer(best, Vector([a, b, c]), Vector([may1 + a, may2 + b, may3 + c]));

    let push = Tuple::from_fn(|a| zero.larger(best.push.0[a]));
    CornerProx { point: u + corner_total(h, push), push }
}

/// More than any velocity: what keeps a plane out of play.
pub const OUT_OF_PLAY: f64 = 1e30;

impl Space for Corner {
    type Local<R: Real> = Vector<R, 3>;
    type Delassus<R: Real> = Planes<R>;
    type Watch = Modes;
    const WGSL: &'static str = crate::shader!("space/corner.wgsl");
    const DIM: usize = 3;
    const SHORT_STEP: bool = false;

    #[inline(always)]
    fn normal<R: Real>(h: Planes<R>, v: Vector<R, 3>) -> R {
        corner_least(corner_touched(&h, corner_parts(&h, v), R::of(OUT_OF_PLAY)))
    }
    /// Along an edge or on a plane all of the velocity slides.
    #[inline(always)]
    fn slide<R: Real>(v: Vector<R, 3>) -> R {
        v.dot(v).sqrt()
    }
    /// Off the plane that is left behind most.
    #[inline(always)]
    fn push<R: Real>(h: Planes<R>, speed: R) -> Vector<R, 3> {
        let [a, b, c] = h.gaps.0;
        let second = Tuple::select(b.lt(a), h.normals[1], h.normals[0]);
        Tuple::select(c.lt(a.smaller(b)), h.normals[2], second) * speed
    }
    #[inline(always)]
    fn respond<R: Real>(_: Planes<R>, impulse: Vector<R, 3>) -> Vector<R, 3> {
        impulse
    }
    #[inline(always)]
    fn gain<R: Real>(_: Planes<R>, impulse: Vector<R, 3>, loose: Vector<R, 3>, end: Vector<R, 3>) -> R {
        R::of(0.5) * impulse.dot(loose + end)
    }
    /// That of the impulse's normal part, `Σ push n` (Charles & Ballard 2016, eq. 4.1).
    #[inline(always)]
    fn powers<R: Real>(h: Planes<R>, impulse: Vector<R, 3>, v: Vector<R, 3>) -> Vector<R, 2> {
        let split = corner_prox(&h, impulse * R::of(-1.0));
        Vector([corner_total(&h, split.push).dot(v), -split.point.dot(v)])
    }
    #[inline(always)]
    fn weight<R: Real>(_: Planes<R>) -> R {
        R::of(1.0)
    }
    /// A rebound can be faster than what a step's force leaves of the velocity before it.
    #[inline(always)]
    fn reach<R: Real>(_: Planes<R>, loose: Vector<R, 3>, impulse: Vector<R, 3>) -> R {
        loose.dot(loose) + impulse.dot(impulse)
    }
    /// Three planes in general position, each of them touched now and then.
    #[inline(always)]
    fn delassus_of<R: Real>(a: R, b: R, c: R) -> Planes<R> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let unit = |t: R| {
            let square = t * t;
            (R::of(2.0) * t / (one + square), (one - square) / (one + square))
        };
        let (sin1, cos1) = unit(R::of(0.5) * a);
        let (sin2, cos2) = unit(R::of(0.5) * b);
        Planes {
            normals: [Vector([-sin1, zero, cos1]), Vector([sin2, zero, cos2]), Vector([zero, one, zero])],
            gaps: Vector([a - b, c, c + one]),
        }
    }
}
