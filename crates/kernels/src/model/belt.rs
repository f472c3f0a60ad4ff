//! A block on a moving belt, held to a wall by a spring and a dashpot: the classical stick-slip oscillator. Twin:
//! `shaders/model/belt.wgsl`. Source: Moreau 1988, Sec. 16 (moving boundary) and 17 (static and dynamic friction).
//!
//! The belt runs along x at speed V; (x, y) is the stretch of the spring, z the height above the belt:
//!
//! ```text
//! K = (-stiffness x - damping u_x, -stiffness y - damping u_y, -m g)
//! U = (u_x - V, u_y, u_z)
//! ```
//!
//! Known answer for static friction above dynamic, no damping, all along x. With `ω² = stiffness/m`, stretches
//! `s = mu_static g/ω²`, `d = mu g/ω²`: the block sticks from x = 2d - s to x = s, which takes `2 (s - d)/V`; then it slips
//! for `2 (π - atan(ω (s - d)/V))/ω`, about x = d, with amplitude `sqrt((s - d)² + (V/ω)²)`. That is so for
//! `mu_static <= 3 mu`: what slides is caught by dynamic friction, and beyond that the spring pushes the block past the
//! belt's speed before it is caught.

use super::{Model, PARTICLE, PLAIN_CONTACT, StateColumn, Still};
use crate::columns::{ANY, Range};
use crate::real::Real;
use crate::space::Isotropic;
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`Belt`].
    pub struct BeltParams {
        m: "kg", 1.0, Range::Above(0.0, 1e6), "mass of the block";
        stiffness: "N/m", 100.0, Range::Within(0.0, 1e9), "spring between block and wall";
        damping: "N s/m", 0.0, Range::Within(0.0, 1e9), "dashpot between block and wall";
        speed: "m/s", 0.2, ANY, "speed of the belt along x";
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        x0: "m", 0.0, ANY, "initial stretch of the spring along the belt";
        y0: "m", 0.0, ANY, "initial stretch of the spring across the belt";
        z0: "m", 0.0, Range::Within(0.0, 1e9), "initial height above the belt";
        ux0: "m/s", 0.0, ANY, "initial velocity along the belt, relative to the wall";
        uy0: "m/s", 0.0, ANY, "initial velocity across the belt";
    }
}

crate::fields! {
    /// What the step needs: spring and dashpot per unit of mass.
    pub struct BeltSetup { inverse_mass, spring, dashpot, speed, gravity, stiffness, damping }
}

/// A block on a moving belt.
pub struct Belt;

impl Model for Belt {
    const NAME: &'static str = "belt";
    const ABOUT: &'static str = "a block on a moving belt, held to a wall by a spring and a dashpot: stick-slip (Moreau 1988, Sec. 17)";
    const WGSL: &'static [&'static str] = &[PLAIN_CONTACT, crate::shader!("model/belt.wgsl")];
    const STATE: &'static [StateColumn] = PARTICLE;
    const OBSERVED: &'static [StateColumn] = &[("slip", "m/s"), ("pull", "N")];
    type Space = Isotropic;
    type Coords<R: Real> = Vector<R, 3>;
    type Params<R: Real> = BeltParams<R>;
    type Setup<R: Real> = BeltSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &BeltParams<R>) -> BeltSetup<R> {
        BeltSetup {
            inverse_mass: R::of(1.0) / p.m,
            spring: p.stiffness / p.m,
            dashpot: p.damping / p.m,
            speed: p.speed,
            gravity: p.gravity,
            stiffness: p.stiffness,
            damping: p.damping,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &BeltParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        (Vector([p.x0, p.y0, p.z0]), Vector([p.ux0, p.uy0, R::of(0.0)]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &BeltSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &BeltSetup<R>,
        _: &Still<R>,
        q: Vector<R, 3>,
        u: Vector<R, 3>,
    ) -> Vector<R, 3> {
        let [x, y, _] = q.0;
        let [u_x, u_y, _] = u.0;
        Vector([-c.spring * x - c.dashpot * u_x, -c.spring * y - c.dashpot * u_y, -c.gravity])
    }

    #[inline(always)]
    fn gap<R: Real>(_: &BeltSetup<R>, q: Vector<R, 3>) -> R {
        q.0[2]
    }

    #[inline(always)]
    fn local<R: Real>(c: &BeltSetup<R>, _: Vector<R, 3>, u: Vector<R, 3>) -> Vector<R, 3> {
        let [x, y, z] = u.0;
        Vector([x - c.speed, y, z])
    }

    #[inline(always)]
    fn kick<R: Real>(c: &BeltSetup<R>, _: Vector<R, 3>, impulse: Vector<R, 3>) -> Vector<R, 3> {
        impulse * c.inverse_mass
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &BeltSetup<R>, _: Vector<R, 3>) -> R {
        c.inverse_mass
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &BeltSetup<R>, _: Vector<R, 3>, _: Vector<R, 3>) -> Vector<R, 3> {
        Vector([R::of(0.0); 3])
    }

    /// The velocity over the belt, and what spring and dashpot pull with.
    fn observed(c: &BeltSetup<f64>, q: Vector<f64, 3>, u: Vector<f64, 3>) -> Vec<f64> {
        vec![u.0[0] - c.speed, c.stiffness * q.0[0] + c.damping * u.0[0]]
    }
}
