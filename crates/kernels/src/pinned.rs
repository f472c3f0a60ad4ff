//! Two planar contacts of which one sticks: it is eliminated, and the other has a problem of its own. Twin:
//! `shaders/pinned.wgsl`.
//!
//! With H in blocks, `P1 = -H11⁻¹(W1 + H12 P2)` holds the first contact, and the second one has `S = H22 - H21 H11⁻¹
//! H12` for its H and `W2 - H21 H11⁻¹ W1` for its W. Where an inner impulse z moves nothing, S is singular; `H + w z
//! zᵀ` is regular, and the impulse by which it holds both contacts is the least of all those that do, for it has no
//! part along z.

use crate::real::Real;
use crate::space::{Pair, PairDelassus, PlanarDelassus, Space};
use crate::tuple::Vector;

/// What is left of the second contact's problem while the first one sticks: its own H and W, and what the first one
/// does for it.
#[derive(Clone, Copy, Debug)]
pub struct Pinned<R> {
    /// H of the second contact.
    pub two: PlanarDelassus<R>,
    /// Its W.
    pub loose: Vector<R, 2>,
    /// The impulse that holds the first contact by itself.
    pub own: Vector<R, 2>,
    /// The share that follows `P_t` of the second.
    pub by_t: Vector<R, 2>,
    /// The share that follows its `P_n`.
    pub by_n: Vector<R, 2>,
}

/// H with a stiff inner direction: regular, and the same for all impulses that have no inner part.
#[inline(always)]
pub fn pair_stiff<R: Real>(h: &PairDelassus<R>) -> PairDelassus<R> {
    let [t1, n1, t2, n2] = h.inner.0;
    let scale = Pair::weight(*h);
    let (a, b, c, d) = (scale * t1, scale * n1, scale * t2, scale * n2);
    PairDelassus {
        one: PlanarDelassus { tt: h.one.tt + a * t1, tn: h.one.tn + a * n1, nn: h.one.nn + b * n1 },
        two: PlanarDelassus { tt: h.two.tt + c * t2, tn: h.two.tn + c * n2, nn: h.two.nn + d * n2 },
        tt: h.tt + a * t2,
        tn: h.tn + a * n2,
        nt: h.nt + b * t2,
        nn: h.nn + b * n2,
        ..*h
    }
}

/// `-H⁻¹(t, n)` of one contact; its normal part is such that rounding leaves no normal velocity.
#[inline(always)]
pub fn pair_hold<R: Real>(h: PlanarDelassus<R>, t: R, n: R) -> Vector<R, 2> {
    let det = h.tt * h.nn - h.tn * h.tn;
    let hold_t = (h.tn * n - h.nn * t) / det;
    Vector([hold_t, -(n + h.tn * hold_t) / h.nn])
}

/// Eliminates the first contact, which sticks.
#[inline(always)]
pub fn pair_pinned<R: Real>(h: &PairDelassus<R>, loose: Vector<R, 4>) -> Pinned<R> {
    let [t1, n1, t2, n2] = loose.0;
    let own = pair_hold(h.one, t1, n1);
    let by_t = pair_hold(h.one, h.tt, h.nt);
    let by_n = pair_hold(h.one, h.tn, h.nn);
    Pinned {
        two: PlanarDelassus {
            tt: h.two.tt + h.tt * by_t.0[0] + h.nt * by_t.0[1],
            tn: h.two.tn + h.tn * by_t.0[0] + h.nn * by_t.0[1],
            nn: h.two.nn + h.tn * by_n.0[0] + h.nn * by_n.0[1],
        },
        loose: Vector([t2 + h.tt * own.0[0] + h.nt * own.0[1], n2 + h.tn * own.0[0] + h.nn * own.0[1]]),
        own,
        by_t,
        by_n,
    }
}

/// The whole impulse, where the second contact has `(t, n)` and the first sticks.
#[inline(always)]
pub fn pair_follow<R: Real>(p: &Pinned<R>, t: R, n: R) -> Vector<R, 4> {
    let one = p.own + p.by_t * t + p.by_n * n;
    Vector([one.0[0], one.0[1], t, n])
}
