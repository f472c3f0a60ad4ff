//! Several contacts at a time, each with Coulomb's law, by block Gauss–Seidel: nonsmooth contact dynamics. Twins:
//! `shaders/law/gauss_seidel.wgsl`, `shaders/sweeps.wgsl`. Source: Moreau 1988, Def. 12.3, for each contact; the problem is that of Stewart & Trinkle 1996,
//! Sec. 5: with their polyhedral cone of 4, 8 or 16 `facets`, or, with 0 of them, the round one.
//!
//! With `U = U_L + H P`, `P_k = λ_k n_k + F_k`, `F_k` across `n_k`, for every touched contact k
//!
//! ```text
//! 0 <= λ_k ⟂ n_k·U_k >= 0,    |F_k| <= mu_k λ_k,    F_k = -mu_k λ_k V_k/|V_k| if V_k ≠ 0,    V_k the part of U_k across n_k
//! ```
//!
//! in the round cone; in a polyhedral one the disk of radius mu_k λ_k is a polygon in it, a corner along the first tangent of the
//! contact's [tangents](balls_tangents), and F_k the point of it most against V_k. Then this is the linear complementarity problem (4), which
//! the law [`lemke`](super::LemkeLaw) solves too, all unknowns at once.
//!
//! A sweep goes through all contacts and solves each one by itself, the others as they are: for a ball the block of H is `w_n`
//! along n and `w_t` across it, so that the answer is exact and in closed form,
//!
//! ```text
//! λ = max(0, λ_k - n·U_k/w_n),   F = the point of the disk of radius mu λ, or of its polygon, nearest to F_k - V_k/w_t
//! ```
//!
//! From the second sweep on `relaxation` times U_k stands there in the place of U_k (projected over-relaxation): what does not
//! change is a solution with any of them, contacts that do not feel each other are solved by the first sweep as before, and the preset
//! `four-balls` needs 9 sweeps a step in f64 with 1.15, 14 with 1.
//!
//! Sweeps end where none of them changes an impulse by more than so many `roundings` of all impulses together, or after `sweeps` of
//! them: nothing is assumed then, and the residual of the whole problem shows what is left. Each problem starts from nothing.

use super::{Law, Problem, Reaction, Solved};
use crate::columns::Range;
use crate::fold::{FoldSet, fold_cut, fold_excess, fold_set, fold_support};
use crate::real::{Real, Scalar};
use crate::space::{BALL_CONTACTS, BallLocal, Balls, Bodies, Space, TABLE};
use crate::space::{
    balls_felt, balls_meet, balls_part, balls_push, balls_tangents, balls_which, put_three, three,
};
use crate::tuple::{Tuple, Vector};

/// The WGSL of the cone's cross-section, and of the sweeps.
pub(super) const FOLD: &str = crate::shader!("fold.wgsl");
pub(super) const SWEEPS: &str = crate::shader!("sweeps.wgsl");

const MU: Range = Range::Within(0.0, 1000.0);
/// The most sweeps that can be asked for: lavapipe ends a loop after some 65,000 of all steps of a dispatch.
pub const MOST_SWEEPS: u32 = 400;

crate::columns! {
    /// Parameters of [`GaussSeidel`].
    pub struct GaussSeidelParams {
        mu: "", 0.3, MU, "friction coefficient of balls on the table";
        mu_balls: "", 0.2, MU, "friction coefficient between balls";
        facets: "", 0.0, Range::OneOf(&[0.0, 4.0, 8.0, 16.0]), "friction directions, the cone's facets; 0: a round cone";
        sweeps: "", 100.0, Range::Within(1.0, MOST_SWEEPS as f64), "sweeps through all contacts, at most";
        roundings: "", 4.0, Range::Within(0.0, 1e9), "sweeps end where no impulse changes by more than so many roundings of all impulses";
        relaxation: "", 1.15, Range::Within(1.0, 1.5), "from the second sweep on, how far an impulse goes of the way it would: 1 is plain Gauss-Seidel";
    }
}

/// Nonsmooth contact dynamics: block Gauss–Seidel with the exact law of one contact.
pub struct GaussSeidel;

/// What a sweep has found so far.
#[derive(Clone, Copy)]
pub struct Sweep<R: Real> {
    /// Impulses.
    pub impulse: BallLocal<R>,
    /// How the balls move by them.
    pub w: Bodies<R>,
    /// The largest squared change of an impulse in this sweep.
    pub change: R,
    /// The sum of squared impulses in this sweep.
    pub size: R,
    /// Where no contact that presses slides.
    pub sticks: R::Mask,
}

/// The coefficient of contact k.
#[inline(always)]
pub fn balls_mu<R: Real>(p: &GaussSeidelParams<R>, rough: R, k: usize) -> R {
    (if k < TABLE { p.mu } else { p.mu_balls }) * rough
}

