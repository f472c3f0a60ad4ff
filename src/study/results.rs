//! What a run gives back: one row a member, and a summary.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::field::{Field, Grid};
use crate::output::interval::{Z95, wilson};
use crate::output::table::{Table, Values};
use crate::tally::FLAGS;

/// Everything a run gave, with members and trajectories as tables.
pub struct Results {
    /// One row a member.
    pub members: Table,
    /// One row a recorded instant.
    pub trajectories: Table,
    /// Counts, certificates, times.
    pub summary: Summary,
    /// The density field with its cells.
    pub field: Option<(Grid, Field)>,
}

impl Results {
    /// A column of the members as numbers.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        self.members.get(name).map(|column| (0..self.members.rows()).map(|i| column.real(i)).collect())
    }
}

/// `summary.json`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The preset or file.
    pub preset: String,
    /// How many members ran.
    pub members: u64,
    /// The most steps that a member made.
    pub steps: u32,
    /// All steps of all members.
    pub member_steps: u64,
    /// Wall-clock seconds.
    pub seconds: Seconds,
    /// Steps over kernel seconds.
    pub member_steps_per_second: f64,
    /// `reference`, `cpu` or `gpu`.
    pub backend: String,
    /// Lanes and threads, or adapter and driver.
    pub adapter: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Whether the drive came from one table for all, or was computed for each member.
    pub clock: String,
    /// The seed.
    pub seed: u64,
    /// How members ended, with Wilson intervals.
    pub outcomes: BTreeMap<String, Outcome>,
    /// How many members carry each flag.
    pub flags: BTreeMap<String, u64>,
    /// The worst certificate over all members.
    pub certificates: BTreeMap<String, f64>,
    /// Samples that fell outside the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_outside: Option<u64>,
    /// Lines to which members are drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attraction_lines: Vec<super::lines::Line>,
    /// Exact answers beside the results, for the first member.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed_form: Vec<Compared>,
    /// The program's version.
    pub version: String,
}

/// Wall-clock seconds of a run.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Seconds {
    /// From start to the last file.
    pub total: f64,
    /// In which members were being advanced.
    pub kernel: f64,
    /// For compiling shaders.
    pub compile: f64,
}

/// How often one outcome was seen.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Outcome {
    /// How many members.
    pub count: u64,
    /// Of all.
    pub fraction: f64,
    /// Lower end of the 95 % Wilson interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// An exact answer and the result beside it.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// What it is.
    pub what: String,
    /// Theory.
    pub exact: f64,
    /// This run, first member.
    pub result: f64,
    /// The unit of both.
    pub unit: String,
}

/// The names of the certificates, in the order of the columns.
pub const CERTIFICATES: [(&str, &str); 4] = [
    ("complementarity", "worst complementarity residual, over the largest squared velocity"),
    ("cone", "worst squared excess over the friction cone, over the largest squared velocity"),
    ("energy_gain", "worst energy gain of a contact, over the largest squared velocity"),
    ("penetration", "deepest penetration"),
];

impl Summary {
    /// Takes the rows of one batch into account.
    pub fn absorb(&mut self, rows: &Table) {
        let n = rows.rows();
        self.members += n as u64;
        for flag in FLAGS {
            self.flags.entry(flag.into()).or_default();
        }
        let column = |name: &str| rows.get(name).expect("a column of every member table");
        if let Values::Label { codes, labels } = &column("outcome").values {
            for &label in *labels {
                self.outcomes.entry(label.into()).or_default();
            }
            for &code in codes {
                self.outcomes.get_mut(labels[code as usize]).expect("entered above").count += 1;
            }
        }
        for (name, _) in CERTIFICATES {
            let worst = self.certificates.entry(name.into()).or_default();
            *worst = (0..n).fold(*worst, |worst, i| worst.max(column(name).real(i)));
        }
        for i in 0..n {
            let flags = column("flags").real(i) as u32;
            for (_, flag) in FLAGS.iter().enumerate().filter(|(bit, _)| flags >> bit & 1 == 1) {
                *self.flags.get_mut(*flag).expect("entered above") += 1;
            }
            let steps = column("steps").real(i);
            self.member_steps += steps as u64;
            self.steps = self.steps.max(steps as u32);
        }
    }

    /// Fractions and rates, once everything is counted.
    pub fn finish(&mut self) {
        for outcome in self.outcomes.values_mut() {
            (outcome.low, outcome.high) = wilson(outcome.count, self.members, Z95);
            outcome.fraction = outcome.count as f64 / self.members as f64;
        }
        self.member_steps_per_second =
            if self.seconds.kernel > 0.0 { self.member_steps as f64 / self.seconds.kernel } else { 0.0 };
    }

    /// Flags raised, all kinds together; a member may have several.
    pub fn flagged(&self) -> u64 {
        self.flags.values().sum()
    }
}
