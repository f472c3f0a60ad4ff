//! The contacts of four balls that are touched, with friction in polyhedral cones, as one linear complementarity problem. Twin:
//! `shaders/pile.wgsl`.
//!
//! The unknowns are those of Stewart & Trinkle 1996, Sec. 3, the contacts side by side: the shares β of m directions each, contact after
//! contact, then all normal impulses c_n, then all sliding speeds λ,
//!
//! ```text
//! 0 <= β_kj  ⊥  λ_k + d_kj·U_k >= 0        0 <= c_k  ⊥  n_k·U_k >= 0        0 <= λ_k  ⊥  mu_k c_k - Σ_j β_kj >= 0
//! ```
//!
//! and `U_k = U_Lk + Σ_i H_ki P_i`, `P_i = c_i n_i + Σ_j β_ij d_ij`. Two contacts feel each other by the balls that they share,
//!
//! ```text
//! H_ki P = straight P - turned spin n_k × (n_i × P)
//! ```
//!
//! where `turned` counts these balls and `straight` does so with a sign, that of the normals. H is symmetric, so a row of the problem is
//! what an impulse along its own direction does at all contacts.

// As WGSL has it, line by line.
#![allow(clippy::needless_range_loop)]

use crate::directions::{MOST_FACETS, facets_directions};
use crate::lemke::{Lemke, lemke_begin};
use crate::real::Scalar;
use crate::space::{
    BALL_CONTACTS, BALL_PAIRS, BallContacts, BallLocal, TABLE, balls_slip, balls_tangents, put_three, three,
};
use crate::tuple::{Tuple, Vector};

/// Unknowns that a pile has room for: ten contacts of 4 directions, six of 8, three of 16. WGSL: `MOST_UNKNOWNS`.
pub const PILE_UNKNOWNS: usize = 60;
/// The dictionary of a pile.
pub type PileLemke<R> = Lemke<R, PILE_UNKNOWNS, { PILE_UNKNOWNS + 2 }>;

/// The contacts that are touched.
#[derive(Clone, Debug)]
pub struct Pile<R> {
    /// How many they are.
    pub count: usize,
    /// Directions of each.
    pub facets: usize,
    /// The directions, between the tangents of a contact.
    pub direction: [Vector<R, 2>; MOST_FACETS],
    /// See [`BallContacts`].
    pub spin: R,
    /// Their numbers among all contacts.
    pub contact: [usize; BALL_CONTACTS],
    /// Normals.
    pub normal: [Vector<R, 3>; BALL_CONTACTS],
    /// Loose velocities.
    pub loose: [Vector<R, 3>; BALL_CONTACTS],
    /// Friction coefficients.
    pub mu: [R; BALL_CONTACTS],
}

/// One contact more, if it is touched.
pub fn pile_add<R: Scalar>(
    p: &mut Pile<R>,
    k: usize,
    touched: bool,
    n: Vector<R, 3>,
    loose: Vector<R, 3>,
    mu: R,
) {
    if touched {
        p.contact[p.count] = k;
        p.normal[p.count] = n;
        p.loose[p.count] = loose;
        p.mu[p.count] = mu;
        p.count += 1;
    }
}

/// All contacts that are touched; `mu` of those on the table, and between balls.
pub fn pile_of<R: Scalar>(
    h: &BallContacts<R>,
    loose: &BallLocal<R>,
    mu: R,
    mu_balls: R,
    facets: R,
) -> Pile<R> {
    let none = [Vector([R::of(0.0); 3]); BALL_CONTACTS];
    let count = (facets.to_f64() + 0.5) as usize;
    let mut p = Pile {
        count: 0,
        facets: count,
        direction: facets_directions(R::of(count as f64), R::of(0.0)),
        spin: h.spin,
        contact: [0; BALL_CONTACTS],
        normal: none,
        loose: none,
        mu: [R::of(0.0); BALL_CONTACTS],
    };
    for k in 0..BALL_CONTACTS {
        let mu = if k < TABLE { mu } else { mu_balls };
        pile_add(&mut p, k, h.gaps[k] <= h.skin, h.normals[k], three(loose, k), mu);
    }
    p
}

