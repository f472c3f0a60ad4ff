//! Mechanical systems: mass, force, gap, contact map. A model knows no friction and no time-stepping.

use crate::columns::{Columns, Fields};
use crate::real::Real;
use crate::space::Space;
use crate::tuple::Tuple;

mod ball;
mod ball_geometry;
mod belt;
mod box_walls;
mod chain;
mod chain_pair;
mod chalk;
mod conveyor;
mod curved_ground;
mod cylinder;
mod delayed;
mod four_balls;
mod height_field;
mod kane;
mod kane_gain;
mod painleve_bar;
mod paraboloid;
mod patches;
mod pivoted_bar;
mod plane;
mod rod;
mod round_tip;
mod shaken;
mod shared;
mod sphere;
mod tip_ground;
pub use ball::{Ball, BallParams, BallSetup};
pub use ball_geometry::{ball_axis, ball_lowest, ball_spin, cross_add, cross_of};
pub use belt::{Belt, BeltParams};
pub use box_walls::{BoxWalls, BoxWallsParams, BoxWallsSetup, Wall};
mod wedge;
pub use chain::{Chain, ChainParams, ChainSetup, Links};
pub use chain::{
    chain_dashpots, chain_links, chain_masses, chain_pivots, chain_solve, chain_springs, chain_stiffened,
};
pub use chain_pair::{
    ChainPair, ChainPairParams, ChainPairSetup, MateParams, MateSetup, chain_couple, chain_mate,
};
pub use chalk::{Chalk, ChalkParams};
pub use conveyor::{Conveyor, ConveyorParams};
pub use curved_ground::{CURVED_GROUND, CURVED_OBSERVED, Curved, slope_and_gap};
pub use cylinder::{Cylinder, CylinderParams};
pub use delayed::{Delayed, DelayedParams};
pub use four_balls::{FourBalls, FourBallsParams, FourBallsSetup};
pub use height_field::{
    HeightField, HeightFieldNumbers, HeightFieldParams, HeightFieldSetup, Rise, relief_at,
};
pub use kane::{Kane, KaneParams, Pendulum};
pub use painleve_bar::{PainleveBar, PainleveBarParams};
pub use paraboloid::{Paraboloid, ParaboloidParams};
pub use patches::{Patches, PatchesParams};
pub use pivoted_bar::{PivotedBar, PivotedBarParams};
pub use plane::{Plane, PlaneParams};
pub use rod::{Rod, RodParams, RodSetup};
pub use rod::{rod_arms, rod_axis, rod_ends, rod_gaps, rod_height, rod_inner};
pub use round_tip::{RoundTip, RoundTipParams};
pub use shaken::{Shaken, ShakenParams};
pub use shared::{FLAT_GROUND, PARTICLE, PLAIN_CONTACT, PLAIN_TRAVEL, Still, UNIT_MASS};
pub use sphere::{Sphere, SphereParams};
pub use tip_ground::{TIP_GROUND, TIP_OBSERVED, capsule};
pub use wedge::{Wedge, WedgeParams, held_each, held_together};

/// A coordinate or a velocity: its name in files, and its unit.
pub type StateColumn = (&'static str, &'static str);

