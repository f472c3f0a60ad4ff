//! The rod (S8): falls against Stewart & Trinkle's example, rest, and wedges against their closed form.

use moreau::backend::Backend;
use moreau::columns::{Columns, Fields};
use moreau::law::{CoulombPair, CoulombPairParams, Law, Problem};
use moreau::model::{Model, Rod, RodParams, RodSetup};
use moreau::scheme::{MoreauMidpoint, Scheme, Step};
use moreau::space::{Pair, Space};
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

use crate::column;

/// Rounding of a thousand steps of numbers up to 100.
const ROUNDING: f64 = 1e-10;

/// How far from a line of theory the law follows it: some times [`moreau::pair::SHARE`].
const CLEAR: f64 = 1e-2;

fn defaults<P: Columns<f64>>() -> P {
    Fields::from_fn(|j| P::COLUMNS[j].default)
}

fn friction(mu: f64) -> CoulombPairParams<f64> {
    CoulombPairParams { mu, mu_ratio: 1.0, e1: 0.0, e2: 0.0 }
}

fn run(preset: &str, set: &[&str]) -> Results {
    Study::preset(preset).unwrap().set(set.iter().copied()).unwrap().run(Backend::cpu(0)).unwrap()
}

/// Steps of a rod, each with the time at its end.
fn steps(p: &RodParams<f64>, mu: f64, h: f64, duration: f64, mut each: impl FnMut(f64, &Step<f64, Rod>)) {
    let (c, law) = (Rod::setup(p), friction(mu));
    let (scheme, still) = (Fields::from_fn(|j| [0.5, 0.0][j]), Fields::from_fn(|_| 0.0));
    let (mut q, mut u) = Rod::start(p);
    for k in 1..=(duration / h).round() as u32 {
        let ahead = MoreauMidpoint::ahead::<f64, Rod>(h, q, u);
        let step = MoreauMidpoint::step::<f64, Rod, CoulombPair, false>(
            &c, &law, &scheme, h, &still, q, ahead, u, false,
        );
        (q, u) = (step.q, step.u);
        each(f64::from(k) * h, &step);
    }
}

/// When the first end lands, the spin it leaves, when the second end slaps down, where the rod comes to rest.
fn fall(h: f64) -> [f64; 4] {
    let p: RodParams<f64> = defaults();
    let [mut first, mut spin, mut slap, mut x] = [f64::NAN; 4];
    steps(&p, 0.6, h, 1.0, |t, step| {
        if step.problem.contact && first.is_nan() {
            (first, spin) = (t, step.u.0[2]);
        }
        if step.impulse.0[3] > 0.0 && slap.is_nan() {
            slap = t;
        }
        x = step.q.0[0];
    });
    [first, spin, slap, x]
}

/// Stewart & Trinkle 1996, Sec. 5: the rod of length 1 that falls from 30 degrees. The first number is
/// `sqrt(2·0.1/g)`; the others are limits for small steps.
const FALL: [f64; 4] = [0.14278, -1.9255, 0.31625, 0.072373];
/// The share of a step that an event can be late by, the change of spin, and the way, in a step: what order 1 means
/// here. The last digit of the limits comes on top.
const PER_STEP: [f64; 4] = [2.0, 60.0, 4.0, 2.0];
const LAST_DIGIT: [f64; 4] = [1e-5, 1e-4, 1e-5, 1e-6];

#[test]
fn the_falling_rod_converges_to_its_limits() {
    for h in [1e-3, 3e-4, 1e-4, 3e-5] {
        let found = fall(h);
        for j in 0..4 {
            let off = (found[j] - FALL[j]).abs();
            assert!(
                off <= PER_STEP[j] * h + LAST_DIGIT[j],
                "h = {h}: {found:?}, number {j} is off by {off:e}"
            );
        }
    }
}

#[test]
fn free_flight_is_a_parabola_with_constant_spin() {
    let set = [
        "members=200",
        "y0={uniform=[5, 50]}",
        "x0={uniform=[-5, 5]}",
        "angle0_deg={uniform=[-180, 180]}",
        "omega0={uniform=[-9, 9]}",
        "ux0={uniform=[-9, 9]}",
        "uy0={uniform=[-2, 2]}",
        "rho={uniform=[0, 0.5]}",
        "duration=0.5",
        "h={uniform=[1e-3, 3e-3]}",
    ];
    let r = run("falling-rod", &set);
    let get = |name: &str| column(&r, name);
    let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() <= ROUNDING, "{what}: {a} {b}");
    let [x0, y0, angle0, ux0, uy0, omega0] = ["x0", "y0", "angle0_deg", "ux0", "uy0", "omega0"].map(get);
    let [x, y, theta, ux, uy, omega] = ["x", "y", "theta", "ux", "uy", "omega"].map(get);
    let [h, steps, g, l, rho] = ["h", "steps", "gravity", "l", "rho"].map(get);
    let [gap1, gap2] = ["gap1", "gap2"].map(get);
    for i in 0..200 {
        let t = steps[i] * h[i];
        assert_eq!([ux[i], omega[i]], [ux0[i], omega0[i]], "member {i}");
        near(theta[i], angle0[i].to_radians() + omega0[i] * t, "theta");
        near(x[i], x0[i] + ux0[i] * t, "x");
        near(y[i], y0[i] + uy0[i] * t - 0.5 * g[i] * t * t, "y");
        near(uy[i], uy0[i] - g[i] * t, "uy");
        near(gap1[i], y[i] - l[i] * theta[i].sin() - rho[i], "gap1");
        near(gap2[i], y[i] + l[i] * theta[i].sin() - rho[i], "gap2");
    }
    assert_eq!(r.summary.flagged(), 0);
}

