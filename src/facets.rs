//! One contact with friction in a polyhedral cone as a linear complementarity problem, and Lemke's method for it that stores no tableau.
//! Twin: `shaders/facets.wgsl`.
//!
//! The unknowns are the shares β of m directions d_k, the normal impulse c_n and the sliding speed λ (Stewart & Trinkle 1996, Sec. 3.3):
//!
//! ```text
//!     |β  |   |DᵀH_tt D  DᵀH_tn  e| |β  |   |Dᵀu_t|
//! w = |c_n| : |H_nt D    h_nn    0| |c_n| + |u_n  | + z0 >= 0,    z = (β, c_n, λ) >= 0,    w·z = 0
//!     |λ  |   |-eᵀ       mu      0| |λ  |   |0    |
//! ```
//!
//! **Lemke's method** starts with the covering variable z0 where the least w comes to zero. The variable that leaves the basis sends its
//! complement in, until z0 leaves (solved), nothing leaves (a ray, impossible for this copositive matrix), or the pivots allowed are
//! used up. Ties are broken lexicographically, so that no basis comes back; z0 is the first of equals.
//!
//! **No tableau**, for its m + 2 rows of m + 4 numbers are too many for the registers of an invocation, and drivers take time as the square
//! of their number to compile. The rows of the problem are products with few numbers, a [`Flow`]: the velocity, `mu c_n - Σβ`, λ and z0. So
//! they span five dimensions, and no more than five of z and z0 are basic, in `slots`; as many w are zero, those of the rows in
//! `tight`. Every pivot builds the square matrix of slots and tight rows anew and inverts it: rounding does not
//! pile up. What is basic is a combination of slots; a w is the product of its row with the flow of that combination, and the
//! inverse itself has what the lexicographic rule asks for.
//!
//! **Rounding.** There are more directions than dimensions, so that many numbers are zero but for rounding, and a pivot there would be
//! lost in it: what is below [`TINY`] of the parts it is the sum of is zero, and ratios that near to each other are equal.
//!
//! One problem after another, with branches: members pivot differently, and lanes that wait for one another would gain nothing.

// As WGSL has it, line by line.
#![allow(clippy::needless_range_loop)]

use crate::lcp::{COARSE, End, TINY};
use crate::math::{cos_turn, sin_turn};
use crate::real::Scalar;
use crate::space::SpatialDelassus;
use crate::tuple::Vector;

/// Directions at most; WGSL knows their number, too.
pub const MOST_FACETS: usize = 16;
/// Unknowns that are basic at most, z0 among them.
pub const SLOTS: usize = 5;
/// The columns of [`Basis::t`] after the inverse: values, and how they change as the z of a pair grows.
pub const VALUE: usize = SLOTS;
/// See [`VALUE`].
pub const RATE: usize = SLOTS + 1;
/// Numbers of a row, two vectors of WGSL.
pub const ROW: usize = 8;
/// Pivots at most: 22 were met in a hundred thousand random contacts.
pub const FACETS_CAP: u32 = 24;
/// No candidate.
pub const NONE: usize = 32;

/// A contact, H and the loose velocity in units of their size.
#[derive(Clone, Debug)]
pub struct Facets<R> {
    /// The directions.
    pub direction: [Vector<R, 2>; MOST_FACETS],
    /// Their number.
    pub count: usize,
    /// H.
    pub h: SpatialDelassus<R>,
    /// The friction coefficient.
    pub mu: R,
    /// The loose velocity.
    pub loose: Vector<R, 3>,
    /// What an unknown impulse of 1 is.
    pub unit: R,
}

/// What the rows see of a combination of unknowns.
#[derive(Clone, Copy, Debug)]
pub struct Flow<R> {
    /// The velocity.
    pub velocity: Vector<R, 3>,
    /// `mu c_n - Σβ`.
    pub slack: R,
    /// λ.
    pub slip: R,
    /// z0.
    pub cover: R,
    /// The sum of the unknowns' magnitudes: rounding is told against it.
    pub size: R,
}

/// What is basic beside w. The unknown z_k has number k, z0 number m + 2.
#[derive(Clone, Debug)]
pub struct Basis<R> {
    /// Slots in use.
    pub used: usize,
    /// Their unknowns; z0 is in the first until it leaves.
    pub slots: [usize; SLOTS],
    /// The rows whose w is zero, then [`NONE`].
    pub tight: [usize; SLOTS],
    /// A row for each slot: the inverse, a column for each tight row, then [`VALUE`] and [`RATE`].
    pub t: [[R; ROW]; SLOTS],
    /// The pair of which neither is basic but for a search that has ended.
    pub pair: usize,
    /// Whether its z enters next, not its w.
    pub rises: bool,
    /// What z0 is when it has come to nothing.
    pub gone: R,
}

