//! What is compared: the reference, the CPU backend on one and on all threads in both precisions, every adapter, and for
//! `incline` a plain loop.

use super::measure::{self, Measured};
use super::peak::{Machine, Peak};
use super::peak_gpu::GpuPeak;
use super::plain_loop::Compiled;
use super::shader::count_shader;
use moreau::backend::{Backend, Precision, gpu};
use moreau::error::Error;
use moreau::isa::Isa;
use moreau::study::Study;
use moreau_check::count::graph::Operations;
use moreau_check::count::{Counts, count_operations};

/// The threads that limits, plain loops and the control kernel run on.
pub struct Pools {
    /// One thread.
    pub one: rayon::ThreadPool,
    /// All threads.
    pub all: rayon::ThreadPool,
}

impl Pools {
    /// Starts them.
    pub fn new() -> Result<Pools, Error> {
        let pool = |threads: usize| {
            let built = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            built.map_err(|e| Error::input("threads", threads, e.to_string()))
        };
        Ok(Pools { one: pool(1)?, all: pool(0)? })
    }
}

/// Who runs.
enum Runner {
    Backend(Box<Backend>),
    PlainLoop(Compiled),
}

/// One row of the tables.
pub struct Contender {
    /// Its name in tables, figures and JSON.
    pub name: String,
    /// Lanes and threads, or adapter and driver.
    pub adapter: String,
    /// Its precision.
    pub precision: Precision,
    /// Whether it is the CPU backend: the others are compared with the best of these.
    pub is_cpu: bool,
    runner: Runner,
    /// The micro-kernels of an adapter.
    gpu_peak: Option<GpuPeak>,
}

impl Contender {
    fn of_backend(name: String, backend: Backend, precision: Precision) -> Contender {
        Contender {
            name,
            adapter: backend.adapter(),
            precision,
            is_cpu: backend.name() == "cpu",
            runner: Runner::Backend(Box::new(backend)),
            gpu_peak: None,
        }
    }

    /// All of this machine. Adapters that do not open are told to `trouble`, and left out.
    pub fn all(trouble: &mut dyn FnMut(String)) -> Vec<Contender> {
        use Precision::{F32, F64};
        let mut list = vec![Contender::of_backend("reference f64".into(), Backend::reference(), F64)];
        let threads = rayon::current_num_threads();
        for count in if threads > 1 { vec![1, threads] } else { vec![1] } {
            for precision in [F32, F64] {
                let name = format!("cpu {precision} x{count}");
                list.push(Contender::of_backend(name, Backend::cpu(count), precision));
            }
        }
        for (k, adapter) in gpu::adapters().iter().enumerate() {
            let number = if k == 0 { String::new() } else { format!(" {}", k + 1) };
            for precision in [F32, F64] {
                match Contender::of_adapter(adapter, precision, format!("gpu{number} {precision}")) {
                    Ok(Some(contender)) => list.push(contender),
                    Ok(None) => {}
                    Err(error) => trouble(format!("{}: {error}", adapter.get_info().name)),
                }
            }
        }
        list
    }

    /// `None` where the adapter lacks the precision.
    fn of_adapter(
        adapter: &wgpu::Adapter,
        precision: Precision,
        name: String,
    ) -> Result<Option<Contender>, Error> {
        let gpu = gpu::Gpu::of(adapter)?;
        let peak = match precision {
            Precision::F64 if !gpu.has_f64() => return Ok(None),
            Precision::F64 => GpuPeak::new::<f64>(&gpu)?,
            Precision::F32 => GpuPeak::new::<f32>(&gpu)?,
        };
        let contender = Contender::of_backend(name, Backend::Gpu(Box::new(gpu)), precision);
        Ok(Some(Contender { gpu_peak: Some(peak), ..contender }))
    }

    /// The loops that only `incline` has.
    pub fn plain_loops() -> Vec<Contender> {
        let threads = rayon::current_num_threads();
        let of = |compiled: Compiled| Contender {
            name: match compiled {
                Compiled::Baseline => "plain loop f32".into(),
                Compiled::Avx2 => "plain loop f32 avx2".into(),
            },
            adapter: format!("auto-vectorised, {compiled:?}, {threads} threads").to_lowercase(),
            precision: Precision::F32,
            is_cpu: false,
            runner: Runner::PlainLoop(compiled),
            gpu_peak: None,
        };
        Compiled::all().into_iter().map(of).collect()
    }

    /// Whether it is a row of its own, without certificates, limits and bytes.
    pub fn is_plain_loop(&self) -> bool {
        matches!(self.runner, Runner::PlainLoop(_))
    }

    /// Whether it compiles shaders and moves bytes.
    pub fn is_gpu(&self) -> bool {
        self.gpu_peak.is_some()
    }

    /// Runs a study once.
    pub fn run(
        &mut self,
        study: &Study,
        steps: u64,
        certificates: bool,
        pools: &Pools,
    ) -> Result<Measured, Error> {
        match &mut self.runner {
            Runner::Backend(backend) => measure::run(study, backend, self.precision, certificates),
            Runner::PlainLoop(compiled) => {
                Ok(measure::run_plain_loop(study, &pools.all, *compiled, steps as u32))
            }
        }
    }

    /// The operations of a step: from Rust for the CPU, from the composed shader for an adapter.
    pub fn operations(&self, study: &Study) -> Result<Option<Counts>, Error> {
        if self.is_gpu() {
            let shader = match self.precision {
                Precision::F32 => study.shader::<f32>(),
                Precision::F64 => study.shader::<f64>(),
            };
            return count_shader(&shader).map(Some);
        }
        Ok(count_operations(study, self.precision))
    }

    /// What its machine can do now; a micro-kernel takes about `seconds`.
    pub fn peak(&self, step: &Operations, pools: &Pools, seconds: f64) -> Result<Peak, Error> {
        match &self.runner {
            Runner::PlainLoop(_) => Ok(cpu_peak(Isa::best(), 0, self.precision, step, pools, seconds)),
            Runner::Backend(backend) => match (backend.as_ref(), &self.gpu_peak) {
                (Backend::Gpu(gpu), Some(peak)) => peak.measure(gpu, 4.0 * seconds),
                (Backend::Cpu(cpu), _) => {
                    Ok(cpu_peak(cpu.isa, cpu.threads, self.precision, step, pools, seconds))
                }
                _ => Ok(Peak::default()),
            },
        }
    }
}

fn cpu_peak(
    isa: Isa,
    threads: usize,
    precision: Precision,
    step: &Operations,
    pools: &Pools,
    seconds: f64,
) -> Peak {
    let pool = if threads == 1 { &pools.one } else { &pools.all };
    let machine = Machine { pool, isa, seconds };
    match precision {
        Precision::F32 => machine.peak::<f32>(step),
        Precision::F64 => machine.peak::<f64>(step),
    }
}
