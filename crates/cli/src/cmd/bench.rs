//! `moreau bench [PRESET...]`: reference, CPU and every adapter side by side, each beside its limit; tables, a figure of
//! throughput against size for each preset, and with `--json` everything as data (schema: `moreau_bench::report`).

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use moreau::error::Error;
use moreau::study::presets;
use moreau_bench::compare::Baseline;
use moreau_bench::{Options, bench, throughput};

use crate::say;

/// CPU against GPU: member-steps/s, ratios, crossover sizes, fraction of the limit.
#[derive(clap::Args)]
pub struct Args {
    /// Presets or files ending in .toml; default incline, conveyor, catastrophe.
    presets: Vec<String>,
    /// Print JSON instead of tables, or write it to FILE beside them.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Sizes 10^2 to 10^5 and fewer rounds: below a minute.
    #[arg(long)]
    quick: bool,
    /// Folder for the figures.
    #[arg(long, default_value = "moreau-out/bench")]
    out: PathBuf,
    /// Ensemble sizes, with commas between them; default 10^2 to 10^7.
    #[arg(long, value_name = "N,N,...", allow_hyphen_values = true)]
    sizes: Option<String>,
    /// Interleaved rounds at most; default 5, quick 3.
    #[arg(long, allow_hyphen_values = true)]
    rounds: Option<String>,
    /// Seconds for everything, about; what does not fit is shown as "-".
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    budget: Option<String>,
    /// Print ratios to the figures in FILE, from --save-baseline or --json.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Write the figures of this run as a small table for --compare.
    #[arg(long, value_name = "FILE")]
    save_baseline: Option<PathBuf>,
}

/// Measures, prints, draws.
pub fn run(args: Args) -> Result<(), Error> {
    let options = options(&args)?;
    options.check()?;
    // `--json` may stand alone, and then takes the word after it.
    if let Some(name) = args.json.as_ref().and_then(|path| path.to_str())
        && presets::text(name).is_ok()
    {
        return Err(Error::input("json", name, "a file, or nothing; give presets before --json"));
    }
    let baseline = args.compare.as_deref().map(Baseline::read).transpose()?;
    let watched = std::io::stderr().is_terminal();
    let report = bench(&options, &mut |text| {
        if watched {
            eprintln!("{text}");
        }
    })?;
    let json = serde_json::to_string_pretty(&report).map_err(|e| Error::Check(e.to_string()))?;
    let to_stdout = args.json.as_deref() == Some(Path::new("-"));
    match &args.json {
        Some(_) if to_stdout => say!("{json}"),
        Some(path) => write(path, &json)?,
        None => {}
    }
    if let Some(path) = &args.save_baseline {
        let text = serde_json::to_string_pretty(&Baseline::of(&report));
        write(path, &text.map_err(|e| Error::Check(e.to_string()))?)?;
    }
    for preset in &report.presets {
        let stem =
            Path::new(&preset.preset).file_stem().map_or("study".into(), |stem| stem.to_string_lossy());
        let saved = throughput(preset).save(&args.out, &format!("bench-{stem}"));
        saved.map_err(|e| Error::Check(e.to_string()))?;
    }
    if !to_stdout {
        say!("{report}");
        if let Some(baseline) = baseline {
            say!("\n{}", baseline.beside(&report));
        }
        say!("figures  {}", args.out.display());
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|e| Error::file(folder, e))?;
    }
    std::fs::write(path, format!("{text}\n")).map_err(|e| Error::file(path, e))
}

fn options(args: &Args) -> Result<Options, Error> {
    let mut options = if args.quick { Options::quick() } else { Options::full() };
    if !args.presets.is_empty() {
        options.presets = args.presets.clone();
    }
    if let Some(text) = &args.sizes {
        let size = |size: &str| {
            let accepted = "accepted: whole numbers in [1, 100000000], with commas between them";
            size.trim().parse::<u64>().map_err(|_| Error::input("sizes", text, accepted))
        };
        options.sizes = text.split(',').map(size).collect::<Result<_, _>>()?;
    }
    if let Some(text) = &args.rounds {
        let accepted = "accepted: a whole number in [1, 1000]";
        options.rounds = text.parse().map_err(|_| Error::input("rounds", text, accepted))?;
    }
    if let Some(text) = &args.budget {
        options.budget = text.parse().map_err(|_| Error::input("budget", text, "accepted: seconds"))?;
    }
    Ok(options)
}
