//! What a benchmark found. `moreau bench --json` writes a [`BenchReport`] as it stands here: the fields below are the
//! schema, and a figure that was not measured is absent or `null` with the reason beside it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::limit::Limit;
use super::measure::Bytes;
use moreau_check::count::Counts;

/// Everything one run found.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// The program's version.
    pub version: String,
    /// Where it ran.
    pub machine: Machine,
    /// Seconds that the whole benchmark took.
    pub seconds: f64,
    /// One entry a preset.
    pub presets: Vec<PresetReport>,
    /// How time and memory grow.
    pub growth: Vec<Growth>,
    /// The control kernel.
    pub lorenz: Vec<LorenzReport>,
    /// What went wrong without ending the benchmark.
    pub trouble: Vec<String>,
    /// `preset/backend/members`: member-steps a second of kernel time at the preset's large size; what `--compare` reads.
    pub figures: BTreeMap<String, f64>,
}

/// A description of the machine.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The processor's name, if the system tells it.
    pub processor: String,
    /// Threads that it runs at once.
    pub threads: usize,
    /// The lanes that the CPU backend takes.
    pub lanes: String,
    /// Operating system and architecture.
    pub system: String,
}

/// One preset.
#[derive(Clone, Debug, Serialize)]
pub struct PresetReport {
    /// Its name.
    pub preset: String,
    /// The size at which backends are compared in one number: the largest up to 10^5.
    pub large: u64,
    /// One entry a backend.
    pub backends: Vec<BackendReport>,
    /// Where one backend overtakes another.
    pub overtakes: Vec<Overtake>,
}

/// One backend on one preset.
#[derive(Clone, Debug, Serialize)]
pub struct BackendReport {
    /// Its name.
    pub name: String,
    /// Lanes and threads, or adapter and driver.
    pub adapter: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Operations of one step of one member, distinct ones.
    pub operations: Option<Counts>,
    /// What the machine could do at most, from the operations and the peaks of this run.
    pub limit: Option<Limit>,
    /// One entry a size.
    pub sizes: Vec<SizeReport>,
    /// At the large size: the figures of the tables.
    pub at_large: Option<AtLarge>,
    /// 10^5 members for 10^4 steps: end-to-end over kernel time, if it was measured.
    pub long_run_overhead: Option<f64>,
}

/// One backend on one preset at one size.
#[derive(Clone, Debug, Serialize)]
pub struct SizeReport {
    /// Members.
    pub members: u64,
    /// Steps of each member.
    pub steps: u64,
    /// Why it was not measured.
    pub skipped: Option<String>,
    /// Member-steps a second of kernel time, certificates off.
    pub kernel: Option<Spread>,
    /// Member-steps a second of wall-clock time, compiling and sampling included.
    pub end_to_end: Option<Spread>,
    /// Share of the limit that is reached, kernel time.
    pub fraction: Option<f64>,
}

/// One backend at the large size.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AtLarge {
    /// Kernel rate over that of the reference, at this size or the largest that it was measured at.
    pub over_reference: Option<f64>,
    /// Kernel rate over that of the best CPU backend.
    pub over_best_cpu: Option<f64>,
    /// Share of the limit that is reached.
    pub fraction: Option<f64>,
    /// Kernel seconds of a run, median.
    pub kernel_seconds: f64,
    /// Wall-clock seconds of the same run, median.
    pub end_to_end_seconds: f64,
    /// Seconds for compiling shaders, median.
    pub compile_seconds: f64,
    /// Bytes of the run across the bus; none for a CPU.
    pub bytes: Option<Bytes>,
    /// What certificates add to the kernel time, as a share of the time without.
    pub certificates_cost: Option<f64>,
}

/// A median with its spread over interleaved rounds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// Rounds.
    pub rounds: usize,
}

impl Spread {
    /// The spread of some values; `None` of none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let middle = values.len() / 2;
        let median = match values.len() {
            0 => return None,
            n if n % 2 == 1 => values[middle],
            _ => 0.5 * (values[middle - 1] + values[middle]),
        };
        Some(Spread { median, min: values[0], max: values[values.len() - 1], rounds: values.len() })
    }
}

/// The size at which a backend that is slower with few members becomes faster, by kernel time.
#[derive(Clone, Debug, Serialize)]
pub struct Overtake {
    /// Who overtakes.
    pub faster: String,
    /// Whom.
    pub slower: String,
    /// Between two measured sizes, interpolated in the logarithms.
    pub members: f64,
}

/// How the time of a backend grows: `t ~ x^exponent`.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    /// The preset.
    pub preset: String,
    /// The backend.
    pub backend: String,
    /// `members` or `steps`.
    pub against: &'static str,
    /// The slope of the straight line through the logarithms.
    pub exponent: f64,
    /// Its standard error.
    pub error: f64,
    /// The points: members or steps, kernel seconds, and the most resident memory in MiB if the system tells it.
    pub points: Vec<(f64, f64, Option<f64>)>,
}

/// The control kernel on one kind of lanes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LorenzReport {
    /// `f32` or `f64`.
    pub precision: &'static str,
    /// The vectors in flight that were best.
    pub in_flight: usize,
    /// Trajectory-steps a second, one core.
    pub one_core: f64,
    /// Trajectory-steps a second of all threads, over their number.
    pub each_of_all: f64,
    /// The published figure for a core of 2013 with AVX, f64.
    pub published: f64,
}
