//! A study spread over machines and put together again.

use std::path::PathBuf;

use crate::{fails, out, same_results, succeeds};

const STUDY: &str =
    "run conveyor --members 3000 --record 50:300 --audit 0.02 --set duration=0.1 --set field.every=5";

/// Runs all shards and gives their folders.
fn shards(folder: &std::path::Path, of: u64, from: u64) -> Vec<PathBuf> {
    let dirs: Vec<PathBuf> = (from..from + of).map(|index| folder.join(format!("shard-{index}"))).collect();
    for (index, dir) in (from..).zip(&dirs) {
        succeeds(&format!("{STUDY} --shard {index}/{of}"), &out(dir));
        assert!(dir.join("summary.json").is_file());
    }
    dirs
}

fn words(dirs: &[PathBuf]) -> Vec<&str> {
    dirs.iter().map(|dir| dir.to_str().unwrap()).collect()
}

#[test]
fn shards_merge_in_any_order_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    succeeds(STUDY, &out(&whole));
    for (of, from) in [(3, 1), (5, 0)] {
        let mut dirs = shards(folder.path(), of, from);
        dirs.reverse();
        let merged = folder.path().join(format!("merged-{of}"));
        succeeds("merge", &[&words(&dirs)[..], &out(&merged)].concat());
        same_results(&whole, &merged);
        // Merging leaves the shards as they were: it can be done again, in another format.
        let csv = folder.path().join(format!("csv-{of}"));
        succeeds("merge --format csv --no-figures", &[&words(&dirs)[..], &out(&csv)].concat());
        dirs.into_iter().for_each(|dir| std::fs::remove_dir_all(dir).unwrap());
    }
    let csv = folder.path().join("whole-csv");
    succeeds(&format!("{STUDY} --format csv --no-figures"), &out(&csv));
    same_results(&csv, &folder.path().join("csv-3"));
}

#[test]
fn shards_that_do_not_belong_together_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let dirs = shards(folder.path(), 3, 1);
    let merged = folder.path().join("merged");
    let refused = |dirs: &[&str], named: &[&str]| {
        let complaint = fails(2, "merge", &[dirs, &out(&merged)].concat());
        for word in named {
            assert!(complaint.contains(word), "{word}: {complaint}");
        }
        assert!(!merged.exists());
    };
    let all = words(&dirs);
    refused(&[all[0], all[2]], &["shard 2/3 is missing"]);
    refused(&[all[0], all[1], all[2], all[1]], &["shard 2/3 is given twice", "shard-2"]);
    refused(&[all[0], folder.path().to_str().unwrap()], &["--shard", "manifest.json"]);
    let other = folder.path().join("other");
    succeeds(&format!("{STUDY} --shard 2/3 --seed 4"), &out(&other));
    refused(&[all[0], other.to_str().unwrap(), all[2]], &["another run", "seed"]);
    let fourth = folder.path().join("fourth");
    succeeds(&format!("{STUDY} --shard 2/4"), &out(&fourth));
    refused(&[all[0], fourth.to_str().unwrap(), all[2]], &["one of 4 shards"]);
    let records = std::fs::read_dir(dirs[1].join("chunks")).unwrap();
    let facts = records
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|e| e == "facts"));
    std::fs::write(facts.unwrap(), b"torn").unwrap();
    refused(&all, &["shard 2/3 has", "--resume"]);
    succeeds(&format!("{STUDY} --shard 2/3 --resume"), &out(&dirs[1]));
    succeeds("merge", &[&all[..], &out(&merged)].concat());
}

#[test]
fn more_shards_than_chunks_leave_some_empty() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let study = "run throw --members 5 --set duration=0.1";
    succeeds(study, &out(&whole));
    let dirs: Vec<PathBuf> = (1..=3).map(|index| folder.path().join(format!("{index}"))).collect();
    for (index, dir) in (1..).zip(&dirs) {
        succeeds(&format!("{study} --shard {index}/3"), &out(dir));
    }
    let merged = folder.path().join("merged");
    succeeds("merge", &[&words(&dirs)[..], &out(&merged)].concat());
    same_results(&whole, &merged);
}
