//! `moreau report DIR`: one HTML file of a finished run, with its study, figures, outcomes, statistics, certificates and
//! provenance. It needs nothing else to be read: send it, archive it, print it.

use std::path::PathBuf;

use moreau::error::Error;
use moreau::output::html::write_report;

use crate::say;

/// Write report.html, self-contained, into the folder of a finished run.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of a finished run: it has a summary.json.
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// Writes the file and prints its path.
pub fn run(args: Args) -> Result<(), Error> {
    let path = write_report(&args.dir)?;
    say!("{}", path.display());
    Ok(())
}
