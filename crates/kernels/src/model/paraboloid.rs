//! S4: a particle in a paraboloid, a bowl whose radii of curvature at its lowest point are `a` along x and `b` along y. Twin:
//! `shaders/model/paraboloid.wgsl`. Source: Moreau 1988, Sec. 16.
//!
//! Unit mass, z upwards, the origin at the lowest point:
//!
//! ```text
//! f = z - x²/(2a) - y²/(2b)        ∇f = (-x/a, -y/b, 1)        gap = f/|∇f|        n = ∇f/|∇f|
//! w = (-u_x/a, -u_y/b, 0)          ṅ·u = (w·u - (n·u)(n·w))/|∇f|
//! ```
//!
//! The gap is the distance to first order: exact on the boundary, with the right slope there. The normal is the true
//! one of the level of f that q lies on.

use super::{CURVED_GROUND, CURVED_OBSERVED, Curved, Model, PARTICLE, StateColumn, Still, slope_and_gap};
use crate::columns::{ANY, Range};
use crate::real::Real;
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// Parameters of [`Paraboloid`].
    pub struct ParaboloidParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        radius_x: "m", 1.0, Range::Above(0.0, 1e6), "radius of curvature at the lowest point, along x";
        radius_y: "m", 2.0, Range::Above(0.0, 1e6), "radius of curvature at the lowest point, along y";
        skin: "m", 1e-5, Range::Above(0.0, 1e3), "distance within which the boundary is felt: thicker than rounding, 1e-5 of the bowl in f32";
        x0: "m", 0.3, Range::Within(-1e6, 1e6), "initial x";
        y0: "m", 0.2, Range::Within(-1e6, 1e6), "initial y";
        lift0: "m", 0.0, Range::Within(0.0, 1e6), "initial height above the boundary";
        ux0: "m/s", 0.0, ANY, "initial velocity along x";
        uy0: "m/s", 0.0, ANY, "initial velocity along y";
        uz0: "m/s", 0.0, ANY, "initial velocity along z";
    }
}

crate::fields! {
    /// Gravity, curvatures at the lowest point, and the skin.
    pub struct ParaboloidSetup { gravity, bend_x, bend_y, skin }
}

/// A particle in a paraboloid.
pub struct Paraboloid;

/// `∇f`.
#[inline(always)]
fn gradient<R: Real>(c: &ParaboloidSetup<R>, q: Vector<R, 3>) -> Vector<R, 3> {
    Vector([-q.0[0] * c.bend_x, -q.0[1] * c.bend_y, R::of(1.0)])
}

impl Curved for Paraboloid {
    #[inline(always)]
    fn normal<R: Real>(c: &ParaboloidSetup<R>, q: Vector<R, 3>) -> Vector<R, 3> {
        let rise = gradient(c, q);
        rise * (R::of(1.0) / rise.dot(rise).sqrt())
    }

    #[inline(always)]
    fn bend<R: Real>(c: &ParaboloidSetup<R>, q: Vector<R, 3>, u: Vector<R, 3>) -> R {
        let rise = gradient(c, q);
        let inverse = R::of(1.0) / rise.dot(rise).sqrt();
        let n = rise * inverse;
        let w = Vector([-u.0[0] * c.bend_x, -u.0[1] * c.bend_y, R::of(0.0)]);
        (w.dot(u) - n.dot(u) * n.dot(w)) * inverse
    }
}

impl Model for Paraboloid {
    const NAME: &'static str = "paraboloid";
    const ABOUT: &'static str = "S4: a particle in a paraboloid, a bowl with its own curvature along x and y";
    const WGSL: &'static [&'static str] = &[CURVED_GROUND, crate::shader!("model/paraboloid.wgsl")];
    const STATE: &'static [StateColumn] = PARTICLE;
    const OBSERVED: &'static [StateColumn] = CURVED_OBSERVED;
    crate::curved_ground!();
    type Params<R: Real> = ParaboloidParams<R>;
    type Setup<R: Real> = ParaboloidSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &ParaboloidParams<R>) -> ParaboloidSetup<R> {
        let one = R::of(1.0);
        ParaboloidSetup {
            gravity: p.gravity,
            bend_x: one / p.radius_x,
            bend_y: one / p.radius_y,
            skin: p.skin,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &ParaboloidParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let ground = R::of(0.5) * (p.x0 * p.x0 / p.radius_x + p.y0 * p.y0 / p.radius_y);
        (Vector([p.x0, p.y0, ground + p.lift0]), Vector([p.ux0, p.uy0, p.uz0]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &ParaboloidSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &ParaboloidSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([R::of(0.0), R::of(0.0), -c.gravity])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &ParaboloidSetup<R>, q: Vector<R, 3>) -> R {
        let [x, y, z] = q.0;
        let rise = gradient(c, q);
        let f = z - R::of(0.5) * (x * x * c.bend_x + y * y * c.bend_y);
        f / rise.dot(rise).sqrt()
    }

    fn observed(c: &ParaboloidSetup<f64>, q: Vector<f64, 3>, _: Vector<f64, 3>) -> Vec<f64> {
        slope_and_gap::<Self>(c, q, Vector([0.0, 0.0, -c.gravity]))
    }
}
