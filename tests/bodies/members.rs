//! A member's result is its own: whatever runs beside it, on whatever lanes, on whatever backend.

use std::io::Write;

use moreau::backend::{Backend, Precision};
use moreau::output::table::Table;
use moreau::study::Study;

use crate::{common, members_in, study};

/// A study in which every member has its own body, step and duration.
fn ragged(members: u64) -> Study {
    let set = [
        "theta0={uniform=[-0.9, 0.9]}",
        "omega0={uniform=[-2, 2]}",
        "slide0={uniform=[-8, 8]}",
        "mu={uniform=[0.1, 0.9]}",
        "gap0={choice=[0, 0, 0.01]}",
        "duration={uniform=[0.1, 0.4]}",
    ];
    study(&set).members(members)
}

/// All columns of some members, to the bit.
fn bits(table: &Table, members: std::ops::Range<usize>) -> Vec<(String, Vec<u64>)> {
    let columns = table.columns.iter();
    let values =
        |column: &moreau::output::table::Column| members.clone().map(|i| column.real(i).to_bits()).collect();
    columns.map(|column| (column.name.clone(), values(column))).collect()
}

#[test]
fn members_do_not_depend_on_their_neighbours_or_their_lanes() {
    let f64_on =
        |members: u64, mut backend: Backend| members_in(&ragged(members), &mut backend, Precision::F64);
    let few = f64_on(250, Backend::cpu(0));
    let expected = bits(&few, 100..200);
    assert_eq!(expected, bits(&f64_on(5000, Backend::cpu(0)), 100..200));
    assert_eq!(bits(&few, 0..250), bits(&f64_on(250, Backend::reference()), 0..250));
    assert_ne!(expected[1..], bits(&few, 101..201)[1..], "members are all alike: the test could not fail");
    let f32_on = |members: u64, threads: usize| {
        bits(&members_in(&ragged(members), &mut Backend::cpu(threads), Precision::F32), 100..200)
    };
    assert_eq!(f32_on(250, 0), f32_on(5000, 1));
}

/// Standard deviations that two frequencies may be apart.
const DEVIATIONS: f64 = 4.0;
/// What a member may be off by, in rad/s or m/s, if the gap's own rounding in f32 lets it miss one contact more or less:
/// a step of strong friction. Most members must be nearer; single ones may part altogether, as a catastrophe shows how
/// the grid of steps was cut.
const NEAR_F32: f64 = 0.02;
/// In f64 contacts do not hang on rounding: a thousand steps of it are left, and what a slide makes of them.
const NEAR_F64: f64 = 1e-9;
/// Units in the last place of the largest speed that a column may differ by where the motion does not.
const ULPS: f64 = 8.0;
/// The largest speed of the ragged study, in m/s or rad/s.
const LARGEST: f64 = 10.0;

/// Outcomes are as frequent, most members move alike, and what moves alike is seen alike.
fn agree(here: &Table, there: &Table, near: f64, epsilon: f64) {
    let n = here.rows();
    let values = |table: &Table, name: &str| -> Vec<f64> {
        (0..n).map(|i| table.get(name).unwrap().real(i)).collect()
    };
    let outcomes = [here, there].map(|table| values(table, "outcome"));
    for outcome in 0..5 {
        let share =
            |codes: &[f64]| codes.iter().filter(|c| **c == f64::from(outcome)).count() as f64 / n as f64;
        let (a, b) = (share(&outcomes[0]), share(&outcomes[1]));
        let deviation = ((a + b) * (1.0 - 0.5 * (a + b)) / n as f64).sqrt();
        assert!((a - b).abs() <= DEVIATIONS * deviation, "outcome {outcome}: {a} {b}");
    }
    for name in ["omega", "slide"] {
        let (a, b) = (values(here, name), values(there, name));
        let close = (0..n).filter(|&i| (a[i] - b[i]).abs() <= near).count();
        assert!(close > n * 9 / 10, "{name}: {close} of {n} are near");
    }
    let state = ["x", "y", "theta", "ux", "uy", "omega"];
    let same = |i: usize| {
        state.iter().all(|name| here.get(name).unwrap().real(i) == there.get(name).unwrap().real(i))
    };
    let alike: Vec<usize> = (0..n).filter(|&i| same(i)).collect();
    for column in &here.columns {
        for &i in &alike {
            let (a, b) = (column.real(i), there.get(&column.name).unwrap().real(i));
            let alike = (a - b).abs() <= ULPS * epsilon * LARGEST || a.to_bits() == b.to_bits();
            assert!(alike, "member {i}, {}: {a} {b}", column.name);
        }
    }
}

#[test]
fn the_adapter_gives_the_members_of_the_processor() {
    let test = "the_adapter_gives_the_members_of_the_processor";
    let Some(gpu) = common::gpu(test) else { return };
    let mut adapter = Backend::Gpu(Box::new(gpu));
    let single = (Precision::F32, NEAR_F32, f64::from(f32::EPSILON));
    let double = (Precision::F64, NEAR_F64, f64::EPSILON);
    for (precision, near, epsilon) in [single, double] {
        if let Err(e) = adapter.check_precision(precision) {
            // Not eprintln: the test harness would swallow it.
            writeln!(std::io::stderr(), "{test}: {precision} skipped, {e}").expect("stderr is open");
            continue;
        }
        let here = members_in(&ragged(1000), &mut Backend::cpu(0), precision);
        let there = members_in(&ragged(1000), &mut adapter, precision);
        agree(&here, &there, near, epsilon);
        let few = members_in(&ragged(250), &mut adapter, precision);
        assert_eq!(bits(&few, 100..200), bits(&there, 100..200), "{precision}");
    }
}

/// Results of other members are noticed.
#[test]
#[should_panic(expected = "are near")]
fn other_members_do_not_agree() {
    let here = members_in(&ragged(1000), &mut Backend::cpu(0), Precision::F64);
    let there = members_in(&ragged(1000).seed(2), &mut Backend::cpu(0), Precision::F64);
    agree(&here, &there, NEAR_F32, f64::EPSILON);
}
