//! Models against what theory and the paper say of them.

use moreau::backend::Backend;
use moreau::study::{Results, Study};
use moreau::system::registry;

fn run(preset: &str, set: &[&str]) -> Results {
    Study::preset(preset).unwrap().set(set.iter().copied()).unwrap().run(Backend::cpu(0)).unwrap()
}

fn only(results: &Results, column: &str) -> f64 {
    results.column(column).unwrap()[0]
}

/// FACTS: 13°, mu 0.4, 1 m/s, g 9.81 stops at 0.618560 s after 0.309280 m; here for many inclines at once.
#[test]
fn inclines_stop_where_theory_says_and_never_creep() {
    let h = 1e-4;
    let set = [
        "members=500",
        "angle_deg={uniform=[-20, 20]}",
        "mu={uniform=[0.5, 1.5]}",
        "speed={uniform=[0.1, 2]}",
        "duration=3",
    ];
    let results = run("incline", &set);
    let column = |name: &str| results.column(name).unwrap();
    let (angle, mu, speed, g) = (column("angle_deg"), column("mu"), column("speed"), column("gravity"));
    for i in 0..500 {
        let a = angle[i].to_radians();
        let deceleration = g[i] * (mu[i] * a.cos() - a.sin());
        let (time, distance) = (speed[i] / deceleration, speed[i].powi(2) / 2.0 / deceleration);
        // Midpoint is exact for a constant force; only the last, cut step is not: h²·deceleration at most.
        assert!((column("x")[i] - distance).abs() <= h * h * deceleration, "member {i}: x");
        assert!((column("t_slide")[i] - time).abs() <= h * (1.0 + 1e-6), "member {i}: t");
        assert_eq!(
            [column("ux")[i], column("uy")[i], column("uz")[i], column("z")[i]],
            [0.0; 4],
            "member {i} creeps"
        );
        assert_eq!(column("outcome")[i], 2.0);
    }
    assert_eq!(results.summary.flagged(), 0);
}

#[test]
fn the_closed_form_stands_beside_the_result() {
    let answers = run("incline", &[]).summary.closed_form;
    let stop = answers.iter().find(|answer| answer.what == "stops at x").unwrap();
    assert!((stop.exact - 0.309280).abs() < 1e-6);
    assert!((stop.result - stop.exact).abs() < 1e-7);
    // Where friction does not hold the block there is no stop to tell of.
    assert!(run("incline", &["mu=0.1"]).summary.closed_form.is_empty());
}

#[test]
fn a_throw_is_a_parabola_then_a_soft_landing_then_a_slide() {
    let results = run("throw", &["members=1", "ux0=3", "uy0=0", "uz0=2", "h=1e-5"]);
    let (g, mu, ux, uz) = (9.81, 0.3, 3.0, 2.0);
    let flight = 2.0 * uz / g;
    let after = ux - mu * uz;
    let exact = ux * flight + after * after / (2.0 * mu * g);
    assert!((only(&results, "x") - exact).abs() < 1e-4, "{} {exact}", only(&results, "x"));
    assert_eq!(only(&results, "impacts"), 1.0);
    let after_landing = only(&results, "t_slide");
    assert!((after_landing - after / (mu * g)).abs() < 2e-4, "{after_landing}");
}

#[test]
fn a_parabola_is_exact_and_rest_lies_on_the_plane() {
    let error = |h: f64, duration: &str| {
        let set = [
            format!("h={h}"),
            duration.into(),
            "members=1".into(),
            "ux0=1".into(),
            "uy0=0".into(),
            "uz0=3".into(),
        ];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let results = run("throw", &set);
        let t = 0.5;
        let exact = if duration.contains("0.5") { 3.0 * t - 9.81 * t * t / 2.0 } else { 0.0 };
        (only(&results, "z") - exact).abs()
    };
    // The midpoint rule integrates a constant force without error, whatever the step: only rounding is left.
    assert!(error(0.01, "duration=0.5") < 1e-12);
    // Rem. 11.1: with violation corrected nothing is left below the plane at rest.
    assert_eq!(error(0.01, "duration=3"), 0.0);
}

