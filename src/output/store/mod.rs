//! The chunks of a run on disk. Each piece of finished chunks is a few files, put into place by renaming and named, with
//! their checksums, in a record that is written last: a piece is there as a whole or not at all. Nothing waits for the
//! disk: what a power cut tears, the checksums tell, and `--resume` runs it again.
//!
//! ```text
//! DIR/chunks/manifest.json             which study, which version, which part of it
//! DIR/chunks/lock                      held while a run writes here
//! DIR/chunks/00000012.members.parquet  rows, a row group a chunk; likewise trajectories, field, audit
//! DIR/chunks/00000012.facts            what is counted, chunk by chunk
//! DIR/chunks/00000012.json             the record
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

mod field;
mod files;
mod lock;
mod manifest;
mod merge;
mod pieces;

pub use files::{Files, Sum};
pub use manifest::{Manifest, Manner, Source};
pub use merge::merged;

use crate::error::Error;
use crate::output::table::{Parts, Table};
use crate::study::Study;
use crate::study::facts::Facts;
use crate::study::results::Ran;
use lock::Lock;

/// The folder of chunks inside the folder of a run.
pub const CHUNKS: &str = "chunks";

/// A folder of chunks, ours alone while this lives.
pub struct Store {
    /// The folder of the run.
    pub dir: PathBuf,
    chunks: PathBuf,
    /// What is being run.
    pub manifest: Manifest,
    schemas: Schemas,
    records: BTreeMap<u64, Record>,
    made_dir: bool,
    /// Whether the folder of chunks is ours to remove.
    ours: bool,
    /// Whether its chunks are kept elsewhere too, in the shards that are being merged.
    borrowed: bool,
    // Dropped last: nobody may enter while the folder is being removed.
    _lock: Lock,
}

/// The columns of the tables that pieces hold.
struct Schemas {
    members: Table,
    trajectories: Table,
    audit: Table,
}

/// What is known of a piece without opening its files.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    /// The first chunk, and the one after the last.
    chunks: [u64; 2],
    ran: Ran,
    /// Size and checksum of each file.
    files: BTreeMap<String, Sum>,
}

/// What a folder turned out to be.
pub enum Opened {
    /// To be filled.
    Ready(Box<Store>),
    /// The results of this very run, finished.
    Complete,
}

impl Store {
    /// Opens a folder for a run: a new or empty one, one with finished results (which stay until the new ones are
    /// complete), or, to go on with it, one that holds a part of the same run.
    pub fn open(dir: &Path, study: &Study, manifest: Manifest, resume: bool) -> Result<Opened, Error> {
        let chunks = dir.join(CHUNKS);
        may_enter(dir, &chunks)?;
        let made_dir = !dir.exists();
        fs::create_dir_all(&chunks).map_err(|e| Error::file(&chunks, e))?;
        let lock = Lock::take(&chunks, dir)?;
        let schemas = Schemas::of(study, &manifest);
        let (dir, records) = (dir.to_owned(), BTreeMap::new());
        let (ours, borrowed) = (false, false);
        let mut store =
            Store { dir, chunks, manifest, schemas, records, made_dir, ours, borrowed, _lock: lock };
        let complete = store.take_over(resume)?;
        Ok(if complete { Opened::Complete } else { Opened::Ready(Box::new(store)) })
    }

    /// Looks at what earlier runs left: refuses it, goes on with it, or clears it away. Whether all is done already.
    fn take_over(&mut self, resume: bool) -> Result<bool, Error> {
        let manifest = self.chunks.join("manifest.json");
        // Chunks lose their manifest first when a finished run removes them: what has none is rubbish.
        let found = if manifest.is_file() { pieces::names(&self.chunks)? } else { Vec::new() };
        if !found.is_empty() && !resume {
            let accepted = format!(
                "holds {} pieces of an unfinished run or a shard; --resume goes on with it, and without {} it can start again",
                found.len(),
                self.chunks.display()
            );
            return Err(Error::input("out", self.dir.display(), accepted));
        }
        if !found.is_empty() {
            Manifest::read(&manifest)?.must_be(&self.manifest, &self.dir)?;
        }
        self.ours = true;
        let finished = self.dir.join("manifest.json");
        if resume && found.is_empty() && finished.is_file() && self.dir.join("summary.json").is_file() {
            return Manifest::read(&finished)?.must_be(&self.manifest, &self.dir).map(|()| true);
        }
        self.records = pieces::verified(&self.chunks, found)?;
        pieces::clear(&self.chunks, &self.records)?;
        self.put("manifest.json", self.manifest.to_json().as_bytes())?;
        // The one file here that no checksum guards.
        let synced = fs::File::open(&manifest).and_then(|file| file.sync_all());
        synced.map(|()| false).map_err(|e| Error::file(&manifest, e))
    }

