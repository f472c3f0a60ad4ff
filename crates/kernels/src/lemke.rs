//! Linear complementarity by Lemke's complementary pivoting. Twin: `shaders/lemke.wgsl`, where a problem has up to 60 unknowns.
//!
//! Find z with `w = M z + q`, `w >= 0`, `z >= 0`, `w·z = 0`. Where some `q_i < 0`, a covering variable z0 makes `w = M z + q + z0` feasible;
//! the variable that leaves the basis sends its complement in, until z0 itself leaves (solved), nothing leaves (a ray), or the
//! fuel is used up. For the copositive M of contact with friction a ray is impossible, and no basis comes back as ties are
//! broken lexicographically (Stewart & Trinkle 1996, Sec. 3.3).
//!
//! **The tableau** is the dictionary of the basis, n rows of n + 2 numbers: a row has its basic variable as a constant and a combination of
//! the n + 1 variables that are zero now. The lexicographic rule asks for the basis' inverse: its column k is that of w_k
//! with the other sign where w_k is zero now, and a unit vector where it is basic, so nothing more is stored.
//!
//! **Rounding.** The M of contact has more directions than dimensions, so many entries of a dictionary are zero but for rounding, and a pivot
//! there would be lost in it: a sum that cancels to [`TINY`] of its parts is zero, and ratios that near to each other
//! are equal.
//!
//! One problem after another, with branches: members pivot differently, and lanes that wait for one another would gain nothing.

// Rows and columns by their numbers, as the method is told.
#![allow(clippy::needless_range_loop)]

use crate::real::Scalar;

/// What is left of a sum that is nothing but rounding, in epsilon of its parts: see [`Lemke::tiny`].
pub const TINY: f64 = 16.0;
/// How many times that a pivot must be, in the largest number of its column, and z0, in what it was, is when it has come to nothing.
pub const COARSE: f64 = 4.0;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// z solves the problem.
    Solved,
    /// Nothing leaves the basis: for a copositive M that there is no solution.
    Ray,
    /// More pivots than allowed.
    Cap,
}

/// The dictionary of a basis. Problems have up to N unknowns, and W is N + 2. The variable w_k has number 2k, its complement z_k 2k + 1,
/// z0 2n.
#[derive(Clone, Debug)]
pub struct Lemke<R, const N: usize, const W: usize> {
    /// Unknowns.
    pub n: usize,
    /// Row i: factors of the variables that are zero, then at n + 1 the value.
    pub t: [[R; W]; N],
    /// The variable of each row.
    pub row: [usize; N],
    /// The variable of each column.
    pub column: [usize; W],
    /// The column of w_k and of z_k; n + 1 more than the row for one that is basic.
    pub place: [[usize; 2]; N],
    /// The row of z0.
    pub cover: usize,
    /// Iterations of loops that the search may yet make: a driver that leaves loops after so many of them must not be brought to it.
    pub fuel: u32,
    /// What is left of a sum that is nothing but rounding, as a share of its parts.
    pub tiny: R,
}

/// Iterations that a pivot makes, and the search for the next one: two rows in each, and one for every two rows that are compared.
pub const fn lemke_cost(n: u32) -> u32 {
    2 * n + n / 4 + 14
}

/// Takes fuel.
#[inline(always)]
pub fn lemke_burn(fuel: u32, amount: u32) -> u32 {
    fuel.saturating_sub(amount)
}

/// `a + b`, or 0 where that is nothing but rounding.
#[inline(always)]
pub fn lemke_sum<R: Scalar>(a: R, b: R, tiny: R) -> R {
    let sum = a + b;
    if sum.abs() <= tiny * a.abs() { R::of(0.0) } else { sum }
}

/// A dictionary without rows.
#[inline(always)]
pub fn lemke_empty<R: Scalar, const N: usize, const W: usize>(
    n: usize,
    fuel: u32,
    tiny: R,
) -> Lemke<R, N, W> {
    const { assert!(W == N + 2) };
    let (t, column) = ([[R::of(0.0); W]; N], [2 * n; W]);
    Lemke { n, t, row: [0; N], column, place: [[0; 2]; N], cover: n, fuel, tiny }
}

/// Row k, whose factors are those of M: w_k is basic, at `q`, and z_k is zero.
#[inline(always)]
pub fn lemke_begin<R: Scalar, const N: usize, const W: usize>(a: &mut Lemke<R, N, W>, k: usize, q: R) {
    a.t[k][a.n] = R::of(1.0);
    a.t[k][a.n + 1] = q;
    a.row[k] = 2 * k;
    a.column[k] = 2 * k + 1;
    a.place[k] = [a.n + 1 + k, k];
}

/// The row of the least value, the last of them; n if no value is negative.
#[inline(always)]
pub fn lemke_least<R: Scalar, const N: usize, const W: usize>(a: &Lemke<R, N, W>) -> usize {
    let mut least = R::of(0.0);
    let mut r = a.n;
    for i in 0..a.n {
        let value = a.t[i][a.n + 1];
        if value < R::of(0.0) && value <= least {
            least = value;
            r = i;
        }
    }
    r
}

/// The factor of column k of the basis' inverse in row i.
#[inline(always)]
pub fn lemke_inverse<R: Scalar, const N: usize, const W: usize>(a: &Lemke<R, N, W>, i: usize, k: usize) -> R {
    let place = a.place[k][0];
    if place <= a.n {
        return -a.t[i][place];
    }
    if place == a.n + 1 + i { R::of(1.0) } else { R::of(0.0) }
}

