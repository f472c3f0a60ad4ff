//! S13: a viscoelastic chain: four masses in a row between two walls, joined by springs and dashpots, over a rough floor that
//! the last one can meet. Eight degrees of freedom. Twin: `shaders/model/chain.wgsl`, and what it shares with
//! [`ChainPair`](super::ChainPair) `chain_row.wgsl`. Source: Acary & Collins-Craft 2023.
//!
//! Coordinates are displacements from rest, `x1..x4` along the row and `y1..y4` upwards; springs and dashpots work alike along
//! both axes (a chain under tension, to first order). With the ends tied to the walls by the first and the last link,
//!
//! ```text
//! A = diag(m)        K = tridiag(-k_i, k_{i-1} + k_i, -k_i)        C alike        G picks (x4, y4)        gap = y4 + clearance
//! ```
//!
//! A link of stiffness 0 and viscosity 0 is cut. `Â = A + r C + r² K` is tridiagonal too, and so is solved by elimination from
//! the free end; its last pivot is `1/(Â⁻¹)_44`, the inverse of H.

use super::{Boundary, Model, PLAIN_CONTACT, StateColumn, Still};
use crate::columns::{ANY, Range};
use crate::real::Real;
use crate::space::{Planar, PlanarDelassus};
use crate::tuple::{Tuple, Vector};

const MASS: Range = Range::Above(0.0, 1e6);
const LINK: Range = Range::Within(0.0, 1e9);

crate::columns! {
    /// Parameters of [`Chain`].
    pub struct ChainParams {
        m1: "kg", 1.0, MASS, "mass of the first body";
        m2: "kg", 1.0, MASS, "mass of the second body";
        m3: "kg", 1.0, MASS, "mass of the third body";
        m4: "kg", 1.0, MASS, "mass of the fourth body, which can meet the floor";
        k0: "N/m", 100.0, LINK, "spring from the wall to the first body; 0 for none";
        k1: "N/m", 100.0, LINK, "spring from the first to the second body";
        k2: "N/m", 100.0, LINK, "spring from the second to the third body";
        k3: "N/m", 100.0, LINK, "spring from the third to the fourth body";
        k4: "N/m", 0.0, LINK, "spring from the fourth body to the other wall";
        c0: "N s/m", 0.1, LINK, "dashpot beside the first spring";
        c1: "N s/m", 0.1, LINK, "dashpot beside the second spring";
        c2: "N s/m", 0.1, LINK, "dashpot beside the third spring";
        c3: "N s/m", 0.1, LINK, "dashpot beside the fourth spring";
        c4: "N s/m", 0.0, LINK, "dashpot beside the last spring";
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        pull: "N", 0.0, ANY, "force on the fourth body along the row";
        clearance: "m", 0.0, Range::Within(0.0, 1e6), "height of the fourth body above the floor when the chain is at rest";
        x0: "m", 0.0, ANY, "initial displacement of all bodies along the row";
        y0: "m", 0.0, Range::Within(0.0, 1e6), "initial displacement of all bodies upwards";
        ux0: "m/s", 1.0, ANY, "initial velocity of all bodies along the row";
        uy0: "m/s", -1.0, ANY, "initial velocity of all bodies upwards";
    }
}

crate::fields! {
    /// Masses, links and forces; gravity along y.
    pub struct ChainSetup { m1, m2, m3, m4, k0, k1, k2, k3, k4, c0, c1, c2, c3, c4, gravity, pull, clearance }
}

/// Five links, from wall to wall. WGSL: `array<Real, 5>`.
pub type Links<R> = [R; 5];

/// What the links do to displacements `v`, `K v`.
#[inline(always)]
pub fn chain_links<R: Real>(k: Links<R>, v: Vector<R, 4>) -> Vector<R, 4> {
    let [v1, v2, v3, v4] = v.0;
    let first = k[0] * v1;
    let second = k[1] * (v2 - v1);
    let third = k[2] * (v3 - v2);
    let fourth = k[3] * (v4 - v3);
    let last = k[4] * v4;
    Vector([first - second, second - third, third - fourth, fourth + last])
}

/// The pivots of `diag(m) + links`, from the first body on.
#[inline(always)]
pub fn chain_pivots<R: Real>(m: Vector<R, 4>, s: Links<R>) -> Vector<R, 4> {
    let p1 = m.0[0] + s[0] + s[1];
    let p2 = m.0[1] + s[1] + s[2] - s[1] * (s[1] / p1);
    let p3 = m.0[2] + s[2] + s[3] - s[2] * (s[2] / p2);
    let p4 = m.0[3] + s[3] + s[4] - s[3] * (s[3] / p3);
    Vector([p1, p2, p3, p4])
}

