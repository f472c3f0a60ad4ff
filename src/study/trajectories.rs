//! Recorded trajectories as rows.

use super::Study;
use crate::backend::{Done, Job, Number};
use crate::output::table::{Column, Table, Values};
use crate::system::Info;
use crate::tally::MODES;

impl Study {
    /// Recorded states as rows, member after member, the initial state first.
    pub(super) fn trajectory_table<T: Number>(&self, info: &Info, job: &Job<'_>, done: &Done<T>) -> Table {
        let (width, dof) = (job.record_width(), info.dof());
        let recorded = job.recorded(&done.batch);
        let every = job.record.expect("something was recorded").every;
        let samples = done.record.len() / (recorded * width);
        let (mut member, mut t, mut codes) = (Vec::new(), Vec::new(), Vec::new());
        let mut states = vec![Vec::new(); 2 * dof + info.observed.len()];
        for i in 0..recorded {
            let params = done.batch.member(i);
            let h = params[params.len() - 1];
            let start = self.system().start(&params);
            for sample in 0..=samples {
                let step = sample as u64 * u64::from(every);
                if step > u64::from(done.batch.steps[i]) {
                    break;
                }
                member.push(done.batch.first + i as u64);
                t.push(step as f64 * h);
                let mut state = match sample {
                    0 => start.clone(),
                    _ => done.record[((sample - 1) * recorded + i) * width..][..width]
                        .iter()
                        .map(|x| x.to_f64())
                        .collect(),
                };
                // The mode of the step that led here; before the first, none did.
                codes.push(if sample == 0 { 0 } else { state.pop().unwrap_or(0.0) as u8 });
                state.extend(self.system().observed(&params, &state));
                states.iter_mut().zip(state).for_each(|(column, x)| column.push(x));
            }
        }
        table(info, member, t, states, codes)
    }

    /// The columns of recorded trajectories, without rows.
    pub fn trajectory_schema(&self) -> Table {
        let info = self.info();
        let states = vec![Vec::new(); info.state.len() + info.observed.len()];
        table(&info, Vec::new(), Vec::new(), states, Vec::new())
    }
}

/// Who, when, where, and in which mode.
fn table(info: &Info, member: Vec<u64>, t: Vec<f64>, states: Vec<Vec<f64>>, codes: Vec<u8>) -> Table {
    let column = |name: &str, unit: &str, values| Column::new(name, unit, "", values);
    let mut columns = vec![column("member", "", Values::U64(member)), column("t", "s", Values::F64(t))];
    let names = info.state.iter().chain(info.observed);
    let named = names.zip(states).filter(|((name, _), _)| !name.is_empty());
    columns.extend(named.map(|((name, unit), values)| column(name, unit, Values::F64(values))));
    columns.push(column("mode", "", Values::Label { codes, labels: &MODES }));
    Table { columns }
}
