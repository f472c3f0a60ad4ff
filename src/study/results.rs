//! What a run gives back: one row a member, and a summary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Study;
use super::facts::Facts;
use crate::backend::Precision;
use crate::backend::gpu::tune::Tuning;
use crate::field::Field;
use crate::output::interval::Share;
use crate::output::table::Table;
use crate::system::Info;

/// Everything a run gave, with members and trajectories as tables.
#[derive(Debug, Default)]
pub struct Results {
    /// One row a member.
    pub members: Table,
    /// One row a recorded instant.
    pub trajectories: Table,
    /// Counts, certificates, times.
    pub summary: Summary,
    /// The density field; [`Study::grid`](super::Study::grid) has its cells.
    pub field: Option<Field>,
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
    /// How kernels were cut to the adapter; no result depends on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tuning: Option<Tuning>,
    /// `f32` or `f64`.
    pub precision: String,
    /// Whether the drive came from one table for all, or was computed for each member.
    pub clock: String,
    /// The seed.
    pub seed: u64,
    /// The command that gave this.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// Which part of the study this is, if not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// How many members ran where.
    pub backends: BTreeMap<String, u64>,
    /// What went wrong without losing anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// How members ended, with Wilson intervals.
    pub outcomes: BTreeMap<String, Share>,
    /// How many members carry each flag.
    pub flags: BTreeMap<String, u64>,
    /// How many members theory warns of, by the warning.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub warnings: BTreeMap<String, u64>,
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
    /// A random part of the members beside the f64 reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<super::audit::Audit>,
    /// Mean, spread, quantiles and histogram of every column.
    pub statistics: super::statistics::StatisticsSummary,
    /// The same as a table for a terminal.
    #[serde(skip)]
    pub statistics_table: String,
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

/// Who ran some members, how long it took, and what went wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ran {
    /// How many members.
    pub members: u64,
    /// `reference`, `cpu` or `gpu`.
    pub backend: String,
    /// Lanes and threads, or adapter and driver.
    pub adapter: String,
    /// Seconds in which they were being advanced.
    pub kernel_seconds: f64,
    /// What went wrong, and what was done about it.
    pub faults: Vec<Fault>,
}

/// Something that went wrong without losing anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// From which member on, and the one after the last.
    pub members: [u64; 2],
    /// What happened.
    pub cause: String,
    /// What was done.
    pub action: String,
}

/// An exact answer and the result beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// What the column of a certificate is called. A model may observe an energy gain of its own, by another measure and of either
/// sign (Kane's pendulum): then the certificate makes way.
pub fn certificate_column(info: &Info, name: &'static str) -> &'static str {
    let taken = info.observed.iter().any(|(observed, _)| *observed == name);
    if taken && name == "energy_gain" { "contact_gain" } else { name }
}

impl Summary {
    /// What the facts of all members say, and who ran them: `by` is the backend that was asked for, and the precision.
    pub fn of(
        study: &Study,
        facts: &Facts,
        ran: &[Ran],
        by: (&str, Precision),
        field: Option<&Field>,
    ) -> Summary {
        let spec = &study.spec;
        let outcome = |(label, &count): (&String, &u64)| (label.clone(), Share::of(count, facts.members));
        let lines = spec.field.as_ref().filter(|field| field.lines).map(|field| facts.finals.lines(field));
        let grid = study.grid(&study.info());
        let mut summary = Summary {
            preset: spec.name.clone(),
            members: facts.members,
            steps: facts.steps,
            member_steps: facts.member_steps,
            backend: by.0.into(),
            precision: by.1.to_string(),
            clock: study.clock_name().into(),
            seed: spec.seed,
            outcomes: facts.outcomes.iter().map(outcome).collect(),
            flags: facts.flags.clone(),
            warnings: facts.warnings.clone(),
            certificates: facts.certificates.clone(),
            field_outside: field.zip(grid).map(|(field, grid)| field.count(grid.len())),
            attraction_lines: lines.unwrap_or_default(),
            closed_form: facts.closed_form.clone(),
            statistics: facts.statistics.summary(),
            statistics_table: facts.statistics.table(),
            version: env!("CARGO_PKG_VERSION").into(),
            ..Summary::default()
        };
        summary.take(ran);
        summary
    }

    /// The times and places of the pieces that were run.
    fn take(&mut self, pieces: &[Ran]) {
        for piece in pieces {
            self.seconds.kernel += piece.kernel_seconds;
            *self.backends.entry(piece.adapter.clone()).or_default() += piece.members;
            self.faults.extend(piece.faults.iter().cloned());
        }
        let most = self.backends.iter().max_by_key(|(_, members)| **members);
        self.adapter = most.map_or(String::new(), |(adapter, _)| adapter.clone());
        self.member_steps_per_second =
            if self.seconds.kernel > 0.0 { self.member_steps as f64 / self.seconds.kernel } else { 0.0 };
    }

    /// Flags raised, all kinds together; a member may have several.
    pub fn flagged(&self) -> u64 {
        self.flags.values().sum()
    }
}
