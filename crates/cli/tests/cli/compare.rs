//! `moreau compare`: what agrees must, what is refused leaves nothing, what was stopped goes on.

use std::path::Path;

use serde_json::Value;

use super::{leftovers, moreau, stdout};

/// Small enough for a debug build.
const SMALL: [&str; 6] = ["--members", "300", "--set", "duration=0.1", "--set", "h=1e-3"];

fn compared(study: &str, with: &[&str], out: &Path, more: &[&str]) -> Value {
    let mut args = vec!["compare", study, "--out", out.to_str().unwrap(), "--json", "--no-figures"];
    with.iter().for_each(|variant| args.extend(["--with", variant]));
    args.extend(more);
    serde_json::from_str(&stdout(&args)).unwrap()
}

fn worst(pair: &Value) -> f64 {
    pair["distance"]["worst"].as_f64().expect("a finite distance")
}

#[test]
fn the_same_variant_twice_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let found = compared("laws", &["law=coulomb-planar", "law=coulomb-planar"], &out, &SMALL);
    let pair = &found["pairs"][0];
    assert_eq!(pair["agreement"]["count"], 300);
    assert_eq!(pair["agreement"]["fraction"], 1.0);
    assert_eq!(worst(pair), 0.0);
    assert!(pair["columns"].as_array().unwrap().iter().all(|column| column["worst"] == 0.0));
    assert_eq!(pair["otherwise"].as_array().unwrap().len(), 0);
    assert_eq!(found["variants"][0]["books"], found["variants"][1]["books"]);
    assert_eq!(found["variants"][0]["flags"], found["variants"][1]["flags"]);
    assert_eq!(found["same_draws"].as_array().unwrap().len(), 2);
    let files = ["compare.csv", "compare.json", "compare.toml", "coulomb-planar", "coulomb-planar-2"];
    assert_eq!(leftovers(&out), [&files[..], &["report.html"]].concat());
    assert!(out.join("coulomb-planar-2/members.parquet").is_file());
    // The plan is a study file that says the same again.
    let again = compared(out.join("compare.toml").to_str().unwrap(), &[], &folder.path().join("again"), &[]);
    assert_eq!(again["pairs"], found["pairs"]);
}

/// One coefficient for each sense, both the same, is Coulomb's law: the same sums, so the same numbers but for the order
/// of rounding.
#[test]
fn laws_that_coincide_agree_to_rounding_and_others_do_not() {
    const ROUNDING: f64 = 1e-12;
    let folder = tempfile::tempdir().unwrap();
    let same = ["law=coulomb-planar", "law=coulomb-directed,mu_plus=0.5,mu_minus=0.5"];
    let found = compared("catastrophe", &same, &folder.path().join("same"), &SMALL[..4]);
    let pair = &found["pairs"][0];
    assert!(worst(pair) <= ROUNDING, "{pair}");
    assert_eq!(pair["agreement"]["count"], 300);
    assert_eq!(found["variants"][1]["dropped"], serde_json::json!(["mu"]));
    // The negative control: another coefficient moves everyone.
    let other = ["law=coulomb-planar", "law=coulomb-directed,mu_plus=0.4,mu_minus=0.4"];
    let found = compared("catastrophe", &other, &folder.path().join("other"), &SMALL[..4]);
    let pair = &found["pairs"][0];
    let median = pair["distance"]["median"]["value"].as_f64().unwrap();
    assert!(median > 1e-3, "{pair}");
    assert!(pair["agreement"]["count"].as_u64().unwrap() <= 300);
    let cells = pair["confusion"].as_array().unwrap().iter().map(|cell| cell["count"].as_u64().unwrap());
    assert_eq!(cells.sum::<u64>(), 300);
}

/// The JSON parser reads numbers to a unit in the last place.
const PARSED: f64 = 4.0 * f64::EPSILON;

