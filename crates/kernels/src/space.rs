//! The local frame of a contact: what a law sees of a model.
//!
//! `U = G u` is the local velocity, its last component normal (`U_n > 0` separates); `P` the local impulse;
//! `H = G A⁻¹ Gᵀ` the Delassus matrix, which turns an impulse into the change of local velocity it makes.

use crate::real::Real;
use crate::tuple::{Tuple, Vector};
use crate::watch::{Jumps, Modes, Watch};

mod balls;
mod corner;
mod pair;
mod spatial;
pub use balls::{BALL_CONTACTS, BALL_PAIRS, BallContacts, BallLocal, Balls, Bodies, TABLE};
pub use balls::{
    balls_felt, balls_kick, balls_lift, balls_local, balls_meet, balls_part, balls_push, balls_slip,
    balls_speed, balls_tangents, balls_which, put_three, three,
};
pub use corner::{Corner, CornerProx, OUT_OF_PLAY, Offer, Planes};
pub use corner::{
    corner_along, corner_cut, corner_least, corner_offer, corner_parts, corner_prox, corner_total,
    corner_touched,
};
pub use pair::{Pair, PairDelassus, pair_size, pair_touched};
pub use spatial::{Spatial, SpatialDelassus};

/// A kind of contact frame. Twin: a file of `shaders/space/`.
pub trait Space: Send + Sync + 'static {
    /// Local velocities and impulses.
    type Local<R: Real>: Tuple<R>;
    /// What is kept of H.
    type Delassus<R: Real>: Copy;
    /// What is watched of a contact of this kind beside its certificates.
    type Watch: Watch;
    /// The WGSL twin: aliases `Local` and `Delassus`, and the functions below with prefix `space_`.
    const WGSL: &'static str;
    /// The number of components of `Local`.
    const DIM: usize;
    /// Whether a step is a short one, a few dozen operations: then an adapter gains from more of them together.
    const SHORT_STEP: bool;

    /// The normal component; the smallest where several contacts meet.
    fn normal<R: Real>(h: Self::Delassus<R>, v: Self::Local<R>) -> R;
    /// The length of the tangential part.
    fn slide<R: Real>(v: Self::Local<R>) -> R;
    /// The impulse along the normal that adds `speed` to the normal velocity.
    fn push<R: Real>(h: Self::Delassus<R>, speed: R) -> Self::Local<R>;
    /// `H P`.
    fn respond<R: Real>(h: Self::Delassus<R>, impulse: Self::Local<R>) -> Self::Local<R>;
    /// The kinetic energy that an impulse adds, `1/2 P·(U_L + U_F)`, in the fewest operations.
    fn gain<R: Real>(
        h: Self::Delassus<R>,
        impulse: Self::Local<R>,
        loose: Self::Local<R>,
        end: Self::Local<R>,
    ) -> R;
    /// `P·v`, split into what the normal impulses do and what friction does.
    fn powers<R: Real>(h: Self::Delassus<R>, impulse: Self::Local<R>, v: Self::Local<R>) -> Vector<R, 2>;
    /// Whether a contact of this kind can be lifted.
    const LIFTS: bool = false;
    /// What is to be added to a local velocity U so that `U_n >= 0` says that a step of size `step` ends on no other side of the
    /// boundary: `gap/step - moved_n` along each normal, if the gap is that at a place which the local velocity `moved` leads to.
    /// With it H, for a law to which all contacts are in play (Stewart & Trinkle 1996, eq. 4).
    fn lift<R: Real>(
        _h: Self::Delassus<R>,
        _gap: R,
        _step: R,
        _moved: Self::Local<R>,
    ) -> (Self::Delassus<R>, Self::Local<R>) {
        unreachable!("a scheme that lifts asks for LIFTS when it is compiled")
    }
    /// The size of H: an impulse times it is a velocity.
    fn weight<R: Real>(h: Self::Delassus<R>) -> R;
    /// The squared velocity whose rounding a contact problem may show, from what goes into it and what comes out.
    fn reach<R: Real>(h: Self::Delassus<R>, loose: Self::Local<R>, impulse: Self::Local<R>) -> R;
    /// A positive definite H from the numbers a probe draws, of which the first two are positive.
    fn delassus_of<R: Real>(a: R, b: R, c: R) -> Self::Delassus<R>;
    /// A local vector as `(t, n)`; `None` where the frame is not planar. Host only.
    fn planar(_: Self::Local<f64>) -> Option<[f64; 2]> {
        None
    }
    /// H of a planar frame. Host only.
    fn planar_delassus(_: Self::Delassus<f64>) -> Option<PlanarDelassus<f64>> {
        None
    }
}

/// A particle's contact in space: `(t1, t2, n)`, and H = 1/m times the identity.
pub struct Isotropic;

impl Space for Isotropic {
    type Local<R: Real> = Vector<R, 3>;
    type Delassus<R: Real> = R;
    type Watch = Modes;
    const WGSL: &'static str = crate::shader!("space/isotropic.wgsl");
    const DIM: usize = 3;
    const SHORT_STEP: bool = true;

