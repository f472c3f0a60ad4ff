//! S7: a rigid body with a round tip on a level, rough boundary: the frictional catastrophe (Moreau 1988, Ex. 15.3).
//! Twin: `shaders/model/round_tip.wgsl`; the contact map is that of `tip_ground`. With `rho = 0` it is a rod on its end.
//!
//! `K = (0, -m g, 0)`. Sliding to the right is singular where `p(θ) = 1/m + b (b - mu a)/J < 0`.

use super::{Model, StateColumn, Still, TIP_GROUND, TIP_OBSERVED};
use crate::columns::{ANY, Range};
use crate::real::Real;
use crate::tip::tip_arms;
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`RoundTip`].
    pub struct RoundTipParams {
        m: "kg", 1.0, Range::Above(0.0, 1e6), "mass";
        l: "m", 1.0, Range::Above(0.0, 1e6), "distance from the centre of mass to the centre of the tip";
        rho: "m", 0.5, Range::Within(0.0, 1e6), "radius of the tip; 0 for a rod";
        inertia: "kg m^2", 0.05, Range::Above(0.0, 1e9), "moment of inertia about the centre of mass";
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        theta0: "rad", 0.75, Range::Within(-1e3, 1e3), "initial angle: the tip lies to the right where sin(theta) > 0";
        omega0: "rad/s", -1.0, ANY, "initial angular velocity, counter-clockwise";
        slide0: "m/s", 8.0, ANY, "initial velocity of the lowest point along the boundary";
        x0: "m", 0.0, ANY, "initial x of the centre of mass";
        gap0: "m", 0.0, Range::Within(0.0, 1e9), "initial height of the lowest point above the boundary";
        normal0: "m/s", 0.0, ANY, "initial velocity of the lowest point away from the boundary";
    }
}

crate::fields! {
    /// What the step needs.
    pub struct RoundTipSetup { inverse_mass, inverse_inertia, l, rho, gravity }
}

/// A body with a round tip.
pub struct RoundTip;

impl Model for RoundTip {
    const NAME: &'static str = "round-tip";
    const ABOUT: &'static str =
        "S7: a body with a round tip on a rough level boundary (Moreau 1988, Ex. 15.3); rho = 0 is a rod";
    const WGSL: &'static [&'static str] =
        &["alias Coords = vec3<Real>;\n", TIP_GROUND, crate::shader!("model/round_tip.wgsl")];
    const EVERYDAY: bool = true;
    const ENERGY: &'static str =
        concat!(crate::shader!("model/tip_mass.wgsl"), "\n", crate::shader!("model/springless.wgsl"));
    const STATE: &'static [StateColumn] =
        &[("x", "m"), ("y", "m"), ("theta", "rad"), ("ux", "m/s"), ("uy", "m/s"), ("omega", "rad/s")];
    const SPIN: Option<usize> = Some(2);
    const OBSERVED: &'static [StateColumn] = TIP_OBSERVED;
    type Coords<R: Real> = Vector<R, 3>;
    type Params<R: Real> = RoundTipParams<R>;
    type Setup<R: Real> = RoundTipSetup<R>;
    type Drive<R: Real> = Still<R>;
    crate::tip_ground!();

    #[inline(always)]
    fn setup<R: Real>(p: &RoundTipParams<R>) -> RoundTipSetup<R> {
        RoundTipSetup {
            inverse_mass: R::of(1.0) / p.m,
            inverse_inertia: R::of(1.0) / p.inertia,
            l: p.l,
            rho: p.rho,
            gravity: p.gravity,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &RoundTipParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let arms = tip_arms(p.l, p.rho, p.theta0).0;
        (
            Vector([p.x0, arms[0] + p.gap0, p.theta0]),
            Vector([p.slide0 - arms[0] * p.omega0, p.normal0 - arms[1] * p.omega0, p.omega0]),
        )
    }

    #[inline(always)]
    fn inner<R: Real>(c: &RoundTipSetup<R>, _: Vector<R, 3>, u: Vector<R, 3>, v: Vector<R, 3>) -> R {
        let ([ux, uy, uz], [vx, vy, vz]) = (u.0, v.0);
        (ux * vx + uy * vy) / c.inverse_mass + uz * vz / c.inverse_inertia
    }

    #[inline(always)]
    fn drive<R: Real>(_: &RoundTipSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &RoundTipSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([R::of(0.0), -c.gravity, R::of(0.0)])
    }
}
