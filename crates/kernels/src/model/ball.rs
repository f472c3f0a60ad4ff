//! A ball on a rough plane, level or tilted by `angle_deg` about Oy: it slides, rolls, hops and, if its centre of mass is not its centre,
//! rocks. Twin: `shaders/model/ball.wgsl`. Source: Moreau 1988, Sec. 12 and Remark 16.1; the body is Lagrange's top with a round foot.
//!
//! The body has an axis of symmetry `a`, from the centre of mass towards the centre of the sphere, which is `arm` away, and inertias `I1` across
//! it and `I3` about it. Coordinates: place of the centre of mass, from where it is if the ball stands upright on the origin; φ; and
//! the unit quaternion Q. The body is turned by Q after a turn by φ about its own axis. Velocities: `u` of the centre of mass; `φ̇`; and `l`, the
//! angular momentum over I1. They leave one number of padding. With `κ = I1/I3 - 1`,
//!
//! ```text
//! ω = l + κ (a·l) a      φ̇ = κ (a·l)      ȧ = l × a      K = (m g sin, 0, -m g cos; no torque)
//! ρ = arm a - r e_z      U = u + ω × ρ      gap = z - arm (1 - a_z)
//! A⁻¹Gᵀ P = (P/m, κ a·(ρ × P)/I1, (ρ × P)/I1)
//! H = 1/m + (|ρ|² - ρρᵀ + κ b bᵀ)/I1,  b = a × ρ
//! ```
//!
//! so that free flight is exact but for how a turn is rounded off: l is constant, a precesses about it at |l|, and there is no
//! gyroscopic force to integrate. Q moves by the Cayley map: `Q + (0, θ/2) Q`, of length 1, for a turn θ = l h; its error is of
//! second order, as the scheme's is.

use super::ball_geometry::{axis, moving, turning};
use super::{KnownAnswer, Model, StateColumn, Still, ball_axis, ball_lowest, ball_spin, cross_add, cross_of};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::real::Real;
use crate::space::{Space, Spatial, SpatialDelassus};
use crate::tuple::{Tuple, Vector};

const GYRATION: Range = Range::Within(1e-3, 1e3);

crate::columns! {
    /// Parameters of [`Ball`].
    pub struct BallParams {
        m: "kg", 1.0, Range::Above(0.0, 1e9), "mass";
        radius: "m", 0.1, Range::Above(0.0, 1e6), "radius of the ball";
        gyration: "", 0.4, GYRATION, "moment of inertia through the centre of mass, across the axis, over m radius^2: 2/5 if homogeneous";
        gyration_axis: "", 0.4, GYRATION, "the same about the axis";
        offset: "", 0.0, Range::Within(0.0, 0.95), "distance of the centre of mass from the centre, over the radius";
        skin: "m", 1e-6, Range::Within(0.0, 1e3), "distance within which the plane is felt: thicker than rounding, 1e-5 radius in f32";
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        angle_deg: "deg", 0.0, Range::Within(-90.0, 90.0), "slope of the plane; x points down the slope";
        lean_deg: "deg", 0.0, Range::Within(-180.0, 180.0), "initial angle between the axis and the plane's normal, towards x; 0 has the centre of mass lowest";
        x0: "m", 0.0, ANY, "initial x of the centre of mass";
        y0: "m", 0.0, ANY, "initial y of the centre of mass";
        z0: "m", 0.0, Range::Within(0.0, 1e9), "initial height of the lowest point above the plane";
        ux0: "m/s", 0.0, ANY, "initial velocity of the centre of mass along x";
        uy0: "m/s", 0.0, ANY, "initial velocity of the centre of mass along y";
        uz0: "m/s", 0.0, ANY, "initial velocity of the centre of mass along z";
        wx0: "rad/s", 0.0, ANY, "initial angular velocity about x";
        wy0: "rad/s", 0.0, ANY, "initial angular velocity about y: forward spin of a ball that goes along x";
        wz0: "rad/s", 0.0, ANY, "initial angular velocity about z";
    }
}

crate::fields! {
    /// Gravity along the slope and normal to it; what an impulse and its moment are divided by; lengths; κ; the skin.
    pub struct BallSetup { g_x, g_z, inverse_mass, inverse_inertia, radius, arm, excess, skin }
}

/// A ball on a rough plane.
pub struct Ball;

