//! What models share: flat ground, a state without drive, and the WGSL twins of what [`Model`](super::Model) has where a model
//! says nothing.

use super::StateColumn;

/// The contact map of a unit-mass particle above the plane z = 0: for a model of one's own, inside `impl Model`.
/// Its twin is [`FLAT_GROUND`].
#[macro_export]
macro_rules! flat_ground {
    () => {
        type Space = $crate::space::Isotropic;
        type Coords<R: $crate::Real> = $crate::tuple::Vector<R, 3>;

        #[inline(always)]
        fn gap<R: $crate::Real>(_: &Self::Setup<R>, q: Self::Coords<R>) -> R {
            q.0[2]
        }
        #[inline(always)]
        fn local<R: $crate::Real>(
            _: &Self::Setup<R>,
            _: Self::Coords<R>,
            u: Self::Coords<R>,
        ) -> Self::Coords<R> {
            u
        }
        #[inline(always)]
        fn kick<R: $crate::Real>(
            _: &Self::Setup<R>,
            _: Self::Coords<R>,
            impulse: Self::Coords<R>,
        ) -> Self::Coords<R> {
            impulse
        }
        #[inline(always)]
        fn delassus<R: $crate::Real>(_: &Self::Setup<R>, _: Self::Coords<R>) -> R {
            R::of(1.0)
        }
        #[inline(always)]
        fn curvature<R: $crate::Real>(
            _: &Self::Setup<R>,
            _: Self::Coords<R>,
            _: Self::Coords<R>,
        ) -> Self::Coords<R> {
            $crate::tuple::Vector([R::of(0.0); 3])
        }
    };
}

crate::fields! {
    /// The drive of a model in which nothing depends on time.
    pub struct Still {}
}

/// The state of a particle in SI units.
pub const PARTICLE: &[StateColumn] =
    &[("x", "m"), ("y", "m"), ("z", "m"), ("ux", "m/s"), ("uy", "m/s"), ("uz", "m/s")];

/// WGSL twin of [`flat_ground!`](crate::flat_ground).
pub const FLAT_GROUND: &str =
    concat!(crate::shader!("model/flat_ground.wgsl"), "\n", crate::shader!("model/plain_contact.wgsl"));

/// WGSL twin of what [`Model`](super::Model) has for the energy of a unit mass.
pub const UNIT_MASS: &str =
    concat!(crate::shader!("model/unit_mass.wgsl"), "\n", crate::shader!("model/springless.wgsl"));

/// WGSL twin of what [`Model`](super::Model) has for `travel`, for models that have a contact of their own.
pub const PLAIN_TRAVEL: &str = crate::shader!("model/plain_travel.wgsl");

/// WGSL twin of what [`Model`](super::Model) has for `skin`, `after` and `travel`, for models that say nothing of them.
pub const PLAIN_CONTACT: &str = crate::shader!("model/plain_contact.wgsl");
