//! Energy books of the Moreau-Jean scheme (Acary & Collins-Craft 2023, eq. 56 and 78) and the viscoelastic chain (S13).

use moreau::backend::Backend;
use moreau::model::{chain_links, chain_pivots, chain_solve};
use moreau::study::{Results, Study};
use moreau::tuple::Vector;

use crate::column;

/// A balance is a sum of eight works, each a few products of rounded factors.
const BALANCE: f64 = 64.0 * f64::EPSILON;
/// Sums over a thousand steps of works that each are rounded.
const SUMS: f64 = 1e-11;

const PLANE: &str = r#"
model = "plane"
law = "coulomb-restitution"
scheme = "moreau-jean"
members = 300
seed = 3
duration = 1.0
h = 1e-3
[params]
angle_deg = { uniform = [0, 40] }
mu = { uniform = [0, 1] }
e = { uniform = [0, 1] }
z0 = { uniform = [0, 0.3] }
ux0 = { uniform = [-2, 2] }
uy0 = { uniform = [-2, 2] }
uz0 = { uniform = [-1, 1] }
"#;

const CHAIN: &str = r#"
model = "chain"
law = "newton"
scheme = "moreau-jean"
members = 300
seed = 5
duration = 1.0
h = 1e-3
[params]
m2 = { uniform = [0.2, 3] }
k1 = { log_uniform = [1, 1e4] }
k4 = { uniform = [0, 100] }
c2 = { uniform = [0, 5] }
clearance = { uniform = [0, 0.2] }
mu = { uniform = [0, 1] }
pull = { uniform = [-5, 5] }
e = 0
ux0 = { uniform = [-2, 2] }
uy0 = { uniform = [-3, 0] }
"#;

fn run(text: &str, set: &[&str]) -> Results {
    let study = Study::parse("books", text).unwrap().set(set.iter().copied()).unwrap();
    study.run(Backend::cpu(0)).unwrap()
}

/// Every step closes, and so does the sum of all: A does not depend on q in these models.
fn closes(r: &Results) {
    let get = |name: &str| column(r, name);
    let [start, end] = ["energy_start", "energy_end"].map(get);
    let works = ["work_external", "work_damping", "work_normal", "work_tangential", "work_scheme"].map(get);
    let imbalance = get("energy_imbalance");
    for i in 0..start.len() {
        assert!(imbalance[i] <= BALANCE, "member {i}: {:e}", imbalance[i]);
        let sum: f64 = works.iter().map(|work| work[i]).sum();
        let size: f64 = works.iter().map(|work| work[i].abs()).sum();
        let off = (end[i] - start[i] - sum).abs();
        assert!(off <= SUMS * (start[i] + size), "member {i}: {off:e}");
        assert!(works[1][i] <= 0.0 && works[3][i] <= SUMS, "member {i}: dashpots and friction take");
    }
    assert!((0..start.len()).any(|i| works[3][i] < 0.0), "somebody slid");
}

#[test]
fn books_of_bouncing_particles_close() {
    let r = run(PLANE, &["theta_scheme=0.5"]);
    closes(&r);
    assert!(column(&r, "work_scheme").iter().all(|work| *work == 0.0), "nothing at theta = 1/2");
    let r = run(PLANE, &["theta_scheme=1", "e=0"]);
    closes(&r);
    assert!(column(&r, "work_scheme").iter().all(|work| *work < 0.0), "beyond 1/2 the scheme takes");
}

#[test]
fn books_of_the_chain_close() {
    for theta in ["theta_scheme=0.5", "theta_scheme=0.75", "theta_scheme=1"] {
        let r = run(CHAIN, &[theta]);
        closes(&r);
        // With e = 0, Newton's law on U_F is Frémond's on U_theta for theta = 1 only; else a slide that turns round may gain (eq. 62).
        let gains = column(&r, "energy_rise").iter().filter(|rise| **rise > BALANCE).count();
        assert!(theta != "theta_scheme=0.5" || gains > 0, "{theta}: nobody gains");
        assert!(theta != "theta_scheme=1" || gains == 0, "{theta}: {gains} gain");
        assert!(r.summary.warnings.is_empty());
        assert_eq!(r.summary.flagged(), 0, "{theta}");
        let r = run(CHAIN, &[theta, "law=fremond"]);
        closes(&r);
        let rise = column(&r, "energy_rise").into_iter().fold(0.0, f64::max);
        assert!(rise <= BALANCE, "{theta}: {rise:e} (Prop. 1)");
    }
}