/// Distances by hand from the tables that the variants wrote.
#[test]
fn the_numbers_are_those_of_the_members() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let with = ["name=a,mu=0.5", "name=b,mu=0.45", "name=c,mu=0.5,precision=f32"];
    let found = compared("throw", &with, &out, &["--members", "70", "--set", "duration=0.5"]);
    assert_eq!(found["pairs"].as_array().unwrap().len(), 3);
    assert_eq!(found["variants"][2]["precision"], "f32");
    let run = |mu: &str| {
        let changes = [mu, "members=70", "duration=0.5"];
        let study = moreau::study::Study::preset("throw").unwrap().set(changes).unwrap();
        study.run(moreau::backend::Backend::cpu(1)).unwrap()
    };
    let (a, b) = (run("mu=0.5"), run("mu=0.45"));
    for column in found["pairs"][0]["columns"].as_array().unwrap() {
        let name = column["name"].as_str().unwrap();
        let (a, b) = (a.column(name).unwrap(), b.column(name).unwrap());
        let mut apart: Vec<f64> = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).collect();
        let worst = column["worst"].as_f64().unwrap();
        let member = column["worst_member"].as_u64().unwrap() as usize;
        assert!((worst - apart[member]).abs() <= PARSED * worst, "{name}");
        apart.sort_by(f64::total_cmp);
        assert!((worst - apart[69]).abs() <= PARSED * worst, "{name}");
        // The k-th smallest of 70, k = 35.
        let median = &column["median"];
        let [low, high] = ["low", "high"].map(|key| median[key].as_f64().unwrap());
        let exact = apart[34];
        assert!(low * (1.0 - PARSED) <= exact && exact <= high * (1.0 + PARSED), "{name}: {median}");
    }
    let mean = |results: &moreau::study::Results| {
        let values = results.column("energy_gain").unwrap();
        values.iter().sum::<f64>() / values.len() as f64
    };
    let books = found["variants"][1]["books"].as_array().unwrap();
    let gain = books.iter().find(|book| book["name"] == "energy_gain").unwrap();
    assert!((gain["mean"].as_f64().unwrap() - mean(&b)).abs() <= 8.0 * PARSED * (1.0 + mean(&b).abs()));
}

#[test]
fn a_study_says_what_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let said = stdout(&[&["compare", "laws", "--out", out, "--quiet"], &SMALL[..]].concat());
    assert!(said.is_empty());
    let said = stdout(&[&["compare", "laws", "--out", out, "--resume"], &SMALL[..]].concat());
    for word in [
        "planar",
        "directed",
        "static",
        "ends alike",
        "has no mu",
        "theta0",
        "energy_gain",
        "nonfinite",
        "99 %",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let csv = std::fs::read_to_string(Path::new(out).join("compare.csv")).unwrap();
    assert!(csv.starts_with("what,a,b,name,unit,value,low,high,member\n"));
    assert_eq!(csv.lines().filter(|line| line.starts_with("agreement,")).count(), 10);
    assert!(Path::new(out).join("figures/compare.png").is_file());
    let page = std::fs::read_to_string(Path::new(out).join("report.html")).unwrap();
    assert!(page.contains("Share of members that end alike") && page.contains("data:image/svg+xml"));
}

