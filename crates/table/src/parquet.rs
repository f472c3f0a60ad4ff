//! Apache Parquet, a row group per appended table.

use std::io::Write;
use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, Type as Physical};
use ::parquet::column::writer::ColumnCloseResult;
use ::parquet::errors::Result;
use ::parquet::file::metadata::{ColumnChunkMetaData, KeyValue};
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::{SchemaDescriptor, Type, TypePtr};
use rayon::prelude::*;

use super::encode::encode;
use super::format::Cause;
use super::{Column, PartReader, Table, TableError, Values};

/// A whole Parquet file in memory, a row group a table that has rows.
///
/// The metadata, units and descriptions go into its footer. Tables that are malformed or of another schema than
/// `schema`, whose rows are ignored, are refused.
pub fn parquet_bytes(
    schema: &Table,
    groups: &[Table],
    metadata: &[(String, String)],
) -> std::result::Result<Vec<u8>, TableError> {
    let make = || -> std::result::Result<Vec<u8>, Cause> {
        schema.check_names()?;
        let mut sink = ParquetSink::new(Vec::new(), schema, metadata)?;
        for group in groups {
            schema.check_same(group)?;
            group.check()?;
            sink.append(group)?;
        }
        Ok(sink.finish()?)
    };
    make().map_err(|cause| TableError::Encode(cause.to_string()))
}

/// A Parquet file in the making.
pub(super) struct ParquetSink<W: Write + Send> {
    file: SerializedFileWriter<W>,
}

impl<W: Write + Send> ParquetSink<W> {
    /// Starts a file of these columns.
    pub(super) fn new(out: W, schema: &Table, metadata: &[(String, String)]) -> Result<ParquetSink<W>> {
        // The chunks are encoded elsewhere; an offset index would only repeat where their few pages are.
        let properties = Arc::new(WriterProperties::builder().set_offset_index_disabled(true).build());
        let mut file = SerializedFileWriter::new(out, root(schema)?, properties)?;
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
        Ok(ParquetSink { file })
    }

    /// Writes a row group of a table that was checked, its columns encoded in parallel; none for no rows.
    pub(super) fn append(&mut self, table: &Table) -> Result<()> {
        if table.rows() == 0 {
            return Ok(());
        }
        let schema = self.file.schema_descr();
        let encode = |(i, c): (usize, &Column)| encode(&c.values, schema.column(i));
        let chunks = table.columns.par_iter().enumerate().map(encode).collect::<Result<Vec<_>>>()?;
        let mut group = self.file.next_row_group()?;
        for (bytes, close) in chunks {
            group.append_column(&bytes, close)?;
        }
        group.close().map(|_| ())
    }

    /// Copies the row groups of a part as they are.
    pub(super) fn append_part(&mut self, part: &PartReader) -> Result<()> {
        for source in part.row_groups() {
            let mut group = self.file.next_row_group()?;
            for chunk in source.columns() {
                group.append_column(part.bytes(), closed(chunk, source.num_rows()))?;
            }
            group.close()?;
        }
        Ok(())
    }

    /// Writes the footer.
    pub(super) fn finish(self) -> Result<W> {
        self.file.into_inner()
    }
}

/// A column chunk of a finished file as if its writer had just been closed.
fn closed(chunk: &ColumnChunkMetaData, rows: i64) -> ColumnCloseResult {
    ColumnCloseResult {
        bytes_written: chunk.compressed_size().cast_unsigned(),
        rows_written: rows.cast_unsigned(),
        metadata: chunk.clone(),
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    }
}

/// The columns of the file of a table.
pub(super) fn file_schema(schema: &Table) -> Result<SchemaDescriptor> {
    Ok(SchemaDescriptor::new(root(schema)?))
}

fn root(schema: &Table) -> Result<TypePtr> {
    let fields = schema.columns.iter().map(field).collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder("schema").with_fields(fields).build()?))
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
