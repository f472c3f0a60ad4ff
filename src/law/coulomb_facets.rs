//! Soft contact with Coulomb friction in a polyhedral cone, any H (Stewart & Trinkle 1996, Sec. 3). Twin: `shaders/law/coulomb_facets.wgsl`.
//!
//! The disk of friction directions is replaced by m = `facets` of them, d_1 ... d_m, each with its opposite. Find the normal impulse c_n, the
//! shares β of the directions and the sliding speed λ with `U = U_L + H P`, `P_n = c_n`, `P_t = Σ β_k d_k` and
//!
//! ```text
//! 0 <= β_k  ⊥  λ + d_k·U_t >= 0        the directions most against the sliding get it all
//! 0 <= c_n  ⊥  U_n >= 0
//! 0 <= λ    ⊥  mu c_n - Σ β_k >= 0     what slides uses all friction there is
//! ```
//!
//! a linear complementarity problem of m + 2 unknowns, copositive, which [Lemke's method](crate::lcp) solves. H and U_L are brought to
//! the order of 1 first, for what it takes for rounding is told against numbers of that size. Where there are several solutions
//! (H couples the directions strongly) it is the one at which the pivoting arrives. Theory knows no failure; one that rounding
//! made would be an impulse beyond all bounds, so that the member is flagged and counted as not finite.
//!
//! For a particle it is the problem of [`CoulombPolygon`](super::CoulombPolygon), a projection there.

// As WGSL has it, line by line.
#![allow(clippy::needless_range_loop)]

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::lcp::{End, TINY, lemke_solve};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::polygon::{polygon_direction, polygon_excess, polygon_support};
use crate::probe::{Probe, of_facets, of_lemke, of_polygon};
use crate::real::{Real, Scalar};
use crate::space::{Isotropic, Space, Spatial, SpatialDelassus};
use crate::tuple::Vector;

/// Directions at most; WGSL knows their number, too.
pub const MOST_FACETS: usize = 16;
/// Unknowns at most.
pub const LCP_MOST: usize = MOST_FACETS + 2;
/// Pivots at most: 20 were met in ten thousand random contacts.
pub const FACETS_CAP: u32 = 32;
/// The impulse of a problem that was not solved: beyond all bounds, yet a number in f32.
const LOST: f64 = 1e38;
/// At least as many as lanes have members.
const MOST_LANES: usize = 64;

crate::columns! {
    /// Parameters of [`CoulombFacets`].
    pub struct CoulombFacetsParams {
        mu: "", 0.4, Range::Within(0.0, 10.0), "friction coefficient along a direction";
        facets: "", 8.0, Range::OneOf(&[4.0, 8.0, 16.0]), "number of friction directions, the cone's facets";
        facets_turn: "deg", 11.0, Range::Within(-180.0, 180.0), "the first friction direction, from the first tangent";
    }
}

/// Soft contact (no rebound) with friction in a polyhedral cone.
pub struct CoulombFacets;

/// A contact as a linear complementarity problem: unknowns β, c_n, λ.
#[derive(Clone, Debug)]
pub struct Facets<R> {
    /// The directions.
    pub direction: [Vector<R, 2>; MOST_FACETS],
    /// Unknowns.
    pub n: usize,
    /// Its matrix.
    pub m: [[R; LCP_MOST]; LCP_MOST],
    /// Its constants.
    pub q: [R; LCP_MOST],
    /// What an unknown impulse of 1 is.
    pub unit: R,
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

/// The problem of a contact, H and the loose velocity in units of their size.
pub fn facets_problem<R: Scalar>(
    h: SpatialDelassus<R>,
    mu: R,
    facets: R,
    turn: R,
    loose: Vector<R, 3>,
) -> Facets<R> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let count = facets.to_f64() as usize;
    let direction = facets_directions(facets, turn);
    let weight = h.xx + h.yy + h.nn;
    let (xx, xy, yy) = (h.xx / weight, h.xy / weight, h.yy / weight);
    let (xn, yn, nn) = (h.xn / weight, h.yn / weight, h.nn / weight);
    let sum = loose.0[0].abs() + loose.0[1].abs() + loose.0[2].abs();
    let speed = if zero < sum { sum } else { one };
    let (x, y) = (loose.0[0] / speed, loose.0[1] / speed);
    let (mut m, mut q) = ([[zero; LCP_MOST]; LCP_MOST], [zero; LCP_MOST]);
    for j in 0..count {
        let d = direction[j].0;
        let (hx, hy, hn) = (xx * d[0] + xy * d[1], xy * d[0] + yy * d[1], xn * d[0] + yn * d[1]);
        for i in 0..count {
            m[i][j] = direction[i].0[0] * hx + direction[i].0[1] * hy;
        }
        m[j][count] = hn;
        m[j][count + 1] = one;
        m[count][j] = hn;
        m[count + 1][j] = -one;
        q[j] = d[0] * x + d[1] * y;
    }
    m[count][count] = nn;
    m[count + 1][count] = mu;
    q[count] = loose.0[2] / speed;
    Facets { direction, n: count + 2, m, q, unit: speed / weight }
}

