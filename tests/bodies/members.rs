//! A member's result is its own: whatever runs beside it, on whatever lanes, on whatever backend.

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

#[test]
fn the_adapter_gives_the_members_of_the_processor() {
    let Some(gpu) = common::gpu("the_adapter_gives_the_members_of_the_processor") else { return };
    let mut adapter = Backend::Gpu(Box::new(gpu));
    for precision in [Precision::F32, Precision::F64] {
        if adapter.check_precision(precision).is_err() {
            eprintln!("{precision} skipped: {} has none", adapter.adapter());
            continue;
        }
        let here = members_in(&ragged(1000), &mut Backend::cpu(0), precision);
        let there = members_in(&ragged(1000), &mut adapter, precision);
        let mut parted = 0;
        for i in 0..1000 {
            let (a, b) = (bits(&here, i..i + 1), bits(&there, i..i + 1));
            parted += usize::from(a != b);
        }
        eprintln!("{precision}: {parted} of 1000 members part");
        let few = members_in(&ragged(250), &mut adapter, precision);
        assert_eq!(bits(&few, 100..200), bits(&there, 100..200), "{precision}");
    }
}
