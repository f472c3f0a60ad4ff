//! `moreau show PRESET`: its commented TOML. Save it, change it, run it: `moreau show throw > mine.toml`.

use moreau::error::Error;
use moreau::study::presets;

/// The commented TOML of a preset: the start of a study of your own.
#[derive(clap::Args)]
pub struct Args {
    /// Name of a preset (see `moreau list`).
    preset: String,
}

/// Prints the file as it is.
pub fn run(args: Args) -> Result<(), Error> {
    use std::io::Write;
    let _ = std::io::stdout().write_all(presets::text(&args.preset)?.as_bytes());
    Ok(())
}
