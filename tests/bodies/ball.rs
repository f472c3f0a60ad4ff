//! The ball: from sliding to rolling, spinning in flight, hopping, rocking; and that its parts fit together.

use moreau::backend::Backend;
use moreau::model::{Ball, BallParams, Model};
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};

use crate::column;

/// Rounding of a few thousand steps of numbers up to 100.
const ROUNDING: f64 = 1e-11;
/// What a certificate may amount to: the limit that flags are set by.
const CERTIFIED: f64 = 64.0 * f64::EPSILON;

fn study(set: &[&str]) -> Study {
    let mut study = Study::preset("ball").unwrap().set(set.iter().copied()).unwrap();
    study.spec.record = None;
    study
}

fn run(set: &[&str]) -> Results {
    study(set).run(Backend::cpu(0)).unwrap()
}

/// On the plane, without hops.
const ON_THE_PLANE: [&str; 4] = ["members=12", "uz0=0", "h=2e-3", "seed=5"];

#[test]
fn five_sevenths_of_the_speed_are_left_without_spin() {
    let set = ["wx0=0", "wy0=0", "duration=2", "ux0={uniform=[1, 7]}", "uy0={uniform=[-3, 3]}"];
    let r = run(&[&ON_THE_PLANE[..], &set].concat());
    let get = |name: &str| column(&r, name);
    let [ux, uy, ux0, uy0, mu] = ["ux", "uy", "ux0", "uy0", "mu"].map(get);
    let [slip, t_slide, x] = ["slip", "t_slide", "x"].map(get);
    for i in 0..12 {
        assert!((ux[i] - 5.0 / 7.0 * ux0[i]).abs() <= ROUNDING, "member {i}: {} {}", ux[i], ux0[i]);
        assert!((uy[i] - 5.0 / 7.0 * uy0[i]).abs() <= ROUNDING, "member {i}");
        let speed = ux0[i].hypot(uy0[i]);
        let (g, h) = (9.81, 2e-3);
        let time = 2.0 * speed / (7.0 * mu[i] * g);
        // The last step of the slide is cut short.
        assert!((t_slide[i] - time).abs() <= h * (1.0 + 1e-6), "member {i}: {} {time}", t_slide[i]);
        // Then it rolls: no slip, and no more friction.
        assert!(slip[i] <= ROUNDING, "member {i} slips at {}", slip[i]);
        let path = ux0[i] * (time - mu[i] * g * time * time / (2.0 * speed)) + ux[i] * (2.0 - time);
        assert!((x[i] - path).abs() <= h * h * mu[i] * g, "member {i}: x {} {path}", x[i]);
    }
    assert!(get("outcome").iter().all(|outcome| *outcome == 2.0));
    assert_eq!(r.summary.flagged(), 0);
}

/// Angular momentum about the track: friction, hops and restitution change nothing of it.
#[test]
fn spin_brings_balls_back_and_sideways() {
    let set = ["members=12", "h=2e-3", "duration=3", "wy0={uniform=[-250, 65]}", "mu={uniform=[0.5, 0.9]}"];
    let r = run(&set);
    let get = |name: &str| column(&r, name);
    let [ux, uy, wx0, wy0, lx] = ["ux", "uy", "wx0", "wy0", "lx"].map(get);
    let (k, radius) = (0.4, 0.108);
    let mut back = 0;
    for i in 0..12 {
        let forward = (7.0 + k * radius * wy0[i]) / (1.0 + k);
        let across = -k * radius * wx0[i] / (1.0 + k);
        assert!((ux[i] - forward).abs() <= ROUNDING, "member {i}: {} {forward}", ux[i]);
        assert!((uy[i] - across).abs() <= ROUNDING, "member {i}: {} {across}", uy[i]);
        assert!((uy[i] + radius * lx[i]).abs() <= ROUNDING, "member {i} slips");
        back += u32::from(ux[i] < -0.1);
    }
    assert!(back > 0 && back < 12, "{back} came back");
    assert!(get("impacts").iter().any(|impacts| *impacts > 1.0), "some hopped");
    assert_eq!(r.summary.flagged(), 0);
}

