//! Painlevé's bar (S9) and the pivoted bar (S10) against Charles & Ballard 2016, Sec. 6.2 and 6.3, by Coulomb's law on the force at
//! the contact (P5, P6) and by friction in generalised forces (P3').

use moreau::backend::Backend;
use moreau::model::{Model, PainleveBar, PainleveBarParams, PivotedBar, PivotedBarParams};
use moreau::study::{Results, Study};
use proptest::prelude::*;

use crate::forces::{check_contact_map, numbers};
use crate::outcomes;

const LAWS: [&str; 2] = ["law=coulomb-planar", "law=generalised"];
/// Velocities of about 1 m/s after some thousand steps in f64.
const ROUNDING: f64 = 1e-12;
/// Standard deviations that a share may be off: by chance alone once in 10^6.
const DEVIATIONS: f64 = 5.0;

fn run(preset: &str, set: &[&str]) -> Results {
    let results =
        Study::preset(preset).unwrap().set(set.iter().copied()).unwrap().run(Backend::cpu(0)).unwrap();
    assert_eq!(results.summary.flagged(), 0, "{preset} {set:?}");
    results
}

/// The same study by both laws.
fn both(preset: &str, set: &[&str]) -> [Results; 2] {
    LAWS.map(|law| run(preset, &[set, &[law]].concat()))
}

