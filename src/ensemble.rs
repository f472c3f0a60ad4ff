//! The production loop: load a tile of members, run many steps with everything in registers, store.
//! Twin: `shaders/ensemble.wgsl`.

use crate::beginning::{beginning, size_of};
use crate::columns::Fields;
use crate::driver::{Driver, Own, Table};
use crate::law::Law;
use crate::model::Model;
use crate::real::{Real, Scalar};
use crate::scheme::Scheme;
use crate::space::Space;
use crate::tally::{Counts, Limits, Places, Tally, Touch};
use crate::tally::{
    tally_certify, tally_count, tally_fall, tally_fell, tally_flags, tally_mode, tally_place, tally_start,
    tally_touch,
};
use crate::tile::{Observer, Segment, Tile, word};
use crate::tuple::Tuple;
use crate::watch::Watch;

/// Coordinates, velocities and mode of the largest model, for [`Observer`].
const MOST_STATE: usize = 64;

/// What a model's contact has seen.
pub type SeenOf<R, M> = <<<M as Model>::Space as Space>::Watch as Watch>::Seen<R>;

/// Advances a tile by one segment; `CERTIFIED` decides whether steps are certified.
#[inline(always)]
pub fn advance_tile<R: Real, M: Model, L: Law<M::Space>, S: Scheme, const CERTIFIED: bool>(
    tile: &mut Tile<R::Scalar>,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
) {
    for first in (0..tile.n).step_by(R::LANES) {
        advance_block::<R, M, L, S, CERTIFIED>(tile, first, segment, observe);
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
    touch: Touch<R::Mask>,
    seen: SeenOf<R, M>,
    counts: Counts<R::Count>,
    places: Places<R>,
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
    let none = R::count_of(0);
    let counts = Counts { contacts: none, sticks: none, impacts: none };
    let places = Places::from_fn(|_| R::of(0.0));
    if !started {
        let (q, u) = M::start(&m.model);
        let begin = beginning::<R, M, L>(&m.c, &m.law, &m.limits, q, u);
        let t = tally_start(&begin);
        let seen = <M::Space as Space>::Watch::start(&begin, &m.limits);
        return Moving { q, u, touch: tally_touch(&t), t, seen, counts, places };
    }
    let dof = <M::Coords<R> as Tuple<R>>::LEN;
    let tallies = Tally::<R>::NAMES.len();
    let load = |j: usize| R::from_lanes(|lane| tile.reals[j * n + member(tile, first, lane)]);
    let t = Tally::from_fn(|j| load(2 * dof + j));
    Moving {
        q: M::Coords::from_fn(load),
        u: M::Coords::from_fn(|j| load(dof + j)),
        touch: tally_touch(&t),
        t,
        seen: Fields::from_fn(|j| load(2 * dof + tallies + j)),
        counts,
        places,
    }
}

/// Members `first ..` of a tile, as many as R has lanes: the steps that all of them make together, then what is left of
/// each, one vector at a time.
#[inline(always)]
fn advance_block<R: Real, M: Model, L: Law<M::Space>, S: Scheme, const CERTIFIED: bool>(
    tile: &mut Tile<R::Scalar>,
    first: usize,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
) {
    let members = first..tile.n.min(first + R::LANES);
    let left = |i: usize| tile.left(segment, i);
    let fewest = members.clone().map(left).min().unwrap_or(0);
    let most = members.clone().map(left).max().unwrap_or(0);
    let together = Segment { steps: fewest, ..*segment };
    let m = load_constants::<R, M, L, S>(tile, first);
    // One loop for each clock: a choice inside the loop would keep the state out of the registers.
    match Table::of::<R, M>(&together) {
        Some(table) => {
            run_together::<R, M, L, S, _, CERTIFIED>(tile, first, &together, observe, &m, table);
        }
        None => {
            let own = own_clock(tile, first, segment, &m);
            run_together::<R, M, L, S, _, CERTIFIED>(tile, first, &together, observe, &m, own);
        }
    }
    if fewest < most {
        let width = <M::Drive<R> as Fields<R>>::NAMES.len();
        let table = segment.table.map(|rows| &rows[fewest as usize * width..]);
        let rest = Segment { first: segment.first + fewest, steps: most - fewest, table, ..*segment };
        for first in members.step_by(R::Single::LANES) {
            run_rest::<R::Single, M, L, S, CERTIFIED>(tile, first, &rest, observe);
        }
    }
}

/// The clock of a block whose members have their own.
#[inline(always)]
fn own_clock<'a, R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &Tile<R::Scalar>,
    first: usize,
    segment: &Segment<'_, R::Scalar>,
    m: &'a Constants<R, M, L, S>,
) -> Own<'a, M::Setup<R>, R::Phase> {
    let at = if segment.first > 0 { word::PHASE } else { word::HALF };
    let phase = R::phase_from(|lane| tile.phase(at, member(tile, first, lane)));
    Own { c: &m.c, phase, step: m.turn_step }
}

