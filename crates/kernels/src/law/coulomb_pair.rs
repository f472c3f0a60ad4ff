//! Coulomb friction at two planar contacts of one body, with Newton's restitution. Twin:
//! `shaders/law/coulomb_pair.wgsl`.
//!
//! Find `P` and `U = U_L + H P` such that at each touched contact, with its own `mu` and `e`,
//!
//! ```text
//! 0 <= U_n + e min(U_Bn, 0) ⟂ P_n >= 0        P_t ∈ -mu P_n Sgn(U_t)
//! ```
//!
//! where `U_B` is the velocity at the start of the step; soft where e = 0 (Moreau 1988, Sec. 13; Stewart & Trinkle
//! 1996, Sec. 3). All modes are tried: [`mod@crate::pair`] says how, which solution is taken where there are several,
//! and what is counted as several or none.
//!
//! Newton's law with friction may gain energy (Kane): what is certified is `1/2 P·(U_L + U) - Σ e P_n|U_Bn| = Σ P_t
//! U_t - 1/2 P·HP`, which is never positive. For e = 0 that is the energy itself.

use super::{Law, Problem, Reaction, Solved};
use crate::columns::Range;
use crate::pair::{PairCase, pair_best, pair_solutions};
use crate::real::Real;
use crate::space::{Pair, Space, pair_size, pair_touched};
use crate::tuple::{Tuple, Vector};

const MU: Range = Range::Within(0.0, 1000.0);
const E: Range = Range::Within(0.0, 1.0);

crate::columns! {
    /// Parameters of [`CoulombPair`].
    pub struct CoulombPairParams {
        mu: "", 0.5, MU, "friction coefficient of the first contact";
        mu_ratio: "", 1.0, MU, "friction coefficient of the second contact, as a multiple of that";
        e1: "", 0.0, E, "restitution of the first contact";
        e2: "", 0.0, E, "restitution of the second contact";
    }
}

/// Coulomb friction at two contacts, exactly.
pub struct CoulombPair;

/// What each rebound asks for: `e min(U_Bn, 0)`.
#[inline(always)]
pub fn pair_rebound<R: Real>(p: &CoulombPairParams<R>, a: &Problem<R, Pair>) -> Vector<R, 2> {
    let zero = R::of(0.0);
    Vector([p.e1 * a.before.0[1].smaller(zero), p.e2 * a.before.0[3].smaller(zero)])
}

/// Both friction coefficients.
#[inline(always)]
pub fn pair_friction<R: Real>(p: &CoulombPairParams<R>, rough: R) -> Vector<R, 2> {
    let mu = rough * p.mu;
    Vector([mu, mu * p.mu_ratio])
}

/// The problem that the modes are tried on.
#[inline(always)]
pub fn pair_case<R: Real>(p: &CoulombPairParams<R>, a: &Problem<R, Pair>) -> PairCase<R> {
    let zero = R::of(0.0);
    let back = pair_rebound(p, a).0;
    let ([t1, n1, t2, n2], [one, two]) = (a.loose.0, a.h.gaps.0);
    PairCase {
        h: a.h,
        mu: pair_friction(p, a.rough),
        loose: Vector([
            pair_touched(one, t1, zero),
            pair_touched(one, n1 + back[0], zero),
            pair_touched(two, t2, zero),
            pair_touched(two, n2 + back[1], zero),
        ]),
        torn: (a.h.inner.0[1] * back[0] + a.h.inner.0[3] * back[1]).abs(),
    }
}

/// How far `(t, n)` lies outside a cone, as the excess of squared lengths; all of a pull does.
#[inline(always)]
pub fn pair_excess<R: Real>(mu: R, t: R, n: R) -> R {
    let zero = R::of(0.0);
    let (reach, pull) = (mu * n.larger(zero), n.smaller(zero));
    t * t - reach * reach + pull * pull
}

/// Residual of one contact with impulse `(t, n)` and velocity `(slide, lift)`, what a rebound asks for taken off: the
/// normal part does no work, friction as much as it can, and nothing is entered; `size` is that of all impulses.
#[inline(always)]
pub fn pair_faults<R: Real>(mu: R, t: R, n: R, slide: R, lift: R, size: R) -> R {
    let entered = R::of(0.0).larger(-lift) * size;
    (n * lift).abs() + (t * slide + mu * n * slide.abs()).abs() + entered
}

