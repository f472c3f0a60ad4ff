//! The friction set of a planar contact in generalised forces, and its flow rule. Twin: `shaders/friction_set.wgsl`.
//!
//! A local impulse `P` is split orthogonally in the kinetic metric (Charles & Ballard 2016, Sec. 3.1): with
//! `k = H_tn/H_nn` and `κ = H_tt - k H_tn`,
//!
//! ```text
//! P_t = a      P_n = λ - k a      ΔU_n = H_nn λ      W = U_t - k U_n      ΔW = κ a
//! ```
//!
//! λ is the normal part of the generalised impulse, `a` its tangential part and `W` the velocity that `a` works on; where
//! contact is kept, `U_n = 0` and `W = U_t`. Coulomb's cone `|P_t| <= mu P_n` cut at λ = 1 is the friction set (Sec. 6.1)
//!
//! ```text
//! C = { a : a (1 + mu k) <= mu,  -a (1 - mu k) <= mu }
//! ```
//!
//! an interval about 0 that has no end on a side whose factor is not positive: there the cone holds impulses with λ <= 0.
//! Its support function is `S(v) = max { a v : a ∈ C }`, infinite outside its domain. The flow rule, maximal dissipation,
//! is `a ∈ λC` and, for every v, `a (v - W⁺) + λ [S(-v) - S(-W⁺)] >= 0` with `W⁺ = W + κ a` (3.1): so `a W⁺ = -λ S(-W⁺)`, and no
//! `W⁺` whose opposite lies outside the domain while λ > 0.

use crate::real::Real;
use crate::space::PlanarDelassus;

/// A friction set: `a plus <= reach` for its `a > 0` and `-a minus <= reach` for its `a < 0`, with `reach >= 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionSet<R> {
    /// Bounds `a > 0`; not positive where nothing does.
    pub plus: R,
    /// Bounds `a < 0`; not positive where nothing does.
    pub minus: R,
    /// How far it reaches, before a factor.
    pub reach: R,
}

/// The set that Coulomb's cone of coefficient `mu` makes (Charles & Ballard 2016, Sec. 6.1).
#[inline(always)]
pub fn set_of<R: Real>(h: PlanarDelassus<R>, mu: R) -> FrictionSet<R> {
    let one = R::of(1.0);
    let tilt = mu * (h.tn / h.nn);
    FrictionSet { plus: one + tilt, minus: one - tilt, reach: mu }
}

/// The factor on the side of the set to which `v` points.
#[inline(always)]
pub fn set_side<R: Real>(bounds: FrictionSet<R>, v: R) -> R {
    R::select(v.lt(R::of(0.0)), bounds.minus, bounds.plus)
}

/// Where S is finite: at 0, and where the set ends on the side of `v`.
#[inline(always)]
pub fn set_domain<R: Real>(bounds: FrictionSet<R>, v: R) -> R::Mask {
    let zero = R::of(0.0);
    zero.lt(set_side(bounds, v)) | (zero.le(v) & v.le(zero))
}

/// `S(v)` where it is finite; 0 outside its domain, where it is infinite: ask [`set_domain`].
#[inline(always)]
pub fn set_support<R: Real>(bounds: FrictionSet<R>, v: R) -> R {
    let (zero, side) = (R::of(0.0), set_side(bounds, v));
    let ends = zero.lt(side);
    R::select(ends, bounds.reach * v.abs() / R::select(ends, side, R::of(1.0)), zero)
}

/// The flow rule: `a` for a normal part `lambda >= 0` and a velocity `w` before friction, and where it stops `W`. Where κ is 0
/// nothing is tangential: there is no friction, and W is no motion.
#[inline(always)]
pub fn set_flow<R: Real>(bounds: FrictionSet<R>, kappa: R, lambda: R, w: R) -> (R, R::Mask) {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let side = set_side(bounds, -w);
    let full = lambda * bounds.reach;
    let moves = zero.lt(kappa);
    let slides = moves & zero.lt(side) & (full * kappa).lt(w.abs() * side);
    let edge = full / R::select(slides, side, one);
    let stop = R::select(moves, -w / R::select(moves, kappa, one), zero);
    (R::select(slides, R::select(w.lt(zero), edge, -edge), stop), !slides)
}
