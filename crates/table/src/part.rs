//! Reading back the Parquet files that this crate wrote.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use ::parquet::file::reader::{ChunkReader, FileReader, Length, RowGroupReader, SerializedFileReader};
use ::parquet::file::serialized_reader::ReadOptionsBuilder;
use bytes::Bytes;
use rayon::prelude::*;

use super::parquet::file_schema;
use super::{Column, Table, TableError, Values};

/// Values read at a time where the table's type is not the file's.
const BLOCK: usize = 8192;

/// A Parquet file of a known schema, in memory or on disk, read by row groups and columns.
///
/// Torn or foreign bytes are refused with an error; that values changed within a page can pass unseen, so files
/// kept for long want a checksum of their own.
pub struct PartReader<S: ChunkReader + 'static = Bytes> {
    source: S,
    schema: Table,
    file: SerializedFileReader<S>,
}

/// A file of which only what is asked for is read. Each reading opens it anew: threads share no place in it.
#[derive(Clone)]
pub struct OnDisk {
    path: PathBuf,
    bytes: u64,
}

impl OnDisk {
    fn at(&self, start: u64) -> std::io::Result<File> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(start))?;
        Ok(file)
    }
}

impl Length for OnDisk {
    fn len(&self) -> u64 {
        self.bytes
    }
}

impl ChunkReader for OnDisk {
    type T = BufReader<File>;

    fn get_read(&self, start: u64) -> ::parquet::errors::Result<Self::T> {
        Ok(BufReader::new(self.at(start)?))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ::parquet::errors::Result<Bytes> {
        let mut bytes = Vec::with_capacity(length);
        let got = self.at(start)?.take(length as u64).read_to_end(&mut bytes)?;
        let early = || ParquetError::EOF(format!("{got} bytes of {length}"));
        if got == length { Ok(bytes.into()) } else { Err(early()) }
    }
}

impl PartReader<OnDisk> {
    /// Opens a file that may be larger than the memory.
    pub fn open(path: &Path, schema: &Table) -> Result<PartReader<OnDisk>, TableError> {
        let bytes = std::fs::metadata(path).map_err(|e| other(format!("{}: {e}", path.display())))?.len();
        let source = OnDisk { path: path.to_owned(), bytes };
        PartReader::of(source, schema).map_err(|e| e.within(path.display().to_string()))
    }
}

impl PartReader {
    /// Opens a file and checks that its columns have the names and types of `schema`, whose rows are ignored.
    pub fn new(bytes: Bytes, schema: &Table) -> Result<PartReader, TableError> {
        PartReader::of(bytes, schema)
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> &Bytes {
        &self.source
    }
}

impl<S: ChunkReader + Clone + 'static> PartReader<S> {
    fn of(source: S, schema: &Table) -> Result<PartReader<S>, TableError> {
        // All that the footer says is kept, so that row groups can be copied as they are.
        let open = || {
            let options = ReadOptionsBuilder::new().with_encoding_stats_as_mask(false).build();
            SerializedFileReader::new_with_options(source.clone(), options).map_err(broken)
        };
        let file = guarded(open)?;
        let part = PartReader { source, schema: schema.empty_like(), file };
        part.check_columns()?;
        part.check_groups()?;
        Ok(part)
    }

    fn check_columns(&self) -> Result<(), TableError> {
        let want = file_schema(&self.schema).map_err(broken)?;
        let found = self.file.metadata().file_metadata().schema_descr();
        for (want, found) in want.columns().iter().zip(found.columns()) {
            if want.name() != found.name() {
                return Err(other(format!("column `{}` where `{}` belongs", found.name(), want.name())));
            }
            if want != found {
                return Err(other(format!("column `{}` is of another type", want.name())));
            }
        }
        let (got, want) = (found.num_columns(), want.num_columns());
        if got == want { Ok(()) } else { Err(other(format!("{got} columns where {want} belong"))) }
    }

    /// Every column chunk must lie within the bytes and have a value a row.
    fn check_groups(&self) -> Result<(), TableError> {
        let size = Length::len(&self.source);
        for group in self.file.metadata().row_groups() {
            let rows = group.num_rows();
            let complete = group.columns().len() == self.schema.columns.len();
            let sound = |chunk: &ColumnChunkMetaData| {
                chunk.num_values() == rows && chunk_range(chunk).is_some_and(|(_, end)| end <= size)
            };
            if rows < 0 || !complete || !group.columns().iter().all(sound) {
                return Err(other("the row groups do not fit the file".into()));
            }
        }
        Ok(())
    }

    /// The number of row groups.
    pub fn groups(&self) -> usize {
        self.file.num_row_groups()
    }

    /// The rows of a group, none if there is no such group.
    pub fn rows(&self, group: usize) -> usize {
        self.file.metadata().row_groups().get(group).map_or(0, |g| g.num_rows() as usize)
    }

