//! S11: a double pendulum that strikes the floor: Kane's paradox (Kane 1984; Acary & Collins-Craft 2023, Sec. 2.3; Charles & Ballard
//! 2016, Sec. 6.2). Twin: `shaders/model/kane.wgsl`.
//!
//! Two uniform rods of length l and mass m; the first hangs from a pivot, the second from its end; angles from the vertical. With
//! `c = cos(q2 - q1)` and `s = sin(q2 - q1)`, and the floor a depth `floor` below the pivot:
//!
//! ```text
//! A = m l² [[4/3, c/2], [c/2, 1/3]]        A⁻¹ = 6 [[2, -3c], [-3c, 8]]/(m l² (16 - 9c²))
//! K = m l² (s/2 u2² - 3/2 g/l sin q1, -s/2 u1² - 1/2 g/l sin q2)
//! gap = floor - l (cos q1 + cos q2)        G = l [[cos q1, cos q2], [sin q1, sin q2]]
//! ```
//!
//! H is singular where the rods lie in one line (`det H = 36 s²/(m² (16 - 9c²))`): then no impulse makes the tip stick. The floor is
//! `clearance` below the tip at the start. Contact is felt within a `skin`, for rounding puts the tip a little before the floor or
//! behind it.

use super::{Boundary, Model, PLAIN_TRAVEL, StateColumn, Still};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, tau, turn_of_degrees, turn_of_radians};
use crate::real::Real;
use crate::space::{Planar, PlanarDelassus};
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// Parameters of [`Kane`].
    pub struct KaneParams {
        m: "kg", 1.0, Range::Above(0.0, 1e6), "mass of each rod";
        l: "m", 1.0, Range::Above(0.0, 1e6), "length of each rod";
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        clearance: "m", 0.0, Range::Within(0.0, 1e6), "height of the tip above the floor at the start";
        skin: "m", 1e-5, Range::Above(0.0, 1e3), "distance within which the floor is felt: thicker than rounding, 1e-5 l in f32";
        q1_0_deg: "deg", 20.0, Range::Within(-180.0, 180.0), "initial angle of the upper rod from the vertical";
        q2_0_deg: "deg", 70.0, Range::Within(-180.0, 180.0), "initial angle of the lower rod from the vertical";
        u1_0: "rad/s", -0.1, ANY, "initial angular velocity of the upper rod";
        u2_0: "rad/s", -0.2, ANY, "initial angular velocity of the lower rod";
    }
}

crate::fields! {
    /// What the step needs; and the kinetic energy at the start, which what is observed is measured by.
    pub struct KaneSetup { inverse_inertia, l, pull, floor, skin, kinetic0 }
}

/// Sines and cosines of both angles.
pub struct Pendulum<R> {
    /// `(sin q1, sin q2)`.
    pub sin: Vector<R, 2>,
    /// `(cos q1, cos q2)`.
    pub cos: Vector<R, 2>,
    /// `cos(q2 - q1)`.
    pub between: R,
}

/// Kane's double pendulum.
pub struct Kane;

impl Kane {
    /// The angles' sines and cosines.
    #[inline(always)]
    pub fn pendulum<R: Real>(q: Vector<R, 2>) -> Pendulum<R> {
        let (turn1, turn2) = (turn_of_radians(q.0[0]), turn_of_radians(q.0[1]));
        let sin = Vector([sin_turn(turn1), sin_turn(turn2)]);
        let cos = Vector([cos_turn(turn1), cos_turn(turn2)]);
        Pendulum { sin, cos, between: cos.0[0] * cos.0[1] + sin.0[0] * sin.0[1] }
    }

    /// `m l² A⁻¹ v`.
    #[inline(always)]
    pub fn mobility<R: Real>(between: R, v: Vector<R, 2>) -> Vector<R, 2> {
        let [a, b] = v.0;
        let couple = R::of(3.0) * between;
        let det = R::of(16.0) - couple * couple;
        Vector([
            R::of(6.0) * (R::of(2.0) * a - couple * b) / det,
            R::of(6.0) * (R::of(8.0) * b - couple * a) / det,
        ])
    }

    /// `u·A v`.
    #[inline(always)]
    pub fn metric<R: Real>(inverse_inertia: R, q: Vector<R, 2>, u: Vector<R, 2>, v: Vector<R, 2>) -> R {
        let ([u1, u2], [v1, v2]) = (u.0, v.0);
        let couple = R::of(3.0) * Self::pendulum(q).between;
        (R::of(8.0) * u1 * v1 + couple * (u1 * v2 + u2 * v1) + R::of(2.0) * u2 * v2)
            / (R::of(6.0) * inverse_inertia)
    }
}

