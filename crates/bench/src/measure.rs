//! One measurement: a study through a backend, with nobody keeping the results.

use std::time::Instant;

use super::plain_loop::{self, BLOCK, Block, Compiled, Incline};
use moreau::backend::{Backend, Precision};
use moreau::columns::Fields;
use moreau::error::Error;
use moreau::model::{Model, Plane};
use moreau::study::{Options, Piece, Sink, Study};
use moreau::tile::{RESULT_WORDS, WORDS};
use moreau::wgsl::{RUN_FIELDS, drive_stride};

/// What one run took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// Steps of all members.
    pub member_steps: f64,
    /// Seconds in which members were being advanced.
    pub kernel_seconds: f64,
    /// Seconds from the call to its return.
    pub seconds: f64,
    /// Seconds of those for compiling shaders.
    pub compile_seconds: f64,
}

/// Rows that nobody keeps, but for their number of steps and the time that took.
#[derive(Default)]
struct Nowhere {
    member_steps: u64,
    kernel_seconds: f64,
    faults: Vec<String>,
}

impl Sink for Nowhere {
    fn piece(&mut self, piece: Piece) -> Result<(), Error> {
        self.member_steps += piece.facts.iter().map(|facts| facts.member_steps).sum::<u64>();
        self.kernel_seconds += piece.ran.kernel_seconds;
        self.faults.extend(piece.ran.faults.into_iter().map(|fault| fault.cause));
        Ok(())
    }
}

/// A preset (or a file) without field and records, about `steps` steps long: the plain step.
pub fn plain(preset: &str, members: u64, steps: u64) -> Result<Study, Error> {
    let study = Study::open(preset)?;
    let (low, high) = study.spec.h.bounds();
    let duration = steps as f64 * 0.5 * (low + high);
    let mut study = study.set([format!("duration={duration}").as_str()])?;
    (study.spec.field, study.spec.record) = (None, None);
    Ok(study.members(members))
}

/// Runs a study; a backend that had to be relieved by another is an error, not a figure.
pub fn run(
    study: &Study,
    backend: &mut Backend,
    precision: Precision,
    certificates: bool,
) -> Result<Measured, Error> {
    let options = Options { precision: Some(precision), certificates, ..Options::default() };
    let mut nowhere = Nowhere::default();
    let started = Instant::now();
    let told = study.run_into(backend, &options, &mut nowhere)?;
    let seconds = started.elapsed().as_secs_f64();
    if let Some(cause) = nowhere.faults.into_iter().next() {
        return Err(Error::Device { cause });
    }
    Ok(Measured {
        member_steps: nowhere.member_steps as f64,
        kernel_seconds: nowhere.kernel_seconds,
        seconds,
        compile_seconds: told.compile_seconds,
    })
}

/// Runs the plain loop on the preset's numbers, on all threads of a pool.
pub fn run_plain_loop(study: &Study, pool: &rayon::ThreadPool, compiled: Compiled, steps: u32) -> Measured {
    let info = study.info();
    let params = study.sampled(&info, 0..1, Precision::F32).member(0);
    let value = |name: &str| params[info.column(name).expect("a parameter of the incline")];
    let setup = Plane::setup::<f64>(&Fields::from_fn(|j| params[j]));
    let c = Incline { g_x: setup.g_x as f32, g_z: setup.g_z as f32, h: value("h") as f32 };
    let members = study.spec.members as usize;
    let started = Instant::now();
    let block = Block::sliding(value("mu") as f32, value("speed") as f32);
    let mut blocks = vec![block; members.div_ceil(BLOCK)];
    let kernel = Instant::now();
    pool.install(|| plain_loop::run(compiled, &mut blocks, &c, steps));
    let kernel_seconds = kernel.elapsed().as_secs_f64();
    std::hint::black_box(&blocks);
    // Spare places of the last block are work, but nobody's steps.
    let member_steps = members as f64 * f64::from(steps);
    Measured { member_steps, kernel_seconds, seconds: started.elapsed().as_secs_f64(), compile_seconds: 0.0 }
}

/// Bytes of a run that cross the bus, to the device and back, and bytes that one member's kernel loads and stores once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Bytes {
    /// From host to device.
    pub up: u64,
    /// From device to host.
    pub down: u64,
    /// Read and written by one member in one dispatch.
    pub member: u64,
}

/// The sizes of the buffers that a study on a GPU needs, as `backend::gpu::kernel` makes them.
pub fn bytes(study: &Study, precision: Precision, steps: u64) -> Bytes {
    let job = study.job(&|_| {});
    let real = if precision == Precision::F32 { 4 } else { 8 };
    let drawn = |j: usize| job.drawing.as_ref().is_some_and(|drawing| drawing.of_column(j).is_some());
    let varying = (0..job.constant.len()).filter(|&j| !job.constant[j] && !drawn(j)).count() as u64;
    let (reals, n) = (job.reals() as u64, study.spec.members);
    let words_up = if job.drawing.is_some() { 0 } else { WORDS.len() as u64 * 4 };
    let stride = match precision {
        Precision::F32 => drive_stride::<f32>(job.info.drive_width),
        Precision::F64 => drive_stride::<f64>(job.info.drive_width),
    };
    let table = if job.shares_drive() { steps * stride as u64 * real } else { 0 };
    Bytes {
        up: n * (varying * real + words_up) + table + 4 * RUN_FIELDS.len() as u64,
        down: n * (reals * real + RESULT_WORDS as u64 * 4),
        member: varying * real + 2 * (reals * real + WORDS.len() as u64 * 4),
    }
}
