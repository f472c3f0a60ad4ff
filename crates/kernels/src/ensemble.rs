//! The production loop: load a tile of members, run many steps with everything in registers, store.
//! Twin: `shaders/ensemble.wgsl`.

use crate::beginning::{beginning, size_of};
use crate::block::{Block, SeenOf, State};
use crate::columns::Fields;
use crate::delay::{Memory, note, recall, remember};
use crate::driver::{Driver, Own, Table};
use crate::law::Law;
use crate::ledger::Ledger;
use crate::model::Model;
use crate::order::Order;
use crate::real::{Real, Scalar};
use crate::scheme::Scheme;
use crate::space::Space;
use crate::tally::{Limits, MOST_COUNTED, Places, Tally, Touch};
use crate::tally::{
    tally_certify, tally_count, tally_fall, tally_fell, tally_flags, tally_mode, tally_place, tally_start,
    tally_touch,
};
use crate::tile::{Observer, Segment, Tile, word};
use crate::tuple::Tuple;
use crate::watch::Watch;

/// Advances some members of a tile, no more than there are lanes, by one segment: [`advance_block`], compiled.
///
/// It owns nothing that must be dropped, for else every operation in it would have a second way out, to where that is
/// done if something panics, and all loops together took the compiler a third longer. So its blocks are made by the caller.
pub type AdvanceBlock<T> = unsafe fn(
    tile: &mut Tile<T>,
    blocks: &mut Blocks<T>,
    members: &[u32],
    segment: &Segment<'_, T>,
    observe: &mut Observer<'_, T>,
);

/// The blocks of a loop.
pub struct Blocks<T> {
    /// Of all its lanes.
    all: Block<T>,
    /// Of one register: for what is left of members that make more steps than others.
    rest: Block<T>,
}

/// A compiled loop, and what its caller must know of it.
#[derive(Clone, Copy)]
pub struct Loop<T> {
    lanes: usize,
    rest_lanes: usize,
    sorted: bool,
    drive_width: usize,
    advance: AdvanceBlock<T>,
}

impl<T: Scalar> Loop<T> {
    /// That of numbers `R`, a model and a law.
    ///
    /// # Safety
    /// The processor must have the instructions that `advance` is compiled for, and `advance` must be made for these types.
    pub unsafe fn new<R: Real<Scalar = T>, M: Model, L: Law<M::Space>>(advance: AdvanceBlock<T>) -> Self {
        Loop {
            lanes: R::LANES,
            rest_lanes: R::Single::LANES,
            sorted: const { is_sorted::<R, M, L>() },
            drive_width: <M::Drive<R> as Fields<R>>::NAMES.len(),
            advance,
        }
    }

    /// Advances a tile by one segment.
    pub fn advance_tile(&self, tile: &mut Tile<T>, segment: &Segment<'_, T>, observe: &mut Observer<'_, T>) {
        let mut blocks =
            Blocks { all: Block::new(tile, self.lanes), rest: Block::new(tile, self.rest_lanes) };
        let mut order = Order::new(tile.n, self.sorted);
        for part in order.parts(segment, self.drive_width) {
            for members in order.members.chunks(self.lanes) {
                // Safety: who made this loop saw to it.
                unsafe { (self.advance)(tile, &mut blocks, members, &part, observe) };
                if self.sorted {
                    blocks.all.put_effort(&mut order.effort);
                }
            }
            order.sort();
        }
    }
}

/// Whether members change places among the lanes.
const fn is_sorted<R: Real, M: Model, L: Law<M::Space>>() -> bool {
    R::LANES > 1 && L::UNEVEN
}

/// Brings all members of a tile to where they begin.
pub fn start_tile<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &mut Tile<R::Scalar>,
    segment: &Segment<'_, R::Scalar>,
) {
    let mut block = Block::new(tile, R::LANES);
    for members in tile.members().chunks(R::LANES) {
        block.take(tile, segment, members);
        let m = load_constants::<R, M, L, S>(&block);
        let (q, u) = M::start(&m.model);
        let begin = beginning::<R, M, L>(&m.c, &m.law, &m.limits, q, u);
        let seen = <M::Space as Space>::Watch::start(&begin, &m.limits);
        block.set_state::<R, M>(&State { q, u, t: tally_start(&begin), seen });
        block.set_books::<R, M, BooksOf<R, S>>(&S::Ledger::start::<R, M>(&m.c, q, u));
        block.put_state(tile);
    }
    if const { M::DELAYED } {
        tile.ring.begin(tile.n, M::STATE.len() / 2, &tile.reals);
    }
}

