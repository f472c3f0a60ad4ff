//! Contact maps and forces against their definitions: work, time derivatives, energies.

use moreau::model::{Chalk, ChalkParams, Model, RoundTip, RoundTipParams};
use moreau::space::{Planar, Space};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

/// Half the step of a central difference.
const STEP: f64 = 1e-5;
/// Its error is STEP² times a third derivative, or rounding over STEP: both about 1e-10 of the terms of the sum.
const DIFFERENCE: f64 = 1e-8;
/// Identities of a dozen operations, against the sum of the magnitudes of their terms.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

fn round_tip() -> impl Strategy<Value = RoundTipParams<f64>> {
    (0.2..5.0, 0.2..2.0, 0.0..1.0, 0.05..2.0, 0.0..20.0).prop_map(|(m, l, rho, inertia, gravity)| {
        let zero: RoundTipParams<f64> = moreau::columns::Fields::from_fn(|_| 0.0);
        RoundTipParams { m, l, rho, inertia, gravity, ..zero }
    })
}

fn chalk() -> impl Strategy<Value = ChalkParams<f64>> {
    let body = (0.2..5.0, 0.2..2.0, 0.0..1.0, 0.05..2.0, 0.0..20.0, 0.0..2.0);
    let hand = (-2.0..2.0, 0.0..9.0, 0.0..9.0, 0.0..9.0, -1.0..1.0, 0.0..9.0, 0.0..9.0);
    (body, hand).prop_map(|((m, l, rho, inertia, gravity, top), hand)| {
        let (speed, stiffness, damping, press, hold, grip, grip_damping) = hand;
        let zero: ChalkParams<f64> = moreau::columns::Fields::from_fn(|_| 0.0);
        let body = ChalkParams { m, l, rho, inertia, gravity, top, ..zero };
        ChalkParams { speed, stiffness, damping, press, hold, grip, grip_damping, ..body }
    })
}

pub fn numbers<const N: usize>() -> impl Strategy<Value = Vector<f64, N>> {
    prop::array::uniform::<_, N>(-3.0..3.0).prop_map(Vector)
}

fn dot<T: Tuple<f64>>(mass: &[f64], a: T, b: T) -> f64 {
    (0..T::LEN).map(|j| mass[j] * a.get(j) * b.get(j)).sum()
}

/// The sum of the magnitudes of the components.
fn size<T: Tuple<f64>>(v: T) -> f64 {
    (0..T::LEN).map(|j| v.get(j).abs()).sum()
}

/// The change of `f` in time along the motion with velocity u through q.
fn rate<T: Tuple<f64>, V: Tuple<f64>>(f: impl Fn(T) -> V, q: T, u: T) -> V {
    (f(q + u * STEP) - f(q - u * STEP)) * (0.5 / STEP)
}

/// `kick = A⁻¹Gᵀ`, `H = G A⁻¹Gᵀ`, `U_n` is the rate of the gap, `curvature` the rate of `G` times u.
pub fn check_contact_map<M: Model<Space = Planar>>(
    c: &M::Setup<f64>,
    mass: &[f64],
    q: M::Coords<f64>,
    [u, v]: [M::Coords<f64>; 2],
    impulse: Vector<f64, 2>,
) -> Result<(), TestCaseError> {
    let kick = M::kick(c, q, impulse);
    let (work, local_work) = (dot(mass, kick, v), impulse.dot(M::local(c, q, v)));
    let scale = size(impulse) * size(v) * 4.0;
    prop_assert!((work - local_work).abs() <= ROUNDING * scale, "work {work}, {local_work}");

    let (change, told) = (M::local(c, q, kick), Planar::respond(M::delassus(c, q), impulse));
    let scale = Planar::weight(M::delassus(c, q)) * size(impulse);
    prop_assert!(size(change - told) <= ROUNDING * scale, "H: {change:?} {told:?}");

    let closing = rate(|q| Vector([M::gap(c, q)]), q, u).0[0];
    let normal = Planar::normal(M::delassus(c, q), M::local(c, q, u));
    let scale = (1.0 + size(u)).powi(3) * (1.0 + size(q));
    prop_assert!((closing - normal).abs() <= DIFFERENCE * scale, "gap: {closing} {normal}");
    let (turning, told) = (rate(|q| M::local(c, q, u), q, u), M::curvature(c, q, u));
    prop_assert!(size(turning - told) <= DIFFERENCE * scale * size(u), "curvature: {turning:?} {told:?}");
    Ok(())
}

