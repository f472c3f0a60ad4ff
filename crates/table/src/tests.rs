use std::fs;
use std::path::{Path, PathBuf};

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use ::parquet::column::reader::ColumnReader;
use ::parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use ::parquet::file::statistics::Statistics;
use bytes::Bytes;

use super::*;

mod archives;
mod encodings;
mod parts;
mod refusals;

const WORDS: &[&str] = &["stick", "slip, fast", "say \"stop\"", "", "two\r\nlines"];

/// A directory of its own per test, removed at the end.
struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Place {
    fn new(test: &str) -> Place {
        let dir = std::env::temp_dir().join(format!("moreau-table-{}-{test}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Place(dir)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

fn scramble(i: u64) -> u64 {
    let x = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// All types, with the awkward values first.
fn sample(first: u64, rows: u64) -> Table {
    let odd = [f64::NAN, -0.0, 5e-324, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 0.1, 1.0, 1e22, -1e-7];
    let odd32 = [f32::NAN, -0.0, 1e-45, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 0.1, 16_777_216.0];
    let f64_at = |i: u64| odd.get(i as usize).copied().unwrap_or(f64::from_bits(scramble(i)));
    let f32_at = |i: u64| odd32.get(i as usize).copied().unwrap_or(f32::from_bits(scramble(i) as u32));
    let all = first..first + rows;
    let codes = all.clone().map(|i| (scramble(i) % 5) as u8).collect();
    let columns = vec![
        Column::new("x", "m", "a length", Values::F64(all.clone().map(f64_at).collect())),
        Column::new("single", "m/s", "a speed", Values::F32(all.clone().map(f32_at).collect())),
        Column::new("fixed", "N", "a constant", Values::F64(vec![0.3; rows as usize])),
        Column::new("n", "", "a count", Values::U32(all.clone().map(|i| u32::MAX - i as u32).collect())),
        Column::new("seed", "", "a seed", Values::U64(all.clone().map(|i| u64::MAX - scramble(i)).collect())),
        Column::new("member", "", "a counter", Values::U64(all.collect())),
        Column::new("a \"state\", quoted", "", "a word", Values::Label { codes, labels: WORDS }),
    ];
    Table { columns }
}

/// Parts of a table that are kept in memory.
struct InMemory(Vec<Bytes>);

impl Parts for InMemory {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn part(&self, index: usize) -> Result<Bytes, PartError> {
        Ok(self.0[index].clone())
    }
}

/// Writes tables as a run does: each a part first, then all of them one file.
fn write(path: &Path, format: Format, tables: &[Table], metadata: &[(String, String)]) {
    let part = |table: &Table| parquet_bytes(table, std::slice::from_ref(table), &[]).unwrap().into();
    let parts = InMemory(tables.iter().map(part).collect());
    assemble(path, format, &tables[0], metadata, &parts).unwrap();
}

/// A reader of RFC 4180, independent of the writer.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut inside = false;
    while let Some(c) = chars.next() {
        match c {
            '"' if inside && chars.peek() == Some(&'"') => field.extend(chars.next()),
            '"' => inside = !inside,
            ',' if !inside => line.push(std::mem::take(&mut field)),
            '\n' if !inside => {
                line.push(std::mem::take(&mut field));
                lines.push(std::mem::take(&mut line));
            }
            c => field.push(c),
        }
    }
    assert!(line.is_empty() && field.is_empty() && !inside);
    lines
}

fn same64(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn csv_comes_back_exactly() {
    let dir = Place::new("csv");
    let path = dir.join("t.csv");
    let parts = [sample(0, 3), sample(3, 0), sample(3, 9000)];
    write(&path, Format::Csv, &parts, &[]);
    let lines = read_csv(&fs::read_to_string(&path).unwrap());
    let whole = sample(0, 9003);
    assert_eq!(lines.len(), 9004);
    for (k, column) in whole.columns.iter().enumerate() {
        assert_eq!(lines[0][k], column.name);
        for (row, line) in lines[1..].iter().enumerate() {
            assert_eq!(line.len(), whole.columns.len());
            let cell = &line[k];
            let same = match &column.values {
                Values::F64(v) => same64(cell.parse().unwrap(), v[row]),
                Values::F32(v) => {
                    let got: f32 = cell.parse().unwrap();
                    got.to_bits() == v[row].to_bits() || (got.is_nan() && v[row].is_nan())
                }
                Values::U32(v) => cell.parse() == Ok(v[row]),
                Values::U64(v) => cell.parse() == Ok(v[row]),
                Values::Label { codes, labels } => cell == labels[usize::from(codes[row])],
            };
            assert!(same, "{} in row {row}: {cell}", column.name);
        }
    }
    let shown: Vec<_> = lines[1..9].iter().map(|l| l[1].as_str()).collect();
    assert_eq!(shown[..5], ["NaN", "-0.0", "1e-45", "inf", "-inf"]);
    assert_eq!(shown[6], "0.1", "single precision is printed as such");
}

fn read_column(group: &dyn RowGroupReader, k: usize, like: &Values) -> Values {
    let rows = group.metadata().num_rows() as usize;
    macro_rules! read {
        ($reader:expr) => {{
            let mut out = Vec::new();
            assert_eq!($reader.read_records(rows, None, None, &mut out).unwrap().0, rows);
            out
        }};
    }
    match group.get_column_reader(k).unwrap() {
        ColumnReader::DoubleColumnReader(mut r) => Values::F64(read!(r)),
        ColumnReader::FloatColumnReader(mut r) => Values::F32(read!(r)),
        ColumnReader::Int32ColumnReader(mut r) => {
            Values::U32(read!(r).into_iter().map(i32::cast_unsigned).collect())
        }
        ColumnReader::Int64ColumnReader(mut r) => {
            Values::U64(read!(r).into_iter().map(i64::cast_unsigned).collect())
        }
        ColumnReader::ByteArrayColumnReader(mut r) => {
            let Values::Label { labels, .. } = like else { panic!("words where none belong") };
            let words = read!(r);
            let code =
                |w: &::parquet::data_type::ByteArray| labels.iter().position(|l| l.as_bytes() == w.data());
            Values::Label { codes: words.iter().map(|w| code(w).unwrap() as u8).collect(), labels }
        }
        _ => panic!("a type never written"),
    }
}

/// The values as bits, so that not-a-numbers compare.
fn bits(values: &Values) -> Vec<u64> {
    match values {
        Values::F64(v) => v.iter().map(|x| x.to_bits()).collect(),
        Values::F32(v) => v.iter().map(|x| u64::from(x.to_bits())).collect(),
        Values::U32(v) => v.iter().map(|&x| u64::from(x)).collect(),
        Values::U64(v) => v.clone(),
        Values::Label { codes, .. } => codes.iter().map(|&x| u64::from(x)).collect(),
    }
}

#[test]
fn parquet_comes_back_exactly() {
    let dir = Place::new("parquet");
    let path = dir.join("t.parquet");
    let parts = [sample(0, 1), sample(1, 150_000), sample(0, 0), sample(150_001, 999)];
    write(&path, Format::Parquet, &parts, &[("model".into(), "slider — µ".into())]);
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    assert_eq!(reader.num_row_groups(), 3, "a table without rows makes no group");
    for (g, part) in [&parts[0], &parts[1], &parts[3]].into_iter().enumerate() {
        let group = reader.get_row_group(g).unwrap();
        for (k, column) in part.columns.iter().enumerate() {
            let got = read_column(&*group, k, &column.values);
            assert!(bits(&got) == bits(&column.values), "{} of group {g}", column.name);
        }
    }
    let meta = reader.metadata().file_metadata();
    let notes = meta.key_value_metadata().unwrap();
    let note = |key: &str| notes.iter().find(|n| n.key == key).and_then(|n| n.value.clone()).unwrap();
    assert_eq!(note("model"), "slider — µ");
    assert_eq!((note("unit:single"), note("about:single")), ("m/s".into(), "a speed".into()));
    assert_eq!(notes.len(), 1 + 2 * parts[0].columns.len());
    let column = |k| meta.schema_descr().column(k);
    for k in 0..7 {
        assert_eq!(column(k).self_type().get_basic_info().repetition(), Repetition::REQUIRED);
    }
    assert_eq!(column(3).physical_type(), Physical::INT32);
    assert_eq!(column(3).logical_type_ref(), Some(&LogicalType::integer(32, false)));
    assert_eq!(column(4).logical_type_ref(), Some(&LogicalType::integer(64, false)));
    assert_eq!(column(6).logical_type_ref(), Some(&LogicalType::String));
}

#[test]
fn parquet_statistics_and_sizes() {
    let dir = Place::new("statistics");
    let path = dir.join("t.parquet");
    let rows = 100_000;
    let mut table = sample(1 << 40, rows);
    table.columns[3].values = Values::U32((0..rows as u32).map(|i| 3_000_000_000 + i).collect());
    table.columns[0].values =
        Values::F64((0..rows).map(|i| if i == 7 { f64::NAN } else { i as f64 }).collect());
    write(&path, Format::Parquet, std::slice::from_ref(&table), &[]);
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let group = reader.metadata().row_group(0);
    let Some(Statistics::Double(s)) = group.column(0).statistics() else { panic!("no statistics") };
    assert_eq!((s.min_opt(), s.max_opt()), (Some(&0.0), Some(&99_999.0)));
    let Some(Statistics::Int32(s)) = group.column(3).statistics() else { panic!("no statistics") };
    let (low, high) = (s.min_opt().unwrap().cast_unsigned(), s.max_opt().unwrap().cast_unsigned());
    assert_eq!((low, high), (3_000_000_000, 3_000_099_999), "ordered as unsigned");
    let Some(Statistics::ByteArray(s)) = group.column(6).statistics() else { panic!("no statistics") };
    assert_eq!(s.max_opt().unwrap().data(), b"two\r\nlines");
    for k in 0..7 {
        assert!(matches!(group.column(k).compression(), Compression::SNAPPY));
    }
    let size = |k: usize| group.column(k).compressed_size();
    assert!(size(2) < 300, "a constant takes {} bytes", size(2));
    assert!(size(5) < 2_000, "a counter takes {} bytes", size(5));
    assert!(size(6) < 50_000, "words take {} bytes", size(6));
}

#[test]
fn same_table_same_bytes() {
    let dir = Place::new("bytes");
    for format in [Format::Csv, Format::Parquet, Format::Npz] {
        let bytes = |name: &str, threads| {
            let path = dir.join(name);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let note = [("k".to_owned(), "v".to_owned())];
            pool.install(|| write(&path, format, &[sample(0, 20_000), sample(20_000, 5)], &note));
            fs::read(&path).unwrap()
        };
        assert!(bytes("a", 1) == bytes("b", 3), "{format}");
    }
}
