//! The scheme of Stewart & Trinkle (1996, Sec. 3) for a ball: what is left of the boundary, rolling, and the same steps on every
//! backend.

use std::io::Write;

use moreau::backend::{Backend, Precision};
use moreau::study::Study;

use crate::{column, common, members_in};

/// Rounding of some hundred steps of numbers up to 10, over a step of 1/500 s.
const ROUNDING: f64 = 1e-10;
/// The same on another backend; one iteration more or less makes 1e-5 and more.
const ELSEWHERE: f64 = 1e-9;

/// Balls thrown down that differ in everything, off centre by up to `offset`.
fn balls(members: usize, offset: f64, duration: f64) -> Study {
    let text = format!(
        "model = \"ball\"\nlaw = \"coulomb-spatial\"\nscheme = \"stewart-trinkle\"\nmembers = {members}\nseed = 2\n\
        duration = {duration}\nh = 2e-3\n[params]\nz0 = {{ uniform = [0.0, 0.05] }}\noffset = {{ uniform = [0.0, {offset}] }}\n\
        wx0 = {{ uniform = [-9, 9] }}\nwy0 = {{ uniform = [-9, 9] }}\nux0 = {{ uniform = [-2, 2] }}\n\
        iterations = {{ choice = [0, 1, 3, 5] }}\n"
    );
    Study::parse("ball.toml", &text).unwrap()
}

/// The boundary of a round ball is flat, so linear steps end on it, too.
#[test]
fn balls_land_without_passing_the_floor_and_roll() {
    let r = balls(200, 1e-9, 4.0).run(Backend::cpu(0)).unwrap();
    let get = |name: &str| column(&r, name);
    assert!(get("penetration").iter().all(|depth| *depth <= ROUNDING));
    assert!(get("uz").iter().all(|speed| speed.abs() <= 1e-6), "the offset of 1e-9 lifts no more");
    let moving = get("ux").iter().filter(|speed| speed.abs() > 0.1).count();
    assert!(moving > 100, "{moving} roll");
    assert_eq!(
        r.summary.flags["complementarity"] + r.summary.flags["nonfinite"] + r.summary.flags["cone"],
        0
    );
}

/// Lanes that have settled wait for the others, and change nothing.
#[test]
fn lanes_iterate_as_single_members_do() {
    let study = balls(37, 0.4, 0.2);
    let [lanes, single] = [Backend::cpu(0), Backend::reference()]
        .map(|mut backend| members_in(&study, &mut backend, Precision::F64));
    for (a, b) in lanes.columns.iter().zip(&single.columns) {
        assert_eq!(format!("{:?}", a.values), format!("{:?}", b.values), "{}", a.name);
    }
}

/// Members of one kernel iterate as often as each of them wants: on an adapter too, whatever its neighbours do.
#[test]
fn an_adapter_iterates_member_by_member() {
    let test = "an_adapter_iterates_member_by_member";
    let Some(gpu) = common::gpu(test) else { return };
    let mut adapter = Backend::Gpu(Box::new(gpu));
    if let Err(e) = adapter.check_precision(Precision::F64) {
        // Not eprintln: the test harness would swallow it.
        return writeln!(std::io::stderr(), "{test}: skipped, {e}").expect("stderr is open");
    }
    let study = balls(96, 0.4, 0.2);
    let here = members_in(&study, &mut Backend::reference(), Precision::F64);
    let there = members_in(&study, &mut adapter, Precision::F64);
    for name in ["x", "z", "ux", "uz", "lx", "ly", "unsettled"] {
        for i in 0..here.rows() {
            let [a, b] = [&here, &there].map(|table| table.get(name).unwrap().real(i));
            assert!((a - b).abs() <= ELSEWHERE, "member {i}: {name} {a} {b}");
        }
    }
}
