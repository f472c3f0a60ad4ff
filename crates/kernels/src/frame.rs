//! The frame of a contact from its normal. Twin: `shaders/frame.wgsl`.
//!
//! The turn that carries `s e_z` to a unit vector n by the shortest way, `s = 1` where `n_z >= 0` and -1 elsewhere,
//! carries `e_x` to `t1 = e_x - n_x (n + s e_z)/(1 + |n_z|)`, and `s e_y` to t2: `(t1, t2, n)` is orthonormal and right-handed,
//! and the divisor is never small. It is smooth on each half of the sphere, so over a whole bowl; at `n_z = 0` it
//! turns about n, which isotropic friction does not see.

use crate::real::Real;
use crate::tuple::{Tuple, Vector};

/// Two tangents and the normal.
#[derive(Clone, Copy, Debug)]
pub struct Frame<R> {
    /// The first tangent.
    pub t1: Vector<R, 3>,
    /// The second tangent.
    pub t2: Vector<R, 3>,
    /// The normal.
    pub n: Vector<R, 3>,
}

/// The frame of a unit normal.
#[inline(always)]
pub fn frame_of<R: Real>(n: Vector<R, 3>) -> Frame<R> {
    let one = R::of(1.0);
    let [x, y, z] = n.0;
    let side = R::select(z.lt(R::of(0.0)), -one, one);
    let share = one / (one + z.abs());
    let both = x * y * share;
    Frame {
        t1: Vector([one - x * x * share, -both, -side * x]),
        t2: Vector([-side * both, side * (one - y * y * share), -y]),
        n,
    }
}

/// `G u`: the components of a vector in the frame.
#[inline(always)]
pub fn frame_local<R: Real>(f: &Frame<R>, u: Vector<R, 3>) -> Vector<R, 3> {
    Vector([f.t1.dot(u), f.t2.dot(u), f.n.dot(u)])
}

/// `Gᵀ P`: the vector with these components.
#[inline(always)]
pub fn frame_kick<R: Real>(f: &Frame<R>, p: Vector<R, 3>) -> Vector<R, 3> {
    f.t1 * p.0[0] + f.t2 * p.0[1] + f.n * p.0[2]
}
