//! The members' table of a finished run, read a block of rows at a time.

use super::Finished;
use crate::backend::Precision;
use crate::error::Error;
use crate::output::table::{OnDisk, PartReader, Table};

/// Rows that are compared at a time.
pub(super) const BLOCK: usize = 1 << 16;

/// A run to be read.
pub(super) struct Side {
    reader: PartReader<OnDisk>,
    /// Its columns, without rows.
    pub schema: Table,
    pub backend: String,
    pub precision: Precision,
}

impl Side {
    pub fn open(finished: &Finished) -> Result<Side, Error> {
        let manifest = finished.manifest()?;
        let schema = finished.study.member_schema(manifest.precision);
        let reader = PartReader::open(&finished.folder.join("members.parquet"), &schema)?;
        Ok(Side { reader, schema, backend: manifest.backend, precision: manifest.precision })
    }

    /// Its rows from the first on, with the columns of these names that it has.
    pub fn rows(&self, names: &[&str]) -> Rows<'_> {
        let known = self.schema.columns.iter().filter(|column| names.contains(&column.name.as_str()));
        Rows {
            reader: &self.reader,
            names: known.map(|column| column.name.clone()).collect(),
            group: 0,
            held: Table::default(),
        }
    }
}

/// Rows in order.
pub(super) struct Rows<'a> {
    reader: &'a PartReader<OnDisk>,
    names: Vec<String>,
    group: usize,
    held: Table,
}

impl Rows<'_> {
    /// The next block; fewer rows at the end, and none after it. Runs may be cut in row groups of different size.
    pub fn next(&mut self) -> Result<Table, Error> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        while self.held.rows() < BLOCK && self.group < self.reader.groups() {
            let more = self.reader.read(self.group, &names)?;
            self.held.append(more).map_err(|e| Error::Check(e.to_string()))?;
            self.group += 1;
        }
        let (rows, taken) = (self.held.rows(), self.held.rows().min(BLOCK));
        let block = self.held.slice(0..taken);
        self.held = self.held.slice(taken..rows);
        Ok(block)
    }
}
