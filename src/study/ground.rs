//! `[ground]`: the recorded accelerogram that shakes the ground of all members.

use std::path::Path;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::sections::section;
use super::spec::{Spec, short};
use crate::accelerogram::Accelerogram;
use crate::error::Error;
use crate::system::{Info, registry};

/// `[ground]`: what shakes the ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroundSpec {
    /// The record; the study's text has its path.
    #[serde(rename = "file", serialize_with = "path")]
    pub record: Arc<Accelerogram>,
}

fn path<S: Serializer>(record: &Arc<Accelerogram>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&record.path.display().to_string())
}

impl GroundSpec {
    pub(super) fn parse(table: &toml::Table, info: &Info) -> Result<Option<GroundSpec>, Error> {
        let Some(section) = section(table, "ground", &["file"])? else { return Ok(None) };
        let file = section.get("file");
        let wrong =
            |accepted: String| Error::input("ground.file", file.map_or("(missing)".into(), short), accepted);
        if !info.ground {
            let systems = registry();
            let mut models: Vec<&str> = systems
                .iter()
                .map(|s| s.info())
                .filter(|info| info.ground)
                .map(|info| info.names[0])
                .collect();
            models.dedup();
            let accepted =
                format!("the ground of {} does not shake; models: {}", info.names[0], models.join(", "));
            return Err(wrong(accepted));
        }
        let file = file.and_then(|file| file.as_str());
        let file = file.ok_or_else(|| wrong("accepted: the path of a CSV file in quotes".into()))?;
        let record = Accelerogram::read(Path::new(file)).map_err(wrong)?;
        Ok(Some(GroundSpec { record: Arc::new(record) }))
    }

    /// The file, with the number of its rows and the checksum of its values.
    pub fn source(&self) -> (&Path, u64, u64) {
        (&self.record.path, self.record.rows() as u64, self.record.checksum)
    }
}

impl Spec {
    /// Refuses members that do not share the clock of a record.
    pub(super) fn check_ground(&self, info: &Info) -> Result<(), Error> {
        let names = info.timed_by.iter().chain(&["h"]);
        match names.copied().find(|name| self.ground.is_some() && !self.dist(name).is_constant()) {
            None => Ok(()),
            Some(name) => {
                let accepted =
                    "with [ground] accepted: a constant, since all members feel the record at one time";
                Err(Error::input(name, self.dist(name), accepted))
            }
        }
    }
}
