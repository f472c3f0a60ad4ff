//! The Rust side of a probe: reads the arguments of a twin from the numbers drawn, in the order the WGSL call does.

use moreau::columns::Fields;
use moreau::law::Problem;
use moreau::model::Model;
use moreau::real::Scalar;
use moreau::space::Space;
use moreau::tuple::Tuple;

/// The numbers drawn for one case, read one after another.
pub struct Given<'a, R>(std::slice::Iter<'a, R>);

impl<'a, R: Scalar> Given<'a, R> {
    /// From the first number on.
    pub fn new(x: &'a [R]) -> Self {
        Given(x.iter())
    }
    /// The next number.
    pub fn real(&mut self) -> R {
        *self.0.next().expect("the twin reads as many numbers as its call")
    }
    /// The next numbers as a struct.
    pub fn fields<F: Fields<R>>(&mut self) -> F {
        F::from_fn(|_| self.real())
    }
    /// The next numbers as a tuple.
    pub fn tuple<T: Tuple<R>>(&mut self) -> T {
        T::from_fn(|_| self.real())
    }
    /// The next three numbers as an H.
    pub fn delassus<S: Space>(&mut self) -> S::Delassus<R> {
        let [a, b, c] = std::array::from_fn(|_| self.real());
        S::delassus_of(a, b, c)
    }
    /// The next numbers as what a law is asked.
    pub fn problem<S: Space>(&mut self) -> Problem<R, S> {
        let h = self.delassus::<S>();
        let (before, loose) = (self.tuple(), self.tuple());
        let (rough, theta) = (self.real(), self.real());
        Problem { h, before, loose, rough, theta, contact: self.flag(), stuck: self.flag() }
    }
    /// The next number as a truth value.
    pub fn flag(&mut self) -> bool {
        R::of(0.5) < self.real()
    }
    /// The next two numbers as the halves of a word.
    pub fn word(&mut self) -> u32 {
        let low = self.real().to_f64() as u32;
        let high = self.real().to_f64() as u32;
        high << 16 | low
    }
    /// The next number as a whole one.
    pub fn whole(&mut self) -> u32 {
        self.real().to_f64() as u32
    }
    /// The next four numbers as a phase.
    pub fn phase(&mut self) -> u64 {
        let low = u64::from(self.word());
        let high = u64::from(self.word());
        high << 32 | low
    }
    /// The next numbers as a model's parameters, set up.
    pub fn setup<M: Model>(&mut self) -> M::Setup<R> {
        M::setup(&self.fields::<M::Params<R>>())
    }
}

/// The components of a tuple.
pub fn components<R: Scalar, T: Tuple<R>>(t: &T) -> Vec<R> {
    (0..T::LEN).map(|j| t.get(j)).collect()
}

/// The fields of a struct.
pub fn numbers<R: Scalar, F: Fields<R>>(f: &F) -> Vec<R> {
    (0..F::NAMES.len()).map(|j| f.get(j)).collect()
}

/// A truth value as a number.
pub fn of_flag<R: Scalar>(flag: bool) -> R {
    R::of(f64::from(u8::from(flag)))
}

/// A word as its halves, which every precision holds.
pub fn halves<R: Scalar>(word: u32) -> Vec<R> {
    vec![R::of(f64::from(word & 0xffff)), R::of(f64::from(word >> 16))]
}
