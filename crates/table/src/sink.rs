//! An open file of any of the formats.

use std::fs::File;
use std::io::BufWriter;

use super::csv::CsvSink;
use super::format::Cause;
use super::npz::{self, NpzSink};
use super::parquet::ParquetSink;
use super::{Format, PartReader, Table};

/// An open file of one of the formats.
pub(super) enum Sink {
    Csv(CsvSink),
    Parquet(Box<ParquetSink<BufWriter<File>>>),
    Npz(NpzSink),
}

/// Refuses columns that the format cannot name.
pub(super) fn check_names(
    format: Format,
    schema: &Table,
    metadata: &[(String, String)],
) -> Result<(), Cause> {
    schema.check_names()?;
    if format == Format::Npz {
        npz::check_names(schema, metadata)?;
    }
    Ok(())
}

impl Sink {
    /// Starts a table; the number of rows matters for NPZ alone.
    pub(super) fn new(
        file: File,
        format: Format,
        schema: &Table,
        metadata: &[(String, String)],
        rows: u64,
    ) -> Result<Sink, Cause> {
        Ok(match format {
            Format::Csv => Sink::Csv(CsvSink::new(file, schema)?),
            Format::Parquet => {
                let out = BufWriter::with_capacity(1 << 18, file);
                Sink::Parquet(Box::new(ParquetSink::new(out, schema, metadata)?))
            }
            Format::Npz => Sink::Npz(NpzSink::new(file, schema, metadata, rows)?),
        })
    }

    /// Writes the rows of a table that was checked.
    pub(super) fn append(&mut self, table: &Table) -> Result<(), Cause> {
        match self {
            Sink::Csv(sink) => sink.append(table)?,
            Sink::Parquet(sink) => sink.append(table)?,
            Sink::Npz(sink) => sink.append(table)?,
        }
        Ok(())
    }

    /// Writes the rows of a part: copied as they are into Parquet, read a row group at a time for the others.
    pub(super) fn append_part(&mut self, part: &PartReader) -> Result<(), Cause> {
        if let Sink::Parquet(sink) = self {
            return Ok(sink.append_part(part)?);
        }
        for group in 0..part.groups() {
            self.append(&part.read_all(group)?)?;
        }
        Ok(())
    }

    /// Completes the file.
    pub(super) fn finish(self) -> Result<File, Cause> {
        Ok(match self {
            Sink::Csv(sink) => sink.finish()?,
            Sink::Parquet(sink) => sink.finish()?.into_inner().map_err(|e| e.into_error())?,
            Sink::Npz(sink) => sink.finish()?,
        })
    }
}
