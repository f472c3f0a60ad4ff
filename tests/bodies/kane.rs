//! Impacts of Kane's double pendulum (S11) against an enumeration of modes, and what they do to energy.

use moreau::backend::{Backend, Precision};
use moreau::model::{Boundary, Kane, Model};
use moreau::study::{Results, Study};

use crate::{column, members_in};

/// A quotient of two energies.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// An impact within a step of 1e-9 s: what moves in it is of that order, and impacts multiply it by a few tens.
const INSTANT: f64 = 1e-7;

fn study(preset: &str, set: &[&str]) -> Study {
    Study::preset(preset).unwrap().set(set.iter().copied()).unwrap()
}

fn run(preset: &str, set: &[&str]) -> Results {
    study(preset, set).run(Backend::cpu(0)).unwrap()
}

/// The relative change of kinetic energy over an impact of rods of length and mass 1, by trying every mode: `carry` is 0 for
/// Newton's law and 1 for Frémond's. Nothing here is the program's.
fn gain_by_enumeration(q: [f64; 2], u: [f64; 2], e: f64, mu: f64, carry: f64) -> f64 {
    let c = (q[1] - q[0]).cos();
    let mass = [[4.0 / 3.0, c / 2.0], [c / 2.0, 1.0 / 3.0]];
    let inverse = inverse(mass);
    let g = [[q[0].cos(), q[1].cos()], [q[0].sin(), q[1].sin()]];
    let before = times(g, u);
    if before[1] >= 0.0 {
        return 0.0;
    }
    let h: [[f64; 2]; 2] = std::array::from_fn(|a| times(g, times(inverse, g[a])));
    // V = shifted + H P with V_n = 0.
    let shifted = [(1.0 + carry) * before[0], (1.0 + e) * before[1]];
    let stick = times(self::inverse(h), shifted).map(|x| -x);
    let slide = |s: f64| {
        let n = -shifted[1] / (h[1][1] + s * mu * h[0][1]);
        [s * mu * n, n]
    };
    let slides = |s: f64| {
        let impulse = slide(s);
        impulse[1] > 0.0 && s * (shifted[0] + times(h, impulse)[0]) < 0.0
    };
    let mut found = Vec::new();
    if stick[0].abs() <= mu * stick[1] {
        found.push(stick);
    }
    found.extend([-1.0, 1.0].into_iter().filter(|&s| slides(s)).map(slide));
    // Where there are several, the one that sticks is taken.
    let impulse = found[0];
    let kick = times(inverse, [0, 1].map(|j| g[0][j] * impulse[0] + g[1][j] * impulse[1]));
    let after = [u[0] + kick[0], u[1] + kick[1]];
    let energy = |v: [f64; 2]| v[0] * times(mass, v)[0] + v[1] * times(mass, v)[1];
    energy(after) / energy(u) - 1.0
}

fn times(m: [[f64; 2]; 2], v: [f64; 2]) -> [f64; 2] {
    m.map(|row| row[0] * v[0] + row[1] * v[1])
}

fn inverse([[a, b], [c, d]]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let det = a * d - b * c;
    [[d / det, -b / det], [-c / det, a / det]]
}

/// One step of 1e-9 s in f64, from the skin of the floor.
const STRIKE: [&str; 2] = ["h=1e-9", "duration=1e-9"];

/// MODELS S11: at the classical state Newton's law raises the kinetic energy, Frémond's lowers it, both by what enumeration says;
/// and whoever gains is flagged.
#[test]
fn newton_gains_energy_at_the_classical_state_and_fremond_loses() {
    let classical = [20.0_f64.to_radians(), 30.0_f64.to_radians()];
    for (law, carry, expected) in [("newton", 0.0, 0.5875), ("fremond", 1.0, -0.4376)] {
        let lone = run("kane", &[&format!("law={law}")]);
        assert!((column(&lone, "energy_gain")[0] - expected).abs() <= 1e-4, "{law}, the preset itself");
        let r = run("kane-restitution", &[&format!("law={law}"), STRIKE[0], STRIKE[1]]);
        let (gains, es, flags) = (column(&r, "energy_gain"), column(&r, "e"), column(&r, "flags"));
        assert!(es[500] == 0.5 && (gains[500] - expected).abs() <= 1e-4, "{law}: {}", gains[500]);
        for (i, &gain) in gains.iter().enumerate() {
            let exact = gain_by_enumeration(classical, [-0.1, -0.2], es[i], 0.5, carry);
            assert!((gain - exact).abs() <= INSTANT, "{law}, e = {}: {gain} is not {exact}", es[i]);
            assert_eq!(flags[i] as u32, if gain > 0.0 { 16 } else { 0 }, "{law}, e = {}", es[i]);
        }
        assert_eq!(r.summary.flags["energy-gain"] > 0, law == "newton");
        let (start, end) = (column(&r, "energy_start"), column(&r, "energy_end"));
        assert!(
            (end[0] / start[0] - 1.0 - gains[0]).abs() <= ROUNDING,
            "the books say {}",
            end[0] / start[0]
        );
    }
}

