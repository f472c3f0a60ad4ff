//! Static and dynamic friction (Moreau 1988, Sec. 17): the law, a block on a slope, and the stick-slip cycle of a block on
//! a belt against its closed form.

use std::f64::consts::PI;

use moreau::backend::Backend;
use moreau::law::{CoulombSoft, CoulombStaticDisk, Law, Problem};
use moreau::space::Isotropic;
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

type Params = <CoulombStaticDisk as Law<Isotropic>>::Params<f64>;
type SoftParams = <CoulombSoft as Law<Isotropic>>::Params<f64>;

/// Rounding of a handful of f64 operations.
const ROUNDING: f64 = 1e-12;

proptest! {
    /// The problem it solves is that of one coefficient, which is the static one where the contact stuck.
    #[test]
    fn the_coefficient_is_that_of_the_step_before(
        u in (-9.0..9.0, -9.0..9.0, -9.0..-1e-9),
        (mu, mu_static, rough, h) in (0.0..2.0, 0.0..2.0, 0.1..3.0, 0.1..10.0),
        stuck: bool,
    ) {
        let loose = Vector([u.0, u.1, u.2]);
        let a = Problem::<f64, Isotropic> { rough, ..Problem::active(h, loose, stuck) };
        let p = Params { mu, mu_static };
        let found = CoulombStaticDisk::impulse(&p, &a);
        let one = SoftParams { mu: if stuck { mu_static } else { mu } };
        let told = CoulombSoft::impulse(&one, &a);
        prop_assert_eq!(found.impulse.0, told.impulse.0);
        prop_assert_eq!(found.sticks, told.sticks);
        let end = loose + found.impulse * h;
        let slide = end.0[0].hypot(end.0[1]);
        let scale = ROUNDING * loose.dot(loose) / h;
        prop_assert!(CoulombStaticDisk::residual(&p, &a, found.impulse, end, slide) <= scale);
        prop_assert!(CoulombStaticDisk::cone(&p, &a, found.impulse) <= scale / h);
        prop_assert!(CoulombStaticDisk::gain(&p, &a, found.impulse, end) <= scale);
        // The other coefficient is noticed, unless both hold the particle or neither does anything.
        let other = Problem { stuck: !stuck, ..a };
        let wrong = CoulombStaticDisk::residual(&p, &other, found.impulse, end, slide)
            .max(CoulombStaticDisk::cone(&p, &other, found.impulse));
        let clear = (mu - mu_static).abs() > 1e-3 && slide > 1e-3 && u.2 < -1e-3;
        prop_assert!(!clear || wrong > scale.max(1e-10), "{wrong}");
    }
}

fn run(preset: &str, set: &[&str]) -> Results {
    Study::preset(preset).unwrap().set(set.iter().copied()).unwrap().run(Backend::cpu(0)).unwrap()
}

/// Between the two angles of friction a block rests where it is put, and slides for ever where it is pushed.
#[test]
fn a_slope_between_the_two_angles_holds_what_rests_only() {
    let common = ["law=coulomb-static", "members=200", "h=1e-3", "duration=1"];
    let slope = ["mu={uniform=[0.1, 0.3]}", "mu_static={uniform=[0.5, 0.9]}", "angle_deg={uniform=[17, 26]}"];
    let of = |speed: &str| {
        let set: Vec<&str> = common.iter().chain(&slope).copied().chain([speed]).collect();
        run("incline", &set)
    };
    let (rests, slides) = (of("speed=0"), of("speed={uniform=[0.01, 2]}"));
    let column = |name: &str| slides.column(name).unwrap();
    for i in 0..200 {
        for name in ["x", "ux", "uz"] {
            assert_eq!(rests.column(name).unwrap()[i], 0.0, "member {i} creeps along {name}");
        }
        let a = column("angle_deg")[i].to_radians();
        let gain = column("gravity")[i] * (a.sin() - column("mu")[i] * a.cos());
        // The midpoint rule is exact for a constant force, whatever the step.
        let exact = [column("speed")[i] + gain * 0.5, column("speed")[i] + gain];
        assert!((column("x")[i] - exact[0]).abs() <= ROUNDING * 1e3, "member {i}: x");
        assert!((column("ux")[i] - exact[1]).abs() <= ROUNDING * 1e3, "member {i}: u");
    }
    assert_eq!(rests.summary.flagged() + slides.summary.flagged(), 0);
}