#[test]
fn books_of_the_catastrophe_close() {
    let study = Study::preset("catastrophe").unwrap();
    let set = ["scheme=moreau-jean", "members=200", "theta_scheme=0.5"];
    let r = study.set(set).unwrap().run(Backend::cpu(0)).unwrap();
    closes(&r);
}

#[test]
fn theta_that_can_gain_energy_is_warned_of_and_recorded() {
    let r = run(PLANE, &["theta_scheme={choice=[0.5, 0.9]}", "e=0.5"]);
    let many = column(&r, "theta_scheme").iter().filter(|theta| **theta > 0.6).count() as u64;
    assert!(many > 0);
    let warnings: Vec<(&String, &u64)> = r.summary.warnings.iter().collect();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].0.starts_with("theta_scheme outside [1/2, 1/(1 + e)]"));
    assert_eq!(*warnings[0].1, many);
    assert!(run(PLANE, &["theta_scheme=0.6", "e=0.5"]).summary.warnings.is_empty());
    assert_eq!(run(PLANE, &["theta_scheme=0.4"]).summary.warnings.values().sum::<u64>(), 300);
}

/// A free chain at rest but for one mode of vibration: two equal masses between walls would be a textbook case; here the
/// elimination itself is checked against its matrix, and a vibration against its period.
#[test]
fn the_tridiagonal_solver_inverts_its_matrix() {
    let m = Vector([1.0_f64, 2.0, 0.5, 3.0]);
    let s = [0.3, 1.7, 0.0, 40.0, 0.9];
    let b = Vector([1.0, -2.0, 0.25, 4.0]);
    let w = chain_solve(chain_pivots(m, s), s, b);
    let links = chain_links(s, w);
    for j in 0..4 {
        let back = m.0[j] * w.0[j] + links.0[j];
        assert!((back - b.0[j]).abs() <= 1e-14 * 40.0, "{j}: {back}");
    }
}

/// The chain swings as one body on its first spring when the others are stiff: `T = 2π sqrt(4 m/k0)`, here a quarter of it.
#[test]
fn a_stiff_chain_swings_with_the_period_of_its_whole_mass() {
    let period = 2.0 * std::f64::consts::PI * (4.0_f64 / 100.0).sqrt();
    let duration = format!("duration={}", period / 4.0);
    let set = [
        "members=1",
        "gravity=0",
        "clearance=1000",
        "k1=1e7",
        "k2=1e7",
        "k3=1e7",
        "k4=0",
        "c0=0",
        "c1=0",
        "c2=0",
        "c3=0",
        "m2=1",
        "mu=0",
        "pull=0",
        "ux0=1",
        "uy0=0",
        "h=1e-4",
        &duration,
    ];
    let r = run(CHAIN, &set);
    let [ux, x] = ["ux4", "x4"].map(|name| column(&r, name)[0]);
    let amplitude = (4.0_f64 / 100.0).sqrt();
    // The links are stiff, not rigid (k0/k1 = 1e-5), and the last step may end h before or after the quarter.
    assert!(ux.abs() <= 2e-3, "{ux}");
    assert!((x - amplitude).abs() <= 1e-3 * amplitude, "{x} {amplitude}");
    assert!(column(&r, "work_scheme")[0] == 0.0);
    closes_free(&r);
}

fn closes_free(r: &Results) {
    let [start, end] = ["energy_start", "energy_end"].map(|name| column(r, name)[0]);
    assert!((end - start).abs() <= 1e-9 * start, "theta = 1/2 keeps the energy of springs: {start} {end}");
}
