//! The command line's contract.

mod classify;
mod compare;
mod refusals;

use assert_cmd::Command;
use std::path::Path;

fn moreau(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("moreau").unwrap();
    command.args(args);
    command
}

fn stdout(args: &[&str]) -> String {
    String::from_utf8(moreau(args).assert().success().get_output().stdout.clone()).unwrap()
}

#[test]
fn list_show_models_and_shader_speak() {
    let list = stdout(&["list"]);
    for (preset, _) in moreau::study::presets::PRESETS {
        assert!(list.contains(preset));
        assert!(stdout(&["show", preset]).contains("model = "));
        assert!(stdout(&["shader", preset]).contains("fn ensemble("));
    }
    let models = stdout(&["models"]);
    for word in ["turns_per_second", "cm/s^2", "coulomb-soft", "moreau-midpoint", "test_point", "[0, 1000]"] {
        assert!(models.contains(word), "{word}");
    }
    assert!(stdout(&["shader", "conveyor", "--precision", "f64"]).contains("alias Real = f64;"));
    assert!(stdout(&["devices"]).contains("cpu backend"));
}

#[test]
fn a_run_writes_what_it_promises() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let said = stdout(&[
        "run",
        "conveyor",
        "--members",
        "50",
        "--set",
        "duration=0.2",
        "--format",
        "csv",
        "--out",
        out.to_str().unwrap(),
        "--record",
        "50:3",
    ]);
    assert!(said.contains("member-steps/s") && said.contains("bigger"));
    for file in [
        "study.toml",
        "summary.json",
        "members.csv",
        "trajectories.csv",
        "field.csv",
        "figures/field.svg",
        "figures/field.png",
    ] {
        assert!(out.join(file).is_file(), "{file}");
    }
    let members = std::fs::read_to_string(out.join("members.csv")).unwrap();
    let header: Vec<&str> = members.lines().next().unwrap().split(',').collect();
    for column in [
        "member",
        "mu",
        "y0",
        "h",
        "x",
        "y",
        "z",
        "ux",
        "uy",
        "uz",
        "energy_gain",
        "penetration",
        "outcome",
        "flags",
    ] {
        assert!(header.contains(&column), "{column}");
    }
    assert_eq!(members.lines().count(), 51);
    let summary: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(out.join("summary.json")).unwrap()).unwrap();
    for key in [
        "preset",
        "members",
        "steps",
        "member_steps",
        "seconds",
        "member_steps_per_second",
        "backend",
        "adapter",
        "precision",
        "seed",
        "outcomes",
        "flags",
        "certificates",
        "version",
    ] {
        assert!(!summary[key].is_null(), "{key}");
    }
    assert_eq!(summary["member_steps"], 50 * 400);
    let outcomes = summary["outcomes"].as_object().unwrap();
    assert_eq!(outcomes.values().map(|o| o["count"].as_u64().unwrap()).sum::<u64>(), 50);
    assert_eq!(leftovers(folder.path()), ["run"]);
}

/// Every preset, small, with all its figures.
#[test]
fn every_preset_runs_and_draws() {
    for (preset, text) in moreau::study::presets::PRESETS {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run");
        let small = ["--members", "40", "--set", "duration=0.16", "--set", "h=4e-4", "--format", "csv"];
        let mut args = vec!["run", preset, "--out", out.to_str().unwrap()];
        args.extend(small);
        stdout(&args);
        let figures = moreau::study::Study::parse(preset, text).unwrap().spec.figure;
        assert!(!figures.is_empty(), "{preset} draws nothing");
        for figure in figures {
            for ending in ["svg", "png"] {
                let file = out.join("figures").join(format!("{}.{ending}", figure.stem));
                assert!(file.is_file(), "{preset}: {}", file.display());
            }
        }
        // The resolved study repeats the run.
        let again = folder.path().join("again");
        stdout(&[
            "run",
            out.join("study.toml").to_str().unwrap(),
            "--out",
            again.to_str().unwrap(),
            "--format",
            "csv",
        ]);
        let members = |folder: &Path| std::fs::read(folder.join("members.csv")).unwrap();
        assert!(members(&out) == members(&again), "{preset}: study.toml does not repeat the run");
    }
}

#[test]
fn quiet_says_nothing_and_a_second_run_replaces_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let out = out.to_str().unwrap();
    for _ in 0..2 {
        let run = moreau(&["run", "incline", "--quiet", "--format", "csv", "--out", out]).assert().success();
        assert!(run.get_output().stdout.is_empty() && run.get_output().stderr.is_empty());
    }
    let first = std::fs::read(Path::new(out).join("members.csv")).unwrap();
    moreau(&["run", "incline", "--quiet", "--format", "csv", "--out", out, "--no-figures"])
        .assert()
        .success();
    assert_eq!(first, std::fs::read(Path::new(out).join("members.csv")).unwrap());
    assert!(!Path::new(out).join("figures").exists());
    assert_eq!(leftovers(folder.path()), ["run"]);
}

#[test]
fn other_peoples_folders_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("thesis.tex"), "precious").unwrap();
    let run = moreau(&["run", "incline", "--out", folder.path().to_str().unwrap()]).assert().code(2);
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("holds other files"));
    assert_eq!(leftovers(folder.path()), ["thesis.tex"]);
}

#[test]
fn a_study_of_ones_own_runs_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, stdout(&["show", "incline"])).unwrap();
    let out = folder.path().join("out");
    let said = stdout(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--set", "members=5"]);
    assert!(said.contains("theory"));
    assert!(out.join("members.parquet").is_file());
}

fn leftovers(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
