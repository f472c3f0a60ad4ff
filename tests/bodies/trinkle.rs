//! The scheme of Stewart & Trinkle (1996, Sec. 3) for bodies that turn: what one linear step does to the energy, what is left of
//! the boundary, what the iteration of Sec. 3.4 mends, jamming (Sec. 1.4), and Moreau's scheme beside it.

use moreau::backend::{Backend, Precision};
use moreau::columns::Fields;
use moreau::law::{CoulombPlanar, Law};
use moreau::model::{Model, RoundTip};
use moreau::scheme::{Scheme, Step, StewartTrinkle};
use moreau::space::Planar;
use moreau::study::{Results, Study};
use moreau::tuple::Vector;
use proptest::prelude::*;

use crate::{column, members_in, outcomes};

/// Rounding of a step, relative to squares of the velocities in it.
const ROUNDING: f64 = 1e-12;
/// How far a measured order may be from its theory: errors of single members scatter.
const ORDER: f64 = 0.2;
/// What a step of the iterated scheme may leave, m.
const TOLERANCE: f64 = 1e-9;

/// A study of the body with a round tip.
fn study(scheme: &str, head: &str, params: &str) -> Study {
    let text = format!(
        "model = \"round-tip\"\nlaw = \"coulomb-planar\"\nscheme = \"{scheme}\"\nseed = 5\n{head}\n[params]\n{params}"
    );
    Study::parse("trinkle.toml", &text).unwrap()
}

fn run(scheme: &str, head: &str, params: &str) -> Results {
    study(scheme, head, params).run(Backend::cpu(0)).unwrap()
}

/// One step of a body; `body` is m, l, rho, J and mu.
struct Case {
    step: Step<f64, RoundTip>,
    q: Vector<f64, 3>,
    u: Vector<f64, 3>,
    gap: f64,
    h: f64,
    body: [f64; 5],
}

/// Gravity of the cases.
const GRAVITY: f64 = 9.81;

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "q {:?} u {:?} h {} {:?}", self.q.0, self.u.0, self.h, self.body)
    }
}

impl Case {
    /// From a gap, an angle and velocities.
    fn of(body: [f64; 5], [gap, theta, h, iterations]: [f64; 4], u: [f64; 3]) -> Case {
        let [m, l, rho, inertia, mu] = body;
        let params: <RoundTip as Model>::Params<f64> =
            Fields::from_fn(|j| [m, l, rho, inertia, GRAVITY].get(j).copied().unwrap_or(0.0));
        let c = RoundTip::setup(&params);
        let d = RoundTip::drive(&c, 0.0);
        let law: <CoulombPlanar as Law<Planar>>::Params<f64> = Fields::from_fn(|_| mu);
        let scheme = Fields::from_fn(|j| [iterations, TOLERANCE][j]);
        let (q, u) = (Vector([0.0, l * theta.cos() + rho + gap, theta]), Vector(u));
        let step = StewartTrinkle::step::<f64, RoundTip, CoulombPlanar, false>(
            &c, &law, &scheme, h, &d, q, q, u, false,
        );
        let gap = RoundTip::gap(&c, q);
        Case { step, q, u, gap, h, body }
    }

    fn inner(&self, a: Vector<f64, 3>, b: Vector<f64, 3>) -> f64 {
        let [m, _, _, inertia, _] = self.body;
        m * (a.0[0] * b.0[0] + a.0[1] * b.0[1]) + inertia * a.0[2] * b.0[2]
    }

    fn energy(&self, q: Vector<f64, 3>, u: Vector<f64, 3>) -> f64 {
        0.5 * self.inner(u, u) + self.body[0] * GRAVITY * q.0[1]
    }

    fn rise(&self) -> f64 {
        self.energy(self.step.q, self.step.u) - self.energy(self.q, self.u)
    }

    /// What velocities squared may amount to in this step, as energies.
    fn scale(&self) -> f64 {
        let weight = self.body[0].max(self.body[3]);
        let fast = self.inner(self.u, self.u) + weight * (self.gap / self.h).powi(2) + 1.0;
        fast + self.inner(self.step.u, self.step.u)
    }
}

fn bodies() -> impl Strategy<Value = [f64; 5]> {
    [0.5..2.0, 0.3..1.5, 0.0..0.5, 0.03..0.6, 0.0..3.0]
}

