//! S5: a particle in a wedge or a corner: two planes that meet in the line Oy, and a wall across it. Twin:
//! `shaders/model/wedge.wgsl`. Source: Charles & Ballard 2016, Sec. 4; Moreau 1988, Sec. 9 to 11.
//!
//! The first plane rises towards +x, the second towards -x; the wall is the plane `y = wall`, and y may be no less. The whole
//! is tilted about Ox, so that y points down the line. Without `wall` in the way there are two planes.
//!
//! A plane is felt within a `skin`, many times thicker than rounding, which would part a particle from an edge for a step now and
//! then; violation is measured from the plane itself. The planes that count as touched are those that the midpoint does not leave
//! free, whatever `test_point`; a violation is taken back one plane a step, the deepest first.

use super::{Boundary, Model, PARTICLE, PLAIN_TRAVEL, StateColumn, Still};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::real::Real;
use crate::space::{Corner, Planes, corner_least};
use crate::tuple::Vector;

/// Slopes between which two planes always meet in a line.
const SLOPE: Range = Range::Within(1.0, 85.0);

crate::columns! {
    /// Parameters of [`Wedge`].
    pub struct WedgeParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        slope1_deg: "deg", 45.0, SLOPE, "slope of the first plane, which rises towards +x";
        slope2_deg: "deg", 45.0, SLOPE, "slope of the second plane, which rises towards -x";
        tilt_deg: "deg", 0.0, Range::Within(-89.0, 89.0), "slope of the line where they meet; y points down it";
        skin: "m", 1e-5, Range::Within(0.0, 1e3), "distance within which a plane is felt: thicker than rounding, 1e-5 of the coordinates in f32";
        wall: "m", 0.0, ANY, "the third plane: y is no less";
        x0: "m", 0.0, ANY, "initial x, across the line";
        y0: "m", 0.0, Range::Within(0.0, 1e9), "initial distance from the wall";
        z0: "m", 0.0, Range::Within(0.0, 1e9), "initial height above the planes";
        ux0: "m/s", 0.0, ANY, "initial velocity along x";
        uy0: "m/s", 0.0, ANY, "initial velocity along y";
        uz0: "m/s", 0.0, ANY, "initial velocity along z";
    }
}

crate::fields! {
    /// Gravity, sines and cosines of the slopes, how thick the skin and where the wall is.
    pub struct WedgeSetup { g_y, g_z, sin1, cos1, sin2, cos2, skin, wall }
}

/// A particle in a wedge or a corner.
pub struct Wedge;

/// The largest tilt at which Charles & Ballard's P4 holds a particle in the line of the wedge, from coefficients and slopes in
/// degrees: `tan(tilt) = mu1 l1 + mu2 l2`, where `l n` hold the weight across the line: `l1 = sin s2/sin(s1 + s2)`.
pub fn held_together(mu: [f64; 2], slope_deg: [f64; 2]) -> f64 {
    let [s1, s2] = slope_deg.map(f64::to_radians);
    ((mu[0] * s2.sin() + mu[1] * s1.sin()) / (s1 + s2).sin()).atan()
}

/// The same where each plane has Coulomb's law of its own (`law/corner_hold.rs`): `tan(tilt) = (w·p)/sqrt(1 - |p|²)` with
/// `w·p = l1 sin φ1 + l2 sin φ2`, and any tilt if `|p| >= 1`, or what one plane holds alone: `cos(tilt) = cos φ/cos s`.
pub fn held_each(mu: [f64; 2], slope_deg: [f64; 2]) -> f64 {
    let s = slope_deg.map(f64::to_radians);
    let sine = mu.map(|mu| mu.atan().sin());
    let (g, det) = ((s[0] + s[1]).cos(), (s[0] + s[1]).sin().powi(2));
    let weight = [s[1].sin() / det.sqrt(), s[0].sin() / det.sqrt()];
    let a = [(sine[0] - g * sine[1]) / det, (sine[1] - g * sine[0]) / det];
    let press = sine[0] * weight[0] + sine[1] * weight[1];
    let lock = sine[0] * a[0] + sine[1] * a[1];
    let tangent = if lock < 1.0 { press / (1.0 - lock).sqrt() } else { f64::INFINITY };
    // Both planes must push where both are at their limit.
    let more = tangent * tangent / press;
    let both = (0..2).all(|k| a[k] >= 0.0 || weight[k] + more * a[k] >= 0.0);
    let alone = (0..2).map(|k| (mu[k].atan().cos() / s[k].cos()).min(1.0).acos()).fold(0.0, f64::max);
    if both { tangent.atan() } else { alone }
}

