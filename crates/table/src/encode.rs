//! A column chunk of Parquet, encoded and compressed in memory.

use std::collections::HashSet;
use std::sync::Arc;

use ::parquet::basic::{Compression, Encoding};
use ::parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use ::parquet::data_type::ByteArray;
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::ColumnChunkMetaData;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::statistics::Statistics;
use ::parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use ::parquet::schema::types::ColumnDescPtr;
use bytes::Bytes;

use super::Values;

/// Values of a page: the bytes of equal significance then fill a block of the compressor, which is 64 KiB.
const PAGE_ROWS: usize = 1 << 16;
/// Values that are looked at to see whether a column repeats itself.
const LOOKED_AT: usize = 256;

/// The bytes of a column chunk, and what the footer says of them.
pub(super) type Encoded = (Bytes, ColumnCloseResult);

/// Encodes a column of at least one value.
///
/// Values that repeat go into a dictionary. Distinct floats are split into their bytes, so that those of equal
/// significance come together and signs and exponents compress; of distinct integers the differences are kept,
/// so that counters shrink to nothing.
pub(super) fn encode(values: &Values, column: ColumnDescPtr) -> Result<Encoded> {
    let encoding = match values {
        Values::F64(_) | Values::F32(_) => Encoding::BYTE_STREAM_SPLIT,
        Values::U32(_) | Values::U64(_) => Encoding::DELTA_BINARY_PACKED,
        Values::Label { .. } => Encoding::PLAIN,
    };
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_dictionary_enabled(repeats(values))
        .set_encoding(encoding)
        .build();
    let mut sink = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut sink));
    let mut writer = get_column_writer(column, Arc::new(properties), pages);
    match (&mut writer, values) {
        (ColumnWriter::DoubleColumnWriter(w), Values::F64(v)) => w.write_batch(v, None, None)?,
        (ColumnWriter::FloatColumnWriter(w), Values::F32(v)) => w.write_batch(v, None, None)?,
        (ColumnWriter::Int32ColumnWriter(w), Values::U32(v)) => {
            w.write_batch(bytemuck::cast_slice(v), None, None)?
        }
        (ColumnWriter::Int64ColumnWriter(w), Values::U64(v)) => {
            w.write_batch(bytemuck::cast_slice(v), None, None)?
        }
        (ColumnWriter::ByteArrayColumnWriter(w), Values::Label { codes, labels }) => {
            let words: Vec<ByteArray> = labels.iter().map(|word| ByteArray::from(*word)).collect();
            let rows: Vec<ByteArray> = codes.iter().map(|&code| words[usize::from(code)].clone()).collect();
            w.write_batch(&rows, None, None)?
        }
        _ => return Err(ParquetError::General("a column of another type".into())),
    };
    let mut close = writer.close()?;
    close.metadata = copyable(close.metadata)?;
    Ok((Bytes::from(sink.into_inner()?), close))
}

/// A footer without what a reader does not give back when it copies a row group: a file must be the same, however it was put
/// together. That is the size of words, and least and greatest values in the fields that `min_value` and `max_value` replaced.
fn copyable(footer: ColumnChunkMetaData) -> Result<ColumnChunkMetaData> {
    macro_rules! current {
        ($($kind:ident),*) => {
            match footer.statistics() {
                $(Some(Statistics::$kind(s)) => Some(s.clone().with_backwards_compatible_min_max(false).into()),)*
                _ => None,
            }
        };
    }
    let statistics: Option<Statistics> = current!(Double, Float, Int32, Int64, ByteArray);
    let footer = footer.into_builder().set_unencoded_byte_array_data_bytes(None).clear_statistics();
    match statistics {
        Some(statistics) => footer.set_statistics(statistics).build(),
        None => footer.build(),
    }
}

/// Whether some of its values, evenly spread, are the same more often than not: a dictionary that is tried in vain costs as much
/// as the rest.
fn repeats(values: &Values) -> bool {
    let stride = values.len().div_ceil(LOOKED_AT);
    let seen = |bits: &dyn Fn(usize) -> u64| {
        let places = (0..values.len()).step_by(stride);
        let count = places.len();
        2 * places.map(bits).collect::<HashSet<u64>>().len() <= count + 1
    };
    match values {
        Values::F64(v) => seen(&|i| v[i].to_bits()),
        Values::F32(v) => seen(&|i| u64::from(v[i].to_bits())),
        Values::U32(v) => seen(&|i| u64::from(v[i])),
        Values::U64(v) => seen(&|i| v[i]),
        Values::Label { .. } => true,
    }
}
