//! What a run promises: the member is the unit, nothing is dropped, the same seed gives the same bytes.

use moreau::backend::Backend;
use moreau::study::{Results, Study};

fn study(preset: &str, set: &[&str]) -> Study {
    Study::preset(preset).unwrap().set(set.iter().copied()).unwrap()
}

fn rows(results: &Results, members: std::ops::Range<usize>) -> Vec<Vec<f64>> {
    let columns = results.members.columns.iter();
    columns.map(|column| members.clone().map(|i| column.real(i)).collect()).collect()
}

#[test]
fn the_same_seed_gives_the_same_members_whatever_runs_beside_them() {
    let set = ["mu={uniform=[0.1, 0.9]}", "h={uniform=[1e-3, 2e-3]}", "duration=0.3"];
    let many = study("throw", &set).members(1500).run(Backend::cpu(2)).unwrap();
    let few = study("throw", &set).members(7).run(Backend::cpu(1)).unwrap();
    assert_eq!(rows(&many, 0..7), rows(&few, 0..7));
    let other = study("throw", &set).members(7).seed(2).run(Backend::cpu(1)).unwrap();
    assert_ne!(rows(&many, 0..7), rows(&other, 0..7));
}

#[test]
fn lanes_and_reference_agree_to_the_bit_in_f64() {
    for (preset, set) in
        [("throw", vec!["duration=1"]), ("conveyor", vec!["h={uniform=[4e-4, 6e-4]}", "duration=0.4"])]
    {
        let cpu = study(preset, &set).members(333).run(Backend::cpu(0)).unwrap();
        let reference = study(preset, &set).members(333).run(Backend::reference()).unwrap();
        assert_eq!(rows(&cpu, 0..333), rows(&reference, 0..333), "{preset}");
    }
}

#[test]
fn members_with_their_own_step_take_the_fewest_steps_that_reach_the_end() {
    let results = study("throw", &["h={uniform=[1e-3, 3e-3]}", "duration={uniform=[0.2, 0.4]}"]).members(200);
    let results = results.run(Backend::cpu(0)).unwrap();
    let column = |name: &str| results.column(name).unwrap();
    let (h, steps, duration) = (column("h"), column("steps"), column("duration"));
    for i in 0..200 {
        assert!(steps[i] * h[i] >= duration[i] * (1.0 - 2e-9));
        assert!((steps[i] - 1.0) * h[i] < duration[i]);
    }
}

/// Extreme members are kept and counted like all others (which flags they get is tested beside the tally).
#[test]
fn extreme_members_are_kept() {
    let results =
        study("throw", &["members=3", "ux0={choice=[1e9]}", "uz0=1", "x0=1e9", "duration=1", "h=1e-3"]);
    let results = results.run(Backend::cpu(0)).unwrap();
    assert_eq!(results.summary.members, 3);
    assert_eq!(results.summary.flags["nonfinite"], 0, "a billion is still a number");
    let summary = results.summary;
    assert_eq!(summary.outcomes.values().map(|outcome| outcome.count).sum::<u64>(), 3);
}

#[test]
fn plain_steps_penetrate_by_at_most_a_step_and_rem_11_1_removes_it() {
    let depth = |correction: &str| {
        let set = ["members=300", correction, "test_point=0.5", "h=2e-3"];
        let results = study("throw", &set).run(Backend::cpu(0)).unwrap();
        assert_eq!(results.summary.flagged(), 0);
        results.column("penetration").unwrap().into_iter().fold(0.0, f64::max)
    };
    let plain = depth("correction=0");
    // The fastest landing is at 6 m/s: one step of it is 12 mm.
    assert!(plain > 1e-4 && plain <= 6.1 * 2e-3, "{plain}");
    assert!(depth("correction=1") <= 1e-12);
}

#[test]
fn a_field_counts_every_sample_once() {
    let study = study("conveyor", &["members=64", "duration=0.5", "field.every=20"]);
    let results = study.run(Backend::cpu(0)).unwrap();
    let grid = study.grid(&study.info()).unwrap();
    let field = results.field.unwrap();
    let total: u64 = (0..=grid.len()).map(|cell| field.count(cell)).sum();
    assert_eq!(total, 64 * (results.summary.steps as u64 / 20));
}

