//! `moreau classify STUDY`: what theory says of the study's initial state, before anything is integrated: the Delassus
//! matrix H, the margins p(θ) of both senses of sliding, the velocity jumps that friction admits (Moreau 1988, Sec. 14),
//! and every solution for the contact force (Stewart & Trinkle 1996, Sec. 1.4–1.5).
//!
//! The state is set by parameters (`theta0`, `omega0`, `slide0`, `normal0`, `gap0`), and local vectors are printed as
//! `(t, n)`: to the right, and away from the boundary.
//!
//! ```sh
//! moreau classify catastrophe --set theta0=0.4
//! moreau classify catastrophe --rod 60 --set rho=0 --set mu=1.5 --set slide0=-1
//! ```
//!
//! `--rod DEG` is the angle of a rod as Stewart & Trinkle measure it: above the horizontal, contact at the lower left
//! end. That end lies at `(x - l cos t, y - l sin t)`, and ours at `(x + l sin θ, y - l cos θ)`: so θ = t - 90°.

use std::collections::BTreeMap;

use moreau::error::Error;
use moreau::study::Study;
use moreau::theory::{TOLERANCE, Theory};
use serde::Serialize;

use crate::say;

/// What theory says of the initial state of a study with a planar contact.
#[derive(clap::Args)]
pub struct Args {
    /// A preset or a file ending in .toml.
    study: String,
    /// Change a value of the study first; may be given many times.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The angle of a rod above the horizontal, contact at its lower left end; sets theta0.
    #[arg(long, value_name = "DEG", allow_hyphen_values = true)]
    rod: Option<String>,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    study: &'a str,
    model: &'a str,
    law: &'a str,
    params: BTreeMap<&'static str, f64>,
    #[serde(flatten)]
    theory: Theory,
}

/// Prints what theory says.
pub fn run(args: Args) -> Result<(), Error> {
    let mut study = Study::open(&args.study)?.set(args.set.iter().map(String::as_str))?;
    if let Some(text) = &args.rod {
        let assignment = rod(text, &args.set, &study)?;
        study = study.set([assignment.as_str()])?;
    }
    let theory = Theory::of(&study.contact()?, TOLERANCE);
    let params = study.shared_params()?;
    let (model, law) = (&study.spec.model, &study.spec.law);
    if args.json {
        let params = params.into_iter().collect();
        let answer = Answer { study: &args.study, model, law, params, theory };
        say!("{}", serde_json::to_string_pretty(&answer).map_err(|e| Error::Check(e.to_string()))?);
        return Ok(());
    }
    let values: Vec<String> = params.iter().map(|(name, value)| format!("{name} {value}")).collect();
    say!("study    {}: {model} + {law}", args.study);
    say!("state    {}", values.join(", "));
    say!("{theory}");
    Ok(())
}

/// `--rod DEG` as an assignment to theta0.
fn rod(text: &str, set: &[String], study: &Study) -> Result<String, Error> {
    let wrong = |accepted: &str| Error::input("rod", text, accepted);
    if study.info().column("theta0").is_none() {
        return Err(wrong("the model has no theta0; accepted with round-tip and chalk"));
    }
    if set.iter().any(|text| text.split('=').next().is_some_and(|key| key.trim().ends_with("theta0"))) {
        return Err(wrong("it sets theta0: give --rod or --set theta0, not both"));
    }
    let degrees = text.parse().ok().filter(|degrees| (0.0..=180.0).contains(degrees));
    let degrees: f64 = degrees.ok_or_else(|| wrong("accepted: degrees above the horizontal in [0, 180]"))?;
    Ok(format!("theta0={:?}", (degrees - 90.0).to_radians()))
}
