//! A rule whose numbers are worked out, ready to draw from: on the host, or written into a kernel.

use rayon::prelude::*;

use super::{Normal, dist_log, dist_normal, dist_place, dist_real, dist_spaced, dist_turn, dist_uniform};
use crate::columns::Fields;
use crate::real::Scalar;
use crate::rng::{uniform_of, words_of};

/// Which functions of [`crate::dist`] give the value, from which numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `[a, b]`.
    Uniform,
    /// `[a, b, octaves]`.
    LogUniform,
    /// The fields of [`Normal`].
    Normal,
    /// `[a, b, last member]`.
    Linspace,
    /// `[a, b, octaves, last member]`.
    Logspace,
    /// The list.
    Choice,
    /// The list.
    Grid,
    /// `[from, to, last value]`.
    EvenGrid,
}

/// A rule ready to draw from.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Which one.
    pub rule: Rule,
    /// The number of the column, see [`crate::rng::column_number`].
    pub column: u32,
    /// How many members in a row have the same value, for grids; 1 for others.
    pub stride: u64,
    /// How many values a list or a grid has; 1 for others.
    pub count: u32,
    /// The rule's numbers.
    pub numbers: Vec<f64>,
}

/// The columns that a kernel draws by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The study's seed.
    pub seed: u64,
    /// Places among the system's columns, with their rules, in order.
    pub columns: Vec<(usize, Drawn)>,
}

impl Drawing {
    /// The rule of a column, and where its numbers begin among those of all.
    pub fn of_column(&self, place: usize) -> Option<(&Drawn, usize)> {
        let at = self.columns.iter().position(|(column, _)| *column == place)?;
        let before = self.columns[..at].iter().map(|(_, drawn)| drawn.numbers.len()).sum();
        Some((&self.columns[at].1, before))
    }

    /// The numbers of all rules, one after another.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        self.columns.iter().flat_map(|(_, drawn)| drawn.numbers.iter().copied())
    }
}

/// Sets each value from its member.
#[inline(always)]
fn each<T: Scalar>(first: u64, values: &mut [f64], value: impl Fn(u64) -> T) {
    (first..).zip(values).for_each(|(member, to)| *to = value(member).to_f64());
}

/// Members that a thread takes at a time.
const BLOCK: usize = 1024;

impl Drawn {
    /// The values of members `first .. first + n`, drawn in the precision `T`.
    pub fn values<T: Scalar>(&self, seed: u64, first: u64, n: usize) -> Vec<f64> {
        let numbers: Vec<T> = self.numbers.iter().map(|&x| T::of(x)).collect();
        let mut values = vec![0.0; n];
        values.par_chunks_mut(BLOCK).enumerate().for_each(|(block, values)| {
            self.fill(&numbers, seed, first + (block * BLOCK) as u64, values);
        });
        values
    }

    /// The rule is looked at once a block, so that each loop is a plain one.
    fn fill<T: Scalar>(&self, x: &[T], seed: u64, first: u64, values: &mut [f64]) {
        let chance = |member: u64| uniform_of::<T>(words_of(seed, member, self.column));
        let turn = |member: u64| dist_turn(member, self.stride, self.count);
        match self.rule {
            Rule::Uniform => each(first, values, |member| dist_uniform(chance(member), x[0], x[1])),
            Rule::LogUniform => each(first, values, |member| dist_log(chance(member), x[0], x[1], x[2])),
            Rule::Normal => {
                let normal = Normal::from_fn(|j| x[j]);
                each(first, values, |member| dist_normal(chance(member), &normal));
            }
            Rule::Linspace => {
                each(first, values, |member| dist_spaced(dist_real::<T>(member) / x[2], x[0], x[1]))
            }
            Rule::Logspace => {
                each(first, values, |member| dist_log(dist_real::<T>(member) / x[3], x[0], x[1], x[2]))
            }
            Rule::Choice => each(first, values, |member| x[dist_place(chance(member), self.count) as usize]),
            Rule::Grid => each(first, values, |member| x[turn(member) as usize]),
            Rule::EvenGrid => {
                each(first, values, |member| dist_spaced(T::of(f64::from(turn(member))) / x[2], x[0], x[1]));
            }
        }
    }
}