#[test]
fn recorded_trajectories_start_at_the_start_and_end_at_the_end() {
    let results = study("incline", &["record.every=1000", "record.members=1"]).run(Backend::cpu(0)).unwrap();
    let t = &results.trajectories;
    assert_eq!(t.rows(), 11);
    let at = |name: &str, row: usize| t.get(name).unwrap().real(row);
    assert_eq!((at("t", 0), at("x", 0), at("ux", 0)), (0.0, 0.0, 1.0));
    assert!((at("t", 10) - 1.0).abs() < 1e-12);
    assert_eq!(at("x", 10), results.column("x").unwrap()[0]);
}

#[test]
fn the_resolved_study_gives_the_same_members_again() {
    let first = study("throw", &["members=50", "mu={choice=[0.2, 0.4]}"]);
    let again = Study::parse("again.toml", &first.spec.to_toml()).unwrap();
    let (a, b) = (first.run(Backend::cpu(1)).unwrap(), again.run(Backend::cpu(1)).unwrap());
    assert_eq!(rows(&a, 0..50), rows(&b, 0..50));
}

/// Every parameter of every model, law and scheme refuses what lies outside its range, and what is no number.
#[test]
fn every_parameter_keeps_to_its_range() {
    use moreau::columns::Range;
    for (preset, _) in moreau::study::presets::PRESETS {
        for column in study(preset, &[]).info().columns {
            let outside = match column.range {
                Range::Within(low, high) => vec![low - low.abs().max(1.0), high + high.abs().max(1.0)],
                Range::Above(low, high) => vec![low, low - 1.0, high + high.abs()],
                Range::OneOf(values) => vec![0.5 * (values[0] + values[1])],
            };
            let bad = outside.into_iter().chain([f64::NAN, f64::INFINITY, f64::NEG_INFINITY]);
            for value in bad {
                let text = format!("{}={value:?}", column.name).replace("NaN", "nan");
                let refused = Study::preset(preset).unwrap().set([text.as_str()]).err();
                let said = refused.unwrap_or_else(|| panic!("{preset}: {text} is accepted")).to_string();
                assert!(said.starts_with(&format!("{} = ", column.name)), "{text}: {said}");
                assert!(said.contains(&column.range.to_string()), "{text}: {said}");
            }
        }
    }
}

/// A batch that is no multiple of anything: lanes, tiles, packs.
#[test]
fn odd_numbers_of_members_and_no_time_at_all_are_fine() {
    for members in [1, 7, 513, 1025] {
        let results = study("throw", &["duration=0.01"]).members(members).run(Backend::cpu(0)).unwrap();
        assert_eq!(results.members.rows() as u64, members);
    }
    let still = study("throw", &["duration=0", "members=3", "z0=2"]).run(Backend::cpu(0)).unwrap();
    assert_eq!(still.column("z").unwrap(), [2.0; 3]);
    assert_eq!(still.summary.member_steps, 0);
}

#[test]
fn builders_and_assignments_add_up_in_any_order() {
    let a = Study::preset("throw").unwrap().members(5).seed(9).set(["mu=0.5"]).unwrap();
    assert_eq!((a.spec.members, a.spec.seed), (5, 9));
    let b = Study::preset("throw").unwrap().members(5).set(["members=6"]).unwrap();
    assert_eq!(b.spec.members, 6);
    let refused = |study: Study| study.run(Backend::cpu(1)).expect_err("refused").to_string();
    assert!(refused(Study::preset("throw").unwrap().members(0)).starts_with("members = 0"));
    assert!(refused(Study::preset("throw").unwrap().seed(u64::MAX)).starts_with("seed = "));
}

#[test]
fn grids_run_through_their_cartesian_product() {
    let set = [
        "theta0={grid=[0.3, 0.5, 0.7]}",
        "mu={grid={from=0.1, to=0.4, count=4}}",
        "h=1e-3",
        "duration=0.002",
    ];
    let study = study("catastrophe", &set).members(24);
    assert_eq!(study.grid_members(), 12);
    let results = study.run(Backend::cpu(0)).unwrap();
    let (theta, mu) = (results.column("theta0").unwrap(), results.column("mu").unwrap());
    let mut seen: Vec<(u64, u64)> =
        theta.iter().zip(&mu).map(|(a, b)| ((a * 1e9).round() as u64, (b * 1e9).round() as u64)).collect();
    assert_eq!(seen[..12], seen[12..], "a second round repeats the first");
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 12);
    assert_eq!([mu.iter().copied().fold(1.0, f64::min), mu.iter().copied().fold(0.0, f64::max)], [0.1, 0.4]);
}