/// The directions; each in the second half is minus one of the first, exactly.
pub fn facets_directions<R: Scalar>(facets: R, turn: R) -> [Vector<R, 2>; MOST_FACETS] {
    let half = facets.to_f64() as usize / 2;
    let mut direction = [Vector([R::of(0.0); 2]); MOST_FACETS];
    for k in 0..half {
        let at = turn + R::of(k as f64) / facets;
        let whole = at - at.nearest();
        direction[k] = Vector([cos_turn(whole), sin_turn(whole)]);
        direction[k + half] = Vector([-direction[k].0[0], -direction[k].0[1]]);
    }
    direction
}

/// The problem of a contact.
pub fn facets_problem<R: Scalar>(
    h: SpatialDelassus<R>,
    mu: R,
    facets: R,
    turn: R,
    loose: Vector<R, 3>,
) -> Facets<R> {
    let weight = h.xx + h.yy + h.nn;
    let [xx, xy, yy, xn, yn, nn] = [h.xx, h.xy, h.yy, h.xn, h.yn, h.nn].map(|x| x / weight);
    let sum = loose.0[0].abs() + loose.0[1].abs() + loose.0[2].abs();
    let speed = if R::of(0.0) < sum { sum } else { R::of(1.0) };
    Facets {
        direction: facets_directions(facets, turn),
        count: facets.to_f64() as usize,
        h: SpatialDelassus { xx, xy, yy, xn, yn, nn },
        mu,
        loose: Vector(loose.0.map(|x| x / speed)),
        unit: speed / weight,
    }
}

/// A flow with so much more of an unknown.
#[inline(always)]
pub fn facets_add<R: Scalar>(p: &Facets<R>, flow: Flow<R>, unknown: usize, amount: R) -> Flow<R> {
    let h = p.h;
    let mut to = flow;
    to.size += amount.abs();
    if unknown < p.count {
        let (x, y) = (amount * p.direction[unknown].0[0], amount * p.direction[unknown].0[1]);
        to.velocity.0[0] += h.xx * x + h.xy * y;
        to.velocity.0[1] += h.xy * x + h.yy * y;
        to.velocity.0[2] += h.xn * x + h.yn * y;
        to.slack += -amount;
    } else if unknown == p.count {
        to.velocity.0[0] += h.xn * amount;
        to.velocity.0[1] += h.yn * amount;
        to.velocity.0[2] += h.nn * amount;
        to.slack += p.mu * amount;
    } else if unknown == p.count + 1 {
        to.slip += amount;
    } else {
        to.cover += amount;
    }
    to
}

/// `x`, or 0 where that is nothing but the rounding of a sum of this size.
#[inline(always)]
pub fn facets_sharp<R: Scalar>(x: R, size: R) -> R {
    if x.abs() <= R::of(TINY * R::EPSILON) * size { R::of(0.0) } else { x }
}

/// The w of a row.
#[inline(always)]
pub fn facets_row<R: Scalar>(p: &Facets<R>, i: usize, flow: Flow<R>) -> R {
    let mut w = flow.slack;
    if i < p.count {
        let d = p.direction[i];
        w = (d.0[0] * flow.velocity.0[0] + d.0[1] * flow.velocity.0[1]) + flow.slip;
    } else if i == p.count {
        w = flow.velocity.0[2];
    }
    facets_sharp(w + flow.cover, flow.size)
}

/// The flow of no unknown at all, from a velocity.
#[inline(always)]
pub fn facets_still<R: Scalar>(velocity: Vector<R, 3>, size: R) -> Flow<R> {
    let zero = R::of(0.0);
    Flow { velocity, slack: zero, slip: zero, cover: zero, size }
}

/// A flow and that of column j of the basis.
#[inline(always)]
pub fn facets_flow<R: Scalar>(p: &Facets<R>, a: &Basis<R>, j: usize, flow: Flow<R>) -> Flow<R> {
    let mut sum = flow;
    for c in 0..a.used {
        sum = facets_add(p, sum, a.slots[c], a.t[c][j]);
    }
    sum
}

