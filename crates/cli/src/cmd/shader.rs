//! `moreau shader STUDY`: the composed WGSL, exactly as it runs.

use moreau::backend::Precision;
use moreau::error::Error;
use moreau::study::Study;

/// The composed WGSL of a study.
#[derive(clap::Args)]
pub struct Args {
    /// A preset or a file ending in .toml.
    study: String,
    /// f32 or f64.
    #[arg(long, default_value = "f32")]
    precision: String,
    /// Change a value of the study first.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Prints the kernel.
pub fn run(args: Args) -> Result<(), Error> {
    use std::io::Write;
    let study = Study::open(&args.study)?.set(args.set.iter().map(String::as_str))?;
    let text = match super::run::precision(&args.precision)? {
        Precision::F32 => study.shader::<f32>(),
        Precision::F64 => study.shader::<f64>(),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(())
}
