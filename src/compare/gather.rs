//! What is gathered of one variant, and of two.

use super::count::numbers;
use super::{Book, Confused, Distance, Finished, Pair, Told};
use crate::output::interval::Share;
use crate::output::table::{Column, Table, Values};
use crate::study::statistics::Numbers;
use crate::tally::FLAGS;

/// Members that end otherwise and are listed.
const LISTED: usize = 20;

/// The value farthest from zero, and who has it; what is not a number is farther than all.
#[derive(Clone, Copy, Default)]
struct Worst {
    value: f64,
    member: u64,
}

impl Worst {
    fn take(&mut self, values: &[f64], members: &[u64]) {
        for (&value, &member) in values.iter().zip(members) {
            // What is not a number is the worst of all.
            if !self.value.is_nan() && (value.is_nan() || value.abs() > self.value.abs()) {
                *self = Worst { value, member };
            }
        }
    }
}

/// Numbers in the making, with the worst of them.
#[derive(Clone, Default)]
pub(super) struct Gathered {
    numbers: Option<Numbers>,
    worst: Worst,
}

impl Gathered {
    pub fn take(&mut self, values: Vec<f64>, members: &[u64]) {
        self.worst.take(&values, members);
        let more = Numbers::of(&Values::F64(values)).expect("numbers");
        match &mut self.numbers {
            Some(numbers) => numbers.merge(&more),
            none => *none = Some(more),
        }
    }

    fn distance(self, name: &str, unit: &str) -> Distance {
        let quantile = |percent: u32| self.numbers.as_ref().and_then(|numbers| numbers.quantile(percent));
        Distance {
            name: name.into(),
            unit: unit.into(),
            median: quantile(50),
            percentile_99: quantile(99),
            worst: self.worst.value,
            worst_member: self.worst.member,
            one_sided: self.numbers.as_ref().map_or(0, |numbers| numbers.nonfinite),
            numbers: self.numbers,
        }
    }
}

/// One variant by itself.
pub(super) struct Alone {
    pub backend: String,
    pub precision: String,
    pub outcomes: Vec<u64>,
    pub flags: [u64; FLAGS.len()],
    pub books: Vec<(Column, Gathered)>,
}

/// Two variants.
#[derive(Clone)]
pub(super) struct Both {
    pub of: [usize; 2],
    pub confusion: Vec<u64>,
    pub otherwise: Vec<u64>,
    pub columns: Vec<Gathered>,
    pub together: Gathered,
}

impl Alone {
    pub fn take(&mut self, block: &Table, outcomes: &[u8], members: &[u64]) {
        outcomes.iter().for_each(|&outcome| self.outcomes[usize::from(outcome)] += 1);
        if let Some(Values::U32(flags)) = block.get("flags").map(|column| &column.values) {
            for (bit, count) in self.flags.iter_mut().enumerate() {
                *count += flags.iter().filter(|flags| *flags >> bit & 1 == 1).count() as u64;
            }
        }
        for (column, gathered) in &mut self.books {
            gathered.take(numbers(block, &column.name).collect(), members);
        }
    }

    pub fn told(self, finished: &Finished, words: &[String], all: u64) -> Told {
        let names = finished.study.info().names;
        let book = |(column, gathered): (Column, Gathered)| {
            let numbers = gathered.numbers.as_ref();
            Book {
                name: column.name,
                unit: column.unit,
                about: column.about,
                mean: numbers.filter(|numbers| numbers.count() > 0).map(|numbers| numbers.mean),
                worst: gathered.worst.value,
                worst_member: gathered.worst.member,
                nonfinite: numbers.map_or(0, |numbers| numbers.nonfinite),
            }
        };
        let seen = words.iter().zip(&self.outcomes).filter(|(_, count)| **count > 0);
        Told {
            name: finished.name.clone(),
            folder: finished.folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            law: names[1].into(),
            scheme: names[2].into(),
            backend: self.backend,
            precision: self.precision,
            dropped: finished.dropped.clone(),
            outcomes: seen.map(|(word, &count)| (word.clone(), Share::of(count, all))).collect(),
            flags: FLAGS.iter().zip(self.flags).map(|(flag, count)| ((*flag).to_owned(), count)).collect(),
            books: self.books.into_iter().map(book).collect(),
        }
    }
}

impl Both {
    /// Counts who ends how under both.
    pub fn confuse(&mut self, [one, other]: [&[u8]; 2], members: &[u64], width: usize) {
        for ((&one, &other), &member) in one.iter().zip(other).zip(members) {
            self.confusion[usize::from(one) * width + usize::from(other)] += 1;
            if one != other && self.otherwise.len() < LISTED {
                self.otherwise.push(member);
            }
        }
    }

    pub fn told(self, words: &[String], state: &[(&str, &str)], all: u64) -> Pair {
        let width = words.len();
        let alike = (0..width).map(|k| self.confusion[k * width + k]).sum();
        let cell = |(k, &count): (usize, &u64)| Confused {
            outcomes: [k / width, k % width].map(|place| words[place].clone()),
            count,
        };
        let seen = self.confusion.iter().enumerate().filter(|(_, count)| **count > 0);
        let columns =
            self.columns.into_iter().zip(state).map(|(column, (name, unit))| column.distance(name, unit));
        Pair {
            of: self.of,
            agreement: Share::of(alike, all),
            confusion: seen.map(cell).collect(),
            otherwise: self.otherwise,
            distance: self.together.distance("", ""),
            columns: columns.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_has_its_member_and_nan_is_worst() {
        let mut worst = Worst::default();
        worst.take(&[0.0, -3.0, 2.0, -3.0], &[10, 11, 12, 13]);
        assert_eq!((worst.value, worst.member), (-3.0, 11));
        worst.take(&[f64::NAN, 5.0], &[14, 15]);
        assert!(worst.value.is_nan() && worst.member == 14);
    }
}
