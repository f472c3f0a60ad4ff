//! Moreau's midpoint time step (Moreau 1988, Sec. 11 and 16). Twin: `shaders/scheme/moreau_midpoint.wgsl`.
//!
//! ```text
//! q_M = q_I + h/2 u_I
//! u_L = u_I + h A⁻¹K(t_M, q_M, u_I)
//! contact if gap(q_T) <= skin and U_Ln < 0, with q_T = q_I + test_point·h u_I
//! u_F = u_L + A⁻¹Gᵀ P, P from the law            (no contact: u_F = u_L)
//! q_F = q_M + h/2 u_F
//! q_C = q_F - correction·gap A⁻¹∇gap/(∇gap·A⁻¹∇gap) where gap(q_F) < 0
//! ```
//!
//! The skin is 0 but for curved boundaries ([`Model::skin`]). The paper's step has `test_point = 1/2` (the midpoint itself) and `correction = 0`; Remark 11.1 recommends
//! `test_point = 1` and `correction = 1` where violation must be kept in check. Here both are plain numbers, so
//! that a study can sample them; the paper's own values, fixed, make a shorter step.

use super::{Scheme, Step};
use crate::columns::Range;
use crate::law::{Law, Problem, Solved};
use crate::ledger::NoLedger;
use crate::model::Model;
use crate::real::Real;
use crate::space::Space;

crate::columns! {
    /// Options of [`MoreauMidpoint`].
    pub struct MoreauMidpointParams {
        test_point: "", 0.5, Range::Within(0.5, 1.0), "contact is tested at q + test_point h u: 0.5 the midpoint, 1 Rem. 11.1";
        correction: "", 0.0, Range::Within(0.0, 1.0), "share of a violation taken back after the step: 0 none, 1 Rem. 11.1";
    }
}

/// Moreau's midpoint scheme.
pub struct MoreauMidpoint;

impl Scheme for MoreauMidpoint {
    const NAME: &'static str = "moreau-midpoint";
    const ABOUT: &'static str = "Moreau's midpoint time step (Moreau 1988, Sec. 11 and 16, Rem. 11.1)";
    const WGSL: &'static str = crate::shader!("scheme/moreau_midpoint.wgsl");
    const EVERYDAY: bool = true;
    type Params<R: Real> = MoreauMidpointParams<R>;
    type Ledger = NoLedger;

    const LEAN: &'static [(&'static str, f64)] = &[("test_point", 0.5), ("correction", 0.0)];

    #[inline(always)]
    fn ahead<R: Real, M: Model>(h: R, q: M::Coords<R>, u: M::Coords<R>) -> M::Coords<R> {
        M::travel(q, u * (R::of(0.5) * h))
    }

    #[inline(always)]
    fn step<R: Real, M: Model, L: Law<M::Space>, const LEAN: bool>(
        c: &M::Setup<R>,
        law: &L::Params<R>,
        p: &MoreauMidpointParams<R>,
        h: R,
        d: &M::Drive<R>,
        q: M::Coords<R>,
        q_mid: M::Coords<R>,
        u: M::Coords<R>,
        stuck: R::Mask,
    ) -> Step<R, M> {
        let zero = R::of(0.0);
        let mut q_test = q_mid;
        if !LEAN {
            q_test = M::travel(q, u * (p.test_point * h));
        }
        let u_loose = u + M::acceleration(c, d, q_mid, u) * h;
        let loose = M::local(c, q_mid, u_loose);
        let delassus = M::delassus(c, q_mid);
        let contact = M::gap(c, q_test).le(M::skin(c)) & M::Space::normal(delassus, loose).lt(zero);

        let (before, rough) = (M::local(c, q_mid, u), M::rough(c, d, q_mid, u));
        let problem = Problem { h: delassus, before, loose, rough, theta: R::of(0.5), contact, stuck };
        let Solved { reaction, margin, effort } = L::solve(law, &problem);
        let u_end = M::after(c, q_mid, u_loose, loose, reaction.impulse, contact);
        let half = u_end * (R::of(0.5) * h);
        let mut q_end = M::travel(q_mid, half);
        if !LEAN {
            let violation = M::gap(c, q_end).smaller(zero) * p.correction;
            q_end = M::travel(q_end, M::kick(c, q_mid, M::Space::push(delassus, -violation)));
        }
        let end = M::local(c, q_mid, u_end);
        Step {
            q: q_end,
            u: u_end,
            ahead: M::travel(q_end, half),
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
