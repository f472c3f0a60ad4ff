//! S13 with two contacts: the viscoelastic chain of [`Chain`], of which the last body and one other can meet the floor. Twin:
//! `shaders/model/chain_pair.wgsl`. Source: Acary & Collins-Craft 2023.
//!
//! The first contact is that of the other body, number `mate`, the second that of the last one: with `i` the former,
//!
//! ```text
//! G picks (x_i, y_i, x4, y4)        gaps = y_i + clearance_mate, y4 + clearance        H = the entries ii, i4, 44 of Â⁻¹, alike along both axes
//! ```
//!
//! H is regular: the masses alone see to that. Without springs in the step (`Â = A`) the contacts do not feel each other; with
//! them an impulse at one moves the other within the step. The floor is felt within a `skin`, for rounding would part what lies on
//! it for a step now and then.

use super::chain::{axes, of_axes, over};
use super::{Boundary, Chain, ChainParams, ChainSetup, Model, PLAIN_TRAVEL, StateColumn, Still};
use super::{chain_masses, chain_pivots, chain_solve, chain_stiffened};
use crate::columns::{Joined, Range};
use crate::real::Real;
use crate::space::{Pair, PairDelassus, PlanarDelassus};
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// What [`ChainPair`] has beyond a chain.
    pub struct MateParams {
        mate: "", 3.0, Range::OneOf(&[1.0, 2.0, 3.0]), "the other body that can meet the floor";
        clearance_mate: "m", 0.0, Range::Within(0.0, 1e6), "height of that body above the floor when the chain is at rest";
        skin: "m", 1e-6, Range::Within(0.0, 1e3), "distance within which the floor is felt: thicker than rounding, 1e-6 of the coordinates in f32";
    }
}

crate::fields! {
    /// 1 for the other body that can meet the floor and 0 for the rest; its height; the skin.
    pub struct MateSetup { pick1, pick2, pick3, clearance_mate, skin }
}

/// Parameters of [`ChainPair`].
pub type ChainPairParams<R> = Joined<ChainParams<R>, MateParams<R>>;
/// What its step needs.
pub type ChainPairSetup<R> = Joined<ChainSetup<R>, MateSetup<R>>;

/// A viscoelastic chain with two contacts.
pub struct ChainPair;

/// 1 for the other body that can meet the floor, 0 for the rest.
#[inline(always)]
pub fn chain_mate<R: Real>(c: &ChainPairSetup<R>) -> Vector<R, 4> {
    Vector([c.second.pick1, c.second.pick2, c.second.pick3, R::of(0.0)])
}

/// H, of what the links make of unit impulses at the other body, and of the last body's own part.
#[inline(always)]
pub fn chain_couple<R: Real>(
    c: &ChainPairSetup<R>,
    q: Vector<R, 8>,
    mate: Vector<R, 4>,
    last: R,
) -> PairDelassus<R> {
    let zero = R::of(0.0);
    let own = chain_mate(c).dot(mate);
    PairDelassus {
        one: PlanarDelassus { tt: own, tn: zero, nn: own },
        two: PlanarDelassus { tt: last, tn: zero, nn: last },
        tt: mate.0[3],
        tn: zero,
        nt: zero,
        nn: mate.0[3],
        gaps: gaps(c, q) - Vector([c.second.skin; 2]),
        inner: Vector([zero; 4]),
    }
}

/// Both gaps.
#[inline(always)]
fn gaps<R: Real>(c: &ChainPairSetup<R>, q: Vector<R, 8>) -> Vector<R, 2> {
    let [_, y] = axes(q);
    Vector([chain_mate(c).dot(y) + c.second.clearance_mate, y.0[3] + c.first.clearance])
}

