//! The operations of one step of a triple, counted by running it on [`Counted`] numbers.

pub mod counted;
pub mod graph;

use counted::{Counted, CountedMask, operations_of};
use graph::{Id, Operations};
use moreau::backend::Precision;
use moreau::block::books_at;
use moreau::columns::Fields;
use moreau::delay::{Ring, slots_for};
use moreau::ensemble::{Loop, advance_block};
use moreau::law::Law;
use moreau::ledger::Ledger;
use moreau::model::Model;
use moreau::real::{Real, Scalar};
use moreau::scheme::{Scheme, Step};
use moreau::study::Study;
use moreau::tile::{Segment, Tile, WORDS, word};
use moreau::tuple::Tuple;
use moreau::wgsl::Clock;
use moreau_triples::{Visitor, for_each};

/// What one step of one member takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// The step itself: new coordinates, velocities and mode.
    pub plain: Operations,
    /// The body of the loop without certificates: the step, what is counted and what is watched. The limit is taken
    /// from these, for that is what runs.
    pub watched: Operations,
    /// The whole body of the loop, with certificates.
    pub certified: Operations,
}

/// What a study decides about its steps.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Whether the drive comes from one table for all members.
    pub shared: bool,
    /// Whether steps are the scheme's lean ones.
    pub lean: bool,
}

/// The operations of one step of a study; of everyday triples only, for a loop to be counted takes as long to compile as one that
/// runs.
pub fn count_operations(study: &Study, precision: Precision) -> Option<Counts> {
    let info = study.info();
    let manner = Manner { shared: study.clock(&info) == Clock::Shared, lean: study.lean(&info) };
    let params = study.sampled(&info, 0..1, precision).member(0);
    let mut count = Count { names: info.names, params, precision, manner, found: None };
    for_each(&mut count);
    count.found
}

/// Counts the triple of these names.
struct Count {
    names: [&'static str; 3],
    params: Vec<f64>,
    precision: Precision,
    manner: Manner,
    found: Option<Counts>,
}

impl Visitor for Count {
    fn visit<M: Model, L: Law<M::Space>, S: Scheme>(&mut self) {
        if const { M::EVERYDAY && L::EVERYDAY && S::EVERYDAY } && self.names == [M::NAME, L::NAME, S::NAME] {
            self.found = Some(match self.precision {
                Precision::F32 => count_triple::<f32, M, L, S>(&self.params, self.manner),
                Precision::F64 => count_triple::<f64, M, L, S>(&self.params, self.manner),
            });
        }
    }
}

/// The same for a triple whose types are known.
pub fn count_triple<T: Scalar, M: Model, L: Law<M::Space>, S: Scheme>(
    params: &[f64],
    Manner { shared, lean }: Manner,
) -> Counts {
    match lean {
        true => count_step::<T, M, L, S, true>(params, shared),
        false => count_step::<T, M, L, S, false>(params, shared),
    }
}

fn count_step<T: Scalar, M: Model, L: Law<M::Space>, S: Scheme, const LEAN: bool>(
    params: &[f64],
    shared: bool,
) -> Counts {
    Counts {
        plain: operations_of(|| plain_step::<T, M, L, S, LEAN>(params, shared)),
        watched: loop_body::<T, M, L, S, false, LEAN>(params, shared),
        certified: loop_body::<T, M, L, S, true, LEAN>(params, shared),
    }
}

/// One step from a state that may be anything; its results are the next state and the mode.
fn plain_step<T: Scalar, M: Model, L: Law<M::Space>, S: Scheme, const LEAN: bool>(
    params: &[f64],
    shared: bool,
) -> Vec<Id> {
    let mut columns = params.iter();
    let mut next = |_| Counted::parameter(T::of(*columns.next().expect("a value for every column")));
    let model = <M::Params<Counted<T>> as Fields<_>>::from_fn(&mut next);
    let law = <L::Params<Counted<T>> as Fields<_>>::from_fn(&mut next);
    let scheme = <S::Params<Counted<T>> as Fields<_>>::from_fn(&mut next);
    let h = next(0);
    let c = M::setup(&model);
    let driven = !<M::Drive<f64> as Fields<f64>>::NAMES.is_empty();
    let phase = Counted::<T>::phase_load(&[1 << 60]);
    let drive = match shared || !driven {
        // A row of the table: the same for all members, so it is read once for many.
        true => M::Drive::from_fn(|_| Counted::parameter(T::of(0.5))),
        false => M::drive(&c, Counted::turns(phase)),
    };
    let start = M::start(&model);
    let state = |x: Counted<T>| Counted::state(x.lane(0));
    let q = M::Coords::from_fn(|j| state(start.0.get(j)));
    let u = M::Coords::from_fn(|j| state(start.1.get(j)));
    let ahead = M::Coords::from_fn(|j| state(start.0.get(j)));
    let stuck = CountedMask::state(false);
    let s: Step<Counted<T>, M> = S::step::<_, M, L, LEAN>(&c, &law, &scheme, h, &drive, q, ahead, u, stuck);
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let mut results: Vec<Id> =
        (0..dof).flat_map(|j| [s.q.get(j), s.u.get(j), s.ahead.get(j)]).map(|x| x.id()).collect();
    results.extend([s.problem.contact.id(), s.sticks.id()]);
    if driven && !shared {
        results.push(Counted::<T>::phase_add(phase, Counted::<T>::phase_load(&[1])).id());
    }
    results
}

/// What a second step adds to the production loop beyond loading, storing and the first one.
fn loop_body<T: Scalar, M: Model, L: Law<M::Space>, S: Scheme, const CERTIFIED: bool, const LEAN: bool>(
    params: &[f64],
    shared: bool,
) -> Operations {
    let [one, two] = [1, 2].map(|steps| {
        operations_of(|| {
            let (mut tile, table) = one_member::<T, M, S>(params, steps);
            let table = (shared && !table.is_empty()).then_some(table.as_slice());
            let segment = Segment {
                first: 1,
                steps,
                every: u32::MAX,
                certified: CERTIFIED,
                lean: LEAN,
                fast_math: false,
                table,
            };
            // Safety: these are numbers of this program, which every processor has.
            let counted = unsafe {
                Loop::new::<Counted<T>, M, L>(advance_block::<Counted<T>, M, L, S, CERTIFIED, LEAN>)
            };
            counted.advance_tile(&mut tile, &segment, &mut |_, _, _| {});
            Vec::new()
        })
    });
    two.beyond(&one)
}

/// A tile of one member that has made one step, and a drive table.
fn one_member<T: Scalar, M: Model, S: Scheme>(params: &[f64], steps: u32) -> (Tile<T>, Vec<T>) {
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let books = <<S::Ledger as Ledger>::Books<f64> as Fields<f64>>::NAMES.len();
    let reals = books_at::<f64, M>() + books;
    let mut words = vec![0; WORDS.len()];
    words[word::TOTAL] = steps + 1;
    let width = <M::Drive<f64> as Fields<f64>>::NAMES.len();
    let mut ring = Ring::default();
    if M::DELAYED {
        // The operations do not depend on the length of the delay.
        ring = Ring::new(slots_for(0.0, steps));
        ring.begin(1, dof, &vec![T::of(0.5); dof]);
    }
    let tile = Tile {
        n: 1,
        params: params.iter().map(|&x| vec![T::of(x)]).collect(),
        reals: vec![T::of(0.5); reals],
        words,
        ring,
    };
    (tile, vec![T::of(0.5); width * steps as usize])
}
