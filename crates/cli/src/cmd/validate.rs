//! `moreau validate`: every WGSL function alone and every triple, GPU against Rust; exit 1 on a miss.

use std::io::IsTerminal;

use moreau::error::Error;
use moreau_check::validate::{Options, validate};

use crate::say;

/// Every WGSL function and every triple against the reference: a table, exit 1 on a miss.
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Only the adapter whose name contains this.
    #[arg(long)]
    adapter: Option<String>,
    /// Only the triples that have this in their names, such as `sphere`, `coulomb-ellipse` or `rod+stewart-trinkle`.
    #[arg(long)]
    only: Option<String>,
}

/// Runs the whole validation.
pub fn run(args: Args) -> Result<(), Error> {
    let tell: fn(usize, usize, &str) = |done, all, name| eprintln!("{done} of {all}: {name}");
    let done = std::io::stderr().is_terminal().then_some(tell);
    let report = validate(&Options { adapter: args.adapter, only: args.only, done })?;
    if args.json {
        say!("{}", serde_json::to_string_pretty(&report).map_err(|e| Error::Check(e.to_string()))?);
    } else {
        say!("{report}");
    }
    if report.passed() {
        Ok(())
    } else {
        Err(Error::Check("validation failed: see the rows that missed".into()))
    }
}
