//! `moreau list`: the presets, one line each.

use moreau::error::Error;
use moreau::study::{Study, presets::PRESETS};

use crate::say;

/// Presets, one line each.
#[derive(clap::Args)]
pub struct Args {}

/// Prints name and purpose of every preset.
pub fn run(_: Args) -> Result<(), Error> {
    for (name, _) in PRESETS {
        say!("{name:<24} {}", Study::preset(name)?.spec.about);
    }
    Ok(())
}
