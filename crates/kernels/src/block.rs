//! Members of a tile as lanes: a block of them on its way into registers and back.
//!
//! The loop is compiled anew for every triple, precision and instruction set, and what brings members into its registers
//! with it. Lane by lane, that would be many times the size of the loop itself; so it is done here, once and for all,
//! and what is compiled with the loop moves whole registers only.

use crate::columns::Fields;
use crate::model::Model;
use crate::real::{Real, Scalar};
use crate::space::Space;
use crate::tally::{COUNTS, Places, Tally, tally_counted};
use crate::tile::{Observer, Segment, Tile, word};
use crate::tuple::Tuple;
use crate::watch::Watch;

/// What a model's contact has seen.
pub type SeenOf<R, M> = <<<M as Model>::Space as Space>::Watch as Watch>::Seen<R>;

/// What a member carries as reals.
pub struct State<R: Real, M: Model> {
    /// Coordinates.
    pub q: M::Coords<R>,
    /// Velocities.
    pub u: M::Coords<R>,
    /// Worst values.
    pub t: Tally<R>,
    /// What was watched.
    pub seen: SeenOf<R, M>,
}

/// Some members of a tile, each column in lanes; the last of them fills up spare lanes.
pub struct Block<T> {
    lanes: usize,
    /// Their number, and which one is in each lane.
    members: usize,
    who: Vec<u32>,
    params: Vec<T>,
    reals: Vec<T>,
    half: Vec<u64>,
    phase: Vec<u64>,
    /// The fewest steps that any member makes in the segment.
    pub fewest: u32,
    /// The most of them.
    pub most: u32,
    /// The steps of each, and as numbers that lanes can compare.
    left: Vec<u32>,
    left_reals: Vec<T>,
    /// What the law had to do for each: see [`crate::law::Solved::effort`].
    effort: Vec<T>,
    /// What is counted just now, and what was counted before.
    counts: Vec<u32>,
    counted: Vec<[u32; COUNTS.len()]>,
    places: Vec<T>,
    sample: Vec<T>,
}

const PLACES: usize = 2;

impl<T: Scalar> Block<T> {
    /// Room for blocks of `lanes` members.
    #[inline(never)]
    pub fn new(tile: &Tile<T>, lanes: usize) -> Self {
        let zeros = |columns: usize| vec![T::default(); columns * lanes];
        let reals = tile.reals.len() / tile.n;
        Block {
            lanes,
            members: 0,
            who: vec![0; lanes],
            // What all members share is here for every block.
            params: tile.params.iter().flat_map(|values| std::iter::repeat_n(values[0], lanes)).collect(),
            reals: zeros(reals),
            half: vec![0; lanes],
            phase: vec![0; lanes],
            fewest: 0,
            most: 0,
            left: vec![0; lanes],
            left_reals: zeros(1),
            effort: zeros(1),
            counts: vec![0; lanes],
            counted: vec![[0; COUNTS.len()]; lanes],
            places: zeros(PLACES),
            sample: vec![T::default(); reals],
        }
    }

    /// Takes members out of a tile, no more than there are lanes.
    #[inline(never)]
    pub fn take(&mut self, tile: &Tile<T>, segment: &Segment<'_, T>, members: &[u32]) {
        let (n, lanes) = (tile.n, self.lanes);
        self.members = members.len();
        self.who[..members.len()].copy_from_slice(members);
        self.who[members.len()..].fill(members[members.len() - 1]);
        for (column, values) in self.params.chunks_mut(lanes).zip(&tile.params) {
            if values.len() > 1 {
                gather(values, &self.who, column);
            }
        }
        for (column, values) in self.reals.chunks_mut(lanes).zip(tile.reals.chunks(n)) {
            gather(values, &self.who, column);
        }
        let now = if segment.first > 0 { word::PHASE } else { word::HALF };
        for lane in 0..lanes {
            let i = self.who[lane] as usize;
            self.half[lane] = tile.phase(word::HALF, i);
            self.phase[lane] = tile.phase(now, i);
            self.left[lane] = tile.left(segment, i);
            self.left_reals[lane] = T::of(f64::from(self.left[lane]));
            self.counted[lane] = [0; COUNTS.len()];
        }
        self.fewest = self.left.iter().copied().min().unwrap_or(0);
        self.most = self.left.iter().copied().max().unwrap_or(0);
    }

