//! S12: a piece of chalk pushed over a board (Moreau 1988, Rem. 14.1; Delassus' dotted line). Twin:
//! `shaders/model/chalk.wgsl`; the contact map is that of `tip_ground`.
//!
//! A body with a round tip; its other end, a distance `top` behind the centre of mass, is held by a hand that runs at
//! constant speed V along the board. The hand pulls it through a spring along the board and a dashpot, presses it on
//! the board, and its fingers resist turning away from the angle `hold`. With `r = (-top sin θ, top cos θ)` from the
//! centre of mass to that end and v its velocity,
//!
//! ```text
//! F = (stiffness (s - x - r_x) + damping (V - v_x), -press - damping v_y)
//! K = (F_x, F_y - m g, r × F - grip (θ - hold) - grip_damping ω)
//! ```
//!
//! The hand's place s is a fourth coordinate that nothing disturbs, so that nothing here depends on time.

use super::{Model, StateColumn, Still, TIP_GROUND, TIP_OBSERVED};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, turn_of_radians};
use crate::real::Real;
use crate::tip::tip_arms;
use crate::tuple::Vector;

/// Stiffness, damping and the like.
const POSITIVE: Range = Range::Within(0.0, 1e9);

crate::columns! {
    /// Parameters of [`Chalk`].
    pub struct ChalkParams {
        m: "kg", 0.01, Range::Above(0.0, 1e6), "mass";
        l: "m", 0.04, Range::Above(0.0, 1e6), "distance from the centre of mass to the centre of the tip";
        rho: "m", 0.005, Range::Within(0.0, 1e6), "radius of the tip";
        top: "m", 0.04, Range::Within(0.0, 1e6), "distance from the centre of mass to the hand";
        inertia: "kg m^2", 3e-6, Range::Above(0.0, 1e9), "moment of inertia about the centre of mass";
        gravity: "m/s^2", 0.0, Range::Within(0.0, 1e6), "gravity towards the board; 0 on a wall";
        speed: "m/s", 0.35, ANY, "speed of the hand along the board";
        stiffness: "N/m", 1200.0, POSITIVE, "spring between hand and chalk, along the board";
        damping: "N s/m", 0.4, POSITIVE, "dashpot between hand and chalk";
        press: "N", 0.6, POSITIVE, "force that presses the chalk on the board";
        hold: "rad", 0.95, Range::Within(-1e3, 1e3), "angle at which the fingers hold it";
        grip: "N m/rad", 0.9, POSITIVE, "what the fingers resist turning with";
        grip_damping: "N m s", 1e-4, POSITIVE, "damping of the turning";
        theta0: "rad", 0.95, Range::Within(-1e3, 1e3), "initial angle: the tip lies to the right where sin(theta) > 0";
        omega0: "rad/s", 0.0, ANY, "initial angular velocity, counter-clockwise";
        slide0: "m/s", 0.0, ANY, "initial velocity of the lowest point along the board";
        x0: "m", 0.0, ANY, "initial x of the centre of mass";
        stretch0: "m", 0.0, ANY, "initial stretch of the spring";
        gap0: "m", 0.0, Range::Within(0.0, 1e9), "initial height of the lowest point above the board";
        normal0: "m/s", 0.0, ANY, "initial velocity of the lowest point away from the board";
    }
}

crate::fields! {
    /// What the step needs.
    pub struct ChalkSetup {
        inverse_mass, inverse_inertia, l, rho, top, gravity, speed, stiffness, damping, press, hold, grip, grip_damping
    }
}

/// Chalk on a board.
pub struct Chalk;

impl Model for Chalk {
    const NAME: &'static str = "chalk";
    const ABOUT: &'static str =
        "S12: chalk pushed over a board through a spring, pressed by a force (Moreau 1988, Rem. 14.1)";
    const WGSL: &'static [&'static str] =
        &["alias Coords = vec4<Real>;\n", TIP_GROUND, crate::shader!("model/chalk.wgsl")];
    const STATE: &'static [StateColumn] = &[
        ("x", "m"),
        ("y", "m"),
        ("theta", "rad"),
        ("hand", "m"),
        ("ux", "m/s"),
        ("uy", "m/s"),
        ("omega", "rad/s"),
        ("hand_speed", "m/s"),
    ];
    const STEP: f64 = 1e-4;
    const SPIN: Option<usize> = Some(2);
    const OBSERVED: &'static [StateColumn] = TIP_OBSERVED;
    type Coords<R: Real> = Vector<R, 4>;
    type Params<R: Real> = ChalkParams<R>;
    type Setup<R: Real> = ChalkSetup<R>;
    type Drive<R: Real> = Still<R>;
    crate::tip_ground!();

    #[inline(always)]
    fn setup<R: Real>(p: &ChalkParams<R>) -> ChalkSetup<R> {
        ChalkSetup {
            inverse_mass: R::of(1.0) / p.m,
            inverse_inertia: R::of(1.0) / p.inertia,
            l: p.l,
            rho: p.rho,
            top: p.top,
            gravity: p.gravity,
            speed: p.speed,
            stiffness: p.stiffness,
            damping: p.damping,
            press: p.press,
            hold: p.hold,
            grip: p.grip,
            grip_damping: p.grip_damping,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &ChalkParams<R>) -> (Vector<R, 4>, Vector<R, 4>) {
        let arms = tip_arms(p.l, p.rho, p.theta0).0;
        let hand = p.x0 - p.top * sin_turn(turn_of_radians(p.theta0)) + p.stretch0;
        (
            Vector([p.x0, arms[0] + p.gap0, p.theta0, hand]),
            Vector([p.slide0 - arms[0] * p.omega0, p.normal0 - arms[1] * p.omega0, p.omega0, p.speed]),
        )
    }

    #[inline(always)]
    fn drive<R: Real>(_: &ChalkSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &ChalkSetup<R>,
        _: &Still<R>,
        q: Vector<R, 4>,
        u: Vector<R, 4>,
    ) -> Vector<R, 4> {
        let [x, _, theta, hand] = q.0;
        let [u_x, u_y, omega, _] = u.0;
        let turn = turn_of_radians(theta);
        let r_x = -c.top * sin_turn(turn);
        let r_y = c.top * cos_turn(turn);
        let pull = c.stiffness * (hand - x - r_x) + c.damping * (c.speed - u_x + r_y * omega);
        let push = -c.press - c.damping * (u_y + r_x * omega);
        let torque = r_x * push - r_y * pull - c.grip * (theta - c.hold) - c.grip_damping * omega;
        Vector([
            pull * c.inverse_mass,
            push * c.inverse_mass - c.gravity,
            torque * c.inverse_inertia,
            R::of(0.0),
        ])
    }
}
