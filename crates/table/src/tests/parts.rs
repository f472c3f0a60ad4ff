//! Parts, their reader, and the files assembled from them.

use super::*;

fn part(groups: &[Table]) -> Bytes {
    parquet_bytes(&groups[0].empty_like(), groups, &[]).unwrap().into()
}

#[test]
fn parts_come_back_exactly() {
    let groups = [sample(0, 1), sample(1, 70_000), sample(70_001, 9)];
    let schema = groups[0].empty_like();
    let reader = PartReader::new(part(&groups), &schema).unwrap();
    assert_eq!(reader.groups(), 3);
    assert_eq!([0, 1, 2, 3].map(|g| reader.rows(g)), [1, 70_000, 9, 0]);
    for (g, table) in groups.iter().enumerate() {
        let got = reader.read_all(g).unwrap();
        got.check_same(&schema).unwrap();
        for (a, b) in got.columns.iter().zip(&table.columns) {
            assert!(bits(&a.values) == bits(&b.values), "{} of group {g}", a.name);
        }
    }
    let some = reader.read(1, &["seed", "x"]).unwrap();
    let names: Vec<&str> = some.columns.iter().map(|c| &*c.name).collect();
    assert_eq!(names, ["seed", "x"]);
    assert!(bits(&some.columns[1].values) == bits(&groups[1].columns[0].values));
    let refused = |g, name| reader.read(g, &[name]).unwrap_err().to_string();
    assert_eq!(refused(0, "y"), "cannot read a part of the table: no column `y`");
    assert!(refused(3, "x").contains("row group 3 of 3"));
}

#[test]
fn foreign_parts_are_refused() {
    let table = sample(0, 20);
    let bytes = part(std::slice::from_ref(&table));
    let refused = |change: &dyn Fn(&mut Table)| {
        let mut schema = table.clone();
        change(&mut schema);
        PartReader::new(bytes.clone(), &schema).err().expect("must be refused").to_string()
    };
    assert!(refused(&|t| t.columns[0].name = "y".into()).contains("column `x` where `y` belongs"));
    assert!(refused(&|t| t.columns[1].values = Values::F64(vec![])).contains("`single` is of another type"));
    assert!(refused(&|t| t.columns[3].values = Values::U64(vec![])).contains("`n` is of another type"));
    assert!(refused(&|t| drop(t.columns.pop())).contains("7 columns where 6 belong"));
    let mut fewer = table.clone();
    fewer.columns[6].values = Values::Label { codes: vec![], labels: &["stick", "slip, fast"] };
    let error = PartReader::new(bytes, &fewer).unwrap().read_all(0).unwrap_err().to_string();
    assert!(error.contains("column `a \"state\", quoted`: unknown word `"), "{error}");
}

#[test]
fn torn_parts_are_refused() {
    let table = sample(0, 300);
    let bytes = part(std::slice::from_ref(&table));
    for size in 0..bytes.len() {
        assert!(PartReader::new(bytes.slice(..size), &table).is_err(), "{size} of {} bytes", bytes.len());
    }
    assert!(PartReader::new(Bytes::from_static(b"PAR1 not a table at all PAR1"), &table).is_err());
    // A changed byte may give other values, but nothing worse.
    for at in 0..bytes.len() {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1 << (scramble(at as u64) % 8);
        if let Ok(reader) = PartReader::new(changed.into(), &table) {
            for group in 0..reader.groups() {
                if let Ok(read) = reader.read_all(group) {
                    assert_eq!((read.check(), read.rows()), (Ok(()), reader.rows(group)));
                }
            }
        }
    }
}

#[test]
fn a_file_depends_on_its_row_groups_alone() {
    let dir = Place::new("assemble");
    let groups = [sample(0, 3), sample(3, 70_000), sample(70_003, 1), sample(70_004, 500)];
    let schema = groups[0].empty_like();
    let metadata = [("study".to_owned(), "members = 3\nname = \"µ\"".to_owned())];
    let mut joined = Table::default();
    groups.iter().for_each(|group| joined.append(group.clone()).unwrap());
    for format in Format::ALL {
        let once = dir.join("once");
        write_table(&once, format, &joined, &metadata).unwrap();
        let once = fs::read(once).unwrap();
        // Only Parquet shows its row groups: there one table is one group, and several are encoded one by one.
        let direct = |tables: &[Table]| parquet_bytes(&schema, tables, &metadata).unwrap();
        let whole = if format == Format::Parquet { direct(&groups) } else { once.clone() };
        assert!(format != Format::Parquet || once == direct(std::slice::from_ref(&joined)));
        for cuts in [vec![0, 4], vec![0, 1, 2, 3, 4], vec![0, 3, 4], vec![0, 0, 2, 4, 4]] {
            let split = |w: &[usize]| parquet_bytes(&schema, &groups[w[0]..w[1]], &[]).unwrap().into();
            let parts = InMemory(cuts.windows(2).map(split).collect());
            let path = dir.join("assembled");
            assemble(&path, format, &schema, &metadata, &parts).unwrap();
            assert!(fs::read(&path).unwrap() == whole, "{format} cut at {cuts:?}");
        }
    }
    let left: Vec<_> = fs::read_dir(&dir.0).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing else is left: {left:?}");
}

#[test]
fn tables_without_rows_are_files_too() {
    let dir = Place::new("none");
    let schema = sample(0, 0);
    for format in [Format::Csv, Format::Parquet, Format::Npz] {
        let (a, b) = (dir.join("a"), dir.join("b"));
        assemble(&a, format, &schema, &[], &InMemory(vec![])).unwrap();
        write_table(&b, format, &schema, &[]).unwrap();
        assert!(fs::read(&a).unwrap() == fs::read(&b).unwrap());
    }
}

#[test]
fn a_failed_file_leaves_the_old_one() {
    let dir = Place::new("failed");
    let path = dir.join("t");
    fs::write(&path, "old").unwrap();
    let good = part(&[sample(0, 5)]);
    let torn = InMemory(vec![good.clone(), good.slice(..good.len() - 9)]);
    for format in [Format::Csv, Format::Parquet, Format::Npz] {
        let error = assemble(&path, format, &sample(0, 0), &[], &torn).unwrap_err().to_string();
        assert!(error.starts_with("cannot read a part of the table: part 1: "), "{error}");
        let mut uneven = sample(0, 5);
        uneven.columns[1].values = Values::F32(vec![0.0; 4]);
        assert!(matches!(write_table(&path, format, &uneven, &[]), Err(TableError::Schema { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(&dir.0).unwrap().count(), 1, "nothing unfinished is left");
    }
}
