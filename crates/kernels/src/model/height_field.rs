//! S4: a particle over a height field: the smooth surface through the heights of a grid ([`crate::relief`]). Twin:
//! `shaders/model/height_field.wgsl`. Source: Moreau 1988, Sec. 16.
//!
//! Unit mass, z upwards:
//!
//! ```text
//! f = z - H(x, y)        ∇f = (-H_x, -H_y, 1)        gap = f/|∇f|        n = ∇f/|∇f|
//! w = -(H_xx u_x + H_xy u_y, H_xy u_x + H_yy u_y, 0)          ṅ·u = (w·u - (n·u)(n·w))/|∇f|
//! ```
//!
//! The gap is the distance to first order: exact on the boundary, with the right slope there. H is C², so the normal
//! turns without jumps, within the grid, from cell to cell, and beyond its edges.

use super::{CURVED_GROUND, CURVED_OBSERVED, Curved, Model, PARTICLE, StateColumn, Still, slope_and_gap};
use crate::columns::{ANY, Fields, Range};
use crate::real::{Real, Scalar};
use crate::relief::{self, head, relief_along};
use crate::tuple::{Tuple, Vector};

crate::columns! {
    /// Parameters of [`HeightField`].
    pub struct HeightFieldParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        skin: "m", 1e-5, Range::Above(0.0, 1e3), "distance within which the boundary is felt: thicker than rounding, 1e-5 of the heights in f32";
        x0: "m", 0.6, Range::Within(-1e6, 1e6), "initial x";
        y0: "m", 0.4, Range::Within(-1e6, 1e6), "initial y";
        lift0: "m", 0.0, Range::Within(0.0, 1e6), "initial height above the boundary";
        ux0: "m/s", 0.0, ANY, "initial velocity along x";
        uy0: "m/s", 0.0, ANY, "initial velocity along y";
        uz0: "m/s", 0.0, ANY, "initial velocity along z";
    }
}

crate::fields! {
    /// Gravity, the skin, and the head of the relief's table.
    pub struct HeightFieldNumbers { gravity, skin, left, front, per_x, per_y, last_x, last_y, across }
}

/// What the step needs: numbers of the member, and the relief under all of them.
#[derive(Clone, Copy, Debug)]
pub struct HeightFieldSetup<R: Real> {
    /// What WGSL has of it; there the table is bound.
    pub numbers: HeightFieldNumbers<R>,
    /// [`Relief::table`](crate::relief::Relief::table).
    pub table: &'static [R::Scalar],
}

/// So that fields are read as of any other setup.
impl<R: Real> std::ops::Deref for HeightFieldSetup<R> {
    type Target = HeightFieldNumbers<R>;
    #[inline(always)]
    fn deref(&self) -> &HeightFieldNumbers<R> {
        &self.numbers
    }
}

impl<R: Real> Fields<R> for HeightFieldSetup<R> {
    const NAMES: &'static [&'static str] = HeightFieldNumbers::<R>::NAMES;
    fn from_fn(f: impl FnMut(usize) -> R) -> Self {
        HeightFieldSetup { numbers: Fields::from_fn(f), table: relief::current().table() }
    }
    fn get(&self, j: usize) -> R {
        self.numbers.get(j)
    }
}

crate::fields! {
    /// The height, and its derivatives up to the second.
    pub struct Rise { z, x, y, xx, xy, yy }
}

/// The surface over a place.
#[inline(always)]
pub fn relief_at<R: Real>(c: &HeightFieldSetup<R>, x: R, y: R) -> Rise<R> {
    let a = relief_along((x - c.left) * c.per_x, c.last_x);
    let b = relief_along((y - c.front) * c.per_y, c.last_y);
    let across = c.table[head::ACROSS].to_f64() as usize;
    let first = b.cell * c.across + a.cell;
    let row = |j: usize| {
        let at = head::LEN + j * across;
        Vector([
            R::gather(c.table, first, at),
            R::gather(c.table, first, at + 1),
            R::gather(c.table, first, at + 2),
            R::gather(c.table, first, at + 3),
        ])
    };
    let (c0, c1, c2, c3) = (row(0), row(1), row(2), row(3));
    let heights = Vector([a.height.dot(c0), a.height.dot(c1), a.height.dot(c2), a.height.dot(c3)]);
    let slopes = Vector([a.slope.dot(c0), a.slope.dot(c1), a.slope.dot(c2), a.slope.dot(c3)]);
    let bends = Vector([a.bend.dot(c0), a.bend.dot(c1), a.bend.dot(c2), a.bend.dot(c3)]);
    Rise {
        z: b.height.dot(heights),
        x: b.height.dot(slopes) * c.per_x,
        y: b.slope.dot(heights) * c.per_y,
        xx: b.height.dot(bends) * c.per_x * c.per_x,
        xy: b.slope.dot(slopes) * c.per_x * c.per_y,
        yy: b.bend.dot(heights) * c.per_y * c.per_y,
    }
}

