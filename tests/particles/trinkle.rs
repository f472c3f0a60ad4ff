//! The scheme of Stewart & Trinkle (1996, Sec. 3) over a plane, where linear and iterated steps are the same: closed forms,
//! the conditions (3) and the energy balance of Sec. 3.5, term by term.

use moreau::Real;
use moreau::backend::Backend;
use moreau::columns::Fields;
use moreau::law::{CoulombSoft, Law};
use moreau::model::{Model, Plane};
use moreau::scheme::{Scheme, Step, StewartTrinkle};
use moreau::space::Isotropic;
use moreau::study::{Results, Study};
use moreau::tuple::Vector;
use proptest::prelude::*;

/// Rounding of a few thousand steps of numbers up to 100.
const ROUNDING: f64 = 1e-10;
/// Rounding of one step of numbers up to 100: a few hundred times 2^-53, squared velocities.
const STEP_ROUNDING: f64 = 1e-11;

fn study(head: &str, params: &str) -> Results {
    let text = format!(
        "model = \"plane\"\nlaw = \"coulomb-soft\"\nscheme = \"stewart-trinkle\"\nseed = 4\n{head}\n[params]\n{params}"
    );
    Study::parse("trinkle.toml", &text).unwrap().run(Backend::cpu(0)).unwrap()
}

fn column(results: &Results, name: &str) -> Vec<f64> {
    results.column(name).unwrap_or_else(|| panic!("no column {name}"))
}

/// Velocities first, then places: `z = z0 + n h u0 - g h² n(n + 1)/2`.
#[test]
fn free_flight_is_the_parabola_of_the_scheme() {
    let r = study(
        "members = 200\nduration = 1.0\nh = { uniform = [1e-3, 1e-2] }",
        "z0 = { uniform = [20, 50] }\nuz0 = { uniform = [-5, 5] }\nux0 = { uniform = [-5, 5] }\n\
         gravity = { uniform = [1, 20] }\niterations = { choice = [0, 1, 8] }",
    );
    let [z0, uz0, ux0, g, h, n] = ["z0", "uz0", "ux0", "gravity", "h", "steps"].map(|name| column(&r, name));
    let [x, z, uz] = ["x", "z", "uz"].map(|name| column(&r, name));
    for i in 0..200 {
        let fallen = g[i] * h[i] * h[i] * n[i] * (n[i] + 1.0) / 2.0;
        assert!((z[i] - (z0[i] + n[i] * h[i] * uz0[i] - fallen)).abs() <= ROUNDING, "member {i}");
        assert!((uz[i] - (uz0[i] - g[i] * n[i] * h[i])).abs() <= ROUNDING, "member {i}");
        assert!((x[i] - n[i] * h[i] * ux0[i]).abs() <= ROUNDING, "member {i}");
    }
    assert_eq!(r.summary.flagged(), 0);
}

/// Where a particle stops that falls from `z0`, lands and slides: all in closed form.
fn stops_at([z0, ux0, g, mu]: [f64; 4]) -> f64 {
    let (fall, hit) = ((2.0 * z0 / g).sqrt(), (2.0 * g * z0).sqrt());
    let left = (ux0 - mu * hit).max(0.0);
    ux0 * fall + left * left / (2.0 * mu * g)
}

