//! A particle over curved boundaries: sphere, cylinder, paraboloid. Rest, slides and oscillations against theory, and the
//! bowl; their normals are in `frames.rs`.

use moreau::backend::Backend;
use moreau::columns::Columns;
use moreau::law::{CoulombSoft, Law};
use moreau::model::{Curved, Cylinder, Model, Paraboloid, Sphere};
use moreau::scheme::{MoreauMidpoint, Scheme, Step};
use moreau::space::Isotropic;
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};
use moreau::{Real, Scalar};

const G: f64 = 9.81;

/// A model whose coordinates are a vector, as all particles' are.
pub(super) trait Bowl: Curved + Model<Space = Isotropic, Coords<f64> = Vector<f64, 3>> {}
impl Bowl for Sphere {}
impl Bowl for Cylinder {}
impl Bowl for Paraboloid {}

/// Parameters: defaults but for these.
fn fields<R: Real, F: Columns<R>>(set: &[(&str, f64)]) -> F {
    for (name, _) in set {
        assert!(F::NAMES.contains(name), "no parameter {name}");
    }
    let value = |name: &str, default| set.iter().find(|(key, _)| *key == name).map_or(default, |&(_, x)| x);
    F::from_fn(|j| R::of(value(F::NAMES[j], F::COLUMNS[j].default)))
}

/// One particle, step by step.
pub(super) struct Motion<R: Scalar, M: Model> {
    pub(super) c: M::Setup<R>,
    law: <CoulombSoft as Law<Isotropic>>::Params<R>,
    scheme: <MoreauMidpoint as Scheme>::Params<R>,
    h: R,
    pub(super) q: M::Coords<R>,
    u: M::Coords<R>,
}

impl<R: Scalar, M: Model<Space = Isotropic>> Motion<R, M> {
    pub(super) fn new(model: &[(&str, f64)], mu: f64, correction: f64, h: f64) -> Self {
        let p: M::Params<R> = fields(model);
        let (q, u) = M::start(&p);
        let scheme = fields(&[("correction", correction)]);
        Motion { c: M::setup(&p), law: fields(&[("mu", mu)]), scheme, h: R::of(h), q, u }
    }

    fn step(&mut self) -> Step<R, M> {
        let ahead = MoreauMidpoint::ahead::<R, M>(self.h, self.q, self.u);
        let d = M::drive(&self.c, R::of(0.0));
        let s = MoreauMidpoint::step::<R, M, CoulombSoft, false>(
            &self.c,
            &self.law,
            &self.scheme,
            self.h,
            &d,
            self.q,
            ahead,
            self.u,
            false,
        );
        (self.q, self.u) = (s.q, s.u);
        s
    }
}

fn bits<R: Scalar, T: Tuple<R>>(v: T) -> Vec<u64> {
    (0..T::LEN).map(|j| v.get(j).to_f64().to_bits()).collect()
}

/// At the centre nothing is a number's inverse: still no NaN.
#[test]
fn the_centre_is_no_trouble() {
    let mut m = Motion::<f64, Sphere>::new(&[("slope0_deg", 0.0), ("lift0", 1.0)], 0.4, 1.0, 1e-3);
    assert_eq!(m.q.0, [0.0, 0.0, 1.0]);
    m.step();
    assert_eq!(m.u.0, [0.0, 0.0, -G * 1e-3]);
}

/// A particle put down at rest where friction holds it stays there for 10^5 steps, to the bit; where the first correction
/// moves it by a rounding, from then on.
fn rests<R: Scalar, M: Model<Space = Isotropic>>(set: &[(&str, f64)], correction: f64) {
    let mut m = Motion::<R, M>::new(set, 0.5, correction, 1e-3);
    let zero = bits(m.u);
    for _ in 0..8 {
        m.step();
    }
    let place = bits(m.q);
    for k in 0..100_000 {
        let s = m.step();
        assert!(s.problem.contact && s.sticks, "{} {} step {k} loses contact", M::NAME, R::NAME);
        assert!(bits(s.u) == zero && bits(s.q) == place, "{} {} creeps in step {k}", M::NAME, R::NAME);
    }
}