/// Each line: arguments after `compare`, and what the one line on stderr must name.
const REFUSED: &[(&[&str], &[&str])] = &[
    (&["catastrophe"], &["--with", "0 variants", "2 to 12"]),
    (&["catastrophe", "--with", "law=coulomb-planar"], &["--with", "1 variants", "2 to 12"]),
    (
        &["catastrophe", "--with", "h=1e-3", "--with", "law=coulomb-cubic"],
        &["law", "coulomb-cubic", "coulomb-planar"],
    ),
    (
        &["catastrophe", "--with", "h=1e-3", "--with", "law=coulomb-soft"],
        &["round-tip + coulomb-soft", "coulomb-static"],
    ),
    (&["catastrophe", "--with", "h=1e-3", "--with", "scheme=euler"], &["scheme", "euler", "moreau-midpoint"]),
    (
        &["catastrophe", "--with", "h=1e-3", "--with", "colour=red"],
        &["colour", "red", "unknown key", "theta0"],
    ),
    (
        &["catastrophe", "--with", "h=1e-3", "--with", "law=coulomb-directed,mu=1"],
        &["mu", "unknown key", "mu_plus"],
    ),
    (&["catastrophe", "--with", "h=1e-3", "--with", "mu=-1"], &["mu", "-1", "[0, 1000]"]),
    (&["catastrophe", "--with", "h=1e-3", "--with", "seed=2"], &["seed", "2", "accepted: 1"]),
    (&["catastrophe", "--with", "h=1e-3", "--with", "members=2"], &["members", "2", "accepted: 20000"]),
    (&["catastrophe", "--with", "h=1e-3", "--with", "model=plane"], &["model", "plane"]),
    (&["catastrophe", "--with", "h=1e-3", "--with", "mu"], &["--with", "mu", "key=value"]),
    (&["catastrophe", "--with", "h=1e-3", "--with", ""], &["--with", "key=value"]),
    (&["catastrophe", "--with", "h=1e-3", "--with", "precision=f16"], &["precision", "f16", "f32, f64"]),
    (&["catastrophe", "--with", "h=1e-3", "--with", "backend=abacus"], &["backend", "abacus", "reference"]),
    (
        &["catastrophe", "--with", "h=1e-3", "--with", "mu=1", "--format", "csv"],
        &["format", "csv", "parquet"],
    ),
    (
        &["catastrophe", "--with", "h=1e-3", "--with", "mu=1", "--shard", "1/2"],
        &["shard", "1/2", "all members"],
    ),
    (
        &[
            "catastrophe",
            "--set",
            "h={sobol=[3e-4, 4e-4]}",
            "--with",
            "law=coulomb-planar",
            "--with",
            "law=coulomb-directed,mu_plus={sobol=[0.4, 0.5]}",
        ],
        &["h = ", "other values", "uniform"],
    ),
];

#[test]
fn bad_input_is_one_line_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (args, words) in REFUSED {
        let out = folder.path().join("out");
        let all = [&["compare"], *args, &["--out", out.to_str().unwrap()]].concat();
        let run = moreau(&all).assert().code(2);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
        assert!(words.iter().all(|word| said.contains(word)), "{args:?}: {said}");
        assert!(run.get_output().stdout.is_empty());
        assert!(leftovers(folder.path()).is_empty(), "{args:?}");
    }
    std::fs::write(folder.path().join("thesis.tex"), "precious").unwrap();
    let out = folder.path().to_str().unwrap();
    let run = moreau(&["compare", "laws", "--out", out]).assert().code(2);
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("holds other files"));
    assert_eq!(leftovers(folder.path()), ["thesis.tex"]);
}

/// Stopped after its first variant, a comparison goes on with the others and gives the same numbers.
#[test]
fn a_stopped_comparison_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
    let found = compared("laws", &[], &whole, &SMALL);
    compared("laws", &[], &cut, &SMALL);
    std::fs::remove_dir_all(cut.join("static")).unwrap();
    std::fs::remove_file(cut.join("compare.json")).unwrap();
    let first = cut.join("planar/members.parquet");
    let written = std::fs::metadata(&first).unwrap().modified().unwrap();
    let again = compared("laws", &[], &cut, &[&SMALL[..], &["--resume"]].concat());
    assert_eq!(again["pairs"], found["pairs"]);
    assert_eq!(again["variants"], found["variants"]);
    assert_eq!(std::fs::metadata(&first).unwrap().modified().unwrap(), written, "the first was run again");
    // Another comparison in the same folder is not this one.
    let args = ["compare", "laws", "--out", cut.to_str().unwrap(), "--resume", "--set", "seed=2", "--quiet"];
    let run = moreau(&args).assert().code(2);
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("another"), "{run}");
}
