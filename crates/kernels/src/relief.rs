//! Reliefs: heights over a regular grid, and the smooth surface through them. Twin of the functions that kernels call:
//! `shaders/relief.wgsl`.
//!
//! The surface is a bicubic spline on B-splines, `H(x, y) = Σ c_ij B_i(s) B_j(t)` with `s = (x - x₀)/dx`, `t = (y - y₀)/dy`:
//! it goes through all heights, and heights, slopes and curvatures are continuous (C²), so that normals are C¹. Its
//! ends are natural: the second derivative across an edge is 0 there. So outside the grid it goes on as a straight line in
//! each direction, and is still C².
//!
//! All members of a study move over one relief. The step reads it as a table of numbers, the same on the CPU and in
//! kernels: a head ([`head`]), then the coefficients, row by row, one more than heights on each side.

use std::any::Any;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use twox_hash::XxHash3_64;

use crate::math::cos_turn;
use crate::real::{Real, Scalar};
use crate::tuple::Vector;

mod read;
mod spline;

/// Places in the head of a table: where the grid begins, cells a metre, the last point along x and y, numbers a row.
#[allow(missing_docs)]
pub mod head {
    pub const LEFT: usize = 0;
    pub const FRONT: usize = 1;
    pub const PER_X: usize = 2;
    pub const PER_Y: usize = 3;
    pub const LAST_X: usize = 4;
    pub const LAST_Y: usize = 5;
    pub const ACROSS: usize = 6;
    /// Numbers before the coefficients; WGSL: `RELIEF_HEAD`.
    pub const LEN: usize = 8;
}

/// The fewest points along x and along y.
pub const LEAST_POINTS: usize = 4;
/// The most points: every place in the table is a whole number that f32 holds.
pub const MOST_POINTS: usize = 1 << 22;
/// The greatest number that a grid may hold: far beyond any terrain in metres, and far from the overflow of f32.
pub const MOST: f64 = 1e6;

/// Heights over a regular grid, `heights[j * points[0] + i]` at `origin + (i dx, j dy)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Relief {
    /// The file, absolute; empty for a grid made in code.
    pub path: PathBuf,
    /// XXH3 of the bytes of origin, spacing and heights, little end first.
    pub checksum: u64,
    /// Points along x and y.
    pub points: [usize; 2],
    /// The corner with the smallest x and y.
    pub origin: [f64; 2],
    /// Distances between points along x and y.
    pub spacing: [f64; 2],
    /// The heights, row by row.
    pub heights: Vec<f64>,
    double: Vec<f64>,
    single: Vec<f32>,
}

impl Relief {
    /// Reads a file with the columns `x`, `y`, `z`; what is wrong with it is said in one line.
    pub fn read(path: &Path) -> Result<Relief, String> {
        read::read(path)
    }

    /// From heights row by row, x running first; at least [`LEAST_POINTS`] each way.
    pub fn of(
        path: PathBuf,
        points: [usize; 2],
        origin: [f64; 2],
        spacing: [f64; 2],
        heights: Vec<f64>,
    ) -> Result<Relief, String> {
        let [nx, ny] = points;
        if nx.min(ny) < LEAST_POINTS || nx.saturating_mul(ny) > MOST_POINTS || heights.len() != nx * ny {
            return Err(format!(
                "it has {nx} x {ny} points; accepted: at least {LEAST_POINTS} x {LEAST_POINTS}, at most {MOST_POINTS}"
            ));
        }
        let numbers = origin.iter().chain(&spacing).chain(&heights);
        let bytes: Vec<u8> = numbers.flat_map(|x| x.to_le_bytes()).collect();
        let mut double = vec![0.0; head::LEN];
        double[head::LEFT] = origin[0];
        double[head::FRONT] = origin[1];
        double[head::PER_X] = 1.0 / spacing[0];
        double[head::PER_Y] = 1.0 / spacing[1];
        double[head::LAST_X] = (nx - 1) as f64;
        double[head::LAST_Y] = (ny - 1) as f64;
        double[head::ACROSS] = (nx + 2) as f64;
        double.extend(spline::coefficients(points, &heights));
        let single = double.iter().map(|&x| x as f32).collect();
        let checksum = XxHash3_64::oneshot(&bytes);
        Ok(Relief { path, checksum, points, origin, spacing, heights, double, single })
    }