#[test]
fn what_rests_rests_exactly() {
    // Slopes up to atan 0.5 = 26.5 degrees.
    rests::<f32, Sphere>(&[("slope0_deg", 26.0), ("azimuth0_deg", 77.0), ("radius", 1.3)], 1.0);
    rests::<f64, Sphere>(&[("slope0_deg", 26.0), ("azimuth0_deg", 77.0), ("radius", 1.3)], 1.0);
    rests::<f32, Cylinder>(&[("slope0_deg", -17.0), ("tilt_deg", 11.0), ("radius", 0.7)], 0.0);
    rests::<f64, Cylinder>(&[("slope0_deg", -17.0), ("tilt_deg", 11.0), ("radius", 0.7)], 1.0);
    rests::<f32, Paraboloid>(&[("x0", 0.31), ("y0", -0.5), ("radius_y", 1.7)], 1.0);
    rests::<f64, Paraboloid>(&[("x0", 0.31), ("y0", -0.5), ("radius_y", 1.7)], 0.0);
}

fn energy<M: Bowl>(m: &Motion<f64, M>) -> f64 {
    let force = M::acceleration(&m.c, &M::drive(&m.c, 0.0), m.q, m.u);
    0.5 * m.u.dot(m.u) - force.dot(m.q)
}

/// Without friction the energy lost over one second is of order h, with the boundary kept at every step and violated by
/// no more than a step does: the way turned in a step, `h²v²/R`.
fn loses_in_a_second<M: Bowl>(set: &[(&str, f64)], h: f64) -> f64 {
    let mut m = Motion::<f64, M>::new(set, 0.0, 1.0, h);
    let start = energy(&m);
    for k in 0..(1.0 / h) as usize {
        let s = m.step();
        assert!(s.problem.contact, "{} leaves the boundary in step {k}", M::NAME);
        assert!(M::gap(&m.c, m.q) >= -h * h * m.u.dot(m.u), "{} step {k}", M::NAME);
    }
    (start - energy(&m)).abs()
}

#[test]
fn without_friction_energy_is_kept_to_first_order() {
    let loss = |h: f64| {
        [
            loses_in_a_second::<Sphere>(&[("slope0_deg", 50.0), ("u_round", 2.0)], h),
            loses_in_a_second::<Cylinder>(&[("slope0_deg", 50.0), ("ux0", 1.0)], h),
            loses_in_a_second::<Paraboloid>(&[("x0", 0.5), ("y0", 0.0), ("uy0", 1.0)], h),
        ]
    };
    let (coarse, fine) = (loss(2e-3), loss(1e-3));
    for (coarse, fine) in coarse.into_iter().zip(fine) {
        // Energies are some 5 J/kg; dv/dt = -h v³/(2 R²) costs h v⁴/(2 R²), with v some 2.5 m/s about 20 h.
        assert!(fine <= 40.0 * 1e-3, "{fine}");
        assert!((1.7..2.3).contains(&(coarse / fine)), "first order: {coarse} {fine}");
    }
}

/// Quarter swings of a frictionless particle released at a small angle.
fn period<M: Bowl>(set: &[(&str, f64)], axis: usize, h: f64) -> f64 {
    let mut m = Motion::<f64, M>::new(set, 0.0, 1.0, h);
    let mut crossings = Vec::new();
    for k in 0..(4.0 / h) as usize {
        let before = m.q.0[axis];
        m.step();
        if before * m.q.0[axis] < 0.0 {
            crossings.push(h * (k as f64 + before / (before - m.q.0[axis])));
        }
    }
    // Whole periods between the first crossing and the last that goes the same way.
    let swings = (crossings.len() - 1) / 2;
    (crossings[2 * swings] - crossings[0]) / swings as f64
}

#[test]
fn small_oscillations_have_the_period_of_theory() {
    let h = 1e-3;
    for radius in [0.4, 1.0, 2.0] {
        // 2π√(R/g) (1 + θ²/16); the loss of energy changes θ little at this angle, and time is cut in steps of h.
        let angle: f64 = 6.0;
        let widened = 1.0 + angle.to_radians().powi(2) / 16.0;
        let exact = |radius: f64| std::f64::consts::TAU * (radius / G).sqrt() * widened;
        let round = [("radius", radius), ("slope0_deg", angle)];
        let found = [period::<Sphere>(&round, 0, h), period::<Cylinder>(&round, 1, h)];
        for found in found {
            assert!((found - exact(radius)).abs() <= h, "{found} {}", exact(radius));
        }
        // Radii of curvature 1 and R: each axis has its own period.
        let place = [("radius_y", radius), ("x0", 0.0), ("y0", 0.05 * radius)];
        let found = period::<Paraboloid>(&place, 1, h);
        assert!((found - exact(radius)).abs() <= 2.0 * h, "{found} {}", exact(radius));
    }
}

