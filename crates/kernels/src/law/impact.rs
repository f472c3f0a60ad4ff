//! Impacts with restitution and Coulomb friction in a plane, any H: Newton's law and Frémond's (Acary & Collins-Craft 2023).
//! Twin: `shaders/law/impact.wgsl`.
//!
//! Find `P` in the friction cone and `U_F = U_L + H P` with
//!
//! ```text
//! 0 <= U_Fn + e U_n⁻ ⟂ P_n >= 0        P_t ∈ -mu P_n ∂|V_t|        V = U_F + shift
//! ```
//!
//! where `U⁻` is the velocity at the start of the step, of which only an approach (`U_n⁻ < 0`) is thrown back. The laws differ in
//! the velocity that friction opposes:
//!
//! * Newton: the one after the impact, `V_t = U_Ft` (eq. 29 and 32).
//! * Frémond: the mean `U_θ = θ U_F + (1-θ) U⁻` (eq. 63 and 64; θ = 1/2 is eq. 45 to 47). Divided by θ that is
//!   `V_t = U_Ft + (1-θ)/θ U_t⁻`, so that H is not scaled. What sticks has `U_θt = 0`: it slides back as `U_Ft = -(1-θ)/θ U_t⁻`.
//!
//! Either way `V = (U_L + shift) + H P` with `shift = (carry U_t⁻, e min(U_n⁻, 0))` and `V_n = 0`: the planar problem of [`crate::cone`],
//! with its rule where `H_nn ∓ mu H_tn <= 0` (the contact sticks). Where the shifted velocity does not approach, no impulse is needed
//! (take-off). Without a jump of velocity, and in a smooth phase as h goes to 0, both are Coulomb's law (Lemma 2).
//!
//! **Energy.** Newton's law may add energy (Kane's example): its [`Law::gain`] is the exact change of kinetic energy,
//! `1/2 P·(U_L + U_F)`, and where it is positive the member is flagged. Frémond's does not: its `gain` is `P·U_θ`, never positive if
//! `1/2 <= θ <= 1/(1+e)` (Lemma 2, Prop. 1, eq. 78), and beyond that flagged where it is. The proposition is for contacts with
//! `U_n⁻ <= 0`; where a force brings back within one step what leaves, the certificate takes `U_n⁻` as 0.

use std::marker::PhantomData;

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::cone::{cone_excess, cone_impulse, cone_margin};
use crate::real::Real;
use crate::space::{Planar, Space};
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// Parameters of [`Newton`] and [`Fremond`].
    pub struct ImpactParams {
        mu: "", 0.5, Range::Within(0.0, 1000.0), "friction coefficient";
        e: "", 0.5, Range::Within(0.0, 1.0), "restitution: 0 soft, 1 elastic";
    }
}

/// By which velocity friction goes in an impact.
pub trait Friction: Send + Sync + 'static {
    /// The law's name in a study file.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// The WGSL twin: `law_shift` and `law_gain`.
    const WGSL: &'static str;
    /// What is added to the velocity after the impact to have the one that the cone's problem brings to `V_n = 0`.
    fn shift<R: Real>(p: &ImpactParams<R>, a: &Problem<R, Planar>) -> Vector<R, 2>;
    /// [`Law::gain`].
    fn gain<R: Real>(a: &Problem<R, Planar>, impulse: Vector<R, 2>, end: Vector<R, 2>) -> R;
}

/// An impact law with friction by the velocity of `F`.
pub struct Impact<F>(PhantomData<F>);

