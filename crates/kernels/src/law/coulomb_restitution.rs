//! Rebound with Coulomb friction, H = w·1. Twin: `shaders/law/coulomb_restitution.wgsl`.
//!
//! Find `P` and `U = U_L + H P` with `P_t ∈ -mu P_n ∂|U_t|` (friction opposes the velocity after the impact) and
//!
//! ```text
//! U_n = -e U_Bn   if U_Bn < 0 and -e U_Bn > U_Bn - U_Ln,   else   U_n = 0
//! ```
//!
//! where `U_B` is the velocity at the start of the step (Charles & Ballard 2016, P3; Moreau 1988, Rem. 10.2). For
//! H = w·1 it has one solution: the prox to the disk of centre `U_Lt` and radius `mu (U_n - U_Ln)`, which is
//! `mu (1+e)|U_n⁻|` in an impact without forces. The restitution is the larger of `e` and Moreau's
//! `(1-δ)/(1+δ)`, so that either key works alone: δ = 1 is soft, δ = 0 elastic.
//!
//! **Energy.** `|U_t| <= |U_Lt|`, for the disk holds its centre, and `|U_n| <= e|U_Bn|`: a contact leaves
//! `|U_t|² + U_n² <= |U_Lt|² + U_Bn²`, the certificate [`Law::gain`] of this law. Without forces that is `|U| <= |U⁻|`. The
//! usual statement, against `U_L`, does not hold where a force pulls away from the boundary within the step.
//!
//! **Persistent contact.** Moreau (Rem. 11.2) warns that elastic contact can make oscillations grow. Three things prevent
//! it. The rebound is measured by `U_B`: then Moreau's midpoint step over a flat boundary under a constant force `-g`
//! changes `1/2 u² + g·gap` by `-(1-e²)v²/2 - (1-e) g h v/2` with `v = -U_Bn`, hence by nothing if `e = 1` and never
//! upwards. What already moves outward (`U_Bn >= 0`) is held, not thrown. And a rebound that the force of one
//! step would take back (`-e U_Bn <= U_Bn - U_Ln`) is not made: such bounces are shorter than two steps, and a Zeno
//! accumulation ends in exact rest after finitely many. All this is for `correction = 0`: lifting a body back to the
//! boundary gives it potential energy, with which bounces of a few steps can go on for ever where `e > 2/3`.

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::prox::project_disk;
use crate::real::Real;
use crate::space::{Isotropic, Space};
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`CoulombRestitution`].
    pub struct CoulombRestitutionParams {
        mu: "", 0.4, Range::Within(0.0, 1000.0), "friction coefficient";
        e: "", 0.0, Range::Within(0.0, 1.0), "restitution: 0 soft, 1 elastic; the larger one of e and (1-delta)/(1+delta) acts";
        delta: "", 1.0, Range::Within(0.0, 1.0), "Moreau's dissipation index: 1 soft, 0 elastic";
    }
}

/// Rebound with isotropic Coulomb friction.
pub struct CoulombRestitution;

/// The normal velocity after the contact.
#[inline(always)]
pub fn rebound<R: Real>(p: &CoulombRestitutionParams<R>, a: &Problem<R, Isotropic>) -> R {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let e = p.e.larger((one - p.delta) / (one + p.delta));
    let speed = -(e * a.before.0[2]);
    // What the forces of this step take from a velocity that leaves.
    let taken = a.before.0[2] - a.loose.0[2];
    zero.larger(R::select(taken.lt(speed), speed, zero))
}

impl Law<Isotropic> for CoulombRestitution {
    const NAME: &'static str = "coulomb-restitution";
    const ABOUT: &'static str =
        "rebound by e or Moreau's index delta, with isotropic Coulomb friction (Charles & Ballard 2016, P3)";
    const ROOTS: bool = true;
    const WGSL: &'static [&'static str] = &[crate::shader!("law/coulomb_restitution.wgsl")];
    type Params<R: Real> = CoulombRestitutionParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &Self::Params<R>, a: &Problem<R, Isotropic>) -> Reaction<R, Isotropic> {
        let [x, y, n] = a.loose.0;
        // Without contact the disk is a point, and nothing is cut.
        let change = R::select(a.contact, (rebound(p, a) - n).abs(), R::of(0.0));
        let (cut, inside) = project_disk(Vector([x, y]), p.mu * a.rough * change);
        let impulse = Vector([-cut.0[0] / a.h, -cut.0[1] / a.h, change / a.h]);
        Reaction { impulse, sticks: a.contact & inside }
    }

    /// No root is spent on it: the disk cuts its radius from the length of the loose velocity.
    #[inline(always)]
    fn slide<R: Real>(
        p: &Self::Params<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        _: Vector<R, 3>,
        _: R::Mask,
    ) -> R {
        R::of(0.0).larger(Isotropic::slide(a.loose) - p.mu * a.rough * (impulse.0[2] * a.h))
    }

    #[inline(always)]
    fn margin<R: Real>(_: &Self::Params<R>, a: &Problem<R, Isotropic>) -> R {
        a.h
    }

    #[inline(always)]
    fn cone<R: Real>(p: &Self::Params<R>, a: &Problem<R, Isotropic>, impulse: Vector<R, 3>) -> R {
        let [x, y, n] = impulse.0;
        let radius = p.mu * a.rough * n;
        x * x + y * y - radius * radius
    }

    #[inline(always)]
    fn residual<R: Real>(
        p: &Self::Params<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
        slide: R,
    ) -> R {
        let [x, y, n] = impulse.0;
        // The rebound is the one wanted, and friction dissipates as much as the cone allows.
        let friction_power = x * end.0[0] + y * end.0[1];
        (n * (end.0[2] - rebound(p, a))).abs() + (friction_power + p.mu * a.rough * n * slide).abs()
    }

    /// The energy against the loose sliding velocity and the normal velocity before: never positive, see above.
    #[inline(always)]
    fn gain<R: Real>(
        _: &Self::Params<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
    ) -> R {
        let (before, n) = (a.before.0[2], a.loose.0[2]);
        let shift = R::of(0.5) * (n * n - before * before) / a.h;
        R::select(a.contact, Isotropic::gain(a.h, impulse, a.loose, end) + shift, R::of(0.0))
    }
}
