//! The production loop: load a tile of members, run many steps with everything in registers, store.
//! Twin: `shaders/ensemble.wgsl`.

use crate::beginning::{beginning, size_of};
use crate::clock;
use crate::columns::Fields;
use crate::law::Law;
use crate::model::Model;
use crate::real::{Real, Scalar};
use crate::scheme::Scheme;
use crate::space::Space;
use crate::tally::{Counts, Limits, Tally};
use crate::tally::{tally_count, tally_flags, tally_start, tally_step, tally_stuck};
use crate::tile::{Observer, Segment, Tile, word};
use crate::tuple::Tuple;
use crate::watch::Watch;

/// Coordinates, velocities and mode of the largest model, for [`Observer`].
const MOST_STATE: usize = 64;

/// What a model's contact has seen.
pub type SeenOf<R, M> = <<<M as Model>::Space as Space>::Watch as Watch>::Seen<R>;

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

/// What a member keeps over all steps.
struct Constants<R: Real, M: Model, L: Law<M::Space>, S: Scheme> {
    model: M::Params<R>,
    c: M::Setup<R>,
    law: L::Params<R>,
    scheme: S::Params<R>,
    h: R,
    turn_step: R::Phase,
    limits: Limits<R>,
}

/// What every step changes.
struct Moving<R: Real, M: Model> {
    q: M::Coords<R>,
    u: M::Coords<R>,
    t: Tally<R>,
    seen: SeenOf<R, M>,
    counts: Counts<R>,
    phase: R::Phase,
}

/// The members in the lanes of a block: the last one fills up spare lanes.
#[inline(always)]
fn member<T>(tile: &Tile<T>, first: usize, lane: usize) -> usize {
    (first + lane).min(tile.n - 1)
}

#[inline(always)]
fn load_constants<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &Tile<R::Scalar>,
    first: usize,
) -> Constants<R, M, L, S> {
    let mut column = 0;
    let mut next = |_| {
        let values = &tile.params[column];
        column += 1;
        match values.len() {
            1 => R::splat(values[0]),
            _ => R::from_lanes(|lane| values[member(tile, first, lane)]),
        }
    };
    let model = <M::Params<R> as Fields<R>>::from_fn(&mut next);
    let law = <L::Params<R> as Fields<R>>::from_fn(&mut next);
    let scheme = <S::Params<R> as Fields<R>>::from_fn(&mut next);
    let h = next(0);
    let c = M::setup(&model);
    let half = R::phase_from(|lane| tile.phase(word::HALF, member(tile, first, lane)));
    let turn_step = R::phase_add(half, half);
    Constants { model, c, law, scheme, h, turn_step, limits: Limits::of_precision() }
}

#[inline(always)]
fn load_moving<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &Tile<R::Scalar>,
    first: usize,
    started: bool,
    m: &Constants<R, M, L, S>,
) -> Moving<R, M> {
    let n = tile.n;
    let counts = Counts::from_fn(|_| R::of(0.0));
    if !started {
        let (q, u) = M::start(&m.model);
        let begin = beginning::<R, M, L>(&m.c, &m.law, &m.limits, q, u);
        let t = tally_start(&begin);
        let seen = <M::Space as Space>::Watch::start(&begin, &m.limits);
        let phase = R::phase_from(|lane| tile.phase(word::HALF, member(tile, first, lane)));
        return Moving { q, u, t, seen, counts, phase };
    }
    let dof = <M::Coords<R> as Tuple<R>>::LEN;
    let tallies = Tally::<R>::NAMES.len();
    let load = |j: usize| R::from_lanes(|lane| tile.reals[j * n + member(tile, first, lane)]);
    Moving {
        q: M::Coords::from_fn(load),
        u: M::Coords::from_fn(|j| load(dof + j)),
        t: Tally::from_fn(|j| load(2 * dof + j)),
        seen: Fields::from_fn(|j| load(2 * dof + tallies + j)),
        counts,
        phase: R::phase_from(|lane| tile.phase(word::PHASE, member(tile, first, lane))),
    }
}

/// Members `first ..` of a tile, as many as R has lanes.
#[inline(always)]
fn advance_block<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &mut Tile<R::Scalar>,
    first: usize,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
) {
    let constants = load_constants::<R, M, L, S>(tile, first);
    let mut m = load_moving(tile, first, segment.first > 0, &constants);
    let lanes = R::LANES.min(tile.n - first);
    let left = |lane: usize| tile.left(segment, member(tile, first, lane));
    let fewest = (0..R::LANES).map(left).min().unwrap_or(0);
    let most = (0..R::LANES).map(left).max().unwrap_or(0);
    // Steps to the next instant at which the motion is sampled.
    let mut until = segment.every - segment.first % segment.every;
    // All lanes run: nothing to mask.
    let mut k = 0;
    while k < fewest {
        let steps = (fewest - k).min(until);
        let stop = k + steps;
        while k < stop {
            m = advance_once(&constants, segment.table, k, &m);
            k += 1;
        }
        until -= steps;
        if until == 0 {
            until = segment.every;
            (0..lanes).for_each(|lane| show(&m, lane, first + lane, segment.first + k, observe));
        }
    }
    // Members that have finished keep what they have.
    for k in fewest..most {
        let active = R::mask_from(|lane| k < left(lane));
        m = keep(active, advance_once(&constants, segment.table, k, &m), m);
        until -= 1;
        if until == 0 {
            until = segment.every;
            let running = (0..lanes).filter(|&lane| R::mask_lane(active, lane));
            running.for_each(|lane| show(&m, lane, first + lane, segment.first + k + 1, observe));
        }
    }
    store_moving(tile, first, segment, &m, &constants);
}