/// A mechanical system with one contact. Twin: a file of `shaders/model/` with the functions below, prefix `model_`.
///
/// `q` are coordinates, `u` velocities, `A` the mass matrix, `K` the applied force less inertial terms, `G` the
/// map from `u` to the local contact velocity (Moreau 1988, Sec. 5 and 12).
pub trait Model: Send + Sync + 'static {
    /// The name in a study file.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// The WGSL twin, in pieces that are simply concatenated.
    const WGSL: &'static [&'static str];
    /// Whether, with an everyday law, it is worth the time to compile every variant of the loop; see [`crate::isa`].
    const EVERYDAY: bool = false;
    /// Coordinates, then as many velocities; padding, where a kernel needs it, has no name.
    const STATE: &'static [StateColumn];
    /// Units of the gap and of the sliding speed: those of the first coordinate and its velocity, unless that is an angle.
    const GAP_UNITS: [&'static str; 2] = [Self::STATE[0].1, Self::STATE[Self::STATE.len() / 2].1];
    /// The parameters that the clock depends on: if these and `h` are the same for all members of a study, the
    /// drive is computed once for all, in f64 on the host.
    const TIMED_BY: &'static [&'static str] = &[];
    /// Pairs of parameters of which the first must stay below the second.
    const ORDERED: &'static [(&'static str, &'static str)] = &[];
    /// A time step that resolves the motion of the default parameters: `h` where a study says nothing.
    const STEP: f64 = 1e-3;
    /// Which velocity is an angular one, if any.
    const SPIN: Option<usize> = None;
    /// Whether its drive needs [`crate::noise`]: then kernels have it.
    const NOISE: bool = false;
    /// Whether it stands on ground that a recorded accelerogram can [`shake`](Model::shake).
    const GROUND: bool = false;
    /// Whether its force depends on where it was a while ago: then positions are kept, see [`crate::delay`].
    const DELAYED: bool = false;
    /// Whether it moves over a relief, that kernels then bind: see [`crate::relief`].
    const RELIEF: bool = false;
    /// What [`observed`](Model::observed) tells: columns of members and trajectories beside the state.
    const OBSERVED: &'static [StateColumn] = &[];

    /// Between which numbers a probe draws each coordinate; -2 and 2 where nothing is said.
    const PROBED: &'static [(f64, f64)] = &[];
    /// Whether it has springs or dashpots that a scheme may treat implicitly: then `soft_delassus` is its own.
    const SPRINGS: bool = false;
    /// The WGSL twins of `inner`, `stretch`, `drag`, `soften` and `soft_delassus`; kernels have it where the scheme needs it.
    const ENERGY: &'static str = UNIT_MASS;

    /// The contact frame.
    type Space: Space;
    /// Coordinates and velocities.
    type Coords<R: Real>: Tuple<R>;
    /// What a study may set.
    type Params<R: Real>: Columns<R>;
    /// What the step needs, derived from the parameters once for each member.
    type Setup<R: Real>: Fields<R>;
    /// What depends on time alone.
    type Drive<R: Real>: Fields<R>;

    /// Derives the constants of the step.
    fn setup<R: Real>(p: &Self::Params<R>) -> Self::Setup<R>;
    /// The initial coordinates and velocities.
    fn start<R: Real>(p: &Self::Params<R>) -> (Self::Coords<R>, Self::Coords<R>);
    /// Turns of the machine per unit of time; 0 where nothing is driven. Host only: kept exact by [`crate::clock`].
    fn turns_per_second(_: &Self::Params<f64>) -> f64 {
        0.0
    }
    /// The drive at a phase of the machine, a fraction of a turn in `[-1/2, 1/2]`.
    fn drive<R: Real>(c: &Self::Setup<R>, turn: R) -> Self::Drive<R>;
    /// Puts the recorded acceleration of the ground into a row of the shared drive. Host only.
    fn shake(_: &mut Self::Drive<f64>, _: [f64; 3]) {}
    /// The delay τ. WGSL has this function and the next two in delayed models only.
    #[inline(always)]
    fn lag<R: Real>(_: &Self::Setup<R>) -> R {
        R::of(0.0)
    }
    /// The prescribed motion before the start: where the body was at a time `t <= 0`.
    #[inline(always)]
    fn past<R: Real>(_: &Self::Setup<R>, t: R) -> Self::Coords<R> {
        Tuple::from_fn(|_| t)
    }
    /// The drive of a step, told where the body was a time τ before it began. [`drive`](Model::drive) by itself tells
    /// where it was a time τ before the start.
    #[inline(always)]
    fn recall<R: Real>(d: Self::Drive<R>, _: Self::Coords<R>) -> Self::Drive<R> {
        d
    }
    /// `A⁻¹K`.
    fn acceleration<R: Real>(
        c: &Self::Setup<R>,
        d: &Self::Drive<R>,
        q: Self::Coords<R>,
        u: Self::Coords<R>,
    ) -> Self::Coords<R>;
    /// The gap: admissible where it is not negative.
    fn gap<R: Real>(c: &Self::Setup<R>, q: Self::Coords<R>) -> R;
    /// `U = G u`, less the velocity of the boundary where it moves.
    fn local<R: Real>(
        c: &Self::Setup<R>,
        q: Self::Coords<R>,
        u: Self::Coords<R>,
    ) -> <Self::Space as Space>::Local<R>;
    /// `A⁻¹GᵀP`: the change of velocity that an impulse makes.
    fn kick<R: Real>(
        c: &Self::Setup<R>,
        q: Self::Coords<R>,
        impulse: <Self::Space as Space>::Local<R>,
    ) -> Self::Coords<R>;
    /// How far from the boundary contact is felt: 0 where rounding cannot part what rests from what it rests on. Violation
    /// is measured from the boundary all the same. WGSL has it in every model.
    #[inline(always)]
    fn skin<R: Real>(_: &Self::Setup<R>) -> R {
        R::of(0.0)
    }
    /// The velocity that an impulse leaves, of a loose `u`, whose `local` is `G u`. A model with a square `G` that is not
    /// the identity makes it from `local + H P` where there is contact, so that what sticks has exactly none. WGSL has it in every model.
    #[inline(always)]
    fn after<R: Real>(
        c: &Self::Setup<R>,
        q: Self::Coords<R>,
        u: Self::Coords<R>,
        _local: <Self::Space as Space>::Local<R>,
        impulse: <Self::Space as Space>::Local<R>,
        _contact: R::Mask,
    ) -> Self::Coords<R> {
        u + Self::kick(c, q, impulse)
    }
    /// Where a body at `q` is after the displacement `by`, a velocity times a time: `q + by`, but for coordinates that are no
    /// vector, such as a quaternion. WGSL has it in every model.
    #[inline(always)]
    fn travel<R: Real>(q: Self::Coords<R>, by: Self::Coords<R>) -> Self::Coords<R> {
        q + by
    }
    /// `u·A v`, the kinetic metric. This one, the next four and their WGSL are for schemes that keep energy books or treat springs
    /// implicitly; as they stand they are those of a unit mass without springs and dashpots.
    #[inline(always)]
    fn inner<R: Real>(_: &Self::Setup<R>, _q: Self::Coords<R>, u: Self::Coords<R>, v: Self::Coords<R>) -> R {
        u.dot(v)
    }
    /// `v·K q`, with K the stiffness of its springs.
    #[inline(always)]
    fn stretch<R: Real>(_: &Self::Setup<R>, _v: Self::Coords<R>, _q: Self::Coords<R>) -> R {
        R::of(0.0)
    }
    /// `v·C u`, with C the viscosity of its dashpots.
    #[inline(always)]
    fn drag<R: Real>(_: &Self::Setup<R>, _v: Self::Coords<R>, _u: Self::Coords<R>) -> R {
        R::of(0.0)
    }
    /// `Â⁻¹A w`, with `Â = A + reach C + reach² K`.
    #[inline(always)]
    fn soften<R: Real>(_: &Self::Setup<R>, _reach: R, w: Self::Coords<R>) -> Self::Coords<R> {
        w
    }
    /// `G Â⁻¹ Gᵀ`.
    #[inline(always)]
    fn soft_delassus<R: Real>(
        c: &Self::Setup<R>,
        _reach: R,
        q: Self::Coords<R>,
    ) -> <Self::Space as Space>::Delassus<R> {
        Self::delassus(c, q)
    }
    /// `H = G A⁻¹ Gᵀ`.
    fn delassus<R: Real>(c: &Self::Setup<R>, q: Self::Coords<R>) -> <Self::Space as Space>::Delassus<R>;
    /// How rough the boundary is here, for what a step begins with: friction coefficients are multiplied by it. WGSL has it
    /// in every model.
    #[inline(always)]
    fn rough<R: Real>(_: &Self::Setup<R>, _: &Self::Drive<R>, _: Self::Coords<R>, _: Self::Coords<R>) -> R {
        R::of(1.0)
    }
    /// `Ġ u`: what the motion itself adds to the local acceleration.
    fn curvature<R: Real>(
        c: &Self::Setup<R>,
        q: Self::Coords<R>,
        u: Self::Coords<R>,
    ) -> <Self::Space as Space>::Local<R>;
    /// Further things to be seen of a state, named in [`OBSERVED`](Model::OBSERVED). Host only.
    fn observed(_: &Self::Setup<f64>, _: Self::Coords<f64>, _: Self::Coords<f64>) -> Vec<f64> {
        Vec::new()
    }
    /// The outline of the body in the plane it moves in, for drawing: a closed polygon. Host only.
    fn outline(_: &Self::Setup<f64>, _: Self::Coords<f64>) -> Vec<(f64, f64)> {
        Vec::new()
    }
    /// Where theory draws a line over two parameters, from a look-up of the others, NaN if they vary. Host only.
    fn boundaries(_: [&str; 2], _: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        Vec::new()
    }
    /// The exact answer, where theory has one, in words and numbers: shown beside the result.
    fn closed_form(_: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        Vec::new()
    }
}

/// A line over two parameters that theory gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Boundary {
    /// What it parts.
    pub what: &'static str,
    /// Points on it.
    pub points: Vec<(f64, f64)>,
}

/// One number that theory gives exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownAnswer {
    /// What it is.
    pub what: &'static str,
    /// The column of the result to be compared with it.
    pub column: &'static str,
    /// The exact value.
    pub exact: f64,
    /// Its unit.
    pub unit: &'static str,
}
