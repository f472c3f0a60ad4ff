//! The file formats, and why a table cannot be written or read.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ::parquet::errors::ParquetError;

use super::SchemaError;

/// A file format of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Comma separated values, RFC 4180, with a header line of names.
    Csv,
    /// Apache Parquet, snappy compressed.
    Parquet,
    /// NumPy's archive of arrays, one a column, not compressed.
    Npz,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Parquet, Format::Csv, Format::Npz];

    /// The file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Parquet => "parquet",
            Format::Npz => "npz",
        }
    }

    /// The format that the extension of a path tells, if any.
    pub fn of_path(path: &Path) -> Option<Format> {
        path.extension()?.to_str()?.parse().ok()
    }
}

impl FromStr for Format {
    type Err = TableError;

    /// Reads `parquet`, `csv` or `npz`, in any case.
    fn from_str(word: &str) -> Result<Self, TableError> {
        let found = Format::ALL.into_iter().find(|f| f.extension().eq_ignore_ascii_case(word));
        found.ok_or_else(|| TableError::Format(word.to_owned()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.extension())
    }
}

/// Why a table could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The word names no format.
    #[error("unknown table format `{0}`: one of parquet, csv, npz")]
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
    /// A table could not be encoded in memory.
    #[error("cannot encode the table: {0}")]
    Encode(String),
    /// A part of a table, kept while the rest was computed, could not be read.
    #[error("cannot read a part of the table: {0}")]
    Part(String),
}

impl TableError {
    /// The same error, with where it happened if it is one of a part.
    pub(super) fn within(self, place: impl fmt::Display) -> TableError {
        match self {
            TableError::Part(why) => TableError::Part(format!("{place}: {why}")),
            other => other,
        }
    }
}

/// A cause that becomes a [`TableError`] once the path is known.
pub(super) enum Cause {
    Io(std::io::Error),
    Parquet(ParquetError),
    Schema(SchemaError),
    Whole(TableError),
}

impl Cause {
    pub(super) fn at(self, path: &Path) -> TableError {
        let path = path.to_owned();
        match self {
            Cause::Io(cause) => TableError::Io { path, cause },
            Cause::Parquet(cause) => TableError::Parquet { path, cause },
            Cause::Schema(cause) => TableError::Schema { path, cause },
            Cause::Whole(whole) => whole,
        }
    }
}

impl Cause {
    /// The same cause, with where it happened if it is one of a part.
    pub(super) fn within(self, place: impl fmt::Display) -> Cause {
        match self {
            Cause::Whole(whole) => Cause::Whole(whole.within(place)),
            other => other,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Io(cause) => cause.fmt(f),
            Cause::Parquet(cause) => cause.fmt(f),
            Cause::Schema(cause) => cause.fmt(f),
            Cause::Whole(whole) => whole.fmt(f),
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

impl From<TableError> for Cause {
    fn from(whole: TableError) -> Self {
        Cause::Whole(whole)
    }
}
