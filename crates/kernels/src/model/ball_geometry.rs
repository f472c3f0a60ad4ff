//! Where the axis and the lowest point of a [`Ball`](super::Ball) are, and how it spins. Twin: `shaders/model/ball.wgsl`.

use super::ball::BallSetup;
use crate::real::Real;
use crate::tuple::{Tuple, Vector};

/// `a × b`.
#[inline(always)]
pub fn cross_of<R: Real>(a: Vector<R, 3>, b: Vector<R, 3>) -> Vector<R, 3> {
    let ([ax, ay, az], [bx, by, bz]) = (a.0, b.0);
    Vector([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
}

/// `v + a × b`, the way drivers add two products to a third number.
#[inline(always)]
pub fn cross_add<R: Real>(v: Vector<R, 3>, a: Vector<R, 3>, b: Vector<R, 3>) -> Vector<R, 3> {
    let ([vx, vy, vz], [ax, ay, az], [bx, by, bz]) = (v.0, a.0, b.0);
    Vector([vx + ay * bz - az * by, vy + az * bx - ax * bz, vz + ax * by - ay * bx])
}

/// The axis a, and `1 - a_z`, of a quaternion (x, y, z, w) of any length.
#[inline(always)]
pub fn ball_axis<R: Real>(q: Vector<R, 8>) -> Vector<R, 4> {
    let [_, _, _, _, x, y, z, w] = q.0;
    let (zero, one, two) = (R::of(0.0), R::of(1.0), R::of(2.0));
    let (flat, steep) = (x * x + y * y, z * z + w * w);
    let square = flat + steep;
    let scale = R::select(zero.lt(square), one / square, zero);
    Vector([
        two * (x * z + w * y) * scale,
        two * (y * z - w * x) * scale,
        (steep - flat) * scale,
        two * flat * scale,
    ])
}

/// The axis alone.
#[inline(always)]
pub(super) fn axis<R: Real>(q: Vector<R, 8>) -> Vector<R, 3> {
    let [x, y, z, _] = ball_axis(q).0;
    Vector([x, y, z])
}

/// The velocity of the centre of mass.
#[inline(always)]
pub(super) fn moving<R: Real>(u: Vector<R, 8>) -> Vector<R, 3> {
    Vector([u.0[0], u.0[1], u.0[2]])
}

/// What is turning of a velocity, l.
#[inline(always)]
pub(super) fn turning<R: Real>(u: Vector<R, 8>) -> Vector<R, 3> {
    Vector([u.0[4], u.0[5], u.0[6]])
}

/// ρ, from the centre of mass to the lowest point.
#[inline(always)]
pub fn ball_lowest<R: Real>(c: &BallSetup<R>, a: Vector<R, 3>) -> Vector<R, 3> {
    Vector([c.arm * a.0[0], c.arm * a.0[1], c.arm * a.0[2] - c.radius])
}

/// ω.
#[inline(always)]
pub fn ball_spin<R: Real>(c: &BallSetup<R>, a: Vector<R, 3>, l: Vector<R, 3>) -> Vector<R, 3> {
    l + a * (c.excess * a.dot(l))
}
