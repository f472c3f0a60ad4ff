//! What is watched of a member beside its certificates, and how its outcome is called. Twins: `shaders/watch/`.
//!
//! A particle is told by its last mode ([`Modes`]); a body with a planar contact by the largest fall of its sliding
//! speed ([`Jumps`]). A [`Space`](crate::space::Space) names its watch.

use crate::columns::Fields;
use crate::real::Real;
use crate::tally::{Limits, Tally};

mod jumps;
mod modes;
mod solutions;
pub use jumps::Jumps;
pub use modes::Modes;
pub use solutions::Solutions;

/// A member before its first step.
pub struct Beginning<R> {
    /// Its class, one of [`crate::theory::CLASSES`].
    pub kind: R,
    /// [`Law::margin`](crate::law::Law::margin) of the contact.
    pub margin: R,
    /// The normal acceleration without contact.
    pub push: R,
    /// The sliding speed.
    pub slide: R,
}

/// A column that a watch adds to the members' table.
pub struct WatchColumn {
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// The words that its numbers stand for; empty if they are numbers.
    pub labels: &'static [&'static str],
}

/// A member that has run, as its watch sees it.
pub struct Watched<'a> {
    /// What was seen, field by field.
    pub seen: &'a [f64],
    /// The tally, field by field.
    pub tally: &'a [f64],
    /// The step, from 1, at which flight was noticed first after the largest fall; 0 for never.
    pub lift_step: u32,
    /// The time step.
    pub h: f64,
}

/// What is watched. Twin: a file of `shaders/watch/` with the functions below, prefix `watch_`.
pub trait Watch: Send + Sync + 'static {
    /// The WGSL twin.
    const WGSL: &'static str;
    /// What members are called at the end; [`outcome`](Watch::outcome) gives places in this list.
    const OUTCOMES: &'static [&'static str];
    /// Whether outcomes depend on the falls of the sliding speed: then they are followed.
    const FALLS: bool;
    /// Columns of the members' table.
    const COLUMNS: &'static [WatchColumn];
    /// What is kept from step to step: `Seen` in WGSL.
    type Seen<R: Real>: Fields<R>;

    /// Before the first step.
    fn start<R: Real>(b: &Beginning<R>, limits: &Limits<R>) -> Self::Seen<R>;
    /// Takes a step into account that ends with the tally `t`: whether there was `contact`, and whether the sliding speed
    /// `fell` as never before. `approach` is the speed at which the contact would close without an impulse, `spin` the
    /// angular velocity after the step.
    fn step<R: Real>(
        seen: &Self::Seen<R>,
        t: &Tally<R>,
        contact: R::Mask,
        fell: R::Mask,
        margin: R,
        approach: R,
        spin: R,
    ) -> Self::Seen<R>;
    /// Where flight was noticed in this step.
    fn lifts<R: Real>(before: &Self::Seen<R>, after: &Self::Seen<R>, limits: &Limits<R>) -> R::Mask;
    /// The outcome: a place in [`OUTCOMES`](Watch::OUTCOMES).
    fn outcome<R: Real>(seen: &Self::Seen<R>, t: &Tally<R>, limits: &Limits<R>) -> R;
    /// The values of [`COLUMNS`](Watch::COLUMNS); `lift_step` and `h` as in [`Watched`].
    fn report(seen: &Self::Seen<f64>, t: &Tally<f64>, lift_step: u32, h: f64) -> Vec<f64>;
}

/// [`Watch::report`] of a member whose types are erased.
pub fn report<W: Watch>(member: &Watched<'_>) -> Vec<f64> {
    let seen = Fields::from_fn(|j| member.seen[j]);
    let t = Fields::from_fn(|j| member.tally[j]);
    W::report(&seen, &t, member.lift_step, member.h)
}
