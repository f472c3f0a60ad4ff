//! Rebound with Coulomb friction in space, any H: the problem of [`crate::spatial`] (Moreau 1988, Def. 12.3 and Remark 16.1).
//! Twin: `shaders/law/coulomb_spatial.wgsl`.
//!
//! Find `P ∈ K = {|P_t| <= mu P_n}` and `U = U_L + H P` with `P_t ∈ -mu P_n ∂|U_t|` and `U_n = w`, where
//!
//! ```text
//! w = -e U_Bn   if U_Bn < 0 and -e U_Bn > U_Bn - U_Ln,   else   w = 0
//! ```
//!
//! and `U_B` is the velocity at the start of the step: Newton's rebound, as of [`CoulombRestitution`](super::CoulombRestitution), which
//! says why small rebounds are not made. That is the soft problem for the loose velocity `U_L - w n`.
//!
//! **Energy.** A contact changes the kinetic energy by `1/2 P·(U_L + U) = P_n w + P_t·U_t - 1/2 P·H P`. All but the first term takes energy
//! away, and [`Law::gain`] certifies that: the soft law dissipates whatever H is. A rebound gives back `P_n w`, and where H couples the
//! directions that can be more than the rest takes (Kane's paradox; Charles & Ballard 2016, Sec. 6.2).

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::real::Real;
use crate::space::{Space, Spatial};
use crate::spatial::spatial_solve;
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// Parameters of [`CoulombSpatial`].
    pub struct CoulombSpatialParams {
        mu: "", 0.3, Range::Within(0.0, 10.0), "friction coefficient";
        e: "", 0.0, Range::Within(0.0, 1.0), "restitution: 0 soft, 1 the normal velocity comes back as fast";
    }
}

/// Rebound with isotropic Coulomb friction, for a body in space.
pub struct CoulombSpatial;

/// The normal velocity after the contact.
#[inline(always)]
pub fn spatial_rebound<R: Real>(e: R, before: R, loose: R) -> R {
    let zero = R::of(0.0);
    let speed = -(e * before);
    // What the forces of this step take from a velocity that leaves.
    let taken = before - loose;
    zero.larger(R::select(taken.lt(speed), speed, zero))
}

impl Law<Spatial> for CoulombSpatial {
    const NAME: &'static str = "coulomb-spatial";
    const ABOUT: &'static str =
        "rebound by e with Coulomb friction for a body in space, any H (Moreau 1988, Remark 16.1)";
    const LOOPS: u32 = 64;
    const WGSL: &'static [&'static str] =
        &[crate::shader!("spatial.wgsl"), crate::shader!("law/coulomb_spatial.wgsl")];
    type Params<R: Real> = CoulombSpatialParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &CoulombSpatialParams<R>, a: &Problem<R, Spatial>) -> Reaction<R, Spatial> {
        let [x, y, n] = a.loose.0;
        let shifted = n - spatial_rebound(p.e, a.before.0[2], n);
        let (impulse, sticks) = spatial_solve(a.h, p.mu * a.rough, Vector([x, y, shifted]));
        let none = Vector([R::of(0.0); 3]);
        Reaction { impulse: Tuple::select(a.contact, impulse, none), sticks: a.contact & sticks }
    }

    /// What rounding leaves of the velocity of a contact that sticks is no motion.
    #[inline(always)]
    fn slide<R: Real>(
        _: &CoulombSpatialParams<R>,
        _: &Problem<R, Spatial>,
        _: Vector<R, 3>,
        end: Vector<R, 3>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, R::of(0.0), Spatial::slide(end))
    }

    #[inline(always)]
    fn margin<R: Real>(p: &CoulombSpatialParams<R>, a: &Problem<R, Spatial>) -> R {
        let [x, y, _] = a.loose.0;
        let speed = Spatial::slide(a.loose);
        let along = R::select(R::of(0.0).lt(speed), (a.h.xn * x + a.h.yn * y) / speed, R::of(0.0));
        a.h.nn - p.mu * a.rough * along
    }

    #[inline(always)]
    fn cone<R: Real>(p: &CoulombSpatialParams<R>, a: &Problem<R, Spatial>, impulse: Vector<R, 3>) -> R {
        let [x, y, n] = impulse.0;
        let radius = p.mu * a.rough * n;
        x * x + y * y - radius * radius
    }

    /// The rebound is the one wanted; friction takes as much power as the cone allows, and is along the sliding: the last term is
    /// of first order in the angle between the two, which the power is not.
    #[inline(always)]
    fn residual<R: Real>(
        p: &CoulombSpatialParams<R>,
        a: &Problem<R, Spatial>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
        slide: R,
    ) -> R {
        let [x, y, n] = impulse.0;
        let [ux, uy, un] = end.0;
        let normal = n * (un - spatial_rebound(p.e, a.before.0[2], a.loose.0[2]));
        let power = x * ux + y * uy + p.mu * a.rough * n * slide;
        let across = x * uy - y * ux;
        normal.abs() + power.abs() + across.abs()
    }

    /// The energy that the contact adds beyond what the rebound gives back: never positive, see above.
    #[inline(always)]
    fn gain<R: Real>(
        p: &CoulombSpatialParams<R>,
        a: &Problem<R, Spatial>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
    ) -> R {
        let back = impulse.0[2] * spatial_rebound(p.e, a.before.0[2], a.loose.0[2]);
        Spatial::gain(a.h, impulse, a.loose, end) - back
    }
}
