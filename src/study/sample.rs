//! Sampling: the parameters of each member, a function of (seed, member, column) and of nothing else.

use super::Study;
use super::dist::Who;
use crate::backend::Batch;
use crate::clock;
use crate::rng;
use crate::system::Info;

/// Members sampled at a time: enough to fill a GPU, a few megabytes.
const BATCH: u64 = 1 << 17;

impl Study {
    /// Values of one column for members `first .. first + n`: one value if the study makes it constant.
    pub(super) fn column(&self, name: &str, first: u64, n: usize) -> Vec<f64> {
        let dist = self.spec.dist(name);
        let number = rng::column_number(name);
        let last = if dist.is_constant() { first + 1 } else { first + n as u64 };
        let who =
            Who { seed: self.spec.seed, member: 0, members: self.spec.members, stride: self.stride(name) };
        (first..last).map(|member| dist.value(Who { member, ..who }, number)).collect()
    }

    /// How many members in a row share a value of a grid: the values of all grids before it, in the order of columns.
    fn stride(&self, name: &str) -> u64 {
        let info = self.info();
        let columns = info.columns.iter().map(|column| column.name).chain(["duration"]);
        let before = columns.take_while(|column| *column != name);
        before.fold(1, |stride: u64, column| stride.saturating_mul(self.spec.dist(column).grid_values()))
    }

    /// The parameters of one member, in the order of the system's columns.
    pub fn params_of(&self, member: u64) -> Vec<f64> {
        self.info().columns.iter().map(|column| self.column(column.name, member, 1)[0]).collect()
    }

    /// How many members the cartesian product of all grids has; 1 without grids.
    pub fn grid_members(&self) -> u64 {
        self.stride("")
    }

    /// The members of the study, a batch at a time.
    pub fn batches<'s>(&'s self, info: &'s Info) -> impl Iterator<Item = Batch> + 's {
        let members = self.spec.members;
        (0..members.div_ceil(BATCH)).map(move |number| {
            let first = number * BATCH;
            let n = BATCH.min(members - first) as usize;
            let params: Vec<Vec<f64>> =
                info.columns.iter().map(|column| self.column(column.name, first, n)).collect();
            let durations = self.column("duration", first, n);
            let h = &params[params.len() - 1];
            let pick = |values: &[f64], i: usize| values[if values.len() == 1 { 0 } else { i }];
            let steps = (0..n)
                .map(|i| clock::steps_to(pick(&durations, i), pick(h, i)).expect("checked in Spec"))
                .collect();
            Batch { first, n, params, steps, order: Vec::new() }
        })
    }
}
