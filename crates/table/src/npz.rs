//! NumPy's archive: an array file a column in a ZIP, opened by `np.load` without pickle.
//!
//! Nothing is compressed and the number of rows is known, so every array has its place in the file from the
//! start: row groups are written into all of them as they come, and the ZIP's own fields at the end.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use rayon::prelude::*;

use super::zip::{self, Entry};
use super::{SchemaError, Table, Values};

/// Bytes of a character of NumPy's strings, which are UTF-32.
const CHARACTER: usize = 4;

/// An open archive.
pub(super) struct NpzSink {
    file: File,
    /// The columns, then the notes.
    arrays: Vec<Array>,
    columns: usize,
    rows: u64,
    written: u64,
}

/// An array file in the archive.
struct Array {
    entry: Entry,
    checksum: crc32fast::Hasher,
    /// Where the next values go.
    next: u64,
}

impl NpzSink {
    /// Lays out an archive of so many rows; the notes beside the columns are named `metadata.` and a key, with
    /// the units and descriptions as two columns of words, names before values.
    pub(super) fn new(
        file: File,
        schema: &Table,
        metadata: &[(String, String)],
        rows: u64,
    ) -> io::Result<NpzSink> {
        let mut sink = NpzSink { file, arrays: Vec::new(), columns: schema.columns.len(), rows, written: 0 };
        for column in &schema.columns {
            let (kind, size) = kind(&column.values);
            sink.lay_out(&column.name, &header(&kind, &format!("({rows},)")), rows * size as u64)?;
        }
        for (key, text) in metadata {
            sink.note(key, "()", &[text])?;
        }
        let shape = format!("({}, 2)", schema.columns.len());
        let units: Vec<&str> = schema.columns.iter().flat_map(|c| [&*c.name, &*c.unit]).collect();
        sink.note("units", &shape, &units)?;
        let about: Vec<&str> = schema.columns.iter().flat_map(|c| [&*c.name, &*c.about]).collect();
        sink.note("about", &shape, &about)?;
        Ok(sink)
    }

    fn note(&mut self, key: &str, shape: &str, words: &[&str]) -> io::Result<()> {
        let width = longest(words);
        let bytes: Vec<u8> = words.iter().flat_map(|word| padded(word, width)).collect();
        self.lay_out(&note_name(key), &header(&format!("<U{width}"), shape), bytes.len() as u64)?;
        let array = self.arrays.last_mut().expect("just laid out");
        array.checksum.update(&bytes);
        array.write(&mut self.file, &bytes)
    }

    fn lay_out(&mut self, name: &str, header: &[u8], size: u64) -> io::Result<()> {
        let offset = self.arrays.last().map_or(0, |array| array.entry.end());
        let entry = Entry::new(format!("{name}.npy"), offset, header.len() as u64 + size);
        let mut array = Array { next: entry.data(), entry, checksum: crc32fast::Hasher::new() };
        array.checksum.update(header);
        array.write(&mut self.file, header)?;
        self.arrays.push(array);
        Ok(())
    }

    /// Writes the rows of a table that was checked.
    pub(super) fn append(&mut self, table: &Table) -> io::Result<()> {
        self.written += table.rows() as u64;
        if self.written > self.rows {
            return Err(io::Error::other("more rows than were announced"));
        }
        let columns = self.arrays[..self.columns].par_iter_mut().zip(&table.columns);
        let raw: Vec<Cow<[u8]>> = columns
            .map(|(array, column)| {
                let bytes = raw(&column.values);
                array.checksum.update(&bytes);
                bytes
            })
            .collect();
        self.arrays.iter_mut().zip(&raw).try_for_each(|(array, bytes)| array.write(&mut self.file, bytes))
    }

    /// Writes the ZIP's own fields.
    pub(super) fn finish(mut self) -> io::Result<File> {
        if self.written != self.rows {
            return Err(io::Error::other(format!("{} rows of {}", self.written, self.rows)));
        }
        let end = self.arrays.last().map_or(0, |array| array.entry.end());
        let mut entries = Vec::new();
        for array in self.arrays {
            let mut entry = array.entry;
            entry.checksum = array.checksum.finalize();
            self.file.seek(SeekFrom::Start(entry.offset))?;
            self.file.write_all(&entry.local_header())?;
            entries.push(entry);
        }
        self.file.seek(SeekFrom::Start(end))?;
        self.file.write_all(&zip::directory(&entries, end))?;
        Ok(self.file)
    }
}

impl Array {
    fn write(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.seek(SeekFrom::Start(self.next))?;
        self.next += bytes.len() as u64;
        file.write_all(bytes)
    }
}

/// Refuses columns that would take the name of a note.
pub(super) fn check_names(schema: &Table, metadata: &[(String, String)]) -> Result<(), SchemaError> {
    let notes: Vec<String> =
        metadata.iter().map(|(key, _)| &**key).chain(["units", "about"]).map(note_name).collect();
    for (i, name) in notes.iter().enumerate() {
        if schema.get(name).is_some() || notes[..i].contains(name) {
            return Err(SchemaError::Name(name.clone()));
        }
    }
    Ok(())
}

fn note_name(key: &str) -> String {
    format!("metadata.{key}")
}

/// NumPy's name of the type of these values, and their size.
fn kind(values: &Values) -> (String, usize) {
    match values {
        Values::F64(_) => ("<f8".into(), 8),
        Values::F32(_) => ("<f4".into(), 4),
        Values::U32(_) => ("<u4".into(), 4),
        Values::U64(_) => ("<u8".into(), 8),
        Values::Label { labels, .. } => {
            let width = longest(labels);
            (format!("<U{width}"), CHARACTER * width)
        }
    }
}

/// Values as they stand in the file: little endian, as is every machine that this crate runs on.
fn raw(values: &Values) -> Cow<'_, [u8]> {
    match values {
        Values::F64(v) => Cow::Borrowed(bytemuck::cast_slice(v)),
        Values::F32(v) => Cow::Borrowed(bytemuck::cast_slice(v)),
        Values::U32(v) => Cow::Borrowed(bytemuck::cast_slice(v)),
        Values::U64(v) => Cow::Borrowed(bytemuck::cast_slice(v)),
        Values::Label { codes, labels } => {
            let width = longest(labels);
            let words: Vec<Vec<u8>> = labels.iter().map(|word| padded(word, width)).collect();
            let mut bytes = Vec::with_capacity(codes.len() * width * CHARACTER);
            codes.iter().for_each(|&code| bytes.extend_from_slice(&words[usize::from(code)]));
            Cow::Owned(bytes)
        }
    }
}

/// Characters of the longest word, at least one.
fn longest(words: &[&str]) -> usize {
    words.iter().map(|word| word.chars().count()).max().unwrap_or(0).max(1)
}

/// A word in UTF-32, with zeros up to a width.
fn padded(word: &str, width: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = word.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    bytes.resize(width * CHARACTER, 0);
    bytes
}

/// The head of an array file of format 1.0, padded to 64 bytes.
fn header(kind: &str, shape: &str) -> Vec<u8> {
    const FIXED: usize = 10;
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    let size = (FIXED + text.len() + 1).next_multiple_of(64);
    text.extend(std::iter::repeat_n(' ', size - FIXED - text.len() - 1));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(text.len() as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes
}
