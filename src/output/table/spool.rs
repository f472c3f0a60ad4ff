//! The rows of a table whose format wants their number first, kept in a file until it is known.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::assemble::with_suffix;
use super::format::Cause;
use super::{Format, PartError, Parts, Table, TableError, assemble, parquet_bytes};

/// Parts one after the other in a file beside that of the table, removed at the end.
pub(super) struct Spool {
    path: PathBuf,
    file: File,
    ends: Vec<u64>,
}

impl Spool {
    pub(super) fn new(table: &Path) -> Result<Spool, Cause> {
        let path = with_suffix(table, ".parts");
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
        Ok(Spool { path, file, ends: Vec::new() })
    }

    fn start(&self, index: usize) -> u64 {
        index.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Keeps the rows of a table that was checked.
    pub(super) fn append(&mut self, table: &Table) -> Result<(), Cause> {
        let bytes = parquet_bytes(&table.empty_like(), std::slice::from_ref(table), &[])?;
        let start = self.start(self.ends.len());
        self.file.seek(SeekFrom::Start(start))?;
        self.file.write_all(&bytes)?;
        self.ends.push(start + bytes.len() as u64);
        Ok(())
    }

    /// Writes the table.
    pub(super) fn finish(
        self,
        path: &Path,
        schema: &Table,
        metadata: &[(String, String)],
    ) -> Result<(), TableError> {
        assemble(path, Format::Npz, schema, metadata, &self)
    }
}

impl Parts for Spool {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn part(&self, index: usize) -> Result<Bytes, PartError> {
        let start = self.start(index);
        let mut bytes = vec![0; (self.ends[index] - start) as usize];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