/// Steps that all members of a block make: nothing to mask.
#[inline(always)]
fn run_together<R: Real, M: Model, L: Law<M::Space>, S: Scheme, D: Driver<R, M>, const CERTIFIED: bool>(
    tile: &mut Tile<R::Scalar>,
    first: usize,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
    constants: &Constants<R, M, L, S>,
    mut driver: D,
) {
    let mut m = load_moving(tile, first, segment.first > 0, constants);
    let lanes = R::LANES.min(tile.n - first);
    // Steps to the next instant at which the motion is sampled.
    let mut until = segment.every - segment.first % segment.every;
    let mut k = 0;
    while k < segment.steps {
        let steps = (segment.steps - k).min(until);
        let stop = k + steps;
        while k < stop {
            m = advance_once::<R, M, L, S, CERTIFIED>(constants, &driver.next(k), k, &m);
            k += 1;
        }
        until -= steps;
        if until == 0 {
            until = segment.every;
            (0..lanes).for_each(|lane| show(&m, lane, first + lane, segment.first + k, observe));
        }
    }
    store_moving(tile, first, segment, &m, constants);
}

/// Steps that only some members of a block make; the others keep what they have.
#[inline(always)]
fn run_rest<R: Real, M: Model, L: Law<M::Space>, S: Scheme, const CERTIFIED: bool>(
    tile: &mut Tile<R::Scalar>,
    first: usize,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
) {
    let constants = load_constants::<R, M, L, S>(tile, first);
    let mut m = load_moving(tile, first, segment.first > 0, &constants);
    let mut table = Table::of::<R, M>(segment);
    let mut own = own_clock(tile, first, segment, &constants);
    let lanes = R::LANES.min(tile.n - first);
    let left = |lane: usize| tile.left(segment, member(tile, first, lane));
    let most = (0..R::LANES).map(left).max().unwrap_or(0);
    let mut until = segment.every - segment.first % segment.every;
    for k in 0..most {
        let d = match &mut table {
            Some(table) => Driver::<R, M>::next(table, k),
            None => Driver::<R, M>::next(&mut own, k),
        };
        let active = R::mask_from(|lane| k < left(lane));
        m = keep(active, advance_once::<R, M, L, S, CERTIFIED>(&constants, &d, k, &m), &m);
        until -= 1;
        if until == 0 {
            until = segment.every;
            let running = (0..lanes).filter(|&lane| R::mask_lane(active, lane));
            running.for_each(|lane| show(&m, lane, first + lane, segment.first + k + 1, observe));
        }
    }
    store_moving(tile, first, segment, &m, &constants);
}

