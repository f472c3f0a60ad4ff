//! A particle in a corner, each plane with Coulomb's law of its own. Twin: `shaders/law/coulomb_corner.wgsl`.
//!
//! Soft contact of nonsmooth contact dynamics (Moreau 1988, Def. 12.3, for each contact): with `U_F = U_L + Σ P_a`,
//! `P_a = λ_a n_a + F_a`, `n_a·F_a = 0`, for every touched plane a
//!
//! ```text
//! 0 <= λ_a ⟂ n_a·U_F >= 0,    |F_a| <= mu_a λ_a,    F_a = -mu_a λ_a U_F/|U_F| if U_F ≠ 0
//! ```
//!
//! (the slip of a contact that pushes is U_F itself, for `n_a·U_F = 0`). All answers are known, for two planes and for three:
//!
//! * It moves on, `U_F ≠ 0`: then `U_F` has the direction of `v = U_L + Σ λ n`, so that `v = proj_V(U_L)` (Moreau 1988, Sec. 9) with
//!   λ its pushes, and `U_F = v (1 - Σ mu λ/|v|)`, if that is more than nothing. One answer at most: that of Charles & Ballard's P4
//!   in a step without impact.
//! * It sticks: then the cones must hold `-U_L`, see `corner_hold.rs`. If `|v| <= Σ mu λ` they do. But they do for more: planes that
//!   face each other press on each other by friction, which presses more. There both answers are right.
//!
//! So there is always one; where there are two, `hold` chooses: 1 takes the one that sticks, 0 the one that moves on, 2 goes on as in
//! the step before. What sticks only because planes lock against each other while the particle leaves them is never taken.
//!
//! No plane has a restitution: with Newton's, slips differ from plane to plane, the answer has no closed form, and can gain energy.

use super::corner_hold::{Hold, corner_hold, hold_slip};
use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::real::Real;
use crate::space::{Corner, Space, corner_cut, corner_prox, corner_total};
use crate::tuple::{Tuple, Vector};

const MU: Range = Range::Within(0.0, 1000.0);

crate::columns! {
    /// Parameters of [`CoulombCorner`].
    pub struct CoulombCornerParams {
        mu1: "", 0.3, MU, "friction coefficient of the first plane";
        mu2: "", 0.3, MU, "friction coefficient of the second plane";
        mu3: "", 0.3, MU, "friction coefficient of the third plane";
        hold: "", 1.0, Range::OneOf(&[0.0, 1.0, 2.0]), "where sticking and moving on both solve the contact: 0 moves on, 1 sticks, 2 as before";
    }
}

/// Soft contact in a corner, each plane with Coulomb's law of its own.
pub struct CoulombCorner;

/// The coefficients here.
#[inline(always)]
pub fn corner_mu<R: Real>(p: &CoulombCornerParams<R>, rough: R) -> Vector<R, 3> {
    Vector([p.mu1, p.mu2, p.mu3]) * rough
}

/// What each contact does of an impulse: where it leaves no velocity, what holds it; elsewhere, what slips.
#[inline(always)]
pub fn corner_contacts<R: Real>(
    p: &CoulombCornerParams<R>,
    a: &Problem<R, Corner>,
    impulse: Vector<R, 3>,
) -> Hold<R> {
    let mu = corner_mu(p, a.rough);
    let end = a.loose + impulse;
    let still = end.dot(end).le(R::of(0.0));
    let (held, slips) = (corner_hold(&a.h, mu, impulse), hold_slip(&a.h, mu, impulse));
    let friction = |k: usize| Tuple::select(still, held.friction[k], slips.friction[k]);
    Hold {
        score: R::select(still, held.score, slips.score),
        way: R::select(still, held.way, slips.way),
        push: Tuple::select(still, held.push, slips.push),
        friction: [friction(0), friction(1), friction(2)],
    }
}

/// How far a contact's impulse lies outside its cone, as the excess of squared lengths.
#[inline(always)]
pub fn contact_excess<R: Real>(mu: R, push: R, friction: Vector<R, 3>) -> R {
    let reach = mu * R::of(0.0).larger(push);
    let pulls = R::of(0.0).smaller(push);
    friction.dot(friction) - reach * reach + pulls * pulls
}

/// What a contact's impulse lacks of Coulomb's law: the normal part does no work, friction as much as it can.
#[inline(always)]
pub fn contact_lack<R: Real>(
    n: Vector<R, 3>,
    mu: R,
    push: R,
    friction: Vector<R, 3>,
    end: Vector<R, 3>,
    slide: R,
) -> R {
    (push * n.dot(end)).abs() + (friction.dot(end) + mu * push * slide).abs()
}

