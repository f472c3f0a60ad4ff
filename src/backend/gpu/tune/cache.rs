//! What searches found, kept from run to run in the user's cache folder. It only saves time: where it cannot be read or
//! written, nobody is told and the default serves.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Tuning;

/// Kernels remembered; with more, it starts anew.
const MOST_ENTRIES: usize = 1000;

/// The file, if this user has a cache folder.
pub fn path() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let local = if cfg!(windows) { folder("LOCALAPPDATA") } else { None };
    let cache = folder("XDG_CACHE_HOME").or(local).or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(cache.join("moreau").join("tune.json"))
}

/// What was found for a kernel.
pub fn load(path: &Path, key: &str) -> Option<Tuning> {
    entries(path).remove(key).filter(|tuning| tuning.is_possible())
}

/// Remembers what was found for a kernel.
pub fn store(path: &Path, key: &str, tuning: Tuning) {
    let mut entries = entries(path);
    if entries.len() >= MOST_ENTRIES {
        entries.clear();
    }
    entries.insert(key.to_owned(), tuning);
    // Nobody's results depend on it.
    let _ = write(path, &entries);
}

/// Nothing where the file is missing or damaged.
fn entries(path: &Path) -> BTreeMap<String, Tuning> {
    let text = std::fs::read(path).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Under another name first, so that a reader never sees half a file.
fn write(path: &Path, entries: &BTreeMap<String, Tuning>) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
    std::fs::write(&unfinished, serde_json::to_vec_pretty(entries)?)?;
    std::fs::rename(&unfinished, path).inspect_err(|_| {
        let _ = std::fs::remove_file(&unfinished);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUND: Tuning = Tuning { workgroup: 128, pack: 2, unroll: 8, steps: 512 };

    #[test]
    fn what_is_stored_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("tune.json");
        assert_eq!(load(&path, "a"), None);
        store(&path, "a", FOUND);
        store(&path, "b", Tuning { pack: 4, ..FOUND });
        assert_eq!(load(&path, "a"), Some(FOUND));
        assert_eq!(load(&path, "b").map(|tuning| tuning.pack), Some(4));
        assert_eq!(load(&path, "c"), None);
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_damaged_file_is_no_error_and_is_mended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tune.json");
        for damaged in ["", "{\"a\": {\"workgroup\": 64", "[1, 2]", "{\"a\": {\"workgroup\": -1}}"] {
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(load(&path, "a"), None, "{damaged}");
            store(&path, "a", FOUND);
            assert_eq!(load(&path, "a"), Some(FOUND));
        }
        // Numbers that no kernel can have.
        store(&path, "a", Tuning { pack: 1 << 20, ..FOUND });
        assert_eq!(load(&path, "a"), None);
        // A folder where the file should be: not to be written, not to be read.
        store(folder.path(), "a", FOUND);
        assert_eq!(load(folder.path(), "a"), None);
    }
}
