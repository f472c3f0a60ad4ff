//! A column chunk of Parquet, encoded and compressed in memory.
//!
//! The pages of dictionaries and of split floats are made here and not by the `parquet` crate, whose writer hashes
//! every value of a constant column and every word, and takes half as long again for floats.

use std::sync::Arc;

use ::parquet::basic::{Compression, Encoding};
use ::parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::statistics::Statistics;
use ::parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use ::parquet::schema::types::ColumnDescPtr;
use bytes::Bytes;

use super::Values;
use super::chunk::{Chunk, PAGE_ROWS};
use super::dictionary::Dictionary;
use super::page_statistics::statistics;

/// The bytes of a column chunk, and what the footer says of them.
pub(super) type Encoded = (Bytes, ColumnCloseResult);

/// Encodes a column of at least one value.
///
/// Values that repeat go into a dictionary. Distinct floats are split into their bytes, so that those of equal
/// significance come together and signs and exponents compress; of distinct integers the differences are kept,
/// so that counters shrink to nothing.
pub(super) fn encode(values: &Values, column: ColumnDescPtr) -> Result<Encoded> {
    let statistics = statistics(values);
    if let Some(dictionary) = Dictionary::of(values) {
        return Chunk::new(column).dictionary(&dictionary, values.len(), statistics);
    }
    match values {
        Values::F64(v) => Chunk::new(column).split(v, |x| x.to_bits().to_le_bytes(), statistics),
        Values::F32(v) => Chunk::new(column).split(v, |x| x.to_bits().to_le_bytes(), statistics),
        _ => differences(values, column, statistics),
    }
}

/// Integers by the encoder of the `parquet` crate.
fn differences(values: &Values, column: ColumnDescPtr, statistics: Option<Statistics>) -> Result<Encoded> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::DELTA_BINARY_PACKED)
        .build();
    let mut sink = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut sink));
    let mut writer = get_column_writer(column, Arc::new(properties), pages);
    match (&mut writer, values) {
        (ColumnWriter::Int32ColumnWriter(w), Values::U32(v)) => {
            w.write_batch(bytemuck::cast_slice(v), None, None)?;
        }
        (ColumnWriter::Int64ColumnWriter(w), Values::U64(v)) => {
            w.write_batch(bytemuck::cast_slice(v), None, None)?;
        }
        _ => return Err(ParquetError::General("a column of another type".into())),
    }
    let mut close = writer.close()?;
    if let Some(statistics) = statistics {
        close.metadata = close.metadata.into_builder().set_statistics(statistics).build()?;
    }
    Ok((Bytes::from(sink.into_inner()?), close))
}
