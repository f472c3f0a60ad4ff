//! Lemke's method for [one contact](crate::facets) with friction in a polyhedral cone, the problem's structure used to store no tableau. Twin:
//! `shaders/basis.wgsl`.
//!
//! **Lemke's method** starts with the covering variable z0 where the least w comes to zero. The variable that leaves the basis sends its
//! complement in, until z0 leaves (solved), nothing leaves (a ray, impossible for this copositive matrix), or the pivots allowed are
//! used up. Ties are broken lexicographically, so that no basis comes back; z0 is the first of equals.
//!
//! **No tableau**, for its m + 2 rows of m + 4 numbers are too many for the registers of an invocation, and drivers take time as the square
//! of their number to compile. The rows of the problem are products with a [`Flow`] of few numbers, so that
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

use crate::facets::{Facets, Flow, facets_add, facets_row, facets_sharp, facets_still};
use crate::lemke::{COARSE, End, TINY};
use crate::real::Scalar;
use crate::tuple::Vector;

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

/// A flow and that of column j of the basis, with the pair's z, which grows as fast as 1, in [`RATE`].
#[inline(always)]
pub fn basis_flow<R: Scalar>(p: &Facets<R>, a: &Basis<R>, j: usize, flow: Flow<R>) -> Flow<R> {
    let mut sum = flow;
    let last = if j == RATE { a.used + 1 } else { a.used };
    for c in 0..last {
        let (mut unknown, mut amount) = (a.pair, R::of(1.0));
        if c < a.used {
            (unknown, amount) = (a.slots[c], a.t[c][j]);
        }
        sum = facets_add(p, sum, unknown, amount);
    }
    sum
}

/// The system to solve: factors of the slots, then the other side for the values and for the z of the pair.
#[inline(always)]
pub fn basis_build<R: Scalar>(p: &Facets<R>, a: &mut Basis<R>) {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    for r in 0..a.used {
        a.t[r] = [zero; ROW];
        a.t[r][VALUE] = -facets_row(p, a.tight[r], facets_still(p.loose, one));
    }
    for c in 0..a.used + 1 {
        let (mut column, mut unknown, mut amount) = (RATE, a.pair, -one);
        if c < a.used {
            (column, unknown, amount) = (c, a.slots[c], one);
        }
        let flow = facets_add(p, facets_still(Vector([zero; 3]), zero), unknown, amount);
        for r in 0..a.used {
            a.t[r][column] = facets_row(p, a.tight[r], flow);
        }
    }
}

/// Solves it in place by Gauss and Jordan's elimination, and leaves the inverse. Whether it is regular.
#[inline(always)]
pub fn basis_invert<R: Scalar>(a: &mut Basis<R>) -> bool {
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
pub fn basis_place<R: Scalar>(a: &Basis<R>, i: usize) -> usize {
    let [one, two, three, four, five] = a.tight.map(|row| row == i);
    let first = if one { 0 } else { NONE };
    let second = if two { 1 } else { first };
    let third = if three { 2 } else { second };
    let fourth = if four { 3 } else { third };
    if five { 4 } else { fourth }
}

/// What column j says of a candidate to leave: those below SLOTS are slots, from there on w, the rows of the column's flow.
#[inline(always)]
pub fn basis_part<R: Scalar>(p: &Facets<R>, a: &Basis<R>, candidate: usize, j: usize, flow: Flow<R>) -> R {
    if candidate < SLOTS {
        return facets_sharp(a.t[candidate][j], flow.size);
    }
    facets_row(p, candidate - SLOTS, flow)
}

/// All candidates: the slots, and every w but those that are zero.
#[inline(always)]
pub fn basis_candidates<R: Scalar>(p: &Facets<R>, a: &Basis<R>) -> u32 {
    let mut all = (1u32 << (p.count + 2 + SLOTS)) - (1u32 << SLOTS);
    for c in 0..a.used {
        all = (all | 1 << c) & !(1 << (SLOTS + a.tight[c]));
    }
    all
}

/// Of those candidates that fall in column j, whose flow is `rate`, the ones whose part of another column, by the sign given, is
/// least in units of how fast they fall.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub fn basis_first<R: Scalar>(
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
    let least = R::of(COARSE) * tiny * rate.size;
    let mut first = 0;
    let (mut part, mut fall) = (R::of(0.0), R::of(0.0));
    for candidate in 0..SLOTS + p.count + 2 {
        let mut falls = R::of(0.0);
        if all >> candidate & 1 != 0 {
            falls = -basis_part(p, a, candidate, j, rate);
        }
        if least < falls {
            let own = sign * basis_part(p, a, candidate, column, flow);
            let (here, there) = (own * fall, part * falls);
            let apart = (here - there).abs();
            if first != 0 && apart <= tiny * (here.abs() + there.abs()) {
                first |= 1 << candidate;
            } else if first == 0 || here < there {
                first = 1 << candidate;
                (part, fall) = (own, falls);
            }
        }
    }
    first
}

