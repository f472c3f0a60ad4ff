//! One contact in a plane with friction in generalised forces, any H. Twin: `shaders/law/generalised.wgsl`.
//!
//! Problem P3' of Charles & Ballard 2016 (Sec. 3), with the friction set that Coulomb's cone makes (Sec. 6.1). In the words of
//! [`crate::friction_set`]: find `λ >= 0` and `a ∈ λC` with
//!
//! ```text
//! U_n⁺ = -e U_Bn   if U_Bn < 0 and -e U_Bn > U_Bn - U_Ln,   else   U_n⁺ = 0
//! a (v - W⁺) + λ [S(-v) - S(-W⁺)] >= 0   for every v
//! ```
//!
//! where `U_B` is the velocity at the start of the step; the rebound is that of [`super::CoulombRestitution`], which says why. λ follows
//! from the first line alone, then `a` from the second: one solution, whatever H. On a side where C has no end, sliding that way is
//! forbidden in firm contact, and stops at once: a tangential impact.
//!
//! **Against Coulomb's law.** `a ∈ λC` is Coulomb's cone with `λ >= 0` beside it. If e = 0, this impulse is therefore also one of
//! Coulomb's law (P5, `coulomb-planar`), and where `U_Ln < 0` the only one (Moreau 1988, Sec. 14): then the two laws answer alike. They
//! part where `U_Ln >= 0`, since Coulomb's cone may hold impulses with `λ <= 0` there, and where e > 0, since `W` is not `U_t` then.
//!
//! **Energy** (Prop. 5.1): `1/2 (U_n⁺² - U_Bn²)/H_nn + 1/2 (W⁺² - W_L²)/κ <= 0`, both terms by themselves. The certificate
//! [`Law::gain`] is this where the contact rebounds, and the usual one against `U_L` where it does not. **Residual**: the factor
//! `1 ∓ mu k` of the side of C turns `a W⁺ + λ S(-W⁺)` into `P_t W⁺ + mu P_n |W⁺|`, which does not grow as the side loses its end.
//!
//! Where H has rank one (a system of one degree of freedom), κ is 0 and there is no friction. Rounding does not leave it 0: `flat` says
//! below which share of H_tt it counts as such.

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::cone::cone_margin;
use crate::friction_set::{set_domain, set_flow, set_of, set_side};
use crate::real::Real;
use crate::space::{Planar, Space};
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`Generalised`].
    pub struct GeneralisedParams {
        mu: "", 0.5, Range::Within(0.0, 1000.0), "friction coefficient of the cone that the friction set is made from";
        e: "", 0.0, Range::Within(0.0, 1.0), "restitution: 0 soft, 1 elastic";
        flat: "", 1e-5, Range::Within(1e-6, 0.1), "share of H_tt: a smaller kappa counts as 0, and there is no friction";
    }
}

/// Friction in generalised forces.
pub struct Generalised;

/// The normal velocity after the contact.
#[inline(always)]
pub fn generalised_rebound<R: Real>(p: &GeneralisedParams<R>, a: &Problem<R, Planar>) -> R {
    let zero = R::of(0.0);
    let speed = -(p.e * a.before.0[1]);
    // What the forces of this step take from a velocity that leaves.
    let taken = a.before.0[1] - a.loose.0[1];
    zero.larger(R::select(taken.lt(speed), speed, zero))
}

/// `W = U_t - k U_n`, the velocity that the tangential part works on.
#[inline(always)]
pub fn generalised_slip<R: Real>(a: &Problem<R, Planar>, v: Vector<R, 2>) -> R {
    v.0[0] - a.h.tn / a.h.nn * v.0[1]
}