#[test]
fn the_closed_form_stands_beside_the_result() {
    let one = ["members=1", "mu=0.2", "wx0=10", "wy0=-60", "uz0=0", "duration=2.5"];
    let answers = run(&one).summary.closed_form;
    assert_eq!(answers.len(), 3);
    for answer in answers {
        // Velocities to rounding, the time to a step.
        let room = if answer.unit == "s" { 1e-3 } else { ROUNDING };
        assert!((answer.result - answer.exact).abs() <= room, "{} {}", answer.result, answer.exact);
    }
    for other in ["offset=0.1", "angle_deg=1", "z0=0.1", "mu=0.001", "gyration_axis=0.3"] {
        assert!(run(&[&one[..], &[other, "duration=0.1"]].concat()).summary.closed_form.is_empty());
    }
}

/// `u` turned about `axis`, which need not be a unit vector, by its length times `t`.
fn turned(u: [f64; 3], axis: [f64; 3], t: f64) -> [f64; 3] {
    let rate = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let n = axis.map(|x| x / rate);
    let (sin, cos) = (rate * t).sin_cos();
    let along: f64 = (0..3).map(|j| n[j] * u[j]).sum();
    let cross = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
    std::array::from_fn(|j| u[j] * cos + cross[j] * sin + n[j] * along * (1.0 - cos))
}

#[test]
fn a_top_in_free_flight_precesses_about_its_angular_momentum() {
    let set = [
        "members=12",
        "z0=50",
        "duration=1",
        "h={uniform=[1e-3, 2e-3]}",
        "offset={uniform=[0, 0.9]}",
        "gyration={uniform=[0.2, 0.4]}",
        "gyration_axis={uniform=[0.1, 0.4]}",
        "lean_deg={uniform=[-170, 170]}",
        "wx0={uniform=[-9, 9]}",
        "wy0={uniform=[-9, 9]}",
        "wz0={uniform=[-9, 9]}",
    ];
    let r = run(&set);
    let get = |name: &str| column(&r, name);
    let [lean_deg, h, steps] = ["lean_deg", "h", "steps"].map(get);
    let w0 = ["wx0", "wy0", "wz0"].map(get);
    let [across, about] = ["gyration", "gyration_axis"].map(get);
    let l = ["lx", "ly", "lz"].map(get);
    let w = ["wx", "wy", "wz"].map(get);
    let [qx, qy, qz, qw, phi] = ["qx", "qy", "qz", "qw", "phi"].map(get);
    let [lean, energy] = ["lean", "energy"].map(get);
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    for i in 0..12 {
        let t = steps[i] * h[i];
        let lean0 = lean_deg[i].to_radians();
        let a0 = [lean0.sin(), 0.0, lean0.cos()];
        let w0 = [w0[0][i], w0[1][i], w0[2][i]];
        // The angular momentum over I1, from its definition; it stays as it was.
        let ratio = about[i] / across[i];
        let l0: [f64; 3] = std::array::from_fn(|j| w0[j] + (ratio - 1.0) * dot(a0, w0) * a0[j]);
        let rate = dot(l0, l0).sqrt();
        (0..3).for_each(|j| assert!((l[j][i] - l0[j]).abs() <= ROUNDING, "member {i}: l"));
        // The Cayley map turns by 2 atan(θ/2) instead of θ = l h/2 each half step.
        let late = rate * t * (rate * h[i] / 2.0).powi(2) / 12.0;
        let a = turned(a0, l0, t);
        let [x, y, z, s] = [qx[i], qy[i], qz[i], qw[i]];
        let seen = [2.0 * (x * z + s * y), 2.0 * (y * z - s * x), s * s + z * z - x * x - y * y];
        (0..3).for_each(|j| {
            assert!((a[j] - seen[j]).abs() <= 1.01 * late + ROUNDING, "member {i}: {a:?} {seen:?} {late}");
        });
        assert!((a[2] - lean[i].cos()).abs() <= 1.01 * late + ROUNDING, "member {i}: lean");
        assert!((x * x + y * y + z * z + s * s - 1.0).abs() <= 16.0 * f64::EPSILON, "member {i}: unit");
        // The angular velocity goes round with the axis, and φ makes up for the rest of its turn.
        let w1 = turned(w0, l0, t);
        (0..3).for_each(|j| assert!((w[j][i] - w1[j]).abs() <= 16.0 * (late + ROUNDING), "member {i}: w"));
        let spin = dot(a0, w0) - dot(a0, l0);
        assert!((phi[i] - spin * t).abs() <= ROUNDING, "member {i}: phi {} {}", phi[i], spin * t);
        let potential = 7.0 * 9.81 * (50.0 + 0.108 * column(&r, "offset")[i] * (1.0 - a0[2]));
        let first =
            0.5 * 7.0 * (49.0 + column(&r, "uz0")[i].powi(2) + across[i] * 0.108_f64.powi(2) * dot(l0, w0));
        let off = energy[i] - first - potential;
        assert!(off.abs() <= 1e-9 * potential, "member {i}: energy off by {off}");
    }
}

