//! A benchmark that tells the truth: `moreau bench`.
//!
//! One run measures the reference, the CPU backend and every adapter on the same presets, in interleaved rounds, and
//! prints beside each figure the [`limit`]: what the machine could do at most, from operations that are counted
//! ([`moreau_check::count`] from the Rust step, [`shader`] from the composed WGSL) and peaks that are measured in the same run
//! ([`peak`], [`peak_gpu`]). What is left out is shown as `-`, with the reason. [`report`] is the schema of the JSON.
#![warn(missing_docs)]

use std::collections::BTreeMap;
use std::time::Instant;

use moreau::backend::Backend;
use moreau::error::Error;
use moreau::isa::Isa;

mod assemble;
pub mod compare;
pub mod contender;
mod figure;
pub mod growth;
pub mod limit;
pub mod lorenz;
pub mod measure;
pub mod peak;
pub mod peak_gpu;
pub mod plain_loop;
pub mod report;
mod rounds;
pub mod shader;
mod symbols;
mod text;
pub mod vectors;

pub use assemble::crossover;
pub use figure::throughput;

use contender::{Contender, Pools};
use growth::{Ladder, growth};
use report::{BenchReport, LorenzReport, Machine, PresetReport, Spread};
use vectors::Lanes;

/// What to measure, and how long.
#[derive(Clone, Debug)]
pub struct Options {
    /// Presets or files.
    pub presets: Vec<String>,
    /// Members.
    pub sizes: Vec<u64>,
    /// Interleaved rounds at most.
    pub rounds: usize,
    /// Seconds for everything, about.
    pub budget: f64,
    /// Seconds that one measurement should take.
    pub seconds: f64,
    /// Seconds that one micro-kernel should take.
    pub peak_seconds: f64,
    /// The fewest steps of a measurement.
    pub least_steps: u64,
    /// The share of a preset's budget that one measurement may take; larger ones are left out.
    pub share_of_cell: f64,
    /// Runs up to this many members and steps show how time grows.
    pub growth: u64,
}

impl Options {
    /// Sizes 10^2 … 10^7, some minutes.
    pub fn full() -> Options {
        Options {
            presets: ["incline", "conveyor", "catastrophe"].map(String::from).to_vec(),
            sizes: (2..=7).map(|k| 10_u64.pow(k)).collect(),
            rounds: 5,
            budget: 400.0,
            seconds: 0.15,
            peak_seconds: 0.01,
            least_steps: 500,
            share_of_cell: 0.08,
            growth: 1_000_000,
        }
    }

    /// Sizes 10^2 … 10^5, below a minute.
    pub fn quick() -> Options {
        Options {
            sizes: (2..=5).map(|k| 10_u64.pow(k)).collect(),
            rounds: 3,
            budget: 40.0,
            seconds: 0.03,
            peak_seconds: 0.003,
            least_steps: 100,
            share_of_cell: 0.15,
            growth: 100_000,
            ..Options::full()
        }
    }

    /// Refuses what cannot be measured.
    pub fn check(&self) -> Result<(), Error> {
        const MOST: u64 = 100_000_000;
        if let Some(size) = self.sizes.iter().find(|size| !(1..=MOST).contains(*size)) {
            return Err(Error::input("sizes", size, format!("accepted: whole numbers in [1, {MOST}]")));
        }
        if self.sizes.is_empty() {
            return Err(Error::input("sizes", "", "accepted: whole numbers, with commas between them"));
        }
        if !(1..=1000).contains(&self.rounds) {
            return Err(Error::input("rounds", self.rounds, "accepted: a whole number in [1, 1000]"));
        }
        if !(self.budget >= 1.0 && self.budget <= 1e6) {
            return Err(Error::input("budget", self.budget, "accepted: seconds in [1, 1000000]"));
        }
        self.presets.iter().try_for_each(|preset| measure::plain(preset, 1, 1).map(|_| ()))
    }
}

/// The share of the budget for growth and presets; the rest is for the control kernel.
const FOR_ALL_BUT_LORENZ: f64 = 0.95;