    /// The columns of these names in a row group, in the order of the names.
    pub fn read(&self, group: usize, names: &[&str]) -> Result<Table, TableError> {
        if group >= self.groups() {
            return Err(other(format!("row group {group} of {}", self.groups())));
        }
        let position = |&name: &&str| {
            let found = self.schema.columns.iter().position(|c| c.name == name);
            found.ok_or_else(|| other(format!("no column `{name}`")))
        };
        let wanted = names.iter().map(position).collect::<Result<Vec<_>, _>>()?;
        let rows = self.file.get_row_group(group).map_err(broken)?;
        let read = |k: usize| {
            guarded(|| self.column(&*rows, k))
                .map_err(|e| e.within(format!("column `{}`", self.schema.columns[k].name)))
        };
        let columns = wanted.into_par_iter().map(read).collect::<Result<_, _>>()?;
        Ok(Table { columns })
    }

    /// All columns of a row group.
    pub fn read_all(&self, group: usize) -> Result<Table, TableError> {
        let names: Vec<&str> = self.schema.columns.iter().map(|c| &*c.name).collect();
        self.read(group, &names)
    }

    fn column(&self, group: &dyn RowGroupReader, k: usize) -> Result<Column, TableError> {
        let column = &self.schema.columns[k];
        let rows = group.metadata().num_rows() as usize;
        let reader = group.get_column_reader(k).map_err(broken)?;
        let values = match (reader, &column.values) {
            (ColumnReader::DoubleColumnReader(r), Values::F64(_)) => Values::F64(whole(r, rows)?),
            (ColumnReader::FloatColumnReader(r), Values::F32(_)) => Values::F32(whole(r, rows)?),
            (ColumnReader::Int32ColumnReader(r), Values::U32(_)) => {
                Values::U32(whole(r, rows)?.into_iter().map(i32::cast_unsigned).collect())
            }
            (ColumnReader::Int64ColumnReader(r), Values::U64(_)) => {
                Values::U64(whole(r, rows)?.into_iter().map(i64::cast_unsigned).collect())
            }
            (ColumnReader::ByteArrayColumnReader(r), Values::Label { labels, .. }) => {
                Values::Label { codes: codes(r, rows, labels)?, labels }
            }
            _ => return Err(other("another type".into())),
        };
        Ok(Column::new(&*column.name, &*column.unit, &*column.about, values))
    }

    /// What the footer says of the row groups.
    pub(super) fn row_groups(&self) -> &[RowGroupMetaData] {
        self.file.metadata().row_groups()
    }
}

/// Where a column chunk begins and ends in its file, if that is anywhere.
fn chunk_range(chunk: &ColumnChunkMetaData) -> Option<(u64, u64)> {
    let first = chunk.dictionary_page_offset().unwrap_or_else(|| chunk.data_page_offset());
    let start = u64::try_from(first).ok()?;
    Some((start, start.checked_add(u64::try_from(chunk.compressed_size()).ok()?)?))
}

fn broken(cause: ParquetError) -> TableError {
    other(cause.to_string())
}

fn other(why: String) -> TableError {
    TableError::Part(why)
}

/// Reads the next `count` values, or fails.
fn read<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    count: usize,
    values: &mut Vec<T::T>,
) -> Result<(), TableError> {
    let mut got = 0;
    while got < count {
        let (records, _, _) = reader.read_records(count - got, None, None, values).map_err(broken)?;
        if records == 0 {
            return Err(other(format!("{got} values of {count}")));
        }
        got += records;
    }
    Ok(())
}

fn whole<T: DataType>(mut reader: ColumnReaderImpl<T>, rows: usize) -> Result<Vec<T::T>, TableError> {
    let mut values = Vec::new();
    read(&mut reader, rows, &mut values)?;
    Ok(values)
}

/// Words as positions in the list of words.
fn codes(
    mut reader: ColumnReaderImpl<ByteArrayType>,
    rows: usize,
    labels: &[&str],
) -> Result<Vec<u8>, TableError> {
    let mut codes = Vec::new();
    let mut words: Vec<ByteArray> = Vec::with_capacity(BLOCK.min(rows));
    while codes.len() < rows {
        words.clear();
        read(&mut reader, BLOCK.min(rows - codes.len()), &mut words)?;
        for word in &words {
            let code = labels.iter().position(|l| l.as_bytes() == word.data());
            let unknown = || other(format!("unknown word `{}`", String::from_utf8_lossy(word.data())));
            codes.push(code.and_then(|c| u8::try_from(c).ok()).ok_or_else(unknown)?);
        }
    }
    Ok(codes)
}

/// Runs a decoder of the `parquet` crate, some of which assert that pages are sound.
fn guarded<T>(run: impl FnOnce() -> Result<T, TableError>) -> Result<T, TableError> {
    let stopped = |_| Err(other("its pages are damaged".into()));
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(stopped)
}
