//! A number that counts: a [`Real`] that computes like its scalar and writes down every operation in a
//! [`Graph`] of the thread. The step is written once, generic over [`Real`]; so it is also the one that is counted.
//!
//! What comes in by [`Real::of`] is a constant; by [`Real::splat`] or [`Real::load_fixed`], something that steps share (a row of
//! the drive, a parameter); by [`Real::load`], a state. What goes out by [`Real::lane`] or
//! [`Real::store`] is a result.

use std::cell::RefCell;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use super::graph::{Graph, Id, Op, Operations};
use moreau::real::{Real, Scalar};

/// What was written down so far.
#[derive(Default)]
struct Notes {
    graph: Graph,
    results: Vec<Id>,
}

thread_local! {
    static NOTES: RefCell<Notes> = RefCell::default();
}

fn note<V>(with: impl FnOnce(&mut Notes) -> V) -> V {
    NOTES.with_borrow_mut(with)
}

// A step is inlined as a whole; what it calls here is not, or compiling it would take minutes.

#[inline(never)]
fn input(varies: bool) -> Id {
    note(|notes| notes.graph.input(varies))
}

#[inline(never)]
fn constant(x: f64) -> Id {
    note(|notes| notes.graph.constant(x))
}

#[inline(never)]
fn one(op: Op, a: Id) -> Id {
    note(|notes| notes.graph.apply(op, &[a]))
}

#[inline(never)]
fn two(op: Op, a: Id, b: Id) -> Id {
    note(|notes| notes.graph.apply(op, &[a, b]))
}

#[inline(never)]
fn three(op: Op, a: Id, b: Id, c: Id) -> Id {
    note(|notes| notes.graph.apply(op, &[a, b, c]))
}

#[inline(never)]
fn result(id: Id) {
    note(|notes| notes.results.push(id));
}

/// The operations that the results of `compute` need: those it returns, and those it read by [`Real::lane`].
pub fn operations_of(compute: impl FnOnce() -> Vec<Id>) -> Operations {
    note(|notes| *notes = Notes::default());
    let mut roots = compute();
    note(|notes| {
        roots.append(&mut notes.results);
        notes.graph.operations(&roots)
    })
}

/// A number and its place in the graph.
#[derive(Clone, Copy, Debug)]
pub struct Counted<T> {
    id: Id,
    value: T,
}

/// A truth value and its place in the graph.
#[derive(Clone, Copy, Debug)]
pub struct CountedMask {
    id: Id,
    value: bool,
}

/// A phase and its place in the graph.
#[derive(Clone, Copy, Debug)]
pub struct CountedPhase {
    id: Id,
    value: u64,
}

/// A count and its place in the graph.
#[derive(Clone, Copy, Debug)]
pub struct CountedCount {
    id: Id,
    value: u32,
}

impl<T: Scalar> Counted<T> {
    /// A state: it changes from step to step.
    pub fn state(value: T) -> Self {
        Counted { id: input(true), value }
    }

    /// A parameter: what depends on parameters alone is computed once.
    pub fn parameter(value: T) -> Self {
        Counted { id: input(false), value }
    }

    /// Its place in the graph.
    pub fn id(&self) -> Id {
        self.id
    }
}

impl CountedMask {
    /// A truth value that changes from step to step.
    pub fn state(value: bool) -> Self {
        CountedMask { id: input(true), value }
    }

    /// Its place in the graph.
    pub fn id(&self) -> Id {
        self.id
    }
}

impl CountedPhase {
    /// Its place in the graph.
    pub fn id(&self) -> Id {
        self.id
    }
}

macro_rules! binary {
    ($Op:ident, $op:ident) => {
        impl<T: Scalar> $Op for Counted<T> {
            type Output = Self;
            fn $op(self, other: Self) -> Self {
                Counted { id: two(Op::$Op, self.id, other.id), value: self.value.$op(other.value) }
            }
        }
    };
}
binary!(Add, add);
binary!(Sub, sub);
binary!(Mul, mul);
binary!(Div, div);

impl<T: Scalar> Neg for Counted<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Counted { id: one(Op::Neg, self.id), value: -self.value }
    }
}

impl<T: Scalar> AddAssign for Counted<T> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl BitAnd for CountedMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        CountedMask { id: two(Op::And, self.id, other.id), value: self.value & other.value }
    }
}

impl BitOr for CountedMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        CountedMask { id: two(Op::Or, self.id, other.id), value: self.value | other.value }
    }
}

impl Not for CountedMask {
    type Output = Self;
    fn not(self) -> Self {
        CountedMask { id: one(Op::Not, self.id), value: !self.value }
    }
}

/// Numbers of [`Op::Other`].
const PHASE_ADD: Op = Op::Other(0);
const PHASE_TURNS: Op = Op::Other(1);
const COUNT_IF: Op = Op::Other(2);
const GATHER: Op = Op::Other(3);

impl<T: Scalar> Real for Counted<T> {
    type Mask = CountedMask;
    type Scalar = T;
    type Phase = CountedPhase;
    type Count = CountedCount;
    type Single = Self;
    const LANES: usize = 1;

