//! Bad input: one line that names key, value and what is accepted; nothing left behind.

use super::{leftovers, moreau};

/// Each line: arguments after `run`, and what the one line on stderr must name.
const REFUSED: &[(&[&str], &[&str])] = &[
    (&["incline", "--set", "mu=-1"], &["mu", "-1", "[0, 1000]"]),
    (&["incline", "--set", "mu=nan"], &["mu", "nan", "[0, 1000]"]),
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
    (&["incline", "--set", "h=nan"], &["h = nan"]),
    (&["incline", "--set", "h=1e-9", "--set", "duration=1e6"], &["h", "4294967295 steps"]),
    (&["incline", "--set", "duration=-1"], &["duration", "-1"]),
    (&["incline", "--set", "duration=inf"], &["duration", "inf"]),
    (&["incline", "--set", "colour=red"], &["colour", "unknown key", "angle_deg"]),
    (&["incline", "--set", "mu"], &["--set", "key=value"]),
    (&["incline", "--set", "model=planet"], &["model", "planet", "plane, ", "conveyor, "]),
    (&["incline", "--members", "0"], &["members", "0", "[1,"]),
    (&["incline", "--members", "-3"], &["members", "-3"]),
    (&["incline", "--members", "many"], &["members", "many"]),
    (&["incline", "--seed", "-1"], &["seed", "-1"]),
    (&["incline", "--record", "0"], &["every", "0"]),
    (&["incline", "--record", "1:0"], &["members", "0"]),
    (&["incline", "--format", "xlsx"], &["format", "xlsx", "parquet, csv"]),
    (&["incline", "--audit", "1.5"], &["audit", "1.5", "[0, 1]"]),
    (&["incline", "--audit", "nan"], &["audit", "NaN", "[0, 1]"]),
    (&["incline", "--audit", "some"], &["audit", "some"]),
    (&["incline", "--shard", "5/4"], &["shard", "5/4", "I from 1 to N"]),
    (&["incline", "--shard", "half"], &["shard", "half"]),
    (&["incline", "--member", "99999999999"], &["member", "99999999999", "[0, "]),
    (&["incline", "--member", "-1"], &["member", "-1"]),
    (&["incline", "--member", "0", "--shard", "1/2"], &["--member", "--shard"]),
    (&["incline", "--backend", "quantum"], &["backend", "quantum", "reference"]),
    (&["incline", "--precision", "f16"], &["precision", "f16", "f32, f64"]),
    (&["incline", "--backend", "reference", "--precision", "f32"], &["precision", "f32"]),
    (&["incline", "--certificates", "maybe"], &["certificates", "maybe", "on, off"]),
    (&["incline", "--backend", "reference", "--fast-math"], &["fast-math", "reference", "--precision f32"]),
    (&["incline", "--tune", "fast"], &["tune", "fast", "again"]),
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
        &["law", "glue", "coulomb-soft, ", "coulomb-planar", "coulomb-directed", "coulomb-static"],
    ),
    (&["catastrophe", "--set", "mu={log_uniform=[0, 1]}"], &["mu", "log_uniform", "write"]),
    (&["catastrophe", "--set", "mu={grid={from=0, to=1}}"], &["mu", "grid", "count=n"]),
    (&["catastrophe", "--set", "mu={grid={from=0, to=1, count=0}}"], &["mu", "count"]),
    (&["catastrophe", "--set", "mu={grid={from=-1, to=1, count=3}}"], &["mu", "-1", "[0, 1000]"]),
    (
        &["catastrophe", "--set", "mu={normal=[0.5, 0.1]}"],
        &["mu", "[0, 1000]", "{normal=[mean, sd, low, high]}"],
    ),
    (&["catastrophe", "--set", "mu={file=\"no.csv\", column=\"mu\"}"], &["mu", "no.csv"]),
    (&["catastrophe", "--set", "sampling=moon"], &["sampling", "moon", "host", "device"]),
    (&["catastrophe", "--set", "sampling=device"], &["h", "uniform", "a constant", "host"]),
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
    let together = |kind: &str, names: &str| {
        let panels = "panels = [[\"x\", \"y\"], [\"x\", \"z\"], [\"y\", \"z\"]]";
        (
            format!("{head}[[figure]]\nkind = \"{kind}\"\nstem = \"a\"\n{panels}\ntogether = {names}"),
            "figure.together",
        )
    };
    let cases = [
        together("scatter", "[\"one\", \"two\"]"),
        together("scatter", "[]"),
        together("scatter", "\"one\""),
        together("scatter", "[1, 2, 3]"),
        together("map", "[\"one\", \"two\", \"three\"]"),
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
