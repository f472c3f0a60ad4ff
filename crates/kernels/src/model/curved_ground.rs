//! A unit-mass particle over a curved boundary: its contact map, shared by all models whose `Setup` has `skin` and that say
//! where their boundary is ([`Model::gap`]) and which way it faces ([`Curved`]). Source: Moreau 1988, Sec. 16 (boundary Σ).
//!
//! With the frame of [`crate::frame`] for the unit normal n(q), that points to where the particle may be:
//!
//! ```text
//! G = (t1, t2, n)ᵀ        A = 1        H = G Gᵀ = 1        (Ġu)_n = ṅ·u
//! ```
//!
//! Two things that a flat boundary has for free are made sure of here. Rounding puts a particle that rests on a curved
//! boundary a little before it or behind it, so contact is felt within a `skin`, many times thicker than rounding; violation
//! is still measured from the boundary itself. And as `Gᵀ(G u)` is u to rounding only, the velocity after a contact
//! is made from the local one, `u_F = Gᵀ U_F`: what sticks has exactly none.

use super::{Model, StateColumn};
use crate::real::Real;
use crate::tuple::{Tuple, Vector};

/// Which way a curved boundary faces. Twin: `model_normal` and `model_bend` in the model's WGSL.
pub trait Curved: Model {
    /// The unit normal at q, or of the level of the gap that q lies on.
    fn normal<R: Real>(c: &Self::Setup<R>, q: Vector<R, 3>) -> Vector<R, 3>;
    /// `ṅ·u`: the normal acceleration that it takes to follow the boundary at velocity u, reversed.
    fn bend<R: Real>(c: &Self::Setup<R>, q: Vector<R, 3>, u: Vector<R, 3>) -> R;
}

/// The contact map of a particle over a curved boundary, inside `impl Model` of a [`Curved`] model. Its twin is
/// [`CURVED_GROUND`].
#[macro_export]
macro_rules! curved_ground {
    () => {
        type Space = $crate::space::Isotropic;
        type Coords<R: $crate::Real> = $crate::tuple::Vector<R, 3>;

        #[inline(always)]
        fn local<R: $crate::Real>(
            c: &Self::Setup<R>,
            q: Self::Coords<R>,
            u: Self::Coords<R>,
        ) -> Self::Coords<R> {
            let n = <Self as $crate::model::Curved>::normal(c, q);
            $crate::frame::frame_local(&$crate::frame::frame_of(n), u)
        }
        #[inline(always)]
        fn kick<R: $crate::Real>(
            c: &Self::Setup<R>,
            q: Self::Coords<R>,
            impulse: Self::Coords<R>,
        ) -> Self::Coords<R> {
            let n = <Self as $crate::model::Curved>::normal(c, q);
            $crate::frame::frame_kick(&$crate::frame::frame_of(n), impulse)
        }
        #[inline(always)]
        fn delassus<R: $crate::Real>(_: &Self::Setup<R>, _: Self::Coords<R>) -> R {
            R::of(1.0)
        }
        /// The normal part alone: the rest is how the frame happens to turn, which isotropic friction does not see.
        #[inline(always)]
        fn curvature<R: $crate::Real>(
            c: &Self::Setup<R>,
            q: Self::Coords<R>,
            u: Self::Coords<R>,
        ) -> Self::Coords<R> {
            let zero = R::of(0.0);
            $crate::tuple::Vector([zero, zero, <Self as $crate::model::Curved>::bend(c, q, u)])
        }
        #[inline(always)]
        fn skin<R: $crate::Real>(c: &Self::Setup<R>) -> R {
            c.skin
        }
        #[inline(always)]
        fn after<R: $crate::Real>(
            c: &Self::Setup<R>,
            q: Self::Coords<R>,
            u: Self::Coords<R>,
            local: Self::Coords<R>,
            impulse: Self::Coords<R>,
            contact: R::Mask,
        ) -> Self::Coords<R> {
            $crate::tuple::Tuple::select(contact, Self::kick(c, q, local + impulse), u)
        }
    };
}

/// WGSL twin of [`curved_ground!`](crate::curved_ground).
pub const CURVED_GROUND: &str = crate::shader!("model/curved_ground.wgsl");

/// What [`slope_and_gap`] observes.
pub const CURVED_OBSERVED: &[StateColumn] = &[("slope_deg", "deg"), ("gap", "m")];

/// The slope of the boundary where a particle is, which friction can hold up to `atan mu`, and the gap.
pub fn slope_and_gap<M: Curved<Coords<f64> = Vector<f64, 3>>>(
    c: &M::Setup<f64>,
    q: Vector<f64, 3>,
    gravity: Vector<f64, 3>,
) -> Vec<f64> {
    let n = M::normal(c, q);
    // A sum, not a sign: without gravity there is no slope, and -0 would make it one of 180 degrees.
    let into = 0.0 - n.dot(gravity);
    let along = gravity + n * into;
    vec![along.dot(along).sqrt().atan2(into).to_degrees(), M::gap(c, q)]
}
