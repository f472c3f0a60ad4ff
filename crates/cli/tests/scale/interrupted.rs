//! Runs that are killed, stopped, or meet with torn files: `--resume` ends as if nothing had happened.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::{fails, files, moreau, out, same_results, succeeds};

/// A study of sixteen chunks with everything in it: members of different lengths, trajectories, a field, an audit.
const STUDY: &str = "run conveyor --members 16384 --backend reference --audit 0.05 --record 40:600 \
                     --set duration={uniform=[0.05,0.15]} --set field.every=7 --set y0={normal=[0,100,-300,300]}";

fn start(folder: &Path, more: &[&str]) -> Child {
    let mut command = moreau(STUDY, &out(folder));
    command.args(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn wait_for(file: &Path) {
    let missing = (0..20_000).all(|_| {
        std::thread::sleep(Duration::from_millis(1));
        !file.is_file()
    });
    assert!(!missing, "{} never came", file.display());
}

fn undisturbed(folder: &Path) -> PathBuf {
    let whole = folder.join("whole");
    succeeds(STUDY, &out(&whole));
    whole
}

/// Numbers that look random, the same in every run of the test.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *state >> 33
}

#[test]
fn a_hundred_kills_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let started = std::time::Instant::now();
    let whole = undisturbed(folder.path());
    let whole_run = started.elapsed();
    let (mut kills, mut rounds, mut state) = (0, 0, 7);
    while kills < 100 {
        let torn = folder.path().join(format!("torn-{rounds}"));
        rounds += 1;
        loop {
            let mut child = start(&torn, &["--resume"]);
            std::thread::sleep(whole_run.mul_f64(random(&mut state) as f64 / f64::from(1u32 << 31) * 0.6));
            if child.try_wait().unwrap().is_some() {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            if kills >= 100 {
                break;
            }
        }
        succeeds(STUDY, &[&out(&torn)[..], &["--resume"]].concat());
        same_results(&whole, &torn);
    }
    assert!(rounds > 1, "{kills} kills in {rounds} rounds");
}

/// Kills a run once it has a few chunks on disk.
fn half_done(folder: &Path) {
    let mut child = start(folder, &[]);
    for _ in 0..2000 {
        let records = std::fs::read_dir(folder.join("chunks")).map_or(0, |list| {
            list.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|e| e == "facts"))
                .count()
        });
        if records >= 4 {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(folder.join("chunks/manifest.json").is_file(), "the run was over before it was killed");
}

/// Something bad that happens to a file, and what it is called.
type Damage = (&'static str, fn(&Path));

#[test]
fn torn_lost_and_foreign_files_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = undisturbed(folder.path());
    let damage: [Damage; 5] = [
        ("cut short", |file| {
            let bytes = std::fs::read(file).unwrap();
            std::fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("emptied", |file| std::fs::write(file, []).unwrap()),
        ("one bit turned", |file| {
            let mut bytes = std::fs::read(file).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(file, bytes).unwrap();
        }),
        ("lost", |file| std::fs::remove_file(file).unwrap()),
        ("garbage", |file| std::fs::write(file, b"garbage").unwrap()),
    ];
    for (name, spoil) in damage {
        let torn = folder.path().join(name.replace(' ', "-"));
        half_done(&torn);
        let chunks = torn.join("chunks");
        // One file of each of several pieces, whatever kind it is.
        for (number, file) in
            files(&chunks).into_keys().filter(|file| file.to_str().unwrap().starts_with("000")).enumerate()
        {
            if number % 4 == 1 {
                spoil(&chunks.join(file));
            }
        }
        std::fs::write(chunks.join("00000099.members.parquet.tmp"), b"half of someth").unwrap();
        succeeds(STUDY, &[&out(&torn)[..], &["--resume"]].concat());
        same_results(&whole, &torn);
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_run_after_the_chunk_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let whole = undisturbed(folder.path());
    let torn = folder.path().join("stopped");
    let child = moreau(STUDY, &out(&torn)).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&torn.join("chunks/00000000.json"));
    let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("--resume") && said.contains("chunks are kept"), "{said}");
    assert!(!files(&torn).keys().any(|file| file.extension().is_some_and(|e| e == "tmp")));
    succeeds(STUDY, &[&out(&torn)[..], &["--resume"]].concat());
    same_results(&whole, &torn);
}

#[test]
fn an_unfinished_run_is_not_overwritten_and_only_its_own_study_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let torn = folder.path().join("torn");
    half_done(&torn);
    let kept = files(&torn);
    let resume = [&out(&torn)[..], &["--resume"]].concat();
    assert!(fails(2, STUDY, &out(&torn)).contains("--resume goes on"));
    for (words, named) in [
        (STUDY.replace("16384", "16385"), "members = 16384"),
        (STUDY.replace("reference", "cpu"), "backend reference"),
        (STUDY.replace("0.05 --record", "0.06 --record"), "audit 0.05"),
        (format!("{STUDY} --seed 9"), "seed = "),
        (format!("{STUDY} --shard 1/2"), "shard 1/2"),
        (STUDY.replace("reference", "cpu --precision f32"), "backend reference"),
    ] {
        let complaint = fails(2, &words, &resume);
        assert!(complaint.contains(named) && complaint.contains("another run"), "{complaint}");
    }
    let manifest = torn.join("chunks/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace(env!("CARGO_PKG_VERSION"), "9.8.7")).unwrap();
    let complaint = fails(2, STUDY, &resume);
    assert!(complaint.contains("version 9.8.7"), "{complaint}");
    std::fs::write(&manifest, text).unwrap();
    let unlocked = |files: std::collections::BTreeMap<PathBuf, Vec<u8>>| {
        files.into_iter().filter(|(name, _)| !name.ends_with("lock")).collect::<Vec<_>>()
    };
    assert_eq!(unlocked(files(&torn)), unlocked(kept), "a refused run must not touch anything");
}

#[test]
fn two_runs_into_one_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let busy = folder.path().join("busy");
    let mut first = start(&busy, &[]);
    wait_for(&busy.join("chunks/manifest.json"));
    for more in [&["--resume"][..], &[]] {
        let complaint = fails(2, STUDY, &[&out(&busy)[..], more].concat());
        assert!(complaint.contains("another run is writing there"), "{complaint}");
    }
    assert!(first.wait().unwrap().success());
}
