//! Bad tables, bad files, and the table itself.

use super::*;

fn schema_cause<T>(result: Result<T, TableError>) -> SchemaError {
    match result.err().expect("must be refused") {
        TableError::Schema { cause, .. } => cause,
        other => panic!("another error: {other}"),
    }
}

/// A good table, and bad ones beside it with what is said of them.
fn good_and_bad() -> (Table, Vec<(Table, &'static str)>) {
    let good = sample(0, 50);
    let altered = |change: &dyn Fn(&mut Table)| {
        let mut table = good.clone();
        change(&mut table);
        table
    };
    let words = |codes, labels| Values::Label { codes, labels };
    let bad = vec![
        (
            altered(&|t| t.columns[1].values = Values::F32(vec![0.0; 49])),
            "column `single` has 49 rows where the first column has 50",
        ),
        (
            altered(&|t| t.columns[6].values = words(vec![5; 50], WORDS)),
            "column `a \"state\", quoted` holds code 5 but has 5 labels",
        ),
        (
            altered(&|t| t.columns[1].values = Values::F64(vec![0.0; 50])),
            "another schema: column `single` is f64, not f32",
        ),
        (altered(&|t| t.columns[0].name = "y".into()), "another schema: column `y` where `x` belongs"),
        (altered(&|t| t.columns[0].unit = "mm".into()), "another schema: column `x` is in `mm`, not `m`"),
        (altered(&|t| t.columns.swap(0, 2)), "another schema: column `fixed` where `x` belongs"),
        (altered(&|t| drop(t.columns.pop())), "another schema: 6 columns where 7 belong"),
        (
            altered(&|t| t.columns[6].values = words(vec![0; 50], &["stick"])),
            "another schema: column `a \"state\", quoted` is label of other words, not label",
        ),
    ];
    (good, bad)
}

#[test]
fn bad_tables_make_no_part() {
    let (good, bad) = good_and_bad();
    for (table, why) in bad {
        let error = parquet_bytes(&good, &[good.clone(), table, good.clone()], &[]).unwrap_err();
        assert_eq!(error.to_string(), format!("cannot encode the table: {why}"));
    }
    let both = parquet_bytes(&good, &[good.clone(), good.clone()], &[]).unwrap();
    assert_eq!(PartReader::new(both.into(), &good).unwrap().groups(), 2);
}

#[test]
fn bad_tables_make_no_file() {
    let dir = Place::new("bad");
    let path = dir.join("t.out");
    let (good, bad) = good_and_bad();
    for format in Format::ALL {
        let refused = |table: &Table| schema_cause(write_table(&path, format, table, &[]));
        let length = SchemaError::Length { column: "single".into(), got: 49, want: 50 };
        assert_eq!(refused(&bad[0].0), length);
        assert!(matches!(refused(&bad[1].0), SchemaError::Code { code: 5, labels: 5, .. }));
        // Units and words are not among what a part has to show.
        for foreign in [2, 3, 5, 6].map(|i| &bad[i].0) {
            let part = |table: &Table| parquet_bytes(table, std::slice::from_ref(table), &[]).unwrap().into();
            let parts = InMemory(vec![part(&good), part(foreign)]);
            let error = assemble(&path, format, &good, &[], &parts).unwrap_err();
            assert!(matches!(&error, TableError::Part(why) if why.starts_with("part 1: ")), "{error}");
        }
    }
    assert_eq!(fs::read_dir(&dir.0).unwrap().count(), 0, "nothing is left");
}

#[test]
fn bad_files_and_schemas_are_refused() {
    let dir = Place::new("unwritable");
    let whole = |path: &Path, format, schema: &Table| write_table(path, format, schema, &[]);
    let none = InMemory(Vec::new());
    let parts = |path: &Path, format, schema: &Table| assemble(path, format, schema, &[], &none);
    let mut twice = sample(0, 1);
    twice.columns[1].name = "x".into();
    for format in Format::ALL {
        for create in [&whole as &dyn Fn(&Path, Format, &Table) -> Result<(), TableError>, &parts] {
            let path = dir.join("missing").join("t.out");
            let error = create(&path, format, &sample(0, 1)).unwrap_err();
            assert!(
                matches!(&error, TableError::Io { cause, .. } if cause.kind() == std::io::ErrorKind::NotFound)
            );
            assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
            let folder = dir.join("folder");
            fs::create_dir_all(&folder).unwrap();
            assert!(matches!(create(&folder, format, &sample(0, 1)), Err(TableError::Io { .. })));
            let path = dir.join("t.out");
            let refused = |schema: &Table| schema_cause(create(&path, format, schema));
            assert_eq!(refused(&Table::default()), SchemaError::NoColumns);
            assert_eq!(refused(&twice), SchemaError::Name("x".into()));
        }
    }
    let left: Vec<_> = fs::read_dir(&dir.0).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["folder"], "what is refused makes no file");
    let refused = |schema: &Table| parquet_bytes(schema, &[], &[]).unwrap_err().to_string();
    assert!(refused(&Table::default()).contains("the table has no columns"));
    assert!(refused(&twice).contains("the column name `x`"));
}

/// The file beside the table's place is led to a device that is always full.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let dir = Place::new("full");
    let path = dir.join("t.out");
    for format in Format::ALL {
        std::os::unix::fs::symlink("/dev/full", dir.join("t.out.tmp")).unwrap();
        let error = write_table(&path, format, &sample(0, 10), &[]).unwrap_err().to_string();
        assert!(error.contains(path.to_str().unwrap()) && error.contains("os error 28"), "{error}");
        assert_eq!(fs::read_dir(&dir.0).unwrap().count(), 0, "nothing is left");
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