/// `v²` of a particle that slides up a cylinder from its lowest line at speed v0, at the angle θ:
/// `C exp(-2 mu θ) + A cos θ + B sin θ`, from `d(v²)/dθ + 2 mu v² = -2 g R (sin θ + mu cos θ)`.
fn squared_speed(mu: f64, radius: f64, v0: f64, angle: f64) -> f64 {
    let whole = 1.0 + 4.0 * mu * mu;
    let a = 2.0 * G * radius * (1.0 - 2.0 * mu * mu) / whole;
    let b = -6.0 * G * radius * mu / whole;
    (v0 * v0 - a) * (-2.0 * mu * angle).exp() + a * angle.cos() + b * angle.sin()
}

fn run(text: &str) -> Results {
    Study::parse("curved", text).unwrap().run(Backend::cpu(0)).unwrap()
}

/// Where friction brings it to rest on its way up, for members with parameters of their own.
#[test]
fn a_slide_in_a_cylinder_stops_where_theory_says() {
    let h = 5e-4;
    let text = format!(
        "model = \"cylinder\"\nlaw = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\nmembers = 64\nseed = 3
         duration = 1.0\nh = {h}\n[params]\nmu = {{uniform = [0.5, 0.9]}}\nradius = {{uniform = [0.5, 2.0]}}
         slope0_deg = 0.0\nu_slope = {{uniform = [0.6, 2.0]}}\ncorrection = 1.0"
    );
    let results = run(&text);
    let column = |name: &str| results.column(name).unwrap();
    let (mu, radius, v0) = (column("mu"), column("radius"), column("u_slope"));
    let mut held = 0;
    for i in 0..64 {
        let (mut low, mut high) = (0.0, 1.5);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let moves = squared_speed(mu[i], radius[i], v0[i], middle) > 0.0;
            (low, high) = if moves { (middle, high) } else { (low, middle) };
        }
        if low > mu[i].atan() {
            continue;
        }
        held += 1;
        let found = column("slope_deg")[i].to_radians();
        // First order: the numerical loss h v⁴/(2R²) against g, and one step's way.
        assert!((found - low).abs() <= 3.0 * h * v0[i] / radius[i], "member {i}: {found} {low}");
        assert_eq!([column("ux")[i], column("uy")[i], column("uz")[i]], [0.0; 3], "member {i} creeps");
    }
    assert!(held > 32, "most are held where they stop: {held}");
    assert_eq!(results.summary.flagged(), 0);
}

/// What a slide with friction loses is what friction takes, `mu P_n |U_t|` a step, to first order; and no step gains.
fn balance<M: Bowl>(set: &[(&str, f64)], mu: f64) {
    let h = 5e-4;
    let mut m = Motion::<f64, M>::new(set, mu, 1.0, h);
    let start = energy(&m);
    let (mut work, mut before) = (0.0, start);
    for k in 0..2000 {
        let s = m.step();
        assert!(s.problem.contact, "{} leaves the boundary in step {k}", M::NAME);
        let slide = |v: Vector<f64, 3>| (v.0[0] * v.0[0] + v.0[1] * v.0[1]).sqrt();
        work += mu
            * s.impulse.0[2]
            * 0.5
            * (slide(s.end) + slide(s.problem.loose))
            * f64::from(u8::from(!s.sticks));
        // A correction lifts by no more than the violation of a step, h²v²/R.
        assert!(energy(&m) <= before + G * h * h * 20.0, "{} gains in step {k}", M::NAME);
        before = energy(&m);
    }
    let lost = start - energy(&m);
    assert!(lost > 0.5 && (lost - work).abs() <= 20.0 * h, "{}: {lost} lost, {work} to friction", M::NAME);
}