/// `next` where the mask holds, `now` elsewhere.
#[inline(always)]
fn keep<R: Real, M: Model>(mask: R::Mask, next: Moving<R, M>, now: &Moving<R, M>) -> Moving<R, M> {
    let made = Touch { contact: mask & next.touch.contact, sticks: mask & next.touch.sticks };
    Moving {
        q: Tuple::select(mask, next.q, now.q),
        u: Tuple::select(mask, next.u, now.u),
        t: Fields::from_fn(|j| R::select(mask, next.t.get(j), now.t.get(j))),
        touch: Touch {
            contact: made.contact | !mask & now.touch.contact,
            sticks: made.sticks | !mask & now.touch.sticks,
        },
        seen: Fields::from_fn(|j| R::select(mask, next.seen.get(j), now.seen.get(j))),
        counts: tally_count::<R>(now.counts, now.touch, made),
        places: Fields::from_fn(|j| R::select(mask, next.places.get(j), now.places.get(j))),
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

    let flags =
        tally_flags(&m.t, size_of::<R, M>(m.q) + size_of::<R, M>(m.u), constants.h, &constants.limits);
    let outcome = <M::Space as Space>::Watch::outcome(&m.seen, &m.t, &constants.limits);
    for lane in 0..lanes {
        let i = first + lane;
        let done = tile.left(segment, i);
        let half = tile.phase(word::HALF, i);
        let count = |value: R| value.lane(lane).to_f64() as u32;
        let counted = |n: R::Count| R::count_lane(n, lane);
        tile.words[word::DONE * n + i] += done;
        tile.words[word::SLIDES * n + i] += counted(m.counts.contacts) - counted(m.counts.sticks);
        tile.words[word::STICKS * n + i] += counted(m.counts.sticks);
        tile.words[word::IMPACTS * n + i] += counted(m.counts.impacts);
        if count(m.places.drop_step) > 0 {
            tile.words[word::DROP_STEP * n + i] = segment.first + count(m.places.drop_step);
            tile.words[word::LIFT_STEP * n + i] = 0;
        }
        if tile.words[word::LIFT_STEP * n + i] == 0 && count(m.places.lift_step) > 0 {
            tile.words[word::LIFT_STEP * n + i] = segment.first + count(m.places.lift_step);
        }
        tile.words[word::FLAGS * n + i] = count(flags);
        tile.words[word::OUTCOME * n + i] = count(outcome);
        tile.set_phase(word::PHASE, i, half.wrapping_mul(2 * u64::from(segment.first + done) + 1));
    }
}

/// The body of the loop: step `k` of the segment.
#[inline(always)]
fn advance_once<R: Real, M: Model, L: Law<M::Space>, S: Scheme, const CERTIFIED: bool>(
    m: &Constants<R, M, L, S>,
    d: &M::Drive<R>,
    k: u32,
    now: &Moving<R, M>,
) -> Moving<R, M> {
    let stuck = now.touch.sticks;
    let s = S::step::<R, M, L>(&m.c, &m.law, &m.scheme, m.h, d, now.q, now.u, stuck);
    let slide = L::slide(&m.law, s.delassus, s.loose, s.impulse, s.end, s.touch.sticks);
    let mut t = tally_mode(&now.t, s.touch);
    let mut fell = R::mask_from(|_| false);
    if CERTIFIED || <M::Space as Space>::Watch::FALLS {
        fell = tally_fell(&t, s.touch.contact, slide);
        t = tally_fall(&t, fell, slide);
    }
    if CERTIFIED {
        t = tally_certify::<R, M, L>(&t, &m.law, &s, stuck, M::gap(&m.c, s.q));
    }
    let margin = L::margin(&m.law, s.delassus, s.loose, stuck);
    let approach = -M::Space::normal(s.loose);
    let spin = M::SPIN.map_or(R::of(0.0), |j| s.u.get(j));
    let seen = <M::Space as Space>::Watch::step(&now.seen, &t, s.touch.contact, fell, margin, approach, spin);
    let lifts = <M::Space as Space>::Watch::lifts(&now.seen, &seen, &m.limits);
    let counts = tally_count::<R>(now.counts, now.touch, s.touch);
    let places = tally_place(&now.places, fell, lifts, R::of(f64::from(k + 1)));
    Moving { q: s.q, u: s.u, t, touch: s.touch, seen, counts, places }
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
