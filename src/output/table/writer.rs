//! File formats and the streaming writer over them.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ::parquet::errors::ParquetError;

use super::{SchemaError, Table, csv::CsvSink, parquet::ParquetSink};

/// A file format of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Comma separated values, RFC 4180, with a header line of names.
    Csv,
    /// Apache Parquet, snappy compressed.
    Parquet,
}

impl Format {
    /// The file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Parquet => "parquet",
        }
    }

    /// The format that the extension of a path tells, if any.
    pub fn of_path(path: &Path) -> Option<Format> {
        path.extension()?.to_str()?.parse().ok()
    }
}

impl FromStr for Format {
    type Err = TableError;

    /// Reads `csv` or `parquet`, in any case.
    fn from_str(word: &str) -> Result<Self, TableError> {
        let known = [Format::Csv, Format::Parquet];
        let found = known.into_iter().find(|f| f.extension().eq_ignore_ascii_case(word));
        found.ok_or_else(|| TableError::Format(word.to_owned()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.extension())
    }
}

/// Why a table could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The word names no format.
    #[error("unknown table format `{0}`: one of csv, parquet")]
    Format(String),
    /// The file could not be created or written.
    #[error("cannot write {}: {cause}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// The Parquet encoder failed, or the file beneath it.
    #[error("cannot write {}: {cause}", path.display())]
    Parquet {
        /// The file.
        path: PathBuf,
        /// What the encoder said.
        cause: ParquetError,
    },
    /// The table is malformed or does not fit the file.
    #[error("cannot write {}: {cause}", path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// What is wrong with the table.
        cause: SchemaError,
    },
}

/// A cause that becomes a [`TableError`] once the path is known.
pub(super) enum Cause {
    Io(std::io::Error),
    Parquet(ParquetError),
    Schema(SchemaError),
}

impl Cause {
    fn at(self, path: &Path) -> TableError {
        let path = path.to_owned();
        match self {
            Cause::Io(cause) => TableError::Io { path, cause },
            Cause::Parquet(cause) => TableError::Parquet { path, cause },
            Cause::Schema(cause) => TableError::Schema { path, cause },
        }
    }
}

impl From<std::io::Error> for Cause {
    fn from(cause: std::io::Error) -> Self {
        Cause::Io(cause)
    }
}

impl From<ParquetError> for Cause {
    fn from(cause: ParquetError) -> Self {
        Cause::Parquet(cause)
    }
}

impl From<SchemaError> for Cause {
    fn from(cause: SchemaError) -> Self {
        Cause::Schema(cause)
    }
}

enum Sink {
    Csv(CsvSink),
    Parquet(Box<ParquetSink>),
}

/// Writes a table to a file part by part, holding no more than a part at a time.
///
/// A file whose writer is dropped without [`TableWriter::finish`] is incomplete, and unreadable if Parquet.
pub struct TableWriter {
    path: PathBuf,
    schema: Table,
    rows: u64,
    sink: Sink,
}

impl TableWriter {
    /// Creates the file, or empties it, for tables with the columns of `schema`, whose rows are ignored.
    ///
    /// The metadata, units and descriptions go into the footer of a Parquet file; CSV has no place for them.
    pub fn create(
        path: &Path,
        format: Format,
        schema: &Table,
        metadata: &[(String, String)],
    ) -> Result<TableWriter, TableError> {
        let schema = schema.empty_like();
        let open = || -> Result<Sink, Cause> {
            schema.check_names()?;
            let file = File::create(path)?;
            Ok(match format {
                Format::Csv => Sink::Csv(CsvSink::new(file, &schema)?),
                Format::Parquet => Sink::Parquet(Box::new(ParquetSink::new(file, &schema, metadata)?)),
            })
        };
        let sink = open().map_err(|e| e.at(path))?;
        Ok(TableWriter { path: path.to_owned(), schema, rows: 0, sink })
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
        if table.rows() > 0 {
            match &mut self.sink {
                Sink::Csv(sink) => sink.append(table)?,
                Sink::Parquet(sink) => sink.append(table)?,
            }
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
        let done = match self.sink {
            Sink::Csv(sink) => sink.finish().map_err(Cause::from),
            Sink::Parquet(sink) => sink.finish().map_err(Cause::from),
        };
        done.map_err(|e| e.at(&self.path))
    }
}