/// What of an impulse across a normal friction can give within `reach`, and whether that is all of it.
#[inline(always)]
pub fn balls_friction<R: Real>(
    shape: &FoldSet<R>,
    n: Vector<R, 3>,
    want: Vector<R, 3>,
    reach: R,
) -> (Vector<R, 3>, R::Mask) {
    let (square, one) = (want.dot(want), R::of(1.0));
    let inside = square.le(reach * reach);
    let mut share = one;
    // Balls that roll have no use for a root.
    if R::anywhere(!inside) {
        share = R::select(inside, one, one.smaller(reach.over_root(square)));
    }
    let round = want * share;
    if !R::anywhere(shape.faceted) {
        return (round, inside);
    }
    let [t1, t2] = balls_tangents(n);
    let (cut, within) = fold_cut(shape, Vector([t1.dot(want), t2.dot(want)]), reach);
    let edged = t1 * cut.0[0] + t2 * cut.0[1];
    let inside = (shape.faceted & within) | (!shape.faceted & inside);
    (Tuple::select(shape.faceted, edged, round), inside)
}

/// One contact by itself: the impulse it needs where it has `impulse` and moves at `u`; H_kk is 1 along n and 1/`ease` across it, over `part`. And
/// whether it holds: it sticks, or does not press.
#[inline(always)]
pub fn balls_strike<R: Real>(
    shape: &FoldSet<R>,
    n: Vector<R, 3>,
    mu: R,
    part: R,
    ease: R,
    impulse: Vector<R, 3>,
    u: Vector<R, 3>,
) -> (Vector<R, 3>, R::Mask) {
    let zero = R::of(0.0);
    let (push, speed) = (n.dot(impulse), n.dot(u));
    let end = zero.larger(push - speed * part);
    let want = (impulse - n * push) - (u - n * speed) * (ease * part);
    let (friction, inside) = balls_friction(shape, n, want, mu * end);
    (n * end + friction, inside | end.le(zero))
}

/// The sweep comes to contact k, and goes `relax` times as far as its own law asks for. In place: with wide lanes a copy takes longer
/// than all the rest.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // the twin of a WGSL function
pub fn balls_sweep<R: Real>(
    p: &GaussSeidelParams<R>,
    a: &Problem<R, Balls>,
    shape: &FoldSet<R>,
    s: &mut Sweep<R>,
    going: R::Mask,
    ease: R,
    relax: R,
    k: usize,
) {
    let old = three(&s.impulse, k);
    let u = (three(&a.loose, k) + balls_meet(&a.h, &s.w, k)) * relax;
    let mu = balls_mu(p, a.rough, k);
    let (new, holds) = balls_strike(shape, a.h.normals[k], mu, balls_part(k), ease, old, u);
    let touched = a.h.gaps[k].le(a.h.skin);
    let next = Tuple::select(going & touched, new, old);
    let step = next - old;
    put_three(&mut s.impulse, k, next);
    balls_push(&a.h, &mut s.w, k, step);
    s.change = s.change.larger(step.dot(step));
    s.size += next.dot(next);
    s.sticks = s.sticks & (holds | !touched);
}

/// Sweeps from impulses and motions on, where contact is `felt`, until none of them changes; and how many.
#[inline(always)]
pub fn balls_settle<R: Real>(
    p: &GaussSeidelParams<R>,
    a: &Problem<R, Balls>,
    impulse: BallLocal<R>,
    w: Bodies<R>,
    felt: R::Mask,
) -> (Reaction<R, Balls>, R) {
    let zero = R::of(0.0);
    let rounding = p.roundings * R::of(<R::Scalar as Scalar>::EPSILON);
    let limit = rounding * rounding;
    let touched: [bool; BALL_CONTACTS] = std::array::from_fn(|k| R::anywhere(a.h.gaps[k].le(a.h.skin)));
    let (shape, ease) = (fold_set(p.facets), R::of(1.0) / (R::of(1.0) + a.h.spin));
    let (mut going, mut sweeps) = (felt, zero);
    let mut s = Sweep { impulse, w, change: zero, size: zero, sticks: R::nowhere() };
    for number in 0..MOST_SWEEPS {
        going = going & R::of(f64::from(number)).lt(p.sweeps);
        if !R::anywhere(going) {
            break;
        }
        sweeps += R::select(going, R::of(1.0), zero);
        let relax = if number == 0 { R::of(1.0) } else { p.relaxation };
        let before = s.sticks;
        (s.change, s.size, s.sticks) = (zero, zero, !R::nowhere());
        for (k, _) in touched.iter().enumerate().filter(|(_, touched)| **touched) {
            balls_sweep(p, a, &shape, &mut s, going, ease, relax, k);
        }
        s.sticks = (going & s.sticks) | (!going & before);
        going = going & (limit * s.size).lt(s.change);
    }
    (Reaction { impulse: s.impulse, sticks: felt & s.sticks }, sweeps)
}

