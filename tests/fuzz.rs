//! Study files as nobody should write them: presets, torn and spliced at random. Whatever comes in, a study is accepted
//! or refused in one line; it never panics. An accepted one samples members that are finite, and is what it says it is.
//!
//! 100,000 cases; `MOREAU_FUZZ=1000000 cargo test --release --test fuzz` for more.

use moreau::study::{Study, presets};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// What is put in place of a value, or anywhere.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "1",
    "0.5",
    "1e308",
    "-1e-308",
    "nan",
    "inf",
    "-inf",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "true",
    "\"\"",
    "\"x\"",
    "[]",
    "{}",
    "[1, 2]",
    "[[\"x\", \"y\"]]",
    "[\"x\", 3]",
    "'''",
    "\u{0}",
    "ü",
    "{uniform=[0, 1]}",
    "{uniform=[1, 0]}",
    "{uniform=[0]}",
    "{uniform=[nan, 1]}",
    "{uniform=[-1e308, 1e308]}",
    "{log_uniform=[0, 1]}",
    "{log_uniform=[1e-3, 1]}",
    "{normal=[0.5, 0.1]}",
    "{normal=[0.5, 0.1, 0, 1]}",
    "{normal=[0, -1]}",
    "{normal=[0, 0, 1, 2]}",
    "{normal=[0, 1e300, 0, 1]}",
    "{linspace=[0, 1]}",
    "{logspace=[1, 2]}",
    "{logspace=[0, 2]}",
    "{choice=[]}",
    "{choice=[1, 2, 3]}",
    "{grid=[]}",
    "{grid=[1, 2]}",
    "{grid={from=0, to=1, count=5}}",
    "{grid={from=0, to=1, count=-5}}",
    "{grid={from=0, to=1, count=1000000}}",
    "{sobol=[0, 1]}",
    "{sobol=[1, 0]}",
    "{sobol=[0, 1, 2]}",
    "{file=\"/nowhere.csv\", column=\"x\"}",
    "{file=\"Cargo.toml\", column=\"x\"}",
    "{file=3, column=4}",
    "{file=\"a\"}",
    "{uniform=[0,1], normal=[0,1]}",
    "members = 0",
    "members = 1000000000000",
    "seed = -1",
    "h = 1e-9",
    "duration = 1e12",
    "sampling = \"device\"",
    "sampling = \"moon\"",
    "[params]",
    "[record]",
    "[field]",
    "[[figure]]",
    "kind = \"atlas\"",
    "kind = 3",
    "panels = [[\"x\", \"nothing\"]]",
    "every = 0",
    "cells = [0, 0]",
    "cells = [4000000, 4000000]",
    "lines = true",
    "law = \"coulomb-static\"",
    "model = \"chalk\"",
    "law = 7",
    "[params.mu]",
    "a.b.c = 1",
    "=",
    "\"",
    "#",
    "]",
    "{",
];

/// One change of a text: what, where, with which word.
type Change = (u8, usize, usize);

/// The text with one change.
fn changed(text: &str, (kind, place, word): Change) -> String {
    let word = WORDS[word % WORDS.len()];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = place % lines.len().max(1);
    match kind % 8 {
        // A value.
        0..=2 => {
            let values: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].contains('=')).collect();
            if let Some(&i) = values.get(place % values.len().max(1)) {
                let key = lines[i].split('=').next().unwrap_or_default().to_owned();
                lines[i] = format!("{key}= {word}");
            }
        }
        3 => lines.insert(line.min(lines.len()), word.to_owned()),
        4 if !lines.is_empty() => drop(lines.remove(line)),
        5 if !lines.is_empty() => lines.push(lines[line].clone()),
        // Cut in the middle of anything.
        6 => {
            let mut text = lines.join("\n");
            let cut = (0..=place % (text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text.truncate(cut);
            return text;
        }
        _ => {
            let other = presets::PRESETS[place % presets::PRESETS.len()].1;
            lines.extend(other.lines().skip(word.len()).take(3).map(str::to_owned));
        }
    }
    lines.join("\n")
}

/// Reads it; what is accepted must hold together.
fn judge(text: &str) -> Result<(), TestCaseError> {
    let study = match Study::parse("fuzz", text) {
        Ok(study) => study,
        Err(error) => {
            let said = error.to_string();
            prop_assert!(!said.is_empty() && !said.contains('\n'), "{said:?}");
            prop_assert_eq!(error.exit_code(), 2, "{}", said);
            return Ok(());
        }
    };
    for member in [0, 1, study.spec.members / 2, study.spec.members - 1] {
        let params = study.params_of(member.min(study.spec.members - 1));
        for (column, value) in study.info().columns.iter().zip(params) {
            let (low, high) = study.spec.dist(column.name).bounds();
            prop_assert!(low <= value && value <= high, "{} = {value} not in [{low}, {high}]", column.name);
        }
    }
    let resolved = study.spec.to_toml();
    let again = Study::parse("fuzz", &resolved);
    prop_assert!(again.is_ok(), "{:?} of {resolved}", again.err().map(|e| e.to_string()));
    prop_assert_eq!(again.unwrap().spec.to_toml(), resolved);
    Ok(())
}

#[test]
fn torn_study_files_are_read_or_refused() {
    let cases = std::env::var("MOREAU_FUZZ").ok().and_then(|cases| cases.parse().ok()).unwrap_or(100_000);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let change = (any::<u8>(), any::<usize>(), any::<usize>());
    let strategy = (0..presets::PRESETS.len(), proptest::collection::vec(change, 1..6));
    runner
        .run(&strategy, |(preset, changes)| {
            let text =
                changes.iter().fold(presets::PRESETS[preset].1.to_owned(), |text, &c| changed(&text, c));
            judge(&text)
        })
        .unwrap();
}

#[test]
fn assignments_are_read_or_refused() {
    let mut runner =
        TestRunner::new(Config { cases: 20_000, failure_persistence: None, ..Config::default() });
    let keys = [
        "mu",
        "h",
        "members",
        "record.every",
        "field.cells",
        "figure.field.bins",
        "law",
        "x",
        "",
        "params.mu",
        "seed",
    ];
    runner
        .run(&(0..presets::PRESETS.len(), 0..keys.len(), 0..WORDS.len()), |(preset, key, word)| {
            let study = Study::preset(presets::PRESETS[preset].0).unwrap();
            match study.set([format!("{}={}", keys[key], WORDS[word]).as_str()]) {
                Ok(study) => judge(&study.spec.to_toml()),
                Err(error) => {
                    prop_assert_eq!(error.exit_code(), 2);
                    Ok(())
                }
            }
        })
        .unwrap();
}
