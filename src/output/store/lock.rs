//! One run at a time in a folder: an advisory lock on a file, which the system gives back when its holder dies.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::Error;

/// Held while it lives.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder of chunks, or says that someone has it.
    pub fn take(chunks: &Path, dir: &Path) -> Result<Lock, Error> {
        let path = chunks.join("lock");
        let taken = || {
            Error::input(
                "out",
                dir.display(),
                "another run is writing there; wait for it, or use another folder",
            )
        };
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        // The other run may have finished, and removed its folder, just now.
        let file = file.map_err(|e| if chunks.is_dir() { Error::file(&path, e) } else { taken() })?;
        match file.try_lock() {
            // A lock on a file that is no longer there is worth nothing.
            Ok(()) if path.is_file() => Ok(Lock { _file: file }),
            Ok(()) | Err(TryLockError::WouldBlock) => Err(taken()),
            Err(TryLockError::Error(e)) => Err(Error::file(&path, e)),
        }
    }
}