/// How far a contact's impulse lies outside its cone, as the excess of squared lengths.
#[inline(always)]
pub fn balls_excess<R: Real>(shape: &FoldSet<R>, n: Vector<R, 3>, mu: R, impulse: Vector<R, 3>) -> R {
    let push = n.dot(impulse);
    let friction = impulse - n * push;
    let reach = mu * R::of(0.0).larger(push);
    let pulls = R::of(0.0).smaller(push);
    let mut excess = friction.dot(friction) - reach * reach;
    if R::anywhere(shape.faceted) {
        let [t1, t2] = balls_tangents(n);
        let edged = fold_excess(shape, Vector([t1.dot(friction), t2.dot(friction)]), reach);
        excess = R::select(shape.faceted, edged, excess);
    }
    excess + pulls * pulls
}

/// What a contact's impulse lacks of Coulomb's law: the normal part does no work, friction as much as it can, and the contact is not
/// entered, which weighs as much as `all` impulses together.
#[inline(always)]
pub fn balls_lack<R: Real>(
    shape: &FoldSet<R>,
    n: Vector<R, 3>,
    mu: R,
    impulse: Vector<R, 3>,
    end: Vector<R, 3>,
    all: R,
) -> R {
    let (push, speed) = (n.dot(impulse), n.dot(end));
    let across = end - n * speed;
    let entered = R::of(0.0).larger(-speed);
    let mut slides = across.dot(across).sqrt();
    if R::anywhere(shape.faceted) {
        let [t1, t2] = balls_tangents(n);
        let edged = fold_support(shape, Vector([t1.dot(across), t2.dot(across)]), R::of(1.0));
        slides = R::select(shape.faceted, edged, slides);
    }
    (push * speed).abs()
        + ((impulse - n * push).dot(across) + mu * push * slides).abs()
        + entered * (all + entered)
}

/// A loop over all contacts, written out: numbers of contacts that are known to the compiler keep what is asked and answered out of copies, which took
/// wide lanes a tenth of their time.
macro_rules! each_contact {
    ($k:ident, $body:block) => { each_contact!($k, $body; 0 1 2 3 4 5 6 7 8 9) };
    ($k:ident, $body:block; $($number:literal)*) => { $({ let $k: usize = $number; $body })* };
}

impl Law<Balls> for GaussSeidel {
    const NAME: &'static str = "gauss-seidel";
    const ABOUT: &'static str = "soft contact and Coulomb friction at many contacts: block Gauss-Seidel with the exact law of one (nonsmooth contact dynamics)";
    const ROOTS: bool = true;
    const WIDEST: bool = true;
    const UNEVEN: bool = true;
    const LOOPS: u32 = MOST_SWEEPS + 4 * BALL_CONTACTS as u32;
    const WGSL: &'static [&'static str] = &[FOLD, SWEEPS, crate::shader!("law/gauss_seidel.wgsl")];
    type Params<R: Real> = GaussSeidelParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &GaussSeidelParams<R>, a: &Problem<R, Balls>) -> Reaction<R, Balls> {
        Self::solve(p, a).reaction
    }

    /// Members that touch the same contacts, then those that need as many sweeps.
    #[inline(always)]
    fn solve<R: Real>(p: &GaussSeidelParams<R>, a: &Problem<R, Balls>) -> Solved<R, Balls> {
        let (none, still) = (Vector([R::of(0.0); 30]), Vector([R::of(0.0); 24]));
        let (reaction, sweeps) = balls_settle(p, a, none, still, a.contact);
        let effort = balls_which(&a.h) * R::of(f64::from(MOST_SWEEPS + 1)) + sweeps;
        Solved { reaction, margin: Self::margin(p, a), effort }
    }

    #[inline(always)]
    fn slide<R: Real>(
        _: &GaussSeidelParams<R>,
        _: &Problem<R, Balls>,
        _: BallLocal<R>,
        end: BallLocal<R>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, R::of(0.0), Balls::slide(end))
    }

    #[inline(always)]
    fn margin<R: Real>(_: &GaussSeidelParams<R>, a: &Problem<R, Balls>) -> R {
        Balls::weight(a.h)
    }

    /// The worst of the contacts.
    #[inline(always)]
    fn cone<R: Real>(p: &GaussSeidelParams<R>, a: &Problem<R, Balls>, impulse: BallLocal<R>) -> R {
        let shape = fold_set(p.facets);
        let mut worst = R::of(0.0);
        each_contact!(k, {
            let here = balls_felt(&a.h, k, three(&impulse, k));
            worst = worst.larger(balls_excess(&shape, a.h.normals[k], balls_mu(p, a.rough, k), here));
        });
        R::select(a.contact, worst, R::of(0.0))
    }

    /// The sum over the contacts.
    #[inline(always)]
    fn residual<R: Real>(
        p: &GaussSeidelParams<R>,
        a: &Problem<R, Balls>,
        impulse: BallLocal<R>,
        end: BallLocal<R>,
        _: R,
    ) -> R {
        let shape = fold_set(p.facets);
        let all = Balls::slide(impulse);
        let mut sum = R::of(0.0);
        each_contact!(k, {
            let here = balls_felt(&a.h, k, three(&impulse, k));
            let moves = balls_felt(&a.h, k, three(&end, k));
            sum += balls_lack(&shape, a.h.normals[k], balls_mu(p, a.rough, k), here, moves, all);
        });
        R::select(a.contact, sum, R::of(0.0))
    }
}
