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
//! a linear complementarity problem of m + 2 unknowns, copositive, which [Lemke's method](crate::basis) solves. H and U_L are brought to
//! the order of 1 first, for what it takes for rounding is told against numbers of that size. Where there are several solutions
//! (H couples the directions strongly) it is the one at which the pivoting arrives. Theory knows no failure; one that rounding
//! made would be an impulse beyond all bounds, so that the member is flagged and counted as not finite.
//!
//! For a particle it is the problem of [`CoulombPolygon`](super::CoulombPolygon), a projection there.

// As WGSL has it, line by line.
#![allow(clippy::needless_range_loop)]

use super::{Law, Problem, Reaction};
use crate::basis::{FACETS_CAP, VALUE, basis_search};
use crate::columns::Range;
use crate::facets::facets_problem;
use crate::lemke::End;
use crate::math::turn_of_degrees;
use crate::polygon::{polygon_direction, polygon_excess, polygon_support};
use crate::real::{Real, Scalar};
use crate::space::{Isotropic, Space, Spatial, SpatialDelassus};
use crate::tuple::Vector;

/// The impulse of a problem that was not solved: beyond all bounds, yet a number in f32.
const LOST: f64 = 1e38;
/// Iterations of all loops at most. A pivot has 41 to build the system, 40 to solve it, 6 for the rate, 5 for the candidates, and 19 rounds
/// for what leaves, six of which look at 5 slots and 18 candidates; to start with there are 31, to end with 87, and those of the polygon.
const MOST_LOOPS: u32 = FACETS_CAP * (1 + 41 + 40 + 6 + 5 + 19 + 6 * (5 + 18)) + 31 + 87 + 4 * 16;
/// At least as many as lanes have members.
const MOST_LANES: usize = 80;

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
    let (a, end, _) = basis_search(&p);
    if end != End::Solved {
        return (Vector([zero, zero, R::of(LOST) / h.nn]), false);
    }
    let mut impulse = [zero; 3];
    let mut sticks = true;
    for c in 0..a.used {
        let amount = zero.larger(a.t[c][VALUE]);
        if a.slots[c] < p.count {
            impulse[0] += amount * p.direction[a.slots[c]].0[0];
            impulse[1] += amount * p.direction[a.slots[c]].0[1];
        } else if a.slots[c] == p.count {
            impulse[2] = amount;
        } else {
            sticks = amount <= zero;
        }
    }
    (Vector(impulse.map(|x| x * p.unit)), sticks)
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
const SHARED: [&str; 5] = [
    crate::shader!("directions.wgsl"),
    crate::shader!("facets.wgsl"),
    crate::shader!("basis.wgsl"),
    crate::shader!("polygon.wgsl"),
    crate::shader!("law/coulomb_facets.wgsl"),
];

macro_rules! facets_law {
    ($space:ty, $wgsl:expr) => {
        impl Law<$space> for CoulombFacets {
            const NAME: &'static str = "coulomb-facets";
            const ABOUT: &'static str =
                "soft contact with friction in a polyhedral cone, by Lemke's method (Stewart & Trinkle, Sec. 3)";
            const LOOPS: u32 = MOST_LOOPS;
            const WGSL: &'static [&'static str] = &[$wgsl, SHARED[0], SHARED[1], SHARED[2], SHARED[3], SHARED[4]];
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
        }
    };
}

facets_law!(Isotropic, crate::shader!("law/facets_isotropic.wgsl"));
facets_law!(Spatial, crate::shader!("law/facets_spatial.wgsl"));