/// Solves `(diag(m) + links) w = b`, given the pivots.
#[inline(always)]
pub fn chain_solve<R: Real>(p: Vector<R, 4>, s: Links<R>, b: Vector<R, 4>) -> Vector<R, 4> {
    let b1 = b.0[0];
    let b2 = b.0[1] + s[1] / p.0[0] * b1;
    let b3 = b.0[2] + s[2] / p.0[1] * b2;
    let b4 = b.0[3] + s[3] / p.0[2] * b3;
    let w4 = b4 / p.0[3];
    let w3 = (b3 + s[3] * w4) / p.0[2];
    let w2 = (b2 + s[2] * w3) / p.0[1];
    let w1 = (b1 + s[1] * w2) / p.0[0];
    Vector([w1, w2, w3, w4])
}

/// The masses.
#[inline(always)]
pub fn chain_masses<R: Real>(c: &ChainSetup<R>) -> Vector<R, 4> {
    Vector([c.m1, c.m2, c.m3, c.m4])
}

/// The springs.
#[inline(always)]
pub fn chain_springs<R: Real>(c: &ChainSetup<R>) -> Links<R> {
    [c.k0, c.k1, c.k2, c.k3, c.k4]
}

/// The dashpots.
#[inline(always)]
pub fn chain_dashpots<R: Real>(c: &ChainSetup<R>) -> Links<R> {
    [c.c0, c.c1, c.c2, c.c3, c.c4]
}

/// `r C + r² K`, link by link.
#[inline(always)]
pub fn chain_stiffened<R: Real>(c: &ChainSetup<R>, r: R) -> Links<R> {
    let each = |damping: R, spring: R| r * damping + r * r * spring;
    [each(c.c0, c.k0), each(c.c1, c.k1), each(c.c2, c.k2), each(c.c3, c.k3), each(c.c4, c.k4)]
}

/// Component by component: a division by masses and a product with them.
#[inline(always)]
pub(super) fn over<R: Real>(a: Vector<R, 4>, b: Vector<R, 4>) -> Vector<R, 4> {
    Vector([a.0[0] / b.0[0], a.0[1] / b.0[1], a.0[2] / b.0[2], a.0[3] / b.0[3]])
}
#[inline(always)]
fn times<R: Real>(a: Vector<R, 4>, b: Vector<R, 4>) -> Vector<R, 4> {
    Vector([a.0[0] * b.0[0], a.0[1] * b.0[1], a.0[2] * b.0[2], a.0[3] * b.0[3]])
}

/// The two axes of coordinates or velocities: the columns of WGSL's `mat2x4`.
#[inline(always)]
pub(super) fn axes<R: Real>(v: Vector<R, 8>) -> [Vector<R, 4>; 2] {
    let [x1, x2, x3, x4, y1, y2, y3, y4] = v.0;
    [Vector([x1, x2, x3, x4]), Vector([y1, y2, y3, y4])]
}
#[inline(always)]
pub(super) fn of_axes<R: Real>(x: Vector<R, 4>, y: Vector<R, 4>) -> Vector<R, 8> {
    let ([x1, x2, x3, x4], [y1, y2, y3, y4]) = (x.0, y.0);
    Vector([x1, x2, x3, x4, y1, y2, y3, y4])
}

/// A viscoelastic chain.
pub struct Chain;

