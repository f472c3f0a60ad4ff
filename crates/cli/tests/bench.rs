//! `moreau bench` from outside: it runs, its JSON says what its tables say, its counts are those one finds by hand, and bad
//! input is refused in words.

use std::process::{Command, Output};

use moreau::backend::Precision;
use moreau::study::Study;
use moreau_check::count::count_operations;
use moreau_check::count::graph::Operations;
use serde_json::Value;

/// How far a rate may pass its limit when the two are measured a second apart by a single, disturbed round (1.27 was seen).
const DISTURBED: f64 = 4.0;

fn moreau(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_moreau")).args(args).output().expect("the program starts")
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("{key} is no number in {value}"))
}

#[test]
fn a_quick_run_has_a_figure_and_a_limit_for_every_backend() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (json, baseline, out) = (path("bench.json"), path("baseline.json"), path("figures"));
    let common = ["--quick", "--sizes", "100,1000", "--rounds", "1", "--out", out.as_str()];
    let first = [&["bench", "incline", "--json", &json, "--save-baseline", &baseline], &common[..]].concat();
    let output = moreau(&first);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let report: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    let preset = &report["presets"][0];
    assert_eq!((&preset["preset"], number(preset, "large")), (&Value::from("incline"), 1000.0));
    let backends = preset["backends"].as_array().unwrap();
    let names: Vec<&str> = backends.iter().map(|backend| backend["name"].as_str().unwrap()).collect();
    for expected in ["reference f64", "cpu f32 x1", "cpu f64 x1", "plain loop f32"] {
        assert!(names.contains(&expected), "{expected} is missing in {names:?}");
    }
    for backend in backends {
        let sizes = backend["sizes"].as_array().unwrap();
        assert_eq!(sizes.len(), 2);
        for size in sizes {
            for kind in ["kernel", "end_to_end"] {
                let rate = number(&size[kind], "median");
                assert!(rate > 0.0 && rate.is_finite(), "{backend}");
            }
            // One round on a machine that other tests share: a peak measured in a slow moment lets a rate pass it. That the
            // operations are counted right is tested below, without a clock.
            let fraction = number(size, "fraction");
            assert!(fraction > 0.0 && fraction < DISTURBED, "{}: {fraction} of the limit", backend["name"]);
        }
        assert!(
            ["divider", "arithmetic", "memory", "together"]
                .contains(&backend["limit"]["binds"].as_str().unwrap())
        );
        assert!(number(&backend["operations"]["plain"], "div") == 1.0);
    }
    for growth in report["growth"].as_array().unwrap() {
        assert!(number(growth, "exponent") > 0.2, "{growth}");
    }
    assert!(number(&report["lorenz"][0], "one_core") > 1e6);

    let printed = String::from_utf8(output.stdout).unwrap();
    for name in names {
        assert!(printed.contains(name), "{name} is not in\n{printed}");
    }
    for ending in ["svg", "png"] {
        assert!(std::path::Path::new(&out).join(format!("bench-incline.{ending}")).is_file());
    }
    // A run beside its own baseline, and the baseline is the table of figures.
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&baseline).unwrap()).unwrap();
    assert_eq!(kept["figures"], report["figures"]);
    for file in [&baseline, &json] {
        let read = moreau_bench::compare::Baseline::read(file.as_ref()).unwrap();
        assert_eq!(read.figures.len(), backends.len());
    }
}

#[test]
fn bad_input_is_refused_with_key_value_and_what_is_accepted() {
    for (args, words) in [
        (vec!["bench", "nonsense"], vec!["preset", "nonsense", "incline"]),
        (vec!["bench", "incline", "--sizes", "0"], vec!["sizes", "0", "whole numbers in [1,"]),
        (vec!["bench", "incline", "--sizes", "10,x"], vec!["sizes", "10,x", "whole numbers"]),
        (vec!["bench", "incline", "--sizes", "-5"], vec!["sizes", "-5", "whole numbers"]),
        (vec!["bench", "incline", "--rounds", "0"], vec!["rounds", "0", "[1, 1000]"]),
        (vec!["bench", "incline", "--rounds", "few"], vec!["rounds", "few", "[1, 1000]"]),
        (vec!["bench", "incline", "--budget", "0"], vec!["budget", "0", "seconds"]),
        (vec!["bench", "incline", "--budget", "nan"], vec!["budget", "NaN", "seconds"]),
        (vec!["bench", "--json", "incline"], vec!["json", "incline", "file"]),
    ] {
        let output = moreau(&args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(words.iter().all(|word| said.contains(word)), "{args:?}: {said}");
    }
    let output = moreau(&["bench", "incline", "--compare", "/nowhere/baseline.json"]);
    assert_eq!(output.status.code(), Some(1));
}

fn counted(preset: &str, precision: Precision) -> Operations {
    count_operations(&Study::preset(preset).unwrap(), precision).expect("an everyday triple").plain
}

/// By hand, for the paper's step of a particle over a plane: loose velocity 3 add; length 2 mul 1 add 1 sqrt; radius 1 mul;
/// the factor 1 div; the projection 2 mul; the end 3 add, then half a step 3 mul 3 add, and another half 3 add.
/// Comparisons, selections and signs: 14 or fewer.
#[test]
fn the_step_of_the_incline_has_the_operations_one_counts_by_hand() {
    for precision in [Precision::F32, Precision::F64] {
        let counted = counted("incline", precision);
        assert_eq!((counted.div, counted.sqrt), (1, 1), "{counted}");
        assert_eq!((counted.mul, counted.add), (8, 13), "{counted}");
        assert!(counted.other <= 14, "{counted}");
    }
}

#[test]
fn the_conveyor_costs_more_than_the_incline_and_doubles_more_than_singles() {
    let (incline, conveyor) = (counted("incline", Precision::F32), counted("conveyor", Precision::F32));
    assert!(conveyor.plain() > incline.plain() && conveyor.div == 1, "{conveyor}");
    // The series of sine and cosine are longer in f64.
    let [single, double] = [Precision::F32, Precision::F64].map(|p| counted("catastrophe", p));
    assert!(double.mul > single.mul && double.div == single.div, "{single}; {double}");
}