/// What an impulse has beyond the contacts' pushes and frictions together, and what these frictions have along the normals.
#[inline(always)]
pub fn contact_rest<R: Real>(a: &Problem<R, Corner>, impulse: Vector<R, 3>, held: &Hold<R>) -> R {
    let [f1, f2, f3] = held.friction;
    let [n1, n2, n3] = a.h.normals;
    let [l1, l2, l3] = held.push.0;
    let rest = impulse - ((n1 * l1 + f1) + (n2 * l2 + f2) + (n3 * l3 + f3));
    Corner::slide(rest) + n1.dot(f1).abs() + n2.dot(f2).abs() + n3.dot(f3).abs()
}

/// The square of an impulse over that of all pushes and frictions of it, which are larger where planes press on each other:
/// rounding is relative to these.
#[inline(always)]
pub fn contact_scale<R: Real>(impulse: Vector<R, 3>, held: &Hold<R>) -> R {
    let [f1, f2, f3] = held.friction;
    let square = impulse.dot(impulse);
    let size = square + held.push.dot(held.push) + f1.dot(f1) + f2.dot(f2) + f3.dot(f3);
    R::select(R::of(0.0).lt(size), square / size, R::of(0.0))
}

impl Law<Corner> for CoulombCorner {
    const NAME: &'static str = "coulomb-corner";
    const ABOUT: &'static str = "soft contact in a corner, each plane with Coulomb friction of its own (nonsmooth contact dynamics, exact)";
    const ROOTS: bool = true;
    const WGSL: &'static [&'static str] =
        &[crate::shader!("law/corner_hold.wgsl"), crate::shader!("law/coulomb_corner.wgsl")];
    type Params<R: Real> = CoulombCornerParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &CoulombCornerParams<R>, a: &Problem<R, Corner>) -> Reaction<R, Corner> {
        let (none, half) = (Vector([R::of(0.0); 3]), R::of(0.5));
        let mu = corner_mu(p, a.rough);
        let soft = corner_prox(&a.h, a.loose);
        let bound = mu.dot(soft.push);
        let must = soft.point.dot(soft.point).sqrt().le(bound);
        let can = R::of(0.0).le(corner_hold(&a.h, mu, none - a.loose).score);
        let wants = half.lt(p.hold) & (p.hold.lt(R::of(1.5)) | a.stuck);
        let sticks = must | (can & wants);
        let slips = corner_total(&a.h, soft.push) - corner_cut(soft.point, bound);
        // What sticks has exactly no velocity left.
        let impulse = Tuple::select(sticks, none - a.loose, slips);
        Reaction { impulse: Tuple::select(a.contact, impulse, none), sticks: a.contact & sticks }
    }

    #[inline(always)]
    fn slide<R: Real>(
        _: &CoulombCornerParams<R>,
        _: &Problem<R, Corner>,
        _: Vector<R, 3>,
        end: Vector<R, 3>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, R::of(0.0), Corner::slide(end))
    }

    #[inline(always)]
    fn margin<R: Real>(_: &CoulombCornerParams<R>, a: &Problem<R, Corner>) -> R {
        Corner::weight(a.h)
    }

    /// The worst of the contacts, relative to what they do together.
    #[inline(always)]
    fn cone<R: Real>(p: &CoulombCornerParams<R>, a: &Problem<R, Corner>, impulse: Vector<R, 3>) -> R {
        let held = corner_contacts(p, a, impulse);
        let mu = corner_mu(p, a.rough);
        let excess = |k: usize| contact_excess(mu.0[k], held.push.0[k], held.friction[k]);
        let worst = excess(0).larger(excess(1)).larger(excess(2));
        R::select(a.contact, worst * contact_scale(impulse, &held), R::of(0.0))
    }

    /// Each contact has its law; together they make the impulse; no plane is entered.
    #[inline(always)]
    fn residual<R: Real>(
        p: &CoulombCornerParams<R>,
        a: &Problem<R, Corner>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
        slide: R,
    ) -> R {
        let zero = R::of(0.0);
        let held = corner_contacts(p, a, impulse);
        let mu = corner_mu(p, a.rough);
        let lack =
            |k: usize| contact_lack(a.h.normals[k], mu.0[k], held.push.0[k], held.friction[k], end, slide);
        let scale = (impulse.dot(impulse) * contact_scale(impulse, &held)).sqrt();
        let missing = contact_rest(a, impulse, &held) * scale;
        let entered = zero.larger(-Corner::normal(a.h, end)) * Corner::slide(impulse);
        R::select(a.contact, lack(0) + lack(1) + lack(2) + missing + entered, zero)
    }
}
