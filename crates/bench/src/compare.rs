//! A saved table of figures, and a new run beside it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::report::BenchReport;
use moreau::error::Error;

/// What `--save-baseline` writes and `--compare` reads; a file of `--json` has these fields too.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Baseline {
    /// The program's version.
    pub version: String,
    /// Where it ran.
    pub machine: MachineLine,
    /// `preset/backend/members`: member-steps a second. Only the same size is ever compared.
    pub figures: BTreeMap<String, f64>,
}

/// A machine in a baseline.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MachineLine {
    /// The processor's name.
    pub processor: String,
    /// Its threads.
    pub threads: usize,
}

impl Baseline {
    /// The figures of a report.
    pub fn of(report: &BenchReport) -> Baseline {
        let machine =
            MachineLine { processor: report.machine.processor.clone(), threads: report.machine.threads };
        Baseline { version: report.version.clone(), machine, figures: report.figures.clone() }
    }

    /// Reads one.
    pub fn read(path: &Path) -> Result<Baseline, Error> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::file(path, e))?;
        serde_json::from_str(&text).map_err(|e| {
            let accepted = format!("accepted: a file of --save-baseline or --json; {e}");
            Error::input("compare", path.display(), accepted)
        })
    }

    /// A new run beside this one: ratios above 1 are faster now.
    pub fn beside(&self, report: &BenchReport) -> String {
        let mut text = format!(
            "against moreau {} on {} with {} threads (above 1: faster now)\n",
            self.version, self.machine.processor, self.machine.threads
        );
        for (name, new) in &report.figures {
            text += &match self.figures.get(name) {
                Some(old) => format!("  {name:<40} {old:>10.3e} -> {new:>10.3e}  {:>6.2} x\n", new / old),
                None => format!("  {name:<40} {:>10} -> {new:>10.3e}\n", "-"),
            };
        }
        text
    }
}