/// Measures everything; `tell` hears how far it is.
pub fn bench(options: &Options, tell: &mut dyn FnMut(String)) -> Result<BenchReport, Error> {
    options.check()?;
    let started = Instant::now();
    let mut options = options.clone();
    options.sizes.sort_unstable();
    options.sizes.dedup();
    let pools = Pools::new()?;
    let mut trouble = Vec::new();
    let mut contenders = Contender::all(&mut |text| trouble.push(text));
    // First of all, while little memory was ever needed.
    let growth = grow(&options, &mut contenders, &pools, &mut trouble, tell)?;
    let mut presets = Vec::new();
    let count = options.presets.len();
    for (k, preset) in options.presets.iter().enumerate() {
        let left = FOR_ALL_BUT_LORENZ * options.budget - started.elapsed().as_secs_f64();
        let budget = (left / (count - k) as f64).max(1.0);
        let loops = if preset == "incline" { Contender::plain_loops() } else { Vec::new() };
        let others = contenders.len();
        contenders.extend(loops);
        let found = rounds::rounds(preset, &mut contenders, &pools, &options, budget, tell)?;
        let large = rounds::large_of(&options.sizes);
        presets.push(assemble::preset_report(preset, large, &contenders, &found)?);
        contenders.truncate(others);
    }
    tell("control kernel".into());
    let lorenz = vec![lorenz::<f64>(&options, &pools), lorenz::<f32>(&options, &pools)];
    Ok(BenchReport {
        version: env!("CARGO_PKG_VERSION").into(),
        machine: machine(),
        seconds: started.elapsed().as_secs_f64(),
        figures: figures(&presets),
        presets,
        growth,
        lorenz,
        trouble,
    })
}

/// The fastest CPU backend and the first adapter on the first preset.
fn grow(
    options: &Options,
    contenders: &mut [Contender],
    pools: &Pools,
    trouble: &mut Vec<String>,
    tell: &mut dyn FnMut(String),
) -> Result<Vec<report::Growth>, Error> {
    let most = options.growth;
    let ladder = Ladder {
        members: vec![most / 16, most / 8, most / 4, most / 2, most],
        fixed_steps: 200,
        steps: [1, 2, 4, 8, 16].map(|k| k * most / 500).to_vec(),
        fixed_members: 10_000,
        rounds: if options.rounds > 1 { 3 } else { 1 },
    };
    let cpu = contenders.iter().rposition(|c| c.is_cpu && c.name.contains("f32"));
    let gpu = contenders.iter().position(|c| c.is_gpu());
    let mut list = Vec::new();
    for k in [cpu, gpu].into_iter().flatten() {
        let contender = &mut contenders[k];
        tell(format!("growth of {}", contender.name));
        match growth(&options.presets[0], contender, pools, &ladder) {
            Ok(found) => list.extend(found),
            Err(error) => trouble.push(format!("growth of {}: {error}", contender.name)),
        }
    }
    Ok(list)
}

/// The control kernel, with as many vectors in flight as is best.
fn lorenz<T: Lanes>(options: &Options, pools: &Pools) -> LorenzReport {
    const TRAJECTORIES: usize = 16_384;
    let rate = |pool: &rayon::ThreadPool, in_flight: usize, steps: u32| {
        let started = Instant::now();
        pool.install(|| {
            std::hint::black_box(lorenz::ensemble::<T>(
                Isa::best(),
                in_flight,
                TRAJECTORIES,
                lorenz::STEP,
                steps,
            ))
        });
        let seconds = started.elapsed().as_secs_f64();
        TRAJECTORIES as f64 * f64::from(steps) / seconds / pool.current_num_threads() as f64
    };
    let steps = (options.seconds * rate(&pools.one, 2, 200) / TRAJECTORIES as f64).max(50.0) as u32;
    let median = |pool: &rayon::ThreadPool, in_flight: usize| {
        let rates = (0..options.rounds.min(5)).map(|_| rate(pool, in_flight, steps));
        Spread::of(rates.collect::<Vec<_>>()).map_or(0.0, |spread| spread.median)
    };
    let tried = lorenz::IN_FLIGHT.map(|in_flight| (in_flight, median(&pools.one, in_flight)));
    let (in_flight, one_core) =
        tried.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("some were tried");
    LorenzReport {
        precision: T::NAME,
        in_flight,
        one_core,
        each_of_all: median(&pools.all, in_flight),
        published: lorenz::PUBLISHED,
    }
}

/// The figures that a baseline keeps.
fn figures(presets: &[PresetReport]) -> BTreeMap<String, f64> {
    let mut figures = BTreeMap::new();
    for preset in presets {
        for backend in &preset.backends {
            if let Some(rate) = assemble::kernel_at(backend, preset.large) {
                figures.insert(format!("{}/{}/{}", preset.preset, backend.name, preset.large), rate);
            }
        }
    }
    figures
}

fn machine() -> Machine {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name =
        told.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(':').nth(1));
    Machine {
        processor: name.map_or("unknown processor", str::trim).to_owned(),
        threads: rayon::current_num_threads(),
        lanes: Backend::cpu(0).adapter(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    }
}