/// What falls never goes through, and comes to rest where theory says, to the order of the step.
#[test]
fn what_falls_lands_on_the_plane_and_stops_within_a_step() {
    let at = |h: f64| {
        let r = study(
            &format!("members = 200\nduration = 4.0\nh = {h}"),
            "z0 = { uniform = [0.1, 2] }\nux0 = { uniform = [0.5, 5] }\ngravity = { uniform = [5, 20] }\n\
             mu = { uniform = [0.2, 0.9] }\niterations = { choice = [0, 8] }",
        );
        let [z0, ux0, g, mu] = ["z0", "ux0", "gravity", "mu"].map(|name| column(&r, name));
        let [x, z, ux, uz] = ["x", "z", "ux", "uz"].map(|name| column(&r, name));
        let mut worst = 0.0_f64;
        for i in 0..200 {
            assert!(z[i].abs() <= ROUNDING && uz[i].abs() <= ROUNDING, "{i}: {} {}", z[i], uz[i]);
            assert_eq!(ux[i], 0.0, "member {i} creeps");
            let off = (x[i] - stops_at([z0[i], ux0[i], g[i], mu[i]])).abs();
            assert!(off <= 10.0 * h * ux0[i], "{i}: {off}");
            worst = worst.max(off);
        }
        assert!(column(&r, "penetration").iter().all(|depth| *depth <= ROUNDING));
        assert!(column(&r, "unsettled").iter().all(|steps| *steps == 0.0));
        assert_eq!(r.summary.flagged(), 0);
        worst
    };
    let [coarse, fine] = [1e-2, 1e-3].map(at);
    // Landings fall anywhere in a step, so errors scatter, but the worst of 200 follows the step.
    assert!(fine <= 0.2 * coarse, "{coarse} {fine}");
}

#[test]
fn the_incline_stops_what_slides_and_lets_nothing_creep() {
    let r = study(
        "members = 200\nduration = 6.0\nh = 1e-3",
        "angle_deg = { uniform = [0, 20] }\nmu = { uniform = [0.5, 1.0] }\nspeed = { uniform = [0.5, 3] }\n\
         uy0 = { uniform = [-1, 1] }",
    );
    for name in ["ux", "uy"] {
        assert!(column(&r, name).iter().all(|u| *u == 0.0), "{name}");
    }
    assert_eq!(r.summary.flagged(), 0);
}

/// The same in closed form, without what goes across.
#[test]
fn the_incline_is_its_closed_form_to_a_step() {
    let h = 1e-3;
    let r = study(
        &format!("members = 200\nduration = 6.0\nh = {h}"),
        "angle_deg = { uniform = [0, 20] }\nmu = { uniform = [0.5, 1.0] }\nspeed = { uniform = [0.5, 3] }",
    );
    let [angle, mu, speed, x] = ["angle_deg", "mu", "speed", "x"].map(|name| column(&r, name));
    for i in 0..200 {
        let slope = angle[i].to_radians();
        let exact = speed[i] * speed[i] / (2.0 * 9.81 * (mu[i] * slope.cos() - slope.sin()));
        assert!((x[i] - exact).abs() <= h * speed[i], "member {i}: {} {exact}", x[i]);
    }
}

/// One step from a place and a velocity over a tilted plane.
struct Case {
    step: Step<f64, Plane>,
    q: Vector<f64, 3>,
    u: Vector<f64, 3>,
    force: Vector<f64, 3>,
    h: f64,
    mu: f64,
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "q {:?} u {:?} h {} {:?}", self.q.0, self.u.0, self.h, self.mu)
    }
}

impl Case {
    fn of(q: [f64; 3], u: [f64; 3], [h, mu, angle, iterations]: [f64; 4]) -> Case {
        let params: <Plane as Model>::Params<f64> =
            Fields::from_fn(|j| [9.81, angle].get(j).copied().unwrap_or(0.0));
        let c = Plane::setup(&params);
        let d = Plane::drive(&c, 0.0);
        let law: <CoulombSoft as Law<Isotropic>>::Params<f64> = Fields::from_fn(|_| mu);
        let scheme = Fields::from_fn(|j| [iterations, 1e-9][j]);
        let (q, u) = (Vector(q), Vector(u));
        let step =
            StewartTrinkle::step::<f64, Plane, CoulombSoft, false>(&c, &law, &scheme, h, &d, q, q, u, false);
        Case { step, q, u, force: Plane::acceleration(&c, &d, q, u), h, mu }
    }

    /// Kinetic energy less the work of the force so far.
    fn energy(&self, q: Vector<f64, 3>, u: Vector<f64, 3>) -> f64 {
        0.5 * dot(u, u) - dot(self.force, q)
    }