/// Finds flags and outcomes of a tile's members from the state they are in.
pub fn conclude_tile<R: Real, M: Model>(tile: &mut Tile<R::Scalar>, segment: &Segment<'_, R::Scalar>) {
    let mut block = Block::new(tile, R::LANES);
    let limits = Limits::of_precision();
    for members in tile.members().chunks(R::LANES) {
        block.take(tile, segment, members);
        let s = block.state::<R, M>();
        block.set(0, tally_flags(&s.t, size_of::<R, M>(s.q) + size_of::<R, M>(s.u), block.h(), &limits));
        block.put_words(tile, word::FLAGS);
        block.set(0, <M::Space as Space>::Watch::outcome(&s.seen, &s.t, &limits));
        block.put_words(tile, word::OUTCOME);
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

/// What a scheme keeps of a member's energy.
type BooksOf<R, S> = <<S as Scheme>::Ledger as Ledger>::Books<R>;

/// What every step changes.
struct Moving<R: Real, M: Model, S: Scheme> {
    q: M::Coords<R>,
    u: M::Coords<R>,
    ahead: M::Coords<R>,
    t: Tally<R>,
    touch: Touch<R::Mask>,
    seen: SeenOf<R, M>,
    books: BooksOf<R, S>,
    counts: R::Count,
    places: Places<R>,
    effort: R,
}

#[inline(always)]
fn load_constants<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    block: &Block<R::Scalar>,
) -> Constants<R, M, L, S> {
    let mut column = 0;
    let mut next = |_| {
        column += 1;
        block.param(column - 1)
    };
    let model = <M::Params<R> as Fields<R>>::from_fn(&mut next);
    let law = <L::Params<R> as Fields<R>>::from_fn(&mut next);
    let scheme = <S::Params<R> as Fields<R>>::from_fn(&mut next);
    let c = M::setup(&model);
    let turn_step = R::phase_add(block.half::<R>(), block.half::<R>());
    Constants { model, c, law, scheme, h: block.h(), turn_step, limits: Limits::of_precision() }
}

#[inline(always)]
fn load_moving<R: Real, M: Model, S: Scheme>(block: &Block<R::Scalar>, h: R) -> Moving<R, M, S> {
    let State { q, u, t, seen } = block.state::<R, M>();
    let counts = R::count_of(0);
    let books = block.books::<R, M, BooksOf<R, S>>();
    let places = Places::from_fn(|_| R::of(0.0));
    let (ahead, touch, effort) = (S::ahead::<R, M>(h, q, u), tally_touch(&t), R::of(0.0));
    Moving { q, u, ahead, touch, t, seen, books, counts, places, effort }
}

#[inline(always)]
fn store_moving<R: Real, M: Model, S: Scheme>(block: &mut Block<R::Scalar>, m: &Moving<R, M, S>) {
    block.set_state::<R, M>(&State { q: m.q, u: m.u, t: m.t, seen: m.seen });
    block.set_books::<R, M, BooksOf<R, S>>(&m.books);
    block.set_places(&m.places);
    block.set_effort(m.effort);
}

/// Members of a tile, no more than R has lanes: the steps that all of them make together, then what is left of
/// each, one vector at a time. `CERTIFIED` decides whether steps are certified, `LEAN` whether they are the scheme's lean ones.
#[inline(always)]
pub fn advance_block<
    R: Real,
    M: Model,
    L: Law<M::Space>,
    S: Scheme,
    const CERTIFIED: bool,
    const LEAN: bool,
>(
    tile: &mut Tile<R::Scalar>,
    blocks: &mut Blocks<R::Scalar>,
    members: &[u32],
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
) {
    let Blocks { all: block, rest: rest_block } = blocks;
    block.take(tile, segment, members);
    // The ring has places of its own for members that are side by side.
    const { assert!(!(L::UNEVEN && M::DELAYED)) };
    let first = members[0] as usize;
    // What is not an everyday triple has one loop for lanes, the one that masks: two would take twice the time to compile.
    if const { R::LANES > 1 && !(M::EVERYDAY && L::EVERYDAY && S::EVERYDAY) } {
        let m = load_constants::<R, M, L, S>(block);
        let memory = remember::<R, M>(&mut tile.ring, first, segment.first, &m.c, m.h);
        run_masked::<R, M, L, S, CERTIFIED, LEAN>(block, segment, observe, &m, memory);
        block.put(tile, segment);
        return;
    }
    let (fewest, most) = (block.fewest, block.most);
    let together = Segment { steps: fewest, ..*segment };
    let m = load_constants::<R, M, L, S>(block);
    let memory = remember::<R, M>(&mut tile.ring, first, segment.first, &m.c, m.h);
    // One loop for each clock: a choice inside the loop would keep the state out of the registers.
    match Table::of::<R, M>(&together) {
        Some(table) => {
            run_together::<R, M, L, S, _, CERTIFIED, LEAN>(block, &together, observe, &m, table, memory);
        }
        None if const { <M::Drive<R> as Fields<R>>::NAMES.is_empty() } => unreachable!("no drive, no table"),
        None => {
            let own = Own { c: &m.c, phase: block.phase::<R>(), step: m.turn_step };
            run_together::<R, M, L, S, _, CERTIFIED, LEAN>(block, &together, observe, &m, own, memory);
        }
    }
    block.put(tile, &together);
    if const { R::LANES > 1 } && fewest < most {
        let width = <M::Drive<R> as Fields<R>>::NAMES.len();
        let table = segment.table.map(|rows| &rows[fewest as usize * width..]);
        let rest = Segment { first: segment.first + fewest, steps: most - fewest, table, ..*segment };
        let block = rest_block;
        for members in members.chunks(R::Single::LANES) {
            block.take(tile, &rest, members);
            let m = load_constants::<R::Single, M, L, S>(block);
            let memory = remember::<R::Single, M>(&mut tile.ring, members[0] as usize, rest.first, &m.c, m.h);
            run_masked::<R::Single, M, L, S, CERTIFIED, LEAN>(block, &rest, observe, &m, memory);
            block.put(tile, &rest);
        }
    }
}

/// Steps that all members of a block make: nothing to mask.
#[inline(always)]
fn run_together<
    R: Real,
    M: Model,
    L: Law<M::Space>,
    S: Scheme,
    D: Driver<R, M>,
    const CERTIFIED: bool,
    const LEAN: bool,
>(
    block: &mut Block<R::Scalar>,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
    constants: &Constants<R, M, L, S>,
    mut driver: D,
    mut memory: Option<Memory<'_, R>>,
) {
    let mut m = load_moving::<R, M, S>(block, constants.h);
    // Steps to the next instant at which the motion is sampled.
    let mut until = segment.every - segment.first % segment.every;
    let mut k = 0;
    while k < segment.steps {
        let steps = (segment.steps - k).min(until).min(MOST_COUNTED);
        let stop = k + steps;
        while k < stop {
            let d = recall::<R, M>(&memory, &constants.c, constants.h, driver.next(k));
            m = advance_once::<R, M, L, S, CERTIFIED, LEAN>(constants, &d, k, &m);
            note::<R, M>(&mut memory, m.q);
            k += 1;
        }
        block.add_counts::<R>(m.counts);
        m.counts = R::count_of(0);
        until -= steps;
        if until == 0 {
            until = segment.every;
            store_moving(block, &m);
            block.show(M::STATE.len() / 2, segment.first + k, observe, &|_| true);
        }
    }
    store_moving(block, &m);
}

/// Steps that only some members of a block make; the others keep what they have.
#[inline(always)]
fn run_masked<R: Real, M: Model, L: Law<M::Space>, S: Scheme, const CERTIFIED: bool, const LEAN: bool>(
    block: &mut Block<R::Scalar>,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
    constants: &Constants<R, M, L, S>,
    mut memory: Option<Memory<'_, R>>,
) {
    let mut m = load_moving::<R, M, S>(block, constants.h);
    let mut table = Table::of::<R, M>(segment);
    let mut own = Own { c: &constants.c, phase: block.phase::<R>(), step: constants.turn_step };
    let left = block.left::<R>();
    let mut until = segment.every - segment.first % segment.every;
    for k in 0..block.most {
        let d = match &mut table {
            Some(table) => Driver::<R, M>::next(table, k),
            None => Driver::<R, M>::next(&mut own, k),
        };
        let d = recall::<R, M>(&memory, &constants.c, constants.h, d);
        let active = R::of(f64::from(k)).lt(left);
        m = keep(active, advance_once::<R, M, L, S, CERTIFIED, LEAN>(constants, &d, k, &m), &m);
        note::<R, M>(&mut memory, m.q);
        until -= 1;
        if until == 0 {
            until = segment.every;
            store_moving(block, &m);
            block.show(M::STATE.len() / 2, segment.first + k + 1, observe, &|left| k < left);
        }
        if k % MOST_COUNTED == 0 || k + 1 == block.most {
            block.add_counts::<R>(m.counts);
            m.counts = R::count_of(0);
        }
    }
    store_moving(block, &m);
}

/// `next` where the mask holds, `now` elsewhere.
#[inline(always)]
fn keep<R: Real, M: Model, S: Scheme>(
    mask: R::Mask,
    next: Moving<R, M, S>,
    now: &Moving<R, M, S>,
) -> Moving<R, M, S> {
    let made = Touch { contact: mask & next.touch.contact, sticks: mask & next.touch.sticks };
    Moving {
        q: Tuple::select(mask, next.q, now.q),
        u: Tuple::select(mask, next.u, now.u),
        ahead: Tuple::select(mask, next.ahead, now.ahead),
        t: next.t.zip(&now.t, |next, now| R::select(mask, next, now)),
        touch: Touch {
            contact: made.contact | !mask & now.touch.contact,
            sticks: made.sticks | !mask & now.touch.sticks,
        },
        seen: next.seen.zip(&now.seen, |next, now| R::select(mask, next, now)),
        books: next.books.zip(&now.books, |next, now| R::select(mask, next, now)),
        counts: tally_count::<R>(now.counts, now.touch, made),
        places: next.places.zip(&now.places, |next, now| R::select(mask, next, now)),
        effort: next.effort,
    }
}

/// The body of the loop: step `k` of the segment.
#[inline(always)]
fn advance_once<R: Real, M: Model, L: Law<M::Space>, S: Scheme, const CERTIFIED: bool, const LEAN: bool>(
    m: &Constants<R, M, L, S>,
    d: &M::Drive<R>,
    k: u32,
    now: &Moving<R, M, S>,
) -> Moving<R, M, S> {
    let stuck = now.touch.sticks;
    let s = S::step::<R, M, L, LEAN>(&m.c, &m.law, &m.scheme, m.h, d, now.q, now.ahead, now.u, stuck);
    let touch = s.touch();
    let slide = L::slide(&m.law, &s.problem, s.impulse, s.end, s.sticks);
    let mut t = tally_mode(&now.t, touch);
    let mut fell = R::nowhere();
    if <M::Space as Space>::Watch::FALLS {
        fell = tally_fell(&t, touch.contact, slide);
        t = tally_fall(&t, fell, slide);
    }
    let approach = -M::Space::normal(s.problem.h, s.problem.loose);
    let spin = M::SPIN.map_or(R::of(0.0), |j| s.u.get(j));
    let seen = <M::Space as Space>::Watch::step(&now.seen, &t, touch.contact, fell, s.margin, approach, spin);
    let books = S::Ledger::step::<R, M>(&now.books, &m.c, d, m.h, now.q, now.u, &s);
    let lifts = <M::Space as Space>::Watch::lifts(&now.seen, &seen, &m.limits);
    let counts = tally_count::<R>(now.counts, now.touch, touch);
    let places = tally_place(&now.places, fell, lifts, R::of(f64::from(k + 1)));
    // Last, when all that the next step waits for is on its way.
    if CERTIFIED {
        t = tally_certify::<R, M, L>(&t, &m.law, &s, slide, M::gap(&m.c, s.q));
    }
    // What nobody sorts by is not counted.
    let effort = if const { is_sorted::<R, M, L>() } { s.effort } else { R::of(0.0) };
    Moving { q: s.q, u: s.u, ahead: s.ahead, t, touch, seen, books, counts, places, effort }
}