fn cases(iterations: f64, deepest: f64) -> impl Strategy<Value = Case> {
    let start = (prop::sample::select(vec![0.0, 1e-4, 1e-2]), deepest..1.0, -1.5..1.5, 1e-4..0.05);
    (bodies(), start, [-8.0..8.0, -3.0..0.5, -6.0..6.0]).prop_map(move |(body, (size, gap, theta, h), u)| {
        Case::of(body, [size * gap, theta, h, iterations], u)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The LCP (4) in two directions, at the level of positions: what is judged is `gap/h + U_n`.
    #[test]
    fn a_linear_step_solves_the_lcp(case in cases(0.0, -1.0)) {
        let s = &case.step;
        let ([t, n], [slip, ends]) = (s.impulse.0, s.judged.0);
        let mu = case.body[4];
        let fast = case.scale();
        prop_assert!((ends - (case.gap / case.h + s.end.0[1])).abs() <= ROUNDING * fast.sqrt());
        prop_assert!(n >= 0.0 && ends >= -ROUNDING * fast.sqrt());
        prop_assert!(t.abs() <= mu * n * (1.0 + 1e-14));
        prop_assert!((n * ends).abs() <= ROUNDING * fast);
        prop_assert!((t * slip + mu * n * slip.abs()).abs() <= ROUNDING * fast);
    }

    /// Sec. 3.5 for constant M, with every term: `E' - E = -1/2 |v' - v|²_M - P_n gap/h - mu P_n |U_t'|`. From a start on the
    /// right side no linear step adds energy.
    #[test]
    fn a_linear_step_takes_the_energy_that_the_paper_says(case in cases(0.0, -1.0)) {
        let s = &case.step;
        let jump = s.u - case.u;
        let [_, n] = s.impulse.0;
        let taken = 0.5 * case.inner(jump, jump) + n * case.gap / case.h + case.body[4] * n * s.end.0[0].abs();
        prop_assert!((case.rise() + taken).abs() <= ROUNDING * case.scale());
        prop_assert!(case.gap < 0.0 || case.rise() <= ROUNDING * case.scale());
    }

    /// Sec. 3.4: where the iteration settles, the step ends above the boundary, on it if there was an impulse. It settles in short
    /// steps: what an impulse so large could turn the body by within one, whatever its direction, is small then. (What it does turn it by may be
    /// less, as moments cancel or arms vanish; yet these change with the angle, and little contracts.)
    #[test]
    fn an_iterated_step_ends_exactly_feasible(case in cases(8.0, 0.0)) {
        let s = &case.step;
        let gap = s.q.0[1] - case.body[1] * s.q.0[2].cos() - case.body[2];
        prop_assert!(!s.settled || gap >= -2.0 * TOLERANCE);
        prop_assert!(!s.settled || s.impulse.0[1] == 0.0 || gap <= 2.0 * TOLERANCE);
        let ([_, l, rho, inertia, _], [t, n]) = (case.body, s.impulse.0);
        let moment = (t.abs() + n) * (l + rho);
        let turned = case.h * (2.0 * case.u.0[2].abs() + moment / inertia);
        prop_assert!(s.settled || turned > 0.05, "not settled, though it turned by no more than {turned}");
    }
}

/// A body whose centre of mass lies below that of its round tip: the gap bends down, so that a straight step goes through.
const ROLY_POLY: &str = "l = 0.3\nrho = 1.0\ninertia = 0.2\ntheta0 = { uniform = [2.5, 3.8] }\n\
    omega0 = { uniform = [-4, 4] }\nslide0 = { uniform = [-2, 2] }\nmu = { uniform = [0.1, 0.9] }\n";

#[test]
fn linear_steps_pass_a_curved_boundary_by_the_square_of_the_step_and_iterated_ones_do_not() {
    let at = |h: f64, iterations: u32| {
        let more = format!("{ROLY_POLY}iterations = {iterations}\ntolerance = {TOLERANCE}");
        let r = run("stewart-trinkle", &format!("members = 100\nduration = 1.0\nh = {h}"), &more);
        let deepest = column(&r, "penetration").into_iter().fold(0.0, f64::max);
        (deepest, column(&r, "unsettled").iter().sum::<f64>())
    };
    let [(coarse, _), (fine, _)] = [at(4e-3, 0), at(1e-3, 0)];
    let order = (coarse / fine).log2() / 2.0;
    assert!((order - 2.0).abs() <= ORDER && fine > 1e-7, "{coarse} {fine}: order {order}");
    for (deepest, unsettled) in [at(4e-3, 8), at(1e-3, 8)] {
        assert!(deepest <= 2.0 * TOLERANCE && unsettled == 0.0, "{deepest} {unsettled}");
    }
    // One solution is not enough, and that is counted.
    assert!(at(4e-3, 1).1 > 0.0);
}

/// The root mean square of the distances of two columns.
fn apart(a: &Results, b: &Results, name: &str) -> f64 {
    let (a, b) = (column(a, name), column(b, name));
    (a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>() / a.len() as f64).sqrt()
}

/// A slide that goes on: order 1 to what Moreau's scheme tends to.
#[test]
fn a_smooth_slide_converges_to_that_of_moreau() {
    let start =
        "theta0 = { uniform = [0.78, 0.85] }\nomega0 = -1.0\nslide0 = { uniform = [6, 9] }\nmu = 0.5\n";
    let head = |h: f64| format!("members = 30\nduration = 0.1\nh = {h}");
    let truth = run("moreau-midpoint", &head(1e-5), start);
    for iterations in [0, 8] {
        let at = |h: f64| run("stewart-trinkle", &head(h), &format!("{start}iterations = {iterations}"));
        let [coarse, fine] = [at(2e-3), at(5e-4)];
        for name in ["theta", "omega", "slide"] {
            let [a, b] = [&coarse, &fine].map(|r| apart(r, &truth, name));
            let order = (a / b).log2() / 2.0;
            assert!((order - 1.0).abs() <= ORDER, "{name}, {iterations} iterations: {a} {b}: order {order}");
        }
    }
}

/// The preset's rod where no force would do (Sec. 1.4): the end stops in one step, by an impulse that depends on no step.
#[test]
fn a_jammed_rod_is_stopped_by_a_finite_impulse() {
    let study =
        Study::preset("jamming").unwrap().set(["members=400", "h={log_uniform=[1e-5, 1e-3]}"]).unwrap();
    let r = study.run(Backend::cpu(0)).unwrap();
    let [p, push, class] = ["p_start", "push_start", "class"].map(|name| column(&r, name));
    let [h, mu, slide0, theta] = ["h", "mu", "slide0", "theta0"].map(|name| column(&r, name));
    let [drop, spin, after] = ["drop", "omega_after", "slide_after"].map(|name| column(&r, name));
    let none = moreau::theory::CLASSES.iter().position(|class| *class == "none").unwrap() as f64;
    let mut jammed = 0;
    for i in 0..400 {
        let (a, b) = (theta[i].cos(), theta[i].sin());
        // A uniform rod, m = l = 1: 1/J = 3.
        assert!((p[i] - (1.0 + 3.0 * b * (b - mu[i] * a))).abs() <= 1e-12, "member {i}");
        assert!(push[i] < 0.0);
        assert_eq!(class[i] == none, p[i] < 0.0, "member {i}");
        if p[i] >= 0.0 {
            continue;
        }
        jammed += 1;
        // H P = -(slide0, 0) as h -> 0.
        let [tt, tn, nn] = [1.0 + 3.0 * a * a, 3.0 * a * b, 1.0 + 3.0 * b * b];
        let det = tt * nn - tn * tn;
        let [t, n] = [-nn * slide0[i] / det, tn * slide0[i] / det];
        assert!(n > 0.0 && t.abs() <= mu[i] * n, "theory: the cone holds it");
        let limit = 3.0 * (a * t + b * n);
        assert_eq!((drop[i], after[i]), (1.0, 0.0), "member {i}");
        // Gravity adds what it does in one step.
        assert!((spin[i] - limit).abs() <= 30.0 * h[i], "member {i}: {} {limit} {}", spin[i], h[i]);
    }
    assert!(jammed > 100 && jammed < 300, "{jammed}");
    // Where there is a force, no step takes more than its share; near p = 0 that is much.
    let most = (0..400).filter(|&i| p[i] > 0.5).map(|i| drop[i] / h[i]).fold(0.0, f64::max);
    assert!(most <= 100.0, "{most}");
}

/// Sec. 1.5: where sliding has three solutions the schemes choose, and no step size makes them agree. Moreau's lifts off; the iterated
/// one asks whether `h² (l cos θ ω²/2 - g)` is negative, the linear one sees no curvature.
#[test]
fn where_three_solutions_are_right_each_scheme_has_its_own() {
    let starts =
        "theta0 = { uniform = [0.1, 0.5] }\nomega0 = { uniform = [-6, -3.4] }\nslide0 = 8.0\nmu = 0.5\n";
    let three = moreau::theory::CLASSES.iter().position(|class| *class == "three").unwrap() as f64;
    for h in [1e-4, 1e-5] {
        let head = format!("members = 300\nduration = {}\nh = {h}", 20.0 * h);
        let moreau = run("moreau-midpoint", &head, starts);
        let [iterated, linear] =
            [5, 0].map(|n| run("stewart-trinkle", &head, &format!("{starts}iterations = {n}")));
        assert!(column(&moreau, "class").iter().all(|class| *class == three));
        assert!(outcomes(&moreau).iter().all(|outcome| *outcome == "lift-off"));
        assert!(outcomes(&linear).iter().all(|outcome| *outcome == "full"));
        let (theta, omega, found) =
            (column(&iterated, "theta0"), column(&iterated, "omega0"), outcomes(&iterated));
        let mut stopped = 0;
        for i in 0..300 {
            let lift = 0.5 * theta[i].cos() * omega[i] * omega[i] - GRAVITY;
            // A step turns the body by 6e-4, which moves the threshold by as much of 2 g.
            if lift.abs() > 0.05 {
                assert_eq!(found[i], if lift < 0.0 { "full" } else { "lift-off" }, "member {i}: {lift}");
                stopped += usize::from(lift < 0.0);
            }
        }
        assert!((50..250).contains(&stopped), "{stopped}");
    }
}

/// Lanes that have settled wait for the others, and change nothing.
#[test]
fn lanes_iterate_as_single_members_do() {
    let head = "members = 37\nduration = 0.2\nh = { uniform = [1e-3, 5e-3] }";
    let more = format!("{ROLY_POLY}iterations = {{ choice = [0, 1, 2, 8] }}");
    let study = study("stewart-trinkle", head, &more);
    let [lanes, single] = [Backend::cpu(0), Backend::reference()]
        .map(|mut backend| members_in(&study, &mut backend, Precision::F64));
    for (a, b) in lanes.columns.iter().zip(&single.columns) {
        assert_eq!(format!("{:?}", a.values), format!("{:?}", b.values), "{}", a.name);
    }
}