impl Law<Pair> for CoulombPair {
    const NAME: &'static str = "coulomb-pair";
    const ABOUT: &'static str =
        "Coulomb friction at two contacts of one body, every mode tried (Stewart & Trinkle 1996, Sec. 3)";
    const WGSL: &'static [&'static str] = &[
        crate::shader!("pinned.wgsl"),
        crate::shader!("pair.wgsl"),
        crate::shader!("law/coulomb_pair.wgsl"),
    ];
    type Params<R: Real> = CoulombPairParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &CoulombPairParams<R>, a: &Problem<R, Pair>) -> Reaction<R, Pair> {
        Self::solve(p, a).reaction
    }

    /// Modes are tried once for both, and not in flight.
    #[inline(always)]
    fn solve<R: Real>(p: &CoulombPairParams<R>, a: &Problem<R, Pair>) -> Solved<R, Pair> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        if !R::anywhere(a.contact) {
            let reaction = Reaction { impulse: Vector([zero; 4]), sticks: R::nowhere() };
            return Solved { reaction, margin: one, effort: zero };
        }
        let c = pair_case(p, a);
        let best = pair_best(&c);
        let impulse = Tuple::select(a.contact, best.impulse, Vector([zero; 4]));
        Solved {
            reaction: Reaction { impulse, sticks: a.contact & best.sticks },
            margin: R::select(a.contact, pair_solutions(&c, &best), one),
            effort: zero,
        }
    }

    #[inline(always)]
    fn slide<R: Real>(
        _: &CoulombPairParams<R>,
        _: &Problem<R, Pair>,
        _: Vector<R, 4>,
        end: Vector<R, 4>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, R::of(0.0), Pair::slide(end))
    }

    /// Two contacts have no single margin: this tells how many solutions there are, 1 for one, -1 for several, 0 for
    /// none.
    #[inline(always)]
    fn margin<R: Real>(p: &CoulombPairParams<R>, a: &Problem<R, Pair>) -> R {
        Self::solve(p, a).margin
    }

    #[inline(always)]
    fn cone<R: Real>(p: &CoulombPairParams<R>, a: &Problem<R, Pair>, impulse: Vector<R, 4>) -> R {
        let ([mu1, mu2], [t1, n1, t2, n2]) = (pair_friction(p, a.rough).0, impulse.0);
        pair_excess(mu1, t1, n1).larger(pair_excess(mu2, t2, n2))
    }

    /// A contact that is not touched has no impulse.
    #[inline(always)]
    fn residual<R: Real>(
        p: &CoulombPairParams<R>,
        a: &Problem<R, Pair>,
        impulse: Vector<R, 4>,
        end: Vector<R, 4>,
        _: R,
    ) -> R {
        let ([mu1, mu2], back) = (pair_friction(p, a.rough).0, pair_rebound(p, a).0);
        let ([t1, n1, t2, n2], [x1, y1, x2, y2]) = (impulse.0, end.0);
        let weight = Pair::weight(a.h);
        // Without any impulse, too, entering is a fault.
        let size = pair_size(impulse) + R::select(a.contact, pair_size(a.loose) / weight, R::of(0.0));
        let one = pair_faults(mu1, t1, n1, x1, y1 + back[0], size);
        let two = pair_faults(mu2, t2, n2, x2, y2 + back[1], size);
        let first = pair_touched(a.h.gaps.0[0], one, weight * (t1 * t1 + n1 * n1));
        first + pair_touched(a.h.gaps.0[1], two, weight * (t2 * t2 + n2 * n2))
    }

    #[inline(always)]
    fn gain<R: Real>(
        p: &CoulombPairParams<R>,
        a: &Problem<R, Pair>,
        impulse: Vector<R, 4>,
        end: Vector<R, 4>,
    ) -> R {
        let back = pair_rebound(p, a).0;
        Pair::gain(a.h, impulse, a.loose, end) + back[0] * impulse.0[1] + back[1] * impulse.0[3]
    }
}