/// The candidate that leaves as what column j is of enters, `rate` its flow; [`NONE`] if none does.
#[inline(always)]
pub fn basis_leaves<R: Scalar>(p: &Facets<R>, a: &Basis<R>, j: usize, rate: Flow<R>) -> usize {
    let (mut column, mut sign, mut flow) = (VALUE, R::of(1.0), facets_still(p.loose, R::of(1.0)));
    let mut left = basis_candidates(p, a);
    let mut round = 0;
    // By the values, then, as long as several are left, by each constant.
    while left & left.wrapping_sub(1) != 0 && round <= p.count + 2 {
        if column < NONE {
            left = basis_first(p, a, left, column, sign, basis_flow(p, a, column, flow), j, rate);
        } else {
            // Of this constant only its own w knows, which is basic.
            left &= !(1 << (SLOTS + round - 1));
        }
        // z0 is the first of equals.
        if left & 1 != 0 && round == 0 {
            left = 1;
        }
        column = basis_place(a, round);
        (sign, flow) = (-R::of(1.0), facets_still(Vector([R::of(0.0); 3]), R::of(0.0)));
        round += 1;
    }
    left.trailing_zeros() as usize
}

/// Exchanges: one of the pair enters, a candidate leaves, and its complement is to enter next. False if there is no slot for it.
#[inline(always)]
pub fn basis_exchange<R: Scalar>(a: &mut Basis<R>, candidate: usize) -> bool {
    let used = a.used;
    let (pair, place) = (a.pair, basis_place(a, a.pair));
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
pub fn basis_start<R: Scalar>(p: &Facets<R>) -> Basis<R> {
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
pub fn basis_pivot<R: Scalar>(p: &Facets<R>, a: &mut Basis<R>) -> End {
    let place = basis_place(a, a.pair);
    let mut leaves = 0;
    if a.gone < a.t[0][VALUE] {
        let j = if a.rises { RATE } else { place };
        let still = facets_still(Vector([R::of(0.0); 3]), R::of(0.0));
        leaves = basis_leaves(p, a, j, basis_flow(p, a, j, still));
    } else {
        // z0 has come to nothing: it goes for the one of the pair that moves it more.
        a.rises = a.t[0][place].abs() < a.t[0][RATE].abs();
    }
    let mut end = End::Ray;
    if leaves < NONE && basis_exchange(a, leaves) {
        end = if leaves == 0 { End::Solved } else { End::Cap };
    }
    end
}

/// Searches for the basis of a solution, and has its values; further how that ended, and the pivots made.
pub fn basis_search<R: Scalar>(p: &Facets<R>) -> (Basis<R>, End, u32) {
    let mut a = basis_start(p);
    let mut end = if a.used == 0 { End::Solved } else { End::Cap };
    let mut pivots = 0;
    let mut going = true;
    while going {
        basis_build(p, &mut a);
        if !basis_invert(&mut a) {
            end = End::Ray;
        }
        going = end == End::Cap && pivots < FACETS_CAP;
        if going {
            end = basis_pivot(p, &mut a);
            pivots += 1;
            going = end != End::Ray;
        }
    }
    (a, end, pivots)
}
