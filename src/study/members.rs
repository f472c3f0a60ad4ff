//! The table of members: one row each.

use rayon::prelude::*;

use super::Study;
use super::results::{CERTIFICATES, certificate_column};
use crate::backend::{Batch, Done, Number, Precision};
use crate::columns::Fields;
use crate::output::table::{Column, Table, Values};
use crate::system::{Info, System};
use crate::tally::{Tally, relative};
use crate::tile::{Tile, word};
use crate::watch::Watched;

/// The names of the columns of a system's members.
pub fn member_columns(system: &dyn System) -> Vec<String> {
    schema::<f64>(system).columns.into_iter().map(|column| column.name).collect()
}

/// The columns of a system's members, without rows.
fn schema<T: Number>(system: &dyn System) -> Table {
    let info = system.info();
    let params = vec![vec![0.0]; info.columns.len()];
    let batch = Batch { first: 0, n: 0, params, steps: Vec::new(), order: Vec::new() };
    let tile = Tile::default();
    let nobody = Done::<T> { batch, tile, record: Vec::new(), field: None, seconds: 0.0, halved_to: None };
    member_table(system, &info, &[0.0], &nobody)
}

impl Study {
    /// The columns of the members' table, without rows.
    pub fn member_schema(&self, precision: Precision) -> Table {
        match precision {
            Precision::F32 => schema::<f32>(self.system()),
            Precision::F64 => schema::<f64>(self.system()),
        }
    }
}

/// Members that a thread takes at a time.
const BLOCK: usize = 4096;

/// The rows of one batch.
pub fn member_table<T: Number>(system: &dyn System, info: &Info, durations: &[f64], done: &Done<T>) -> Table {
    let mut rows = Rows { info, done, columns: Vec::new() };
    rows.asked_for(durations);
    rows.final_state(system);
    rows.certificates();
    rows.books();
    rows.counts();
    rows.largest_fall();
    rows.watched();
    rows.ending();
    Table { columns: rows.columns }
}

/// A table in the making.
struct Rows<'a, T> {
    info: &'a Info,
    done: &'a Done<T>,
    columns: Vec<Column>,
}

impl<'a, T: Number> Rows<'a, T> {
    fn n(&self) -> usize {
        self.done.batch.n
    }

    fn add(&mut self, name: &str, unit: &str, about: &str, values: Values) {
        self.columns.push(Column { name: name.into(), unit: unit.into(), about: about.into(), values });
    }

    /// One number of each member.
    fn each(&self, f: &(dyn Fn(usize) -> f64 + Sync)) -> Values {
        Values::F64((0..self.n()).into_par_iter().with_min_len(BLOCK).map(f).collect())
    }

    /// Several numbers of each member, as columns. Members come in blocks, which share a scratch list.
    fn several(&self, width: usize, f: &(dyn Fn(usize, &mut Vec<f64>) -> Vec<f64> + Sync)) -> Vec<Vec<f64>> {
        let block = |start: usize| -> Vec<f64> {
            let mut scratch = Vec::new();
            let rows = (start..(start + BLOCK).min(self.n())).flat_map(|i| {
                scratch.clear();
                f(i, &mut scratch)
            });
            rows.collect()
        };
        let starts: Vec<usize> = (0..self.n()).step_by(BLOCK).collect();
        let blocks: Vec<Vec<f64>> = starts.into_par_iter().map(block).collect();
        let column =
            |j: usize| blocks.iter().flat_map(|block| block.chunks(width).map(|row| row[j])).collect();
        (0..width).into_par_iter().map(column).collect()
    }

    /// One of the reals that a member carries.
    fn real(&self, column: usize, i: usize) -> f64 {
        self.done.tile.reals[column * self.n() + i].to_f64()
    }

