//! Sampling: the parameters of each member, a function of (seed, member, column) and of nothing else.

use super::Study;
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
        (first..last).map(|i| dist.value(self.spec.seed, i, self.spec.members, number)).collect()
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
            Batch { first, n, params, steps }
        })
    }
}
