//! Delay: forces that depend on where the body was a time τ ago. Twin of its functions: `shaders/delay.wgsl`; the ring itself
//! is composed by `src/wgsl/ring.rs`.
//!
//! Step k begins at `t_k = k h` and asks for `q(t_k - τ)` (Monteiro Marques & Dzonou 2018, Sec. 1.2). Between two steps the
//! approximate motion is affine there, so with `τ/h = whole + part` the answer is
//!
//! ```text
//! q(t_k - τ) = q_{k-whole} + part (q_{k-whole-1} - q_{k-whole})     where t_k - τ > 0
//!            = φ(t_k - τ), the prescribed past motion               elsewhere
//! ```
//!
//! exactly: no delay has to be a multiple of the step, and τ may be less than h or 0. Positions at the starts of steps are
//! kept in a ring of `slots` entries a member. Neighbouring lanes read neighbouring numbers: on the GPU the ring lies as
//! `[slot][coordinate][member]`, on the CPU as `[group][slot][coordinate][member of the group]`, so that what one block of
//! lanes goes through, segment after segment, lies together in the cache.

use crate::model::Model;
use crate::real::{Real, Scalar};
use crate::tuple::Tuple;

crate::fields! {
    /// A delay in steps: whole ones, and the rest in `[0, 1)`.
    pub struct Lag { whole, part }
}

/// The delay `tau` in steps of `h`.
#[inline(always)]
pub fn lag_of<R: Real>(tau: R, h: R) -> Lag<R> {
    let steps = tau / h;
    let near = steps.nearest();
    let whole = R::select(steps.lt(near), near - R::of(1.0), near);
    Lag { whole, part: steps - whole }
}

/// The time that step `k` asks for.
#[inline(always)]
pub fn lag_time<R: Real>(lag: &Lag<R>, k: R, h: R) -> R {
    (k - lag.whole - lag.part) * h
}

/// The position between two steps that are `whole` and `whole + 1` back.
#[inline(always)]
pub fn lag_between<R: Real, C: Tuple<R>>(lag: &Lag<R>, newer: C, older: C) -> C {
    newer + (older - newer) * lag.part
}

/// The longest delay, in steps: a ring of it is some megabytes a member.
pub const MOST_STEPS: f64 = 262_144.0;

/// Slots for delays of up to so many steps: the two that are read between, the one that is written, and one more, since
/// f32 may round to the next whole step. Members of fewer steps never look back further than to their start.
pub fn slots_for(lag_steps: f64, steps: u32) -> usize {
    lag_steps.clamp(0.0, MOST_STEPS).min(f64::from(steps)) as usize + 4
}

/// Members whose positions lie side by side on the CPU: no fewer than the lanes have of any model that looks back.
pub const GROUP: usize = 64;

/// Positions of a tile's members at the starts of their latest steps; empty for models that never look back.
#[derive(Clone, Debug, Default)]
pub struct Ring<T> {
    /// Positions kept of each member.
    pub slots: usize,
    values: Vec<T>,
}

impl<T: Scalar> Ring<T> {
    /// A ring that is made when the tile [begins](Ring::begin).
    pub fn new(slots: usize) -> Self {
        Ring { slots, values: Vec::new() }
    }

    /// Makes room and notes where `n` members start: `q[j*n + i]`.
    pub fn begin(&mut self, n: usize, dof: usize, q: &[T]) {
        self.values = vec![T::default(); n.div_ceil(GROUP) * self.slots * dof * GROUP];
        for (j, i) in (0..dof).flat_map(|j| (0..n).map(move |i| (j, i))) {
            self.values[(i / GROUP * self.slots * dof + j) * GROUP + i % GROUP] = q[j * n + i];
        }
    }
}

/// What a block of lanes remembers, from step to step.
pub struct Memory<'a, R: Real> {
    lag: Lag<R>,
    /// Positions of the group, `[slot][coordinate][member]`, and the block's first member in it.
    group: &'a mut [R::Scalar],
    place: usize,
    slots: usize,
    /// Steps done, and the slot of the position after them.
    done: u32,
    now: usize,
    /// Whole steps of delay of each lane, and whether all have the same.
    whole: [usize; GROUP],
    alike: bool,
}