/// A rod that lies on the floor stays there to the bit: at once where halves and quarters are exact, and with any
/// mass and inertia if its ends are round, for then what rounding leaves of its velocity is too little to move it.
#[test]
fn a_lying_rod_stays_to_the_bit() {
    for (m, inertia, rho) in [(1.0, 0.0625, 0.0), (1.0, 1.0 / 12.0, 0.125), (0.7, 0.05, 0.1), (3.1, 0.9, 0.3)]
    {
        let p = RodParams { m, inertia, rho, y0: rho, angle0_deg: 0.0, x0: 1.0, ..defaults() };
        let (start, _) = Rod::start(&p);
        let mut held = 0;
        steps(&p, 0.4, 1e-3, 2.0, |t, step| {
            assert_eq!(step.q.0[..2], start.0[..2], "m = {m}, t = {t}");
            // The angle is 0, which no rounding is too small for.
            assert!(step.q.0[2].abs() <= 1e-15, "m = {m}, t = {t}: {}", step.q.0[2]);
            held += u32::from(step.sticks);
        });
        assert_eq!(held, 2000, "m = {m}");
    }
}

/// A groove of two planes, each rising by `beta` to its side, and a rod at rest in it at an angle `theta`, both in
/// degrees.
fn wedged(beta: f64, theta: f64) -> RodParams<f64> {
    RodParams { plane1_deg: -beta, plane2_deg: beta, snug: 1.0, angle0_deg: theta, ..defaults() }
}

/// What one step of gravity asks of the law.
fn asked(c: &RodSetup<f64>, q: Vector<f64, 3>) -> Problem<f64, Pair> {
    let loose = Rod::local(c, q, Vector([0.0, -9.81e-3, 0.0]));
    Problem::active(Rod::delassus(c, q), loose, false)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// At rest in a symmetric groove, with sharp ends, a rod is held exactly where both reactions can meet above its
    /// centre of mass.
    #[test]
    fn a_groove_holds_what_its_friction_cones_allow(
        beta in 15.0..75.0_f64,
        theta in -70.0..70.0_f64,
        mu in 0.01..1.5_f64,
    ) {
        let p = wedged(beta, theta);
        let (c, (q, _)) = (Rod::setup(&p), Rod::start(&p));
        let a = asked(&c, q);
        prop_assume!(Pair::normal(a.h, a.loose) < 0.0);
        let (sin, cos) = beta.to_radians().sin_cos();
        let bound = (sin * sin - mu * mu * cos * cos) * theta.to_radians().tan().abs();
        // Next to the line what holds has less room than the law asks for where slipping is a solution too.
        prop_assume!((mu - bound).abs() > CLEAR);
        let held = bound < mu;
        let reaction = CoulombPair::impulse(&friction(mu), &a);
        let end = a.loose + Pair::respond(a.h, reaction.impulse);
        prop_assert_eq!(reaction.sticks, held, "{:?}", end);
        if held {
            prop_assert!(end.dot(end).sqrt() <= 1e-14, "{:?}", end);
        }
    }

    /// Impulses along the line between the ends move nothing, and do nothing to any velocity.
    #[test]
    fn inner_impulses_move_nothing(
        planes in prop::array::uniform2(-180.0..180.0_f64),
        body in prop::array::uniform3(0.1..2.0_f64),
        angle in -180.0..180.0_f64,
    ) {
        let p = RodParams {
            plane1_deg: planes[0],
            plane2_deg: planes[1],
            l: body[0],
            rho: 0.1 * body[1],
            inertia: body[2],
            angle0_deg: angle,
            ..defaults()
        };
        let (c, (q, _)) = (Rod::setup(&p), Rod::start(&p));
        let h = Rod::delassus(&c, q);
        let size = |v: &[f64]| v.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        prop_assert!((h.inner.dot(h.inner) - 1.0).abs() <= 1e-14);
        prop_assert!(size(&Pair::respond(h, h.inner).0) <= 1e-13 * Pair::weight(h));
        prop_assert!(size(&Rod::kick(&c, q, h.inner).0) <= 1e-13 * Pair::weight(h));
        // H is the response of G A⁻¹ Gᵀ.
        for j in 0..4 {
            let unit: Vector<f64, 4> = Tuple::from_fn(|k| f64::from(u8::from(j == k)));
            let moved = Rod::local(&c, q, Rod::kick(&c, q, unit)) - Pair::respond(h, unit);
            prop_assert!(size(&moved.0) <= 1e-13 * Pair::weight(h), "{:?}", moved);
        }
    }
}

/// The map of the preset: held where theory says so, but for the width of a cell.
#[test]
fn the_map_of_the_groove_follows_theory() {
    let r = run("wedge-bar", &["members=400", "mu={uniform=[0.05, 1.2]}", "angle0_deg={uniform=[1, 60]}"]);
    let [mu, angle, outcome, several] =
        ["mu", "angle0_deg", "outcome", "several"].map(|name| column(&r, name));
    let beta = column(&r, "plane2_deg")[0].to_radians();
    let mut counts = [0, 0];
    for i in 0..400 {
        let bound = (beta.sin().powi(2) - (mu[i] * beta.cos()).powi(2)) * angle[i].to_radians().tan();
        if (mu[i] - bound).abs() > CLEAR {
            assert_eq!(outcome[i] == 2.0, bound < mu[i], "mu = {}, angle {}", mu[i], angle[i]);
            counts[usize::from(bound < mu[i])] += 1;
        }
        assert!(several[i] >= 0.0);
    }
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
    assert_eq!(r.summary.flagged(), 0);
}