    /// A built-in one, for a study that names none: a shallow bowl with bumps a metre apart, 4 m by 4 m.
    pub fn sample() -> &'static Relief {
        static SAMPLE: OnceLock<Relief> = OnceLock::new();
        SAMPLE.get_or_init(|| {
            let n = 33;
            let at = |i: usize| 0.125 * i as f64 - 2.0;
            let wave = |x: f64| cos_turn(x - x.nearest());
            let height = |x: f64, y: f64| 0.06 * (x * x + y * y) + 0.08 * wave(x) * wave(y);
            let heights = (0..n * n).map(|k| height(at(k % n), at(k / n))).collect();
            Relief::of(PathBuf::new(), [n, n], [at(0); 2], [0.125; 2], heights).expect("a grid")
        })
    }

    /// The same relief for as long as the program runs; one copy of each, however often a study is read.
    pub fn kept(self) -> &'static Relief {
        static KEPT: Mutex<Vec<&'static Relief>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = kept.iter().find(|relief| ***relief == self) {
            return same;
        }
        kept.push(Box::leak(Box::new(self)));
        kept[kept.len() - 1]
    }

    /// Head and coefficients, rounded once.
    pub fn table<T: Scalar>(&self) -> &[T] {
        let tables: [&dyn Any; 2] = [&self.double, &self.single];
        let table = tables.into_iter().find_map(|table| table.downcast_ref::<Vec<T>>());
        table.expect("numbers are f32 or f64")
    }
}

thread_local! {
    static CURRENT: Cell<Option<&'static Relief>> = const { Cell::new(None) };
}

/// The relief that models of this thread are set up over.
pub fn current() -> &'static Relief {
    CURRENT.get().unwrap_or_else(Relief::sample)
}

/// Does something over a relief; the built-in one if none is given.
pub fn over<V>(relief: Option<&'static Relief>, act: impl FnOnce() -> V) -> V {
    /// Puts back what was before, even if a model panics.
    struct Before(Option<&'static Relief>);
    impl Drop for Before {
        fn drop(&mut self) {
            CURRENT.set(self.0);
        }
    }
    let _before = Before(CURRENT.replace(relief));
    act()
}

/// One direction of the spline at a place: its cell, and what the four coefficients there weigh in the height and its first
/// two derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Along<R> {
    /// Cells before it.
    pub cell: R,
    /// Weights in the height.
    pub height: Vector<R, 4>,
    /// Weights in the derivative, by cells.
    pub slope: Vector<R, 4>,
    /// Weights in the second derivative, by cells.
    pub bend: Vector<R, 4>,
}

/// The weights at `s` cells from the first of `last + 1` points. Beyond the ends they go on as straight lines.
#[inline(always)]
pub fn relief_along<R: Real>(s: R, last: R) -> Along<R> {
    let one = R::of(1.0);
    // NaN is held, too: it must not become a place in memory.
    let held = R::of(0.0).larger(s).smaller(last);
    let near = held.nearest();
    let cell = R::select(held.lt(near), near - one, near).smaller(last - one);
    let t = held - cell;
    let r = one - t;
    let tt = t * t;
    let rr = r * r;
    let two = R::of(2.0);
    let half = R::of(0.5);
    let more = R::of(1.5);
    let sixth = R::of(0.16666666666666666);
    let thirds = R::of(0.6666666666666666);
    let slope = Vector([-half * rr, (more * t - two) * t, (two - more * r) * r, half * tt]);
    let height = Vector([
        sixth * rr * r,
        thirds - (one - half * t) * tt,
        thirds - (one - half * r) * rr,
        sixth * tt * t,
    ]);
    let three = R::of(3.0);
    Along {
        cell,
        height: height + slope * (s - held),
        slope,
        bend: Vector([r, three * t - two, three * r - two, t]),
    }
}
