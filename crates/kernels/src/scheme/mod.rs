//! Time-stepping schemes: each is one step, for any model and any law.

use crate::columns::{Column, Columns};
use crate::law::{Law, Problem};
use crate::ledger::Ledger;
use crate::model::Model;
use crate::real::Real;
use crate::space::Space;
use crate::tally::Touch;

mod moreau_jean;
mod moreau_midpoint;
mod stewart_trinkle;
mod sweeping_process;
pub use moreau_jean::MoreauJean;
pub use moreau_midpoint::MoreauMidpoint;
pub use stewart_trinkle::StewartTrinkle;
pub use sweeping_process::SweepingProcess;

/// Local velocities and impulses of a model's contact.
pub type LocalOf<R, M> = <<M as Model>::Space as Space>::Local<R>;

/// What one step did.
pub struct Step<R: Real, M: Model> {
    /// Coordinates at its end.
    pub q: M::Coords<R>,
    /// Velocities at its end.
    pub u: M::Coords<R>,
    /// Where the next step looks: [`Scheme::ahead`] of the two.
    pub ahead: M::Coords<R>,
    /// What the law was asked.
    pub problem: Problem<R, M::Space>,
    /// The contact impulse P, zero where there was no contact.
    pub impulse: LocalOf<R, M>,
    /// The local velocity with contact, U_F.
    pub end: LocalOf<R, M>,
    /// The velocity that the law's conditions are about: U_F itself, but for a scheme that looks at where the step ends.
    pub judged: LocalOf<R, M>,
    /// Where the contact stuck.
    pub sticks: R::Mask,
    /// [`Law::margin`] of the problem. Laws find it on the way to the impulse; WGSL asks for it behind the step.
    pub margin: R,
    /// What the law [had to do](crate::law::Solved::effort).
    pub effort: R,
    /// Where a scheme that iterates met its tolerance; everywhere for one that does not.
    pub settled: R::Mask,
}

impl<R: Real, M: Model> Step<R, M> {
    /// What the contact did.
    #[inline(always)]
    pub fn touch(&self) -> Touch<R::Mask> {
        Touch { contact: self.problem.contact, sticks: self.sticks }
    }
}

/// A time step. Twin: a file of `shaders/scheme/` with `scheme_step`.
pub trait Scheme: Send + Sync + 'static {
    /// The name in a study file.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// The WGSL twin.
    const WGSL: &'static str;
    /// Whether, with an everyday model and law, every variant of the loop is compiled; see [`crate::isa`].
    const EVERYDAY: bool = false;
    /// Iterations that a loop in its WGSL makes in a step, at most: see [`Law::LOOPS`].
    const LOOPS: u32 = 0;
    /// How often a step asks the law, at most.
    const ASKS: u32 = 1;
    /// Its options, as parameters.
    type Params<R: Real>: Columns<R>;
    /// The books that it keeps of each member.
    type Ledger: Ledger;
    /// The values of options for which the step is shorter; empty if it has none to spare. Compiled as a step of its own,
    /// which studies take that fix these options to these values.
    const LEAN: &'static [(&'static str, f64)];
    /// Whether the lean step is so much shorter that it is compiled for every model and law, not for everyday ones only.
    const LEAN_PAYS: bool = false;

    /// Its options as a probe draws them, around their defaults: others than a study's where long steps from anywhere, which probes
    /// make, would only multiply rounding.
    fn probed() -> Vec<Column> {
        <Self::Params<f64> as Columns<f64>>::COLUMNS.to_vec()
    }

    /// Where a step from `(q, u)` looks for forces and contact. A step ends with the next one's, which costs it nothing.
    fn ahead<R: Real, M: Model>(h: R, q: M::Coords<R>, u: M::Coords<R>) -> M::Coords<R>;

    /// One step of size `h` from `(q, u)`, which looks `ahead`; `stuck` where the contact stuck in the step before;
    /// `LEAN` where all options are [those](Scheme::LEAN).
    #[allow(clippy::too_many_arguments)] // the twin of a WGSL function, which has no tuples
    fn step<R: Real, M: Model, L: Law<M::Space>, const LEAN: bool>(
        c: &M::Setup<R>,
        law: &L::Params<R>,
        p: &Self::Params<R>,
        h: R,
        d: &M::Drive<R>,
        q: M::Coords<R>,
        ahead: M::Coords<R>,
        u: M::Coords<R>,
        stuck: R::Mask,
    ) -> Step<R, M>;
}