#[test]
fn hops_lose_height_by_the_square_of_restitution() {
    // From the top, down and up again.
    let (g, h) = (9.81_f64, 1e-3);
    for (e, z0) in [(0.5, 0.8), (0.8, 0.5), (1.0, 0.3)] {
        let fall = (2.0 * z0 / g).sqrt();
        let time = format!("duration={}", ((1.0 + e) * fall / h).round() * h);
        let (e_set, z_set) = (format!("e={e}"), format!("z0={z0}"));
        let r = run(&["members=6", "uz0=0", &z_set, &e_set, &time]);
        // The impact is felt within a step, and a step late is a step of the fastest motion lost.
        let room = 2.0 * g * fall * h;
        for (z, uz) in column(&r, "z").iter().zip(column(&r, "uz")) {
            assert!((z - e * e * z0).abs() <= room, "{z} {}", e * e * z0);
            assert!(uz.abs() <= 3.0 * g * h, "{uz}");
        }
        assert_eq!(r.summary.flagged(), 0);
    }
}

/// Off-centre, rolling to and fro: `ω² = g d/(k r² + (r - d)²)` for small angles, d below the centre.
#[test]
fn an_off_centre_ball_rocks_at_the_frequency_of_theory() {
    for (offset, k) in [(0.3, 0.4), (0.6, 0.25)] {
        let (g, r): (f64, f64) = (9.81, 0.108);
        let d = offset * r;
        let omega = (g * d / (k * r * r + (r - d).powi(2))).sqrt();
        let quarter = format!("duration={}", std::f64::consts::FRAC_PI_2 / omega);
        let whole = format!("duration={}", std::f64::consts::TAU / omega);
        let shape = [format!("offset={offset}"), format!("gyration={k}")];
        let set = ["members=1", "ux0=0", "uz0=0", "wx0=0", "wy0=0", "mu=1", "lean_deg=2", "h=2.5e-4", "e=0"];
        let set: Vec<&str> = set.into_iter().chain(shape.iter().map(String::as_str)).collect();
        let lean = |time: &str| {
            let r = run(&[&set[..], &[time]].concat());
            assert_eq!(r.summary.flagged(), 0);
            2.0 * column(&r, "qy")[0].atan2(column(&r, "qw")[0])
        };
        let first = 2f64.to_radians();
        // The square of the angle over 16, and the step's lag: a hundredth of a radian of phase.
        let (middle, last) = (lean(&quarter) / first, lean(&whole) / first);
        assert!(middle.abs() <= 0.01, "{middle}");
        assert!((last - 1.0).abs() <= 0.01, "{last}");
    }
}

#[test]
fn what_rests_stays_and_energy_is_lost_never_won() {
    let still = ["ux0=0", "uz0=0", "wx0=0", "wy0=0", "duration=0.3"];
    let r = run(&[&["members=6", "offset={uniform=[0, 0.9]}"], &still[..]].concat());
    for name in ["x", "y", "z", "ux", "uy", "uz", "lx", "ly", "lz"] {
        assert!(column(&r, name).iter().all(|value| value.abs() <= ROUNDING), "{name}");
    }
    // A full ensemble of off-centre tops.
    let wild = [
        "members=24",
        "duration=0.4",
        "e=0",
        "offset={uniform=[0, 0.9]}",
        "gyration={uniform=[0.2, 0.4]}",
        "gyration_axis={uniform=[0.1, 0.4]}",
        "lean_deg={uniform=[-170, 170]}",
        "wz0={uniform=[-90, 90]}",
        "mu={uniform=[0, 1]}",
    ];
    let before = study(&[&wild[..], &["duration=1e-3", "gravity=0", "z0=1"]].concat());
    let first = before.run(Backend::cpu(0)).unwrap();
    let r = run(&wild);
    let [residual, cone, gain] = ["complementarity", "cone", "energy_gain"].map(|name| column(&r, name));
    let [energy, offset, contacts] = ["energy", "offset", "t_slide"].map(|name| column(&r, name));
    let lean = column(&r, "lean_deg");
    let first = column(&first, "energy");
    for i in 0..24 {
        assert!(residual[i] <= CERTIFIED && cone[i] <= CERTIFIED && gain[i] <= CERTIFIED, "member {i}");
        let raised = 7.0 * 9.81 * offset[i] * 0.108 * (1.0 - lean[i].to_radians().cos());
        // A step of the slow fall before the first contact is no loss, and of a violation no gain.
        assert!(energy[i] <= (first[i] + raised) * (1.0 + 2e-2), "member {i}: {} {}", energy[i], first[i]);
    }
    assert!(contacts.iter().any(|t| *t > 0.05), "they touch");
    assert_eq!(r.summary.flagged(), 0);
}

