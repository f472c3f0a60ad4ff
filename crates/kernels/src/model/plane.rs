//! S1: a particle over a rough plane, tilted by `angle_deg`; x points down the slope, z away from the plane.
//! Twin: `shaders/model/plane.wgsl`. Source: Moreau 1988, Sec. 16 (unit mass, boundary at rest).

use super::{FLAT_GROUND, KnownAnswer, Model, PARTICLE, StateColumn, Still};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::real::Real;
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`Plane`].
    pub struct PlaneParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        angle_deg: "deg", 0.0, Range::Within(-90.0, 90.0), "slope of the plane; x points down the slope";
        speed: "m/s", 0.0, ANY, "initial speed down the slope, added to ux0";
        x0: "m", 0.0, ANY, "initial x, down the slope";
        y0: "m", 0.0, ANY, "initial y, across the slope";
        z0: "m", 0.0, Range::Within(0.0, 1e9), "initial height above the plane";
        ux0: "m/s", 0.0, ANY, "initial velocity along x";
        uy0: "m/s", 0.0, ANY, "initial velocity along y";
        uz0: "m/s", 0.0, ANY, "initial velocity along z";
    }
}

crate::fields! {
    /// Gravity along the slope and normal to it.
    pub struct PlaneSetup { g_x, g_z }
}

/// A particle over a rough plane.
pub struct Plane;

impl Model for Plane {
    const NAME: &'static str = "plane";
    const ABOUT: &'static str = "S1: a particle over a rough plane, level or tilted";
    const WGSL: &'static [&'static str] = &[FLAT_GROUND, crate::shader!("model/plane.wgsl")];
    const EVERYDAY: bool = true;
    const STATE: &'static [StateColumn] = PARTICLE;
    crate::flat_ground!();
    type Params<R: Real> = PlaneParams<R>;
    type Setup<R: Real> = PlaneSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &PlaneParams<R>) -> PlaneSetup<R> {
        let slope = turn_of_degrees(p.angle_deg);
        PlaneSetup { g_x: p.gravity * sin_turn(slope), g_z: -p.gravity * cos_turn(slope) }
    }

    #[inline(always)]
    fn start<R: Real>(p: &PlaneParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        (Vector([p.x0, p.y0, p.z0]), Vector([p.ux0 + p.speed, p.uy0, p.uz0]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &PlaneSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &PlaneSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([c.g_x, R::of(0.0), c.g_z])
    }

    /// A particle that starts on the plane, moving along x, decelerates at `g (mu cos a - sin a)` and stops for
    /// good if friction holds it.
    fn closed_form(value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        let slope = value("angle_deg").to_radians();
        let speed = value("speed") + value("ux0");
        let deceleration = value("gravity") * (value("mu") * slope.cos() - slope.sin());
        let in_contact = ["z0", "uz0", "uy0"].iter().all(|key| value(key) == 0.0) && slope.cos() > 0.0;
        let stop = speed / deceleration;
        if !(in_contact && speed > 0.0 && deceleration > 0.0 && stop < value("duration")) {
            return Vec::new();
        }
        let distance = value("x0") + speed * stop / 2.0;
        vec![
            KnownAnswer { what: "stops at time", column: "t_slide", exact: stop, unit: "s" },
            KnownAnswer { what: "stops at x", column: "x", exact: distance, unit: "m" },
            KnownAnswer { what: "final velocity", column: "ux", exact: 0.0, unit: "m/s" },
        ]
    }
}