/// `|∇f|²`, the constant first: drivers may move it there.
#[inline(always)]
fn steepness<R: Real>(h: &Rise<R>) -> R {
    R::of(1.0) + h.x * h.x + h.y * h.y
}

/// A particle over a height field.
pub struct HeightField;

impl Curved for HeightField {
    #[inline(always)]
    fn normal<R: Real>(c: &HeightFieldSetup<R>, q: Vector<R, 3>) -> Vector<R, 3> {
        let h = relief_at(c, q.0[0], q.0[1]);
        let rise = Vector([-h.x, -h.y, R::of(1.0)]);
        rise * (R::of(1.0) / steepness(&h).sqrt())
    }

    #[inline(always)]
    fn bend<R: Real>(c: &HeightFieldSetup<R>, q: Vector<R, 3>, u: Vector<R, 3>) -> R {
        let h = relief_at(c, q.0[0], q.0[1]);
        let rise = Vector([-h.x, -h.y, R::of(1.0)]);
        let inverse = R::of(1.0) / steepness(&h).sqrt();
        let n = rise * inverse;
        let w = Vector([-(h.xx * u.0[0] + h.xy * u.0[1]), -(h.xy * u.0[0] + h.yy * u.0[1]), R::of(0.0)]);
        (w.dot(u) - n.dot(u) * n.dot(w)) * inverse
    }
}

impl Model for HeightField {
    const NAME: &'static str = "height-field";
    const ABOUT: &'static str =
        "S4: a particle over a height field, the smooth surface through a grid of heights ([relief] file)";
    const WGSL: &'static [&'static str] =
        &[CURVED_GROUND, crate::shader!("relief.wgsl"), crate::shader!("model/height_field.wgsl")];
    const STATE: &'static [StateColumn] = PARTICLE;
    const RELIEF: bool = true;
    const OBSERVED: &'static [StateColumn] = CURVED_OBSERVED;
    crate::curved_ground!();
    type Params<R: Real> = HeightFieldParams<R>;
    type Setup<R: Real> = HeightFieldSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &HeightFieldParams<R>) -> HeightFieldSetup<R> {
        let table = relief::current().table::<R::Scalar>();
        let numbers = HeightFieldNumbers {
            gravity: p.gravity,
            skin: p.skin,
            left: R::splat(table[head::LEFT]),
            front: R::splat(table[head::FRONT]),
            per_x: R::splat(table[head::PER_X]),
            per_y: R::splat(table[head::PER_Y]),
            last_x: R::splat(table[head::LAST_X]),
            last_y: R::splat(table[head::LAST_Y]),
            across: R::splat(table[head::ACROSS]),
        };
        HeightFieldSetup { numbers, table }
    }

    #[inline(always)]
    fn start<R: Real>(p: &HeightFieldParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let ground = relief_at(&Self::setup(p), p.x0, p.y0);
        (Vector([p.x0, p.y0, ground.z + p.lift0]), Vector([p.ux0, p.uy0, p.uz0]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &HeightFieldSetup<R>, turn: R) -> Still<R> {
        Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &HeightFieldSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([R::of(0.0), R::of(0.0), -c.gravity])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &HeightFieldSetup<R>, q: Vector<R, 3>) -> R {
        let h = relief_at(c, q.0[0], q.0[1]);
        (q.0[2] - h.z) / steepness(&h).sqrt()
    }

    fn observed(c: &HeightFieldSetup<f64>, q: Vector<f64, 3>, _: Vector<f64, 3>) -> Vec<f64> {
        slope_and_gap::<Self>(c, q, Vector([0.0, 0.0, -c.gravity]))
    }
}
