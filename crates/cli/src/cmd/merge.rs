//! `moreau merge DIR... --out DIR`: puts the shards of a study together, in any order. The result is, byte for byte, what
//! one run would have written: the chunks of all shards are gathered, and end as those of a run do.

use std::path::PathBuf;
use std::time::Instant;

use moreau::error::Error;
use moreau::output::finish::Finish;
use moreau::output::table::Format;
use moreau::output::{report, store};

use crate::say;

/// Put the shards of a study together.
#[derive(clap::Args)]
pub struct Args {
    /// The folders of all shards, in any order.
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// Folder for the results.
    #[arg(long)]
    out: PathBuf,
    /// parquet, csv or npz.
    #[arg(long, default_value = "parquet")]
    format: String,
    /// Draw nothing.
    #[arg(long)]
    no_figures: bool,
    /// Print nothing but errors.
    #[arg(long)]
    quiet: bool,
}

/// Merges.
pub fn run(args: Args) -> Result<(), Error> {
    let started = Instant::now();
    let format: Format = args.format.parse()?;
    let (store, study) = store::merged(&args.shards, &args.out)?;
    let finish = Finish {
        study: &study,
        format,
        figures: !args.no_figures,
        command: super::command_line(),
        started,
        compile_seconds: 0.0,
        tuning: None,
    };
    let (summary, files) = finish.run(store)?;
    if !args.quiet {
        say!("{}", report::text(&study, &summary));
        say!("files    {} ({})", args.out.display(), files.join(", "));
    }
    Ok(())
}
