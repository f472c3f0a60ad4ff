//! The planar contact problem. Twin: `shaders/cone.wgsl`.
//!
//! Find `P` in the cone `C = {-mu+ P_n <= P_t <= mu- P_n}` with edges `D+ = (-mu+, 1)` and `D- = (mu-, 1)` so that
//! `U = U_L + H P` has `U_n = 0`, and `P ∈ D+` where `U_t > 0`, `P ∈ D-` where `U_t < 0` (Moreau 1988, Sec. 13–15).
//!
//! `U_n = 0` puts P on a line Δ. For `U_Ln < 0` the line cuts the axis of C inside it, and P is the point of `Δ ∩ C`
//! nearest to `-H⁻¹U_L`: that point itself (the contact sticks), or else where Δ leaves C on that side. In the
//! Painlevé-singular case Δ never leaves C on one side, `H_nn - mu+ H_tn <= 0` or `H_nn + mu- H_tn <= 0`: all its
//! points there are in C, so the contact sticks.

use crate::real::Real;
use crate::space::PlanarDelassus;
use crate::tuple::Vector;

/// `H_nn ∓ mu H_tn` of the edge on whose side a velocity slides: `P_n = -U_Ln / margin` while it does. Positive where
/// sliding can go on, zero where Δ contains the edge (Moreau 1988, Sec. 14: the catastrophe), negative beyond.
#[inline(always)]
pub fn cone_margin<R: Real>(h: PlanarDelassus<R>, mu_plus: R, mu_minus: R, slide: R) -> R {
    h.nn + R::select(slide.lt(R::of(0.0)), mu_minus, -mu_plus) * h.tn
}

/// The impulse of an active contact (`U_Ln < 0`), and where it sticks.
#[inline(always)]
pub fn cone_impulse<R: Real>(
    h: PlanarDelassus<R>,
    mu_plus: R,
    mu_minus: R,
    loose: Vector<R, 2>,
) -> (Vector<R, 2>, R::Mask) {
    let zero = R::of(0.0);
    let [t, n] = loose.0;
    // -H⁻¹U_L, its normal part from U_n = 0 and times H_nn: rounding moves it along Δ only, however flat H is.
    let det = h.tt * h.nn - h.tn * h.tn;
    let stick_t = (h.tn * n - h.nn * t) / det;
    let stick_n = -(n + h.tn * stick_t);
    let right = stick_t.lt(zero);
    let edge = R::select(right, -mu_plus, mu_minus);
    let margin = h.nn + edge * h.tn;
    let edge_t = edge * stick_n;
    let reach_t = h.nn * stick_t;
    let beyond = (right & reach_t.lt(edge_t)) | (!right & edge_t.lt(reach_t));
    let slides = zero.lt(margin) & beyond;

    let impulse_n = R::select(slides, -n, stick_n) / R::select(slides, margin, h.nn);
    let impulse_t = R::select(slides, edge * impulse_n, stick_t);
    (Vector([impulse_t, impulse_n]), !slides)
}

/// How far P lies outside the cone, as the excess of squared lengths.
#[inline(always)]
pub fn cone_excess<R: Real>(mu_plus: R, mu_minus: R, impulse: Vector<R, 2>) -> R {
    let [t, n] = impulse.0;
    let reach = R::select(t.lt(R::of(0.0)), mu_plus, mu_minus) * n;
    t * t - reach * reach
}

/// Residual of the conditions above for a velocity `end` that slides at speed `slide`: `P_n U_n = 0`, and friction
/// takes as much power as the cone allows.
#[inline(always)]
pub fn cone_residual<R: Real>(
    mu_plus: R,
    mu_minus: R,
    impulse: Vector<R, 2>,
    end: Vector<R, 2>,
    slide: R,
) -> R {
    let [t, n] = impulse.0;
    let mu = R::select(end.0[0].lt(R::of(0.0)), mu_minus, mu_plus);
    (n * end.0[1]).abs() + (t * end.0[0] + mu * n * slide).abs()
}
