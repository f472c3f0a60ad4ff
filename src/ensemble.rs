//! The production loop: load a tile of members, run many steps with everything in registers, store.
//! Twin: `shaders/ensemble.wgsl`.
//!
//! A [`Tile`] has the layout of the GPU's buffers, column after column, so that all backends share what comes
//! before and after a run.

use crate::clock;
use crate::columns::Fields;
use crate::law::Law;
use crate::model::Model;
use crate::real::{Real, Scalar};
use crate::scheme::Scheme;
use crate::tally::{Counts, Limits, Tally, tally_count, tally_flags, tally_start, tally_step};
use crate::tuple::Tuple;

/// The integers a member carries, in the order of a tile's columns; the first [`RESULT_WORDS`] are results.
pub const WORDS: [&str; 11] = [
    "done",
    "slides",
    "sticks",
    "impacts",
    "drop_step",
    "flags",
    "total",
    "half_lo",
    "half_hi",
    "phase_lo",
    "phase_hi",
];
/// How many of [`WORDS`] are read back.
pub const RESULT_WORDS: usize = 6;

/// Places in [`WORDS`].
pub mod word {
    #![allow(missing_docs)]
    pub const DONE: usize = 0;
    pub const SLIDES: usize = 1;
    pub const STICKS: usize = 2;
    pub const IMPACTS: usize = 3;
    pub const DROP_STEP: usize = 4;
    pub const FLAGS: usize = 5;
    pub const TOTAL: usize = 6;
    pub const HALF: usize = 7;
    pub const PHASE: usize = 9;
}

/// A batch of members as columns: parameters in, state and tally out.
#[derive(Clone, Debug, Default)]
pub struct Tile<T> {
    /// How many members.
    pub n: usize,
    /// One column a parameter (model, law, scheme, then `h`): one value if all members share it, else `n`.
    pub params: Vec<Vec<T>>,
    /// Coordinates, velocities, tally: `reals[j*n + i]`.
    pub reals: Vec<T>,
    /// [`WORDS`]: `words[j*n + i]`.
    pub words: Vec<u32>,
}

/// A run of steps.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a, T> {
    /// The number of steps done before it.
    pub first: u32,
    /// How many steps it has.
    pub steps: u32,
    /// Steps between two instants at which the motion is sampled, counted from the first step of all;
    /// `u32::MAX` for never.
    pub every: u32,
    /// The shared drive, one row a step; `None` if each member computes its own.
    pub table: Option<&'a [T]>,
}

impl<T: Scalar> Tile<T> {
    /// A 64-bit phase kept as two words.
    fn phase(&self, column: usize, i: usize) -> u64 {
        let lo = self.words[column * self.n + i];
        let hi = self.words[(column + 1) * self.n + i];
        u64::from(hi) << 32 | u64::from(lo)
    }

    fn set_phase(&mut self, column: usize, i: usize, phase: u64) {
        self.words[column * self.n + i] = phase as u32;
        self.words[(column + 1) * self.n + i] = (phase >> 32) as u32;
    }
}

/// Told of a member of the tile, of the steps it has made, and of its state, wherever the motion is sampled.
pub type Observer<'a, T> = dyn FnMut(usize, u32, &[T]) + 'a;

/// Coordinates and velocities of the largest model, for [`Observer`].
const MOST_STATE: usize = 64;

/// Advances a tile by one segment.
#[inline(always)]
pub fn advance_tile<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &mut Tile<R::Scalar>,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
) {
    for first in (0..tile.n).step_by(R::LANES) {
        advance_block::<R, M, L, S>(tile, first, segment, observe);
    }
}

