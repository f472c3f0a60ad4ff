//! The command line's contract.

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

/// Each line: arguments after `run`, and what the one line on stderr must name.
const REFUSED: &[(&[&str], &[&str])] = &[
    (&["incline", "--set", "mu=-1"], &["mu", "-1", "[0, 1000]"]),
    (&["incline", "--set", "mu=nan"], &["mu", "NaN", "[0, 1000]"]),
    (&["incline", "--set", "mu=inf"], &["mu", "inf", "[0, 1000]"]),
    (&["incline", "--set", "mu=high"], &["mu", "high", "number"]),
    (&["incline", "--set", "mu={uniform=[0.2]}"], &["mu", "uniform"]),
    (&["incline", "--set", "mu={uniform=[0.2, 2000]}"], &["mu", "2000", "[0, 1000]"]),
    (&["incline", "--set", "mu={uniform=[0.9, 0.1]}"], &["mu", "0.9"]),
    (&["incline", "--set", "mu={gauss=[0, 1]}"], &["mu", "gauss", "uniform"]),
    (&["incline", "--set", "angle_deg=91"], &["angle_deg", "91", "[-90, 90]"]),
    (&["incline", "--set", "speed=1e300"], &["speed", "accepted"]),
    (&["incline", "--set", "gravity=-9.81"], &["gravity", "-9.81"]),
    (&["incline", "--set", "h=0"], &["h = 0", "[0.000000001, 1000]"]),
    (&["incline", "--set", "h=-1"], &["h = -1"]),
    (&["incline", "--set", "h=nan"], &["h = NaN"]),
    (&["incline", "--set", "h=1e-9", "--set", "duration=1e6"], &["h", "4294967295 steps"]),
    (&["incline", "--set", "duration=-1"], &["duration", "-1"]),
    (&["incline", "--set", "duration=inf"], &["duration", "inf"]),
    (&["incline", "--set", "colour=red"], &["colour", "unknown key", "angle_deg"]),
    (&["incline", "--set", "mu"], &["--set", "key=value"]),
    (&["incline", "--set", "model=planet"], &["model", "planet", "plane, conveyor"]),
    (&["incline", "--members", "0"], &["members", "0", "[1,"]),
    (&["incline", "--members", "-3"], &["members", "-3"]),
    (&["incline", "--members", "many"], &["members", "many"]),
    (&["incline", "--seed", "-1"], &["seed", "-1"]),
    (&["incline", "--record", "0"], &["every", "0"]),
    (&["incline", "--record", "1:0"], &["members", "0"]),
    (&["incline", "--format", "xlsx"], &["format", "xlsx", "parquet, csv"]),
    (&["incline", "--backend", "quantum"], &["backend", "quantum", "reference"]),
    (&["incline", "--precision", "f16"], &["precision", "f16", "f32, f64"]),
    (&["incline", "--backend", "reference", "--precision", "f32"], &["precision", "f32"]),
    (&["incline", "--threads", "99999"], &["threads", "99999"]),
    (&["incline", "--threads", "some"], &["threads", "some"]),
    (&["incline", "--colour"], &["--colour"]),
    (&["incline", "--backend", "gpu", "--adapter", "no such thing"], &["adapter"]),
    (&["conveyor", "--set", "sense=0"], &["sense", "0", "one of -1, 1"]),
    (&["conveyor", "--set", "sense={uniform=[-1, 1]}"], &["sense", "one of -1, 1"]),
    (&["conveyor", "--set", "radius=60"], &["radius", "60", "arm"]),
    (&["conveyor", "--set", "arm=0"], &["arm", "0"]),
    (&["conveyor", "--set", "field.cells=[0, 5]"], &["field.cells", "[0, 5]"]),
    (&["conveyor", "--set", "field.x_range=[5, 5]"], &["field.x_range"]),
    (&["conveyor", "--set", "field.x=theta"], &["field.x", "theta", "ux"]),
    (&["conveyor", "--set", "field.shape=round"], &["field.shape", "unknown key"]),
    (&["conveyor", "--set", "field.lines=3"], &["field.lines", "3", "true, false"]),
    (&["catastrophe", "--set", "m=0"], &["m = 0", "(0, 1000000] kg"]),
    (&["catastrophe", "--set", "inertia=-1"], &["inertia", "-1", "kg m^2"]),
    (&["catastrophe", "--set", "rho=-0.1"], &["rho", "-0.1", "[0,"]),
    (&["catastrophe", "--set", "mu_plus=0.5"], &["mu_plus", "unknown key", "mu"]),
    (
        &["catastrophe", "--set", "law=coulomb-soft"],
        &["round-tip + coulomb-soft", "round-tip + coulomb-planar"],
    ),
    (
        &["catastrophe", "--set", "law=glue"],
        &["law", "glue", "coulomb-soft, coulomb-planar, coulomb-directed, coulomb-static"],
    ),
    (&["catastrophe", "--set", "mu={log_uniform=[0, 1]}"], &["mu", "log_uniform", "write"]),
    (&["catastrophe", "--set", "mu={grid={from=0, to=1}}"], &["mu", "grid", "count=n"]),
    (&["catastrophe", "--set", "mu={grid={from=0, to=1, count=0}}"], &["mu", "count"]),
    (&["catastrophe", "--set", "mu={grid={from=-1, to=1, count=3}}"], &["mu", "-1", "[0, 1000]"]),
    (&["catastrophe", "--set", "figure.pie.bins=3"], &["figure.pie.bins", "drops, phase, after"]),
    (&["catastrophe", "--set", "figure.drops.bins=0"], &["bins", "0", "[1,"]),
    (
        &["catastrophe", "--set", "figure.phase.panels=[[\"singular\", \"taste\"]]"],
        &["figure.panels", "taste", "omega_after"],
    ),
    (&["catastrophe", "--set", "figure.phase.colour=taste"], &["figure.colour", "taste", "drop"]),
    (&["catastrophe", "--set", "figure.phase.x_range=[1, 0]"], &["figure.x_range", "low < high"]),
    (&["catastrophe", "--set", "figure.phase.stem=drops"], &["figure.stem", "drops", "of its own"]),
    (
        &["conveyor", "--set", "figure.field.panels=[[\"y0\", \"mu\"]]", "--set", "figure.field.kind=atlas"],
        &["figure.kind", "atlas", "planar"],
    ),
    (&["nothing"], &["preset", "nothing", "conveyor"]),
    (&["missing.toml"], &["missing.toml"]),
];

