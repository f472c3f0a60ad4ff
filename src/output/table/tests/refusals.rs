//! Bad tables, bad files, and the table itself.

use super::*;

fn schema_cause<T>(result: Result<T, TableError>) -> SchemaError {
    match result.err().expect("must be refused") {
        TableError::Schema { cause, .. } => cause,
        other => panic!("another error: {other}"),
    }
}

#[test]
fn bad_tables_are_refused_and_the_file_stays_good() {
    for format in [Format::Csv, Format::Parquet, Format::Npz] {
        let dir = Place::new("bad");
        let path = dir.join("t").with_extension(format.extension());
        let good = sample(0, 50);
        let altered = |change: &dyn Fn(&mut Table)| {
            let mut t = good.clone();
            change(&mut t);
            t
        };
        let bad = [
            altered(&|t| t.columns[1].values = Values::F32(vec![0.0; 49])),
            altered(&|t| t.columns[1].values = Values::F64(vec![0.0; 50])),
            altered(&|t| t.columns[0].name = "y".into()),
            altered(&|t| t.columns[0].unit = "mm".into()),
            altered(&|t| t.columns.swap(0, 2)),
            altered(&|t| drop(t.columns.pop())),
            altered(&|t| t.columns[6].values = Values::Label { codes: vec![5; 50], labels: WORDS }),
            altered(&|t| t.columns[6].values = Values::Label { codes: vec![0; 50], labels: &["stick"] }),
        ];
        let mut writer = TableWriter::create(&path, format, &good, &[]).unwrap();
        writer.append(&good).unwrap();
        for (i, table) in bad.iter().enumerate() {
            let cause = schema_cause(writer.append(table));
            match i {
                0 => assert_eq!(cause, SchemaError::Length { column: "single".into(), got: 49, want: 50 }),
                6 => assert!(matches!(cause, SchemaError::Code { code: 5, labels: 5, .. })),
                _ => assert!(matches!(cause, SchemaError::Mismatch(_)), "{i}: {cause}"),
            }
        }
        writer.append(&good).unwrap();
        assert_eq!(writer.rows(), 100);
        writer.finish().unwrap();
        let plain = path.with_extension("plain");
        write(&plain, format, &[good.clone(), good], &[]);
        assert!(fs::read(&path).unwrap() == fs::read(&plain).unwrap());
    }
}

#[test]
fn bad_files_and_schemas_are_refused() {
    let dir = Place::new("unwritable");
    for format in [Format::Csv, Format::Parquet, Format::Npz] {
        let create = |path: &Path, schema: &Table| TableWriter::create(path, format, schema, &[]);
        let path = dir.join("missing").join("t.out");
        let error = create(&path, &sample(0, 1)).err().unwrap();
        assert!(
            matches!(&error, TableError::Io { cause, .. } if cause.kind() == std::io::ErrorKind::NotFound)
        );
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
        let folder = create(&dir.0, &sample(0, 1)).and_then(TableWriter::finish);
        assert!(matches!(folder, Err(TableError::Io { .. })));
        let path = dir.join("t.out");
        assert_eq!(schema_cause(create(&path, &Table::default())), SchemaError::NoColumns);
        let mut twice = sample(0, 1);
        twice.columns[1].name = "x".into();
        assert_eq!(schema_cause(create(&path, &twice)), SchemaError::Name("x".into()));
        assert!(!path.exists(), "a bad schema makes no file");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for format in [Format::Csv, Format::Parquet] {
        let outcome =
            TableWriter::create(Path::new("/dev/full"), format, &sample(0, 1), &[]).and_then(|mut w| {
                w.append(&sample(0, 10))?;
                w.finish()
            });
        let error = outcome.unwrap_err();
        assert!(
            error.to_string().contains("/dev/full") && error.to_string().contains("os error 28"),
            "{error}"
        );
    }
}

#[test]
fn tables_join() {
    let mut table = Table::default();
    table.append(sample(0, 20)).unwrap();
    table.append(sample(20, 30)).unwrap();
    let whole = sample(0, 50);
    assert_eq!(table.rows(), 50);
    for (a, b) in table.columns.iter().zip(&whole.columns) {
        assert_eq!(bits(&a.values), bits(&b.values));
    }
    let mut other = sample(0, 1);
    other.columns[2].name = "else".into();
    assert!(matches!(table.append(other), Err(SchemaError::Mismatch(_))));
    assert_eq!(table.rows(), 50);
    assert_eq!(table.get("n").unwrap().real(3), f64::from(u32::MAX - 3));
    assert_eq!(table.get("single").unwrap().real(6), f64::from(0.1f32));
    assert!(table.get("else").is_none());
    assert_eq!(table.empty_like().rows(), 0);
}

#[test]
fn formats_by_name() {
    assert_eq!("CSV".parse::<Format>().unwrap(), Format::Csv);
    assert_eq!("parquet".parse::<Format>().unwrap(), Format::Parquet);
    assert_eq!("npz".parse::<Format>().unwrap(), Format::Npz);
    let error = "xlsx".parse::<Format>().unwrap_err().to_string();
    assert_eq!(error, "unknown table format `xlsx`: one of parquet, csv, npz");
    assert_eq!(Format::of_path(Path::new("a/b.Parquet")), Some(Format::Parquet));
    assert_eq!(Format::of_path(Path::new("a/b")), None);
}
