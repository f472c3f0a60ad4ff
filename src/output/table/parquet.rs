//! Apache Parquet, a row group per appended table.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;

use ::parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use ::parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use ::parquet::data_type::ByteArray;
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use ::parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use ::parquet::schema::types::{ColumnDescPtr, Type, TypePtr};
use bytes::Bytes;
use rayon::prelude::*;

use super::{Column, Table, Values};

/// Rows looked at to see whether a column repeats its values.
const SAMPLE: usize = 1024;

/// Values converted at a time where the file's type is not the table's.
const BLOCK: usize = 8192;

/// An open Parquet file.
pub(super) struct ParquetSink {
    file: SerializedFileWriter<BufWriter<File>>,
    encodings: Encodings,
}

impl ParquetSink {
    /// Starts a file of these columns.
    pub(super) fn new(file: File, schema: &Table, metadata: &[(String, String)]) -> Result<ParquetSink> {
        let fields = schema.columns.iter().map(field).collect::<Result<Vec<_>>>()?;
        let root = Arc::new(Type::group_type_builder("schema").with_fields(fields).build()?);
        let encodings = Encodings::new()?;
        let file = BufWriter::with_capacity(1 << 18, file);
        let mut file = SerializedFileWriter::new(file, root, encodings.repeated.clone())?;
        let mut note = |key: String, value: &str| {
            file.append_key_value_metadata(KeyValue::new(key, value.to_owned()));
        };
        for (key, value) in metadata {
            note(key.clone(), value);
        }
        for c in &schema.columns {
            note(format!("unit:{}", c.name), &c.unit);
            note(format!("about:{}", c.name), &c.about);
        }
        Ok(ParquetSink { file, encodings })
    }

    /// Writes a row group of a table that was checked, its columns encoded in parallel.
    pub(super) fn append(&mut self, table: &Table) -> Result<()> {
        let schema = self.file.schema_descr();
        let encode = |(i, c): (usize, &Column)| {
            encode(&c.values, schema.column(i), self.encodings.choose(&c.values).clone())
        };
        let chunks = table.columns.par_iter().enumerate().map(encode).collect::<Result<Vec<_>>>()?;
        let mut group = self.file.next_row_group()?;
        for (bytes, close) in chunks {
            group.append_column(&bytes, close)?;
        }
        group.close().map(|_| ())
    }

    /// Writes the footer.
    pub(super) fn finish(self) -> Result<()> {
        Ok(self.file.into_inner()?.flush()?)
    }
}

/// The column of the file: never null, of the type nearest to the table's.
fn field(column: &Column) -> Result<TypePtr> {
    let unsigned = |bit_width| Some(LogicalType::integer(bit_width, false));
    let (physical, logical) = match column.values {
        Values::F64(_) => (Physical::DOUBLE, None),
        Values::F32(_) => (Physical::FLOAT, None),
        Values::U32(_) => (Physical::INT32, unsigned(32)),
        Values::U64(_) => (Physical::INT64, unsigned(64)),
        Values::Label { .. } => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let builder = Type::primitive_type_builder(&column.name, physical);
    Ok(Arc::new(builder.with_repetition(Repetition::REQUIRED).with_logical_type(logical).build()?))
}

/// The ways to encode a column chunk.
struct Encodings {
    /// Values that repeat: a dictionary and runs of its indices.
    repeated: WriterPropertiesPtr,
    /// Distinct floats: bytes of equal significance together, so that signs and exponents compress.
    floats: WriterPropertiesPtr,
    /// Distinct integers: differences, so that counters shrink to nothing.
    integers: WriterPropertiesPtr,
}

impl Encodings {
    fn new() -> Result<Encodings> {
        let common = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_dictionary_page_size_limit(1 << 16)
            .set_data_page_row_count_limit(1 << 16)
            .set_write_batch_size(BLOCK);
        let distinct = common.clone().set_dictionary_enabled(false);
        Ok(Encodings {
            repeated: Arc::new(common.build()),
            floats: Arc::new(distinct.clone().set_encoding(Encoding::BYTE_STREAM_SPLIT).build()),
            integers: Arc::new(distinct.set_encoding(Encoding::DELTA_BINARY_PACKED).build()),
        })
    }

    fn choose(&self, values: &Values) -> &WriterPropertiesPtr {
        let (repeats, otherwise) = match values {
            Values::F64(v) => (repeats(v, |x| x.to_bits()), &self.floats),
            Values::F32(v) => (repeats(v, |x| u64::from(x.to_bits())), &self.floats),
            Values::U32(v) => (repeats(v, u64::from), &self.integers),
            Values::U64(v) => (repeats(v, |x| x), &self.integers),
            Values::Label { .. } => (true, &self.repeated),
        };
        if repeats { &self.repeated } else { otherwise }
    }
}

/// Whether an even sample of the values has at most one distinct in eight.
fn repeats<T: Copy>(values: &[T], key: impl Fn(T) -> u64) -> bool {
    let size = values.len().min(SAMPLE);
    let mut sample: Vec<u64> = (0..size).map(|i| key(values[i * values.len() / size])).collect();
    sample.sort_unstable();
    sample.dedup();
    sample.len() <= (size / 8).max(1)
}

/// Encodes and compresses a column chunk in memory.
fn encode(
    values: &Values,
    column: ColumnDescPtr,
    properties: WriterPropertiesPtr,
) -> Result<(Bytes, ColumnCloseResult)> {
    let mut sink = TrackedWrite::new(Vec::new());
    let mut writer = get_column_writer(column, properties, Box::new(SerializedPageWriter::new(&mut sink)));
    match (&mut writer, values) {
        (ColumnWriter::DoubleColumnWriter(w), Values::F64(v)) => {
            w.write_batch(v, None, None)?;
        }
        (ColumnWriter::FloatColumnWriter(w), Values::F32(v)) => {
            w.write_batch(v, None, None)?;
        }
        (ColumnWriter::Int32ColumnWriter(w), Values::U32(v)) => {
            in_blocks(v, |&x| x.cast_signed(), |block| w.write_batch(block, None, None))?;
        }
        (ColumnWriter::Int64ColumnWriter(w), Values::U64(v)) => {
            in_blocks(v, |&x| x.cast_signed(), |block| w.write_batch(block, None, None))?;
        }
        (ColumnWriter::ByteArrayColumnWriter(w), Values::Label { codes, labels }) => {
            let words: Vec<ByteArray> = labels.iter().map(|&l| ByteArray::from(l)).collect();
            let word = |&code: &u8| words[usize::from(code)].clone();
            in_blocks(codes, word, |block| w.write_batch(block, None, None))?;
        }
        _ => return Err(ParquetError::General("a column of another type".into())),
    }
    let close = writer.close()?;
    Ok((Bytes::from(sink.into_inner()?), close))
}

/// Hands the converted values on, a block at a time.
fn in_blocks<T, U>(
    values: &[T],
    convert: impl Fn(&T) -> U,
    mut write: impl FnMut(&[U]) -> Result<usize>,
) -> Result<()> {
    let mut block = Vec::with_capacity(BLOCK.min(values.len()));
    for part in values.chunks(BLOCK) {
        block.clear();
        block.extend(part.iter().map(&convert));
        write(&block)?;
    }
    Ok(())
}
