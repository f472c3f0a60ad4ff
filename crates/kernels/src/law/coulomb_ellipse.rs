//! Soft contact with anisotropic Coulomb friction, H = w·1. Twin: `shaders/law/coulomb_ellipse.wgsl`.
//!
//! Find P with `P_t ∈ P_n E`, where E is the ellipse of semi-axes mu1, mu2, the first turned by `axis_deg` from the first
//! tangent, and `U = U_L + H P` with `U_n = 0` and `-U_t ∈ N(P_t)`, the normals of `P_n E` at `P_t`: of all forces in it,
//! friction is the one that dissipates most (Moreau 1988, Sec. 12). For H = w·1 it has one solution, the prox to ellipse.
//! As normals are not radii, a slide turns: its velocity has `|v_1|^(mu2²)/|v_2|^(mu1²)` constant, and ends along the
//! axis of less friction.

use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::ellipse::{ellipse_excess, ellipse_support, project_ellipse};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::real::Real;
use crate::space::{Isotropic, Space};
use crate::tuple::Vector;

/// Beyond some 20, the rounding of a velocity across a thin ellipse, times the coefficient along it, is more than a
/// certificate allows.
const COEFFICIENT: Range = Range::Within(0.0, 10.0);

crate::columns! {
    /// Parameters of [`CoulombEllipse`].
    pub struct CoulombEllipseParams {
        mu1: "", 0.2, COEFFICIENT, "friction coefficient along axis 1";
        mu2: "", 0.6, COEFFICIENT, "friction coefficient across it";
        axis_deg: "deg", 30.0, Range::Within(-180.0, 180.0), "direction of axis 1, from x";
    }
}

/// Soft contact (no rebound) with anisotropic Coulomb friction: planks, corduroy, skates.
pub struct CoulombEllipse;

/// The direction of axis 1. WGSL: `law_axis`.
#[inline(always)]
pub fn law_axis<R: Real>(p: &CoulombEllipseParams<R>) -> Vector<R, 2> {
    let turn = turn_of_degrees(p.axis_deg);
    Vector([cos_turn(turn), sin_turn(turn)])
}

impl Law<Isotropic> for CoulombEllipse {
    const NAME: &'static str = "coulomb-ellipse";
    const ABOUT: &'static str =
        "soft contact with anisotropic Coulomb friction: prox to ellipse (Moreau 1988, Sec. 12)";
    const LOOPS: u32 = crate::ellipse::STEPS as u32;
    const WGSL: &'static [&'static str] =
        &[crate::shader!("ellipse.wgsl"), crate::shader!("law/coulomb_ellipse.wgsl")];
    type Params<R: Real> = CoulombEllipseParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &CoulombEllipseParams<R>, a: &Problem<R, Isotropic>) -> Reaction<R, Isotropic> {
        let [x, y, n] = a.loose.0;
        // Without contact the ellipse is a point, and nothing is cut.
        let stop = R::select(a.contact, n.abs(), R::of(0.0));
        let share = a.rough * stop;
        let (cut, inside) = project_ellipse(Vector([x, y]), p.mu1 * share, p.mu2 * share, law_axis(p));
        let impulse = Vector([-cut.0[0] / a.h, -cut.0[1] / a.h, stop / a.h]);
        Reaction { impulse, sticks: a.contact & inside }
    }

    /// What rounding leaves of the velocity of a contact that sticks is no motion.
    #[inline(always)]
    fn slide<R: Real>(
        _: &CoulombEllipseParams<R>,
        _: &Problem<R, Isotropic>,
        _: Vector<R, 3>,
        end: Vector<R, 3>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, R::of(0.0), Isotropic::slide(end))
    }

    #[inline(always)]
    fn margin<R: Real>(_: &CoulombEllipseParams<R>, a: &Problem<R, Isotropic>) -> R {
        a.h
    }

    #[inline(always)]
    fn cone<R: Real>(p: &CoulombEllipseParams<R>, a: &Problem<R, Isotropic>, impulse: Vector<R, 3>) -> R {
        let [x, y, n] = impulse.0;
        let share = a.rough * n;
        ellipse_excess(Vector([x, y]), p.mu1 * share, p.mu2 * share, law_axis(p))
    }

    #[inline(always)]
    fn residual<R: Real>(
        p: &CoulombEllipseParams<R>,
        a: &Problem<R, Isotropic>,
        impulse: Vector<R, 3>,
        end: Vector<R, 3>,
        _: R,
    ) -> R {
        let [x, y, n] = impulse.0;
        // P_n U_n = 0, and friction dissipates as much as the ellipse allows.
        let friction_power = x * end.0[0] + y * end.0[1];
        let most = a.rough * n * ellipse_support(Vector([end.0[0], end.0[1]]), p.mu1, p.mu2, law_axis(p));
        (n * end.0[2]).abs() + (friction_power + most).abs()
    }
}
