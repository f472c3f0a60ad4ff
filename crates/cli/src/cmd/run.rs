//! `moreau run STUDY`: samples the members, runs them, writes tables, figures, a summary and a report into a folder.
//!
//! Finished chunks are kept in `DIR/chunks` while it runs; Ctrl-C ends it after the chunks under way, and `--resume` goes
//! on. The results appear when everything is written, and the chunks go then; a shard keeps them, for `moreau merge`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use moreau::backend::gpu::tune::Tune;
use moreau::backend::{Backend, Precision};
use moreau::error::Error;
use moreau::output::finish::Finish;
use moreau::output::report;
use moreau::output::store::{Manifest, Manner, Opened, Store};
use moreau::output::table::Format;
use moreau::study::chunks::Chunks;
use moreau::study::{Options, Part, Sink, Study, Summary, audit};

use crate::say;

/// Run a study: sample, integrate, write tables, figures, a summary and a report.
#[derive(Clone, clap::Args)]
pub struct Args {
    /// A preset (see `moreau list`) or a file ending in .toml.
    pub(super) study: String,
    /// auto (a hardware GPU, else the CPU), gpu, cpu or reference.
    #[arg(long, default_value = "auto")]
    pub(super) backend: String,
    /// f32 or f64; default f64 on the CPU, f32 on a GPU.
    #[arg(long)]
    pub(super) precision: Option<String>,
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
    pub(super) out: Option<PathBuf>,
    /// parquet, csv or npz.
    #[arg(long, default_value = "parquet")]
    pub(super) format: String,
    /// Record trajectories: after every EVERY steps, of the first MEMBERS members.
    #[arg(long, value_name = "EVERY[:MEMBERS]", allow_hyphen_values = true)]
    record: Option<String>,
    /// Run this share of the members again on the f64 reference, and compare.
    #[arg(long, value_name = "FRACTION", default_value = "0", allow_hyphen_values = true)]
    audit: String,
    /// Run only share I of N (I from 1 to N, or from 0 to N-1); `moreau merge` puts shards together.
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    pub(super) shard: Option<String>,
    /// Run only member I, as it is in the study; with --record, to see what it does.
    #[arg(long, value_name = "I", allow_hyphen_values = true, conflicts_with = "shard")]
    pub(super) member: Option<String>,
    /// Go on with an interrupted run of the same study in the same folder.
    #[arg(long)]
    pub(super) resume: bool,
    /// on, or off: faster, but nothing proves that a step kept the law (see `moreau bench`).
    #[arg(long, default_value = "on")]
    certificates: String,
    /// Approximate division by a root on the CPU in f32 (reciprocal root and one Newton step): relative error at most 2^-21.
    #[arg(long)]
    fast_math: bool,
    /// Threads of the CPU backend; 0 for all.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// The GPU adapter whose name contains this.
    #[arg(long)]
    adapter: Option<String>,
    /// How GPU kernels are cut: auto, off, again (search anew) or WORKGROUP,PACK,UNROLL,STEPS; default $MOREAU_TUNE.
    #[arg(long, allow_hyphen_values = true)]
    tune: Option<String>,
    /// Draw nothing.
    #[arg(long)]
    pub(super) no_figures: bool,
    /// Print nothing but errors.
    #[arg(long)]
    pub(super) quiet: bool,
}

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Runs one study, or with others its share of it.
pub fn run(args: Args) -> Result<(), Error> {
    #[cfg(feature = "mpi")]
    if let Some(result) = super::ranks::run(&args) {
        return result;
    }
    let study = study(&args)?;
    let part = part(&args, &study)?;
    let out = folder(&args, &study, part);
    if let Some((summary, files)) = carry_out(&args, &study, part, &out)? {
        tell(&args, &study, &summary, &out, &files);
    }
    Ok(())
}

/// The study that is asked for, with its changes.
pub(super) fn study(args: &Args) -> Result<Study, Error> {
    Study::open(&args.study)?.set(assignments(args)?.iter().map(String::as_str))
}

/// Runs a part of a study into a folder; nothing to tell if that was done before.
pub(super) fn carry_out(
    args: &Args,
    study: &Study,
    part: Part,
    out: &Path,
) -> Result<Option<(Summary, Vec<String>)>, Error> {
    let started = Instant::now();
    let format: Format = args.format.parse()?;
    let audit = fraction(&args.audit)?;
    let (mut backend, precision) = placed(args)?;

    let manner = Manner { certificates: certificates(&args.certificates)?, fast_math: args.fast_math };
    if args.fast_math {
        backend.set_fast_math(precision)?;
    }
    let manifest = Manifest::of(study, part, backend.name(), precision, audit, manner);
    let mut store = match Store::open(out, study, manifest, args.resume)? {
        Opened::Ready(store) => store,
        Opened::Complete => {
            if !args.quiet {
                say!("{} already holds the results of this run", out.display());
            }
            return Ok(None);
        }
    };
    stop_on_signals(args.quiet);
    let bar = progress_bar(member_steps_left(study, part, &store), args.quiet);
    let options = Options {
        precision: Some(precision),
        progress: &|done| bar.inc(done),
        stop: &STOP,
        part,
        audit,
        certificates: manner.certificates,
    };
    let run = study.run_into(&mut backend, &options, store.as_mut());
    bar.finish_and_clear();
    let kept = |store: &Store| {
        let chunks: u64 = store.present().iter().map(|range| range.end - range.start).sum();
        format!("{chunks} chunks are kept in {}; go on with: {}", out.display(), resuming())
    };
    let told = match run {
        Ok(told) if told.stopped => return Err(Error::Stopped(format!("stopped; {}", kept(&store)))),
        Err(error) if !store.is_empty() => {
            eprintln!("moreau: {}", kept(&store));
            return Err(error);
        }
        run => run?,
    };
    let finish = Finish {
        study,
        format,
        figures: !args.no_figures,
        command: super::command_line(),
        started,
        compile_seconds: told.compile_seconds,
        tuning: told.tuning,
    };
    let all = kept(&store);
    finish.run(*store).inspect_err(|_| eprintln!("moreau: {all}")).map(Some)
}

