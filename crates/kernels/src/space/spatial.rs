//! The contact of a body in space, and a full H. Twin: `shaders/space/spatial.wgsl`.

use super::Space;
use crate::real::Real;
use crate::tuple::{Tuple, Vector};
use crate::watch::Modes;

/// The contact of a rigid body in space: `(t1, t2, n)`.
pub struct Spatial;

/// A symmetric matrix, positive definite; x and y are the tangential directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpatialDelassus<R> {
    /// First tangential direction by itself.
    pub xx: R,
    /// Both tangential directions.
    pub xy: R,
    /// Second tangential direction by itself.
    pub yy: R,
    /// What a normal impulse does to the sliding velocity, and the reverse: first direction.
    pub xn: R,
    /// Second direction.
    pub yn: R,
    /// Normal by normal.
    pub nn: R,
}

impl Space for Spatial {
    type Local<R: Real> = Vector<R, 3>;
    type Delassus<R: Real> = SpatialDelassus<R>;
    type Watch = Modes;
    const WGSL: &'static str = crate::shader!("space/spatial.wgsl");
    const DIM: usize = 3;
    const SHORT_STEP: bool = false;

    #[inline(always)]
    fn normal<R: Real>(_: SpatialDelassus<R>, v: Vector<R, 3>) -> R {
        v.0[2]
    }
    #[inline(always)]
    fn slide<R: Real>(v: Vector<R, 3>) -> R {
        (v.0[0] * v.0[0] + v.0[1] * v.0[1]).sqrt()
    }
    #[inline(always)]
    fn push<R: Real>(h: SpatialDelassus<R>, speed: R) -> Vector<R, 3> {
        Vector([R::of(0.0), R::of(0.0), speed / h.nn])
    }
    #[inline(always)]
    fn respond<R: Real>(h: SpatialDelassus<R>, impulse: Vector<R, 3>) -> Vector<R, 3> {
        let [x, y, n] = impulse.0;
        Vector([
            h.xx * x + h.xy * y + h.xn * n,
            h.xy * x + h.yy * y + h.yn * n,
            h.xn * x + h.yn * y + h.nn * n,
        ])
    }
    #[inline(always)]
    fn gain<R: Real>(
        _: SpatialDelassus<R>,
        impulse: Vector<R, 3>,
        loose: Vector<R, 3>,
        end: Vector<R, 3>,
    ) -> R {
        R::of(0.5) * impulse.dot(loose + end)
    }
    #[inline(always)]
    fn powers<R: Real>(_: SpatialDelassus<R>, impulse: Vector<R, 3>, v: Vector<R, 3>) -> Vector<R, 2> {
        let ([p1, p2, n], [v1, v2, w]) = (impulse.0, v.0);
        Vector([n * w, p1 * v1 + p2 * v2])
    }
    const LIFTS: bool = true;
    #[inline(always)]
    fn lift<R: Real>(
        h: SpatialDelassus<R>,
        gap: R,
        step: R,
        moved: Vector<R, 3>,
    ) -> (SpatialDelassus<R>, Vector<R, 3>) {
        (h, Vector([R::of(0.0), R::of(0.0), gap / step - moved.0[2]]))
    }
    #[inline(always)]
    fn weight<R: Real>(h: SpatialDelassus<R>) -> R {
        h.xx + h.yy + h.nn
    }
    /// An impulse can be large along the small axis of H, where most of what it does cancels.
    #[inline(always)]
    fn reach<R: Real>(h: SpatialDelassus<R>, loose: Vector<R, 3>, impulse: Vector<R, 3>) -> R {
        let weight = Self::weight(h);
        loose.dot(loose) + weight * weight * impulse.dot(impulse)
    }
    /// A diagonal and the product of a vector `(c, -c/2, 1)` with itself.
    #[inline(always)]
    fn delassus_of<R: Real>(a: R, b: R, c: R) -> SpatialDelassus<R> {
        let d = R::of(-0.5) * c;
        SpatialDelassus { xx: b + c * c, xy: c * d, yy: a + d * d, xn: c, yn: d, nn: a + R::of(1.0) }
    }
}
