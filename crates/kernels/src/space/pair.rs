//! Two planar contacts of one body. Twin: `shaders/space/pair.wgsl`.
//!
//! A local vector is `(t1, n1, t2, n2)`. H is full: an impulse at one contact moves the other. With it stand the two
//! gaps, which tell what is touched, and the *inner* impulse: where both contacts are on one rigid body, a pair of
//! opposite forces along the line between them moves nothing, `H z = 0`. H cannot tell that from rounding, so the
//! model says it.

use super::{OUT_OF_PLAY, PlanarDelassus, Space};
use crate::real::Real;
use crate::tuple::{Tuple, Vector};
use crate::watch::Solutions;

/// A body with two planar contacts.
pub struct Pair;

/// H of two contacts, and what a law must know beside it.
#[derive(Clone, Copy, Debug)]
pub struct PairDelassus<R> {
    /// What the first contact does to itself.
    pub one: PlanarDelassus<R>,
    /// What the second contact does to itself.
    pub two: PlanarDelassus<R>,
    /// Between t1 and t2.
    pub tt: R,
    /// Between t1 and n2.
    pub tn: R,
    /// Between n1 and t2.
    pub nt: R,
    /// Between n1 and n2.
    pub nn: R,
    /// The two distances: those that are not positive are touched.
    pub gaps: Vector<R, 2>,
    /// A unit vector z with `H z = 0`, or 0 if H is regular.
    pub inner: Vector<R, 4>,
}

/// `x` where a contact is touched, `other` elsewhere.
#[inline(always)]
pub fn pair_touched<R: Real>(gap: R, x: R, other: R) -> R {
    R::select(gap.le(R::of(0.0)), x, other)
}

/// The sum of magnitudes.
#[inline(always)]
pub fn pair_size<R: Real>(v: Vector<R, 4>) -> R {
    v.0[0].abs() + v.0[1].abs() + v.0[2].abs() + v.0[3].abs()
}

impl Space for Pair {
    type Local<R: Real> = Vector<R, 4>;
    type Delassus<R: Real> = PairDelassus<R>;
    type Watch = Solutions;
    const WGSL: &'static str = crate::shader!("space/pair.wgsl");
    const DIM: usize = 4;
    const SHORT_STEP: bool = false;

    #[inline(always)]
    fn normal<R: Real>(h: PairDelassus<R>, v: Vector<R, 4>) -> R {
        let far = R::of(OUT_OF_PLAY);
        pair_touched(h.gaps.0[0], v.0[1], far).smaller(pair_touched(h.gaps.0[1], v.0[3], far))
    }
    #[inline(always)]
    fn slide<R: Real>(v: Vector<R, 4>) -> R {
        v.0[0].abs().larger(v.0[2].abs())
    }
    /// At the contact that is left behind most.
    #[inline(always)]
    fn push<R: Real>(h: PairDelassus<R>, speed: R) -> Vector<R, 4> {
        let zero = R::of(0.0);
        let second = h.gaps.0[1].lt(h.gaps.0[0]);
        let first = R::select(second, zero, speed / h.one.nn);
        Vector([zero, first, zero, R::select(second, speed / h.two.nn, zero)])
    }
    #[inline(always)]
    fn respond<R: Real>(h: PairDelassus<R>, impulse: Vector<R, 4>) -> Vector<R, 4> {
        let [t1, n1, t2, n2] = impulse.0;
        Vector([
            h.one.tt * t1 + h.one.tn * n1 + h.tt * t2 + h.tn * n2,
            h.one.tn * t1 + h.one.nn * n1 + h.nt * t2 + h.nn * n2,
            h.tt * t1 + h.nt * n1 + h.two.tt * t2 + h.two.tn * n2,
            h.tn * t1 + h.nn * n1 + h.two.tn * t2 + h.two.nn * n2,
        ])
    }
    #[inline(always)]
    fn gain<R: Real>(_: PairDelassus<R>, impulse: Vector<R, 4>, loose: Vector<R, 4>, end: Vector<R, 4>) -> R {
        R::of(0.5) * impulse.dot(loose + end)
    }
    #[inline(always)]
    fn powers<R: Real>(_: PairDelassus<R>, impulse: Vector<R, 4>, v: Vector<R, 4>) -> Vector<R, 2> {
        let ([t1, n1, t2, n2], [v1, w1, v2, w2]) = (impulse.0, v.0);
        Vector([n1 * w1 + n2 * w2, t1 * v1 + t2 * v2])
    }
    const LIFTS: bool = true;
    /// The two gaps may be less a skin; the smaller one is told as it is.
    #[inline(always)]
    fn lift<R: Real>(
        h: PairDelassus<R>,
        gap: R,
        step: R,
        moved: Vector<R, 4>,
    ) -> (PairDelassus<R>, Vector<R, 4>) {
        let zero = R::of(0.0);
        let [one, two] = h.gaps.0;
        let skin = gap - one.smaller(two);
        let by = Vector([zero, (one + skin) / step - moved.0[1], zero, (two + skin) / step - moved.0[3]]);
        (PairDelassus { gaps: Vector([zero, zero]), ..h }, by)
    }
    #[inline(always)]
    fn weight<R: Real>(h: PairDelassus<R>) -> R {
        h.one.tt + h.one.nn + h.two.tt + h.two.nn
    }
    /// An impulse can be large where most of what it does cancels.
    #[inline(always)]
    fn reach<R: Real>(h: PairDelassus<R>, loose: Vector<R, 4>, impulse: Vector<R, 4>) -> R {
        let weight = Self::weight(h);
        loose.dot(loose) + weight * weight * impulse.dot(impulse)
    }
    /// `[1, D]ᵀ M [1, D] + diag(0, 0, b, a)` with M as for one contact and `D = diag(1/2, 1/4)`; each contact is
    /// touched now and then.
    #[inline(always)]
    fn delassus_of<R: Real>(a: R, b: R, c: R) -> PairDelassus<R> {
        let (zero, half, quarter) = (R::of(0.0), R::of(0.5), R::of(0.25));
        let one = PlanarDelassus { tt: b + c * c / a, tn: c, nn: a };
        let inner = R::select(c.lt(zero), zero, half);
        PairDelassus {
            one,
            two: PlanarDelassus {
                tt: quarter * one.tt + b,
                tn: half * (quarter * one.tn),
                nn: quarter * (quarter * one.nn) + a,
            },
            tt: half * one.tt,
            tn: quarter * one.tn,
            nt: half * one.tn,
            nn: quarter * one.nn,
            gaps: Vector([a - R::of(1.25), b - R::of(1.25)]),
            inner: Vector([inner, -inner, inner, inner]),
        }
    }
}
