//! Columns of numbers from CSV and Parquet files: `{file="x.csv", column="mu"}`.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{ConvertedType, LogicalType};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;
use twox_hash::XxHash3_64;

use super::Dist;
use crate::error::Error;

/// The numbers of a column, with a checksum of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// One number a row, all finite.
    pub values: Vec<f64>,
    /// XXH3 of the numbers' bytes, little end first.
    pub checksum: u64,
}

/// Reads the column of a file, whose path is kept absolute.
pub(super) fn dist(key: &str, path: &Path, column: &str) -> Result<Dist, Error> {
    let shown = format!("{{file={:?}, column={column:?}}}", path.display().to_string());
    let wrong = |accepted: String| Error::input(key, &shown, accepted);
    let path = std::path::absolute(path).map_err(|e| wrong(format!("no such path: {e}")))?;
    let file = File::open(&path).map_err(|e| wrong(format!("{}: {e}", path.display())))?;
    let values = match path.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => of_csv(file, column),
        // Some decoders of the `parquet` crate assert that pages are sound.
        Some("parquet") => catch_unwind(AssertUnwindSafe(|| of_parquet(file, column)))
            .unwrap_or_else(|_| Err("its pages are damaged".into())),
        _ => Err("accepted: files that end in .csv or .parquet".into()),
    };
    let values = values.map_err(wrong)?;
    if values.is_empty() {
        return Err(wrong("the file has no row".into()));
    }
    let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    let checksum = XxHash3_64::oneshot(&bytes);
    Ok(Dist::File { path, column: column.to_owned(), values: Arc::new(Column { values, checksum }) })
}

/// The place of a name.
fn place<'n>(names: impl Iterator<Item = &'n str> + Clone, column: &str) -> Result<usize, String> {
    let there = || format!("the file has the columns {}", names.clone().collect::<Vec<_>>().join(", "));
    names.clone().position(|name| name == column).ok_or_else(there)
}

/// A cell that is no number; rows count from 1, as people do.
fn no_number(row: usize, text: &str) -> String {
    format!("row {} has {text:?}, which is not a finite number", row + 1)
}

fn of_csv(file: File, column: &str) -> Result<Vec<f64>, String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let names = reader.headers().map_err(|e| e.to_string())?.clone();
    let place = place(names.iter(), column)?;
    let mut values = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|e| e.to_string())? {
        let text = record.get(place).unwrap_or_default();
        let number = text.parse::<f64>().ok().filter(|x| x.is_finite());
        values.push(number.ok_or_else(|| no_number(values.len(), text))?);
    }
    Ok(values)
}

fn of_parquet(file: File, column: &str) -> Result<Vec<f64>, String> {
    let said = |e: ParquetError| e.to_string();
    let reader = SerializedFileReader::new(file).map_err(said)?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.path().string()).collect();
    let place = place(names.iter().map(String::as_str), column)?;
    let mut values = Vec::new();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group).map_err(said)?;
        let rows = group.metadata().num_rows() as usize;
        let description = schema.column(place);
        let column = group.get_column_reader(place).map_err(said)?;
        values.extend(numbers(column, &description, rows, values.len())?);
    }
    match values.iter().position(|x: &f64| !x.is_finite()) {
        Some(row) => Err(no_number(row, &values[row].to_string())),
        None => Ok(values),
    }
}

/// The rows of one group, `before` of which came earlier.
fn numbers(
    column: ColumnReader,
    description: &ColumnDescriptor,
    rows: usize,
    before: usize,
) -> Result<Vec<f64>, String> {
    let unsigned = match (description.logical_type_ref(), description.converted_type()) {
        (Some(LogicalType::Integer(kind)), _) => !kind.is_signed,
        (None, kind) => matches!(
            kind,
            ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64
        ),
        (Some(other), _) => return Err(format!("its type is {other:?}; accepted: numbers")),
    };
    match column {
        ColumnReader::DoubleColumnReader(c) => read(c, description, rows, before, |x| x),
        ColumnReader::FloatColumnReader(c) => read(c, description, rows, before, f64::from),
        ColumnReader::Int32ColumnReader(c) => {
            read(c, description, rows, before, |x| if unsigned { f64::from(x as u32) } else { f64::from(x) })
        }
        ColumnReader::Int64ColumnReader(c) => {
            read(c, description, rows, before, |x| if unsigned { x as u64 as f64 } else { x as f64 })
        }
        _ => Err(format!("its type is {}; accepted: numbers", description.physical_type())),
    }
}

fn read<D: DataType>(
    mut column: ColumnReaderImpl<D>,
    description: &ColumnDescriptor,
    rows: usize,
    before: usize,
    number: impl Fn(D::T) -> f64,
) -> Result<Vec<f64>, String> {
    if description.max_rep_level() > 0 {
        return Err("it holds lists; accepted: one number a row".into());
    }
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    while levels.len().max(values.len()) < rows {
        let (records, ..) =
            column.read_records(rows, Some(&mut levels), None, &mut values).map_err(|e| e.to_string())?;
        if records == 0 {
            return Err("the file ends early".into());
        }
    }
    match levels.iter().position(|&level| level < description.max_def_level()) {
        Some(row) => Err(no_number(before + row, "")),
        None => Ok(values.into_iter().map(number).collect()),
    }
}
