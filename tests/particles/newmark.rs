//! S3, a block on shaking ground: Newmark's rectangular pulse and Kanai–Tajimi noise; recorded motions in `records.rs`.

use std::f64::consts::{PI, TAU};

use moreau::backend::{Backend, Precision};
use moreau::study::{Options, Results, Study};

pub const TRIPLE: &str = "model = \"shaken\"\nlaw = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\n";

pub fn run(text: &str) -> Results {
    let study = Study::parse("shaken", &format!("{TRIPLE}{text}")).unwrap_or_else(|e| panic!("{e}"));
    study.run(Backend::cpu(0)).unwrap()
}

pub fn columns<const N: usize>(results: &Results, names: [&str; N]) -> [Vec<f64>; N] {
    names.map(|name| results.column(name).unwrap())
}

/// The furthest that two columns are apart.
pub fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert!(a.len() == b.len() && a.iter().chain(b).all(|x| x.is_finite()));
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Newmark's displacement for a rectangular pulse.
fn newmark(pulse: f64, time: f64, yields: f64) -> f64 {
    if pulse <= yields { 0.0 } else { 0.5 * (pulse - yields) * time * time * pulse / yields }
}

/// Checks every member against the closed form; says how many slid and how many held. The end of the pulse is misplaced by
/// up to half a step, which changes the speed for the rest of the slide, and so is the stop.
fn check_pulses(results: &Results, h: f64, duration: f64) -> [usize; 2] {
    let [mu, pulse, time, gravity, angle, x, slip] =
        columns(results, ["mu", "pulse", "pulse_time", "gravity", "angle_deg", "x", "slip"]);
    let mut seen = [0, 0];
    for i in 0..mu.len() {
        let slope = angle[i].to_radians();
        let yields = gravity[i] * (mu[i] * slope.cos() - slope.sin());
        let exact = newmark(pulse[i].abs(), time[i], yields);
        let speed = (pulse[i].abs() - yields).max(0.0) * time[i];
        let ends = time[i] + speed / yields;
        let bound = h * (speed + pulse[i].abs() * ends);
        if exact == 0.0 {
            assert!(x[i] == 0.0, "member {i} holds and must not creep: {}", x[i]);
            seen[1] += 1;
        } else if ends < duration {
            assert!((slip[i] - exact).abs() <= bound, "member {i}: {} for {exact} ± {bound}", slip[i]);
            assert!(x[i] * pulse[i] <= 0.0, "member {i} stays behind the ground");
            seen[0] += 1;
        }
    }
    seen
}

#[test]
fn a_rectangular_pulse_on_level_ground() {
    let [slid, held] = check_pulses(
        &run("members = 400\nduration = 4\nh = 0.002\n[params]\nmu = { uniform = [0.1, 0.8] }\n\
              pulse = { uniform = [-8, 8] }\npulse_time = { uniform = [0.05, 0.5] }\n\
              gravity = { uniform = [5, 15] }"),
        0.002,
        4.0,
    );
    assert!(slid > 60 && held > 60, "{slid} slid, {held} held");
}

#[test]
fn a_rectangular_pulse_down_a_slope() {
    let [slid, held] = check_pulses(
        &run("members = 400\nduration = 4\nh = 0.002\n[params]\nmu = { uniform = [0.5, 1.0] }\n\
              angle_deg = { uniform = [0, 15] }\npulse = { uniform = [-9, 0] }\npulse_time = 0.4"),
        0.002,
        4.0,
    );
    assert!(slid > 60 && held > 60, "{slid} slid, {held} held");
}

#[test]
fn the_closed_form_stands_beside_the_result() {
    let results = run("duration = 3\nh = 0.001\n[params]\nmu = 0.2\npulse = 4\npulse_time = 0.5");
    let known = &results.summary.closed_form[0];
    assert!((known.exact - newmark(4.0, 0.5, 0.2 * 9.81)).abs() <= 1e-12);
    assert!((known.result - known.exact).abs() <= 0.001 * (1.0 + 4.0 * 1.1), "{known:?}");
    let again = run("duration = 40\nh = 0.01\n[params]\nmu = 0.2\npulse = 4\npulse_time = 0.5");
    assert!(again.summary.closed_form.is_empty(), "after the period there is a second pulse");
}