/// The command that goes on with this run.
fn resuming() -> String {
    let command = super::command_line();
    if command.contains("--resume") { command } else { command + " --resume" }
}

/// The summary on the terminal.
pub(super) fn tell(args: &Args, study: &Study, summary: &Summary, out: &Path, files: &[String]) {
    if !args.quiet {
        say!("{}", report::text(study, summary));
        say!("files    {} ({})", out.display(), files.join(", "));
        say!("bigger   moreau run {} --members {}", args.study, study.spec.members.saturating_mul(10));
    }
}

/// Which members to run.
fn part(args: &Args, study: &Study) -> Result<Part, Error> {
    if let Some(shard) = &args.shard {
        return Part::shard(shard);
    }
    let Some(text) = &args.member else { return Ok(Part::Whole) };
    let member = text.parse::<u64>().ok().filter(|member| *member < study.spec.members);
    let wrong = || {
        Error::input(
            "member",
            text,
            format!("accepted: a member of the study, in [0, {}]", study.spec.members - 1),
        )
    };
    member.map(Part::Member).ok_or_else(wrong)
}

/// Where the results go.
pub(super) fn folder(args: &Args, study: &Study, part: Part) -> PathBuf {
    let name = study.short_name();
    args.out.clone().unwrap_or_else(|| {
        PathBuf::from("moreau-out").join(match part {
            Part::Whole => name,
            Part::Shard { index, of } => {
                format!("{name}-shard-{}-of-{of}", if index == 0 { of } else { index })
            }
            Part::Member(member) => format!("{name}-member-{member}"),
        })
    })
}

fn fraction(text: &str) -> Result<f64, Error> {
    let wrong = || Error::input("audit", text, "accepted: a share of the members, in [0, 1]");
    let fraction = text.parse::<f64>().map_err(|_| wrong())?;
    audit::check(fraction).map(|()| fraction)
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
    let given = args.tune.clone().or_else(|| std::env::var("MOREAU_TUNE").ok());
    let tune: Tune = given.as_deref().unwrap_or("auto").parse()?;
    let mut backend = match args.backend.as_str() {
        "auto" if args.adapter.is_none() && args.threads == 0 => Backend::auto()?,
        "auto" | "gpu" if args.adapter.is_some() => Backend::gpu(args.adapter.as_deref())?,
        "gpu" => Backend::gpu(None)?,
        "auto" | "cpu" => Backend::cpu(args.threads),
        "reference" => Backend::reference(),
        other => return Err(Error::input("backend", other, "accepted: auto, gpu, cpu, reference")),
    };
    if let Backend::Gpu(gpu) = &mut backend {
        gpu.tune = tune;
    }
    Ok(backend)
}

/// The backend and the precision that are asked for, if they go together.
fn placed(args: &Args) -> Result<(Backend, Precision), Error> {
    let precision = args.precision.as_deref().map(precision).transpose()?;
    let backend = backend(args)?;
    let precision = precision.unwrap_or(backend.default_precision());
    backend.check_precision(precision)?;
    Ok((backend, precision))
}

/// The precision of a run, if it can run at all.
pub(super) fn precision_of(args: &Args) -> Result<Precision, Error> {
    fraction(&args.audit)?;
    certificates(&args.certificates)?;
    placed(args).map(|(_, precision)| precision)
}

/// Reads `on` or `off`.
fn certificates(text: &str) -> Result<bool, Error> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(Error::input("certificates", other, "accepted: on, off")),
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

/// The first Ctrl-C (or a scheduler's SIGTERM) lets the chunks under way finish; the second ends the program.
fn stop_on_signals(quiet: bool) {
    let handler = move || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        if !quiet {
            eprintln!("moreau: finishing the chunks under way; once more to stop at once");
        }
    };
    // Where no handler can be had, Ctrl-C ends the program, and --resume goes on all the same.
    let _ = ctrlc::set_handler(handler);
}

/// About how much there is to do, without what an earlier run did.
fn member_steps_left(study: &Study, part: Part, store: &Store) -> u64 {
    let chunks = Chunks::of(&study.spec, part);
    let missing = store.missing(chunks.of_part(part));
    let members: u64 = missing.iter().map(|range| chunks.members(range)).map(|m| m.end - m.start).sum();
    (study.expected_member_steps() as f64 * (members as f64 / study.spec.members as f64)) as u64
}

/// Member-steps done, per second, and the time left; drawn only where someone watches.
fn progress_bar(member_steps: u64, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(member_steps), target);
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
