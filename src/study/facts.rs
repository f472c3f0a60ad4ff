//! What is counted of the members of one chunk. Facts of chunks are kept with their rows, and put together in the
//! order of chunks: the summary is the same whoever ran them, in whatever order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::lines::Finals;
use super::results::{CERTIFICATES, Compared, certificate_column};
use super::{Study, statistics::Statistics, warnings};
use crate::error::Error;
use crate::output::table::{Table, Values};
use crate::tally::FLAGS;

/// Counts, worst certificates and statistics of some members.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// How many members.
    pub members: u64,
    /// The most steps that one of them made.
    pub steps: u32,
    /// All their steps.
    pub member_steps: u64,
    /// How many ended how.
    pub outcomes: BTreeMap<String, u64>,
    /// How many carry each flag.
    pub flags: BTreeMap<String, u64>,
    /// How many members theory warns of, by the warning.
    pub warnings: BTreeMap<String, u64>,
    /// The worst of each certificate.
    pub certificates: BTreeMap<String, f64>,
    /// Where they ended, if the study looks for lines of attraction.
    pub finals: Finals,
    /// Exact answers beside the results of the first member.
    pub closed_form: Vec<Compared>,
    /// Every column in numbers.
    pub statistics: Statistics,
}

impl Facts {
    /// The facts of the rows of one chunk.
    pub fn of(study: &Study, rows: &Table) -> Facts {
        let (n, info) = (rows.rows(), study.info());
        let column = |name: &str| rows.get(name).expect("a column of every member table");
        let mut facts = Facts { members: n as u64, ..Facts::default() };
        facts.count_outcomes(&column("outcome").values);
        for (name, _) in CERTIFICATES {
            let column = column(certificate_column(&info, name));
            // All NaN is a run without certificates.
            if n == 0 || (0..n).any(|i| !column.real(i).is_nan()) {
                let worst = (0..n).fold(0.0, |worst: f64, i| worst.max(column.real(i)));
                facts.certificates.insert(name.into(), worst);
            }
        }
        if let Values::U32(flags) = &column("flags").values {
            for (bit, flag) in FLAGS.iter().enumerate() {
                let count = flags.iter().filter(|flags| *flags >> bit & 1 == 1).count();
                facts.flags.insert((*flag).into(), count as u64);
            }
        }
        if let Values::U32(steps) = &column("steps").values {
            facts.member_steps = steps.iter().map(|&steps| u64::from(steps)).sum();
            facts.steps = steps.iter().copied().max().unwrap_or(0);
        }
        facts.warnings = warnings::of_rows(study, rows);
        facts.finals = Finals::of(&study.spec, rows);
        facts.statistics = Statistics::of(rows);
        facts
    }

    fn count_outcomes(&mut self, outcomes: &Values) {
        let Values::Label { codes, labels } = outcomes else { return };
        let mut counts = vec![0; labels.len()];
        codes.iter().for_each(|&code| counts[code as usize] += 1);
        self.outcomes = labels.iter().zip(counts).map(|(&label, count)| (label.to_owned(), count)).collect();
    }

    /// Takes the facts of the chunk that comes next.
    pub fn merge(&mut self, next: &Facts) -> Result<(), Error> {
        self.members += next.members;
        self.steps = self.steps.max(next.steps);
        self.member_steps += next.member_steps;
        let counts = [
            (&mut self.outcomes, &next.outcomes),
            (&mut self.flags, &next.flags),
            (&mut self.warnings, &next.warnings),
        ];
        for (counts, more) in counts {
            more.iter().for_each(|(name, count)| *counts.entry(name.clone()).or_default() += count);
        }
        for (name, &worst) in &next.certificates {
            let mine = self.certificates.entry(name.clone()).or_default();
            *mine = mine.max(worst);
        }
        self.finals.merge(&next.finals);
        if self.closed_form.is_empty() {
            self.closed_form.clone_from(&next.closed_form);
        }
        self.statistics.merge(&next.statistics).map_err(|e| Error::Check(e.to_string()))
    }
}