/// Moreau Ex. 16.2: the pattern is symmetric about Ox.
#[test]
fn the_conveyor_is_symmetric_about_ox() {
    // A mirror image starts half a turn later; over whole turns of drift the means agree. Here: where y0 = 0
    // is repelled (sense 1), members left and right of Ox leave it in mirror image.
    let results = run("conveyor", &["members=2", "y0={linspace=[-20, 20]}", "duration=8.025"]);
    let y = results.column("y").unwrap();
    assert!(y[0] < -60.0 && y[1] > 60.0, "{y:?}");
    assert!((y[0] + y[1]).abs() < 1.0, "{y:?}");
}

/// Ox attracts for one sense and repels for the other; further lines exchange roles; nobody rests.
#[test]
fn attraction_lines_exchange_roles_with_the_sense() {
    let lines = |sense: &str| -> Vec<f64> {
        let results = run("conveyor", &["members=4000", sense, "h=1e-3"]);
        let sticks = results.column("steps_stick").unwrap();
        let steps = results.column("steps").unwrap();
        assert!(sticks.iter().zip(&steps).all(|(stick, steps)| *stick < 0.5 * steps), "someone rests");
        assert_eq!(results.summary.flagged(), 0);
        results.summary.attraction_lines.iter().map(|line| line.y).collect()
    };
    let (plus, minus) = (lines("sense=1"), lines("sense=-1"));
    assert!(minus.iter().any(|y| y.abs() < 2.0), "Ox attracts: {minus:?}");
    assert!(plus.iter().all(|y| y.abs() > 20.0), "Ox repels: {plus:?}");
    assert!(plus.len() >= 6 && minus.len() >= 5, "{plus:?} {minus:?}");
    // Between two attracting lines of one sense lies one of the other.
    let positive = |list: &[f64]| -> Vec<f64> { list.iter().copied().filter(|y| *y > 5.0).collect() };
    for pair in positive(&plus).windows(2) {
        let between = positive(&minus).iter().filter(|y| pair[0] < **y && **y < pair[1]).count();
        assert_eq!(between, 1, "{plus:?} {minus:?}");
    }
}

/// The table's own motion, against finite differences of the crank's geometry.
#[test]
fn the_drive_is_the_derivative_of_the_crank() {
    use moreau::columns::Fields;
    use moreau::model::{Conveyor, ConveyorParams, Model};
    let defaults = <ConveyorParams<f64> as moreau::columns::Columns<f64>>::COLUMNS;
    for sense in [-1.0, 1.0] {
        let mut p: ConveyorParams<f64> = Fields::from_fn(|j| defaults[j].default);
        (p.sense, p.radius) = (sense, 7.0);
        let c = Conveyor::setup(&p);
        let omega = std::f64::consts::TAU * p.turns_per_second;
        let phi = |t: f64| (sense * p.radius * (omega * t).sin() / p.arm).asin();
        let y_o = |t: f64| p.radius * (omega * t).cos() - p.arm * phi(t).cos();
        // Second differences of step d: error d²/12 of the fourth derivative, about ω⁴, beside rounding/d².
        let d = 1e-5;
        for turn in [-0.45, -0.2, 0.0, 0.1, 0.25, 0.4] {
            let t = turn / p.turns_per_second;
            let rate = (phi(t + d) - phi(t - d)) / (2.0 * d);
            let change = (phi(t + d) - 2.0 * phi(t) + phi(t - d)) / (d * d);
            let push = -(y_o(t + d) - 2.0 * y_o(t) + y_o(t - d)) / (d * d);
            let drive = Conveyor::drive(&c, turn);
            let g_z = -p.gravity * p.tilt_deg.to_radians().cos();
            let near =
                |a: f64, b: f64, scale: f64| assert!((a - b).abs() <= 1e-4 * scale, "{a} {b} at {turn}");
            near(drive.rate, rate, omega);
            near(drive.rate_change, change, omega * omega);
            near(drive.f_y, phi(t).cos() * push + phi(t).sin() * g_z, p.radius * omega * omega);
            near(drive.f_z, -phi(t).sin() * push + phi(t).cos() * g_z, p.radius * omega * omega);
        }
    }
}

#[test]
fn no_triple_is_listed_twice() {
    let names: Vec<_> = registry().iter().map(|system| system.info().names).collect();
    let twice = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name));
    assert!(twice.is_none(), "{twice:?}");
}

/// lavapipe leaves loops after 65,535 iterations of a dispatch, see `Tuning::most_steps`: a step must have fewer.
#[test]
fn a_step_fits_into_a_dispatch() {
    for info in registry().iter().map(|system| system.info()) {
        assert!(info.loops < 65_000, "{:?}: {} iterations", info.names, info.loops);
    }
}