    #[inline(always)]
    fn normal<R: Real>(_: R, v: Vector<R, 3>) -> R {
        v.0[2]
    }
    #[inline(always)]
    fn slide<R: Real>(v: Vector<R, 3>) -> R {
        (v.0[0] * v.0[0] + v.0[1] * v.0[1]).sqrt()
    }
    #[inline(always)]
    fn push<R: Real>(h: R, speed: R) -> Vector<R, 3> {
        Vector([R::of(0.0), R::of(0.0), speed / h])
    }
    #[inline(always)]
    fn respond<R: Real>(h: R, impulse: Vector<R, 3>) -> Vector<R, 3> {
        impulse * h
    }
    /// As `U_F - U_L = w P`, it is `P·U_F - w/2 P·P`: the other certificates need most of that too.
    #[inline(always)]
    fn gain<R: Real>(h: R, impulse: Vector<R, 3>, _: Vector<R, 3>, end: Vector<R, 3>) -> R {
        impulse.dot(end) - R::of(0.5) * h * impulse.dot(impulse)
    }
    #[inline(always)]
    fn powers<R: Real>(_: R, impulse: Vector<R, 3>, v: Vector<R, 3>) -> Vector<R, 2> {
        let ([p1, p2, n], [v1, v2, w]) = (impulse.0, v.0);
        Vector([n * w, p1 * v1 + p2 * v2])
    }
    const LIFTS: bool = true;
    #[inline(always)]
    fn lift<R: Real>(h: R, gap: R, step: R, moved: Vector<R, 3>) -> (R, Vector<R, 3>) {
        (h, Vector([R::of(0.0), R::of(0.0), gap / step - moved.0[2]]))
    }
    #[inline(always)]
    fn weight<R: Real>(h: R) -> R {
        h
    }
    /// No impulse changes the velocity by more than there was.
    #[inline(always)]
    fn reach<R: Real>(_: R, loose: Vector<R, 3>, _: Vector<R, 3>) -> R {
        loose.dot(loose)
    }
    #[inline(always)]
    fn delassus_of<R: Real>(a: R, _: R, _: R) -> R {
        a
    }
}

/// The contact of a body that moves in a plane: `(t, n)`, and a full H.
pub struct Planar;

/// The symmetric matrix `[[tt, tn], [tn, nn]]`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct PlanarDelassus<R> {
    /// Tangential by tangential.
    pub tt: R,
    /// What a normal impulse does to the sliding velocity, and the reverse.
    pub tn: R,
    /// Normal by normal.
    pub nn: R,
}

impl Space for Planar {
    type Local<R: Real> = Vector<R, 2>;
    type Delassus<R: Real> = PlanarDelassus<R>;
    type Watch = Jumps;
    const WGSL: &'static str = crate::shader!("space/planar.wgsl");
    const DIM: usize = 2;
    const SHORT_STEP: bool = false;

    #[inline(always)]
    fn normal<R: Real>(_: PlanarDelassus<R>, v: Vector<R, 2>) -> R {
        v.0[1]
    }
    #[inline(always)]
    fn slide<R: Real>(v: Vector<R, 2>) -> R {
        v.0[0].abs()
    }
    #[inline(always)]
    fn push<R: Real>(h: PlanarDelassus<R>, speed: R) -> Vector<R, 2> {
        Vector([R::of(0.0), speed / h.nn])
    }
    #[inline(always)]
    fn respond<R: Real>(h: PlanarDelassus<R>, impulse: Vector<R, 2>) -> Vector<R, 2> {
        let [t, n] = impulse.0;
        Vector([h.tt * t + h.tn * n, h.tn * t + h.nn * n])
    }
    #[inline(always)]
    fn gain<R: Real>(
        _: PlanarDelassus<R>,
        impulse: Vector<R, 2>,
        loose: Vector<R, 2>,
        end: Vector<R, 2>,
    ) -> R {
        R::of(0.5) * impulse.dot(loose + end)
    }
    #[inline(always)]
    fn powers<R: Real>(_: PlanarDelassus<R>, impulse: Vector<R, 2>, v: Vector<R, 2>) -> Vector<R, 2> {
        Vector([impulse.0[1] * v.0[1], impulse.0[0] * v.0[0]])
    }
    const LIFTS: bool = true;
    #[inline(always)]
    fn lift<R: Real>(
        h: PlanarDelassus<R>,
        gap: R,
        step: R,
        moved: Vector<R, 2>,
    ) -> (PlanarDelassus<R>, Vector<R, 2>) {
        (h, Vector([R::of(0.0), gap / step - moved.0[1]]))
    }
    #[inline(always)]
    fn weight<R: Real>(h: PlanarDelassus<R>) -> R {
        h.tt + h.nn
    }
    /// An impulse can be large along the small axis of H, where most of what it does cancels.
    #[inline(always)]
    fn reach<R: Real>(h: PlanarDelassus<R>, loose: Vector<R, 2>, impulse: Vector<R, 2>) -> R {
        let weight = Self::weight(h);
        loose.dot(loose) + weight * weight * impulse.dot(impulse)
    }
    #[inline(always)]
    fn delassus_of<R: Real>(a: R, b: R, c: R) -> PlanarDelassus<R> {
        PlanarDelassus { tt: b + c * c / a, tn: c, nn: a }
    }
    fn planar(v: Vector<f64, 2>) -> Option<[f64; 2]> {
        Some(v.0)
    }
    fn planar_delassus(h: PlanarDelassus<f64>) -> Option<PlanarDelassus<f64>> {
        Some(h)
    }
}
