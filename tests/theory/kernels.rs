//! The classes that the kernels write beside every member are those of theory.

use moreau::backend::Backend;
use moreau::output::table::Values;
use moreau::study::{Results, Study};
use moreau::theory::CLASSES;

use super::contact;

const MEMBERS: usize = 4000;
/// The same formulas in the same precision, compiled twice: the last places may differ where the compiler fuses.
const ROUNDING: f64 = 1e-12;

const DRAWN: [&str; 11] = [
    "theta0", "omega0", "slide0", "normal0", "gap0", "rho", "inertia", "m", "gravity", "mu_plus", "mu_minus",
];

fn run(backend: Backend) -> Results {
    let set = [
        "law=coulomb-directed",
        "duration=0",
        "theta0={uniform=[-1.5, 1.5]}",
        "omega0={uniform=[-6, 6]}",
        "slide0={choice=[-5, -2, -1, -0.1, 0, 0.1, 1, 2, 5]}",
        "normal0={choice=[0, 0, 0, 0, 0, -1, 1]}",
        "gap0={choice=[0, 0, 0, 0, 0, 0.1]}",
        "rho={uniform=[0, 0.6]}",
        "inertia={uniform=[0.02, 0.5]}",
        "m={uniform=[0.5, 2]}",
        "gravity={uniform=[5, 15]}",
        "mu_plus={uniform=[0, 3]}",
        "mu_minus={uniform=[0, 3]}",
    ];
    // The preset has a coefficient that this law does not know.
    let mut table: toml::Table = moreau::study::presets::text("catastrophe").unwrap().parse().unwrap();
    table["params"].as_table_mut().unwrap().remove("mu");
    table.insert("law".into(), "coulomb-directed".into());
    let study = Study::parse("classes", &table.to_string()).unwrap();
    study.set(set).unwrap().members(MEMBERS as u64).run(backend).unwrap()
}

fn compare(backend: Backend) {
    let results = run(backend);
    let Values::Label { codes, labels } = &results.members.get("class").unwrap().values else {
        panic!("class is a column of words");
    };
    assert_eq!(*labels, CLASSES);
    assert_eq!(codes.len(), MEMBERS);
    let columns = DRAWN.map(|name| results.column(name).unwrap());
    let [p_start, push_start] = ["p_start", "push_start"].map(|name| results.column(name).unwrap());
    let mut met = [0; CLASSES.len()];
    for i in 0..MEMBERS {
        let given: Vec<(&str, f64)> =
            DRAWN.iter().zip(&columns).map(|(name, values)| (*name, values[i])).collect();
        let here = contact("coulomb-directed", &given);
        let answer = super::theory(&here);
        assert_eq!(answer.class, CLASSES[usize::from(codes[i])], "member {i}: {given:?}");
        assert!((answer.push - push_start[i]).abs() <= ROUNDING * 100.0, "member {i}: push");
        if let Some(margin) = answer.margin {
            assert!((margin - p_start[i]).abs() <= ROUNDING * (here.h.tt + here.h.nn), "member {i}: p");
        }
        met[usize::from(codes[i])] += 1;
    }
    assert!(met.iter().all(|&count| count > 10), "classes met too rarely: {met:?}");
}

#[test]
fn the_fast_backend_classifies_as_theory_does() {
    compare(Backend::cpu(0));
}

#[test]
fn the_reference_classifies_as_theory_does() {
    compare(Backend::reference());
}