impl Model for ChainPair {
    const NAME: &'static str = "chain-pair";
    const ABOUT: &'static str = "S13: a viscoelastic chain of four masses, two of which can meet a rough floor (Acary & Collins-Craft 2023)";
    const WGSL: &'static [&'static str] =
        &[PLAIN_TRAVEL, crate::shader!("model/chain_row.wgsl"), crate::shader!("model/chain_pair.wgsl")];
    const ENERGY: &'static str = Chain::ENERGY;
    const SPRINGS: bool = true;
    const STATE: &'static [StateColumn] = Chain::STATE;
    type Space = Pair;
    type Coords<R: Real> = Vector<R, 8>;
    type Params<R: Real> = ChainPairParams<R>;
    type Setup<R: Real> = ChainPairSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &ChainPairParams<R>) -> ChainPairSetup<R> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let mate = p.second.mate;
        let second = MateSetup {
            pick1: R::select(mate.lt(R::of(1.5)), one, zero),
            pick2: R::select(R::of(1.5).lt(mate) & mate.lt(R::of(2.5)), one, zero),
            pick3: R::select(R::of(2.5).lt(mate), one, zero),
            clearance_mate: p.second.clearance_mate,
            skin: p.second.skin,
        };
        Joined { first: Chain::setup(&p.first), second }
    }

    #[inline(always)]
    fn start<R: Real>(p: &ChainPairParams<R>) -> (Vector<R, 8>, Vector<R, 8>) {
        Chain::start(&p.first)
    }

    #[inline(always)]
    fn drive<R: Real>(c: &ChainPairSetup<R>, turn: R) -> Still<R> {
        Chain::drive(&c.first, turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &ChainPairSetup<R>,
        d: &Still<R>,
        q: Vector<R, 8>,
        u: Vector<R, 8>,
    ) -> Vector<R, 8> {
        Chain::acceleration(&c.first, d, q, u)
    }

    #[inline(always)]
    fn gap<R: Real>(c: &ChainPairSetup<R>, q: Vector<R, 8>) -> R {
        let [one, two] = gaps(c, q).0;
        one.smaller(two)
    }

    #[inline(always)]
    fn skin<R: Real>(c: &ChainPairSetup<R>) -> R {
        c.second.skin
    }

    #[inline(always)]
    fn local<R: Real>(c: &ChainPairSetup<R>, _: Vector<R, 8>, u: Vector<R, 8>) -> Vector<R, 4> {
        let ([x, y], mate) = (axes(u), chain_mate(c));
        Vector([mate.dot(x), mate.dot(y), x.0[3], y.0[3]])
    }

    #[inline(always)]
    fn kick<R: Real>(c: &ChainPairSetup<R>, _: Vector<R, 8>, impulse: Vector<R, 4>) -> Vector<R, 8> {
        let (zero, mate) = (R::of(0.0), chain_mate(c));
        let along = mate * impulse.0[0] + Vector([zero, zero, zero, impulse.0[2]]);
        let up = mate * impulse.0[1] + Vector([zero, zero, zero, impulse.0[3]]);
        of_axes(over(along, chain_masses(&c.first)), over(up, chain_masses(&c.first)))
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &ChainPairSetup<R>, q: Vector<R, 8>) -> PairDelassus<R> {
        chain_couple(c, q, over(chain_mate(c), chain_masses(&c.first)), R::of(1.0) / c.first.m4)
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &ChainPairSetup<R>, _: Vector<R, 8>, _: Vector<R, 8>) -> Vector<R, 4> {
        Vector([R::of(0.0); 4])
    }

    #[inline(always)]
    fn inner<R: Real>(c: &ChainPairSetup<R>, q: Vector<R, 8>, u: Vector<R, 8>, v: Vector<R, 8>) -> R {
        Chain::inner(&c.first, q, u, v)
    }

    #[inline(always)]
    fn stretch<R: Real>(c: &ChainPairSetup<R>, v: Vector<R, 8>, q: Vector<R, 8>) -> R {
        Chain::stretch(&c.first, v, q)
    }

    #[inline(always)]
    fn drag<R: Real>(c: &ChainPairSetup<R>, v: Vector<R, 8>, u: Vector<R, 8>) -> R {
        Chain::drag(&c.first, v, u)
    }

    #[inline(always)]
    fn soften<R: Real>(c: &ChainPairSetup<R>, reach: R, w: Vector<R, 8>) -> Vector<R, 8> {
        Chain::soften(&c.first, reach, w)
    }

    #[inline(always)]
    fn soft_delassus<R: Real>(c: &ChainPairSetup<R>, reach: R, q: Vector<R, 8>) -> PairDelassus<R> {
        let s = chain_stiffened(&c.first, reach);
        let p = chain_pivots(chain_masses(&c.first), s);
        chain_couple(c, q, chain_solve(p, s, chain_mate(c)), R::of(1.0) / p.0[3])
    }

    /// Cut from both walls, with the same friction at both contacts, a chain slides for good where the pull exceeds `mu` times
    /// what the floor carries: the whole weight.
    fn boundaries(over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        let free = ["k0", "k4", "c0", "c4"].iter().all(|link| value(link) == 0.0);
        let weight = value("gravity") * ["m1", "m2", "m3", "m4"].iter().map(|m| value(m)).sum::<f64>();
        if over != ["mu", "pull"] || !free || value("mu_ratio") != 1.0 || !weight.is_finite() {
            return Vec::new();
        }
        let points = (0..=100).map(|j| (f64::from(j) / 50.0, f64::from(j) / 50.0 * weight)).collect();
        vec![Boundary { what: "pull = mu times the weight", points }]
    }
}