    /// What a step adds to the energy.
    fn rise(&self) -> f64 {
        self.energy(self.step.q, self.step.u) - self.energy(self.q, self.u)
    }
}

fn dot(a: Vector<f64, 3>, b: Vector<f64, 3>) -> f64 {
    (0..3).map(|j| a.0[j] * b.0[j]).sum()
}

/// The numbers of a case; the height may be below the plane.
fn cases() -> impl Strategy<Value = Case> {
    let vector = |size: f64| [-size..size, -size..size, -size..size];
    let numbers = (1e-3..0.3, 0.0..2.0, -60.0..60.0, prop::sample::select(vec![0.0, 1.0, 8.0]));
    (vector(1.0), vector(5.0), prop::sample::select(vec![0.01, 1.0]), numbers).prop_map(
        |([x, y, z], u, height, (h, mu, angle, iterations))| {
            Case::of([x, y, z * height], u, [h, mu, angle, iterations])
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Conditions (3): a step ends on the right side, pushes only if it ends on the plane, and friction opposes what slides.
    #[test]
    fn a_step_satisfies_the_conditions(case in cases()) {
        let (s, h) = (&case.step, case.h);
        let [px, py, n] = s.impulse.0;
        let [ux, uy, _] = s.u.0;
        let speed = dot(case.u, case.u).sqrt() + case.q.0[2].abs() / h + 1.0;
        prop_assert!(n >= 0.0);
        prop_assert!(s.q.0[2] >= -1e-14 * speed);
        prop_assert!((n * s.q.0[2]).abs() <= 1e-14 * speed * speed);
        prop_assert!((n * s.judged.0[2]).abs() <= 1e-14 * speed * speed);
        prop_assert!(px.hypot(py) <= case.mu * n * (1.0 + 1e-14) + 1e-300);
        let power = px * ux + py * uy + case.mu * n * ux.hypot(uy);
        prop_assert!(power.abs() <= 1e-14 * speed * speed);
        prop_assert!(s.settled);
        // Stuck is exactly at rest.
        prop_assert!(!s.sticks || (ux == 0.0 && uy == 0.0));
    }

    /// Sec. 3.5, with every term: `E' - E = -1/2 |v' - v|² - P_n gap/h - mu P_n |v_t'|`.
    #[test]
    fn the_energy_falls_by_what_the_paper_says(case in cases()) {
        let (s, h) = (&case.step, case.h);
        let jump = s.u - case.u;
        let n = s.impulse.0[2];
        let friction = case.mu * n * s.u.0[0].hypot(s.u.0[1]);
        let taken = 0.5 * dot(jump, jump) + n * case.q.0[2] / h + friction;
        let scale = 1.0 + dot(case.u, case.u) + (case.q.0[2] / h).powi(2);
        prop_assert!((case.rise() + taken).abs() <= STEP_ROUNDING * scale, "{} {taken}", case.rise());
        // From the right side of the plane no step adds energy; from below, no more than pushing out takes.
        let most = n * (-case.q.0[2]).larger(0.0) / h;
        prop_assert!(case.rise() <= most + STEP_ROUNDING * scale);
    }
}

/// What starts inside comes out in one step, and pays for that with energy: the certificate tells.
#[test]
fn starts_below_are_pushed_out_and_the_gain_is_seen() {
    let case = Case::of([0.0, 0.0, -0.1], [1.0, 0.0, 0.0], [1e-2, 0.3, 0.0, 8.0]);
    assert!(case.step.q.0[2].abs() <= 1e-15);
    let a = &case.step.problem;
    let law: <CoulombSoft as Law<Isotropic>>::Params<f64> = Fields::from_fn(|_| 0.3);
    let gain = <CoulombSoft as Law<Isotropic>>::gain(&law, a, case.step.impulse, case.step.end);
    // It leaves at 10 m/s, and friction takes the 1 m/s along the plane.
    assert!((gain - 0.5 * (100.0 - 1.0)).abs() <= 1.0, "{gain}");
}
