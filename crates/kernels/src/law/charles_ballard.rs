//! A particle in a corner, after Charles & Ballard 2016, Problem P4. Twin: `shaders/law/charles_ballard.wgsl`.
//!
//! One generalised impulse r stands for all touched planes together. It has one split (4.1) into a normal part
//! `Σ λ n`, λ >= 0, and a part `r_τ` with `n·r_τ <= 0` that is orthogonal to it; friction dissipates what the planes' disks
//! dissipate together (4.3):
//!
//! ```text
//! r_τ·(v - u) + Σ λ mu (|v| - |u|) >= 0 for all v tangential to the planes that push
//! ```
//!
//! An impact law F with four properties gives the normal velocity after an impact; friction then acts along the line (or
//! plane) that all touched planes share. A step is an impact, if the velocity `b` before it enters a plane, and then a
//! piece of smooth motion under the step's force:
//!
//! 1. `v = proj_V(b)`, where V are the velocities that enter no touched plane (Moreau 1988, Sec. 9); `v - b = Σ λ n`.
//!    `F(b) = proj_V(v + e (v - b))` with e the mean of the planes' restitutions, weighted by λ. F(b) lies in V, `F(b) - b` in the
//!    cone of the normals, and `|F(b)|² <= |v|² + e²|v - b|² <= |b|²`: the properties asked for. The part of it along all planes is cut by
//!    what friction can take, `Σ λ mu`: that is the velocity `w` after the impact.
//! 2. With `w_L = w + (U_L - b)`, the stick impulse `-w_L` splits into `Σ λ n` and `-v`, `v = proj_V(w_L)`. If `|v| <= Σ λ mu`, it is
//!    within the friction cone and the particle sticks; else it slides in the direction of v: `U_F = v (1 - Σ λ mu/|v|)`.
//!
//! For a single plane that is the prox to disk. Neither stage can gain energy; with mu = 0 it is Moreau's frictionless law.
//!
//! The certificate `gain` is exact: it is the larger change of kinetic energy of the two stages, what the force does between them
//! left out. `cone` and the powers of `residual` are judged in steps without impact.

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::real::Real;
use crate::space::{Corner, Space, corner_along, corner_cut, corner_prox, corner_total};
use crate::tuple::{Tuple, Vector};

const MU: Range = Range::Within(0.0, 1000.0);
const E: Range = Range::Within(0.0, 1.0);

crate::columns! {
    /// Parameters of [`CharlesBallard`].
    pub struct CharlesBallardParams {
        mu1: "", 0.3, MU, "friction coefficient of the first plane";
        mu2: "", 0.3, MU, "friction coefficient of the second plane";
        mu3: "", 0.3, MU, "friction coefficient of the third plane";
        e1: "", 0.0, E, "restitution of the first plane";
        e2: "", 0.0, E, "restitution of the second plane";
        e3: "", 0.0, E, "restitution of the third plane";
    }
}

/// Friction and impacts in a corner by Charles & Ballard's Problem P4.
pub struct CharlesBallard;

/// A step before friction has its say on the smooth part.
#[derive(Clone, Copy, Debug)]
pub struct Slip<R> {
    /// The impulse of the impact and of frictionless contact after it.
    pub impulse: Vector<R, 3>,
    /// The velocity that it leaves.
    pub soft: Vector<R, 3>,
    /// How much speed friction can take.
    pub bound: R,
}

/// `mu·push`, what friction can take where the planes push so.
#[inline(always)]
pub fn corner_bound<R: Real>(p: &CharlesBallardParams<R>, rough: R, push: Vector<R, 3>) -> R {
    rough * (p.mu1 * push.0[0] + p.mu2 * push.0[1] + p.mu3 * push.0[2])
}

/// The impulse of the impact in a step: none, if the velocity before it enters no plane.
#[inline(always)]
pub fn corner_rebound<R: Real>(p: &CharlesBallardParams<R>, a: &Problem<R, Corner>) -> Vector<R, 3> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let soft = corner_prox(&a.h, a.before);
    let [x, y, z] = soft.push.0;
    let total = x + y + z;
    let e = R::select(zero.lt(total), (p.e1 * x + p.e2 * y + p.e3 * z) / total, zero);
    let out = corner_prox(&a.h, soft.point + corner_total(&a.h, soft.push) * e);
    let push = soft.push * (one + e) + out.push;
    let along = corner_along(&a.h, out.point);
    corner_total(&a.h, push) - corner_cut(along, corner_bound(p, a.rough, push))
}

