//! Shards put together: their chunks are gathered in one folder, as if one run had made them.

use std::fs;
use std::path::{Path, PathBuf};

use super::{CHUNKS, Manifest, Opened, Record, Store, pieces};
use crate::error::Error;
use crate::study::chunks::Chunks;
use crate::study::{Part, Study};

/// One shard of those that are to be merged.
struct Shard {
    dir: PathBuf,
    manifest: Manifest,
    index: u64,
    of: u64,
}

/// Gathers the chunks of all shards of a study in `out`.
pub fn merged(dirs: &[PathBuf], out: &Path) -> Result<(Store, Study), Error> {
    let shards = dirs.iter().map(|dir| shard(dir)).collect::<Result<Vec<_>, _>>()?;
    all_of_one_study(&shards)?;
    let manifest = Manifest { part: Part::Whole, ..shards[0].manifest.clone() };
    let study = Study::parse(&manifest.name, &manifest.study)?;
    let cuts = Chunks::of(&study.spec, Part::Whole);
    let mut gathered = Vec::new();
    for shard in &shards {
        gathered.push((shard, complete(shard, &cuts)?));
    }
    let Opened::Ready(mut store) = Store::open(out, &study, manifest, false)? else {
        return Err(Error::input("out", out.display(), "holds other results"));
    };
    store.borrowed = true;
    for (shard, records) in gathered {
        store.adopt(&shard.dir.join(CHUNKS), records)?;
    }
    Ok((*store, study))
}

fn shard(dir: &Path) -> Result<Shard, Error> {
    let path = dir.join(CHUNKS).join("manifest.json");
    let refused = |why: String| Err(Error::input("shard", dir.display(), why));
    if !path.is_file() {
        return refused(format!(
            "accepted: the folder of a run with --shard; this has no {}",
            path.display()
        ));
    }
    let manifest = Manifest::read(&path)?;
    match manifest.part {
        Part::Shard { index, of } => Ok(Shard { dir: dir.to_owned(), manifest, index, of }),
        other => refused(format!("holds {other}; accepted: the folder of a run with --shard")),
    }
}

/// Refuses shards of different runs, a shard that is given twice, and a set that lacks one.
fn all_of_one_study(shards: &[Shard]) -> Result<(), Error> {
    let first = &shards[0];
    for shard in &shards[1..] {
        if shard.of != first.of {
            let why =
                format!("is one of {} shards, but {} is one of {}", shard.of, first.dir.display(), first.of);
            return Err(Error::input("shard", shard.dir.display(), why));
        }
        let alike = Manifest { part: first.manifest.part, ..shard.manifest.clone() };
        if let Some(difference) = alike.difference(&first.manifest) {
            let why = format!("is of another run than {}: {difference}", first.dir.display());
            return Err(Error::input("shard", shard.dir.display(), why));
        }
    }
    for index in 0..first.of {
        let part = Part::Shard { index, of: first.of };
        let holders: Vec<&Shard> = shards.iter().filter(|shard| shard.index == index).collect();
        match holders.as_slice() {
            [_] => {}
            [] => return Err(Error::input("shards", shards.len(), format!("{part} is missing"))),
            [a, b, ..] => {
                let why = format!("{part} is given twice: {} and {}", a.dir.display(), b.dir.display());
                return Err(Error::input("shards", shards.len(), why));
            }
        }
    }
    Ok(())
}

/// The pieces of a shard, if it has all of them.
fn complete(shard: &Shard, cuts: &Chunks) -> Result<Vec<(u64, Record)>, Error> {
    let chunks = shard.dir.join(CHUNKS);
    let records = pieces::verified(&chunks, pieces::names(&chunks)?)?;
    let part = Part::Shard { index: shard.index, of: shard.of };
    let wanted = cuts.of_part(part);
    let there: u64 = records.values().map(|record| record.chunks[1] - record.chunks[0]).sum();
    if there != wanted.end - wanted.start {
        let why =
            format!("{part} has {there} of {} chunks; finish it with --resume", wanted.end - wanted.start);
        return Err(Error::input("shard", shard.dir.display(), why));
    }
    Ok(records.into_iter().collect())
}

impl Store {
    /// Takes over pieces from another folder, which keeps them.
    fn adopt(&mut self, chunks: &Path, records: Vec<(u64, Record)>) -> Result<(), Error> {
        for (first, record) in records {
            let names = record.files.keys().map(String::as_str).chain(["json"]);
            for name in names.map(|kind| pieces::file_name(first, kind)) {
                let (from, to) = (chunks.join(&name), self.chunks.join(&name));
                // A second name for the same file costs nothing; on another disk it is a copy.
                let linked = fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(|_| ()));
                linked.map_err(|e| Error::file(&to, e))?;
            }
            self.records.insert(first, record);
        }
        Ok(())
    }
}
