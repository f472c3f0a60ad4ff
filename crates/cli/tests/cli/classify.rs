//! `moreau classify`.

use assert_cmd::Command;

fn classify(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("moreau").unwrap();
    command.arg("classify").args(args);
    command
}

fn said(args: &[&str]) -> String {
    String::from_utf8(classify(args).assert().success().get_output().stdout.clone()).unwrap()
}

/// A rod at 60 degrees that slides to the left, pressed, where p < 0.
const ROD: [&str; 9] =
    ["catastrophe", "--rod", "60", "--set", "rho=0", "--set", "mu=1.5", "--set", "slide0=-1"];

#[test]
fn the_text_tells_state_margins_class_jumps_and_forces() {
    let text = said(&ROD);
    for words in [
        "round-tip + coulomb-planar",
        "theta0 -0.5235987755982988",
        "sliding to the left: gap 0, U (-1, 0)",
        "tt 16, tn -8.66025, nn 6",
        "left H_nn + mu- H_tn = -6.99038",
        "class    none",
        "possible jump",
        "then U (-1, 0)",
        "P (0.285714, 0.412393), then U (0, 0)",
        "no finite force, only an impulse",
    ] {
        assert!(text.contains(words), "{words} is missing in\n{text}");
    }
    let faster = said(&[&ROD[..], &["--set", "omega0=5"]].concat());
    for words in
        ["class    three", "3 solutions, 2 with a finite force", "lifts off", "slides on", "impulse  "]
    {
        assert!(faster.contains(words), "{words} is missing in\n{faster}");
    }
    for (set, words) in [
        ("gap0=1", "class    apart"),
        ("normal0=-1", "impact: one outcome"),
        ("slide0=0", "resting contact"),
        ("theta0=0.75", "one solution"),
    ] {
        assert!(said(&["catastrophe", "--set", set]).contains(words), "{set}");
    }
}

#[test]
fn json_has_the_same_answer() {
    let json: serde_json::Value = serde_json::from_str(&said(&[&ROD[..], &["--json"]].concat())).unwrap();
    assert_eq!((&json["class"], &json["sense"]), (&"none".into(), &"left".into()));
    assert_eq!(json["params"]["mu"], 1.5);
    assert_eq!(json["contact"]["velocity"][0], -1.0);
    assert!((json["margin"].as_f64().unwrap() + 6.990381056766578).abs() < 1e-12);
    assert_eq!(json["p_minus"], json["margin"]);
    assert_eq!(json["jumps"]["case"], "possible-jump");
    assert_eq!(json["jumps"]["outcomes"].as_array().unwrap().len(), 2);
    assert_eq!(json["solutions"].as_array().unwrap().len(), 1);
    assert_eq!(json["solutions"][0]["kind"], "impulse");
}

/// The step is different for every member of this preset, and matters to no initial state.
#[test]
fn only_what_the_state_depends_on_must_be_one_number() {
    said(&["catastrophe", "--set", "h={uniform=[0.001, 0.002]}", "--set", "mu={choice=[0.5]}"]);
}

#[test]
fn refusals_are_one_line_that_names_key_and_value() {
    let refused: &[(&[&str], &[&str])] = &[
        (&["incline"], &["model", "plane", "round-tip"]),
        (&["conveyor"], &["model", "conveyor", "round-tip"]),
        (&["catastrophe", "--set", "law=generalised"], &["law", "generalised", "coulomb-planar"]),
        (&["catastrophe", "--set", "mu={uniform=[0.1, 0.2]}"], &["mu", "[0.1, 0.2]", "one number"]),
        (&["catastrophe", "--set", "theta0={linspace=[0, 1]}"], &["theta0", "[0, 1]", "one number"]),
        (&["catastrophe", "--set", "mu=-1"], &["mu", "-1", "[0, 1000]"]),
        (&["catastrophe", "--set", "colour=red"], &["colour", "unknown key"]),
        (&["catastrophe", "--set", "inertia=1e-30"], &["H = ", "positive definite"]),
        (&["catastrophe", "--rod", "steep"], &["rod", "steep", "[0, 180]"]),
        (&["catastrophe", "--rod", "-3"], &["rod", "-3", "[0, 180]"]),
        (&["catastrophe", "--rod", "nan"], &["rod", "nan", "[0, 180]"]),
        (&["catastrophe", "--rod", "45", "--set", "theta0=1"], &["rod", "45", "theta0"]),
        (&["incline", "--rod", "45"], &["rod", "45", "theta0"]),
        (&["nothing"], &["preset", "nothing", "catastrophe"]),
        (&["missing.toml"], &["missing.toml"]),
        (&[], &["STUDY"]),
    ];
    for (args, words) in refused {
        let run = classify(args).assert().code(2);
        assert!(run.get_output().stdout.is_empty(), "{args:?}");
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
        for word in *words {
            assert!(said.contains(word), "{args:?} does not name {word}: {said}");
        }
    }
}