/// Members `first ..` of a tile, as many as R has lanes (the last member fills up spare lanes).
#[inline(always)]
fn advance_block<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &mut Tile<R::Scalar>,
    first: usize,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
) {
    let n = tile.n;
    let member = |lane: usize| (first + lane).min(n - 1);
    let mut column = 0;
    let mut next = |_| {
        let values = &tile.params[column];
        column += 1;
        if values.len() == 1 { R::splat(values[0]) } else { R::from_lanes(|lane| values[member(lane)]) }
    };
    let model = <M::Params<R> as Fields<R>>::from_fn(&mut next);
    let law = <L::Params<R> as Fields<R>>::from_fn(&mut next);
    let scheme = <S::Params<R> as Fields<R>>::from_fn(&mut next);
    let h = next(0);
    let c = M::setup(&model);

    let dof = <M::Coords<R> as Tuple<R>>::LEN;
    let load = |j: usize| R::from_lanes(|lane| tile.reals[j * n + member(lane)]);
    let (q, u, t);
    if segment.first == 0 {
        (q, u) = M::start(&model);
        t = tally_start::<R, M>(&c, q, u);
    } else {
        q = M::Coords::from_fn(load);
        u = M::Coords::from_fn(|j| load(dof + j));
        t = Tally::from_fn(|j| load(2 * dof + j));
    }
    let half = R::phase_from(|lane| tile.phase(word::HALF, member(lane)));
    let step = R::phase_add(half, half);
    let phase =
        if segment.first == 0 { half } else { R::phase_from(|lane| tile.phase(word::PHASE, member(lane))) };
    let left = |lane: usize| {
        (tile.words[word::TOTAL * n + member(lane)].saturating_sub(segment.first)).min(segment.steps)
    };
    let (mut fewest, mut most) = (u32::MAX, 0);
    for lane in 0..R::LANES {
        fewest = fewest.min(left(lane));
        most = most.max(left(lane));
    }

    let member_constants = Constants { c: &c, law: &law, scheme: &scheme, h };
    let mut m = Moving { q, u, t, counts: Counts::from_fn(|_| R::of(0.0)), phase };
    let lanes = R::LANES.min(n - first);
    // Steps to the next instant at which the motion is sampled.
    let mut until = segment.every - segment.first % segment.every;
    // All lanes run: nothing to mask.
    let mut k = 0;
    while k < fewest {
        let steps = (fewest - k).min(until);
        let stop = k + steps;
        while k < stop {
            m = advance_once::<R, M, L, S>(&member_constants, step, segment.table, k, &m);
            k += 1;
        }
        until -= steps;
        if until == 0 {
            until = segment.every;
            (0..lanes).for_each(|lane| show::<R, M>(&m, lane, first + lane, segment.first + k, observe));
        }
    }
    // Members that have finished keep what they have.
    for k in fewest..most {
        let active = R::mask_from(|lane| k < left(lane));
        let next = advance_once::<R, M, L, S>(&member_constants, step, segment.table, k, &m);
        m.q = Tuple::select(active, next.q, m.q);
        m.u = Tuple::select(active, next.u, m.u);
        m.t = Tally::from_fn(|j| R::select(active, next.t.get(j), m.t.get(j)));
        m.counts = Counts::from_fn(|j| R::select(active, next.counts.get(j), m.counts.get(j)));
        m.phase = next.phase;
        until -= 1;
        if until == 0 {
            until = segment.every;
            let running = (0..lanes).filter(|&lane| R::mask_lane(active, lane));
            running.for_each(|lane| show::<R, M>(&m, lane, first + lane, segment.first + k + 1, observe));
        }
    }
    let Moving { q, u, t, counts, .. } = m;

    let limits = Limits::of_precision();
    let mut size = R::of(0.0);
    for j in 0..dof {
        size = size + q.get(j).abs() + u.get(j).abs();
    }
    let sticks = counts.modes - counts.contacts;
    let flags = tally_flags(&t, size, h, &limits);
    let mut store = |j: usize, value: R| {
        for (lane, x) in tile.reals[j * n + first..][..lanes].iter_mut().enumerate() {
            *x = value.lane(lane);
        }
    };
    for j in 0..dof {
        store(j, q.get(j));
        store(dof + j, u.get(j));
    }
    for j in 0..Tally::<R>::NAMES.len() {
        store(2 * dof + j, t.get(j));
    }
    for lane in 0..lanes {
        let i = first + lane;
        let done = (tile.words[word::TOTAL * n + i].saturating_sub(segment.first)).min(segment.steps);
        let count = |value: R| value.lane(lane).to_f64() as u32;
        tile.words[word::DONE * n + i] += done;
        tile.words[word::SLIDES * n + i] += count(counts.contacts - sticks);
        tile.words[word::STICKS * n + i] += count(sticks);
        tile.words[word::IMPACTS * n + i] += count(counts.impacts);
        if count(counts.drop_step) > 0 {
            tile.words[word::DROP_STEP * n + i] = segment.first + count(counts.drop_step);
        }
        tile.words[word::FLAGS * n + i] = count(flags);
        let after = R::phase_lane(half, lane).wrapping_mul(2 * u64::from(segment.first + done) + 1);
        tile.set_phase(word::PHASE, i, after);
    }
}

