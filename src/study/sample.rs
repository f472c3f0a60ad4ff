//! Sampling: the parameters of each member, a function of (seed, member, column) and of nothing else.

use std::ops::Range;

use super::sobol::Sobol;
use super::spec::Sampling;
use super::{Dist, Study};
use crate::backend::{Batch, Precision};
use crate::clock;
use crate::columns::Column;
use crate::dist::{Drawing, dist_uniform};
use crate::system::Info;

impl Study {
    /// Values of one column for members `first .. first + n`: one value if the study makes it constant. A study that
    /// samples on the device has them in the precision of the run, as the kernel draws them.
    pub(super) fn column(&self, name: &str, first: u64, n: usize, precision: Precision) -> Vec<f64> {
        let seed = self.spec.seed;
        match self.spec.dist(name) {
            Dist::Constant(x) => vec![*x],
            Dist::File { values, .. } => values.values[first as usize..][..n].to_vec(),
            Dist::Sobol(a, b) => {
                let points = Sobol::new(self.sobol_before(name), seed, name).points(first, n);
                points.into_iter().map(|u| dist_uniform(u, *a, *b)).collect()
            }
            dist => {
                let drawn =
                    dist.drawn(name, self.stride(name), self.spec.members).expect("all others are drawn");
                match (self.spec.sampling, precision) {
                    (Sampling::Device, Precision::F32) => drawn.values::<f32>(seed, first, n),
                    _ => drawn.values::<f64>(seed, first, n),
                }
            }
        }
    }

    /// The names of all columns, in order.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.info().columns.into_iter().map(|column| column.name).chain(["duration"])
    }

    /// The dimensions of the Sobol sequence that columns before this one take.
    fn sobol_before(&self, name: &str) -> usize {
        let before = self.names().take_while(|column| *column != name);
        before.filter(|column| matches!(self.spec.dist(column), Dist::Sobol(..))).count()
    }

    /// What the kernel draws by itself, if the study samples on the device.
    pub(super) fn drawing(&self, info: &Info) -> Option<Drawing> {
        if self.spec.sampling == Sampling::Host {
            return None;
        }
        let drawn = |(place, column): (usize, &Column)| {
            let dist = self.spec.dist(column.name);
            Some((place, dist.drawn(column.name, self.stride(column.name), self.spec.members)?))
        };
        let columns = info.columns.iter().enumerate().filter_map(drawn).collect();
        Some(Drawing { seed: self.spec.seed, columns })
    }

    /// How many members in a row share a value of a grid: the values of all grids before it, in the order of columns.
    fn stride(&self, name: &str) -> u64 {
        let before = self.names().take_while(|column| *column != name);
        before.fold(1, |stride: u64, column| stride.saturating_mul(self.spec.dist(column).grid_values()))
    }

    /// The parameters of one member in f64, in the order of the system's columns.
    pub fn params_of(&self, member: u64) -> Vec<f64> {
        let one = |name: &str| self.column(name, member, 1, Precision::F64)[0];
        self.info().columns.iter().map(|column| one(column.name)).collect()
    }

    /// How many members the cartesian product of all grids has; 1 without grids.
    pub fn grid_members(&self) -> u64 {
        self.stride("")
    }

    /// The members of a range with their parameters, for a run in this precision.
    pub fn sampled(&self, info: &Info, members: Range<u64>, precision: Precision) -> Batch {
        let (first, n) = (members.start, (members.end - members.start) as usize);
        let params: Vec<Vec<f64>> =
            info.columns.iter().map(|column| self.column(column.name, first, n, precision)).collect();
        let durations = self.column("duration", first, n, precision);
        let h = &params[params.len() - 1];
        let pick = |values: &[f64], i: usize| values[if values.len() == 1 { 0 } else { i }];
        let steps_of = |i: usize| clock::steps_to(pick(&durations, i), pick(h, i)).expect("checked in Spec");
        let alike = h.len() == 1 && durations.len() == 1;
        let steps = if alike { vec![steps_of(0); n] } else { (0..n).map(steps_of).collect() };
        Batch { first, n, params, steps, order: Vec::new() }
    }
}