/// `next` where the mask holds, `now` elsewhere. Phases run on: they are stored from the number of steps.
#[inline(always)]
fn keep<R: Real, M: Model>(mask: R::Mask, next: Moving<R, M>, now: Moving<R, M>) -> Moving<R, M> {
    Moving {
        q: Tuple::select(mask, next.q, now.q),
        u: Tuple::select(mask, next.u, now.u),
        t: Fields::from_fn(|j| R::select(mask, next.t.get(j), now.t.get(j))),
        seen: Fields::from_fn(|j| R::select(mask, next.seen.get(j), now.seen.get(j))),
        counts: Fields::from_fn(|j| R::select(mask, next.counts.get(j), now.counts.get(j))),
        phase: next.phase,
    }
}

#[inline(always)]
fn store_moving<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &mut Tile<R::Scalar>,
    first: usize,
    segment: &Segment<'_, R::Scalar>,
    m: &Moving<R, M>,
    constants: &Constants<R, M, L, S>,
) {
    let n = tile.n;
    let lanes = R::LANES.min(n - first);
    let (dof, tallies) = (<M::Coords<R> as Tuple<R>>::LEN, Tally::<R>::NAMES.len());
    let mut store = |j: usize, value: R| {
        for (lane, x) in tile.reals[j * n + first..][..lanes].iter_mut().enumerate() {
            *x = value.lane(lane);
        }
    };
    for j in 0..dof {
        store(j, m.q.get(j));
        store(dof + j, m.u.get(j));
    }
    (0..tallies).for_each(|j| store(2 * dof + j, m.t.get(j)));
    (0..SeenOf::<R, M>::NAMES.len()).for_each(|j| store(2 * dof + tallies + j, m.seen.get(j)));

    let sticks = m.counts.modes - m.counts.contacts;
    let flags =
        tally_flags(&m.t, size_of::<R, M>(m.q) + size_of::<R, M>(m.u), constants.h, &constants.limits);
    let outcome = <M::Space as Space>::Watch::outcome(&m.seen, &m.t, &constants.limits);
    for lane in 0..lanes {
        let i = first + lane;
        let done = tile.left(segment, i);
        let half = tile.phase(word::HALF, i);
        let count = |value: R| value.lane(lane).to_f64() as u32;
        tile.words[word::DONE * n + i] += done;
        tile.words[word::SLIDES * n + i] += count(m.counts.contacts - sticks);
        tile.words[word::STICKS * n + i] += count(sticks);
        tile.words[word::IMPACTS * n + i] += count(m.counts.impacts);
        if count(m.counts.drop_step) > 0 {
            tile.words[word::DROP_STEP * n + i] = segment.first + count(m.counts.drop_step);
            tile.words[word::LIFT_STEP * n + i] = 0;
        }
        if tile.words[word::LIFT_STEP * n + i] == 0 && count(m.counts.lift_step) > 0 {
            tile.words[word::LIFT_STEP * n + i] = segment.first + count(m.counts.lift_step);
        }
        tile.words[word::FLAGS * n + i] = count(flags);
        tile.words[word::OUTCOME * n + i] = count(outcome);
        tile.set_phase(word::PHASE, i, half.wrapping_mul(2 * u64::from(segment.first + done) + 1));
    }
}

/// The body of the loop: step `k` of the segment.
#[inline(always)]
fn advance_once<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    m: &Constants<R, M, L, S>,
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
        None => M::drive(&m.c, R::turns(now.phase)),
    };
    let phase = R::phase_add(now.phase, m.turn_step);
    let stuck = tally_stuck(&now.t);
    let s = S::step::<R, M, L>(&m.c, &m.law, &m.scheme, m.h, &d, now.q, now.u, stuck);
    let t = tally_step::<R, M, L>(&now.t, &m.law, &s, M::gap(&m.c, s.q));
    let margin = L::margin(&m.law, s.delassus, s.loose, stuck);
    let approach = -M::Space::normal(s.loose);
    let spin = M::SPIN.map_or(R::of(0.0), |j| s.u.get(j));
    let seen = <M::Space as Space>::Watch::step(&now.seen, &now.t, &t, margin, approach, spin);
    let lifts = <M::Space as Space>::Watch::lifts(&now.seen, &seen, &m.limits);
    let counts = tally_count(&now.counts, &now.t, &t, lifts, R::of(f64::from(k + 1)));
    Moving { q: s.q, u: s.u, t, seen, counts, phase }
}

/// Shows one lane's state and mode to the observer.
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
    state[2 * dof] = m.t.mode.lane(lane);
    observe(i, done, &state[..2 * dof + 1]);
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
