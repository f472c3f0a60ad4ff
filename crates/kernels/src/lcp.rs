//! Linear complementarity problems of any size by [Lemke's method](crate::lemke), with their whole matrix. On the host only: it judges
//! other solvers. In the end z is refined once by the inverse that the tableau holds, with the residual of M itself.

// Rows and columns by their numbers, as the method is told.
#![allow(clippy::needless_range_loop)]

pub use crate::lemke::*;
use crate::real::Scalar;

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

/// The basis of all w.
#[inline(always)]
pub fn lemke_start<R: Scalar, const N: usize, const W: usize>(
    n: usize,
    m: &[[R; N]; N],
    q: &[R; N],
    tiny: R,
) -> Lemke<R, N, W> {
    let mut a = lemke_empty(n, 0, tiny);
    for i in 0..n {
        a.t[i][..n].copy_from_slice(&m[i][..n]);
        lemke_begin(&mut a, i, q[i]);
    }
    a
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

/// Solves a problem of `n` unknowns in about `cap` pivots; ties take from them.
pub fn lemke_solve<R: Scalar, const N: usize, const W: usize>(
    n: usize,
    m: &[[R; N]; N],
    q: &[R; N],
    cap: u32,
    tiny: R,
) -> Answer<R, N> {
    let mut a: Lemke<R, N, W> = lemke_start(n, m, q, tiny);
    a.fuel = cap * lemke_cost(n as u32);
    let (end, pivots) = lemke_search(&mut a);
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