/// Kanai–Tajimi noise at its full strength from the first moment.
const STRONG: &str = "pulse = 0\nrise = 0.001\nstrong = 20\nground_hz = 2.5\nground_damping = 0.6\n";

#[test]
fn the_soil_shakes_with_the_variance_of_kanai_and_tajimi() {
    let (h, intensity, omega, damping) = (0.002, 0.02, TAU * 2.5, 0.6);
    let results = run(&format!(
        "members = 600\nduration = 3\nh = {h}\n[params]\n{STRONG}noise = {intensity}\nnoise_dt = 0.004\n\
         motion = {{ grid = {{ from = 1, to = 600, count = 600 }} }}\n[record]\nevery = 100\nmembers = 600"
    ));
    let column = |name: &str| {
        let column = results.trajectories.get(name).unwrap();
        (0..results.trajectories.rows()).map(|i| column.real(i)).collect::<Vec<f64>>()
    };
    // After a second the start is forgotten to exp(-ζω).
    let settled = column("t").into_iter().zip(column("soil_acceleration")).filter(|(t, _)| *t > 0.99);
    let found: Vec<f64> = settled.map(|(_, a)| a).collect();
    let n = found.len() as f64;
    assert!(n >= 6000.0);
    let variance = PI * intensity * omega * (1.0 + 4.0 * damping * damping) / (2.0 * damping);
    let mean = found.iter().sum::<f64>() / n;
    let square = found.iter().map(|a| a * a).sum::<f64>() / n;
    // Samples 0.2 s apart are correlated by 0.15 at most: they count as three quarters of as many. Five deviations; and
    // the explicit damping of the step changes the variance by the order of 2ζωh.
    let independent = 0.75 * n;
    assert!(mean.abs() <= 5.0 * (variance / independent).sqrt(), "mean {mean}");
    let allowed = 5.0 * (2.0 / independent).sqrt() + 2.0 * damping * omega * h;
    assert!((square / variance - 1.0).abs() <= allowed, "{square} for {variance}, within {allowed}");
}

/// A short earthquake of 2.2 s.
const SHORT: &str = "pulse = 0\nnoise = 0.05\nrise = 0.5\nstrong = 1.2\ndecay = 0.5\nnoise_dt = 0.02\n";

fn slips(h: f64, motion: &str, precision: Precision) -> Vec<f64> {
    let text = format!(
        "{TRIPLE}members = 48\nduration = 2.4\nh = {h}\n[params]\n{SHORT}motion = {motion}\nmu = {{ linspace = [0.02, 0.2] }}"
    );
    let study = Study::parse("shaken", &text).unwrap();
    let options = Options { precision: Some(precision), ..Options::default() };
    study.run_with(&mut Backend::cpu(0), &options).unwrap().column("x").unwrap()
}

#[test]
fn a_motion_is_its_number_in_any_precision_and_at_any_step() {
    let motions = "{ linspace = [1, 48] }";
    let finest = slips(0.0005, motions, Precision::F64);
    let errors = [0.008, 0.004, 0.002].map(|h| apart(&slips(h, motions, Precision::F64), &finest));
    // First order: the drag of the soil and the stops are taken a step late.
    assert!(errors[1] <= 0.75 * errors[0] && errors[2] <= 0.75 * errors[1], "{errors:?}");
    let greatest = finest.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    assert!(errors[2] <= 0.1 * greatest, "{errors:?} of {greatest}");
    // f32 adds up 1200 steps with 6e-8 each, and a decision at rounding moves a stop by a step.
    let single = apart(&slips(0.002, motions, Precision::F32), &slips(0.002, motions, Precision::F64));
    assert!(single <= 1e-3 * greatest, "{single} of {greatest}");
}

#[test]
fn members_with_the_same_number_feel_the_same_motion() {
    // By their own clocks, and by one table for all.
    let own = slips(0.002, "{ choice = [5, 5] }", Precision::F64);
    let shared = slips(0.002, "5", Precision::F64);
    assert_eq!(own, shared);
    assert!(apart(&shared, &slips(0.002, "6", Precision::F64)) > 1e-3);
}
