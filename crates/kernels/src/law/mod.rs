//! Contact laws: each turns a loose local velocity into an impulse. A law knows no model and no time-stepping.

use crate::columns::Columns;
use crate::real::Real;
use crate::space::Space;

mod charles_ballard;
mod corner_hold;
mod coulomb_corner;
mod coulomb_ellipse;
mod coulomb_facets;
mod coulomb_pair;
mod coulomb_polygon;
mod coulomb_restitution;
mod coulomb_spatial;
pub mod disk;
mod gauss_seidel;
mod generalised;
mod impact;
mod lemke;
pub mod planar_cone;
pub use charles_ballard::{CharlesBallard, CharlesBallardParams, Slip};
pub use charles_ballard::{corner_bound, corner_rebound, corner_slip, corner_smooth};
pub use corner_hold::{Hold, Pair, corner_hold, hold_first, hold_one, hold_slip, hold_two};
pub use coulomb_corner::{CoulombCorner, CoulombCornerParams, corner_contacts, corner_mu};
pub use coulomb_corner::{contact_excess, contact_lack, contact_rest, contact_scale};
pub use coulomb_ellipse::{CoulombEllipse, CoulombEllipseParams, law_axis};
pub use coulomb_facets::{CoulombFacets, CoulombFacetsParams, FacetsH, facets_solve};
pub use coulomb_pair::{CoulombPair, CoulombPairParams};
pub use coulomb_pair::{pair_case, pair_excess, pair_faults, pair_friction, pair_rebound};
pub use coulomb_polygon::{CoulombPolygon, CoulombPolygonParams};
pub use coulomb_restitution::{CoulombRestitution, CoulombRestitutionParams, rebound};
pub use coulomb_spatial::{CoulombSpatial, CoulombSpatialParams, spatial_rebound};
pub use disk::{Coefficient, CoulombSoft, CoulombStaticDisk, Disk};
pub use gauss_seidel::balls_sweep;
pub use gauss_seidel::{GaussSeidel, GaussSeidelParams, MOST_SWEEPS, Sweep};
pub use gauss_seidel::{balls_excess, balls_friction, balls_lack, balls_mu, balls_settle, balls_strike};
pub use generalised::{Generalised, GeneralisedParams, generalised_rebound, generalised_slip};
pub use impact::{After, Fremond, Friction, Impact, ImpactParams, Mean, Newton};
pub use lemke::{FUEL, LemkeLaw, LemkeParams, pile_solve};
pub use planar_cone::{Coefficients, CoulombDirected, CoulombPlanar, CoulombStatic, PlanarCone};

/// What a law is asked: one contact in one step. WGSL: `Problem` of `shaders/step.wgsl`.
pub struct Problem<R: Real, S: Space> {
    /// H.
    pub h: S::Delassus<R>,
    /// The local velocity at the start of the step, which a rebound is measured by.
    pub before: S::Local<R>,
    /// The local velocity at its end if there were no contact, U_L.
    pub loose: S::Local<R>,
    /// How rough this place is: friction coefficients are multiplied by it.
    pub rough: R,
    /// The weight θ of the step's end in the velocity by which it moves, `U_θ = θ U_F + (1 - θ) U_before`: what a law on a mean
    /// velocity goes by (Acary & Collins-Craft 2023, eq. 63).
    pub theta: R,
    /// Where the contact is active; there `U_Ln < 0`.
    pub contact: R::Mask,
    /// Where it stuck in the step before: friction may hold what rests better than what slides (Moreau 1988, Sec. 17).
    pub stuck: R::Mask,
}

impl<R: Real, S: Space> Problem<R, S> {
    /// An active contact on even ground, without a force that would change its velocity within the step.
    pub fn active(h: S::Delassus<R>, loose: S::Local<R>, stuck: R::Mask) -> Self {
        let (rough, theta) = (R::of(1.0), R::of(0.5));
        Problem { h, before: loose, loose, rough, theta, contact: !R::nowhere(), stuck }
    }
}

impl<R: Real, S: Space> Clone for Problem<R, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Real, S: Space> Copy for Problem<R, S> {}

