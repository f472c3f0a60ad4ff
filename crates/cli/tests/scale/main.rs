//! Studies at scale: nothing is lost, whatever happens to a run, and however it is spread.

mod audit;
mod faults;
mod interrupted;
mod kept;
mod shards;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program with these words, and more.
fn moreau(words: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moreau"));
    command.args(words.split_whitespace()).args(more);
    command
}

/// Runs it, and expects it to succeed; gives back what it says.
fn succeeds(words: &str, more: &[&str]) -> String {
    let output = moreau(words, more).output().unwrap();
    assert!(output.status.success(), "{words} {more:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs it, and expects this exit code; gives back the complaint.
fn fails(code: i32, words: &str, more: &[&str]) -> String {
    let output = moreau(words, more).output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{words} {more:?}: {complaint}");
    assert!(!complaint.contains("panicked"), "{complaint}");
    complaint
}

/// `--out DIR` as words.
fn out(folder: &Path) -> [&str; 2] {
    ["--out", folder.to_str().unwrap()]
}

/// Every file below a folder, by its path in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// The summary without what differs from run to run: times, rates, and the command.
fn summary(folder: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.join("summary.json")).unwrap();
    let mut summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    for key in ["seconds", "member_steps_per_second", "command"] {
        summary.as_object_mut().unwrap().remove(key);
    }
    summary
}

/// Two runs left the same: every byte of every file, but for the times in the summary and in the report.
fn same_results(a: &Path, b: &Path) {
    let (one, other) = (files(a), files(b));
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    assert!(one.len() >= 5, "{:?}", names(&one));
    for (name, bytes) in &one {
        if name != Path::new("summary.json") && name != Path::new("report.html") {
            assert!(bytes == &other[name], "{} differs", name.display());
        }
    }
    assert_eq!(summary(a), summary(b));
}

/// Whether this test may be left out here: it says so, and fails where all tests are demanded.
fn left_out(what: &str, cure: &str) {
    assert!(std::env::var_os("MOREAU_ALL").is_none(), "{what}: {cure}");
    eprintln!("left out: {what}; {cure}");
}
