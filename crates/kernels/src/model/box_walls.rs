//! A particle in a rectangular box, `0 <= x <= size_x` and so on, gravity along -z. Twin: `shaders/model/box_walls.wgsl`.
//!
//! The gap is the smallest of six distances, and the contact frame is that wall's: its two other axes in cyclic order,
//! then the normal into the box (Moreau 1988, Sec. 16; unit mass, H = 1). One wall is felt in a step: a particle that
//! meets an edge or a corner is turned back by one wall after another, the deepest first, within as many steps.

use super::{Model, PARTICLE, PLAIN_CONTACT, StateColumn, Still};
use crate::columns::{ANY, Fields, Range};
use crate::real::Real;
use crate::space::Isotropic;
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// Parameters of [`BoxWalls`].
    pub struct BoxWallsParams {
        size_x: "m", 1.0, Range::Above(0.0, 1e9), "length of the box along x";
        size_y: "m", 1.0, Range::Above(0.0, 1e9), "length of the box along y";
        size_z: "m", 1.0, Range::Above(0.0, 1e9), "length of the box along z";
        gravity: "m/s^2", 0.0, Range::Within(0.0, 1e6), "acceleration of gravity, along -z";
        x0: "m", 0.0, Range::Within(0.0, 1e9), "initial distance from the wall x = 0";
        y0: "m", 0.0, Range::Within(0.0, 1e9), "initial distance from the wall y = 0";
        z0: "m", 0.0, Range::Within(0.0, 1e9), "initial distance from the wall z = 0";
        ux0: "m/s", 0.0, ANY, "initial velocity along x";
        uy0: "m/s", 0.0, ANY, "initial velocity along y";
        uz0: "m/s", 0.0, ANY, "initial velocity along z";
    }
}

crate::fields! {
    /// The lengths of the box, and gravity.
    pub struct BoxWallsSetup { size_x, size_y, size_z, gravity }
}

/// The nearest wall.
pub struct Wall<R: Real> {
    /// The distance from it, negative beyond it.
    pub gap: R,
    /// 1 for a wall at 0, -1 for the one opposite.
    pub side: R,
    /// Whether it is one across y; if neither this nor the next, it is one across x.
    pub on_y: R::Mask,
    /// Whether it is one across z.
    pub on_z: R::Mask,
}

/// A particle in a box.
pub struct BoxWalls;

impl BoxWalls {
    /// The wall nearest to `q`; of several, the first along x, y, z, and the one at 0. WGSL: `model_wall`.
    #[inline(always)]
    pub fn wall<R: Real>(c: &BoxWallsSetup<R>, q: Vector<R, 3>) -> Wall<R> {
        let [x, y, z] = q.0;
        let (far_x, far_y, far_z) = (c.size_x - x, c.size_y - y, c.size_z - z);
        let (gap_x, gap_y, gap_z) = (x.smaller(far_x), y.smaller(far_y), z.smaller(far_z));
        let gap_xy = gap_x.smaller(gap_y);
        let on_z = gap_z.lt(gap_xy);
        let on_y = gap_y.lt(gap_x) & !on_z;
        let near = R::select(on_z, z, R::select(on_y, y, x));
        let far = R::select(on_z, far_z, R::select(on_y, far_y, far_x));
        Wall { gap: near.smaller(far), side: R::select(far.lt(near), R::of(-1.0), R::of(1.0)), on_y, on_z }
    }
}

impl Model for BoxWalls {
    const NAME: &'static str = "box";
    const ABOUT: &'static str = "a particle in a rectangular box; corners are met one wall a step";
    const WGSL: &'static [&'static str] = &[PLAIN_CONTACT, crate::shader!("model/box_walls.wgsl")];
    const STATE: &'static [StateColumn] = PARTICLE;
    const ORDERED: &'static [(&'static str, &'static str)] =
        &[("x0", "size_x"), ("y0", "size_y"), ("z0", "size_z")];
    const OBSERVED: &'static [StateColumn] = &[("speed", "m/s"), ("energy", "J/kg")];
    type Space = Isotropic;
    type Coords<R: Real> = Vector<R, 3>;
    type Params<R: Real> = BoxWallsParams<R>;
    type Setup<R: Real> = BoxWallsSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &BoxWallsParams<R>) -> BoxWallsSetup<R> {
        BoxWallsSetup { size_x: p.size_x, size_y: p.size_y, size_z: p.size_z, gravity: p.gravity }
    }

    #[inline(always)]
    fn start<R: Real>(p: &BoxWallsParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        (Vector([p.x0, p.y0, p.z0]), Vector([p.ux0, p.uy0, p.uz0]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &BoxWallsSetup<R>, turn: R) -> Still<R> {
        Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &BoxWallsSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([R::of(0.0), R::of(0.0), -c.gravity])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &BoxWallsSetup<R>, q: Vector<R, 3>) -> R {
        Self::wall(c, q).gap
    }

    #[inline(always)]
    fn local<R: Real>(c: &BoxWallsSetup<R>, q: Vector<R, 3>, u: Vector<R, 3>) -> Vector<R, 3> {
        let w = Self::wall(c, q);
        let [x, y, z] = u.0;
        let across = Vector::select(w.on_y, Vector([z, x, y]), Vector([y, z, x]));
        let [t1, t2, n] = Vector::select(w.on_z, u, across).0;
        Vector([t1, t2, w.side * n])
    }

    #[inline(always)]
    fn kick<R: Real>(c: &BoxWallsSetup<R>, q: Vector<R, 3>, impulse: Vector<R, 3>) -> Vector<R, 3> {
        let w = Self::wall(c, q);
        let [t1, t2, p_n] = impulse.0;
        let n = w.side * p_n;
        let across = Vector::select(w.on_y, Vector([t2, n, t1]), Vector([n, t1, t2]));
        Vector::select(w.on_z, Vector([t1, t2, n]), across)
    }

    #[inline(always)]
    fn delassus<R: Real>(_: &BoxWallsSetup<R>, _: Vector<R, 3>) -> R {
        R::of(1.0)
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &BoxWallsSetup<R>, _: Vector<R, 3>, _: Vector<R, 3>) -> Vector<R, 3> {
        Vector([R::of(0.0); 3])
    }

    fn observed(c: &BoxWallsSetup<f64>, q: Vector<f64, 3>, u: Vector<f64, 3>) -> Vec<f64> {
        vec![u.dot(u).sqrt(), 0.5 * u.dot(u) + c.gravity * q.0[2]]
    }
}