/// The motion of one member of a belt, with what it was asked.
struct Motion {
    h: f64,
    speed: f64,
    omega: f64,
    decay: f64,
    /// Stretches at which static and dynamic friction balance the spring.
    held: f64,
    steady: f64,
    /// Stretch, and whether the block sticks, from the middle of the run on.
    points: Vec<(f64, bool)>,
    every: f64,
}

impl Motion {
    /// How far the stretch swings to either side of [`Motion::middle`].
    fn swing(&self) -> f64 {
        0.5 * (self.most() - self.least())
    }
    fn middle(&self) -> f64 {
        0.5 * (self.most() + self.least())
    }
    fn most(&self) -> f64 {
        self.points.iter().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max)
    }
    fn least(&self) -> f64 {
        self.points.iter().map(|p| p.0).fold(f64::INFINITY, f64::min)
    }
    /// The mean time from one start of slipping to the next, and the mean time for which it sticks in between.
    fn period(&self) -> [f64; 2] {
        let starts: Vec<usize> =
            (1..self.points.len()).filter(|&k| self.points[k - 1].1 && !self.points[k].1).collect();
        let (first, last) = (starts[0], starts[starts.len() - 1]);
        let cycles = (starts.len() - 1) as f64;
        let sticks = self.points[first..last].iter().filter(|p| p.1).count();
        [(last - first) as f64 * self.every / cycles, sticks as f64 * self.every / cycles]
    }
}

/// Belts whose parameters all differ; `set` says how.
fn belts(h: f64, members: usize, every: usize, set: &[&str]) -> Vec<Motion> {
    let record = ["record.members=999".to_owned(), format!("record.every={every}")];
    let own: Vec<String> =
        [format!("h={h}"), format!("members={members}")].into_iter().chain(record).collect();
    let wide = ["m={uniform=[0.5, 1.5]}", "stiffness={uniform=[80, 200]}", "mu={uniform=[0.3, 0.4]}"];
    let all: Vec<&str> = own.iter().map(String::as_str).chain(wide).chain(set.iter().copied()).collect();
    let results = run("stick-slip", &all);
    assert_eq!(results.summary.flagged(), 0);
    let rows = &results.trajectories;
    let of = |name: &str| -> Vec<f64> { (0..rows.rows()).map(|i| rows.get(name).unwrap().real(i)).collect() };
    let (member, t, x, mode) = (of("member"), of("t"), of("x"), of("mode"));
    let column = |name: &str, i: usize| results.column(name).unwrap()[i];
    let motion = |i: usize| {
        let omega = (column("stiffness", i) / column("m", i)).sqrt();
        let balance = |mu: f64| mu * column("gravity", i) / (omega * omega);
        let half = 0.5 * column("duration", i);
        let points = (0..t.len()).filter(|&k| member[k] == i as f64 && t[k] >= half);
        Motion {
            h,
            omega,
            speed: column("speed", i),
            decay: 0.5 * column("damping", i) / column("m", i),
            held: balance(column("mu_static", i)),
            steady: balance(column("mu", i)),
            points: points.map(|k| (x[k], mode[k] == 2.0)).collect(),
            every: h * every as f64,
        }
    };
    (0..members).map(motion).collect()
}

/// The error of a swing, in steps at the block's largest speeds: the step in which the block tears off or is caught is
/// cut wrongly by at most one step, at either end of each of the two phases.
const CUTS: f64 = 4.0;

/// Without damping and for `mu_static <= 3 mu`, the closed form of src/model/belt.rs, at two steps: the error is of the first
/// order.
#[test]
fn the_cycle_has_the_swing_and_the_period_of_theory() {
    for h in [1e-3, 2.5e-4] {
        let set = [
            "damping=0",
            "mu_static={uniform=[0.45, 0.8]}",
            "speed={uniform=[0.1, 0.8]}",
            "x0=0.3",
            "duration=16",
        ];
        for (i, a) in belts(h, 12, 1, &set).iter().enumerate() {
            let rise = a.held - a.steady;
            let swing = rise.hypot(a.speed / a.omega);
            let stick = 2.0 * rise / a.speed;
            let slip = 2.0 * (PI - (a.omega * rise / a.speed).atan()) / a.omega;
            let fastest = a.speed + a.omega * swing;
            let length = CUTS * h * fastest;
            assert!((a.swing() - swing).abs() <= length, "member {i}: {} {swing}", a.swing());
            assert!((a.middle() - a.steady).abs() <= length, "member {i}: {} {}", a.middle(), a.steady);
            let [period, sticks] = a.period();
            let time = length / a.speed;
            assert!((sticks - stick).abs() <= time, "member {i} sticks for {sticks}, not {stick}");
            assert!((period - stick - slip).abs() <= time, "member {i}: {period} {}", stick + slip);
        }
    }
}