impl Law<Planar> for Generalised {
    const NAME: &'static str = "generalised";
    const ABOUT: &'static str =
        "planar contact with friction in generalised forces, restitution e (Charles & Ballard 2016, P3')";
    const WGSL: &'static [&'static str] = &[
        crate::shader!("cone.wgsl"),
        crate::shader!("friction_set.wgsl"),
        crate::shader!("law/generalised.wgsl"),
    ];
    type Params<R: Real> = GeneralisedParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &Self::Params<R>, a: &Problem<R, Planar>) -> Reaction<R, Planar> {
        let zero = R::of(0.0);
        let bounds = set_of(a.h, p.mu * a.rough);
        let k = a.h.tn / a.h.nn;
        let kappa = a.h.tt - k * a.h.tn;
        let lambda = (generalised_rebound(p, a) - a.loose.0[1]) / a.h.nn;
        let w = generalised_slip(a, a.loose);
        let (along, stops) = set_flow(bounds, R::select((p.flat * a.h.tt).lt(kappa), kappa, zero), lambda, w);
        // On the edge of the set P_n = λ/side: the same, without a difference.
        let edge_n = lambda / R::select(stops, R::of(1.0), set_side(bounds, -w));
        let impulse_n = R::select(stops, lambda - k * along, edge_n);
        let impulse = Vector([R::select(a.contact, along, zero), R::select(a.contact, impulse_n, zero)]);
        Reaction { impulse, sticks: a.contact & stops }
    }

    /// |W| in contact, which is |U_t| where it is kept.
    #[inline(always)]
    fn slide<R: Real>(
        _: &Self::Params<R>,
        a: &Problem<R, Planar>,
        _: Vector<R, 2>,
        end: Vector<R, 2>,
        sticks: R::Mask,
    ) -> R {
        let slide = R::select(a.contact, generalised_slip(a, end).abs(), Planar::slide(end));
        R::select(sticks, R::of(0.0), slide)
    }

    #[inline(always)]
    fn margin<R: Real>(p: &Self::Params<R>, a: &Problem<R, Planar>) -> R {
        let mu = p.mu * a.rough;
        cone_margin(a.h, mu, mu, a.loose.0[0])
    }

    /// Coulomb's cone; and where λ is not positive, no impulse at all.
    #[inline(always)]
    fn cone<R: Real>(p: &Self::Params<R>, a: &Problem<R, Planar>, impulse: Vector<R, 2>) -> R {
        let [t, n] = impulse.0;
        let reach = p.mu * a.rough * n;
        let firm = R::of(0.0).lt(generalised_rebound(p, a) - a.loose.0[1]);
        t * t - R::select(firm, reach * reach.abs(), -(n * n))
    }

    #[inline(always)]
    fn residual<R: Real>(
        p: &Self::Params<R>,
        a: &Problem<R, Planar>,
        impulse: Vector<R, 2>,
        end: Vector<R, 2>,
        slide: R,
    ) -> R {
        let [t, n] = impulse.0;
        let mu = p.mu * a.rough;
        let lambda = n + a.h.tn / a.h.nn * t;
        let slip = R::select(generalised_slip(a, end).lt(R::of(0.0)), -slide, slide);
        // Within the domain, the most power that the set allows; outside, no motion while contact is firm.
        let allowed = set_domain(set_of(a.h, mu), -slip);
        let flow = R::select(allowed, t * slip + mu * n * slide, lambda * slide);
        (lambda * (end.0[1] - generalised_rebound(p, a))).abs() + flow.abs()
    }

    /// Against the normal velocity before where the contact rebounds, against the loose one where it does not.
    #[inline(always)]
    fn gain<R: Real>(
        p: &Self::Params<R>,
        a: &Problem<R, Planar>,
        impulse: Vector<R, 2>,
        end: Vector<R, 2>,
    ) -> R {
        let zero = R::of(0.0);
        let (before, n) = (a.before.0[1], a.loose.0[1]);
        let shift = R::of(0.5) * (n * n - before * before) / a.h.nn;
        let rebounds = a.contact & zero.lt(generalised_rebound(p, a));
        Planar::gain(a.h, impulse, a.loose, end) + R::select(rebounds, shift, zero)
    }
}