/// Twenty thousand impacts: every velocity, restitution, friction and pair of angles that keeps the rods out of line.
const ANY_IMPACT: [&str; 8] = [
    "members=20000",
    "e={uniform=[0, 1]}",
    "mu={uniform=[0, 2]}",
    "q1_0_deg={uniform=[-10, 22]}",
    "q2_0_deg={uniform=[30, 60]}",
    "m={uniform=[0.5, 2]}",
    STRIKE[0],
    STRIKE[1],
];

#[test]
fn random_impacts_are_those_of_an_enumeration() {
    for (law, carry) in [("newton", 0.0), ("fremond", 1.0)] {
        let mut set = ANY_IMPACT.to_vec();
        let law_set = format!("law={law}");
        set.push(&law_set);
        let r = run("kane-map", &set);
        let names = ["q1_0_deg", "q2_0_deg", "u1_0", "u2_0", "e", "mu", "energy_gain", "flags"];
        let [q1, q2, u1, u2, e, mu, gains, flags] = names.map(|name| column(&r, name));
        let mut gained = 0;
        for i in 0..gains.len() {
            let q = [q1[i].to_radians(), q2[i].to_radians()];
            let exact = gain_by_enumeration(q, [u1[i], u2[i]], e[i], mu[i], carry);
            let off = (gains[i] - exact).abs() / (1.0 + exact.abs());
            // A step of 1e-9 s turns a mode that lies within that of its edge.
            assert!(off <= INSTANT * 100.0, "{law} {i}: {} is not {exact}", gains[i]);
            let clearly = gains[i].abs() > INSTANT * 100.0;
            assert!(!clearly || (flags[i] as u32 & 16 != 0) == (gains[i] > 0.0), "{law} {i}: {}", flags[i]);
            assert_eq!(flags[i] as u32 & !16, 0, "{law} {i}");
            gained += usize::from(gains[i] > INSTANT);
        }
        match law {
            "newton" => assert!(gained > 200, "only {gained} gain"),
            _ => assert_eq!(gained, 0),
        }
    }
}

/// MODELS S11, Charles & Ballard's Prop. 5.1: the generalised law loses energy at the classical state, and gains none anywhere.
#[test]
fn the_generalised_law_never_gains_energy() {
    let gains = column(&run("kane-restitution", &["law=generalised", STRIKE[0], STRIKE[1]]), "energy_gain");
    assert!(gains[500] < -0.1, "{}", gains[500]);
    let mut set = ANY_IMPACT.to_vec();
    set.push("law=generalised");
    let r = run("kane-map", &set);
    assert!(column(&r, "energy_gain").iter().all(|gain| *gain <= INSTANT));
    assert_eq!(r.summary.flags["energy-gain"], 0);
}

