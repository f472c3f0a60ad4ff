//! Soft contact with Coulomb friction, H = w·1. Twin: `shaders/law/coulomb_soft.wgsl`.
//!
//! Find `P ∈ K = {|P_t| <= mu P_n}` and `U = U_L + H P` with `-(U + mu|U_t| n) ∈ N_K(P)` and `U_n = 0`
//! (Moreau 1988, Def. 12.3 and Sec. 16). For H = w·1 it has one solution, the prox to disk:
//! `U_t = prox(0, disk(U_Lt, mu|U_Ln|))`.

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::prox::project_disk;
use crate::real::Real;
use crate::space::{Isotropic, Space};
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`CoulombSoft`].
    pub struct CoulombSoftParams {
        mu: "", 0.4, Range::Within(0.0, 1000.0), "friction coefficient";
    }
}

/// Soft contact (no rebound) with isotropic Coulomb friction.
pub struct CoulombSoft;

impl Law<Isotropic> for CoulombSoft {
    const NAME: &'static str = "coulomb-soft";
    const ABOUT: &'static str =
        "soft contact with isotropic Coulomb friction: prox to disk (Moreau 1988, Sec. 16)";
    const ROOTS: bool = true;
    const EVERYDAY: bool = true;
    const WGSL: &'static [&'static str] = &[include_str!("../../shaders/law/coulomb_soft.wgsl")];
    type Params<R: Real> = CoulombSoftParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &CoulombSoftParams<R>, a: &Problem<R, Isotropic>) -> Reaction<R, Isotropic> {
        let [x, y, n] = a.loose.0;
        // Without contact the disk is a point, and nothing is cut.
        let stop = R::select(a.contact, n.abs(), R::of(0.0));
        let (cut, inside) = project_disk(Vector([x, y]), p.mu * a.rough * stop);
        let impulse = Vector([-cut.0[0] / a.h, -cut.0[1] / a.h, stop / a.h]);
        Reaction { impulse, sticks: a.contact & inside }
    }

    /// No root is spent on it: the disk cuts its radius from the length of the loose velocity.
    #[inline(always)]
    fn slide<R: Real>(
        p: &CoulombSoftParams<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        _: Vector<R, 3>,
        _: R::Mask,
    ) -> R {
        R::of(0.0).larger(Isotropic::slide(a.loose) - p.mu * a.rough * (impulse.0[2] * a.h))
    }

    #[inline(always)]
    fn margin<R: Real>(_: &CoulombSoftParams<R>, a: &Problem<R, Isotropic>) -> R {
        a.h
    }

    #[inline(always)]
    fn cone<R: Real>(p: &CoulombSoftParams<R>, a: &Problem<R, Isotropic>, impulse: Vector<R, 3>) -> R {
        let [x, y, n] = impulse.0;
        let radius = p.mu * a.rough * n;
        x * x + y * y - radius * radius
    }

    #[inline(always)]
    fn residual<R: Real>(
        p: &CoulombSoftParams<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
        slide: R,
    ) -> R {
        let [x, y, n] = impulse.0;
        // Moreau Def. 12.3: P_n U_n = 0, and friction dissipates as much as the cone allows.
        let friction_power = x * end.0[0] + y * end.0[1];
        (n * end.0[2]).abs() + (friction_power + p.mu * a.rough * n * slide).abs()
    }
}
