//! Friction that depends on the place and on the past (Monteiro Marques & Dzonou 2018), against the work it does.

use std::f64::consts::TAU;

use moreau::backend::Backend;
use moreau::columns::Fields;
use moreau::model::{Model, Patches, PatchesParams};
use moreau::study::{Results, Study};
use moreau::tuple::Vector;
use proptest::prelude::*;

fn run(set: &[&str]) -> Results {
    Study::preset("patches").unwrap().set(set.iter().copied()).unwrap().run(Backend::cpu(0)).unwrap()
}

fn run_level(set: &[&str]) -> Results {
    run(&[&["angle_deg=0"], set].concat())
}

/// Sine and cosine of a polynomial, and the reduction of a few hundred turns.
const ROUNDING: f64 = 1e-12;

proptest! {
    #[test]
    fn roughness_is_the_wave_times_what_is_left_of_the_strength(
        x in (-90.0..90.0, -90.0..90.0, 0.0..1.0),
        waves in (0.0..3.0, 0.0..3.0),
        (depth, weak) in (0.0..=1.0, 0.0..=1.0),
    ) {
        let zero: PatchesParams<f64> = Fields::from_fn(|_| 0.0);
        let p = PatchesParams { depth, weak, waves_x: waves.0, waves_y: waves.1, slip: 1.0, ..zero };
        let c = Patches::setup(&p);
        let d = Patches::drive(&c, 0.0);
        let found = Patches::rough(&c, &d, Vector([x.0, x.1, 0.0, 7.0]), Vector([1.0, 2.0, 3.0, x.2]));
        let wave = (TAU * waves.0 * x.0).cos() * (TAU * waves.1 * x.1).cos();
        let exact = (1.0 + depth * wave) * (weak + (1.0 - weak) * x.2);
        prop_assert!((found - exact).abs() <= ROUNDING, "{found} {exact}");
        prop_assert!(found >= -ROUNDING);
    }
}

/// Where `work(r)`, which grows with r, reaches `energy`.
fn reach(work: impl Fn(f64) -> f64, energy: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1e3);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if work(middle) < energy { low = middle } else { high = middle }
    }
    low
}

/// A product of cosines is a sum of two, so the work of friction along a ray has a closed form.
fn work(a: f64, b: f64, depth: f64, r: f64) -> f64 {
    let sine = |k: f64| if k.abs() < 1e-9 { r } else { (TAU * k * r).sin() / (TAU * k) };
    r + 0.5 * depth * (sine(a + b) + sine(a - b))
}

/// On a level plane slides are straight, whatever the patches, and end where the work of friction says.
#[test]
fn slides_stop_where_friction_has_done_its_work() {
    let h = 1e-3;
    let set = [
        "members=100",
        "h=1e-3",
        "duration=6",
        "mu={uniform=[0.2, 0.6]}",
        "depth={uniform=[0, 0.8]}",
        "waves_x={uniform=[0, 3]}",
        "waves_y={uniform=[0, 3]}",
    ];
    let results = run_level(&set);
    let column = |name: &str| results.column(name).unwrap();
    for i in 0..100 {
        let (sin, cos) = column("heading_deg")[i].to_radians().sin_cos();
        let (x, y, speed) = (column("x")[i], column("y")[i], column("speed")[i]);
        let pull = column("mu")[i] * column("gravity")[i];
        let (a, b) = (column("waves_x")[i] * cos, column("waves_y")[i] * sin);
        let depth = column("depth")[i];
        let exact = reach(|r| pull * work(a, b, depth, r), 0.5 * speed * speed);
        // The midpoint rule errs by h² times the curvature of the roughness seen along the way; the last step is cut.
        let waves = TAU * (a.abs() + b.abs());
        let tolerance =
            h * h * (pull * (1.0 + depth) + speed * speed * (waves + exact * waves * waves)) * 5.0;
        assert!((x * cos + y * sin - exact).abs() <= tolerance, "member {i}: {} {exact}", x * cos + y * sin);
        assert!((x * sin - y * cos).abs() <= ROUNDING, "member {i} leaves its ray");
        assert_eq!([column("ux")[i], column("uy")[i], column("uz")[i]], [0.0; 3], "member {i} creeps");
        assert_eq!(column("outcome")[i], 2.0);
    }
    assert_eq!(results.summary.flagged(), 0);
}

#[test]
fn the_closed_form_stands_beside_the_result() {
    let set = ["members=1", "speed=2", "heading_deg=0", "h=1e-4", "y0=0.1"];
    let answers = run_level(&set).summary.closed_form;
    let stop = answers.iter().find(|answer| answer.what == "stops at x").unwrap();
    assert!((stop.result - stop.exact).abs() <= 1e-6, "{stop:?}");
    // Nothing is known in closed form of a slide off the axes of the patches, or of one that wears.
    assert!(run_level(&["members=1", "speed=2", "heading_deg=30"]).summary.closed_form.is_empty());
    assert!(run_level(&["members=1", "speed=2", "heading_deg=0", "weak=0.5"]).summary.closed_form.is_empty());
}

