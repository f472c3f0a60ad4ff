//! The chain with two contacts (S13): H against what impulses do, a slide with a closed form, books and certificates of throws.

use moreau::backend::Backend;
use moreau::columns::{Columns, Fields};
use moreau::model::{ChainPair, ChainPairParams, Model};
use moreau::space::{Pair, Space};
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

use crate::column;

/// A balance is a sum of eight works, each a few products of rounded factors.
const BALANCE: f64 = 64.0 * f64::EPSILON;
/// What is held moves by rounding alone, over some thousand steps of velocities below 1e-17.
const HELD: f64 = 1e-12;
/// The scheme is of second order while something slides, and stops it where its velocity is below that of a step: how far off
/// that is, in steps of the acceleration that the pull alone would give.
const STEPS: f64 = 4.0;

const PULLED: &str = r#"
model = "chain-pair"
law = "coulomb-pair"
scheme = "moreau-jean"
members = 20
seed = 7
duration = 1.0
h = 1e-3
[params]
mate = 3
k0 = 100.0
k1 = 0.0
k2 = 0.0
k3 = { log_uniform = [20, 500] }
c0 = 0.0
c1 = 0.0
c2 = 0.0
c3 = 0.0
m3 = { uniform = [3.5, 5] }
pull = { uniform = [4.3, 7.5] }
mu = { uniform = [0.3, 0.4] }
ux0 = 0.0
uy0 = 0.0
test_point = 0.5
"#;

const THROWN: &str = r#"
model = "chain-pair"
law = "coulomb-pair"
scheme = "moreau-jean"
members = 12
seed = 5
duration = 0.3
h = 1e-3
[params]
mate = { choice = [1, 2, 3] }
m2 = { uniform = [0.2, 3] }
k1 = { log_uniform = [1, 1e4] }
k4 = { uniform = [0, 100] }
c2 = { uniform = [0, 5] }
clearance = { uniform = [0, 0.2] }
clearance_mate = { uniform = [0, 0.2] }
mu = { uniform = [0, 1] }
mu_ratio = { uniform = [0, 2] }
pull = { uniform = [-5, 5] }
ux0 = { uniform = [-2, 2] }
uy0 = { uniform = [-3, 0] }
"#;

fn run(text: &str, set: &[&str]) -> Results {
    let study = Study::parse("chain-pair", text).unwrap().set(set.iter().copied()).unwrap();
    study.run(Backend::cpu(0)).unwrap()
}

/// The third and the fourth body lie on the floor, joined by a spring; a pull `F > mu m4 g` moves the fourth as half a swing
/// about `A = (F - mu m4 g)/k`, to `2A`, where friction holds it if `F < 3 mu m4 g`; the third, heavy, never moves.
#[test]
fn a_pulled_body_swings_once_and_stays() {
    let r = run(PULLED, &[]);
    let get = |name: &str| column(&r, name);
    let [x3, x4, ux4, pull, mu, m3, m4, k3, g, several, none] =
        ["x3", "x4", "ux4", "pull", "mu", "m3", "m4", "k3", "gravity", "several", "none"].map(get);
    for i in 0..20 {
        let friction = mu[i] * m4[i] * g[i];
        let way = 2.0 * (pull[i] - friction) / k3[i];
        assert!(friction < pull[i] && pull[i] < 3.0 * friction && k3[i] * way < mu[i] * m3[i] * g[i]);
        let off = (x4[i] - way).abs();
        assert!(off <= STEPS * pull[i] / m4[i] * 1e-6, "member {i}: {} is off {way} by {off:e}", x4[i]);
        assert!(x3[i].abs() <= HELD && ux4[i].abs() <= HELD, "member {i}: {} {}", x3[i], ux4[i]);
        assert_eq!([several[i], none[i]], [0.0, 0.0], "member {i}");
    }
    assert_eq!(r.summary.flagged(), 0);
}

#[test]
fn thrown_chains_close_their_books_and_keep_the_law() {
    for theta in ["theta_scheme=0.5", "theta_scheme=0.75", "theta_scheme=1"] {
        let r = run(THROWN, &[theta]);
        let [imbalance, none, tangential] =
            ["energy_imbalance", "none", "work_tangential"].map(|name| column(&r, name));
        for i in 0..12 {
            assert!(imbalance[i] <= BALANCE, "{theta}, member {i}: {:e}", imbalance[i]);
            assert_eq!(none[i], 0.0, "{theta}, member {i}: H is regular");
        }
        assert!(tangential.iter().any(|work| *work < 0.0), "somebody slid");
        assert_eq!(r.summary.flagged(), 0, "{theta}");
    }
}

/// Above the line the chain slides for good, below it comes to rest.
#[test]
fn the_map_follows_theory() {
    let set = ["members=24", "mu={uniform=[0.1, 0.9]}", "pull={uniform=[1, 49]}", "h=8e-3"];
    let r = Study::preset("chain-pair").unwrap().set(set).unwrap().run(Backend::cpu(0)).unwrap();
    let [mu, pull, ux4, outcome] = ["mu", "pull", "ux4", "outcome"].map(|name| column(&r, name));
    let mut counts = [0, 0];
    for i in 0..24 {
        let weight = 4.0 * 9.81;
        // Near the line a chain needs longer than the run to come to rest.
        if (pull[i] - mu[i] * weight).abs() > 1.0 {
            let slides = mu[i] * weight < pull[i];
            assert_eq!(outcome[i] == 1.0, slides, "mu = {}, pull {}: {}", mu[i], pull[i], ux4[i]);
            counts[usize::from(slides)] += 1;
        }
    }
    assert!(counts[0] > 4 && counts[1] > 4, "{counts:?}");
}

proptest! {
    /// H is what an impulse does to local velocities, with the springs in the step and without.
    #[test]
    fn delassus_is_the_response(
        mate in prop::sample::select(vec![1.0, 2.0, 3.0]),
        m in prop::array::uniform4(0.2..3.0_f64),
        k in prop::array::uniform4(0.0..1e4_f64),
        reach in 0.0..0.1_f64,
        impulse in prop::array::uniform4(-2.0..2.0_f64),
    ) {
        let columns = <ChainPairParams<f64> as Columns<f64>>::COLUMNS;
        let mut p: ChainPairParams<f64> = Fields::from_fn(|j| columns[j].default);
        p.second.mate = mate;
        (p.first.m1, p.first.m2, p.first.m3, p.first.m4) = (m[0], m[1], m[2], m[3]);
        (p.first.k0, p.first.k1, p.first.k2, p.first.k3) = (k[0], k[1], k[2], k[3]);
        let (c, (q, _)) = (ChainPair::setup(&p), ChainPair::start(&p));
        let impulse = Vector(impulse);
        let kick = ChainPair::kick(&c, q, impulse);
        for (h, moved) in [
            (ChainPair::delassus(&c, q), kick),
            (ChainPair::soft_delassus(&c, reach, q), ChainPair::soften(&c, reach, kick)),
        ] {
            let off = ChainPair::local(&c, q, moved) - Pair::respond(h, impulse);
            prop_assert!(off.dot(off).sqrt() <= 1e-13 * Pair::weight(h), "{off:?}");
        }
    }
}