    fn of(x: f64) -> Self {
        Counted { id: constant(x), value: T::of(x) }
    }
    fn splat(x: T) -> Self {
        Self::parameter(x)
    }
    fn load(lanes: &[T]) -> Self {
        Self::state(lanes[0])
    }
    fn load_fixed(lanes: &[T]) -> Self {
        Self::parameter(lanes[0])
    }
    /// One load, of something that depends on where it is.
    fn gather(table: &[T], at: Self, more: usize) -> Self {
        let value = table[at.value.to_f64() as usize + more];
        Counted { id: two(GATHER, at.id, constant(more as f64)), value }
    }
    fn store(self, lanes: &mut [T]) {
        lanes[0] = self.lane(0);
    }
    fn lane(self, _: usize) -> T {
        result(self.id);
        self.value
    }
    fn sqrt(self) -> Self {
        Counted { id: one(Op::Sqrt, self.id), value: self.value.sqrt() }
    }
    fn abs(self) -> Self {
        Counted { id: one(Op::Abs, self.id), value: self.value.abs() }
    }
    fn lt(self, other: Self) -> CountedMask {
        CountedMask { id: two(Op::Less, self.id, other.id), value: Real::lt(self.value, other.value) }
    }
    fn le(self, other: Self) -> CountedMask {
        CountedMask { id: two(Op::LessOrEqual, self.id, other.id), value: Real::le(self.value, other.value) }
    }
    fn select(mask: CountedMask, yes: Self, no: Self) -> Self {
        let id = three(Op::Select, mask.id, yes.id, no.id);
        Counted { id, value: T::select(mask.value, yes.value, no.value) }
    }
    fn nowhere() -> CountedMask {
        CountedMask::state(false)
    }
    /// What is done depends on it.
    fn anywhere(mask: CountedMask) -> bool {
        result(mask.id);
        mask.value
    }
    fn count_of(n: u32) -> CountedCount {
        CountedCount { id: input(true), value: n }
    }
    fn count_if(mask: CountedMask, unit: u32, n: CountedCount) -> CountedCount {
        let value = n.value + if mask.value { unit } else { 0 };
        CountedCount { id: three(COUNT_IF, mask.id, n.id, constant(f64::from(unit))), value }
    }
    fn count_store(n: CountedCount, lanes: &mut [u32]) {
        result(n.id);
        lanes[0] = n.value;
    }
    fn phase_load(lanes: &[u64]) -> CountedPhase {
        CountedPhase { id: input(true), value: lanes[0] }
    }
    fn phase_add(a: CountedPhase, b: CountedPhase) -> CountedPhase {
        let id = two(PHASE_ADD, a.id, b.id);
        CountedPhase { id, value: a.value.wrapping_add(b.value) }
    }
    fn turns(phase: CountedPhase) -> Self {
        Counted { id: one(PHASE_TURNS, phase.id), value: T::turn_of(phase.value) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moreau::prox::prox_disk;
    use moreau::tip::tip_arms;
    use moreau::tuple::Vector;

    fn count(expression: impl FnOnce(Counted<f64>, Counted<f64>) -> Counted<f64>) -> Operations {
        operations_of(|| {
            let result = expression(Counted::state(3.0), Counted::state(4.0));
            vec![result.id()]
        })
    }

    #[test]
    fn hand_made_expressions_have_the_operations_one_sees() {
        let length = count(|x, y| (x * x + y * y).sqrt());
        assert_eq!(length, Operations { sqrt: 1, mul: 2, add: 1, ..Operations::default() });
        let repeated = count(|x, y| (x / y) * (x / y) + (x / y));
        assert_eq!(repeated, Operations { div: 1, mul: 1, add: 1, ..Operations::default() });
        let chosen = count(|x, y| Counted::select(x.lt(y) & !y.le(x), x.smaller(y), x.abs()));
        assert_eq!(chosen, Operations { other: 7, ..Operations::default() });
    }

    #[test]
    fn the_prox_to_disk_has_one_root_and_one_division() {
        let prox = operations_of(|| {
            let c = Vector([Counted::state(3.0_f32), Counted::state(4.0)]);
            let point = prox_disk(c, Counted::parameter(2.0));
            point.0.map(|x| x.id()).to_vec()
        });
        // |c|² takes 2 and 1, the factor 2, the difference 2; the smaller of the quotient and 1 is the other one.
        assert_eq!(prox, Operations { div: 1, sqrt: 1, mul: 4, add: 3, other: 1 });
    }

    #[test]
    fn geometry_that_is_written_twice_counts_once() {
        let once = |times: usize| {
            operations_of(|| {
                let theta = Counted::state(0.3_f32);
                let (l, rho) = (Counted::parameter(1.0), Counted::parameter(0.5));
                (0..times).flat_map(|_| tip_arms(l, rho, theta).0.map(|x| x.id())).collect()
            })
        };
        assert!(once(1).mul > 10);
        assert_eq!(once(1), once(5));
    }
}
