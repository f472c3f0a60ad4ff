//! S4: a particle inside a cylinder: a pipe or trough along x, level or tilted. Twin: `shaders/model/cylinder.wgsl`. Source:
//! Moreau 1988, Sec. 16.
//!
//! Unit mass; x along the lowest line, down the tilt; z away from it, so the axis is `z = R`. With `r = (0, y, z - R)` and
//! `v = (0, u_y, u_z)`:
//!
//! ```text
//! gap = R - |r|        n = -r/|r|        ṅ·u = -(|v|² - (n·v)²)/|r|
//! ```
//!
//! The gap is the true distance. A particle that slides across the pipe at the angle θ from its lowest line, upwards, has
//! `d(v²)/dθ + 2 mu v² = -2 g R (sin θ + mu cos θ)`: a linear equation, which tests hold it to.

use super::{CURVED_GROUND, CURVED_OBSERVED, Curved, Model, PARTICLE, StateColumn, Still, slope_and_gap};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::real::Real;
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// Parameters of [`Cylinder`].
    pub struct CylinderParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        tilt_deg: "deg", 0.0, Range::Within(-90.0, 90.0), "tilt of the axis; x points down";
        radius: "m", 1.0, Range::Above(0.0, 1e6), "radius of the cylinder";
        skin: "m", 1e-5, Range::Above(0.0, 1e3), "distance within which the boundary is felt: thicker than rounding, 1e-5 radius in f32";
        x0: "m", 0.0, ANY, "where it starts: along the axis";
        slope0_deg: "deg", 30.0, Range::Within(-180.0, 180.0), "where it starts: angle from the lowest line, towards y";
        lift0: "m", 0.0, Range::Within(0.0, 1e6), "initial distance from the boundary";
        ux0: "m/s", 0.0, ANY, "initial velocity along the axis";
        u_slope: "m/s", 0.0, ANY, "initial velocity along the boundary, towards larger angles";
        u_lift: "m/s", 0.0, ANY, "initial velocity away from the boundary";
    }
}

crate::fields! {
    /// Gravity along the axis and across it, and lengths.
    pub struct CylinderSetup { g_x, g_z, radius, skin }
}

/// A particle inside a cylinder.
pub struct Cylinder;

/// The way from the axis, and minus one over its length: 0 on the axis itself, where nothing touches.
#[inline(always)]
fn from_axis<R: Real>(c: &CylinderSetup<R>, q: Vector<R, 3>) -> (Vector<R, 3>, R) {
    let [_, y, z] = q.0;
    let r = Vector([R::of(0.0), y, z - c.radius]);
    let length = r.dot(r).sqrt();
    (r, R::select(R::of(0.0).lt(length), R::of(-1.0) / length, R::of(0.0)))
}

impl Curved for Cylinder {
    #[inline(always)]
    fn normal<R: Real>(c: &CylinderSetup<R>, q: Vector<R, 3>) -> Vector<R, 3> {
        let (r, inverse) = from_axis(c, q);
        r * inverse
    }

    #[inline(always)]
    fn bend<R: Real>(c: &CylinderSetup<R>, q: Vector<R, 3>, u: Vector<R, 3>) -> R {
        let (r, inverse) = from_axis(c, q);
        let [_, u_y, u_z] = u.0;
        let v = Vector([R::of(0.0), u_y, u_z]);
        let across = (r * inverse).dot(v);
        (v.dot(v) - across * across) * inverse
    }
}

impl Model for Cylinder {
    const NAME: &'static str = "cylinder";
    const ABOUT: &'static str = "S4: a particle inside a cylinder, a pipe or trough along x, level or tilted";
    const WGSL: &'static [&'static str] = &[CURVED_GROUND, crate::shader!("model/cylinder.wgsl")];
    const STATE: &'static [StateColumn] = PARTICLE;
    const OBSERVED: &'static [StateColumn] = CURVED_OBSERVED;
    crate::curved_ground!();
    type Params<R: Real> = CylinderParams<R>;
    type Setup<R: Real> = CylinderSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &CylinderParams<R>) -> CylinderSetup<R> {
        let tilt = turn_of_degrees(p.tilt_deg);
        CylinderSetup {
            g_x: p.gravity * sin_turn(tilt),
            g_z: -p.gravity * cos_turn(tilt),
            radius: p.radius,
            skin: p.skin,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &CylinderParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let slope = turn_of_degrees(p.slope0_deg);
        let (rise, run) = (sin_turn(slope), cos_turn(slope));
        // Not the radius less something: a driver would cancel it against the radius that the gap takes away again.
        let height = p.radius * (R::of(1.0) - run) + p.lift0 * run;
        let away = p.radius - p.lift0;
        (
            Vector([p.x0, away * rise, height]),
            Vector([p.ux0, run * p.u_slope - rise * p.u_lift, rise * p.u_slope + run * p.u_lift]),
        )
    }

    #[inline(always)]
    fn drive<R: Real>(_: &CylinderSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &CylinderSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([c.g_x, R::of(0.0), c.g_z])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &CylinderSetup<R>, q: Vector<R, 3>) -> R {
        let [_, y, z] = q.0;
        let r = Vector([R::of(0.0), y, z - c.radius]);
        c.radius - r.dot(r).sqrt()
    }

    fn observed(c: &CylinderSetup<f64>, q: Vector<f64, 3>, _: Vector<f64, 3>) -> Vec<f64> {
        slope_and_gap::<Self>(c, q, Vector([c.g_x, 0.0, c.g_z]))
    }
}
