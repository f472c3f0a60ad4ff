//! The local frame of a contact: what a law sees of a model.
//!
//! `U = G u` is the local velocity, its last component normal (`U_n > 0` separates); `P` the local impulse;
//! `H = G A⁻¹ Gᵀ` the Delassus matrix, which turns an impulse into the change of local velocity it makes.

use crate::real::Real;
use crate::tuple::{Tuple, Vector};

/// A kind of contact frame. Twin: a file of `shaders/space/`.
pub trait Space: Send + Sync + 'static {
    /// Local velocities and impulses.
    type Local<R: Real>: Tuple<R>;
    /// What is kept of H.
    type Delassus<R: Real>: Copy;
    /// The WGSL twin: aliases `Local` and `Delassus`, and the functions below with prefix `space_`.
    const WGSL: &'static str;
    /// The number of components of `Local`.
    const DIM: usize;

    /// The normal component.
    fn normal<R: Real>(v: Self::Local<R>) -> R;
    /// The length of the tangential part.
    fn slide<R: Real>(v: Self::Local<R>) -> R;
    /// The unit normal.
    fn unit_normal<R: Real>() -> Self::Local<R>;
    /// The normal diagonal entry of H.
    fn h_nn<R: Real>(h: Self::Delassus<R>) -> R;
    /// H from the numbers a probe draws: `1/m` first.
    fn delassus_of<R: Real>(x: R) -> Self::Delassus<R>;
}

/// A particle's contact in space: `(t1, t2, n)`, and H = 1/m times the identity.
pub struct Isotropic;

impl Space for Isotropic {
    type Local<R: Real> = Vector<R, 3>;
    type Delassus<R: Real> = R;
    const WGSL: &'static str = include_str!("../shaders/space/isotropic.wgsl");
    const DIM: usize = 3;

    #[inline(always)]
    fn normal<R: Real>(v: Vector<R, 3>) -> R {
        v.0[2]
    }
    #[inline(always)]
    fn slide<R: Real>(v: Vector<R, 3>) -> R {
        (v.0[0] * v.0[0] + v.0[1] * v.0[1]).sqrt()
    }
    #[inline(always)]
    fn unit_normal<R: Real>() -> Vector<R, 3> {
        Vector([R::of(0.0), R::of(0.0), R::of(1.0)])
    }
    #[inline(always)]
    fn h_nn<R: Real>(h: R) -> R {
        h
    }
    #[inline(always)]
    fn delassus_of<R: Real>(x: R) -> R {
        x
    }
}