    /// Puts a file into place, whole or not at all.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let (path, partial) = (self.chunks.join(name), self.chunks.join(format!("{name}.tmp")));
        let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, &path));
        written.map_err(|e| {
            let _ = fs::remove_file(&partial);
            Error::file(&path, e)
        })
    }

    /// The chunks that are there, as ranges in order.
    pub fn present(&self) -> Vec<Range<u64>> {
        self.records.values().map(|record| record.chunks[0]..record.chunks[1]).collect()
    }

    /// Whether there is anything to lose.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Who ran the pieces.
    pub fn ran(&self) -> Vec<Ran> {
        self.records.values().map(|record| record.ran.clone()).collect()
    }

    /// The facts of all chunks together.
    pub fn facts(&self) -> Result<Facts, Error> {
        let mut all = Facts::default();
        let files = self.parts("facts");
        for i in 0..files.len() {
            let broken = |e: postcard::Error| Error::Check(format!("{}: {e}", files.name(i)));
            let facts: Vec<Facts> = postcard::from_bytes(&files.read(i)?).map_err(broken)?;
            facts.iter().try_for_each(|facts| all.merge(facts))?;
        }
        Ok(all)
    }

    /// The columns of a kind of table.
    pub fn schema(&self, kind: &str) -> &Table {
        match kind {
            "members.parquet" => &self.schemas.members,
            "trajectories.parquet" => &self.schemas.trajectories,
            _ => &self.schemas.audit,
        }
    }

    /// Where final files are gathered before they are moved into place.
    pub fn staging(&self) -> PathBuf {
        self.chunks.join("final")
    }

    /// Leaves the chunks where they are, as a shard does.
    pub fn keep(mut self) {
        self.ours = false;
    }

    /// Moves the final files into place and removes the chunks. The summary comes last: where it is, all is.
    pub fn replace(mut self, stale: &[String]) -> Result<(), Error> {
        let staging = self.staging();
        let failed = |e: std::io::Error| Error::file(&self.dir, e);
        for name in stale.iter().map(String::as_str).chain(["summary.json"]) {
            let path = self.dir.join(name);
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed
                .or_else(|e| if e.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(e) })
                .map_err(failed)?;
        }
        let mut names: Vec<_> = fs::read_dir(&staging)
            .map_err(failed)?
            .map(|entry| entry.map(|entry| entry.file_name()))
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        names.sort_by_key(|name| name == "summary.json");
        for name in names {
            fs::rename(staging.join(&name), self.dir.join(&name)).map_err(failed)?;
        }
        self.ours = false;
        pieces::remove(&self.chunks)
    }
}

/// Refuses what is no folder, and folders of other people.
fn may_enter(dir: &Path, chunks: &Path) -> Result<(), Error> {
    let refused = |why: &str| Err(Error::input("out", dir.display(), why));
    if dir.file_name().is_none() {
        return refused("accepted: the path of a folder");
    }
    if dir.is_file() {
        return refused("is a file; accepted: a folder, new, empty or of an earlier run");
    }
    let holds = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut list| list.next().is_some());
    let our_chunks = chunks.join("lock").is_file();
    let foreign = holds(dir) && !dir.join("summary.json").is_file() && !our_chunks;
    if foreign || holds(chunks) && !our_chunks {
        return refused("holds other files; accepted: a folder, new, empty or of an earlier run");
    }
    Ok(())
}

impl Drop for Store {
    /// A run that came to nothing leaves nothing, and so does a merger that failed.
    fn drop(&mut self) {
        if self.ours && (self.records.is_empty() || self.borrowed) {
            let _ = pieces::remove(&self.chunks);
            if self.made_dir {
                let _ = fs::remove_dir(&self.dir);
            }
        }
    }
}

impl Schemas {
    fn of(study: &Study, manifest: &Manifest) -> Schemas {
        let members = study.member_schema(manifest.precision);
        Schemas {
            trajectories: study.trajectory_schema(),
            audit: crate::study::audit::schema(study, &members),
            members,
        }
    }
}