/// G is the gap's derivative, H is `G A⁻¹ Gᵀ`, the curvature `Ġ u`: by differences along the motion.
#[test]
fn the_parts_of_the_model_fit_together() {
    for i in 0..40 {
        let at = |k: u32| (f64::from(i * 16 + k) * 0.7548776662466927).fract() - 0.5;
        let p = BallParams {
            m: 1.5 + at(0),
            radius: 1.0 + at(1),
            gyration: 0.6 + at(2),
            gyration_axis: 0.6 + at(3),
            offset: 0.5 + 0.8 * at(4),
            skin: 0.0,
            gravity: 9.81,
            angle_deg: 10.0,
            lean_deg: 300.0 * at(5),
            x0: at(6),
            y0: at(7),
            z0: 0.1,
            ux0: at(8),
            uy0: at(9),
            uz0: at(10),
            wx0: 6.0 * at(11),
            wy0: 6.0 * at(12),
            wz0: 6.0 * at(13),
        };
        let c = Ball::setup(&p);
        let (q, u) = Ball::start(&p);
        let q = Ball::travel(q, u * 0.3);
        // Central differences: their error is h² times third derivatives of order 100, rounding is 1e-16/h.
        let (h, room) = (1e-5, 1e-7);
        let (ahead, behind) = (Ball::travel(q, u * h), Ball::travel(q, u * -h));
        let rate = (Ball::gap(&c, ahead) - Ball::gap(&c, behind)) / (2.0 * h);
        assert!((rate - Ball::local(&c, q, u).0[2]).abs() <= room, "gap: {rate}");
        let bend = (Ball::local(&c, ahead, u) - Ball::local(&c, behind, u)) * (0.5 / h);
        let off = bend - Ball::curvature(&c, q, u);
        assert!(off.dot(off).sqrt() <= room, "curvature: {bend:?}");
        let full = Ball::delassus(&c, q);
        let rows = [[full.xx, full.xy, full.xn], [full.xy, full.yy, full.yn], [full.xn, full.yn, full.nn]];
        for (j, row) in rows.iter().enumerate() {
            let unit: Vector<f64, 3> = Tuple::from_fn(|k| f64::from(u8::from(k == j)));
            let answer = Ball::local(&c, q, Ball::kick(&c, q, unit));
            (0..3).for_each(|k| assert!((answer.0[k] - row[k]).abs() <= ROUNDING, "H {j} {k}"));
        }
        // The kinetic energy that an impulse adds, by the velocities and by the impulse's work.
        let impulse = Vector([at(14), at(15), 0.7]);
        let after = u + Ball::kick(&c, q, impulse);
        let kinetic = |u: Vector<f64, 8>| {
            let seen = Ball::observed(&c, q, u);
            seen[7]
        };
        let work = 0.5 * impulse.dot(Ball::local(&c, q, u) + Ball::local(&c, q, after));
        assert!((kinetic(after) - kinetic(u) - work).abs() <= ROUNDING, "work");
    }
}

#[test]
fn bad_input_is_refused() {
    for bad in ["offset=1", "offset=-0.1", "radius=0", "m=0", "gyration=0", "mu=11", "e=1.5", "lean_deg=200"]
    {
        let error = Study::preset("ball").unwrap().set([bad]).err().expect(bad).to_string();
        assert!(error.contains(bad.split('=').next().unwrap()), "{error}");
    }
    // Padding is no column.
    let error = Study::preset("ball").unwrap().set(["field={x=\"\",y=\"x\"}"]).err();
    assert!(error.is_some());
}