/// What a law answers.
pub struct Reaction<R: Real, S: Space> {
    /// The impulse P, zero where there is no contact.
    pub impulse: S::Local<R>,
    /// Where there is contact and it sticks.
    pub sticks: R::Mask,
}

/// All that a step asks of a law.
pub struct Solved<R: Real, S: Space> {
    /// The impulse.
    pub reaction: Reaction<R, S>,
    /// [`Law::margin`].
    pub margin: R,
    /// Of an [uneven](Law::UNEVEN) law, a number to sort members by: members with the same one have the same to do.
    pub effort: R,
}

/// A contact law for the frames of kind `S`. Twin: a file of `shaders/law/` with the functions below, prefix `law_`.
pub trait Law<S: Space>: Send + Sync + 'static {
    /// The name in a study file.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// Whether it divides by a root: then `--fast-math` has something to make fast.
    const ROOTS: bool = false;
    /// Whether, with an everyday model, it is worth the time to compile every variant of the loop; see [`crate::isa`].
    const EVERYDAY: bool = false;
    /// Whether it is compiled for the widest lanes with every model: where a step takes so long that this pays for everybody.
    const WIDEST: bool = false;
    /// Whether it has much more to do for some members than for others: then those are side by side in the lanes that have
    /// [alike much](Solved::effort), for lanes wait for each other.
    const UNEVEN: bool = false;
    /// Iterations that loops in its WGSL make in a step, at most: lavapipe leaves loops after some 65,000 of a dispatch.
    const LOOPS: u32 = 0;
    /// Numbers that a member's desk has room for, a multiple of four: storage for what is too much for an invocation. WGSL: `tableau`.
    const DESK: usize = 0;
    /// The WGSL twin, in pieces that are simply concatenated.
    const WGSL: &'static [&'static str];
    /// Its parameters.
    type Params<R: Real>: Columns<R>;

    /// The impulse.
    fn impulse<R: Real>(p: &Self::Params<R>, a: &Problem<R, S>) -> Reaction<R, S>;
    /// All that a step asks, for laws that find more than the impulse on the way to it.
    #[inline(always)]
    fn solve<R: Real>(p: &Self::Params<R>, a: &Problem<R, S>) -> Solved<R, S> {
        Solved { reaction: Self::impulse(p, a), margin: Self::margin(p, a), effort: R::of(0.0) }
    }
    /// The sliding speed after the step, in flight too, from the velocities before and after the impulse; exactly zero where the
    /// contact sticks.
    fn slide<R: Real>(
        p: &Self::Params<R>,
        a: &Problem<R, S>,
        impulse: S::Local<R>,
        end: S::Local<R>,
        sticks: R::Mask,
    ) -> R;
    /// What a normal impulse adds to the normal velocity while friction takes its full share of it, in the sense in
    /// which the loose velocity slides: `P_n = -U_Ln / margin`. Where it is not positive, sliding cannot go on (Moreau
    /// 1988, Sec. 14); for a particle it is H_nn itself.
    fn margin<R: Real>(p: &Self::Params<R>, a: &Problem<R, S>) -> R;
    /// How far P lies outside the friction cone, as the excess of squared lengths (no root is spent on it).
    fn cone<R: Real>(p: &Self::Params<R>, a: &Problem<R, S>, impulse: S::Local<R>) -> R;
    /// Residual of the law's conditions between P and the velocity `end` after the contact, whose sliding speed is `slide`:
    /// zero for an exact solution, an energy otherwise.
    fn residual<R: Real>(
        p: &Self::Params<R>,
        a: &Problem<R, S>,
        impulse: S::Local<R>,
        end: S::Local<R>,
        slide: R,
    ) -> R;
    /// The energy that the contact adds: never positive, beyond rounding, for a law that dissipates.
    #[inline(always)]
    fn gain<R: Real>(_: &Self::Params<R>, a: &Problem<R, S>, impulse: S::Local<R>, end: S::Local<R>) -> R {
        S::gain(a.h, impulse, a.loose, end)
    }
    /// `(mu+, mu-)` of a contact that stuck or not before, as theory asks for them; `None` where friction is not
    /// planar. Host only.
    fn coefficients_of(_: &Self::Params<f64>, _stuck: bool) -> Option<[f64; 2]> {
        None
    }
}