impl<'a, R: Real> Memory<'a, R> {
    /// The memory of the block that begins with member `first`, after `done` steps.
    #[inline(always)]
    fn of<M: Model>(ring: &'a mut Ring<R::Scalar>, first: usize, done: u32, c: &M::Setup<R>, h: R) -> Self {
        let lag = lag_of(M::lag(c), h);
        let slots = ring.slots;
        let mut whole = [0; GROUP];
        for (lane, whole) in whole[..R::LANES].iter_mut().enumerate() {
            // A longer delay than the ring has slots is that of a member that never leaves its past.
            *whole = (lag.whole.lane(lane).to_f64() as usize).min(slots - 2);
        }
        let size = slots * <M::Coords<R> as Tuple<R>>::LEN * GROUP;
        Memory {
            lag,
            group: &mut ring.values[first / GROUP * size..][..size],
            place: first % GROUP,
            slots,
            done,
            now: done as usize % slots,
            whole,
            alike: whole[..R::LANES].iter().all(|&steps| steps == whole[0]),
        }
    }

    /// The drive of the next step, told where the body was.
    #[inline(always)]
    fn recall<M: Model>(&self, c: &M::Setup<R>, h: R, d: M::Drive<R>) -> M::Drive<R> {
        let k = R::of(f64::from(self.done));
        let between = lag_between(&self.lag, self.back::<M>(0), self.back::<M>(1));
        let past = M::past(c, lag_time(&self.lag, k, h));
        M::recall(d, Tuple::select(self.lag.whole.lt(k), between, past))
    }

    /// Notes where a step has ended.
    #[inline(always)]
    fn note<M: Model>(&mut self, q: M::Coords<R>) {
        self.done += 1;
        self.now = if self.now + 1 < self.slots { self.now + 1 } else { 0 };
        q.each(|j, x| {
            let at = self.at::<M>(self.now, j);
            x.store(&mut self.group[at..][..R::LANES]);
        });
    }

    #[inline(always)]
    fn at<M: Model>(&self, slot: usize, j: usize) -> usize {
        (slot * <M::Coords<R> as Tuple<R>>::LEN + j) * GROUP + self.place
    }

    /// Positions `more` steps before the delay's whole steps.
    #[inline(always)]
    fn back<M: Model>(&self, more: usize) -> M::Coords<R> {
        let slot = |lane: usize| {
            let back = self.whole[lane] + more;
            if back <= self.now { self.now - back } else { self.now + self.slots - back }
        };
        if self.alike {
            let slot = slot(0);
            return Tuple::from_fn(|j| R::load(&self.group[self.at::<M>(slot, j)..][..R::LANES]));
        }
        Tuple::from_fn(|j| {
            let mut lanes = [R::Scalar::default(); GROUP];
            for (lane, x) in lanes[..R::LANES].iter_mut().enumerate() {
                *x = self.group[self.at::<M>(slot(lane), j) + lane];
            }
            R::load(&lanes[..R::LANES])
        })
    }
}

/// The memory of a block of lanes, where the model looks back.
#[inline(always)]
pub fn remember<'a, R: Real, M: Model>(
    ring: &'a mut Ring<R::Scalar>,
    first: usize,
    done: u32,
    c: &M::Setup<R>,
    h: R,
) -> Option<Memory<'a, R>> {
    if const { M::DELAYED } { Some(Memory::of::<M>(ring, first, done, c, h)) } else { None }
}

/// The drive of the next step, told where the body was, where the model looks back.
#[inline(always)]
pub fn recall<R: Real, M: Model>(
    memory: &Option<Memory<'_, R>>,
    c: &M::Setup<R>,
    h: R,
    d: M::Drive<R>,
) -> M::Drive<R> {
    match memory {
        Some(memory) if const { M::DELAYED } => memory.recall::<M>(c, h, d),
        _ => d,
    }
}

/// Notes where a step has ended, where the model looks back.
#[inline(always)]
pub fn note<R: Real, M: Model>(memory: &mut Option<Memory<'_, R>>, q: M::Coords<R>) {
    if const { M::DELAYED }
        && let Some(memory) = memory
    {
        memory.note::<M>(q);
    }
}
