//! Soft contact with Coulomb friction in a polygon, H = w·1. Twin: `shaders/law/coulomb_polygon.wgsl`.
//!
//! Find P with `P_t ∈ P_n Q`, where Q is a regular polygon in the disk of radius `mu_corner`, and `U = U_L + H P` with `U_n = 0`
//! and `-U_t ∈ N(P_t)`: maximal dissipation (Moreau 1988, Sec. 12) with the set that linear complementarity solvers take
//! for the disk. A slide turns towards the normal of a side, where friction is only `mu_corner cos(π/sides)`.

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::math::turn_of_degrees;
use crate::polygon::{polygon_excess, polygon_support, project_polygon};
use crate::real::Real;
use crate::space::{Isotropic, Space};
use crate::tuple::Vector;

/// Numbers of sides, up to [`crate::polygon::MOST_SIDES`].
const SIDES: Range =
    Range::OneOf(&[3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0]);

crate::columns! {
    /// Parameters of [`CoulombPolygon`]. Not `mu`: no slide that ends decelerates by it.
    pub struct CoulombPolygonParams {
        mu_corner: "", 0.4, Range::Within(0.0, 100.0), "friction coefficient towards a corner of the polygon";
        sides: "", 8.0, SIDES, "number of sides";
        axis_deg: "deg", 11.0, Range::Within(-180.0, 180.0), "direction of a corner, from x";
    }
}

/// Soft contact (no rebound) with friction in a regular polygon.
pub struct CoulombPolygon;

impl Law<Isotropic> for CoulombPolygon {
    const NAME: &'static str = "coulomb-polygon";
    const ABOUT: &'static str =
        "soft contact with friction in a regular polygon, the linearised disk (Moreau 1988, Sec. 12)";
    const LOOPS: u32 = 16;
    const WGSL: &'static [&'static str] =
        &[crate::shader!("polygon.wgsl"), crate::shader!("law/coulomb_polygon.wgsl")];
    type Params<R: Real> = CoulombPolygonParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &CoulombPolygonParams<R>, a: &Problem<R, Isotropic>) -> Reaction<R, Isotropic> {
        let [x, y, n] = a.loose.0;
        // Without contact the polygon is a point, and nothing is cut.
        let stop = R::select(a.contact, n.abs(), R::of(0.0));
        let axis = turn_of_degrees(p.axis_deg);
        let (cut, inside) = project_polygon(Vector([x, y]), p.mu_corner * a.rough * stop, p.sides, axis);
        let impulse = Vector([-cut.0[0] / a.h, -cut.0[1] / a.h, stop / a.h]);
        Reaction { impulse, sticks: a.contact & inside }
    }

    /// What rounding leaves of the velocity of a contact that sticks is no motion.
    #[inline(always)]
    fn slide<R: Real>(
        _: &CoulombPolygonParams<R>,
        _: &Problem<R, Isotropic>,
        _: Vector<R, 3>,
        end: Vector<R, 3>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, R::of(0.0), Isotropic::slide(end))
    }

    #[inline(always)]
    fn margin<R: Real>(_: &CoulombPolygonParams<R>, a: &Problem<R, Isotropic>) -> R {
        a.h
    }

    /// The friction set of the impulse is that of minus it: friction acts against the velocity it is cut from.
    #[inline(always)]
    fn cone<R: Real>(p: &CoulombPolygonParams<R>, a: &Problem<R, Isotropic>, impulse: Vector<R, 3>) -> R {
        let [x, y, n] = impulse.0;
        let axis = turn_of_degrees(p.axis_deg);
        polygon_excess(Vector([-x, -y]), p.mu_corner * a.rough * n, p.sides, axis)
    }

    #[inline(always)]
    fn residual<R: Real>(
        p: &CoulombPolygonParams<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
        _: R,
    ) -> R {
        let [x, y, n] = impulse.0;
        // P_n U_n = 0, and friction dissipates as much as the polygon allows.
        let friction_power = x * end.0[0] + y * end.0[1];
        let slip = Vector([end.0[0], end.0[1]]);
        let most = polygon_support(slip, p.mu_corner * a.rough * n, p.sides, turn_of_degrees(p.axis_deg));
        (n * end.0[2]).abs() + (friction_power + most).abs()
    }
}
