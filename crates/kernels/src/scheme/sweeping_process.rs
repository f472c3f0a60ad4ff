//! The sweeping-process algorithm (Monteiro Marques & Dzonou 2018, Sec. 1.2). Twin: `shaders/scheme/sweeping_process.wgsl`.
//!
//! ```text
//! w       = v_{i-1} + h A⁻¹K(t_i, history, q_i, v_{i-1})
//! v_i     = w + A⁻¹Gᵀ P, P from the law, if gap(q_i) <= 0 and U_n(w) < 0      (else v_i = w)
//! q_{i+1} = q_i + h v_i
//! ```
//!
//! For soft contact with Coulomb friction this is the paper's `v_i = prox(0, [w + C(q_i)] ∩ T(q_i))`. Forces and contact are
//! looked for at the start of the step, `q_i` and `t_i`; `history` is the motion up to `t_i`, affine between the starts of
//! steps, and a force with a delay reads it at `t_i - τ` (see [`crate::delay`]). A drive that depends on time is the one
//! exception: the clock gives it at the middle of the step, as for all schemes. The order is 1 everywhere. A step can pass
//! the boundary by one step of the fastest motion, and stays where it is then: nothing is taken back.

use super::{Scheme, Step};
use crate::law::{Law, Problem, Solved};
use crate::ledger::NoLedger;
use crate::model::Model;
use crate::real::Real;
use crate::space::Space;

crate::columns! {
    /// The scheme has no options.
    pub struct SweepingProcessParams {}
}

/// The sweeping-process algorithm.
pub struct SweepingProcess;

impl Scheme for SweepingProcess {
    const NAME: &'static str = "sweeping-process";
    const ABOUT: &'static str = "the sweeping-process algorithm: all at the start of the step (Monteiro Marques & Dzonou 2018, Sec. 1.2)";
    const WGSL: &'static str = crate::shader!("scheme/sweeping_process.wgsl");
    type Params<R: Real> = SweepingProcessParams<R>;
    type Ledger = NoLedger;

    const LEAN: &'static [(&'static str, f64)] = &[];

    #[inline(always)]
    fn ahead<R: Real, M: Model>(_: R, q: M::Coords<R>, _: M::Coords<R>) -> M::Coords<R> {
        q
    }

    #[inline(always)]
    fn step<R: Real, M: Model, L: Law<M::Space>, const LEAN: bool>(
        c: &M::Setup<R>,
        law: &L::Params<R>,
        _: &SweepingProcessParams<R>,
        h: R,
        d: &M::Drive<R>,
        q: M::Coords<R>,
        _: M::Coords<R>,
        u: M::Coords<R>,
        stuck: R::Mask,
    ) -> Step<R, M> {
        let zero = R::of(0.0);
        let w = u + M::acceleration(c, d, q, u) * h;
        let loose = M::local(c, q, w);
        let delassus = M::delassus(c, q);
        let contact = M::gap(c, q).le(M::skin(c)) & M::Space::normal(delassus, loose).lt(zero);

        let (before, rough) = (M::local(c, q, u), M::rough(c, d, q, u));
        let problem = Problem { h: delassus, before, loose, rough, theta: R::of(1.0), contact, stuck };
        let Solved { reaction, margin, effort } = L::solve(law, &problem);
        let v = M::after(c, q, w, loose, reaction.impulse, contact);
        let q_end = M::travel(q, v * h);
        let end = M::local(c, q, v);
        Step {
            q: q_end,
            u: v,
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