impl Model for Kane {
    const NAME: &'static str = "kane";
    const ABOUT: &'static str = "S11: a double pendulum that strikes a rough floor: Kane's paradox (Acary & Collins-Craft 2023, Sec. 2.3)";
    const WGSL: &'static [&'static str] =
        &["alias Coords = vec2<Real>;\n", PLAIN_TRAVEL, crate::shader!("model/kane.wgsl")];
    const ENERGY: &'static str =
        concat!(crate::shader!("model/kane_mass.wgsl"), "\n", crate::shader!("model/springless.wgsl"));
    /// The rods out of line: where they are not, H is singular, and its determinant is all rounding in f32.
    const PROBED: &'static [(f64, f64)] = &[(-0.3, 0.3), (0.8, 1.2)];
    const STATE: &'static [StateColumn] = &[("q1", "rad"), ("q2", "rad"), ("u1", "rad/s"), ("u2", "rad/s")];
    const GAP_UNITS: [&'static str; 2] = ["m", "m/s"];
    const SPIN: Option<usize> = Some(1);
    const OBSERVED: &'static [StateColumn] = &[("gap", "m"), ("kinetic", "J"), ("energy_gain", "")];
    type Space = Planar;
    type Coords<R: Real> = Vector<R, 2>;
    type Params<R: Real> = KaneParams<R>;
    type Setup<R: Real> = KaneSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &KaneParams<R>) -> KaneSetup<R> {
        let (q, u) = Self::start(p);
        let cos = Self::pendulum(q).cos;
        let inverse_inertia = R::of(1.0) / (p.m * p.l * p.l);
        KaneSetup {
            inverse_inertia,
            l: p.l,
            pull: R::of(0.5) * p.gravity / p.l,
            floor: p.l * (cos.0[0] + cos.0[1]) + p.clearance,
            skin: p.skin,
            kinetic0: R::of(0.5) * Self::metric(inverse_inertia, q, u, u),
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &KaneParams<R>) -> (Vector<R, 2>, Vector<R, 2>) {
        let (turn1, turn2) = (turn_of_degrees(p.q1_0_deg), turn_of_degrees(p.q2_0_deg));
        (Vector([tau::<R>() * turn1, tau::<R>() * turn2]), Vector([p.u1_0, p.u2_0]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &KaneSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &KaneSetup<R>,
        _: &Still<R>,
        q: Vector<R, 2>,
        u: Vector<R, 2>,
    ) -> Vector<R, 2> {
        let p = Self::pendulum(q);
        let [a, b] = u.0;
        let half = R::of(0.5) * (p.sin.0[1] * p.cos.0[0] - p.cos.0[1] * p.sin.0[0]);
        let force =
            Vector([half * b * b - R::of(3.0) * c.pull * p.sin.0[0], -(half * a * a) - c.pull * p.sin.0[1]]);
        Self::mobility(p.between, force)
    }

    #[inline(always)]
    fn gap<R: Real>(c: &KaneSetup<R>, q: Vector<R, 2>) -> R {
        let cos = Self::pendulum(q).cos;
        c.floor - c.l * (cos.0[0] + cos.0[1])
    }

    #[inline(always)]
    fn local<R: Real>(c: &KaneSetup<R>, q: Vector<R, 2>, u: Vector<R, 2>) -> Vector<R, 2> {
        let p = Self::pendulum(q);
        Vector([c.l * p.cos.dot(u), c.l * p.sin.dot(u)])
    }

    #[inline(always)]
    fn kick<R: Real>(c: &KaneSetup<R>, q: Vector<R, 2>, impulse: Vector<R, 2>) -> Vector<R, 2> {
        let p = Self::pendulum(q);
        let torque = p.cos * impulse.0[0] + p.sin * impulse.0[1];
        Self::mobility(p.between, torque) * (c.l * c.inverse_inertia)
    }

    #[inline(always)]
    fn skin<R: Real>(c: &KaneSetup<R>) -> R {
        c.skin
    }

    #[inline(always)]
    fn inner<R: Real>(c: &KaneSetup<R>, q: Vector<R, 2>, u: Vector<R, 2>, v: Vector<R, 2>) -> R {
        Self::metric(c.inverse_inertia, q, u, v)
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &KaneSetup<R>, q: Vector<R, 2>) -> PlanarDelassus<R> {
        let p = Self::pendulum(q);
        let inverse_mass = c.l * c.l * c.inverse_inertia;
        let (t, n) = (Self::mobility(p.between, p.cos), Self::mobility(p.between, p.sin));
        PlanarDelassus {
            tt: inverse_mass * p.cos.dot(t),
            tn: inverse_mass * p.cos.dot(n),
            nn: inverse_mass * p.sin.dot(n),
        }
    }

    #[inline(always)]
    fn curvature<R: Real>(c: &KaneSetup<R>, q: Vector<R, 2>, u: Vector<R, 2>) -> Vector<R, 2> {
        let p = Self::pendulum(q);
        let square = Vector([u.0[0] * u.0[0], u.0[1] * u.0[1]]);
        Vector([-(c.l * p.sin.dot(square)), c.l * p.cos.dot(square)])
    }

    /// `energy_gain` is the change of kinetic energy since the start, relative to it: that of the impact if it is all there is.
    fn observed(c: &KaneSetup<f64>, q: Vector<f64, 2>, u: Vector<f64, 2>) -> Vec<f64> {
        let kinetic = 0.5 * Self::metric(c.inverse_inertia, q, u, u);
        vec![Self::gap(c, q), kinetic, kinetic / c.kinetic0 - 1.0]
    }

    fn boundaries(over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        super::kane_gain::boundaries(over, value)
    }
}
