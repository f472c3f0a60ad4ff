//! Linear complementarity by Lemke's complementary pivoting, of any size. On the host only: it judges other solvers, and what laws solve by it
//! they solve by its kin for one contact, [`crate::basis`].
//!
//! Find z with `w = M z + q`, `w >= 0`, `z >= 0`, `w·z = 0`. Where some `q_i < 0`, a covering variable z0 makes `w = M z + q + z0` feasible;
//! the variable that leaves the basis sends its complement in, until z0 itself leaves (solved), nothing leaves (a ray), or the
//! pivots allowed are used up. For the copositive M of contact with friction a ray is impossible, and no basis comes back as ties are
//! broken lexicographically (Stewart & Trinkle 1996, Sec. 3.3).
//!
//! **The tableau** is the dictionary of the basis, n rows of n + 2 numbers: a row has its basic variable as a constant and a combination of
//! the n + 1 variables that are zero now. The lexicographic rule asks for the basis' inverse: its column k is that of w_k
//! with the other sign where w_k is zero now, and a unit vector where it is basic, so nothing more is stored.
//!
//! **Rounding.** The M of contact has more directions than dimensions, so many entries of a dictionary are zero but for rounding, and a pivot
//! there would be lost in it: a sum that cancels to [`TINY`] of its parts is zero, and ratios that near to each other
//! are equal. In the end z is refined once by the inverse that the tableau holds, with the residual of M itself.
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

/// What [`lemke_solve`] answers.
#[derive(Clone, Copy, Debug)]
pub struct Answer<R, const N: usize> {
    /// z, of which the first n numbers count; the last one looked at where it is no solution.
    pub z: [R; N],
    /// How the search ended.
    pub end: End,
    /// Pivots made.
    pub pivots: u32,
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
    /// What is left of a sum that is nothing but rounding, as a share of its parts.
    pub tiny: R,
}

/// `a + b`, or 0 where that is nothing but rounding.
#[inline(always)]
pub fn lemke_sum<R: Scalar>(a: R, b: R, tiny: R) -> R {
    let sum = a + b;
    if sum.abs() <= tiny * a.abs() { R::of(0.0) } else { sum }
}

/// The basis of all w.
#[inline(always)]
pub fn lemke_start<R: Scalar, const N: usize, const W: usize>(
    n: usize,
    m: &[[R; N]; N],
    q: &[R; N],
    tiny: R,
) -> Lemke<R, N, W> {
    const { assert!(W == N + 2) };
    let mut a =
        Lemke { n, t: [[R::of(0.0); W]; N], row: [0; N], column: [0; W], place: [[0; 2]; N], cover: n, tiny };
    for i in 0..n {
        a.t[i][..n].copy_from_slice(&m[i][..n]);
        a.t[i][n] = R::of(1.0);
        a.t[i][n + 1] = q[i];
        a.row[i] = 2 * i;
        a.column[i] = 2 * i + 1;
        a.place[i] = [n + 1 + i, i];
    }
    a.column[n] = 2 * n;
    a
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
    a: &Lemke<R, N, W>,
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
        if order != 0 {
            break;
        }
        order = lemke_order(lemke_inverse(a, i, k) * fall_r, lemke_inverse(a, r, k) * fall_i, a.tiny);
    }
    order < 0
}

/// The row that leaves as column s enters; n if none does.
#[inline(always)]
pub fn lemke_leaves<R: Scalar, const N: usize, const W: usize>(a: &Lemke<R, N, W>, s: usize) -> usize {
    let mut most = R::of(0.0);
    for i in 0..a.n {
        most = most.larger(a.t[i][s].abs());
    }
    let least = -(R::of(COARSE) * a.tiny * most);
    let mut r = a.n;
    for i in 0..a.n {
        if a.t[i][s] < least && (r == a.n || lemke_before(a, i, r, s)) {
            r = i;
        }
    }
    r
}