    /// The column of reals of a tally field.
    fn tally(&self, name: &str) -> &'a [T] {
        &self.done.tile.reals[self.info.tally(name) * self.n()..][..self.n()]
    }

    fn words(&self, column: usize) -> Vec<u32> {
        self.done.tile.words[column * self.n()..][..self.n()].to_vec()
    }

    fn h(&self, i: usize) -> f64 {
        let h = &self.done.batch.params[self.info.columns.len() - 1];
        h[if h.len() == 1 { 0 } else { i }]
    }

    fn asked_for(&mut self, durations: &[f64]) {
        let (n, batch) = (self.n(), &self.done.batch);
        let each = |values: &[f64]| if values.len() == 1 { vec![values[0]; n] } else { values.to_vec() };
        let members = (batch.first..batch.first + n as u64).collect();
        self.add("member", "", "index of the member", Values::U64(members));
        for (column, values) in self.info.columns.iter().zip(&batch.params) {
            self.add(column.name, column.unit, column.about, Values::F64(each(values)));
        }
        self.add("duration", "s", "time asked for", Values::F64(each(durations)));
        self.add("steps", "", "steps made", Values::U32(batch.steps.clone()));
    }

    fn final_state(&mut self, system: &dyn System) {
        let (n, info) = (self.n(), self.info);
        for (j, (name, unit)) in info.named_state() {
            self.add(name, unit, "final state", reals(&self.done.tile.reals[j * n..][..n]));
        }
        if info.observed.is_empty() {
            return;
        }
        let columns = self.several(info.observed.len(), &|i, numbers| {
            numbers.extend(self.done.batch.params_of(i));
            numbers.extend((0..2 * info.dof()).map(|j| self.real(j, i)));
            let (params, state) = numbers.split_at(info.columns.len());
            system.observed(params, state)
        });
        for ((name, unit), values) in info.observed.iter().zip(columns) {
            self.add(name, unit, "at the end, from the final state", Values::F64(values));
        }
    }

    fn certificates(&mut self) {
        let [length, _] = self.info.gap_units;
        let fields = [("residual", ""), ("cone", ""), ("gain", ""), ("depth", length)];
        for ((name, about), (field, unit)) in CERTIFICATES.iter().zip(fields) {
            let (worst, energy) = (self.tally(field), self.tally("energy"));
            let values = match unit {
                "" => self.each(&|i| relative(worst[i].to_f64(), energy[i].to_f64())),
                _ => self.each(&|i| worst[i].to_f64()),
            };
            self.add(certificate_column(self.info, name), unit, about, values);
        }
    }

    fn books(&mut self) {
        let info = self.info;
        if info.booked.is_empty() {
            return;
        }
        let columns = self.several(info.booked.len(), &|i, numbers| {
            numbers.extend(info.books_at().map(|column| self.real(column, i)));
            (info.balance)(numbers)
        });
        for (column, values) in info.booked.iter().zip(columns) {
            self.add(column.name, column.unit, column.about, Values::F64(values));
        }
    }

    fn counts(&mut self) {
        let (slides, sticks) = (self.words(word::SLIDES), self.words(word::STICKS));
        let steps = &self.done.batch.steps;
        let flights = (0..self.n()).map(|i| steps[i] - slides[i] - sticks[i]).collect();
        self.add("steps_flight", "", "steps without contact", Values::U32(flights));
        let sliding = self.each(&|i| f64::from(slides[i]) * self.h(i));
        self.add("t_slide", "s", "time spent sliding", sliding);
        self.add("steps_slide", "", "steps that slid", Values::U32(slides));
        self.add("steps_stick", "", "steps that stuck", Values::U32(sticks));
        self.add("impacts", "", "contacts that began", Values::U32(self.words(word::IMPACTS)));
    }

    fn largest_fall(&mut self) {
        if !self.info.falls {
            return;
        }
        let (drop, from) = (self.tally("drop"), self.tally("drop_from"));
        let drop = self.each(&|i| relative(drop[i].to_f64(), from[i].to_f64()));
        self.add("drop", "", "largest fall of the sliding speed over one step, of the speed before it", drop);
        let ([_, speed], before) = (self.info.gap_units, self.each(&|i| from[i].to_f64()));
        self.add("slide_before", speed, "sliding speed before that fall", before);
        let step = self.words(word::DROP_STEP);
        let time = self.each(&|i| f64::from(step[i]) * self.h(i));
        self.add("t_drop", "s", "time of that fall", time);
    }

    fn watched(&mut self) {
        let info = self.info;
        if info.watched.is_empty() {
            return;
        }
        let lift_step = self.words(word::LIFT_STEP);
        let (first, tallies) = (2 * info.dof(), Tally::<f64>::NAMES.len());
        let columns = self.several(info.watched.len(), &|i, numbers| {
            numbers.extend((first..first + tallies + info.seen.len()).map(|column| self.real(column, i)));
            let (tally, seen) = numbers.split_at(tallies);
            (info.report)(&Watched { tally, seen, lift_step: lift_step[i], h: self.h(i) })
        });
        for (column, values) in info.watched.iter().zip(columns) {
            let values = match column.labels {
                [] => Values::F64(values),
                labels => labelled(values, labels),
            };
            self.add(column.name, column.unit, column.about, values);
        }
    }

    fn ending(&mut self) {
        let outcomes = self.words(word::OUTCOME).into_iter().map(f64::from).collect();
        self.add("outcome", "", "how the member ended", labelled(outcomes, self.info.outcomes));
        let finite = |i: usize| (0..2 * self.info.dof()).all(|j| self.real(j, i).is_finite());
        let flags = self.words(word::FLAGS).into_iter().enumerate();
        let flags = flags.map(|(i, flags)| flags | u32::from(!finite(i))).collect();
        let about = "bits: nonfinite, penetration, cone, complementarity, energy-gain";
        self.add("flags", "", about, Values::U32(flags));
    }
}

/// Words by their places in a list.
fn labelled(places: Vec<f64>, labels: &'static [&'static str]) -> Values {
    let last = labels.len() as u8 - 1;
    Values::Label { codes: places.into_iter().map(|place| (place as u8).min(last)).collect(), labels }
}

/// Numbers of the run's own precision.
fn reals<T: Number>(values: &[T]) -> Values {
    match T::PRECISION {
        Precision::F32 => Values::F32(bytemuck::cast_slice(values).to_vec()),
        Precision::F64 => Values::F64(bytemuck::cast_slice(values).to_vec()),
    }
}