impl Wedge {
    /// The distances from the planes.
    #[inline(always)]
    pub fn distances<R: Real>(c: &WedgeSetup<R>, q: Vector<R, 3>) -> Vector<R, 3> {
        let [x, y, z] = q.0;
        Vector([c.cos1 * z - c.sin1 * x, c.cos2 * z + c.sin2 * x, y - c.wall])
    }
}

impl Model for Wedge {
    const NAME: &'static str = "wedge";
    const ABOUT: &'static str =
        "S5: a particle in a wedge of two planes, or in the corner they make with a wall";
    const WGSL: &'static [&'static str] = &[PLAIN_TRAVEL, crate::shader!("model/wedge.wgsl")];
    const STATE: &'static [StateColumn] = PARTICLE;
    type Space = Corner;
    type Coords<R: Real> = Vector<R, 3>;
    type Params<R: Real> = WedgeParams<R>;
    type Setup<R: Real> = WedgeSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &WedgeParams<R>) -> WedgeSetup<R> {
        let tilt = turn_of_degrees(p.tilt_deg);
        let (first, second) = (turn_of_degrees(p.slope1_deg), turn_of_degrees(p.slope2_deg));
        WedgeSetup {
            g_y: p.gravity * sin_turn(tilt),
            g_z: -p.gravity * cos_turn(tilt),
            sin1: sin_turn(first),
            cos1: cos_turn(first),
            sin2: sin_turn(second),
            cos2: cos_turn(second),
            skin: p.skin,
            wall: p.wall,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &WedgeParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let (first, second) = (turn_of_degrees(p.slope1_deg), turn_of_degrees(p.slope2_deg));
        let rise1 = p.x0 * (sin_turn(first) / cos_turn(first));
        let rise2 = -p.x0 * (sin_turn(second) / cos_turn(second));
        (Vector([p.x0, p.wall + p.y0, rise1.larger(rise2) + p.z0]), Vector([p.ux0, p.uy0, p.uz0]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &WedgeSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &WedgeSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([R::of(0.0), c.g_y, c.g_z])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &WedgeSetup<R>, q: Vector<R, 3>) -> R {
        corner_least(Self::distances(c, q))
    }

    #[inline(always)]
    fn skin<R: Real>(c: &WedgeSetup<R>) -> R {
        c.skin
    }

    #[inline(always)]
    fn local<R: Real>(_: &WedgeSetup<R>, _: Vector<R, 3>, u: Vector<R, 3>) -> Vector<R, 3> {
        u
    }

    #[inline(always)]
    fn kick<R: Real>(_: &WedgeSetup<R>, _: Vector<R, 3>, impulse: Vector<R, 3>) -> Vector<R, 3> {
        impulse
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &WedgeSetup<R>, q: Vector<R, 3>) -> Planes<R> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        Planes {
            normals: [
                Vector([-c.sin1, zero, c.cos1]),
                Vector([c.sin2, zero, c.cos2]),
                Vector([zero, one, zero]),
            ],
            gaps: Self::distances(c, q) - Vector([c.skin; 3]),
        }
    }

    /// Up to which tilt the line where the planes meet holds a particle at rest, by the two laws of a corner.
    fn boundaries(over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        let [mu1, mu2, s2] = [value("mu1"), value("mu2"), value("slope2_deg")];
        if over != ["slope1_deg", "tilt_deg"] || !(mu1 + mu2 + s2).is_finite() {
            return Vec::new();
        }
        let line = |tilt: fn([f64; 2], [f64; 2]) -> f64| {
            let slopes = (4..=340).map(|quarter| 0.25 * f64::from(quarter));
            slopes.map(|s1| (s1, tilt([mu1, mu2], [s1, s2]).to_degrees())).collect()
        };
        vec![
            Boundary { what: "P4 holds what rests below", points: line(held_together) },
            Boundary { what: "Coulomb friction of each plane holds below", points: line(held_each) },
        ]
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &WedgeSetup<R>, _: Vector<R, 3>, _: Vector<R, 3>) -> Vector<R, 3> {
        Vector([R::of(0.0); 3])
    }
}
