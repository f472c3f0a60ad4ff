//! What the pages of our own cost beside those of the library: a measurement, run by hand with
//! `cargo test --release -p moreau-table --lib tests::cost -- --ignored --nocapture`.

use std::sync::Arc;
use std::time::Instant;

use ::parquet::basic::{Compression, Encoding};
use ::parquet::column::writer::ColumnWriterImpl;
use ::parquet::data_type::{DataType, DoubleType, Int32Type};
use ::parquet::errors::Result;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use ::parquet::schema::types::ColumnDescPtr;

use super::super::encode::encode;
use super::super::parquet::file_schema;
use super::*;

/// Rows of a chunk, and chunks of a million rows.
const ROWS: usize = 1 << 17;
const CHUNKS: u64 = 8;

/// A table as the catastrophe has it: parameters that all members share, numbers that vary, small counts.
fn chunk(k: u64) -> Table {
    let uniform = |j: u64| (0..ROWS as u64).map(move |i| moreau_kernels::rng::uniform(k, i, j as u32));
    let column = |j: u64| {
        let values = match j {
            0..12 => Values::F64(vec![0.5; ROWS]),
            12..36 => Values::F64(uniform(j).collect()),
            _ => Values::U32(uniform(j).map(|x| (x * 900.0) as u32).collect()),
        };
        Column::new(format!("column{j}"), "m", "a column", values)
    };
    Table { columns: (0..42).map(column).collect() }
}

fn written<T: DataType>(
    values: &[T::T],
    column: ColumnDescPtr,
    properties: WriterProperties,
) -> Result<usize> {
    let mut sink = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut sink));
    let mut writer = ColumnWriterImpl::<T>::new(column, Arc::new(properties), pages);
    writer.write_batch(values, None, None)?;
    writer.close()?;
    Ok(sink.bytes_written())
}

/// The same column by the library's writer: its own choice of a dictionary, else bytes split as ours.
fn by_library(column: &Column, descriptor: ColumnDescPtr) -> Result<usize> {
    let few = match &column.values {
        Values::F64(values) => values.iter().all(|x| *x == values[0]),
        _ => true,
    };
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(few)
        .set_encoding(if few { Encoding::PLAIN } else { Encoding::BYTE_STREAM_SPLIT })
        .build();
    match &column.values {
        Values::F64(values) => written::<DoubleType>(values, descriptor, properties),
        Values::U32(values) => {
            let values: Vec<i32> = values.iter().map(|x| x.cast_signed()).collect();
            written::<Int32Type>(&values, descriptor, properties)
        }
        _ => unreachable!("no such column here"),
    }
}

#[test]
#[ignore = "a measurement"]
fn a_million_rows_by_both() {
    let (mut ours, mut library, mut bytes) = (0.0, 0.0, [0, 0]);
    for k in 0..CHUNKS {
        let table = chunk(k);
        let schema = file_schema(&table).unwrap();
        let started = Instant::now();
        for (i, column) in table.columns.iter().enumerate() {
            bytes[0] += encode(&column.values, schema.column(i)).unwrap().0.len();
        }
        ours += started.elapsed().as_secs_f64();
        let started = Instant::now();
        for (i, column) in table.columns.iter().enumerate() {
            bytes[1] += by_library(column, schema.column(i)).unwrap();
        }
        library += started.elapsed().as_secs_f64();
    }
    println!(
        "2^20 rows on one thread: ours {ours:.2} s, {} bytes; the library's {library:.2} s, {} bytes",
        bytes[0], bytes[1]
    );
}
