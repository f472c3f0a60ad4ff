//! Trajectory fields: how often members are seen in each cell of two observables, and how fast they move there.
//! Counts and sums are integers, so the result does not depend on the order of members, threads or workgroups.
//! Twin: `shaders/field.wgsl`.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use crate::real::Scalar;

/// The cells: two state columns, their ranges and numbers of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Places of the two observables in the state (coordinates, then velocities).
    pub axes: [usize; 2],
    /// Places of the two velocities that are averaged.
    pub velocities: [usize; 2],
    /// Lower and upper end of each axis.
    pub ranges: [(f64, f64); 2],
    /// Cells along each axis.
    pub cells: [u32; 2],
    /// Steps between two samples.
    pub every: u32,
}

crate::fields! {
    /// The cells as the kernel needs them.
    pub struct Geometry { x_low, x_scale, y_low, y_scale }
}

impl Grid {
    /// Lower ends and cells per unit.
    pub fn geometry<T: Scalar>(&self) -> Geometry<T> {
        let scale = |axis: usize| f64::from(self.cells[axis]) / (self.ranges[axis].1 - self.ranges[axis].0);
        Geometry {
            x_low: T::of(self.ranges[0].0),
            x_scale: T::of(scale(0)),
            y_low: T::of(self.ranges[1].0),
            y_scale: T::of(scale(1)),
        }
    }

    /// How many cells.
    pub fn len(&self) -> usize {
        self.cells[0] as usize * self.cells[1] as usize
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The cell of a point, or `columns * rows` where it lies outside.
#[inline(always)]
pub fn field_cell<T: Scalar>(g: &Geometry<T>, columns: u32, rows: u32, x: T, y: T) -> u32 {
    let a = (x - g.x_low) * g.x_scale;
    let b = (y - g.y_low) * g.y_scale;
    let zero = T::of(0.0);
    let inside = zero <= a && a < T::of(f64::from(columns)) && zero <= b && b < T::of(f64::from(rows));
    if inside { b.to_f64() as u32 * columns + a.to_f64() as u32 } else { columns * rows }
}

/// A velocity in units of 2^-16, held within 31 bits.
#[inline(always)]
pub fn field_quantum<T: Scalar>(v: T) -> i32 {
    let most = T::of(2147483392.0);
    (-most).larger(most.smaller(v * T::of(65536.0))).to_f64() as i32
}

/// The size of one unit of the velocity sums.
pub const QUANTUM: f64 = 1.0 / 65536.0;

/// Counts and velocity sums of all cells; filled from many threads.
#[derive(Debug, Default)]
pub struct Field {
    /// Samples in each cell, then those outside.
    pub counts: Vec<AtomicU64>,
    /// Sums of both velocities in each cell, in units of [`QUANTUM`].
    pub sums: [Vec<AtomicI64>; 2],
}

impl Field {
    /// An empty field of `cells` cells.
    pub fn new(cells: usize) -> Field {
        let zeros = || (0..cells).map(|_| AtomicI64::new(0)).collect();
        Field { counts: (0..=cells).map(|_| AtomicU64::new(0)).collect(), sums: [zeros(), zeros()] }
    }

    /// Adds one sample, a member's whole state.
    pub fn add<T: Scalar>(&self, grid: &Grid, g: &Geometry<T>, state: impl Fn(usize) -> T) {
        let cell =
            field_cell(g, grid.cells[0], grid.cells[1], state(grid.axes[0]), state(grid.axes[1])) as usize;
        self.counts[cell].fetch_add(1, Ordering::Relaxed);
        if cell < grid.len() {
            for (sums, &velocity) in self.sums.iter().zip(&grid.velocities) {
                sums[cell].fetch_add(i64::from(field_quantum(state(velocity))), Ordering::Relaxed);
            }
        }
    }

    /// Adds what another part of the members left.
    pub fn merge(&self, other: &Field) {
        for (mine, theirs) in self.counts.iter().zip(&other.counts) {
            mine.fetch_add(theirs.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        for (mine, theirs) in self.sums.iter().flatten().zip(other.sums.iter().flatten()) {
            mine.fetch_add(theirs.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Samples in a cell.
    pub fn count(&self, cell: usize) -> u64 {
        self.counts[cell].load(Ordering::Relaxed)
    }

    /// Mean velocity in a cell; NaN where nothing was seen.
    pub fn mean(&self, component: usize, cell: usize) -> f64 {
        let sum = self.sums[component][cell].load(Ordering::Relaxed);
        sum as f64 * QUANTUM / self.count(cell) as f64
    }
}
