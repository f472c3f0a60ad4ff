//! Random numbers and random ensembles for checks: the same on every machine and at every run.

use super::compare::moved;
use crate::probe::Draw;
use moreau::backend::{Batch, Job, Number};
use moreau::system::{Info, System};
use moreau::wgsl::Clock;

/// A source of random bits by place, not by order.
#[derive(Clone, Copy, Debug)]
pub struct Dice(u64);

/// Steele, Lea and Flood's mixer (SplitMix, OOPSLA 2014): every input bit reaches every output bit.
fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Dice {
    /// Dice of its own for each check.
    pub fn named(name: &str) -> Dice {
        Dice(name.bytes().fold(0x6d6f_7265_6175, |seed, byte| mix(seed.wrapping_add(u64::from(byte) + 1))))
    }

    /// The bits of a place.
    pub fn roll(self, row: u64, column: u64) -> u64 {
        mix(self.0 ^ mix(row.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mix(column + 1)))
    }
}

/// Exact widening.
pub fn widened<T: Number>(values: &[T]) -> Vec<f64> {
    values.iter().map(|x| x.to_f64()).collect()
}

/// A job of a system that does not report progress. Members with clocks of their own may have steps of their own;
/// the others go in packs, and take the scheme's lean step if it has one.
pub fn job(system: &dyn System, clock: Clock) -> Job<'_> {
    let info = system.info();
    let fixed = |name: &str| info.lean.iter().any(|option| option.0 == name);
    let shared =
        |name: &str| clock == Clock::Shared && (name == "h" || info.timed_by.contains(&name) || fixed(name));
    let constant = info.columns.iter().map(|column| shared(column.name)).collect();
    let ragged = clock == Clock::Member;
    let lean = clock == Clock::Shared && !info.lean.is_empty();
    Job {
        system,
        clock,
        constant,
        drawing: None,
        ragged,
        info,
        field: None,
        record: None,
        ground: None,
        certificates: true,
        lean,
        progress: &|_| (),
    }
}

/// Members with distinct parameters in every column that the clock does not need shared. A parameter whose default
/// 0 is the least accepted value (a height, say) is 0 for half of the members, so that contact is met.
pub fn batch(job: &Job<'_>, n: usize, steps: impl Fn(u64) -> u32) -> Batch {
    let dice = Dice::named(&job.info.names.join(" "));
    let draws = Draw::of_columns(&job.info.columns, job.info.ordered);
    let column = |j: usize| {
        let draw = draws[j];
        let value = |i: u64| {
            let bits = dice.roll(i, j as u64);
            match draw {
                Draw::Between(0.0, _) if bits & 16 == 0 => 0.0,
                // The low bits of 3 keep to the interior.
                _ => draw.value(bits | 3),
            }
        };
        let option = job.info.lean.iter().find(|option| option.0 == job.info.columns[j].name);
        if let (true, Some(&(_, value))) = (job.lean, option) {
            vec![value]
        } else if job.constant[j] {
            vec![draw.value(dice.roll(0, j as u64) | 3)]
        } else {
            (0..n as u64).map(value).collect()
        }
    };
    Batch {
        first: 0,
        n,
        params: (0..job.info.columns.len()).map(column).collect(),
        steps: (0..n as u64).map(|i| steps(dice.roll(i, u64::MAX - 1))).collect(),
        order: Vec::new(),
    }
}

/// The same members with every parameter moved by a rounding of f32. A scheme that asks how far off the boundary a step ends divides a
/// gap by the step, and the gap, a difference of coordinates, is known to their rounding only: there a start at 0 moves by a rounding of 1.
pub fn nudged(batch: &Batch, info: &Info, round: u64) -> Batch {
    let dice = Dice::named("nudge");
    let column = |(j, values): (usize, &Vec<f64>)| {
        let place = |i: usize| dice.roll((j << 32 | i) as u64, round);
        let starts = info.settles() && info.columns[j].name.ends_with('0');
        let value = |(i, &x): (usize, &f64)| match x {
            0.0 if starts => moved(1.0, place(i)) - 1.0,
            _ => moved(x, place(i)),
        };
        values.iter().enumerate().map(value).collect()
    };
    Batch { params: batch.params.iter().enumerate().map(column).collect(), ..batch.clone() }
}