/// The sign of `x - y`: 0 where that is nothing but rounding.
#[inline(always)]
pub fn lemke_order<R: Scalar>(x: R, y: R, tiny: R) -> i32 {
    let apart = (x - y).abs();
    if apart <= tiny * (x.abs() + y.abs()) {
        return 0;
    }
    if x < y { -1 } else { 1 }
}

/// Whether row i comes to zero before row r as the variable of column s grows, in lexicographic order; both fall. z0 is the first of equals.
#[inline(always)]
pub fn lemke_before<R: Scalar, const N: usize, const W: usize>(
    a: &mut Lemke<R, N, W>,
    i: usize,
    r: usize,
    s: usize,
) -> bool {
    let (fall_i, fall_r) = (-a.t[i][s], -a.t[r][s]);
    let mut order = lemke_order(a.t[i][a.n + 1] * fall_r, a.t[r][a.n + 1] * fall_i, a.tiny);
    if order == 0 && (i == a.cover || r == a.cover) {
        return i == a.cover;
    }
    for k in 0..a.n {
        if order != 0 || a.fuel == 0 {
            break;
        }
        a.fuel = lemke_burn(a.fuel, 1);
        order = lemke_order(lemke_inverse(a, i, k) * fall_r, lemke_inverse(a, r, k) * fall_i, a.tiny);
    }
    order < 0
}

/// Row i if it leaves before row r, and falls faster than `least`.
#[inline(always)]
pub fn lemke_first<R: Scalar, const N: usize, const W: usize>(
    a: &mut Lemke<R, N, W>,
    i: usize,
    r: usize,
    s: usize,
    least: R,
) -> usize {
    if a.t[i][s] < least && (r == a.n || lemke_before(a, i, r, s)) { i } else { r }
}

/// The row that leaves as column s enters; n if none does.
#[inline(always)]
pub fn lemke_leaves<R: Scalar, const N: usize, const W: usize>(a: &mut Lemke<R, N, W>, s: usize) -> usize {
    let mut most = R::of(0.0);
    for i in 0..a.n {
        most = most.larger(a.t[i][s].abs());
    }
    let least = -(R::of(COARSE) * a.tiny * most);
    let mut r = a.n;
    for i in 0..a.n {
        r = lemke_first(a, i, r, s, least);
    }
    r
}

/// Row i as row r, which is `from`, and column s are exchanged.
#[inline(always)]
pub fn lemke_reduce<R: Scalar, const N: usize, const W: usize>(
    a: &mut Lemke<R, N, W>,
    i: usize,
    from: &[R; W],
    s: usize,
    pivot: R,
) {
    let (n, tiny, row) = (a.n, a.tiny, &mut a.t[i]);
    let factor = row[s];
    if factor == R::of(0.0) {
        return;
    }
    for (x, y) in row[..n + 2].iter_mut().zip(&from[..n + 2]) {
        *x = lemke_sum(*x, factor * *y, tiny);
    }
    row[s] = factor / pivot;
}

/// Exchanges the variables of row r and column s.
#[inline(always)]
pub fn lemke_pivot<R: Scalar, const N: usize, const W: usize>(a: &mut Lemke<R, N, W>, r: usize, s: usize) {
    let (n, pivot) = (a.n, a.t[r][s]);
    for c in 0..n + 2 {
        a.t[r][c] = -a.t[r][c] / pivot;
    }
    a.t[r][s] = R::of(1.0) / pivot;
    let from = a.t[r];
    for i in (0..n).filter(|&i| i != r) {
        lemke_reduce(a, i, &from, s, pivot);
    }
    let (leaves, enters) = (a.row[r], a.column[s]);
    a.row[r] = enters;
    a.column[s] = leaves;
    if enters < 2 * n {
        a.place[enters / 2][enters % 2] = n + 1 + r;
    }
    if leaves < 2 * n {
        a.place[leaves / 2][leaves % 2] = s;
    }
}

/// Where the variable is that must enter as that of column s has left: its complement.
#[inline(always)]
pub fn lemke_complement<R: Scalar, const N: usize, const W: usize>(a: &Lemke<R, N, W>, s: usize) -> usize {
    let left = a.column[s];
    a.place[left / 2][1 - left % 2]
}

/// The column, of the pair of which neither is basic, that z0, come to nothing, is best exchanged with; s is that of one of them.
#[inline(always)]
pub fn lemke_rest<R: Scalar, const N: usize, const W: usize>(a: &Lemke<R, N, W>, s: usize) -> usize {
    let other = lemke_complement(a, s);
    if a.t[a.cover][s].abs() < a.t[a.cover][other].abs() { other } else { s }
}

/// Pivots from the basis of all w to a solution, if there is fuel: how it ended, and after how many pivots.
pub fn lemke_search<R: Scalar, const N: usize, const W: usize>(a: &mut Lemke<R, N, W>) -> (End, u32) {
    let n = a.n;
    let mut r = lemke_least(a);
    let mut s = n;
    let mut pivots = 0;
    a.cover = r;
    if r == n {
        return (End::Solved, pivots);
    }
    let gone = -(R::of(COARSE) * a.tiny * a.t[r][n + 1]);
    while 0 < a.fuel {
        lemke_pivot(a, r, s);
        a.fuel = lemke_burn(a.fuel, lemke_cost(n as u32));
        pivots += 1;
        if a.column[s] == 2 * n {
            return (End::Solved, pivots);
        }
        if a.t[a.cover][n + 1] <= gone {
            s = lemke_rest(a, s);
            r = a.cover;
        } else {
            s = lemke_complement(a, s);
            r = lemke_leaves(a, s);
            if r == n {
                return (End::Ray, pivots);
            }
        }
    }
    (End::Cap, pivots)
}