/// The system to solve: factors of the slots, then the other side for the values and for the z of the pair.
#[inline(always)]
pub fn facets_build<R: Scalar>(p: &Facets<R>, a: &mut Basis<R>) {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let still = facets_still(Vector([zero; 3]), zero);
    let loose = facets_still(p.loose, one);
    let enters = facets_add(p, still, a.pair, one);
    for r in 0..a.used {
        a.t[r] = [zero; ROW];
        a.t[r][VALUE] = -facets_row(p, a.tight[r], loose);
        a.t[r][RATE] = -facets_row(p, a.tight[r], enters);
    }
    for c in 0..a.used {
        let column = facets_add(p, still, a.slots[c], one);
        for r in 0..a.used {
            a.t[r][c] = facets_row(p, a.tight[r], column);
        }
    }
}

/// Solves it in place by Gauss and Jordan's elimination, and leaves the inverse. Whether it is regular.
#[inline(always)]
pub fn facets_invert<R: Scalar>(a: &mut Basis<R>) -> bool {
    let zero = R::of(0.0);
    let mut regular = true;
    for c in 0..a.used {
        let mut best = c;
        for r in c + 1..a.used {
            if a.t[best][c].abs() < a.t[r][c].abs() {
                best = r;
            }
        }
        a.t.swap(best, c);
        a.tight.swap(best, c);
        regular = regular && zero < a.t[c][c].abs();
        let scale = R::of(1.0) / a.t[c][c];
        a.t[c][c] = R::of(1.0);
        let pivot = a.t[c].map(|x| x * scale);
        for r in 0..a.used {
            let factor = a.t[r][c];
            a.t[r][c] = zero;
            for j in 0..ROW {
                a.t[r][j] = a.t[r][j] - factor * pivot[j];
            }
        }
        a.t[c] = pivot;
    }
    regular
}

/// The place of a row among the tight ones, [`NONE`] if it is not. No loop: lavapipe counts iterations.
#[inline(always)]
pub fn facets_place<R: Scalar>(a: &Basis<R>, i: usize) -> usize {
    let [one, two, three, four, five] = a.tight.map(|row| row == i);
    let first = if one { 0 } else { NONE };
    let second = if two { 1 } else { first };
    let third = if three { 2 } else { second };
    let fourth = if four { 3 } else { third };
    if five { 4 } else { fourth }
}

/// What column j says of a candidate to leave: those below SLOTS are slots, from there on w, the rows of the column's flow.
#[inline(always)]
pub fn facets_part<R: Scalar>(p: &Facets<R>, a: &Basis<R>, candidate: usize, j: usize, flow: Flow<R>) -> R {
    if candidate < SLOTS {
        return facets_sharp(a.t[candidate][j], flow.size);
    }
    facets_row(p, candidate - SLOTS, flow)
}

/// The candidates that fall, but for rounding, as column j says.
#[inline(always)]
pub fn facets_falling<R: Scalar>(p: &Facets<R>, a: &Basis<R>, j: usize, rate: Flow<R>) -> u32 {
    let least = -(R::of(COARSE) * R::of(TINY * R::EPSILON) * rate.size);
    // All slots, and all w but those that are zero.
    let mut rest = (1u32 << (p.count + 2 + SLOTS)) - (1u32 << SLOTS);
    for c in 0..a.used {
        rest = (rest | 1 << c) & !(1 << (SLOTS + a.tight[c]));
    }
    let mut falling = 0;
    while rest != 0 {
        let candidate = rest.trailing_zeros();
        rest &= rest - 1;
        if facets_part(p, a, candidate as usize, j, rate) < least {
            falling |= 1 << candidate;
        }
    }
    falling
}

/// Of candidates those whose part of a column, by the sign given, is least in units of how fast they fall in column j.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub fn facets_first<R: Scalar>(
    p: &Facets<R>,
    a: &Basis<R>,
    all: u32,
    column: usize,
    sign: R,
    flow: Flow<R>,
    j: usize,
    rate: Flow<R>,
) -> u32 {
    let tiny = R::of(TINY * R::EPSILON);
    let mut first = 0;
    let (mut part, mut fall) = (R::of(0.0), R::of(0.0));
    let mut rest = all;
    while rest != 0 {
        let candidate = rest.trailing_zeros();
        rest &= rest - 1;
        let own = sign * facets_part(p, a, candidate as usize, column, flow);
        let falls = -facets_part(p, a, candidate as usize, j, rate);
        let (here, there) = (own * fall, part * falls);
        let apart = (here - there).abs();
        if first != 0 && apart <= tiny * (here.abs() + there.abs()) {
            first |= 1 << candidate;
        } else if first == 0 || here < there {
            first = 1 << candidate;
            (part, fall) = (own, falls);
        }
    }
    first
}