#[test]
fn friction_takes_what_is_lost() {
    balance::<Sphere>(&[("slope0_deg", 60.0), ("u_round", 1.5)], 0.2);
    balance::<Cylinder>(&[("slope0_deg", 60.0), ("ux0", 1.5), ("tilt_deg", 5.0)], 0.3);
    balance::<Paraboloid>(&[("x0", 0.8), ("y0", 0.1), ("uy0", 1.0)], 0.2);
}

/// The friction cone's prediction: whoever rests, rests where the slope is at most atan mu.
fn all_rest_within_the_cone(results: &Results) {
    let column = |name: &str| results.column(name).unwrap();
    let (slope, mu, outcome) = (column("slope_deg"), column("mu"), column("outcome"));
    for i in 0..slope.len() {
        assert_eq!(outcome[i], 2.0, "member {i} has not come to rest");
        assert_eq!([column("ux")[i], column("uy")[i], column("uz")[i]], [0.0; 3], "member {i} creeps");
        // The cone is decided to rounding.
        assert!(slope[i] <= mu[i].atan().to_degrees() * (1.0 + 1e-12), "member {i} at {} degrees", slope[i]);
        // Violation is taken back to rounding, and the skin is 1e-5 thick.
        assert!(column("gap")[i].abs() <= 1.1e-5, "member {i}: gap {}", column("gap")[i]);
    }
    assert_eq!(results.summary.flagged(), 0);
}

#[test]
fn the_bowl_holds_all_within_the_ring() {
    let study = Study::preset("bowl").unwrap();
    let set = ["mu={uniform=[0.25, 0.8]}", "h=2e-3", "duration=6", "radius={uniform=[0.5, 1.5]}"];
    let results = study.set(set).unwrap().members(400).run(Backend::cpu(0)).unwrap();
    all_rest_within_the_cone(&results);
    let column = |name: &str| results.column(name).unwrap();
    let slope = column("slope_deg");
    for i in 0..slope.len() {
        let ring = column("radius")[i] * column("mu")[i].atan().sin();
        let away = column("x")[i].hypot(column("y")[i]);
        assert!(away <= ring * (1.0 + 1e-5), "member {i}: {away} beyond {ring}");
    }
    // The bound is met: some stop close to it, some far below.
    let share = |i: usize| slope[i] / column("mu")[i].atan().to_degrees();
    assert!((0..400).any(|i| share(i) > 0.9) && (0..400).any(|i| share(i) < 0.3));
}

#[test]
fn the_other_bowls_hold_all_within_the_cone() {
    let head = "law = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\nmembers = 200\nseed = 5\nduration = 8\nh = 2e-3
                [params]\ncorrection = 1.0\nmu = {uniform = [0.3, 0.8]}\nlift0 = {uniform = [0, 0.2]}\n";
    let pipe =
        "tilt_deg = {uniform = [-12, 12]}\nslope0_deg = {uniform = [-80, 80]}\nux0 = {normal = [0, 1]}\n";
    all_rest_within_the_cone(&run(&format!("model = \"cylinder\"\n{head}{pipe}")));
    let bowl = "x0 = {uniform = [-1, 1]}\ny0 = {uniform = [-1, 1]}\nux0 = {normal = [0, 1]}\nuy0 = {normal = [0, 1]}\n";
    all_rest_within_the_cone(&run(&format!("model = \"paraboloid\"\n{head}{bowl}")));
}

#[test]
fn a_boundary_without_skin_or_radius_is_refused() {
    let refused = |set: &str| Study::preset("bowl").unwrap().set([set]).err().map(|e| e.to_string());
    for key in ["skin", "radius"] {
        for bad in ["0", "-1", "nan"] {
            let words = refused(&format!("{key}={bad}"));
            assert!(words.is_some_and(|words| words.contains(key)), "{key}={bad} is accepted");
        }
    }
    for bad in ["{at=1}", "{at=nan, label=\"a\"}", "{at=1, label=2}", "{at=1, label=\"a\", b=1}", "1"] {
        let words = refused(&format!("figure.rest.theory={bad}"));
        assert!(words.is_some_and(|words| words.contains("figure.theory")), "{bad} is accepted");
    }
    assert_eq!(refused("figure.rest.theory={at=1, label=\"a\"}"), None);
}
