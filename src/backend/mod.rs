//! Backends: each runs a chosen triple on batches of members.
//!
//! * [`reference`](Backend::reference): f64, one member at a time, one thread.
//! * [`cpu`](Backend::cpu): lanes × threads, f32 or f64.
//! * [`gpu`](Backend::gpu): WGSL through wgpu, f32, and f64 where the adapter has it.
//!
//! All three take members in [`Batch`]es and give them back as [`Done`] in the same order, so that sampling,
//! computing and writing overlap and memory stays constant however many members a study has.

use crate::driver::Rows;
use crate::error::Error;
use crate::isa::Isa;
use crate::real::Scalar;
use crate::system::System;
use crate::tile::{Observer, Segment, Tile};

pub mod cpu;
pub mod gpu;
mod job;
mod ring;
pub use job::{Batch, Done, Job, Record, Report};

/// The numbers that members are advanced in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// Single.
    F32,
    /// Double.
    F64,
}

impl std::fmt::Display for Precision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Precision::F32 => "f32",
            Precision::F64 => "f64",
        })
    }
}

/// A place to run: a CPU with its threads, or an open GPU.
pub enum Backend {
    /// See [`cpu`].
    Cpu(cpu::Cpu),
    /// See [`gpu`].
    Gpu(Box<gpu::Gpu>),
}

impl Backend {
    /// f64, one member at a time: what all else is judged by.
    pub fn reference() -> Backend {
        Backend::Cpu(cpu::Cpu { isa: Isa::Scalar, threads: 1, fast_math: false, name: "reference" })
    }

    /// The best lanes of this processor on `threads` threads; 0 for all.
    pub fn cpu(threads: usize) -> Backend {
        Backend::Cpu(cpu::Cpu { isa: Isa::best(), threads, fast_math: false, name: "cpu" })
    }

    /// The adapter whose name contains `adapter`, or the best one.
    pub fn gpu(adapter: Option<&str>) -> Result<Backend, Error> {
        Ok(Backend::Gpu(Box::new(gpu::Gpu::open(adapter)?)))
    }

    /// A hardware GPU if there is one, else the CPU: a software adapter is slower than the CPU backend, so it is
    /// used only when asked for.
    pub fn auto() -> Result<Backend, Error> {
        match gpu::Gpu::open_hardware() {
            Some(gpu) => Ok(Backend::Gpu(Box::new(gpu))),
            None => Ok(Backend::cpu(0)),
        }
    }

    /// `reference`, `cpu` or `gpu`.
    pub fn name(&self) -> &'static str {
        match self {
            Backend::Cpu(cpu) => cpu.name,
            Backend::Gpu(_) => "gpu",
        }
    }

    /// The processor or adapter.
    pub fn adapter(&self) -> String {
        match self {
            Backend::Cpu(cpu) => cpu.describe(),
            Backend::Gpu(gpu) => gpu.name(),
        }
    }

    /// The precision a run takes if none is asked for: f64 on the CPU, which has it everywhere, f32 on a GPU.
    pub fn default_precision(&self) -> Precision {
        match self {
            Backend::Cpu(_) => Precision::F64,
            Backend::Gpu(_) => Precision::F32,
        }
    }

    /// Whether this precision can be had here.
    pub fn check_precision(&self, precision: Precision) -> Result<(), Error> {
        let accepted = match self {
            Backend::Cpu(cpu) if cpu.name == "reference" && precision == Precision::F32 => {
                "the reference is f64"
            }
            Backend::Gpu(gpu) if !gpu.has_f64() && precision == Precision::F64 => {
                "f32: this adapter has no SHADER_F64 (see `moreau devices`), or use --backend cpu"
            }
            _ => return Ok(()),
        };
        Err(Error::input("precision", precision, accepted))
    }

    /// Approximates divisions by a root from now on.
    pub fn set_fast_math(&mut self, precision: Precision) -> Result<(), Error> {
        match self {
            Backend::Cpu(cpu)
                if cpu.name == "cpu" && precision == Precision::F32 && cpu.isa.has_fast_math() =>
            {
                cpu.fast_math = true;
                Ok(())
            }
            _ => {
                let here = format!("{} in {precision}, {}", self.name(), self.adapter());
                Err(Error::input(
                    "fast-math",
                    here,
                    "accepted: --backend cpu --precision f32, with AVX2 or AVX-512",
                ))
            }
        }
    }

    /// Members that are best run together: enough to keep every thread and every lane busy. Results do not depend on
    /// it, but what is lost with an interrupted run does.
    pub fn members_at_a_time(&self) -> u64 {
        match self {
            Backend::Cpu(cpu) if cpu.name == "reference" => 1,
            Backend::Cpu(cpu) => cpu.members_at_a_time(),
            Backend::Gpu(_) => 1 << 17,
        }
    }

    /// Opens the same adapter again, after its device failed.
    pub fn reopen(&mut self) -> Result<(), Error> {
        if let Backend::Gpu(gpu) = self {
            gpu.reopen()?;
        }
        Ok(())
    }

    /// Runs all batches; `sink` gets them back in order.
    pub fn run<T: Number>(
        &mut self,
        job: &Job<'_>,
        batches: &mut dyn Iterator<Item = Batch>,
        sink: &mut dyn FnMut(Done<T>) -> Result<(), Error>,
    ) -> Result<Report, Error> {
        match self {
            Backend::Cpu(cpu) => cpu.run(job, batches, sink),
            Backend::Gpu(gpu) => gpu::run::run(gpu, job, batches, sink),
        }
    }
}

/// A float that backends compute in.
pub trait Number: Scalar + bytemuck::Pod {
    /// Which one.
    const PRECISION: Precision;
    /// Calls the system's method for this type.
    fn advance(
        system: &dyn System,
        isa: Isa,
        tile: &mut Tile<Self>,
        segment: &Segment<'_, Self>,
        observe: &mut Observer<'_, Self>,
    );
    /// Calls the system's method for this type.
    fn drive_table(system: &dyn System, params: &[f64], rows: &Rows<'_>) -> Vec<Self>;
}

macro_rules! number {
    ($t:ty, $precision:ident, $advance:ident, $table:ident) => {
        impl Number for $t {
            const PRECISION: Precision = Precision::$precision;
            fn advance(
                system: &dyn System,
                isa: Isa,
                tile: &mut Tile<$t>,
                segment: &Segment<'_, $t>,
                observe: &mut Observer<'_, $t>,
            ) {
                system.$advance(isa, tile, segment, observe);
            }
            fn drive_table(system: &dyn System, params: &[f64], rows: &Rows<'_>) -> Vec<$t> {
                system.$table(params, rows)
            }
        }
    };
}
number!(f32, F32, advance_f32, drive_table_f32);
number!(f64, F64, advance_f64, drive_table_f64);