/// The impact of a step, then its smooth part but for friction.
#[inline(always)]
pub fn corner_slip<R: Real>(p: &CharlesBallardParams<R>, a: &Problem<R, Corner>) -> Slip<R> {
    // Impulses are added up, not differences of velocities taken: drivers cancel those in their own way.
    let impact = corner_rebound(p, a);
    let soft = corner_prox(&a.h, a.loose + impact);
    let impulse = impact + corner_total(&a.h, soft.push);
    Slip { impulse, soft: soft.point, bound: corner_bound(p, a.rough, soft.push) }
}

/// Where there is contact and the velocity before it enters no plane: what follows is no impact.
#[inline(always)]
pub fn corner_smooth<R: Real>(a: &Problem<R, Corner>) -> R::Mask {
    a.contact & R::of(0.0).le(Corner::normal(a.h, a.before))
}

impl Law<Corner> for CharlesBallard {
    const NAME: &'static str = "charles-ballard";
    const ABOUT: &'static str =
        "friction and impacts in a corner: one impulse for all planes (Charles & Ballard 2016, P4)";
    const ROOTS: bool = true;
    const WGSL: &'static [&'static str] = &[crate::shader!("law/charles_ballard.wgsl")];
    type Params<R: Real> = CharlesBallardParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &CharlesBallardParams<R>, a: &Problem<R, Corner>) -> Reaction<R, Corner> {
        let slip = corner_slip(p, a);
        let inside = slip.soft.dot(slip.soft).sqrt().le(slip.bound);
        let none = Vector([R::of(0.0); 3]);
        // What sticks has exactly no velocity left.
        let impulse = Tuple::select(inside, none - a.loose, slip.impulse - corner_cut(slip.soft, slip.bound));
        Reaction { impulse: Tuple::select(a.contact, impulse, none), sticks: a.contact & inside }
    }

    #[inline(always)]
    fn slide<R: Real>(
        _: &CharlesBallardParams<R>,
        _: &Problem<R, Corner>,
        _: Vector<R, 3>,
        end: Vector<R, 3>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, R::of(0.0), Corner::slide(end))
    }

    #[inline(always)]
    fn margin<R: Real>(_: &CharlesBallardParams<R>, a: &Problem<R, Corner>) -> R {
        Corner::weight(a.h)
    }

    #[inline(always)]
    fn cone<R: Real>(p: &CharlesBallardParams<R>, a: &Problem<R, Corner>, impulse: Vector<R, 3>) -> R {
        let split = corner_prox(&a.h, Vector([R::of(0.0); 3]) - impulse);
        let bound = corner_bound(p, a.rough, split.push);
        let excess = split.point.dot(split.point) - bound * bound;
        R::select(corner_smooth(a), excess, R::of(0.0))
    }

    /// No plane is entered; and in a step without impact, the normal part of the impulse does no work, friction as much as it can.
    #[inline(always)]
    fn residual<R: Real>(
        p: &CharlesBallardParams<R>,
        a: &Problem<R, Corner>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
        slide: R,
    ) -> R {
        let zero = R::of(0.0);
        let split = corner_prox(&a.h, Vector([R::of(0.0); 3]) - impulse);
        let normal_power = corner_total(&a.h, split.push).dot(end);
        let friction_power = split.point.dot(end) - corner_bound(p, a.rough, split.push) * slide;
        let smoothly = R::select(corner_smooth(a), normal_power.abs() + friction_power.abs(), zero);
        let entered = zero.larger(-Corner::normal(a.h, end)) * Corner::slide(impulse);
        R::select(a.contact, smoothly + entered, zero)
    }

    /// What the impact adds to the energy before it, `|w|² - |b|²`, or the smooth part to the energy that the force leaves,
    /// `|U_F|² - |w_L|²`, halved: whichever is larger.
    #[inline(always)]
    fn gain<R: Real>(
        p: &CharlesBallardParams<R>,
        a: &Problem<R, Corner>,
        _: Vector<R, 3>,
        end: Vector<R, 3>,
    ) -> R {
        let impact = corner_rebound(p, a);
        let (out, loose) = (a.before + impact, a.loose + impact);
        let gain = (out.dot(out) - a.before.dot(a.before)).larger(end.dot(end) - loose.dot(loose));
        R::select(a.contact, R::of(0.5) * gain, R::of(0.0))
    }
}