impl Model for Ball {
    const NAME: &'static str = "ball";
    const ABOUT: &'static str =
        "a ball on a rough plane, spinning, sliding, rolling, hopping; its centre of mass where one likes";
    const WGSL: &'static [&'static str] = &[crate::shader!("model/ball.wgsl")];
    const STATE: &'static [StateColumn] = &[
        ("x", "m"),
        ("y", "m"),
        ("z", "m"),
        ("phi", "rad"),
        ("qx", ""),
        ("qy", ""),
        ("qz", ""),
        ("qw", ""),
        ("ux", "m/s"),
        ("uy", "m/s"),
        ("uz", "m/s"),
        ("uphi", "rad/s"),
        ("lx", "rad/s"),
        ("ly", "rad/s"),
        ("lz", "rad/s"),
        ("", ""),
    ];
    const OBSERVED: &'static [StateColumn] = &[
        ("gap", "m"),
        ("slip", "m/s"),
        ("speed", "m/s"),
        ("wx", "rad/s"),
        ("wy", "rad/s"),
        ("wz", "rad/s"),
        ("lean", "rad"),
        ("energy", "J"),
    ];
    type Space = Spatial;
    type Coords<R: Real> = Vector<R, 8>;
    type Params<R: Real> = BallParams<R>;
    type Setup<R: Real> = BallSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &BallParams<R>) -> BallSetup<R> {
        let one = R::of(1.0);
        let slope = turn_of_degrees(p.angle_deg);
        BallSetup {
            g_x: p.gravity * sin_turn(slope),
            g_z: -p.gravity * cos_turn(slope),
            inverse_mass: one / p.m,
            inverse_inertia: one / (p.gyration * p.m * (p.radius * p.radius)),
            radius: p.radius,
            arm: p.offset * p.radius,
            excess: p.gyration / p.gyration_axis - one,
            skin: p.skin,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &BallParams<R>) -> (Vector<R, 8>, Vector<R, 8>) {
        let zero = R::of(0.0);
        let half = R::of(0.5) * turn_of_degrees(p.lean_deg);
        let (sin, cos) = (sin_turn(half), cos_turn(half));
        let a = Vector([R::of(2.0) * (sin * cos), zero, cos * cos - sin * sin]);
        let raised = p.offset * p.radius * (R::of(2.0) * (sin * sin));
        let w = Vector([p.wx0, p.wy0, p.wz0]);
        // I3/I1 of the part about the axis.
        let about = a.dot(w);
        let ratio = p.gyration_axis / p.gyration;
        let l = w + a * ((ratio - R::of(1.0)) * about);
        let phi = (R::of(1.0) - ratio) * about;
        (
            Vector([p.x0, p.y0, p.z0 + raised, zero, zero, sin, zero, cos]),
            Vector([p.ux0, p.uy0, p.uz0, phi, l.0[0], l.0[1], l.0[2], zero]),
        )
    }

    #[inline(always)]
    fn drive<R: Real>(_: &BallSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &BallSetup<R>,
        _: &Still<R>,
        _: Vector<R, 8>,
        _: Vector<R, 8>,
    ) -> Vector<R, 8> {
        let zero = R::of(0.0);
        Vector([c.g_x, zero, c.g_z, zero, zero, zero, zero, zero])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &BallSetup<R>, q: Vector<R, 8>) -> R {
        q.0[2] - c.arm * ball_axis(q).0[3]
    }

    /// Rounding puts what rests or rolls a little off the plane or into it.
    #[inline(always)]
    fn skin<R: Real>(c: &BallSetup<R>) -> R {
        c.skin
    }

    #[inline(always)]
    fn local<R: Real>(c: &BallSetup<R>, q: Vector<R, 8>, u: Vector<R, 8>) -> Vector<R, 3> {
        let a = axis(q);
        cross_add(moving(u), ball_spin(c, a, turning(u)), ball_lowest(c, a))
    }

    #[inline(always)]
    fn kick<R: Real>(c: &BallSetup<R>, q: Vector<R, 8>, impulse: Vector<R, 3>) -> Vector<R, 8> {
        let a = axis(q);
        let v = impulse * c.inverse_mass;
        let l = cross_of(ball_lowest(c, a), impulse) * c.inverse_inertia;
        Vector([v.0[0], v.0[1], v.0[2], c.excess * a.dot(l), l.0[0], l.0[1], l.0[2], R::of(0.0)])
    }

    /// φ adds up; Q moves by the Cayley map.
    #[inline(always)]
    fn travel<R: Real>(q: Vector<R, 8>, by: Vector<R, 8>) -> Vector<R, 8> {
        let [_, _, _, _, x, y, z, w] = q.0;
        let [tx, ty, tz] = (turning(by) * R::of(0.5)).0;
        let qx = x + w * tx + ty * z - tz * y;
        let qy = y + w * ty + tz * x - tx * z;
        let qz = z + w * tz + tx * y - ty * x;
        let qw = w - tx * x - ty * y - tz * z;
        let square = qx * qx + qy * qy + qz * qz + qw * qw;
        let turn = tx * tx + ty * ty + tz * tz;
        // What is not turned keeps its bits: a step without correction is then the lean one.
        let length = R::select(R::of(0.0).lt(turn * square), square.sqrt(), R::of(1.0));
        let [mx, my, mz, phi, ..] = (q + by).0;
        Vector([mx, my, mz, phi, qx / length, qy / length, qz / length, qw / length])
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &BallSetup<R>, q: Vector<R, 8>) -> SpatialDelassus<R> {
        let a = axis(q);
        let [x, y, z] = ball_lowest(c, a).0;
        // b = a × ρ has no normal part.
        let (bx, by) = (-(c.radius * a.0[1]), c.radius * a.0[0]);
        SpatialDelassus {
            xx: c.inverse_mass + (y * y + z * z + c.excess * (bx * bx)) * c.inverse_inertia,
            xy: (c.excess * (bx * by) - x * y) * c.inverse_inertia,
            yy: c.inverse_mass + (x * x + z * z + c.excess * (by * by)) * c.inverse_inertia,
            xn: -(x * z) * c.inverse_inertia,
            yn: -(y * z) * c.inverse_inertia,
            nn: c.inverse_mass + (x * x + y * y) * c.inverse_inertia,
        }
    }

    /// `ω̇ × ρ + ω × ρ̇` at constant l.
    #[inline(always)]
    fn curvature<R: Real>(c: &BallSetup<R>, q: Vector<R, 8>, u: Vector<R, 8>) -> Vector<R, 3> {
        let (a, l) = (axis(q), turning(u));
        let turned = cross_of(l, a);
        let faster = turned * (c.excess * a.dot(l));
        cross_add(cross_of(ball_spin(c, a, l), turned * c.arm), faster, ball_lowest(c, a))
    }

    fn observed(c: &BallSetup<f64>, q: Vector<f64, 8>, u: Vector<f64, 8>) -> Vec<f64> {
        let (a, l, v) = (axis(q), turning(u), moving(u));
        let w = ball_spin(c, a, l);
        let centre = v + cross_of(w, a * c.arm);
        let kinetic = 0.5 * (v.dot(v) / c.inverse_mass + l.dot(w) / c.inverse_inertia);
        let potential = -(c.g_x * q.0[0] + c.g_z * q.0[2]) / c.inverse_mass;
        let lean = a.0[0].hypot(a.0[1]).atan2(a.0[2]);
        let slip = Spatial::slide(Self::local(c, q, u));
        vec![Self::gap(c, q), slip, Spatial::slide(centre), w.0[0], w.0[1], w.0[2], lean, kinetic + potential]
    }

    /// From the level plane, with one inertia about all axes: the angular momentum about its track is constant, 5/7 of the speed is left.
    fn closed_form(value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        let [k, r] = ["gyration", "radius"].map(value);
        let plain = value("offset") == 0.0 && value("gyration_axis") == k;
        let level = ["angle_deg", "z0", "uz0"].iter().all(|key| value(key) == 0.0);
        let [ux, uy] = [value("ux0"), value("uy0")];
        let [forward, across] = [r * value("wy0"), -r * value("wx0")];
        let stop = (ux - forward).hypot(uy - across) / (value("mu") * value("gravity") * (1.0 + 1.0 / k));
        if !(plain && level && stop > 0.0 && stop < value("duration")) {
            return Vec::new();
        }
        let rolls = |u: f64, spin: f64| (u + k * spin) / (1.0 + k);
        vec![
            KnownAnswer { what: "rolls from time", column: "t_slide", exact: stop, unit: "s" },
            KnownAnswer { what: "then at velocity", column: "ux", exact: rolls(ux, forward), unit: "m/s" },
            KnownAnswer { what: "and across", column: "uy", exact: rolls(uy, across), unit: "m/s" },
        ]
    }
}