#[test]
fn bad_input_is_one_line_that_names_key_value_and_range() {
    for (args, words) in REFUSED {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run");
        let mut all = vec!["run"];
        all.extend(*args);
        all.extend(["--out", out.to_str().unwrap()]);
        let run = moreau(&all).assert().code(2);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
        for word in *words {
            assert!(said.contains(word), "{args:?} does not name {word}: {said}");
        }
        assert!(leftovers(folder.path()).is_empty(), "{args:?} left something");
    }
}

#[test]
fn bad_files_are_refused_with_their_name_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let head = "model = \"plane\"\nlaw = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\n";
    let cases = [
        ("not toml at all {{{".to_owned(), "not a study file"),
        (format!("{head}members = = 3"), "line 4"),
        ("members = 3".to_owned(), "model"),
        (format!("{head}colour = 3"), "colour"),
        (format!("{head}[params]\nmu = true"), "mu"),
        (format!("{head}params = 3"), "params"),
        (format!("{head}[params]\nm = 3"), "params.m"),
        (format!("{head}members = 1.5"), "members"),
        (format!("{head}[[figure]]\nkind = \"pie\""), "figure.kind"),
        (format!("{head}[[figure]]\nkind = \"field\"\nstem = \"../x\""), "figure.stem"),
        (
            format!("{head}[record]\nevery = 1\nmembers = 1000000\n")
                .replace("[record]", "members=1000000\nduration=1e6\n[record]"),
            "record.every",
        ),
    ];
    for (text, word) in cases {
        let file = folder.path().join("study.toml");
        std::fs::write(&file, &text).unwrap();
        let out = folder.path().join("out");
        let run = moreau(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]).assert().code(2);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert_eq!(said.trim_end().lines().count(), 1, "{text}: {said}");
        assert!(said.contains(word), "{text}: {said}");
        assert_eq!(leftovers(folder.path()), ["study.toml"]);
    }
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