/// Unknowns of its problem.
pub fn pile_unknowns<R: Scalar>(p: &Pile<R>) -> usize {
    p.count * (p.facets + 2)
}

/// How contacts k and i feel each other: straight, and by turning.
pub fn pile_shared<R: Scalar>(k: usize, i: usize) -> Vector<R, 2> {
    let ((a, b), (c, d)) = (BALL_PAIRS[k], BALL_PAIRS[i]);
    let alike = (a == c) as i32 + (b == d && b < TABLE) as i32;
    let opposite = (a == d) as i32 + (b == c) as i32;
    Vector([R::of(f64::from(alike - opposite)), R::of(f64::from(alike + opposite))])
}

/// What an impulse at contact i of the pile adds to the velocity at contact k.
pub fn pile_response<R: Scalar>(p: &Pile<R>, k: usize, i: usize, impulse: Vector<R, 3>) -> Vector<R, 3> {
    let shared = pile_shared(p.contact[k], p.contact[i]);
    let twist = balls_slip(Vector([R::of(0.0); 3]), p.normal[i], impulse) * -(p.spin * shared.0[1]);
    balls_slip(impulse * shared.0[0], p.normal[k], twist)
}

/// The contact of unknown u.
pub fn pile_contact<R: Scalar>(p: &Pile<R>, u: usize) -> usize {
    let shares = p.count * p.facets;
    if u < shares { u / p.facets } else { (u - shares) % p.count }
}

/// The direction of an impulse that is unknown u; none for a sliding speed.
pub fn pile_axis<R: Scalar>(p: &Pile<R>, u: usize) -> Vector<R, 3> {
    let shares = p.count * p.facets;
    let n = p.normal[pile_contact(p, u)];
    if u >= shares {
        return n * R::of(if u < shares + p.count { 1.0 } else { 0.0 });
    }
    let ([t1, t2], d) = (balls_tangents(n), p.direction[u % p.facets]);
    t1 * d.0[0] + t2 * d.0[1]
}

/// Four shares of contact k in row u, from direction j on: what a velocity is along them or, in a row that bounds, -1 of its own.
pub fn pile_quad<R: Scalar>(
    p: &Pile<R>,
    a: &mut PileLemke<R>,
    u: usize,
    [k, j]: [usize; 2],
    v: Vector<R, 2>,
    bounds: bool,
    own: bool,
) {
    for j in j..j + 4 {
        let d = p.direction[j];
        let moved = v.0[0] * d.0[0] + v.0[1] * d.0[1];
        let bound = R::of(if own { -1.0 } else { 0.0 });
        a.t[u][k * p.facets + j] = if bounds { bound } else { moved };
    }
}

/// Row u of the problem.
pub fn pile_row<R: Scalar>(p: &Pile<R>, a: &mut PileLemke<R>, u: usize) {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let (i, axis, shares) = (pile_contact(p, u), pile_axis(p, u), p.count * p.facets);
    let bounds = u >= shares + p.count;
    for k in 0..p.count {
        let (g, [t1, t2]) = (pile_response(p, k, i, axis), balls_tangents(p.normal[k]));
        let (x, y) = (t1.dot(g), t2.dot(g));
        for j in (0..p.facets).step_by(4) {
            pile_quad(p, a, u, [k, j], Vector([x, y]), bounds, k == i);
        }
        let moved = p.normal[k].dot(g);
        a.t[u][shares + k] = if bounds { if k == i { p.mu[i] } else { zero } } else { moved };
        a.t[u][shares + p.count + k] = if k == i && u < shares { one } else { zero };
    }
    lemke_begin(a, u, axis.dot(p.loose[i]));
}

/// The impulses that a basis stands for.
pub fn pile_impulse<R: Scalar>(p: &Pile<R>, a: &PileLemke<R>) -> BallLocal<R> {
    let mut impulse = Vector([R::of(0.0); 3 * BALL_CONTACTS]);
    for r in 0..a.n {
        if a.row[r] % 2 == 1 {
            let u = a.row[r] / 2;
            let k = p.contact[pile_contact(p, u)];
            let amount = R::of(0.0).larger(a.t[r][a.n + 1]);
            let sum = three(&impulse, k) + pile_axis(p, u) * amount;
            put_three(&mut impulse, k, sum);
        }
    }
    impulse
}
