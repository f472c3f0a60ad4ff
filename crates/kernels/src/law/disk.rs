//! Soft contact with Coulomb friction, H = w·1. Twin: `shaders/law/disk.wgsl`.
//!
//! Find `P ∈ K = {|P_t| <= mu P_n}` and `U = U_L + H P` with `-(U + mu|U_t| n) ∈ N_K(P)` and `U_n = 0`
//! (Moreau 1988, Def. 12.3 and Sec. 16). For H = w·1 it has one solution, the prox to disk:
//! `U_t = prox(0, disk(U_Lt, mu|U_Ln|))`.
//!
//! The laws differ only in where the coefficient comes from: see [`Coefficient`] and its twins in `shaders/law/`.

use std::marker::PhantomData;

use super::{Law, Problem, Reaction};
use crate::columns::{Columns, Range};
use crate::prox::project_disk;
use crate::real::Real;
use crate::space::{Isotropic, Space};
use crate::tuple::Vector;

/// Where the coefficient of a particle's law comes from.
pub trait Coefficient: Send + Sync + 'static {
    /// The law's name in a study file.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// [`Law::EVERYDAY`].
    const EVERYDAY: bool = false;
    /// The WGSL twin: `law_coefficient`, then what all of them share.
    const WGSL: &'static [&'static str];
    /// The law's parameters.
    type Params<R: Real>: Columns<R>;
    /// The coefficient of a contact that `stuck` in the step before, or not.
    fn coefficient<R: Real>(p: &Self::Params<R>, stuck: R::Mask) -> R;
}

/// WGSL of what all coefficients share.
const DISK: &str = crate::shader!("law/disk.wgsl");

/// Soft contact (no rebound) of a particle with isotropic Coulomb friction, the coefficient of `C`.
pub struct Disk<C>(PhantomData<C>);

impl<C: Coefficient> Law<Isotropic> for Disk<C> {
    const NAME: &'static str = C::NAME;
    const ABOUT: &'static str = C::ABOUT;
    const ROOTS: bool = true;
    const EVERYDAY: bool = C::EVERYDAY;
    const WGSL: &'static [&'static str] = C::WGSL;
    type Params<R: Real> = C::Params<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &C::Params<R>, a: &Problem<R, Isotropic>) -> Reaction<R, Isotropic> {
        let mu = C::coefficient(p, a.stuck) * a.rough;
        let [x, y, n] = a.loose.0;
        // Without contact the disk is a point, and nothing is cut.
        let stop = R::select(a.contact, n.abs(), R::of(0.0));
        let (cut, inside) = project_disk(Vector([x, y]), mu * stop);
        let impulse = Vector([-cut.0[0] / a.h, -cut.0[1] / a.h, stop / a.h]);
        Reaction { impulse, sticks: a.contact & inside }
    }

    /// No root is spent on it: the disk cuts its radius from the length of the loose velocity.
    #[inline(always)]
    fn slide<R: Real>(
        p: &C::Params<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        _: Vector<R, 3>,
        _: R::Mask,
    ) -> R {
        let mu = C::coefficient(p, a.stuck) * a.rough;
        R::of(0.0).larger(Isotropic::slide(a.loose) - mu * (impulse.0[2] * a.h))
    }

    #[inline(always)]
    fn margin<R: Real>(_: &C::Params<R>, a: &Problem<R, Isotropic>) -> R {
        a.h
    }

    #[inline(always)]
    fn cone<R: Real>(p: &C::Params<R>, a: &Problem<R, Isotropic>, impulse: Vector<R, 3>) -> R {
        let [x, y, n] = impulse.0;
        let radius = C::coefficient(p, a.stuck) * a.rough * n;
        x * x + y * y - radius * radius
    }

    #[inline(always)]
    fn residual<R: Real>(
        p: &C::Params<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
        slide: R,
    ) -> R {
        let mu = C::coefficient(p, a.stuck) * a.rough;
        let [x, y, n] = impulse.0;
        // Moreau Def. 12.3: P_n U_n = 0, and friction dissipates as much as the cone allows.
        let friction_power = x * end.0[0] + y * end.0[1];
        (n * end.0[2]).abs() + (friction_power + mu * n * slide).abs()
    }
}

/// What every friction coefficient may be.
const COEFFICIENT: Range = Range::Within(0.0, 1000.0);

crate::columns! {
    /// Parameters of [`CoulombSoft`].
    pub struct CoulombSoftParams {
        mu: "", 0.4, COEFFICIENT, "friction coefficient";
    }
}

/// One coefficient, whatever was before.
pub struct One;
/// Soft contact (no rebound) with isotropic Coulomb friction.
pub type CoulombSoft = Disk<One>;

impl Coefficient for One {
    const NAME: &'static str = "coulomb-soft";
    const ABOUT: &'static str =
        "soft contact with isotropic Coulomb friction: prox to disk (Moreau 1988, Sec. 16)";
    const EVERYDAY: bool = true;
    const WGSL: &'static [&'static str] = &[crate::shader!("law/coulomb_soft.wgsl"), DISK];
    type Params<R: Real> = CoulombSoftParams<R>;

    #[inline(always)]
    fn coefficient<R: Real>(p: &CoulombSoftParams<R>, _: R::Mask) -> R {
        p.mu
    }
}

crate::columns! {
    /// Parameters of [`CoulombStaticDisk`].
    pub struct CoulombStaticDiskParams {
        mu: "", 0.3, COEFFICIENT, "dynamic friction coefficient: it slows what slides";
        mu_static: "", 0.5, COEFFICIENT, "static friction coefficient: what starts to slide overcomes it";
    }
}

/// What stuck in the step before is held by the static coefficient.
pub struct Static;
/// Soft contact of a particle with static and dynamic friction.
pub type CoulombStaticDisk = Disk<Static>;

impl Coefficient for Static {
    const NAME: &'static str = "coulomb-static";
    const ABOUT: &'static str =
        "soft contact with static and dynamic Coulomb friction: prox to disk (Moreau 1988, Sec. 16-17)";
    const WGSL: &'static [&'static str] = &[crate::shader!("law/coulomb_static_disk.wgsl"), DISK];
    type Params<R: Real> = CoulombStaticDiskParams<R>;

    #[inline(always)]
    fn coefficient<R: Real>(p: &CoulombStaticDiskParams<R>, stuck: R::Mask) -> R {
        R::select(stuck, p.mu_static, p.mu)
    }
}
