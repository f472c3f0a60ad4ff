//! `moreau converge STUDY`: halves the step again and again, and tells at which order positions and velocities settle: in
//! smooth phases, and after contacts. Writes `convergence.json` and a figure.
//!
//! ```sh
//! moreau converge throw
//! moreau converge conveyor --halvings 6 --members 20 --set duration=0.5
//! moreau converge four-balls --norms --members 1 --halvings 4
//! ```

use std::io::IsTerminal;
use std::path::PathBuf;

use moreau::backend::Backend;
use moreau::converge::{Ladder, converge, figure};
use moreau::error::Error;
use moreau::study::Study;

use crate::say;

/// The observed order of convergence, phase by phase.
#[derive(clap::Args)]
pub struct Args {
    /// A preset or a file ending in .toml.
    study: String,
    /// Change a value of the study first; may be given many times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// How often h is halved.
    #[arg(long, value_name = "K", default_value_t = 5)]
    halvings: u32,
    /// How many members.
    #[arg(long, value_name = "N", default_value_t = 64)]
    members: u64,
    /// Instants at which runs are compared, about.
    #[arg(long, value_name = "N", default_value_t = 100)]
    instants: u32,
    /// Compare every run with that of the smallest step, in the norms of Stewart & Trinkle 1996, Table 1: keeps every step.
    #[arg(long)]
    norms: bool,
    /// Folder for the report and the figure; default moreau-out/converge-STUDY.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
}

/// Runs, prints, draws.
pub fn run(args: Args) -> Result<(), Error> {
    let study = Study::open(&args.study)?.set(args.set.iter().map(String::as_str))?;
    let ladder =
        Ladder { halvings: args.halvings, members: args.members, instants: args.instants, norms: args.norms };
    let watched = std::io::stderr().is_terminal();
    let name = study.short_name();
    let found = converge(study, ladder, &mut Backend::cpu(0), &mut |text| {
        if watched {
            eprintln!("{text}");
        }
    })?;
    let out = args.out.unwrap_or_else(|| PathBuf::from("moreau-out").join(format!("converge-{name}")));
    std::fs::create_dir_all(&out).map_err(|e| Error::file(&out, e))?;
    let json = serde_json::to_string_pretty(&found).map_err(|e| Error::Check(e.to_string()))?;
    let path = out.join("convergence.json");
    std::fs::write(&path, format!("{json}\n")).map_err(|e| Error::file(&path, e))?;
    let drawn = figure(&found);
    // Where every run agrees to rounding there is nothing to draw.
    if !drawn.panels.is_empty() {
        drawn.save(&out, "convergence").map_err(|e| Error::Check(e.to_string()))?;
    }
    match args.json {
        true => say!("{json}"),
        false => say!("{found}written  {}", out.display()),
    }
    Ok(())
}
