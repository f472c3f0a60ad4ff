//! The files of pieces as they are read back: a file whose checksum is another one is refused.

use std::fs;
use std::hash::Hasher;
use std::io::Read;
use std::path::Path;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{Store, pieces};
use crate::error::Error;
use crate::output::table::{PartError, Parts};

/// Size and checksum (XXH3, 64 bits) of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    bytes: u64,
    xxh3: String,
}

impl Sum {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Sum {
        let sum = twox_hash::XxHash3_64::oneshot(bytes);
        Sum { bytes: bytes.len() as u64, xxh3: format!("{sum:016x}") }
    }

    /// Of a file of any size.
    pub fn of_file(path: &Path) -> std::io::Result<Sum> {
        let mut file = fs::File::open(path)?;
        let mut hasher = twox_hash::XxHash3_64::new();
        let mut block = vec![0; 1 << 20];
        let mut bytes = 0;
        loop {
            match file.read(&mut block)? {
                0 => return Ok(Sum { bytes, xxh3: format!("{:016x}", hasher.finish()) }),
                n => {
                    hasher.write(&block[..n]);
                    bytes += n as u64;
                }
            }
        }
    }
}

impl Store {
    /// The pieces' own tables of one kind, in order.
    pub fn parts(&self, kind: &'static str) -> Files<'_> {
        let with_sum = self.records.iter().filter_map(|(first, record)| {
            record.files.get(kind).map(|sum| (pieces::file_name(*first, kind), sum))
        });
        Files { store: self, files: with_sum.collect() }
    }
}

/// Files of pieces, read one at a time and checked.
pub struct Files<'a> {
    store: &'a Store,
    files: Vec<(String, &'a Sum)>,
}

impl Files<'_> {
    /// The name of one.
    pub(super) fn name(&self, i: usize) -> &str {
        &self.files[i].0
    }

    /// The bytes of one, if they are what was written.
    pub fn read(&self, i: usize) -> Result<Bytes, Error> {
        let (name, sum) = &self.files[i];
        let path = self.store.chunks.join(name);
        let bytes = fs::read(&path).map_err(|e| Error::file(&path, e))?;
        if Sum::of(&bytes) != **sum {
            return Err(Error::file(&path, "changed since it was written; --resume runs it again"));
        }
        Ok(Bytes::from(bytes))
    }
}

impl Parts for Files<'_> {
    fn len(&self) -> usize {
        self.files.len()
    }

    fn part(&self, i: usize) -> Result<Bytes, PartError> {
        Ok(self.read(i)?)
    }
}