#[test]
fn logarithmic_samples_fill_every_decade_alike() {
    let results = study("catastrophe", &["h={log_uniform=[1e-6, 1e-2]}", "duration=0"]).members(8000);
    let h = results.run(Backend::cpu(0)).unwrap().column("h").unwrap();
    for decade in -6..-2 {
        let inside = h.iter().filter(|h| h.log10().floor() == f64::from(decade)).count();
        // 2000 expected; six standard deviations are 232.
        assert!(inside.abs_diff(2000) < 232, "1e{decade}: {inside}");
    }
    let spaced = study("catastrophe", &["h={logspace=[1e-6, 1e-2]}", "duration=0"]).members(5);
    let h = spaced.run(Backend::cpu(0)).unwrap().column("h").unwrap();
    for (h, exact) in h.iter().zip([1e-6, 1e-5, 1e-4, 1e-3, 1e-2]) {
        assert!((h / exact - 1.0).abs() < 1e-12, "{h} is not {exact}");
    }
}

/// Members are sorted by their number of steps behind the scenes, unless they are recorded: nobody must notice.
#[test]
fn members_of_very_different_length_come_back_in_order() {
    let set = ["h={log_uniform=[1e-5, 1e-2]}", "duration=0.16"];
    let sorted = study("catastrophe", &set).members(700).run(Backend::cpu(0)).unwrap();
    let recorded = study("catastrophe", &set).set(["record.every=1000", "record.members=1"]).unwrap();
    let recorded = recorded.members(700).run(Backend::cpu(0)).unwrap();
    // Steps may be NaN where there was no lift-off.
    let bits = |results: &Results| -> Vec<Vec<u64>> {
        rows(results, 0..700)
            .into_iter()
            .map(|column| column.into_iter().map(f64::to_bits).collect())
            .collect()
    };
    assert_eq!(bits(&sorted), bits(&recorded));
    let steps = sorted.column("steps").unwrap();
    assert!(steps.iter().any(|&n| n > 10_000.0) && steps.iter().any(|&n| n < 30.0));
}

#[test]
fn trajectories_tell_mode_and_what_is_observed() {
    let results = study("catastrophe", &["members=1", "h=4e-4", "record.every=1", "record.members=1"]);
    let results = results.run(Backend::cpu(0)).unwrap();
    let column = |name: &str| {
        let column = results.trajectories.get(name).unwrap_or_else(|| panic!("{name}"));
        (0..results.trajectories.rows()).map(|i| column.real(i)).collect::<Vec<f64>>()
    };
    let (slide, gap, mode) = (column("slide"), column("gap"), column("mode"));
    assert!((slide[0] - 8.0).abs() < 1e-12 && gap[0].abs() < 1e-12);
    assert!(mode.contains(&0.0) && mode.contains(&1.0) && mode.contains(&2.0));
    let flights = mode[1..].iter().filter(|&&mode| mode == 0.0).count();
    assert_eq!(flights as f64, results.column("steps_flight").unwrap()[0]);
    assert_eq!(*slide.last().unwrap(), results.column("slide").unwrap()[0]);
}

#[test]
fn another_law_takes_the_place_of_the_first_with_its_own_parameters() {
    let other = study("catastrophe", &["law=coulomb-directed", "mu_plus=0.45", "mu_minus=0.1", "members=50"]);
    assert_eq!(other.spec.dist("mu_plus").bounds(), (0.45, 0.45));
    assert!(!other.spec.params.contains_key("mu"));
    let results = other.run(Backend::cpu(0)).unwrap();
    // Nobody slides to the left, so it is the plain law with mu_plus.
    let plain = study("catastrophe", &["mu=0.45", "members=50"]).run(Backend::cpu(0)).unwrap();
    assert_eq!(results.column("omega").unwrap(), plain.column("omega").unwrap());
    // A parameter that neither knows is still refused.
    assert!(Study::preset("catastrophe").unwrap().set(["law=coulomb-directed", "mu=0.3"]).is_err());
}
