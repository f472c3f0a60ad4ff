//! Can rough planes hold an impulse `w`, each within its own friction cone? Twin: `shaders/law/corner_hold.wgsl`.
//!
//! ```text
//! w = Σ P_a,   P_a ∈ K_a = {λ n_a + F: n_a·F = 0, |F| <= mu_a λ}
//! ```
//!
//! A cone K has half-angle φ, `tan φ = mu`. Let all planes use the same share κ of the sines of their angles: the sum of the cones
//! grows with κ, and the least share that holds w has it on the sum's boundary. There one plane pushes alone,
//! `κ sin φ = |F|/|w|`, or two push along the edges of their cones on one plane of support. For two, with `w = l1 n1 + l2 n2 + along`
//! and `p = a1 n1 + a2 n2` such that `n·p = sin φ =: s` for both,
//!
//! ```text
//! κ² = |along|²/D,   D = (w·p)² + |along|² |p|²,   P_a = c_a (n_a - s_a κ² p + s_a (w·p)/D along),   c_a = l_a + a_a |along|²/(w·p)
//! ```
//!
//! which holds if `c1, c2 >= 0`, `w·p > 0` and κ <= 1, that is `|along|² (1 - |p|²) <= (w·p)²`. Beside these six there is the split
//! of Charles & Ballard (2016, Sec. 4), which holds where friction along w's part within all planes suffices: with three planes it
//! holds what lies between their normals.
//!
//! Every split found is one, so w is held. The reverse fails where steep planes lock against each other, `|p| >= 1`, and hold
//! whatever there is: if w points out of the corner (`w·p <= 0`, the particle leaves it), that is not found.

use crate::real::Real;
use crate::space::{Planes, corner_prox, corner_touched};
use crate::tuple::{Tuple, Vector};

/// A way to hold an impulse.
#[derive(Clone, Copy, Debug)]
pub struct Hold<R> {
    /// The smallest of what must not be negative, if it is to hold.
    pub score: R,
    /// Which way: 0 Charles & Ballard's split, 1 to 3 one plane, 4 the first two, 5 first and third, 6 the last two.
    pub way: R,
    /// What each plane does of it.
    pub parts: [Vector<R, 3>; 3],
}

/// What two planes do of an impulse.
#[derive(Clone, Copy, Debug)]
pub struct Pair<R> {
    /// The smallest of what must not be negative.
    pub score: R,
    /// The first plane's part.
    pub first: Vector<R, 3>,
    /// The second plane's part.
    pub second: Vector<R, 3>,
}

/// The first of two ways, but for one that does not hold while the second does.
#[inline(always)]
pub fn hold_first<R: Real>(first: Hold<R>, second: Hold<R>) -> Hold<R> {
    let zero = R::of(0.0);
    let other = first.score.lt(zero) & zero.le(second.score);
    let part = |a: usize| Tuple::select(other, second.parts[a], first.parts[a]);
    Hold {
        score: R::select(other, second.score, first.score),
        way: R::select(other, second.way, first.way),
        parts: [part(0), part(1), part(2)],
    }
}

/// Charles & Ballard's split: normal parts, and friction that the planes share as their bounds `mu λ` are.
#[inline(always)]
pub fn hold_slip<R: Real>(h: &Planes<R>, mu: Vector<R, 3>, w: Vector<R, 3>) -> Hold<R> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let split = corner_prox(h, Vector([zero; 3]) - w);
    let bound = mu.dot(split.push);
    let share = R::select(zero.lt(bound), one / bound, zero);
    let part = |a: usize| h.normals[a] * split.push.0[a] - split.point * (mu.0[a] * split.push.0[a] * share);
    Hold { score: bound - split.point.dot(split.point).sqrt(), way: zero, parts: [part(0), part(1), part(2)] }
}

/// Whether one plane holds it: not negative if so.
#[inline(always)]
pub fn hold_one<R: Real>(n: Vector<R, 3>, mu: R, w: Vector<R, 3>) -> R {
    let push = n.dot(w);
    let friction = w - n * push;
    push.smaller(mu * push - friction.dot(friction).sqrt())
}

/// Two planes that use the same, least share of their friction.
#[inline(always)]
pub fn hold_two<R: Real>(n1: Vector<R, 3>, n2: Vector<R, 3>, mu1: R, mu2: R, w: Vector<R, 3>) -> Pair<R> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let s1 = mu1.over_root(one + mu1 * mu1);
    let s2 = mu2.over_root(one + mu2 * mu2);
    let (x1, x2) = (n1.dot(w), n2.dot(w));
    let g = n1.dot(n2);
    let det = one - g * g;
    let l1 = (x1 - g * x2) / det;
    let l2 = (x2 - g * x1) / det;
    let a1 = (s1 - g * s2) / det;
    let a2 = (s2 - g * s1) / det;
    let p = n1 * a1 + n2 * a2;
    let along = w - n1 * l1 - n2 * l2;
    let square = along.dot(along);
    let press = s1 * l1 + s2 * l2;
    let lock = s1 * a1 + s2 * a2;
    let d = press * press + square * lock;

    let more = R::select(zero.lt(press), square / press, zero);
    let (c1, c2) = (l1 + more * a1, l2 + more * a2);
    let inverse = R::select(zero.lt(d), one / d, zero);
    let turn = along * (press * inverse) - p * (square * inverse);
    // What presses nothing is held by nothing, lock or not.
    let open = R::select(zero.lt(press), zero.larger(one - lock), one);
    let slack = press - (square * open).sqrt();
    Pair { score: c1.smaller(c2).smaller(slack), first: (n1 + turn * s1) * c1, second: (n2 + turn * s2) * c2 }
}

/// How the touched planes, whose coefficients are `mu`, hold an impulse: the first way of the seven that does, or the first of all.
#[inline(always)]
pub fn corner_hold<R: Real>(h: &Planes<R>, mu: Vector<R, 3>, w: Vector<R, 3>) -> Hold<R> {
    let none = Vector([R::of(0.0); 3]);
    let [n1, n2, n3] = h.normals;
    let [mu1, mu2, mu3] = mu.0;
    // What keeps planes out of play that are not touched.
    let [may1, may2, may3] = corner_touched(h, none, R::of(-crate::space::OUT_OF_PLAY)).0;
    let mut best = hold_slip(h, mu, w);
    let offer = |best, score, way, parts| hold_first(best, Hold { score, way: R::of(way), parts });

    best = offer(best, may1 + hold_one(n1, mu1, w), 1.0, [w, none, none]);
    best = offer(best, may2 + hold_one(n2, mu2, w), 2.0, [none, w, none]);
    best = offer(best, may3 + hold_one(n3, mu3, w), 3.0, [none, none, w]);

    let a = hold_two(n1, n2, mu1, mu2, w);
    best = offer(best, may1 + may2 + a.score, 4.0, [a.first, a.second, none]);
    let b = hold_two(n1, n3, mu1, mu3, w);
    best = offer(best, may1 + may3 + b.score, 5.0, [b.first, none, b.second]);
    let c = hold_two(n2, n3, mu2, mu3, w);
    offer(best, may2 + may3 + c.score, 6.0, [none, c.first, c.second])
}
