//! Writing and finding pieces.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;

use super::{Record, Store, Sum, field};
use crate::error::Error;
use crate::output::table::{Table, parquet_bytes};
use crate::study::{Piece, Sink};

/// The name of a file of the piece that begins with this chunk.
pub(super) fn file_name(first: u64, kind: &str) -> String {
    format!("{first:08}.{kind}")
}

/// The first chunks of all pieces that have a record.
pub(super) fn names(chunks: &Path) -> Result<Vec<u64>, Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(chunks).map_err(|e| Error::file(chunks, e))? {
        let name = entry.map_err(|e| Error::file(chunks, e))?.file_name();
        let first = name.to_str().and_then(|name| name.strip_suffix(".json"));
        found.extend(first.and_then(|first| first.parse::<u64>().ok()));
    }
    found.sort_unstable();
    Ok(found)
}

/// The pieces that are whole: record readable, every file there with its size and checksum, no chunk twice.
pub(super) fn verified(chunks: &Path, found: Vec<u64>) -> Result<BTreeMap<u64, Record>, Error> {
    let mut records = BTreeMap::new();
    let mut end = 0;
    for first in found {
        let Some(record) = record(chunks, first).filter(|record| record.chunks[0] >= end) else { continue };
        let whole = record.files.iter().all(|(kind, sum)| {
            fs::read(chunks.join(file_name(first, kind))).is_ok_and(|bytes| Sum::of(&bytes) == *sum)
        });
        if whole {
            end = record.chunks[1];
            records.insert(first, record);
        }
    }
    Ok(records)
}

fn record(chunks: &Path, first: u64) -> Option<Record> {
    let text = fs::read(chunks.join(file_name(first, "json"))).ok()?;
    let record: Record = serde_json::from_slice(&text).ok()?;
    (record.chunks[0] == first && record.chunks[1] > first).then_some(record)
}

/// Removes whatever belongs to no whole piece.
pub(super) fn clear(chunks: &Path, records: &BTreeMap<u64, Record>) -> Result<(), Error> {
    let mut known: BTreeSet<String> = ["lock".to_owned(), "manifest.json".to_owned()].into();
    for (first, record) in records {
        known.insert(file_name(*first, "json"));
        known.extend(record.files.keys().map(|kind| file_name(*first, kind)));
    }
    for entry in fs::read_dir(chunks).map_err(|e| Error::file(chunks, e))? {
        let path = entry.map_err(|e| Error::file(chunks, e))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !known.contains(name) {
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(|e| Error::file(&path, e))?;
        }
    }
    Ok(())
}

/// Removes a folder of chunks so that whoever finds the half of it knows what it is: first the manifest, without which
/// the rest is rubbish, and last the lock, which tells that it is ours.
pub(super) fn remove(chunks: &Path) -> Result<(), Error> {
    let failed = |e| Error::file(chunks, e);
    let manifest = chunks.join("manifest.json");
    if manifest.is_file() {
        fs::remove_file(manifest).map_err(failed)?;
    }
    clear(chunks, &BTreeMap::new())?;
    fs::remove_dir_all(chunks).map_err(failed)
}

impl Store {
    /// Writes one file of a piece and notes its checksum.
    fn add(&self, record: &mut Record, kind: &str, bytes: &[u8]) -> Result<(), Error> {
        record.files.insert(kind.into(), Sum::of(bytes));
        self.put(&file_name(record.chunks[0], kind), bytes)
    }

    fn add_table(&self, record: &mut Record, kind: &'static str, groups: &[Table]) -> Result<(), Error> {
        let bytes = parquet_bytes(self.schema(kind), groups, &[])?;
        self.add(record, kind, &bytes)
    }
}

impl Sink for Store {
    fn missing(&self, all: Range<u64>) -> Vec<Range<u64>> {
        let mut missing = Vec::new();
        let mut next = all.start;
        for piece in self.present() {
            if piece.start > next {
                missing.push(next..piece.start.min(all.end));
            }
            next = next.max(piece.end);
        }
        missing.push(next..all.end);
        missing.retain(|range| range.start < range.end);
        missing
    }

    fn piece(&mut self, piece: Piece) -> Result<(), Error> {
        let first = piece.chunks.start;
        let mut record = Record { chunks: [first, piece.chunks.end], ran: piece.ran, files: BTreeMap::new() };
        self.add_table(&mut record, "members.parquet", &piece.members)?;
        if !piece.trajectories.is_empty() {
            self.add_table(&mut record, "trajectories.parquet", &piece.trajectories)?;
        }
        if !piece.audit.is_empty() {
            self.add_table(&mut record, "audit.parquet", &piece.audit)?;
        }
        if let Some(field) = &piece.field {
            let cells = field::table(field);
            let bytes = parquet_bytes(&cells, std::slice::from_ref(&cells), &[])?;
            self.add(&mut record, field::KIND, &bytes)?;
        }
        let facts = postcard::to_allocvec(&piece.facts).map_err(|e| Error::Check(e.to_string()))?;
        self.add(&mut record, "facts", &facts)?;
        let json = serde_json::to_vec(&record).map_err(|e| Error::Check(e.to_string()))?;
        self.put(&file_name(first, "json"), &json)?;
        self.records.insert(first, record);
        Ok(())
    }
}