/// Proposition 1: for every θ that eq. 78 allows no step of Frémond's law gains energy, in f64 and in f32, and the books balance.
#[test]
fn no_step_of_fremond_gains_energy() {
    let mut set = ANY_IMPACT.to_vec();
    set[0] = "members=2000";
    set.extend([
        "law=fremond",
        "e={uniform=[0, 0.5]}",
        "theta_scheme={uniform=[0.5, 0.6666]}",
        "gravity=9.81",
    ]);
    let mut own = set.clone();
    own.extend(["clearance={choice=[0, 5e-6]}", "h={uniform=[1e-4, 1e-3]}", "duration=0.05"]);
    for set in [set, own] {
        let study = study("kane-map", &set);
        for (precision, epsilon) in
            [(Precision::F64, f64::EPSILON), (Precision::F32, f64::from(f32::EPSILON))]
        {
            let members = members_in(&study, &mut Backend::cpu(0), precision);
            for name in ["contact_gain", "energy_imbalance", "complementarity", "cone"] {
                let column = members.get(name).unwrap();
                for i in 0..members.rows() {
                    let worst = column.real(i) / epsilon;
                    assert!(worst <= 64.0, "{precision:?}, member {i}: {name} {worst} epsilon");
                }
            }
        }
    }
}

/// The line that a map shows: on it nothing is gained, on one side of it something, on the other side there is a loss.
#[test]
fn the_lines_of_theory_part_gain_from_loss() {
    let q = [20.0_f64.to_radians(), 30.0_f64.to_radians()];
    let lines = |over: [&str; 2], e: f64, mu: f64| -> Vec<Boundary> {
        Kane::boundaries(over, &|name| match name {
            "q1_0_deg" => 20.0,
            "q2_0_deg" => 30.0,
            "u1_0" => -0.1,
            "u2_0" => -0.2,
            "e" => e,
            "mu" => mu,
            "gravity" | "clearance" => 0.0,
            _ => 1.0,
        })
    };
    for (e, mu) in [(0.5, 0.5), (0.9, 0.5), (0.5, 1.0), (0.9, 2.0)] {
        let found = lines(["u1_0", "u2_0"], e, mu);
        assert_eq!(found.len(), 2, "e = {e}, mu = {mu}: a sector, and the edge of where there is an impact");
        let gain = |u: [f64; 2]| gain_by_enumeration(q, u, e, mu, 0.0);
        let [from, to] = [0, 2].map(|k| [found[0].points[k].0 / 1e4, found[0].points[k].1 / 1e4]);
        let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
        assert!(gain(from).abs() <= 1e-9 && gain(to).abs() <= 1e-9, "e = {e}, mu = {mu}");
        for k in 0..3600 {
            let angle = (0.1 * f64::from(k) + 0.05).to_radians();
            let u = [angle.cos(), angle.sin()];
            // Less than half a turn, for all of it approaches the floor.
            let within = cross(from, u) * cross(from, to) > 0.0 && cross(u, to) * cross(from, to) > 0.0;
            assert_eq!(gain(u) > 0.0, within, "e = {e}, mu = {mu}, {u:?}");
            let [(x0, y0), (x1, y1)] = [found[1].points[0], found[1].points[1]];
            let leaves = cross([x1 - x0, y1 - y0], u) * cross([x1 - x0, y1 - y0], from) < 0.0;
            assert_eq!(gain(u) == 0.0, leaves, "e = {e}, mu = {mu}, {u:?}");
        }
    }
    // Too little friction: nobody gains, and there is no line.
    assert!(lines(["u1_0", "u2_0"], 0.5, 0.2).is_empty());
    let curve = &lines(["e", "mu"], f64::NAN, f64::NAN)[0];
    assert!(curve.points.len() > 100);
    for &(e, mu) in &curve.points {
        let gain = |e: f64| gain_by_enumeration(q, [-0.1, -0.2], e, mu, 0.0);
        assert!(gain(e).abs() <= 1e-9 && gain(e + 1e-3) > 0.0 && gain(e - 1e-3) < 0.0, "({e}, {mu})");
    }
    // What varies has no line, nor has what theory does not know.
    assert!(lines(["u1_0", "u2_0"], f64::NAN, 0.5).is_empty() && lines(["m", "l"], 0.5, 0.5).is_empty());
}

#[test]
fn the_law_of_a_preset_can_be_chosen() {
    for preset in ["kane", "kane-restitution", "kane-map", "kane-coefficients"] {
        for law in ["newton", "fremond", "generalised"] {
            assert_eq!(study(preset, &[&format!("law={law}")]).info().names, ["kane", law, "moreau-jean"]);
        }
        let refused = Study::preset(preset).unwrap().set(["law=coulomb-soft"]).err().unwrap().to_string();
        assert!(refused.contains("newton") && refused.contains("fremond"), "{refused}");
    }
}
