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
//! κ² = |along|²/D,   D = (w·p)² + |along|² |p|²,   c_a = l_a + a_a |along|²/(w·p)
//! P_a = c_a (n_a + s_a turn),   turn = (w·p)/D along - κ² p,   so that   λ_a = c_a (1 - s_a² κ²),   F_a = c_a s_a (turn + s_a κ² n_a)
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
    /// What each plane pushes, λ.
    pub push: Vector<R, 3>,
    /// The friction of each plane, F.
    pub friction: [Vector<R, 3>; 3],
}

/// What one or two planes do of an impulse.
#[derive(Clone, Copy, Debug)]
pub struct Pair<R> {
    /// The smallest of what must not be negative.
    pub score: R,
    /// What the first plane pushes.
    pub push1: R,
    /// What the second plane pushes.
    pub push2: R,
    /// The friction of the first plane.
    pub friction1: Vector<R, 3>,
    /// The friction of the second plane.
    pub friction2: Vector<R, 3>,
}

/// The first of two ways, but for one that does not hold while the second does.
#[inline(always)]
pub fn hold_first<R: Real>(first: Hold<R>, second: Hold<R>) -> Hold<R> {
    let zero = R::of(0.0);
    let other = first.score.lt(zero) & zero.le(second.score);
    let friction = |a: usize| Tuple::select(other, second.friction[a], first.friction[a]);
    Hold {
        score: R::select(other, second.score, first.score),
        way: R::select(other, second.way, first.way),
        push: Tuple::select(other, second.push, first.push),
        friction: [friction(0), friction(1), friction(2)],
    }
}

/// Charles & Ballard's split: normal parts, and friction that the planes share as their bounds `mu λ` are.
#[inline(always)]
pub fn hold_slip<R: Real>(h: &Planes<R>, mu: Vector<R, 3>, w: Vector<R, 3>) -> Hold<R> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let split = corner_prox(h, Vector([zero; 3]) - w);
    let bound = mu.dot(split.push);
    let share = R::select(zero.lt(bound), one / bound, zero);
    let friction = |a: usize| split.point * -(mu.0[a] * split.push.0[a] * share);
    Hold {
        score: bound - split.point.dot(split.point).sqrt(),
        way: zero,
        push: split.push,
        friction: [friction(0), friction(1), friction(2)],
    }
}

/// One plane holds it alone.
#[inline(always)]
pub fn hold_one<R: Real>(n: Vector<R, 3>, mu: R, w: Vector<R, 3>) -> Pair<R> {
    let none = R::of(0.0);
    let push = n.dot(w);
    let friction = w - n * push;
    let score = push.smaller(mu * push - friction.dot(friction).sqrt());
    Pair { score, push1: push, push2: none, friction1: friction, friction2: Vector([none; 3]) }
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
    let share = square * inverse;
    let turn = along * (press * inverse) - p * share;
    // What presses nothing is held by nothing, lock or not.
    let open = R::select(zero.lt(press), zero.larger(one - lock), one);
    let slack = press - (square * open).sqrt();
    Pair {
        score: c1.smaller(c2).smaller(slack),
        push1: c1 * (one - s1 * s1 * share),
        push2: c2 * (one - s2 * s2 * share),
        friction1: (turn + n1 * (s1 * share)) * (s1 * c1),
        friction2: (turn + n2 * (s2 * share)) * (s2 * c2),
    }
}

/// How the touched planes, whose coefficients are `mu`, hold an impulse: the first way of the seven that does, or the first of all.
#[inline(always)]
pub fn corner_hold<R: Real>(h: &Planes<R>, mu: Vector<R, 3>, w: Vector<R, 3>) -> Hold<R> {
    let zero = R::of(0.0);
    let none = Vector([zero; 3]);
    let [n1, n2, n3] = h.normals;
    let [mu1, mu2, mu3] = mu.0;
    // What keeps planes out of play that are not touched.
    let [may1, may2, may3] = corner_touched(h, none, R::of(-crate::space::OUT_OF_PLAY)).0;
    let mut best = hold_slip(h, mu, w);
    let offer = |best, score, way, push, friction| {
        hold_first(best, Hold { score, way: R::of(way), push: Vector(push), friction })
    };

    let a = hold_one(n1, mu1, w);
    best = offer(best, may1 + a.score, 1.0, [a.push1, zero, zero], [a.friction1, none, none]);
    let b = hold_one(n2, mu2, w);
    best = offer(best, may2 + b.score, 2.0, [zero, b.push1, zero], [none, b.friction1, none]);
    let c = hold_one(n3, mu3, w);
    best = offer(best, may3 + c.score, 3.0, [zero, zero, c.push1], [none, none, c.friction1]);

    let d = hold_two(n1, n2, mu1, mu2, w);
    best =
        offer(best, may1 + may2 + d.score, 4.0, [d.push1, d.push2, zero], [d.friction1, d.friction2, none]);
    let e = hold_two(n1, n3, mu1, mu3, w);
    best =
        offer(best, may1 + may3 + e.score, 5.0, [e.push1, zero, e.push2], [e.friction1, none, e.friction2]);
    let f = hold_two(n2, n3, mu2, mu3, w);
    offer(best, may2 + may3 + f.score, 6.0, [zero, f.push1, f.push2], [none, f.friction1, f.friction2])
}