/// Spring, grip, press and gravity: what the chalk's forces can give back.
fn chalk_energy(p: &ChalkParams<f64>, q: Vector<f64, 4>) -> f64 {
    let [x, y, theta, hand] = q.0;
    let stretch = hand - (x - p.top * theta.sin());
    let turned = theta - p.hold;
    0.5 * p.stiffness * stretch * stretch
        + 0.5 * p.grip * turned * turned
        + p.press * (y + p.top * theta.cos())
        + p.m * p.gravity * y
}

fn chalk_acceleration(p: &ChalkParams<f64>, q: Vector<f64, 4>, u: Vector<f64, 4>) -> Vector<f64, 4> {
    let c = Chalk::setup(p);
    Chalk::acceleration(&c, &Chalk::drive(&c, 0.0), q, u)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_round_tip_has_the_contact_map_of_its_gap(
        p in round_tip(), q in numbers(), u in numbers(), v in numbers(), impulse in numbers(),
    ) {
        let c = RoundTip::setup(&p);
        check_contact_map::<RoundTip>(&c, &[p.m, p.m, p.inertia], q, [u, v], impulse)?;
        let g = RoundTip::acceleration(&c, &RoundTip::drive(&c, 0.0), q, u);
        prop_assert_eq!(g.0, [0.0, -p.gravity, 0.0]);
    }

    /// The hand has no mass of its own in the problem: nothing kicks it.
    #[test]
    fn the_chalk_has_the_contact_map_of_its_gap(
        p in chalk(), q in numbers(), u in numbers(), v in numbers(), impulse in numbers(),
    ) {
        let c = Chalk::setup(&p);
        check_contact_map::<Chalk>(&c, &[p.m, p.m, p.inertia, 1.0], q, [u, v], impulse)?;
        prop_assert_eq!(Chalk::kick(&c, q, impulse).0[3], 0.0);
    }

    #[test]
    fn undamped_chalk_is_driven_by_the_gradient_of_its_energy(p in chalk(), q in numbers::<4>(), u in numbers()) {
        let p = ChalkParams { damping: 0.0, grip_damping: 0.0, ..p };
        let acceleration = chalk_acceleration(&p, q, u);
        for (j, mass) in [p.m, p.m, p.inertia].into_iter().enumerate() {
            let along = Vector(std::array::from_fn(|i| f64::from(i == j)));
            let force = -rate(|q| Vector([chalk_energy(&p, q)]), q, along).0[0];
            let scale = 10.0 + chalk_energy(&p, q).abs() + p.stiffness * (1.0 + p.top).powi(2) + p.press * p.top;
            let off = mass * acceleration.0[j] - force;
            prop_assert!(off.abs() <= DIFFERENCE * scale, "coordinate {j} is off by {off}");
        }
        prop_assert_eq!(acceleration.0[3], 0.0);
    }

    /// What the dashpots give the chalk is less than what they take from the hand, by just what they burn.
    #[test]
    fn dashpots_only_take_power(p in chalk(), q in numbers(), u in numbers::<4>()) {
        let bare = ChalkParams { damping: 0.0, grip_damping: 0.0, ..p };
        let extra = chalk_acceleration(&p, q, u) - chalk_acceleration(&bare, q, u);
        let power = dot(&[p.m, p.m, p.inertia, 0.0], extra, u);
        let ([u_x, u_y, omega, _], theta) = (u.0, q.0[2]);
        let (end_x, end_y) = (u_x - p.top * theta.cos() * omega, u_y - p.top * theta.sin() * omega);
        let from_hand = p.damping * (p.speed - end_x) * p.speed;
        let burnt = p.damping * ((p.speed - end_x).powi(2) + end_y.powi(2)) + p.grip_damping * omega * omega;
        prop_assert!(burnt >= 0.0);
        let scale = 1e3 * (1.0 + p.damping + p.grip_damping + p.stiffness + p.press + p.grip + p.m * p.gravity);
        let off = power - from_hand + burnt;
        prop_assert!(off.abs() <= ROUNDING * scale, "{power} = {from_hand} - {burnt} is off by {off}");
    }
}