/// Exchanges the variables of row r and column s.
#[inline(always)]
pub fn lemke_pivot<R: Scalar, const N: usize, const W: usize>(a: &mut Lemke<R, N, W>, r: usize, s: usize) {
    let n = a.n;
    let (pivot, tiny) = (a.t[r][s], a.tiny);
    for c in 0..n + 2 {
        a.t[r][c] = -a.t[r][c] / pivot;
    }
    a.t[r][s] = R::of(1.0) / pivot;
    let from = a.t[r];
    for i in 0..n {
        let factor = a.t[i][s];
        if i == r || factor == R::of(0.0) {
            continue;
        }
        let row = &mut a.t[i];
        for (x, y) in row[..n + 2].iter_mut().zip(&from[..n + 2]) {
            *x = lemke_sum(*x, factor * *y, tiny);
        }
        row[s] = factor / pivot;
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

/// z of a basis.
#[inline(always)]
pub fn lemke_values<R: Scalar, const N: usize, const W: usize>(a: &Lemke<R, N, W>) -> [R; N] {
    let mut z = [R::of(0.0); N];
    for i in 0..a.n {
        let variable = a.row[i];
        if variable % 2 == 1 {
            z[variable / 2] = a.t[i][a.n + 1];
        }
    }
    z
}

/// z once more, by what is left of `M z + q` where z is basic: the tableau holds the inverse of that part of M.
#[inline(always)]
pub fn lemke_refine<R: Scalar, const N: usize, const W: usize>(
    a: &Lemke<R, N, W>,
    m: &[[R; N]; N],
    q: &[R; N],
    z: &[R; N],
) -> [R; N] {
    let mut rest = [R::of(0.0); N];
    for i in 0..a.n {
        if a.row[i] % 2 == 1 {
            let k = a.row[i] / 2;
            let mut w = q[k];
            for j in 0..a.n {
                w += m[k][j] * z[j];
            }
            rest[k] = w;
        }
    }
    let mut refined = [R::of(0.0); N];
    for i in 0..a.n {
        if a.row[i] % 2 == 1 {
            let k = a.row[i] / 2;
            let mut off = R::of(0.0);
            for c in 0..=a.n {
                // z0 is zero, and so is every z that is not basic: only w counts.
                if a.column[c].is_multiple_of(2) && a.column[c] < 2 * a.n {
                    off += a.t[i][c] * rest[a.column[c] / 2];
                }
            }
            refined[k] = R::of(0.0).larger(z[k] - off);
        }
    }
    refined
}

/// Solves a problem of `n` unknowns in at most `cap` pivots.
pub fn lemke_solve<R: Scalar, const N: usize, const W: usize>(
    n: usize,
    m: &[[R; N]; N],
    q: &[R; N],
    cap: u32,
    tiny: R,
) -> Answer<R, N> {
    let mut a: Lemke<R, N, W> = lemke_start(n, m, q, tiny);
    let mut r = lemke_least(&a);
    let mut s = n;
    a.cover = r;
    let mut pivots = 0;
    let gone = if r < n { -(R::of(COARSE) * tiny * q[r]) } else { R::of(0.0) };
    let mut end = if r == n { End::Solved } else { End::Cap };
    for k in 0..cap {
        if end != End::Cap {
            break;
        }
        lemke_pivot(&mut a, r, s);
        pivots = k + 1;
        if a.column[s] == 2 * n {
            end = End::Solved;
        } else if a.t[a.cover][n + 1] <= gone {
            s = lemke_rest(&a, s);
            r = a.cover;
        } else {
            s = lemke_complement(&a, s);
            r = lemke_leaves(&a, s);
            if r == n {
                end = End::Ray;
            }
        }
    }
    let z = lemke_values(&a);
    Answer { z: if end == End::Solved { lemke_refine(&a, m, q, &z) } else { z }, end, pivots }
}

/// Tries of [`lcp_solve`], each with [`Lemke::tiny`] so many times larger than the last.
const TRIES: u32 = 4;
const LOOSER: f64 = 8.0;
/// What residual is rounding, in epsilon of the largest unknown and constant.
const ROUNDING: f64 = 256.0;

/// Solves a problem and judges the answer: where it is not one to within rounding, what counts as rounding was told wrongly, and the
/// search goes on with more of it. The best answer of all.
pub fn lcp_solve<R: Scalar, const N: usize, const W: usize>(
    n: usize,
    m: &[[R; N]; N],
    q: &[R; N],
    cap: u32,
) -> Answer<R, N> {
    let judged = |tiny: f64| {
        let answer = lemke_solve::<R, N, W>(n, m, q, cap, R::of(tiny * R::EPSILON));
        let size = answer.z[..n].iter().chain(&q[..n]).fold(0.0, |most: f64, x| most.max(x.to_f64().abs()));
        let solved = answer.end == End::Solved;
        let rest =
            if solved { lcp_residual(n, m, q, &answer.z) / (size * R::EPSILON) } else { f64::INFINITY };
        (answer, if size == 0.0 { 0.0 } else { rest })
    };
    let mut tiny = TINY;
    let mut best = judged(tiny);
    for _ in 1..TRIES {
        // Written so that a residual of NaN is none.
        if best.1 <= ROUNDING {
            break;
        }
        tiny *= LOOSER;
        let next = judged(tiny);
        if next.1 < best.1 || best.1.is_nan() {
            best = next;
        }
    }
    best.0
}

/// How far z is from a solution: the largest of `|min(w, z)|`. Judges any solver's answer.
pub fn lcp_residual<R: Scalar, const N: usize>(n: usize, m: &[[R; N]; N], q: &[R; N], z: &[R; N]) -> f64 {
    let w = |i: usize| (0..n).fold(q[i].to_f64(), |sum, j| sum + m[i][j].to_f64() * z[j].to_f64());
    let each = (0..n).map(|i| w(i).min(z[i].to_f64()).abs());
    each.fold(0.0, |worst, off| if off <= worst { worst } else { off })
}