/// The impulse of an active contact, and whether it sticks.
pub fn facets_solve<R: Scalar>(
    h: SpatialDelassus<R>,
    mu: R,
    facets: R,
    turn: R,
    loose: Vector<R, 3>,
) -> (Vector<R, 3>, bool) {
    let zero = R::of(0.0);
    let p = facets_problem(h, mu, facets, turn, loose);
    let tiny = R::of(TINY * R::EPSILON);
    let answer = lemke_solve::<R, LCP_MOST, { LCP_MOST + 2 }>(p.n, &p.m, &p.q, FACETS_CAP, tiny);
    if answer.end != End::Solved {
        return (Vector([zero, zero, R::of(LOST) / h.nn]), false);
    }
    let (mut x, mut y) = (zero, zero);
    for k in 0..p.n - 2 {
        x += answer.z[k] * p.direction[k].0[0];
        y += answer.z[k] * p.direction[k].0[1];
    }
    let impulse = Vector([x * p.unit, y * p.unit, answer.z[p.n - 2] * p.unit]);
    (impulse, answer.z[p.n - 1] <= zero)
}

/// The same where there is contact, member by member: pivots differ, and lanes that wait for one another would gain nothing.
fn each_lane<R: Real>(
    h: SpatialDelassus<R>,
    p: &CoulombFacetsParams<R>,
    rough: R,
    loose: Vector<R, 3>,
    contact: R::Mask,
) -> (Vector<R, 3>, R::Mask) {
    const { assert!(R::LANES <= MOST_LANES) };
    let (mu, turn) = (p.mu * rough, turn_of_degrees(p.facets_turn));
    let touch = R::select(contact, R::of(1.0), R::of(0.0));
    let mut answers = [[R::Scalar::of(0.0); MOST_LANES]; 4];
    for i in 0..R::LANES {
        if touch.lane(i) <= R::Scalar::of(0.5) {
            continue;
        }
        let at = |x: R| x.lane(i);
        let [xx, xy, yy, xn, yn, nn] = [h.xx, h.xy, h.yy, h.xn, h.yn, h.nn].map(at);
        let own = SpatialDelassus { xx, xy, yy, xn, yn, nn };
        let (impulse, sticks) = facets_solve(own, at(mu), at(p.facets), at(turn), Vector(loose.0.map(at)));
        let sticks = if sticks { 1.0 } else { 0.0 };
        [answers[0][i], answers[1][i], answers[2][i]] = impulse.0;
        answers[3][i] = R::Scalar::of(sticks);
    }
    let [x, y, n, sticks] = answers.map(|lanes| R::load(&lanes[..R::LANES]));
    (Vector([x, y, n]), R::of(0.5).lt(sticks))
}

/// The contacts that have two tangents and a normal.
pub trait FacetsH: Space {
    /// All of H. WGSL: `facets_h`.
    fn facets_h<R: Real>(h: Self::Delassus<R>) -> SpatialDelassus<R>;
}

impl FacetsH for Isotropic {
    #[inline(always)]
    fn facets_h<R: Real>(h: R) -> SpatialDelassus<R> {
        let zero = R::of(0.0);
        SpatialDelassus { xx: h, xy: zero, yy: h, xn: zero, yn: zero, nn: h }
    }
}

