//! The Moreau–Jean θ-scheme (Acary & Collins-Craft 2023, eq. 53 and 63). Twin: `shaders/scheme/moreau_jean.wgsl`.
//!
//! ```text
//! A (u_F - u_I) + h K q_θ + h C u_θ - h F = Gᵀ P        q_F = q_I + h u_θ
//! u_θ = θ u_F + (1 - θ) u_I                             q_θ = θ q_F + (1 - θ) q_I
//! ```
//!
//! Springs and dashpots are implicit, all else is taken at `q_P = q_I + θ h u_I`. With `Â = A + θh C + (θh)² K`
//! ([`Model::soften`] is `Â⁻¹A`) the step is solved for
//!
//! ```text
//! u_L = u_I + Â⁻¹A h a(q_P, u_I)          a = A⁻¹(F - K q - C u), the model's acceleration
//! contact if gap(q_I + test_point·h u_I) <= skin and U_Ln < 0
//! u_F = u_L + Â⁻¹Gᵀ P, P from the law with H = G Â⁻¹ Gᵀ
//! ```
//!
//! A law on U_F makes it the standard scheme (53), one on U_θ the dissipative one (63); both find θ in what they are asked.
//! No energy is gained if `1/2 <= θ <= 1/(1 + e)` (78). The paper tests for contact at the whole step (55).
//! Without springs and dashpots, θ = 1/2 is Moreau's midpoint step.

use super::{Scheme, Step};
use crate::columns::Range;
use crate::law::{Law, Problem, Solved};
use crate::ledger::EnergyBooks;
use crate::model::Model;
use crate::real::Real;
use crate::space::Space;

crate::columns! {
    /// Options of [`MoreauJean`].
    pub struct MoreauJeanParams {
        theta_scheme: "", 0.5, Range::Within(0.0, 1.0), "weight theta of the step's end; dissipative in [1/2, 1/(1 + e)]";
        test_point: "", 1.0, Range::Within(0.0, 1.0), "contact is tested at q + test_point h u: 1 is eq. (55), 0.5 Moreau's midpoint";
    }
}

/// The Moreau–Jean scheme.
pub struct MoreauJean;

impl Scheme for MoreauJean {
    const NAME: &'static str = "moreau-jean";
    const ABOUT: &'static str =
        "the Moreau-Jean theta-scheme, with energy books (Acary & Collins-Craft 2023, eq. 53, 63)";
    const WGSL: &'static str = crate::shader!("scheme/moreau_jean.wgsl");
    type Params<R: Real> = MoreauJeanParams<R>;
    type Ledger = EnergyBooks;

    const LEAN: &'static [(&'static str, f64)] = &[];

    #[inline(always)]
    fn ahead<R: Real, M: Model>(_: R, q: M::Coords<R>, _: M::Coords<R>) -> M::Coords<R> {
        q
    }

    #[inline(always)]
    fn step<R: Real, M: Model, L: Law<M::Space>, const LEAN: bool>(
        c: &M::Setup<R>,
        law: &L::Params<R>,
        p: &MoreauJeanParams<R>,
        h: R,
        d: &M::Drive<R>,
        q: M::Coords<R>,
        _: M::Coords<R>,
        u: M::Coords<R>,
        stuck: R::Mask,
    ) -> Step<R, M> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let (theta, reach) = (p.theta_scheme, p.theta_scheme * h);
        let place = M::travel(q, u * reach);
        let test = M::travel(q, u * (p.test_point * h));
        let u_loose = u + M::soften(c, reach, M::acceleration(c, d, place, u)) * h;
        let loose = M::local(c, place, u_loose);
        let delassus = M::soft_delassus(c, reach, place);
        let contact = M::gap(c, test).le(M::skin(c)) & M::Space::normal(delassus, loose).lt(zero);

        let (before, rough) = (M::local(c, place, u), M::rough(c, d, place, u));
        let problem = Problem { h: delassus, before, loose, rough, theta, contact, stuck };
        let Solved { reaction, margin, effort } = L::solve(law, &problem);
        let u_end = u_loose + M::soften(c, reach, M::kick(c, place, reaction.impulse));
        let mean = u_end * theta + u * (one - theta);
        let q_end = M::travel(q, mean * h);
        let end = M::local(c, place, u_end);
        Step {
            q: q_end,
            u: u_end,
            ahead: q_end,
            problem,
            impulse: reaction.impulse,
            end,
            judged: end,
            sticks: reaction.sticks,
            margin,
            effort,
            settled: !R::nowhere(),
        }
    }
}