fn column(results: &Results, name: &str) -> Vec<f64> {
    results.column(name).unwrap_or_else(|| panic!("no column {name}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn painleves_bar_has_the_contact_map_of_its_gap(
        (m, inertia, l) in (0.2..5.0, 0.05..2.0, 0.2..2.0), theta0_deg in -89.0..-1.0,
        q in numbers(), u in numbers(), v in numbers(), impulse in numbers(),
    ) {
        let zero: PainleveBarParams<f64> = moreau::columns::Fields::from_fn(|_| 0.0);
        let c = PainleveBar::setup(&PainleveBarParams { m, inertia, l, theta0_deg, ..zero });
        check_contact_map::<PainleveBar>(&c, &[m, inertia], q, [u, v], impulse)?;
    }

    #[test]
    fn the_elastic_pivoted_bar_has_the_contact_map_of_its_gap(
        (inertia, l, tip_mass) in (0.05..2.0, 0.2..2.0, 0.05..2.0), beta_deg in 1.0..89.0,
        q in numbers(), u in numbers(), v in numbers(), impulse in numbers(),
    ) {
        let zero: PivotedBarParams<f64> = moreau::columns::Fields::from_fn(|_| 0.0);
        let c = PivotedBar::setup(&PivotedBarParams { inertia, l, tip_mass, beta_deg, ..zero });
        check_contact_map::<PivotedBar>(&c, &[inertia, tip_mass], q, [u, v], impulse)?;
    }
}

/// mu >= -1/tan θ0 and C < 0: no smooth motion, an impact at once, then immobility. It is a tangential impact: the whole sliding speed is
/// lost in one step, `full`, with next to no approach; not an `impact`.
#[test]
fn a_pressed_bar_with_singular_friction_stops_at_once_by_both_laws() {
    let set = [
        "members=300",
        "mu={uniform=[1.01, 3]}",
        "theta0_deg={uniform=[-80, -45]}",
        "torque={uniform=[-2, -0.1]}",
        "ux0={uniform=[0.5, 3]}",
        "duration=0.2",
    ];
    for results in both("painleve-bar", &set) {
        let [x, ux, phi, omega, start] =
            ["x", "ux", "phi", "omega", "ux0"].map(|name| column(&results, name));
        for i in 0..300 {
            // Half a step goes by before the midpoint notices.
            assert!((x[i] - 0.5e-3 * start[i]).abs() <= ROUNDING, "member {i}: x = {}", x[i]);
            assert!(
                ux[i].abs() <= ROUNDING && omega[i].abs() <= ROUNDING && phi[i].abs() <= ROUNDING,
                "member {i}"
            );
        }
        assert!(outcomes(&results).iter().all(|outcome| *outcome == "full"));
        // Theory's word for "no force at all": only an impulse.
        assert!(column(&results, "class").iter().all(|class| *class == 5.0));
    }
}

/// mu < -1/tan θ0 and C < 0: uniform deceleration `-C mu/(m l (cos θ0 + mu sin θ0))`, then rest; the laws agree.
#[test]
fn regular_friction_slows_the_bar_down_uniformly_by_both_laws() {
    let set = [
        "members=300",
        "mu={uniform=[0.1, 0.8]}",
        "theta0_deg={uniform=[-50, -10]}",
        "torque={uniform=[-2, -0.5]}",
        "ux0={uniform=[0.2, 1]}",
        "m={uniform=[0.5, 2]}",
        "l={uniform=[0.5, 2]}",
        "duration=2",
    ];
    let runs = both("painleve-bar", &set);
    let names = ["mu", "theta0_deg", "torque", "ux0", "m", "l", "x", "ux"];
    let [mu, theta0, torque, start, m, l, x, ux] = names.map(|name| column(&runs[1], name));
    let mut stopped = 0;
    for i in 0..300 {
        let (sin, cos) = theta0[i].to_radians().sin_cos();
        let slows = -torque[i] * mu[i] / (m[i] * l[i] * (cos + mu[i] * sin));
        let time = (start[i] / slows).min(2.0);
        let exact = time * (start[i] - slows * time / 2.0);
        // Exact but for the last step of the slide, which is cut.
        assert!((x[i] - exact).abs() <= 1e-6 * slows + ROUNDING, "member {i}: {} for {exact}", x[i]);
        assert!((ux[i] - (start[i] - slows * time)).abs() <= ROUNDING, "member {i}");
        stopped += usize::from(time < 2.0);
        for name in ["x", "phi", "ux", "omega"] {
            let [a, b] = [0, 1].map(|k| column(&runs[k], name)[i]);
            assert!((a - b).abs() <= ROUNDING, "member {i}: {name} {a} {b}");
        }
    }
    assert!(stopped > 50 && stopped < 300, "{stopped}");
}

/// C = 0 and singular friction: P3' grazes for ever, exactly. P5 admits a stop at any time, and time-stepping does not take it.
#[test]
fn a_bar_that_nothing_presses_grazes_for_ever() {
    let still = ["micro=0", "members=50", "mu={uniform=[1.01, 3]}", "ux0={uniform=[0.5, 3]}", "motion=1"];
    let pushed = [still.as_slice(), &["micro_force=0.01", "motion={linspace=[1, 50]}"]].concat();
    for (set, alone) in [(still.as_slice(), true), (pushed.as_slice(), false)] {
        for results in both("painleve-graze", set) {
            let [x, ux, start] = ["x", "ux", "ux0"].map(|name| column(&results, name));
            for i in 0..50 {
                assert!(!alone || (ux[i] == start[i] && (x[i] - 4.0 * start[i]).abs() <= ROUNDING * 10.0));
                // Four thousand pushes of 1e-5 m/s: some 6e-4 m/s.
                assert!((ux[i] - start[i]).abs() <= 1e-2, "member {i} stopped");
            }
            for name in ["phi", "omega", "steps_slide", "steps_stick"] {
                assert!(column(&results, name).iter().all(|value| *value == 0.0), "{name}");
            }
            // Three: it slides on, it lifts off, or an impulse stops it.
            assert!(column(&results, "class").iter().all(|class| *class == 6.0));
        }
    }
}

/// A micro-torque of any size stops the grazing bar under both laws, and at the same instant: half of the members in their first
/// cell, the others when they come down.
#[test]
fn micro_torques_of_any_size_stop_the_grazing_bar_by_both_laws() {
    const LOADS: usize = 2000;
    // Powers of two, so that the size of the load rounds nothing differently.
    let set = |micro: &str| {
        let loads = format!("motion={{grid={{from=1, to={LOADS}, count={LOADS}}}}}");
        [format!("members={LOADS}"), format!("micro={micro}"), loads, "duration=1.6".to_owned()]
    };
    let far = |results: &Results| column(results, "x");
    let [weak, strong] = ["0.0009765625", "0.125"].map(set);
    let [weak, strong] = [&weak, &strong].map(|set| set.iter().map(String::as_str).collect::<Vec<_>>());
    let [coulomb, generalised] = both("painleve-graze", &weak).map(|results| far(&results));
    let strong = far(&run("painleve-graze", &strong));
    for i in 0..LOADS {
        assert!(
            (coulomb[i] - generalised[i]).abs() <= ROUNDING,
            "load {i}: {} {}",
            coulomb[i],
            generalised[i]
        );
        assert!((strong[i] - generalised[i]).abs() <= ROUNDING, "load {i}: {} {}", strong[i], generalised[i]);
    }
    let share = |beyond: f64| generalised.iter().filter(|x| **x > beyond).count() as f64 / LOADS as f64;
    let off = (share(0.001) - 0.5).abs() * 2.0 * (LOADS as f64).sqrt();
    assert!(off <= DEVIATIONS, "{} go on after the first cell", share(0.001));
    // Doubly integrated white noise stays positive with a chance that falls like t^(-1/4): by half over 16 times the time. About
    // 200 members are left, 5 deviations of their share are 0.2.
    let left = share(1.599) / share(0.1);
    assert!((left - 0.5).abs() <= 0.2, "{left} of those left at 0.1 s are left at 1.6 s");
}

/// P6 of a rigid bar lets it be held for any time where mu > tan β; P3' lets it go. Time-stepping lets it go at once by both laws.
#[test]
fn a_rigid_bar_leaves_at_once_when_it_is_pulled_by_both_laws() {
    let set = ["rigid=1", "members=100", "mu={uniform=[0.01, 5]}", "torque={uniform=[0.1, 3]}", "compress=0"];
    for results in both("pivoted-bar", &set) {
        let [theta, torque] = ["theta", "torque"].map(|name| column(&results, name));
        for i in 0..100 {
            let exact = torque[i] * 0.2 * 0.2 / (2.0 * 0.3333);
            assert!((theta[i] - exact).abs() <= ROUNDING, "member {i}: {} for {exact}", theta[i]);
        }
        for name in ["steps_slide", "steps_stick"] {
            assert!(column(&results, name).iter().all(|steps| *steps == 0.0));
        }
    }
}

/// An impact does not wedge it either: it lands and stays while pressed, whatever mu, with no friction force in the reaction.
#[test]
fn a_rigid_bar_lands_and_stays_while_it_is_pressed() {
    let set = [
        "rigid=1",
        "members=100",
        "mu={uniform=[0.01, 5]}",
        "torque=-1",
        "omega0={uniform=[-3, -0.1]}",
        "compress=0",
        "gap0=0.001",
    ];
    for results in both("pivoted-bar", &set) {
        let [theta, omega, s] = ["theta", "omega", "s"].map(|name| column(&results, name));
        for i in 0..100 {
            // At most a step of the landing lies below the obstacle.
            assert!(
                omega[i].abs() <= ROUNDING && theta[i] <= 1e-7 && theta[i] >= -3.1e-4,
                "member {i}: {}",
                theta[i]
            );
            assert_eq!(s[i], 0.0);
        }
    }
}

/// An elastic bar is wedged if and only if `k d (mu cos β - sin β) >= (C/l) (cos β + mu sin β)`.
#[test]
fn an_elastic_bar_is_wedged_where_theory_says_by_both_laws() {
    let set = [
        "members=600",
        "mu={uniform=[0.1, 1.5]}",
        "compress={uniform=[2e-5, 1e-3]}",
        "beta_deg={uniform=[5, 40]}",
        "torque={uniform=[0.5, 2]}",
        "l={uniform=[0.5, 2]}",
        "duration=0.1",
    ];
    for results in both("pivoted-bar", &set) {
        let names = ["mu", "compress", "beta_deg", "torque", "l", "theta", "s", "gap"];
        let [mu, compress, beta, torque, l, theta, s, gap] = names.map(|name| column(&results, name));
        let mut counts = [0, 0];
        for i in 0..600 {
            let (sin, cos) = beta[i].to_radians().sin_cos();
            let holds = 1e4 * compress[i] * (mu[i] * cos - sin);
            let needed = torque[i] / l[i] * (cos + mu[i] * sin);
            if (holds - needed).abs() <= 1e-3 * needed {
                continue;
            }
            counts[usize::from(holds > needed)] += 1;
            let start = -cos * compress[i] / (l[i] * sin);
            if holds > needed {
                let still = (theta[i] - start).abs() <= 1e-9 && (s[i] + compress[i]).abs() <= 1e-9;
                assert!(still, "member {i} moved: {holds} N for {needed} N");
            } else {
                assert!(gap[i] > 1e-4, "member {i} is held: {holds} N for {needed} N");
            }
        }
        assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
    }
}
