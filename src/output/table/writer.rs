//! The streaming writer over the file formats.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::format::Cause;
use super::sink::{Sink, check_names};
use super::spool::Spool;
use super::{Format, Table, TableError};

/// Where appended rows go.
enum Output {
    File(Sink),
    Spool(Spool, Vec<(String, String)>),
}

/// Writes a table to a file part by part, holding no more than a part at a time.
///
/// A file whose writer is dropped without [`TableWriter::finish`] is incomplete, and unreadable if Parquet; of NPZ
/// there is none before.
pub struct TableWriter {
    path: PathBuf,
    schema: Table,
    rows: u64,
    output: Output,
}

impl TableWriter {
    /// Creates the file, or empties it, for tables with the columns of `schema`, whose rows are ignored.
    ///
    /// The metadata, units and descriptions go into the footer of a Parquet file and into entries of an NPZ file;
    /// CSV has no place for them.
    pub fn create(
        path: &Path,
        format: Format,
        schema: &Table,
        metadata: &[(String, String)],
    ) -> Result<TableWriter, TableError> {
        let schema = schema.empty_like();
        let open = || -> Result<Output, Cause> {
            check_names(format, &schema, metadata)?;
            Ok(match format {
                Format::Npz => Output::Spool(Spool::new(path)?, metadata.to_vec()),
                _ => Output::File(Sink::new(File::create(path)?, format, &schema, metadata, 0)?),
            })
        };
        let output = open().map_err(|e| e.at(path))?;
        Ok(TableWriter { path: path.to_owned(), schema, rows: 0, output })
    }

    /// Appends the rows of a table: lines of CSV, or one row group of Parquet (none for no rows).
    ///
    /// A malformed table or one of another schema is refused before anything is written.
    pub fn append(&mut self, table: &Table) -> Result<(), TableError> {
        self.try_append(table).map_err(|e| e.at(&self.path))
    }

    fn try_append(&mut self, table: &Table) -> Result<(), Cause> {
        self.schema.check_same(table)?;
        table.check()?;
        match &mut self.output {
            Output::File(sink) => sink.append(table)?,
            Output::Spool(spool, _) => spool.append(table)?,
        }
        self.rows += table.rows() as u64;
        Ok(())
    }

    /// The number of rows appended so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Completes the file.
    pub fn finish(self) -> Result<(), TableError> {
        match self.output {
            Output::File(sink) => sink.finish().map(drop).map_err(|e| e.at(&self.path)),
            Output::Spool(spool, metadata) => spool.finish(&self.path, &self.schema, &metadata),
        }
    }
}