/// What a member keeps over all steps.
struct Constants<'a, R: Real, M: Model, L: Law<M::Space>, S: Scheme> {
    c: &'a M::Setup<R>,
    law: &'a L::Params<R>,
    scheme: &'a S::Params<R>,
    h: R,
}

/// What every step changes.
struct Moving<R: Real, M: Model> {
    q: M::Coords<R>,
    u: M::Coords<R>,
    t: Tally<R>,
    counts: Counts<R>,
    phase: R::Phase,
}

/// The body of the loop: step `k` of the segment.
#[inline(always)]
fn advance_once<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    m: &Constants<'_, R, M, L, S>,
    turn_step: R::Phase,
    table: Option<&[R::Scalar]>,
    k: u32,
    now: &Moving<R, M>,
) -> Moving<R, M> {
    let width = <M::Drive<R> as Fields<R>>::NAMES.len();
    let d = match table {
        Some(table) => {
            let row = &table[k as usize * width..][..width];
            M::Drive::from_fn(|j| R::splat(row[j]))
        }
        None => M::drive(m.c, R::turns(now.phase)),
    };
    let phase = R::phase_add(now.phase, turn_step);
    let s = S::step::<R, M, L>(m.c, m.law, m.scheme, m.h, &d, now.q, now.u);
    let t = tally_step::<R, M, L>(&now.t, m.law, &s, M::gap(m.c, s.q));
    let counts = tally_count(&now.counts, &now.t, &t, R::of(f64::from(k + 1)));
    Moving { q: s.q, u: s.u, t, counts, phase }
}

/// Shows one lane's state to the observer.
#[inline(always)]
fn show<R: Real, M: Model>(
    m: &Moving<R, M>,
    lane: usize,
    i: usize,
    done: u32,
    observe: &mut Observer<'_, R::Scalar>,
) {
    let dof = <M::Coords<R> as Tuple<R>>::LEN;
    let mut state = [R::Scalar::default(); MOST_STATE];
    for j in 0..dof {
        state[j] = m.q.get(j).lane(lane);
        state[dof + j] = m.u.get(j).lane(lane);
    }
    observe(i, done, &state[..2 * dof]);
}

/// Rows of the shared drive for `steps` steps after `first`, computed in f64 and rounded once.
pub fn drive_table<T: Scalar, M: Model>(c: &M::Setup<f64>, half_step: u64, first: u32, steps: u32) -> Vec<T> {
    let width = <M::Drive<f64> as Fields<f64>>::NAMES.len();
    let mut table = Vec::with_capacity(steps as usize * width);
    for k in first..first + steps {
        let d = M::drive(c, f64::turns(clock::phase_mid(half_step, k)));
        table.extend((0..width).map(|j| T::of(d.get(j))));
    }
    table
}