impl<F: Friction> Law<Planar> for Impact<F> {
    const NAME: &'static str = F::NAME;
    const ABOUT: &'static str = F::ABOUT;
    const WGSL: &'static [&'static str] =
        &[crate::shader!("cone.wgsl"), F::WGSL, crate::shader!("law/impact.wgsl")];
    type Params<R: Real> = ImpactParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &ImpactParams<R>, a: &Problem<R, Planar>) -> Reaction<R, Planar> {
        let zero = R::of(0.0);
        let mu = p.mu * a.rough;
        let shifted = a.loose + F::shift(p, a);
        let (impulse, sticks) = cone_impulse(a.h, mu, mu, shifted);
        let pushes = a.contact & shifted.0[1].lt(zero);
        let impulse = Tuple::select(pushes, impulse, Vector([zero, zero]));
        Reaction { impulse, sticks: pushes & sticks }
    }

    /// What rounding leaves of the velocity that friction opposes is no motion where the contact sticks.
    #[inline(always)]
    fn slide<R: Real>(
        p: &ImpactParams<R>,
        a: &Problem<R, Planar>,
        _: Vector<R, 2>,
        end: Vector<R, 2>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, Planar::slide(F::shift(p, a)), Planar::slide(end))
    }

    #[inline(always)]
    fn margin<R: Real>(p: &ImpactParams<R>, a: &Problem<R, Planar>) -> R {
        let mu = p.mu * a.rough;
        cone_margin(a.h, mu, mu, a.loose.0[0] + F::shift(p, a).0[0])
    }

    #[inline(always)]
    fn cone<R: Real>(p: &ImpactParams<R>, a: &Problem<R, Planar>, impulse: Vector<R, 2>) -> R {
        let mu = p.mu * a.rough;
        cone_excess(mu, mu, impulse)
    }

    /// The conditions as projections: `P_n` is `P_n - V_n/w` cut to what is not negative, `P_t` is `P_t - V_t/w` cut to `±mu P_n`, with
    /// w the weight of H; the differences are made without taking P from itself. A pull, a penetration or a wrong slide all
    /// show. What is missed is an impulse; times a velocity it is an energy.
    #[inline(always)]
    fn residual<R: Real>(
        p: &ImpactParams<R>,
        a: &Problem<R, Planar>,
        impulse: Vector<R, 2>,
        end: Vector<R, 2>,
        _: R,
    ) -> R {
        let [t, n] = impulse.0;
        let [v_t, v_n] = (end + F::shift(p, a)).0;
        let weight = Planar::weight(a.h);
        let most = p.mu * a.rough * n;
        let off_n = n.smaller(v_n / weight);
        let off_t = (t - most).larger((t + most).smaller(v_t / weight));
        let speed = v_t.abs() + v_n.abs() + weight * (t.abs() + n.abs());
        R::select(a.contact, (off_n.abs() + off_t.abs()) * speed, R::of(0.0))
    }

    #[inline(always)]
    fn gain<R: Real>(
        _: &ImpactParams<R>,
        a: &Problem<R, Planar>,
        impulse: Vector<R, 2>,
        end: Vector<R, 2>,
    ) -> R {
        F::gain(a, impulse, end)
    }

    fn coefficients_of(p: &ImpactParams<f64>, _: bool) -> Option<[f64; 2]> {
        Some([p.mu, p.mu])
    }
}

/// Friction goes by the velocity after the impact.
pub struct After;
/// Newton's restitution with Coulomb friction on the velocity after the impact.
pub type Newton = Impact<After>;

impl Friction for After {
    const NAME: &'static str = "newton";
    const ABOUT: &'static str = "planar impact, Newton's restitution, Coulomb friction by the velocity after it: may gain energy (Acary & Collins-Craft 2023, eq. 32)";
    const WGSL: &'static str = crate::shader!("law/newton.wgsl");

    #[inline(always)]
    fn shift<R: Real>(p: &ImpactParams<R>, a: &Problem<R, Planar>) -> Vector<R, 2> {
        Vector([R::of(0.0), p.e * a.before.0[1].smaller(R::of(0.0))])
    }

    #[inline(always)]
    fn gain<R: Real>(a: &Problem<R, Planar>, impulse: Vector<R, 2>, end: Vector<R, 2>) -> R {
        Planar::gain(a.h, impulse, a.loose, end)
    }
}

/// Friction goes by the mean of the velocities before and after the impact, as the scheme weighs them.
pub struct Mean;
/// Newton's restitution with Coulomb friction on the mean velocity of the impact.
pub type Fremond = Impact<Mean>;

impl Friction for Mean {
    const NAME: &'static str = "fremond";
    const ABOUT: &'static str = "planar impact, Newton's restitution, Coulomb friction by the mean velocity: never gains energy (Acary & Collins-Craft 2023, eq. 63-64)";
    const WGSL: &'static str = crate::shader!("law/fremond.wgsl");

    #[inline(always)]
    fn shift<R: Real>(p: &ImpactParams<R>, a: &Problem<R, Planar>) -> Vector<R, 2> {
        let carry = (R::of(1.0) - a.theta) / a.theta;
        Vector([carry * a.before.0[0], p.e * a.before.0[1].smaller(R::of(0.0))])
    }

    #[inline(always)]
    fn gain<R: Real>(a: &Problem<R, Planar>, impulse: Vector<R, 2>, end: Vector<R, 2>) -> R {
        let before = Vector([a.before.0[0], a.before.0[1].smaller(R::of(0.0))]);
        impulse.dot(end * a.theta + before * (R::of(1.0) - a.theta))
    }
}
