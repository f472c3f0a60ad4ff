//! The mechanics of Kane's double pendulum (S11): its contact map against its definition, its force against its Lagrangian.

use moreau::backend::Backend;
use moreau::columns::Fields;
use moreau::model::{Kane, KaneParams, Model};
use moreau::space::{Planar, Space};
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

use crate::column;

/// Half the step of a central difference, and its error: STEP² times a third derivative, or rounding over STEP.
const STEP: f64 = 1e-5;
const DIFFERENCE: f64 = 1e-7;
/// Identities of two dozen operations, against the sum of the magnitudes of their terms.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// How far a measured order of convergence may be from its theory.
const ORDER: f64 = 0.2;

type V2 = Vector<f64, 2>;

fn numbers() -> impl Strategy<Value = V2> {
    prop::array::uniform2(-3.0..3.0).prop_map(Vector)
}

fn params() -> impl Strategy<Value = KaneParams<f64>> {
    (0.2..5.0, 0.2..2.0, 0.0..20.0).prop_map(|(m, l, gravity)| {
        let zero: KaneParams<f64> = Fields::from_fn(|_| 0.0);
        KaneParams { m, l, gravity, ..zero }
    })
}

/// The change of `f` in time along the motion with velocity u through q.
fn rate(f: impl Fn(V2) -> V2, q: V2, u: V2) -> V2 {
    (f(q + u * STEP) - f(q - u * STEP)) * (0.5 / STEP)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// `kick = A⁻¹Gᵀ`, `H = G A⁻¹Gᵀ`, U is the velocity of the tip, `curvature` the rate of G times u.
    #[test]
    fn the_contact_map_is_that_of_the_tip(p in params(), q in numbers(), u in numbers(), v in numbers(), impulse in numbers()) {
        let c = Kane::setup(&p);
        let kick = Kane::kick(&c, q, impulse);
        let (work, local_work) = (Kane::inner(&c, q, kick, v), impulse.dot(Kane::local(&c, q, v)));
        let size = impulse.dot(impulse).sqrt() * p.l * 6.0;
        prop_assert!((work - local_work).abs() <= ROUNDING * size, "{work} is not {local_work}");
        let (respond, local) = (Planar::respond(Kane::delassus(&c, q), impulse), Kane::local(&c, q, kick));
        let off = respond - local;
        prop_assert!(off.dot(off).sqrt() <= ROUNDING * 100.0 * impulse.dot(impulse).sqrt() / p.m, "{off:?}");
        let tip = |q: V2| Vector([p.l * (q.0[0].sin() + q.0[1].sin()), Kane::gap(&c, q)]);
        let off = rate(tip, q, u) - Kane::local(&c, q, u);
        prop_assert!(off.dot(off).sqrt() <= DIFFERENCE, "{off:?}");
        let off = rate(|q| Kane::local(&c, q, u), q, u) - Kane::curvature(&c, q, u);
        prop_assert!(off.dot(off).sqrt() <= DIFFERENCE, "{off:?}");
    }

    /// Lagrange's equations, from the kinetic metric and the height of the rods' centres alone.
    #[test]
    fn the_force_is_lagranges(p in params(), q in numbers(), u in numbers()) {
        let c = Kane::setup(&p);
        let still = Kane::drive(&c, 0.0);
        let a = Kane::acceleration(&c, &still, q, u);
        let unit = |j: usize| Vector([f64::from(u8::from(j == 0)), f64::from(u8::from(j == 1))]);
        let lagrangian = |q: V2| {
            let [c1, c2] = q.0.map(f64::cos);
            let height = -p.l * (0.5 * c1 + c1 + 0.5 * c2);
            Vector([0.5 * Kane::inner(&c, q, u, u) - p.m * p.gravity * height, 0.0])
        };
        for j in 0..2 {
            let momentum = |s: f64| Kane::inner(&c, q + u * s, u + a * s, unit(j));
            let change = (momentum(STEP) - momentum(-STEP)) * (0.5 / STEP);
            let force = rate(lagrangian, q, unit(j)).0[0];
            let size = p.m * p.l * (p.l * 9.0 + p.gravity) * 10.0;
            prop_assert!((change - force).abs() <= DIFFERENCE * size, "{j}: {change} is not {force}");
        }
    }
}

/// The order between errors at steps that halve, from the first to the last.
fn order(errors: &[f64]) -> f64 {
    (errors[0] / errors[errors.len() - 1]).log2() / (errors.len() - 1) as f64
}

fn rms(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    (values.map(|x| x * x).sum::<f64>() / n).sqrt()
}

/// Centrifugal forces depend on velocity, for which the scheme takes the one at the start: the order is 1 (MODELS, Sec. 6), of the
/// motion and of the energy it keeps.
#[test]
fn a_free_pendulum_keeps_its_energy_and_converges() {
    let free = |h: f64| {
        let set = [
            "members=20",
            "clearance=9",
            "gravity=9.81",
            "duration=0.5",
            "l={uniform=[0.5, 2]}",
            "q1_0_deg={uniform=[-60, 60]}",
            "q2_0_deg={uniform=[-60, 60]}",
            &format!("h={h}"),
        ];
        Study::preset("kane-map").unwrap().set(set).unwrap().run(Backend::cpu(0)).unwrap()
    };
    let truth = free(4e-5);
    let energies = |r: &Results| -> Vec<f64> {
        let [q1, q2, l, kinetic] = ["q1", "q2", "l", "kinetic"].map(|name| column(r, name));
        let potential = |i: usize| -9.81 * l[i] * (1.5 * q1[i].cos() + 0.5 * q2[i].cos());
        (0..q1.len()).map(|i| kinetic[i] + potential(i)).collect()
    };
    let exact: Vec<f64> = {
        let [q1, q2, u1, u2, l] =
            ["q1_0_deg", "q2_0_deg", "u1_0", "u2_0", "l"].map(|name| column(&truth, name));
        let energy = |i: usize| {
            let (a, b) = (q1[i].to_radians(), q2[i].to_radians());
            let kinetic =
                2.0 / 3.0 * u1[i] * u1[i] + u2[i] * u2[i] / 6.0 + 0.5 * (b - a).cos() * u1[i] * u2[i];
            l[i] * l[i] * kinetic - 9.81 * l[i] * (1.5 * a.cos() + 0.5 * b.cos())
        };
        (0..q1.len()).map(energy).collect()
    };
    let grids: Vec<Results> = [4e-3, 2e-3, 1e-3].map(free).into();
    let errors = |of: &dyn Fn(&Results) -> Vec<f64>, exact: &[f64]| -> Vec<f64> {
        grids.iter().map(|r| rms(of(r).iter().zip(exact).map(|(a, b)| a - b))).collect()
    };
    for name in ["q1", "q2", "u1", "u2"] {
        let found = errors(&|r| column(r, name), &column(&truth, name));
        assert!((order(&found) - 1.0).abs() <= ORDER, "{name}: {found:?}");
    }
    let found = errors(&energies, &exact);
    assert!((order(&found) - 1.0).abs() <= ORDER && found[2] <= 0.1, "energy: {found:?}");
    assert_eq!(truth.summary.flagged(), 0);
}
