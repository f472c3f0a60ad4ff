//! What a run gives back: one row a member, and a summary.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::backend::{Batch, Done, Number};
use crate::columns::Fields;
use crate::field::{Field, Grid};
use crate::output::interval::{Z95, wilson};
use crate::output::table::{Column, Table, Values};
use crate::system::Info;
use crate::system::System;
use crate::tally::{FLAGS, Tally, relative};
use crate::tile::{Tile, word};
use crate::watch::Watched;

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

/// The names of the columns of a system's members.
pub fn member_columns(system: &dyn System) -> Vec<String> {
    let info = system.info();
    let batch = Batch {
        first: 0,
        n: 0,
        params: vec![vec![0.0]; info.columns.len()],
        steps: Vec::new(),
        order: Vec::new(),
    };
    let nobody = Done::<f64> { batch, tile: Tile::default(), record: Vec::new() };
    member_table(system, &info, &[0.0], &nobody).columns.into_iter().map(|column| column.name).collect()
}

/// The rows of one batch.
pub fn member_table<T: Number>(system: &dyn System, info: &Info, durations: &[f64], done: &Done<T>) -> Table {
    let (tile, batch) = (&done.tile, &done.batch);
    let n = batch.n;
    let mut columns = Vec::new();
    let mut add = |name: &str, unit: &str, about: &str, values: Values| {
        columns.push(Column { name: name.into(), unit: unit.into(), about: about.into(), values });
    };
    let each = |values: &[f64]| if values.len() == 1 { vec![values[0]; n] } else { values.to_vec() };
    add("member", "", "index of the member", Values::U64((batch.first..batch.first + n as u64).collect()));
    for (column, values) in info.columns.iter().zip(&batch.params) {
        add(column.name, column.unit, column.about, Values::F64(each(values)));
    }
    add("duration", "s", "time asked for", Values::F64(each(durations)));
    add("steps", "", "steps made", Values::U32(batch.steps.clone()));
    for (j, (name, unit)) in info.state.iter().enumerate() {
        add(name, unit, "final state", reals(&tile.reals[j * n..][..n]));
    }

    let real = |column: usize, i: usize| tile.reals[column * n + i].to_f64();
    if !info.observed.is_empty() {
        let state = |i: usize| (0..2 * info.dof()).map(|j| real(j, i)).collect::<Vec<f64>>();
        let rows: Vec<Vec<f64>> = (0..n).map(|i| system.observed(&batch.member(i), &state(i))).collect();
        for (j, (name, unit)) in info.observed.iter().enumerate() {
            let about = "at the end, from the final state";
            add(name, unit, about, Values::F64(rows.iter().map(|row| row[j]).collect()));
        }
    }

    let tally = |name: &str, i: usize| real(info.tally(name), i);
    let per_member = |f: &dyn Fn(usize) -> f64| Values::F64((0..n).map(f).collect());
    let length = info.state[0].1;
    for ((name, about), unit) in CERTIFICATES.iter().zip(["", "", "", length]) {
        let value = |i: usize| match *name {
            "complementarity" => relative(tally("residual", i), tally("energy", i)),
            "cone" => relative(tally("cone", i), tally("energy", i)),
            "energy_gain" => relative(tally("gain", i), tally("energy", i)),
            _ => tally("depth", i),
        };
        add(name, unit, about, per_member(&value));
    }
    let words = |column: usize| tile.words[column * n..][..n].to_vec();
    let h = &batch.params[info.columns.len() - 1];
    let h = |i: usize| h[if h.len() == 1 { 0 } else { i }];
    let (slides, sticks, drop_step) = (words(word::SLIDES), words(word::STICKS), words(word::DROP_STEP));
    let flights = (0..n).map(|i| batch.steps[i] - slides[i] - sticks[i]).collect();
    add("steps_flight", "", "steps without contact", Values::U32(flights));
    add("t_slide", "s", "time spent sliding", per_member(&|i| f64::from(slides[i]) * h(i)));
    add("steps_slide", "", "steps that slid", Values::U32(slides.clone()));
    add("steps_stick", "", "steps that stuck", Values::U32(sticks));
    add("impacts", "", "contacts that began", Values::U32(words(word::IMPACTS)));
    let drop = |i| relative(tally("drop", i), tally("drop_from", i));
    add(
        "drop",
        "",
        "largest fall of the sliding speed over one step, of the speed before it",
        per_member(&drop),
    );
    add(
        "slide_before",
        info.state[info.dof()].1,
        "sliding speed before that fall",
        per_member(&|i| tally("drop_from", i)),
    );
    add("t_drop", "s", "time of that fall", per_member(&|i| f64::from(drop_step[i]) * h(i)));
    let lift_step = words(word::LIFT_STEP);
    let seen_from = info.tally("slide") + Tally::<f64>::NAMES.len();
    let report = |i: usize| {
        let place = |name: &str| info.seen.iter().position(|field| *field == name).expect("a field of Seen");
        (info.report)(&Watched {
            seen: &|name| real(seen_from + place(name), i),
            tally: &|name| tally(name, i),
            lift_step: lift_step[i],
            h: h(i),
        })
    };
    let watched: Vec<Vec<f64>> =
        if info.watched.is_empty() { Vec::new() } else { (0..n).map(report).collect() };
    for (j, column) in info.watched.iter().enumerate() {
        let values = watched.iter().map(|row| row[j]);
        let values = match column.labels {
            [] => Values::F64(values.collect()),
            labels => labelled(values, labels),
        };
        add(column.name, column.unit, column.about, values);
    }
    let outcomes = words(word::OUTCOME).into_iter().map(f64::from);
    add("outcome", "", "how the member ended", labelled(outcomes, info.outcomes));
    let finite = |i: usize| (0..2 * info.dof()).all(|j| tile.reals[j * n + i].to_f64().is_finite());
    let flags =
        words(word::FLAGS).into_iter().enumerate().map(|(i, flags)| flags | u32::from(!finite(i))).collect();
    add("flags", "", "bits: nonfinite, penetration, cone, complementarity, energy-gain", Values::U32(flags));
    Table { columns }
}

/// Words by their places in a list.
fn labelled(places: impl Iterator<Item = f64>, labels: &'static [&'static str]) -> Values {
    Values::Label { codes: places.map(|place| (place as u8).min(labels.len() as u8 - 1)).collect(), labels }
}

/// Numbers of the run's own precision.
fn reals<T: Number>(values: &[T]) -> Values {
    match T::PRECISION {
        crate::backend::Precision::F32 => Values::F32(bytemuck::cast_slice(values).to_vec()),
        crate::backend::Precision::F64 => Values::F64(bytemuck::cast_slice(values).to_vec()),
    }
}

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
