//! What a folder of chunks belongs to. Two runs may share chunks only if nothing that decides their bytes differs.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::backend::Precision;
use crate::error::Error;
use crate::study::{Part, Study};

/// The study, the version and the part of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this program.
    pub moreau: String,
    /// The study's name.
    pub name: String,
    /// Which members.
    pub part: Part,
    /// `reference`, `cpu` or `gpu`.
    pub backend: String,
    /// f32 or f64.
    pub precision: Precision,
    /// The share of members that is audited.
    pub audit: f64,
    /// How steps are computed beyond their precision.
    pub manner: Manner,
    /// Files that parameters are taken from.
    pub sources: Vec<Source>,
    /// The study with every value filled in.
    pub study: String,
}

/// How steps are computed: what decides their bytes beyond the precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manner {
    /// Whether every step is certified.
    pub certificates: bool,
    /// Whether division and square root are approximated.
    pub fast_math: bool,
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}

/// A file that parameters are taken from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Where it is.
    pub path: String,
    /// Checksum of the column that is used.
    pub checksum: String,
}

impl Manifest {
    /// Of a run of this study.
    pub fn of(
        study: &Study,
        part: Part,
        backend: &str,
        precision: Precision,
        audit: f64,
        manner: Manner,
    ) -> Manifest {
        Manifest {
            moreau: env!("CARGO_PKG_VERSION").into(),
            name: study.spec.name.clone(),
            part,
            backend: backend.into(),
            precision,
            audit,
            manner,
            sources: study.sources(),
            study: study.spec.to_toml(),
        }
    }

    /// Reads one.
    pub fn read(path: &Path) -> Result<Manifest, Error> {
        let text = fs::read_to_string(path).map_err(|e| Error::file(path, e))?;
        serde_json::from_str(&text).map_err(|e| Error::file(path, format!("not a manifest: {e}")))
    }

    /// As a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a manifest is made of JSON types") + "\n"
    }

    /// Refuses a folder that belongs to another run.
    pub fn must_be(&self, wanted: &Manifest, dir: &Path) -> Result<(), Error> {
        match self.difference(wanted) {
            None => Ok(()),
            Some(difference) => Err(Error::input(
                "out",
                dir.display(),
                format!("holds another run: {difference}; use another folder"),
            )),
        }
    }

    /// What differs, in words; the study's name does not matter.
    pub fn difference(&self, wanted: &Manifest) -> Option<String> {
        let pairs = [
            ("version", &self.moreau, &wanted.moreau),
            ("part", &self.part.to_string(), &wanted.part.to_string()),
            ("backend", &self.backend, &wanted.backend),
            ("precision", &self.precision.to_string(), &wanted.precision.to_string()),
            ("audit", &self.audit.to_string(), &wanted.audit.to_string()),
            ("certificates", &on_off(self.manner.certificates), &on_off(wanted.manner.certificates)),
            ("fast-math", &on_off(self.manner.fast_math), &on_off(wanted.manner.fast_math)),
        ];
        if let Some((what, there, here)) = pairs.into_iter().find(|(_, there, here)| there != here) {
            return Some(format!("{what} {there}, and this one is {here}"));
        }
        if self.study != wanted.study {
            let mut lines = self.study.lines().zip(wanted.study.lines());
            let (there, here) =
                lines.find(|(there, here)| there != here).unwrap_or(("more lines", "fewer, or the reverse"));
            return Some(format!("its study says `{there}`, this one `{here}`"));
        }
        let changed = self.sources.iter().zip(&wanted.sources).find(|(there, here)| there != here);
        changed.map(|(there, _)| format!("the file {} has changed since", there.path))
    }
}