/// The candidate that leaves as what column j is of enters, `rate` its flow; [`NONE`] if none does.
#[inline(always)]
pub fn facets_leaves<R: Scalar>(p: &Facets<R>, a: &Basis<R>, j: usize, rate: Flow<R>) -> usize {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let mut left = facets_falling(p, a, j, rate);
    let mut round = 0;
    // By the values, then, as long as several are left, by each constant.
    while left & left.wrapping_sub(1) != 0 && round <= p.count + 2 {
        let (mut column, mut sign, mut flow) = (VALUE, one, facets_still(p.loose, one));
        let mut others = left;
        if round > 0 {
            (column, sign, flow) = (facets_place(a, round - 1), -one, facets_still(Vector([zero; 3]), zero));
            others = left & !(1 << (SLOTS + round - 1));
        }
        if column < NONE {
            left = facets_first(p, a, left, column, sign, facets_flow(p, a, column, flow), j, rate);
        } else if others != 0 {
            // Of this constant only its own w knows, which is basic.
            left = others;
        }
        // z0 is the first of equals.
        if left & 1 != 0 && round == 0 {
            left = 1;
        }
        round += 1;
    }
    left.trailing_zeros() as usize
}

/// Exchanges: one of the pair enters, a candidate leaves, and its complement is to enter next. False if there is no slot for it.
#[inline(always)]
pub fn facets_exchange<R: Scalar>(a: &mut Basis<R>, candidate: usize) -> bool {
    let used = a.used;
    let (pair, place) = (a.pair, facets_place(a, a.pair));
    if candidate < SLOTS {
        a.pair = a.slots[candidate];
        if a.rises {
            a.slots[candidate] = pair;
        } else {
            a.slots[candidate] = a.slots[used - 1];
            a.tight[place] = a.tight[used - 1];
            a.tight[used - 1] = NONE;
            a.used = used - 1;
        }
        a.rises = false;
        return true;
    }
    a.pair = candidate - SLOTS;
    if !a.rises {
        a.tight[place] = a.pair;
    } else if used < SLOTS {
        a.slots[used] = pair;
        a.tight[used] = a.pair;
        a.used = used + 1;
    } else {
        return false;
    }
    a.rises = true;
    true
}

/// The basis of z0, which covers the least constant, the last of them; of nothing if no constant is negative.
#[inline(always)]
pub fn facets_start<R: Scalar>(p: &Facets<R>) -> Basis<R> {
    let zero = R::of(0.0);
    let n = p.count + 2;
    let mut a = Basis {
        used: 0,
        slots: [n; SLOTS],
        tight: [NONE; SLOTS],
        t: [[zero; ROW]; SLOTS],
        pair: n,
        rises: true,
        gone: zero,
    };
    let mut least = zero;
    for i in 0..n {
        let constant = facets_row(p, i, facets_still(p.loose, R::of(1.0)));
        if constant < zero && constant <= least {
            least = constant;
            a.used = 1;
            a.tight[0] = i;
            a.pair = i;
        }
    }
    a.gone = -(R::of(COARSE) * R::of(TINY * R::EPSILON) * least);
    a
}

/// One pivot, from an inverse: solved, a ray (or no slot, which rounding may come to), or to go on.
#[inline(always)]
pub fn facets_pivot<R: Scalar>(p: &Facets<R>, a: &mut Basis<R>) -> End {
    let place = facets_place(a, a.pair);
    let mut leaves = 0;
    if a.gone < a.t[0][VALUE] {
        let mut rate = facets_still(Vector([R::of(0.0); 3]), R::of(0.0));
        let mut j = place;
        if a.rises {
            rate = facets_add(p, rate, a.pair, R::of(1.0));
            j = RATE;
        }
        leaves = facets_leaves(p, a, j, facets_flow(p, a, j, rate));
    } else {
        // z0 has come to nothing: it goes for the one of the pair that moves it more.
        a.rises = a.t[0][place].abs() < a.t[0][RATE].abs();
    }
    let mut end = End::Ray;
    if leaves < NONE && facets_exchange(a, leaves) {
        end = if leaves == 0 { End::Solved } else { End::Cap };
    }
    end
}

/// Searches for the basis of a solution, and has its values; further how that ended, and the pivots made.
pub fn facets_search<R: Scalar>(p: &Facets<R>) -> (Basis<R>, End, u32) {
    let mut a = facets_start(p);
    let mut end = if a.used == 0 { End::Solved } else { End::Cap };
    let mut pivots = 0;
    let mut going = true;
    while going {
        facets_build(p, &mut a);
        if !facets_invert(&mut a) {
            end = End::Ray;
        }
        going = end == End::Cap && pivots < FACETS_CAP;
        if going {
            end = facets_pivot(p, &mut a);
            pivots += 1;
            going = end != End::Ray;
        }
    }
    (a, end, pivots)
}