/// Where static friction is no larger, nothing drives a cycle: a block slides for ever as it began, or, where the belt
/// caught it, swings as far as the belt's speed carries it and is caught no more.
#[test]
fn equal_coefficients_leave_a_free_oscillation() {
    let set = ["damping=0", "mu=0.3", "mu_static=0.3", "speed={uniform=[0.1, 0.8]}", "duration=8"];
    for start in ["x0=0", "x0=0.1"] {
        for (i, a) in belts(5e-4, 12, 1, &[&set[..], &[start]].concat()).iter().enumerate() {
            let x0: f64 = start[3..].parse().unwrap();
            let swing = (x0 - a.steady).abs().min(a.speed / a.omega);
            let length = CUTS * a.h * (a.speed + a.omega * swing);
            assert!((a.swing() - swing).abs() <= length, "member {i}: {} {swing}", a.swing());
            assert!((a.middle() - a.steady).abs() <= length, "member {i}");
        }
    }
}

/// The largest velocity of a damped block that tore off the belt, once it has fallen below the belt's: from the exact
/// solution of `y'' + 2 decay y' + omega² y = 0`.
fn catches_up(a: &Motion) -> f64 {
    let turning = (a.omega * a.omega - a.decay * a.decay).sqrt();
    // Sticking ends where spring and dashpot pull as hard as static friction holds.
    let y0 = a.held - 2.0 * a.decay * a.speed / (a.omega * a.omega) - a.steady;
    let b = (a.speed + a.decay * y0) / turning;
    let velocity = |t: f64| {
        let (sin, cos) = (turning * t).sin_cos();
        (-a.decay * t).exp() * ((turning * b - a.decay * y0) * cos - (turning * y0 + a.decay * b) * sin)
    };
    // From the lowest velocity on, over a turn.
    let times: Vec<f64> = (0..4000).map(|k| 2.0 * PI / turning * k as f64 / 2000.0).collect();
    let lowest = (0..2000).min_by(|&j, &k| velocity(times[j]).total_cmp(&velocity(times[k]))).unwrap();
    times[lowest..lowest + 2000].iter().map(|&t| velocity(t)).fold(f64::NEG_INFINITY, f64::max)
}

/// With damping a slipping block catches up with a slow belt only: then there is a cycle, else steady sliding.
#[test]
fn damping_ends_the_cycle_at_a_speed() {
    /// Members so near the limit that a step decides are left out.
    const NEAR: f64 = 0.02;
    let set = [
        "damping={uniform=[0.5, 2.5]}",
        "mu_static=0.6",
        "speed={uniform=[0.05, 1]}",
        "x0=0.2",
        "duration=24",
    ];
    let motions = belts(1e-3, 50, 20, &set);
    let mut seen = [0; 2];
    for (i, a) in motions.iter().enumerate() {
        let most = catches_up(a) / a.speed;
        if (most - 1.0).abs() <= NEAR {
            continue;
        }
        let cycle = most > 1.0;
        seen[usize::from(cycle)] += 1;
        let sticks = a.points.iter().any(|p| p.1);
        if cycle {
            assert!(sticks, "member {i} should be caught again: {most}");
        } else {
            // What was left of the swing in the middle of the run has decayed to its end.
            let rest = (-12.0 * a.decay).exp();
            let end = a.points[a.points.len() - 1].0;
            assert!(!sticks, "member {i} should slide steadily: {most}");
            assert!((end - a.steady).abs() <= rest * (a.swing() + a.speed / a.omega) + 1e-9, "member {i}");
        }
    }
    assert!(seen[0] >= 10 && seen[1] >= 10, "{seen:?}");
}
