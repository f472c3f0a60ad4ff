//! `moreau run STUDY`: samples the members, runs them, writes tables, figures and a summary into a folder.
//!
//! The folder appears when everything is written, and not before: a run that fails leaves nothing behind.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use moreau::backend::{Backend, Precision};
use moreau::error::Error;
use moreau::output::folder::Folder;
use moreau::output::report;
use moreau::output::table::Format;
use moreau::study::{Options, Study};

use crate::say;

/// Run a study: sample, integrate, write tables, figures and a summary.
#[derive(clap::Args)]
pub struct Args {
    /// A preset (see `moreau list`) or a file ending in .toml.
    study: String,
    /// auto (a hardware GPU, else the CPU), gpu, cpu or reference.
    #[arg(long, default_value = "auto")]
    backend: String,
    /// f32 or f64; default f64 on the CPU, f32 on a GPU.
    #[arg(long)]
    precision: Option<String>,
    /// How many members.
    #[arg(long, allow_hyphen_values = true)]
    members: Option<String>,
    /// Seed of all sampling.
    #[arg(long, allow_hyphen_values = true)]
    seed: Option<String>,
    /// Change a value of the study; may be given many times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Folder for the results; default moreau-out/NAME.
    #[arg(long)]
    out: Option<PathBuf>,
    /// parquet, csv or npz.
    #[arg(long, default_value = "parquet")]
    format: String,
    /// Record trajectories: after every EVERY steps, of the first MEMBERS members.
    #[arg(long, value_name = "EVERY[:MEMBERS]", allow_hyphen_values = true)]
    record: Option<String>,
    /// Threads of the CPU backend; 0 for all.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// The GPU adapter whose name contains this.
    #[arg(long)]
    adapter: Option<String>,
    /// Draw nothing.
    #[arg(long)]
    no_figures: bool,
    /// Print nothing but errors.
    #[arg(long)]
    quiet: bool,
}

/// Runs one study.
pub fn run(args: Args) -> Result<(), Error> {
    let started = Instant::now();
    let format: Format = args
        .format
        .parse()
        .map_err(|_| Error::input("format", &args.format, "accepted: parquet, csv, npz"))?;
    let precision = args.precision.as_deref().map(precision).transpose()?;
    let study = Study::open(&args.study)?.set(assignments(&args)?.iter().map(String::as_str))?;
    let mut backend = backend(&args)?;
    backend.check_precision(precision.unwrap_or(backend.default_precision()))?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("moreau-out").join(study.short_name()));
    let mut folder = Folder::stage(&out, format, &study)?;

    let bar = progress_bar(&study, args.quiet);
    let options = Options { precision, progress: &|done| bar.inc(done) };
    let run = study.run_into(&mut backend, &options, &mut folder);
    bar.finish_and_clear();
    let (mut summary, field) = run?;
    if let Some((grid, field)) = &field {
        folder.field(&study, grid, field)?;
    }
    if !args.no_figures {
        folder.figures(&study, &summary, field.as_ref())?;
    }
    summary.seconds.total = started.elapsed().as_secs_f64();
    let files = folder.finish(&summary)?;
    if !args.quiet {
        say!("{}", report::text(&study, &summary));
        say!("files    {} ({})", out.display(), files.join(", "));
        say!("bigger   moreau run {} --members {}", args.study, study.spec.members.saturating_mul(10));
    }
    Ok(())
}

/// `--set`, with the flags that are short for one.
fn assignments(args: &Args) -> Result<Vec<String>, Error> {
    let mut list = args.set.clone();
    list.extend(args.members.iter().map(|members| format!("members={members}")));
    list.extend(args.seed.iter().map(|seed| format!("seed={seed}")));
    if let Some(record) = &args.record {
        let (every, members) = record.split_once(':').map_or((record.as_str(), None), |(e, m)| (e, Some(m)));
        list.push(format!("record.every={every}"));
        list.extend(members.map(|members| format!("record.members={members}")));
    }
    Ok(list)
}

fn backend(args: &Args) -> Result<Backend, Error> {
    const MOST_THREADS: usize = 4096;
    if args.threads > MOST_THREADS {
        return Err(Error::input("threads", args.threads, format!("accepted: [0, {MOST_THREADS}]")));
    }
    match args.backend.as_str() {
        "auto" if args.adapter.is_none() && args.threads == 0 => Backend::auto(),
        "auto" | "gpu" if args.adapter.is_some() => Backend::gpu(args.adapter.as_deref()),
        "gpu" => Backend::gpu(None),
        "auto" | "cpu" => Ok(Backend::cpu(args.threads)),
        "reference" => Ok(Backend::reference()),
        other => Err(Error::input("backend", other, "accepted: auto, gpu, cpu, reference")),
    }
}

/// Reads `f32` or `f64`.
pub fn precision(text: &str) -> Result<Precision, Error> {
    match text {
        "f32" => Ok(Precision::F32),
        "f64" => Ok(Precision::F64),
        other => Err(Error::input("precision", other, "accepted: f32, f64")),
    }
}

/// Member-steps done, per second, and the time left; drawn only where someone watches.
fn progress_bar(study: &Study, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(study.expected_member_steps()), target);
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{} member-steps/s", HumanCount(state.per_sec() as u64));
    };
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {rate}  {eta} left")
        .expect("a constant template")
        .with_key("rate", rate);
    bar.set_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