    /// Puts the state back into the tile.
    #[inline(never)]
    pub fn put_state(&self, tile: &mut Tile<T>) {
        for (column, values) in self.reals.chunks(self.lanes).zip(tile.reals.chunks_mut(tile.n)) {
            self.who[..self.members].iter().zip(column).for_each(|(&i, &x)| values[i as usize] = x);
        }
    }

    /// Puts everything back, after the steps of a segment.
    #[inline(never)]
    pub fn put(&self, tile: &mut Tile<T>, segment: &Segment<'_, T>) {
        self.put_state(tile);
        let n = tile.n;
        for lane in 0..self.members {
            let i = self.who[lane] as usize;
            let done = tile.left(segment, i);
            let [contacts, sticks, impacts] = self.counted[lane];
            let [drop, lift] = [0, 1].map(|j| self.places[j * self.lanes + lane].to_f64() as u32);
            tile.words[word::DONE * n + i] += done;
            tile.words[word::SLIDES * n + i] += contacts - sticks;
            tile.words[word::STICKS * n + i] += sticks;
            tile.words[word::IMPACTS * n + i] += impacts;
            if drop > 0 {
                tile.words[word::DROP_STEP * n + i] = segment.first + drop;
                tile.words[word::LIFT_STEP * n + i] = 0;
            }
            if tile.words[word::LIFT_STEP * n + i] == 0 && lift > 0 {
                tile.words[word::LIFT_STEP * n + i] = segment.first + lift;
            }
            let turns = 2 * u64::from(segment.first + done) + 1;
            tile.set_phase(word::PHASE, i, self.half[lane].wrapping_mul(turns));
        }
    }

    /// Puts small whole numbers, which are in the first column of the reals, into a column of the tile's words.
    #[inline(never)]
    pub fn put_words(&self, tile: &mut Tile<T>, j: usize) {
        let there = &mut tile.words[j * tile.n..][..tile.n];
        let found = self.who[..self.members].iter().zip(&self.reals);
        found.for_each(|(&i, x)| there[i as usize] = x.to_f64() as u32);
    }

    /// Shows the state and the mode after `done` steps of those members that are to be `shown`, by the steps they make.
    #[inline(never)]
    pub fn show(
        &mut self,
        dof: usize,
        done: u32,
        observe: &mut Observer<'_, T>,
        shown: &dyn Fn(u32) -> bool,
    ) {
        let mode = Tally::<T>::NAMES.iter().position(|name| *name == "mode").expect("a field of the tally");
        for lane in (0..self.members).filter(|&lane| shown(self.left[lane])) {
            for j in 0..2 * dof {
                self.sample[j] = self.reals[j * self.lanes + lane];
            }
            self.sample[2 * dof] = self.reals[(2 * dof + mode) * self.lanes + lane];
            observe(self.who[lane] as usize, done, &self.sample[..=2 * dof]);
        }
    }

    /// A parameter.
    #[inline(always)]
    pub fn param<R: Real<Scalar = T>>(&self, j: usize) -> R {
        R::load_fixed(&self.params[j * R::LANES..][..R::LANES])
    }

    /// The last parameter, which is the step.
    #[inline(always)]
    pub fn h<R: Real<Scalar = T>>(&self) -> R {
        R::load_fixed(&self.params[self.params.len() - R::LANES..])
    }

    /// What half a step adds to the phase.
    #[inline(always)]
    pub fn half<R: Real<Scalar = T>>(&self) -> R::Phase {
        R::phase_load(&self.half[..R::LANES])
    }

    /// The phase at the midpoint of the next step.
    #[inline(always)]
    pub fn phase<R: Real<Scalar = T>>(&self) -> R::Phase {
        R::phase_load(&self.phase[..R::LANES])
    }

