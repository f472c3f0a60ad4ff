//! What stays in a folder, and when.

use crate::{fails, files, out, same_results, succeeds, summary};

const STUDY: &str = "run throw --members 300 --set duration=0.2";

#[test]
fn a_finished_run_is_left_alone_by_resume_and_replaced_by_a_new_run() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let resume = [&out(&run)[..], &["--resume"]].concat();
    // A job script can always say --resume.
    succeeds(STUDY, &resume);
    let first = files(&run);
    assert!(succeeds(STUDY, &resume).contains("already holds"));
    assert_eq!(files(&run), first);
    assert!(fails(2, &format!("{STUDY} --seed 5"), &resume).contains("another run"));
    assert_eq!(files(&run), first);
    succeeds(&format!("{STUDY} --seed 5 --format csv --no-figures"), &out(&run));
    assert!(run.join("members.csv").is_file() && !run.join("members.parquet").exists());
    assert!(!run.join("figures").exists() && !run.join("chunks").exists());
}

#[test]
fn a_run_that_fails_at_once_leaves_the_old_results() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    succeeds(STUDY, &out(&run));
    let first = files(&run);
    for words in ["--set mu=-1", "--members 0", "--audit 2", "--shard 3/2", "--member 300", "--format xls"] {
        fails(2, &format!("{STUDY} {words}"), &out(&run));
    }
    assert_eq!(files(&run), first);
}

#[test]
fn other_peoples_chunks_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("chunks")).unwrap();
    std::fs::write(folder.path().join("chunks/of-my-thesis.tex"), "precious").unwrap();
    assert!(fails(2, STUDY, &out(folder.path())).contains("holds other files"));
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn what_a_finished_run_could_not_remove_does_not_stop_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    succeeds(STUDY, &out(&run));
    let first = files(&run);
    // Killed while it removed its chunks, manifest first.
    let leave = || {
        std::fs::create_dir(run.join("chunks")).unwrap();
        std::fs::write(run.join("chunks/lock"), "").unwrap();
        std::fs::write(run.join("chunks/00000000.json"), "{}").unwrap();
    };
    leave();
    assert!(succeeds(STUDY, &[&out(&run)[..], &["--resume"]].concat()).contains("already holds"));
    assert_eq!(files(&run), first);
    leave();
    succeeds(&format!("{STUDY} --seed 3"), &out(&run));
    assert!(!run.join("chunks").exists());
}

#[test]
fn formats_hold_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let runs: Vec<_> = ["parquet", "csv", "npz"].iter().map(|format| folder.path().join(format)).collect();
    for run in &runs {
        let format = run.file_name().unwrap().to_str().unwrap();
        succeeds(&format!("{STUDY} --record 10:20 --audit 0.1 --format {format}"), &out(run));
        for table in ["members", "trajectories", "audit"] {
            assert!(run.join(format!("{table}.{format}")).is_file(), "{table}.{format}");
        }
    }
    assert_eq!(summary(&runs[0]), summary(&runs[1]));
    assert_eq!(summary(&runs[0]), summary(&runs[2]));
}

#[test]
fn pieces_do_not_show_in_the_results() {
    // The reference hands on single chunks, one thread of the cpu backend several, two threads more.
    let folder = tempfile::tempdir().unwrap();
    let study = "run throw --members 60000 --set duration=0.02 --record 2:40 --backend cpu";
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    succeeds(&format!("{study} --threads 1"), &out(&one));
    succeeds(&format!("{study} --threads 3"), &out(&two));
    let without_adapter = |folder| {
        let mut summary = summary(folder);
        for key in ["adapter", "backends"] {
            summary.as_object_mut().unwrap().remove(key);
        }
        summary
    };
    assert_eq!(without_adapter(&one), without_adapter(&two));
    for name in ["members.parquet", "trajectories.parquet", "manifest.json", "study.toml"] {
        assert!(files(&one)[std::path::Path::new(name)] == files(&two)[std::path::Path::new(name)], "{name}");
    }
    let third = folder.path().join("third");
    succeeds(&format!("{study} --threads 1"), &out(&third));
    same_results(&one, &third);
}
