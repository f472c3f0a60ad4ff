//! S4: a particle inside a sphere: a round bowl, closed above. Twin: `shaders/model/sphere.wgsl`. Source: Moreau 1988, Sec. 16.
//!
//! Unit mass, z upwards, the origin at the lowest point, so the centre lies at `(0, 0, R)`. With `r = q - (0, 0, R)`:
//!
//! ```text
//! gap = R - |r|        n = -r/|r|        ṅ·u = -(|u|² - (n·u)²)/|r|
//! ```
//!
//! The gap is the true distance. Friction holds a particle where the slope, its angle from the lowest point as
//! seen from the centre, is at most `atan mu`: within the ring of radius `R sin(atan mu)`.

use super::{CURVED_GROUND, CURVED_OBSERVED, Curved, Model, PARTICLE, StateColumn, Still, slope_and_gap};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::real::Real;
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// Parameters of [`Sphere`].
    pub struct SphereParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        radius: "m", 1.0, Range::Above(0.0, 1e6), "radius of the sphere";
        skin: "m", 1e-5, Range::Above(0.0, 1e3), "distance within which the boundary is felt: thicker than rounding, 1e-5 radius in f32";
        slope0_deg: "deg", 30.0, Range::Within(0.0, 180.0), "where it starts: angle from the lowest point";
        azimuth0_deg: "deg", 0.0, Range::Within(-180.0, 180.0), "where it starts: angle about the vertical, 0 towards x";
        lift0: "m", 0.0, Range::Within(0.0, 1e6), "initial distance from the boundary";
        u_slope: "m/s", 0.0, ANY, "initial velocity up the slope";
        u_round: "m/s", 0.0, ANY, "initial velocity about the vertical";
        u_lift: "m/s", 0.0, ANY, "initial velocity away from the boundary";
    }
}

crate::fields! {
    /// What the step needs of the parameters.
    pub struct SphereSetup { gravity, radius, skin }
}

/// A particle inside a sphere.
pub struct Sphere;

/// The way from the centre, and minus one over its length: 0 at the centre itself, where nothing touches.
#[inline(always)]
fn from_centre<R: Real>(c: &SphereSetup<R>, q: Vector<R, 3>) -> (Vector<R, 3>, R) {
    let [x, y, z] = q.0;
    let r = Vector([x, y, z - c.radius]);
    let length = r.dot(r).sqrt();
    (r, R::select(R::of(0.0).lt(length), R::of(-1.0) / length, R::of(0.0)))
}

impl Curved for Sphere {
    #[inline(always)]
    fn normal<R: Real>(c: &SphereSetup<R>, q: Vector<R, 3>) -> Vector<R, 3> {
        let (r, inverse) = from_centre(c, q);
        r * inverse
    }

    #[inline(always)]
    fn bend<R: Real>(c: &SphereSetup<R>, q: Vector<R, 3>, u: Vector<R, 3>) -> R {
        let (r, inverse) = from_centre(c, q);
        let across = (r * inverse).dot(u);
        (u.dot(u) - across * across) * inverse
    }
}

impl Model for Sphere {
    const NAME: &'static str = "sphere";
    const ABOUT: &'static str = "S4: a particle inside a sphere, a round bowl closed above";
    const WGSL: &'static [&'static str] = &[CURVED_GROUND, crate::shader!("model/sphere.wgsl")];
    const STATE: &'static [StateColumn] = PARTICLE;
    const OBSERVED: &'static [StateColumn] = CURVED_OBSERVED;
    crate::curved_ground!();
    type Params<R: Real> = SphereParams<R>;
    type Setup<R: Real> = SphereSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &SphereParams<R>) -> SphereSetup<R> {
        SphereSetup { gravity: p.gravity, radius: p.radius, skin: p.skin }
    }

    #[inline(always)]
    fn start<R: Real>(p: &SphereParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let (slope, azimuth) = (turn_of_degrees(p.slope0_deg), turn_of_degrees(p.azimuth0_deg));
        let (rise, run) = (sin_turn(slope), cos_turn(slope));
        let (y, x) = (sin_turn(azimuth), cos_turn(azimuth));
        // Not the radius less something: a driver would cancel it against the radius that the gap takes away again.
        let height = p.radius * (R::of(1.0) - run) + p.lift0 * run;
        let away = p.radius - p.lift0;
        let outward = run * p.u_slope - rise * p.u_lift;
        (
            Vector([away * rise * x, away * rise * y, height]),
            Vector([
                outward * x - p.u_round * y,
                outward * y + p.u_round * x,
                rise * p.u_slope + run * p.u_lift,
            ]),
        )
    }

    #[inline(always)]
    fn drive<R: Real>(_: &SphereSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &SphereSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([R::of(0.0), R::of(0.0), -c.gravity])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &SphereSetup<R>, q: Vector<R, 3>) -> R {
        let [x, y, z] = q.0;
        let r = Vector([x, y, z - c.radius]);
        c.radius - r.dot(r).sqrt()
    }

    fn observed(c: &SphereSetup<f64>, q: Vector<f64, 3>, _: Vector<f64, 3>) -> Vec<f64> {
        slope_and_gap::<Self>(c, q, Vector([0.0, 0.0, -c.gravity]))
    }
}