impl FacetsH for Spatial {
    #[inline(always)]
    fn facets_h<R: Real>(h: SpatialDelassus<R>) -> SpatialDelassus<R> {
        h
    }
}

/// WGSL of what both kinds of contact share, in the order of use.
const SHARED: [&str; 3] = [
    include_str!("../../shaders/lcp.wgsl"),
    include_str!("../../shaders/polygon.wgsl"),
    include_str!("../../shaders/law/coulomb_facets.wgsl"),
];

macro_rules! facets_law {
    ($space:ty, $wgsl:expr) => {
        impl Law<$space> for CoulombFacets {
            const NAME: &'static str = "coulomb-facets";
            const ABOUT: &'static str =
                "soft contact with friction in a polyhedral cone, by Lemke's method (Stewart & Trinkle, Sec. 3)";
            // Pivots of rows, most of all; a few times what random contacts take.
            const LOOPS: u32 = 4096;
            const WGSL: &'static [&'static str] = &[$wgsl, SHARED[0], SHARED[1], SHARED[2]];
            type Params<R: Real> = CoulombFacetsParams<R>;

            #[inline(always)]
            fn impulse<R: Real>(p: &CoulombFacetsParams<R>, a: &Problem<R, $space>) -> Reaction<R, $space> {
                let (impulse, sticks) = each_lane(<$space>::facets_h(a.h), p, a.rough, a.loose, a.contact);
                Reaction { impulse, sticks: a.contact & sticks }
            }

            /// What rounding leaves of the velocity of a contact that sticks is no motion.
            #[inline(always)]
            fn slide<R: Real>(
                _: &CoulombFacetsParams<R>,
                _: &Problem<R, $space>,
                _: Vector<R, 3>,
                end: Vector<R, 3>,
                sticks: R::Mask,
            ) -> R {
                R::select(sticks, R::of(0.0), <$space as Space>::slide(end))
            }

            /// Friction acts along the direction that is most against the sliding.
            #[inline(always)]
            fn margin<R: Real>(p: &CoulombFacetsParams<R>, a: &Problem<R, $space>) -> R {
                let [x, y, _] = a.loose.0;
                let h = <$space>::facets_h(a.h);
                let d = polygon_direction(Vector([x, y]), p.facets, turn_of_degrees(p.facets_turn));
                h.nn - p.mu * a.rough * (h.xn * d.0[0] + h.yn * d.0[1])
            }

            #[inline(always)]
            fn cone<R: Real>(
                p: &CoulombFacetsParams<R>,
                a: &Problem<R, $space>,
                impulse: Vector<R, 3>,
            ) -> R {
                let [x, y, n] = impulse.0;
                let turn = turn_of_degrees(p.facets_turn);
                polygon_excess(Vector([x, y]), p.mu * a.rough * n, p.facets, turn)
            }

            /// c_n U_n = 0, and friction takes as much power as the cone allows: then all β with a share have the same
            /// `-d·U_t`, the largest, which is λ.
            #[inline(always)]
            fn residual<R: Real>(
                p: &CoulombFacetsParams<R>,
                a: &Problem<R, $space>,
                impulse: Vector<R, 3>,
                end: Vector<R, 3>,
                _: R,
            ) -> R {
                let [x, y, n] = impulse.0;
                let friction_power = x * end.0[0] + y * end.0[1];
                let slip = Vector([end.0[0], end.0[1]]);
                let turn = turn_of_degrees(p.facets_turn);
                let most = polygon_support(slip, p.mu * a.rough * n, p.facets, turn);
                (n * end.0[2]).abs() + (friction_power + most).abs()
            }

            fn further_probes() -> Vec<Probe> {
                let mut probes = of_lemke();
                probes.extend(of_polygon());
                probes.extend(of_facets::<$space>());
                probes
            }
        }
    };
}

facets_law!(Isotropic, include_str!("../../shaders/law/facets_isotropic.wgsl"));
facets_law!(Spatial, include_str!("../../shaders/law/facets_spatial.wgsl"));
