//! The NPZ archive, read by a small reader of stored ZIP entries and of array files.

use super::super::zip::{Entry, directory};
use super::*;

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |n, &b| (n << 8) | usize::from(b))
}

/// Names and bytes of the entries, by the directory at the end, checked against the local headers.
fn unzip(file: &[u8]) -> Vec<(String, &[u8])> {
    let end = &file[file.len() - 22..];
    assert_eq!(&end[..4], b"PK\x05\x06");
    let (count, mut at) = (number(&end[10..12]), number(&end[16..20]));
    let mut entries = Vec::new();
    for _ in 0..count {
        let head = &file[at..];
        assert_eq!(&head[..4], b"PK\x01\x02");
        let (name, extra) = (number(&head[28..30]), number(&head[30..32]));
        let local = &file[number(&head[42..46])..];
        assert_eq!((&local[..4], &local[4..26], extra), (&b"PK\x03\x04"[..], &head[6..28], 0));
        assert_eq!(local[30..30 + name], head[46..46 + name]);
        let data = &local[30 + name + number(&local[28..30])..][..number(&head[20..24])];
        assert_eq!(crc32fast::hash(data) as usize, number(&head[16..20]));
        entries.push((String::from_utf8(head[46..46 + name].to_vec()).unwrap(), data));
        at += 46 + name + extra;
    }
    assert_eq!(at, file.len() - 22, "the directory fills the rest");
    entries
}

/// The description of an array file and its bytes.
fn array(file: &[u8]) -> (&str, &[u8]) {
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
    let size = 10 + number(&file[8..10]);
    assert_eq!((size % 64, file[size - 1]), (0, b'\n'));
    (std::str::from_utf8(&file[10..size]).unwrap().trim_end(), &file[size..])
}

fn words(bytes: &[u8], width: usize) -> Vec<String> {
    let character = |c: &[u8]| char::from_u32(number(c) as u32).unwrap();
    let word = |w: &[u8]| w.chunks(4).map(character).collect::<String>().trim_end_matches('\0').to_owned();
    bytes.chunks(4 * width).map(word).collect()
}

#[test]
fn npz_comes_back_exactly() {
    let dir = Place::new("npz");
    let path = dir.join("t.npz");
    let groups = [sample(0, 3), sample(3, 0), sample(3, 9000)];
    let metadata = [("study".to_owned(), "name = \"µ\"\n".to_owned())];
    write(&path, Format::Npz, &groups, &metadata);
    let file = fs::read(&path).unwrap();
    let entries = unzip(&file);
    let whole = sample(0, 9003);
    assert_eq!(entries.len(), whole.columns.len() + 3);
    for (column, (name, file)) in whole.columns.iter().zip(&entries) {
        assert_eq!(*name, format!("{}.npy", column.name));
        let (text, bytes) = array(file);
        let kinds = [("f64", "<f8", 8), ("f32", "<f4", 4), ("u32", "<u4", 4), ("u64", "<u8", 8)];
        if let Values::Label { codes, labels } = &column.values {
            assert!(text.starts_with("{'descr': '<U10', 'fortran_order': False, 'shape': (9003,)"), "{text}");
            assert!(words(bytes, 10).iter().zip(codes).all(|(w, &c)| w == labels[usize::from(c)]));
            continue;
        }
        let (_, kind, size) = kinds.into_iter().find(|k| k.0 == column.values.kind()).unwrap();
        assert_eq!(text, format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': (9003,), }}"));
        let read: Vec<u64> = bytes.chunks(size).map(|b| number(b) as u64).collect();
        assert!(read == bits(&column.values), "{name}");
    }
    let note = |name: &str| array(entries.iter().find(|e| e.0 == format!("metadata.{name}.npy")).unwrap().1);
    let (text, bytes) = note("study");
    assert_eq!(text, "{'descr': '<U11', 'fortran_order': False, 'shape': (), }");
    assert_eq!(words(bytes, 11), ["name = \"µ\"\n"]);
    assert!(note("units").0.contains("'shape': (7, 2)"));
    assert_eq!(words(note("units").1, 17)[..4], ["x", "m", "single", "m/s"]);
    assert_eq!(words(note("about").1, 17)[..4], ["x", "a length", "single", "a speed"]);
}

#[test]
fn npz_refuses_names_of_its_own() {
    let dir = Place::new("npz-names");
    let mut table = sample(0, 2);
    table.columns[0].name = "metadata.units".into();
    let error = write_table(&dir.join("t.npz"), Format::Npz, &table, &[]).unwrap_err();
    assert!(error.to_string().contains("the column name `metadata.units`"), "{error}");
    write_table(&dir.join("t.csv"), Format::Csv, &table, &[]).unwrap();
}

#[test]
fn large_archives_have_long_fields() {
    let size = 5u64 << 30;
    let (first, second) = (Entry::new("a".into(), 0, size), Entry::new("b".into(), size + 51, 7));
    assert_eq!((first.data(), first.end(), second.data()), (51, size + 51, size + 51 + 31));
    let local = first.local_header();
    assert_eq!(&local[18..26], &[0xff; 8], "the short sizes point to the long ones");
    assert_eq!((number(&local[28..30]), &local[31..35]), (20, &[1, 0, 16, 0][..]));
    assert_eq!((number(&local[35..43]), number(&local[43..51])), (size as usize, size as usize));
    let end = directory(&[first, second], size + 90);
    let heads = (46 + 1 + 20) + (46 + 1 + 12);
    assert_eq!(number(&end[67 + 47 + 4..heads]) as u64, size + 51, "the long offset of the second");
    assert_eq!(&end[heads..heads + 4], b"PK\x06\x06");
    assert_eq!(number(&end[heads + 24..heads + 32]), 2);
    assert_eq!(number(&end[heads + 40..heads + 48]), heads);
    assert_eq!(number(&end[heads + 48..heads + 56]) as u64, size + 90);
    assert_eq!(&end[heads + 56..heads + 60], b"PK\x06\x07");
    assert_eq!(number(&end[heads + 64..heads + 72]) as u64, size + 90 + heads as u64);
    assert_eq!(end.len(), heads + 56 + 20 + 22);
}
