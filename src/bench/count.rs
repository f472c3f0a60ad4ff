//! The operations of one step of a triple, counted by running it on [`Counted`] numbers.

use super::counted::{Counted, CountedMask, operations_of};
use super::graph::{Id, Operations};
use crate::backend::Precision;
use crate::columns::Fields;
use crate::ensemble::advance_tile;
use crate::law::Law;
use crate::model::Model;
use crate::real::{Real, Scalar};
use crate::scheme::{Scheme, Step};
use crate::system::System;
use crate::tally::Tally;
use crate::tile::{Segment, Tile, WORDS, word};
use crate::tuple::Tuple;

/// What one step of one member takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// The step itself: new coordinates, velocities and mode. The limit is taken from these.
    pub plain: Operations,
    /// The whole body of the loop, with certificates and all that is watched.
    pub certified: Operations,
}

/// The operations of one step of a system; `shared` if the drive comes from one table for all members.
pub fn count_operations(system: &dyn System, precision: Precision, params: &[f64], shared: bool) -> Counts {
    system.count_operations(precision, params, shared)
}

/// The same for a triple whose types are known.
pub fn count_triple<T: Scalar, M: Model, L: Law<M::Space>, S: Scheme>(
    params: &[f64],
    shared: bool,
) -> Counts {
    Counts {
        plain: operations_of(|| plain_step::<T, M, L, S>(params, shared)),
        certified: loop_body::<T, M, L, S>(params, shared),
    }
}

/// One step from a state that may be anything; its results are the next state and the mode.
fn plain_step<T: Scalar, M: Model, L: Law<M::Space>, S: Scheme>(params: &[f64], shared: bool) -> Vec<Id> {
    let mut columns = params.iter();
    let mut next = |_| Counted::parameter(T::of(*columns.next().expect("a value for every column")));
    let model = <M::Params<Counted<T>> as Fields<_>>::from_fn(&mut next);
    let law = <L::Params<Counted<T>> as Fields<_>>::from_fn(&mut next);
    let scheme = <S::Params<Counted<T>> as Fields<_>>::from_fn(&mut next);
    let h = next(0);
    let c = M::setup(&model);
    let driven = !<M::Drive<f64> as Fields<f64>>::NAMES.is_empty();
    let phase = Counted::<T>::phase_from(|_| 1 << 60);
    let drive = match shared || !driven {
        // A row of the table: the same for all members, so it is read once for many.
        true => M::Drive::from_fn(|_| Counted::parameter(T::of(0.5))),
        false => M::drive(&c, Counted::turns(phase)),
    };
    let start = M::start(&model);
    let state = |x: Counted<T>| Counted::state(x.lane(0));
    let q = M::Coords::from_fn(|j| state(start.0.get(j)));
    let u = M::Coords::from_fn(|j| state(start.1.get(j)));
    let stuck = CountedMask::state(false);
    let s: Step<Counted<T>, M> = S::step::<_, M, L>(&c, &law, &scheme, h, &drive, q, u, stuck);
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let mut results: Vec<Id> = (0..dof).flat_map(|j| [s.q.get(j).id(), s.u.get(j).id()]).collect();
    results.extend([s.touch.contact.id(), s.touch.sticks.id()]);
    if driven && !shared {
        results.push(Counted::<T>::phase_add(phase, Counted::<T>::phase_from(|_| 1)).id());
    }
    results
}

/// What one step adds to the production loop beyond loading and storing a member that makes none.
fn loop_body<T: Scalar, M: Model, L: Law<M::Space>, S: Scheme>(params: &[f64], shared: bool) -> Operations {
    let [none, one] = [0, 1].map(|steps| {
        operations_of(|| {
            let (mut tile, table) = one_member::<T, M>(params, steps);
            let table = (shared && !table.is_empty()).then_some(table.as_slice());
            let segment =
                Segment { first: 1, steps, every: u32::MAX, certified: true, fast_math: false, table };
            advance_tile::<Counted<T>, M, L, S, true>(&mut tile, &segment, &mut |_, _, _| {});
            Vec::new()
        })
    });
    one.beyond(&none)
}

/// A tile of one member that has made one step, and a drive table.
fn one_member<T: Scalar, M: Model>(params: &[f64], steps: u32) -> (Tile<T>, Vec<T>) {
    use crate::ensemble::SeenOf;
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let reals = 2 * dof + Tally::<f64>::NAMES.len() + SeenOf::<f64, M>::NAMES.len();
    let mut words = vec![0; WORDS.len()];
    words[word::TOTAL] = steps + 1;
    let width = <M::Drive<f64> as Fields<f64>>::NAMES.len();
    let tile = Tile {
        n: 1,
        params: params.iter().map(|&x| vec![T::of(x)]).collect(),
        reals: vec![T::of(0.5); reals],
        words,
    };
    (tile, vec![T::of(0.5); width * steps as usize])
}