/// Without healing, strength is `exp(-r/slip)` after a slide of length r, and
/// `speed²/2 = g mu (weak r + (1 - weak) slip (1 - exp(-r/slip)))` where it ends.
#[test]
fn sliding_wears_the_contact_off() {
    let h = 1e-3;
    let set = [
        "members=100",
        "h=1e-3",
        "duration=6",
        "depth=0",
        "mu={uniform=[0.3, 0.8]}",
        "weak={uniform=[0.3, 1]}",
        "slip={uniform=[0.1, 2]}",
    ];
    let results = run_level(&set);
    let column = |name: &str| results.column(name).unwrap();
    for i in 0..100 {
        let (weak, slip, speed) = (column("weak")[i], column("slip")[i], column("speed")[i]);
        let pull = column("mu")[i] * column("gravity")[i];
        let done = |r: f64| pull * (weak * r + (1.0 - weak) * slip * (1.0 - (-r / slip).exp()));
        let exact = reach(done, 0.5 * speed * speed);
        let r = column("x")[i].hypot(column("y")[i]);
        // Wear is that of the speed at the start of a step: behind by h times the deceleration, and of the first order.
        let behind = h * (speed + pull / slip * exact / speed);
        assert!((r - exact).abs() <= behind * (1.0 + exact / slip), "member {i}: {r} {exact}");
        let strength = (-exact / slip).exp();
        assert!((column("strength")[i] - strength).abs() <= 2.0 * h * speed / slip + behind, "member {i}");
        assert_eq!(column("outcome")[i], 2.0, "member {i} still moves");
    }
    assert_eq!(results.summary.flagged(), 0);
}

/// At rest strength returns as `1 - (1 - s) exp(-heal t)`; in flight nothing wears it off.
#[test]
fn time_heals_and_flight_does_not_wear() {
    let h = 1e-3;
    let rest =
        ["members=100", "speed=0", "heal={uniform=[0.1, 3]}", "strength0={uniform=[0, 1]}", "duration=1"];
    let results = run_level(&[&rest[..], &["h=1e-3"]].concat());
    let column = |name: &str| results.column(name).unwrap();
    for i in 0..100 {
        let (heal, start) = (column("heal")[i], column("strength0")[i]);
        let exact = 1.0 - (1.0 - start) * (-heal).exp();
        // Euler's rule: half a step of the second derivative, over one second.
        assert!((column("strength")[i] - exact).abs() <= h * heal * heal, "member {i}");
        assert_eq!([column("x")[i], column("y")[i]], [0.0; 2]);
    }
    let flight =
        run_level(&["members=100", "z0={uniform=[2, 9]}", "duration=0.6", "strength0=0.7", "weak=0.5"]);
    assert!(flight.column("strength").unwrap().iter().all(|&s| s == 0.7));
    assert_eq!(flight.summary.flagged() + results.summary.flagged(), 0);
}

/// On a slope a particle may rest where friction holds it, and nowhere else.
#[test]
fn nobody_rests_where_it_is_smooth() {
    let results =
        run(&["members=100", "h=2e-3", "duration=8", "mu={uniform=[0.2, 0.4]}", "waves_y={uniform=[0, 2]}"]);
    let column = |name: &str| results.column(name).unwrap();
    let mut rest = 0;
    for i in (0..100).filter(|&i| column("outcome")[i] == 2.0) {
        let wave = (TAU * column("waves_x")[i] * column("x")[i]).cos()
            * (TAU * column("waves_y")[i] * column("y")[i]).cos();
        let mu = column("mu")[i] * (1.0 + column("depth")[i] * wave);
        let slope = column("angle_deg")[i].to_radians().tan();
        assert!(mu >= slope - ROUNDING, "member {i} rests at {mu} on {slope}");
        assert_eq!([column("ux")[i], column("uy")[i], column("uz")[i]], [0.0; 3], "member {i} creeps");
        rest += 1;
    }
    assert!(rest >= 50, "{rest} rest");
    assert_eq!(results.summary.flagged(), 0);
}

#[test]
fn roughness_below_zero_is_refused() {
    for wrong in ["depth=1.5", "depth=-0.1", "weak=1.1", "slip=0", "heal=-1", "strength0=2"] {
        let refused = Study::preset("patches").unwrap().set([wrong]);
        let text = refused.err().expect(wrong).to_string();
        assert!(text.contains(wrong.split('=').next().unwrap()), "{wrong}: {text}");
    }
}