impl Model for Chain {
    const NAME: &'static str = "chain";
    const ABOUT: &'static str =
        "S13: a viscoelastic chain of four masses over a rough floor (Acary & Collins-Craft 2023)";
    const WGSL: &'static [&'static str] =
        &[PLAIN_CONTACT, crate::shader!("model/chain_row.wgsl"), crate::shader!("model/chain.wgsl")];
    /// What kernels need of its energy is in the model's text.
    const ENERGY: &'static str = "";
    const SPRINGS: bool = true;
    #[rustfmt::skip]
    const STATE: &'static [StateColumn] = &[
        ("x1", "m"), ("x2", "m"), ("x3", "m"), ("x4", "m"), ("y1", "m"), ("y2", "m"), ("y3", "m"), ("y4", "m"),
        ("ux1", "m/s"), ("ux2", "m/s"), ("ux3", "m/s"), ("ux4", "m/s"),
        ("uy1", "m/s"), ("uy2", "m/s"), ("uy3", "m/s"), ("uy4", "m/s"),
    ];
    type Space = Planar;
    type Coords<R: Real> = Vector<R, 8>;
    type Params<R: Real> = ChainParams<R>;
    type Setup<R: Real> = ChainSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &ChainParams<R>) -> ChainSetup<R> {
        ChainSetup {
            m1: p.m1,
            m2: p.m2,
            m3: p.m3,
            m4: p.m4,
            k0: p.k0,
            k1: p.k1,
            k2: p.k2,
            k3: p.k3,
            k4: p.k4,
            c0: p.c0,
            c1: p.c1,
            c2: p.c2,
            c3: p.c3,
            c4: p.c4,
            gravity: -p.gravity,
            pull: p.pull,
            clearance: p.clearance,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &ChainParams<R>) -> (Vector<R, 8>, Vector<R, 8>) {
        let all = |v: R| Vector([v, v, v, v]);
        (of_axes(all(p.x0), all(p.y0)), of_axes(all(p.ux0), all(p.uy0)))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &ChainSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &ChainSetup<R>,
        _: &Still<R>,
        q: Vector<R, 8>,
        u: Vector<R, 8>,
    ) -> Vector<R, 8> {
        let zero = R::of(0.0);
        let ([x, y], [ux, uy]) = (axes(q), axes(u));
        let pull = Vector([zero, zero, zero, c.pull]);
        let weight = chain_masses(c) * c.gravity;
        let along = pull - chain_links(chain_springs(c), x) - chain_links(chain_dashpots(c), ux);
        let up = chain_links(chain_springs(c), y) + chain_links(chain_dashpots(c), uy) - weight;
        of_axes(over(along, chain_masses(c)), over(up * R::of(-1.0), chain_masses(c)))
    }

    #[inline(always)]
    fn gap<R: Real>(c: &ChainSetup<R>, q: Vector<R, 8>) -> R {
        q.0[7] + c.clearance
    }

    #[inline(always)]
    fn local<R: Real>(_: &ChainSetup<R>, _: Vector<R, 8>, u: Vector<R, 8>) -> Vector<R, 2> {
        Vector([u.0[3], u.0[7]])
    }

    #[inline(always)]
    fn kick<R: Real>(c: &ChainSetup<R>, _: Vector<R, 8>, impulse: Vector<R, 2>) -> Vector<R, 8> {
        let zero = R::of(0.0);
        let along = Vector([zero, zero, zero, impulse.0[0] / c.m4]);
        of_axes(along, Vector([zero, zero, zero, impulse.0[1] / c.m4]))
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &ChainSetup<R>, _: Vector<R, 8>) -> PlanarDelassus<R> {
        let w = R::of(1.0) / c.m4;
        PlanarDelassus { tt: w, tn: R::of(0.0), nn: w }
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &ChainSetup<R>, _: Vector<R, 8>, _: Vector<R, 8>) -> Vector<R, 2> {
        Vector([R::of(0.0); 2])
    }

    #[inline(always)]
    fn inner<R: Real>(c: &ChainSetup<R>, _: Vector<R, 8>, u: Vector<R, 8>, v: Vector<R, 8>) -> R {
        let ([ux, uy], [vx, vy]) = (axes(u), axes(v));
        times(ux, vx).dot(chain_masses(c)) + times(uy, vy).dot(chain_masses(c))
    }

    #[inline(always)]
    fn stretch<R: Real>(c: &ChainSetup<R>, v: Vector<R, 8>, q: Vector<R, 8>) -> R {
        let ([vx, vy], [x, y]) = (axes(v), axes(q));
        vx.dot(chain_links(chain_springs(c), x)) + vy.dot(chain_links(chain_springs(c), y))
    }

    #[inline(always)]
    fn drag<R: Real>(c: &ChainSetup<R>, v: Vector<R, 8>, u: Vector<R, 8>) -> R {
        let ([vx, vy], [ux, uy]) = (axes(v), axes(u));
        vx.dot(chain_links(chain_dashpots(c), ux)) + vy.dot(chain_links(chain_dashpots(c), uy))
    }

    #[inline(always)]
    fn soften<R: Real>(c: &ChainSetup<R>, reach: R, w: Vector<R, 8>) -> Vector<R, 8> {
        let s = chain_stiffened(c, reach);
        let p = chain_pivots(chain_masses(c), s);
        let [x, y] = axes(w);
        of_axes(chain_solve(p, s, times(x, chain_masses(c))), chain_solve(p, s, times(y, chain_masses(c))))
    }

    #[inline(always)]
    fn soft_delassus<R: Real>(c: &ChainSetup<R>, reach: R, _: Vector<R, 8>) -> PlanarDelassus<R> {
        let w = R::of(1.0) / chain_pivots(chain_masses(c), chain_stiffened(c, reach)).0[3];
        PlanarDelassus { tt: w, tn: R::of(0.0), nn: w }
    }

    /// Between these lines no step gains energy (Acary & Collins-Craft 2023, eq. 78).
    fn boundaries(over: [&str; 2], _: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        if over != ["e", "theta_scheme"] {
            return Vec::new();
        }
        let upper = (0..=100).map(|j| (f64::from(j) / 100.0, 1.0 / (1.0 + f64::from(j) / 100.0))).collect();
        let lower = vec![(0.0, 0.5), (1.0, 0.5)];
        vec![Boundary { what: "θ = 1/(1 + e)", points: upper }, Boundary { what: "θ = 1/2", points: lower }]
    }
}
