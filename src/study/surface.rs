//! `[relief]`: the grid of heights that all members move over.

use std::path::Path;

use serde::{Serialize, Serializer};

use super::sections::section;
use super::spec::short;
use crate::error::Error;
use crate::relief::Relief;
use crate::system::{Info, registry};

/// `[relief]`: what members move over.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReliefSpec {
    /// The grid; the study's text has its path.
    #[serde(rename = "file", serialize_with = "path")]
    pub grid: &'static Relief,
}

fn path<S: Serializer>(grid: &Relief, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&grid.path.display().to_string())
}

impl ReliefSpec {
    pub(super) fn parse(table: &toml::Table, info: &Info) -> Result<Option<ReliefSpec>, Error> {
        let Some(section) = section(table, "relief", &["file"])? else { return Ok(None) };
        let file = section.get("file");
        let wrong =
            |accepted: String| Error::input("relief.file", file.map_or("(missing)".into(), short), accepted);
        if !info.relief {
            let systems = registry();
            let mut models: Vec<&str> = systems
                .iter()
                .map(|s| s.info())
                .filter(|info| info.relief)
                .map(|info| info.names[0])
                .collect();
            models.dedup();
            let accepted =
                format!("{} does not move over a relief; models: {}", info.names[0], models.join(", "));
            return Err(wrong(accepted));
        }
        let file = file.and_then(|file| file.as_str());
        let file = file.ok_or_else(|| wrong("accepted: the path of a CSV file in quotes".into()))?;
        Ok(Some(ReliefSpec { grid: Relief::read(Path::new(file)).map_err(wrong)?.kept() }))
    }

    /// The file, with the number of its points and the checksum of its numbers.
    pub fn source(&self) -> (&Path, u64, u64) {
        (&self.grid.path, self.grid.heights.len() as u64, self.grid.checksum)
    }
}
