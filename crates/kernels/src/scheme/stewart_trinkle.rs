//! The time step of Stewart & Trinkle (1996, Sec. 3): contact is asked for where the step ends. Twin:
//! `shaders/scheme/stewart_trinkle.wgsl`.
//!
//! ```text
//! v_L = v + h A⁻¹K(q, v)
//! v'  = v_L + A⁻¹Gᵀ P, P from the law        q' = q + h v'
//! 0 <= P_n  ⊥  gap(q̂)/h + U_n(v' - w) >= 0,  q̂ = q + h w        (3), the boundary taken as straight about q̂
//! ```
//!
//! G and H are taken at q̂ too. For a soft law this is the problem it solves anyway, for the loose velocity lifted along the
//! normal by `gap(q̂)/h - U_n(w)` ([`Space::lift`]): what it leaves is not `U_n = 0` but a step that ends on the
//! boundary. `coulomb-planar` is then the LCP (4) with two directions, solved in closed form; the round cones of the other laws
//! are what (4) tends to as its directions grow in number.
//!
//! **Linear**, `iterations = 0`: `w = 0`, all is taken at q. A step can then end below a curved boundary, by O(h²).
//! **Nonlinear** (Sec. 3.4): `w = v`, then the v' that this gives, and so on towards `q̂ = q'`, where the step ends exactly feasible. What flies
//! is there at once; with contact all `iterations` are made, so that no decision hangs on rounding. They gain two digits each or more
//! in a step whose impulse, on its longest arm, would turn the body by little. Steps that end deeper than the tolerance, or further off than it with an impulse, are counted.
//!
//! **Energy** (Sec. 3.5). What the contact adds is `P·U' - 1/2 P·H P`, with `P_n U_n' = -P_n lift` and `P_t·U_t' <= 0`. Where no lift is
//! negative it takes energy: always, where the boundary is straight and the step begins on the right side of it. A lift is negative
//! in a step that begins below, and by O(h) over a boundary that bends away: pushing out does work, up to `P_n |lift|`,
//! and the certificate of energy says so.
//!
//! Collisions are inelastic, as in the paper: the law is told that the contact was at rest before, so no `e` acts here.

use super::{Scheme, Step};
use crate::columns::{Column, Columns, Range};
use crate::law::{Law, Problem, Solved};
use crate::ledger::Settlings;
use crate::model::Model;
use crate::real::Real;
use crate::space::Space;
use crate::tuple::Tuple;

/// The most iterations that can be asked for.
const MOST: f64 = 8.0;

crate::columns! {
    /// Options of [`StewartTrinkle`].
    pub struct StewartTrinkleParams {
        iterations: "", 5.0, Range::Within(0.0, MOST), "solutions of a step with contact, Sec. 3.4; 0: linear, all at its start";
        tolerance: "m", 1e-6, Range::Within(0.0, 1e3), "steps that end further from feasible than this are counted";
    }
}

/// The scheme of Stewart and Trinkle.
pub struct StewartTrinkle;

impl Scheme for StewartTrinkle {
    const NAME: &'static str = "stewart-trinkle";
    const ABOUT: &'static str =
        "contact where the step ends, inelastic, linear or iterated (Stewart & Trinkle 1996, Sec. 3)";
    const WGSL: &'static str = crate::shader!("scheme/stewart_trinkle.wgsl");
    // A driver that counts iterations counts those in which a loop is left, too.
    const LOOPS: u32 = 2 * MOST as u32;
    const ASKS: u32 = MOST as u32;
    type Params<R: Real> = StewartTrinkleParams<R>;
    type Ledger = Settlings;

    const LEAN: &'static [(&'static str, f64)] = &[("iterations", 0.0)];
    // One solution, not a loop of them.
    const LEAN_PAYS: bool = true;

    /// Linear or one solution, and a tolerance that some meet: from deep below the boundary, in a long step, nothing contracts. Runs
    /// iterate.
    fn probed() -> Vec<Column> {
        let columns = StewartTrinkleParams::<f64>::COLUMNS.iter().zip([0.0, 0.1]);
        columns.map(|(column, default)| Column { default, ..*column }).collect()
    }

    #[inline(always)]
    fn ahead<R: Real, M: Model>(_: R, q: M::Coords<R>, _: M::Coords<R>) -> M::Coords<R> {
        q
    }

    #[inline(always)]
    fn step<R: Real, M: Model, L: Law<M::Space>, const LEAN: bool>(
        c: &M::Setup<R>,
        law: &L::Params<R>,
        p: &StewartTrinkleParams<R>,
        h: R,
        d: &M::Drive<R>,
        q: M::Coords<R>,
        _: M::Coords<R>,
        u: M::Coords<R>,
        stuck: R::Mask,
    ) -> Step<R, M> {
        const { assert!(M::Space::LIFTS, "contacts of this kind cannot be lifted") };
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let none = Tuple::from_fn(|_| zero);
        let u_loose = u + M::acceleration(c, d, q, u) * h;
        let iterates = if LEAN { R::nowhere() } else { zero.lt(p.iterations) };
        let mut w: M::Coords<R> = Tuple::select(iterates, u, Tuple::from_fn(|_| zero));
        let mut open = iterates;
        let mut made = one;
        loop {
            let place = if LEAN { q } else { M::travel(q, w * h) };
            let moved = Tuple::select(iterates, M::local(c, place, w), none);
            let (delassus, lift) = M::Space::lift(M::delassus(c, place), M::gap(c, place), h, moved);
            let loose = M::local(c, place, u_loose);
            let raised = loose + lift;
            let contact = M::Space::normal(delassus, raised).lt(zero);

            let rough = M::rough(c, d, place, u);
            let asked =
                Problem { h: delassus, before: none, loose: raised, rough, theta: one, contact, stuck };
            let Solved { reaction, effort, .. } = L::solve(law, &asked);
            let u_end = M::after(c, place, u_loose, loose, reaction.impulse, contact);
            let q_end = M::travel(q, u_end * h);
            let end = M::local(c, place, u_end);

            let mut settled = !R::nowhere();
            if !LEAN {
                let gap = M::gap(c, q_end);
                let near = !contact | gap.le(p.tolerance);
                settled = !iterates | (-p.tolerance).le(gap) & near;
                // A lane that is done stays where it is, and comes to the same end again.
                open = open & (contact | gap.lt(zero)) & made.lt(p.iterations);
                made += one;
            }
            if LEAN || !R::anywhere(open) {
                let problem = Problem { loose, ..asked };
                return Step {
                    q: q_end,
                    u: u_end,
                    ahead: q_end,
                    problem,
                    impulse: reaction.impulse,
                    end,
                    judged: end + lift,
                    sticks: reaction.sticks,
                    margin: L::margin(law, &problem),
                    effort,
                    settled,
                };
            }
            w = Tuple::select(open, u_end, w);
        }
    }
}