    /// The steps that each makes, exact in any precision: segments are short.
    #[inline(always)]
    pub fn left<R: Real<Scalar = T>>(&self) -> R {
        R::load(&self.left_reals[..R::LANES])
    }

    /// The state.
    #[inline(always)]
    pub fn state<R: Real<Scalar = T>, M: Model>(&self) -> State<R, M> {
        let (dof, tallies) = (<M::Coords<R> as Tuple<R>>::LEN, Tally::<R>::NAMES.len());
        let column = |j: usize| R::load(&self.reals[j * R::LANES..][..R::LANES]);
        State {
            q: M::Coords::from_fn(column),
            u: M::Coords::from_fn(|j| column(dof + j)),
            t: Tally::from_fn(|j| column(2 * dof + j)),
            seen: Fields::from_fn(|j| column(2 * dof + tallies + j)),
        }
    }

    /// Sets the state.
    #[inline(always)]
    pub fn set_state<R: Real<Scalar = T>, M: Model>(&mut self, s: &State<R, M>) {
        let (dof, tallies) = (<M::Coords<R> as Tuple<R>>::LEN, Tally::<R>::NAMES.len());
        s.q.each(|j, x| self.set(j, x));
        s.u.each(|j, x| self.set(dof + j, x));
        s.t.each(|j, x| self.set(2 * dof + j, x));
        s.seen.each(|j, x| self.set(2 * dof + tallies + j, x));
    }

    /// The books, which lie behind the state.
    #[inline(always)]
    pub fn books<R: Real<Scalar = T>, M: Model, B: Fields<R>>(&self) -> B {
        let first = books_at::<R, M>();
        B::from_fn(|j| R::load(&self.reals[(first + j) * R::LANES..][..R::LANES]))
    }

    /// Sets the books.
    #[inline(always)]
    pub fn set_books<R: Real<Scalar = T>, M: Model, B: Fields<R>>(&mut self, books: &B) {
        let first = books_at::<R, M>();
        books.each(|j, x| self.set(first + j, x));
    }

    /// Sets a column of the reals.
    #[inline(always)]
    pub fn set<R: Real<Scalar = T>>(&mut self, j: usize, value: R) {
        value.store(&mut self.reals[j * R::LANES..][..R::LANES]);
    }

    /// Sets where something happened.
    #[inline(always)]
    pub fn set_places<R: Real<Scalar = T>>(&mut self, places: &Places<R>) {
        places.each(|j, x| x.store(&mut self.places[j * R::LANES..][..R::LANES]));
    }

    /// Sets what the law had to do.
    #[inline(always)]
    pub fn set_effort<R: Real<Scalar = T>>(&mut self, value: R) {
        value.store(&mut self.effort[..R::LANES]);
    }

    /// Puts it to what is known of all members of the tile.
    #[inline(never)]
    pub fn put_effort(&self, all: &mut [T]) {
        self.who[..self.members].iter().zip(&self.effort).for_each(|(&i, &x)| all[i as usize] = x);
    }

    /// Adds what was counted in at most [`crate::tally::MOST_COUNTED`] steps.
    #[inline(always)]
    pub fn add_counts<R: Real<Scalar = T>>(&mut self, n: R::Count) {
        R::count_store(n, &mut self.counts[..R::LANES]);
        self.unpack_counts();
    }

    #[inline(never)]
    fn unpack_counts(&mut self) {
        for (&n, counted) in self.counts.iter().zip(&mut self.counted) {
            COUNTS.into_iter().zip(counted).for_each(|(place, total)| *total += tally_counted(n, place));
        }
    }
}

/// The column of the reals with which the books begin.
pub fn books_at<R: Real, M: Model>() -> usize {
    2 * <M::Coords<R> as Tuple<R>>::LEN + Tally::<R>::NAMES.len() + SeenOf::<R, M>::NAMES.len()
}

/// The values of a column that belong to these members.
fn gather<T: Copy>(values: &[T], who: &[u32], lanes: &mut [T]) {
    lanes.iter_mut().zip(who).for_each(|(x, &i)| *x = values[i as usize]);
}
