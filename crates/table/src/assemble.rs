//! A finished table in a file, from its parts or whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::format::Cause;
use super::sink::{Sink, check_names};
use super::{Format, PartReader, Table, TableError};

/// The parts of a table in order, each a Parquet file as [`super::parquet_bytes`] makes them.
pub trait Parts {
    /// The number of parts.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a part. May be asked for twice.
    fn part(&self, index: usize) -> Result<Bytes, PartError>;
}

/// Why a part could not be had.
pub type PartError = Box<dyn std::error::Error + Send + Sync>;

/// Writes the rows of all parts to one file, holding no more than a part and a row group at a time.
///
/// The columns are those of `schema`, whose rows are ignored. The result depends on the row groups alone, not on
/// how they are spread over parts. The file appears under its name when it is complete and on disk.
pub fn assemble(
    path: &Path,
    format: Format,
    schema: &Table,
    metadata: &[(String, String)],
    parts: &dyn Parts,
) -> Result<(), TableError> {
    let open = |index: usize| {
        let bytes = parts.part(index).map_err(|e| TableError::Part(e.to_string()));
        bytes.and_then(|bytes| PartReader::new(bytes, schema)).map_err(|e| e.within(format!("part {index}")))
    };
    replace(path, |file| {
        check_names(format, schema, metadata)?;
        // An NPZ file has its number of rows at its start.
        let counted = if format == Format::Npz { parts.len() } else { 0 };
        let mut rows = 0;
        for index in 0..counted {
            let part = open(index)?;
            rows += (0..part.groups()).map(|group| part.rows(group) as u64).sum::<u64>();
        }
        let mut sink = Sink::new(file, format, schema, metadata, rows)?;
        for index in 0..parts.len() {
            let part = open(index)?;
            sink.append_part(&part).map_err(|cause| cause.within(format!("part {index}")))?;
        }
        sink.finish()
    })
}

/// Writes one table to a file, which appears under its name when it is complete and on disk.
pub fn write_table(
    path: &Path,
    format: Format,
    table: &Table,
    metadata: &[(String, String)],
) -> Result<(), TableError> {
    replace(path, |file| {
        check_names(format, table, metadata)?;
        table.check()?;
        let mut sink = Sink::new(file, format, table, metadata, table.rows() as u64)?;
        sink.append(table)?;
        sink.finish()
    })
}

/// Writes a file beside its place and moves it there; an error leaves what was there before.
fn replace(path: &Path, write: impl FnOnce(File) -> Result<File, Cause>) -> Result<(), TableError> {
    let beside = with_suffix(path, ".tmp");
    let result = File::create(&beside).map_err(Cause::from).and_then(write).and_then(|file| {
        file.sync_all()?;
        fs::rename(&beside, path)?;
        // The name is on disk only when the folder is; where folders cannot be opened, nothing more can be done.
        if let Some(Ok(folder)) = path.parent().map(File::open) {
            let _ = folder.sync_all();
        }
        Ok(())
    });
    result.map_err(|cause| {
        let _ = fs::remove_file(&beside);
        cause.at(path)
    })
}

/// A path with its last name made longer.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
