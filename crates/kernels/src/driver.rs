//! Where the drive of a step comes from: a table that all members share, or each member's own clock. The twin is
//! `drive_at`, which `src/wgsl.rs` composes.

use crate::accelerogram::Accelerogram;
use crate::clock;
use crate::columns::Fields;
use crate::model::Model;
use crate::real::{Real, Scalar};
use crate::tile::Segment;

/// Where a block has the drive of its steps from, one after another.
pub trait Driver<R: Real, M: Model> {
    /// The drive of step `k` of the segment, `k` below its number of steps.
    fn next(&mut self, k: u32) -> M::Drive<R>;
}

/// A table for all members; empty where nothing depends on time.
pub struct Table<'a, T>(&'a [T]);

impl<'a, T> Table<'a, T> {
    /// The table of a segment. Checked here, so that the loop has no way out: one would keep the state out of the registers.
    pub fn of<R: Real<Scalar = T>, M: Model>(segment: &Segment<'a, T>) -> Option<Self> {
        let width = <M::Drive<R> as Fields<R>>::NAMES.len();
        let rows = if width == 0 { &[] } else { segment.table? };
        assert!(rows.len() >= segment.steps as usize * width, "a row for every step");
        Some(Table(rows))
    }
}

impl<R: Real, M: Model> Driver<R, M> for Table<'_, R::Scalar> {
    #[inline(always)]
    fn next(&mut self, k: u32) -> M::Drive<R> {
        let width = <M::Drive<R> as Fields<R>>::NAMES.len();
        // Safety: `Table::of` has seen a row for every step.
        M::Drive::from_fn(|j| R::splat(unsafe { *self.0.get_unchecked(k as usize * width + j) }))
    }
}

/// Each member computes its own.
pub struct Own<'a, C, P> {
    /// The members' setups.
    pub c: &'a C,
    /// Their phases at the midpoint of the next step.
    pub phase: P,
    /// What a step adds to them.
    pub step: P,
}

impl<R: Real, M: Model> Driver<R, M> for Own<'_, M::Setup<R>, R::Phase> {
    #[inline(always)]
    fn next(&mut self, _: u32) -> M::Drive<R> {
        let d = M::drive(self.c, R::turns(self.phase));
        self.phase = R::phase_add(self.phase, self.step);
        d
    }
}

/// Which rows of the shared drive are asked for.
pub struct Rows<'a> {
    /// Half a step as a phase of the machine.
    pub half_step: u64,
    /// The number of the first step.
    pub first: u32,
    /// How many steps.
    pub steps: u32,
    /// The time step.
    pub h: f64,
    /// What shakes the ground, if it was recorded.
    pub ground: Option<&'a Accelerogram>,
}

/// Rows of the shared drive, computed in f64 and rounded once.
pub fn drive_table<T: Scalar, M: Model>(c: &M::Setup<f64>, rows: &Rows<'_>) -> Vec<T> {
    let width = <M::Drive<f64> as Fields<f64>>::NAMES.len();
    let mut table = Vec::with_capacity(rows.steps as usize * width);
    for k in rows.first..rows.first + rows.steps {
        let mut d = M::drive(c, f64::turns(clock::phase_mid(rows.half_step, k)));
        if let Some(ground) = rows.ground {
            let k = f64::from(k);
            M::shake(&mut d, ground.mean(k * rows.h, (k + 1.0) * rows.h));
        }
        table.extend((0..width).map(|j| T::of(d.get(j))));
    }
    table
}
