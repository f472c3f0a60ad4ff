//! Contact laws: each turns a loose local velocity into an impulse. A law knows no model and no time-stepping.

use crate::columns::Columns;
use crate::real::Real;
use crate::space::Space;

mod coulomb_soft;
pub use coulomb_soft::CoulombSoft;

/// What a law answers.
pub struct Reaction<R: Real, S: Space> {
    /// The impulse P.
    pub impulse: S::Local<R>,
    /// Where the contact sticks.
    pub sticks: R::Mask,
}

/// A contact law for the frames of kind `S`. Twin: a file of `shaders/law/` with the functions below, prefix `law_`.
pub trait Law<S: Space>: Send + Sync + 'static {
    /// The name in a study file.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// The WGSL twin.
    const WGSL: &'static str;
    /// Its parameters.
    type Params<R: Real>: Columns<R>;

    /// The impulse of an active contact (`U_Ln < 0`) with loose local velocity `loose`.
    fn impulse<R: Real>(p: &Self::Params<R>, h: S::Delassus<R>, loose: S::Local<R>) -> Reaction<R, S>;
    /// How far P lies outside the friction cone, as the excess of squared lengths (no root is spent on it).
    fn cone<R: Real>(p: &Self::Params<R>, impulse: S::Local<R>) -> R;
    /// Residual of the complementarity conditions between P and the velocity `end` after the contact, whose
    /// sliding speed is `slide`: zero for an exact solution, an energy per mass otherwise.
    fn residual<R: Real>(p: &Self::Params<R>, impulse: S::Local<R>, end: S::Local<R>, slide: R) -> R;
}
