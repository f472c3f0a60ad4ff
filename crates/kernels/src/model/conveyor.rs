//! S2: a particle on Moreau's vibrating conveyor table (Moreau 1988, Ex. 16.2). Twin: `shaders/model/conveyor.wgsl`.
//!
//! Axes Oxyz are fixed to the table, Oxy its surface. O slides on the fixed line OY; the point A = (0, a, 0) runs
//! on a circle of radius r in the plane OYZ, `(Y_A, Z_A) = (Y_c + r cos ωt, s r sin ωt)`, s = ±1 the sense of
//! rotation. So the table's angle has `sin φ = s r sin(ωt)/a`, and `Y_O = Y_A - a cos φ`. The whole machine is
//! tilted about OY, so that x points down the slope. In the table's frame the particle feels
//!
//! ```text
//! F_x = g sin(tilt)
//! F_y =  cos φ (-Ÿ_O) + sin φ (-g cos(tilt)) + φ̈ z + 2 φ̇ u_z + φ̇² y
//! F_z = -sin φ (-Ÿ_O) + cos φ (-g cos(tilt)) - φ̈ y - 2 φ̇ u_y + φ̇² z
//! ```

use super::{FLAT_GROUND, Model, StateColumn};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, tau, turn_of_degrees};
use crate::real::Real;
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`Conveyor`], c.g.s. like the paper.
    pub struct ConveyorParams {
        sense: "", 1.0, Range::OneOf(&[-1.0, 1.0]), "sense of rotation of the crank";
        gravity: "cm/s^2", 981.0, Range::Within(0.0, 1e6), "acceleration of gravity";
        tilt_deg: "deg", 13.0, Range::Within(-89.0, 89.0), "slant of the whole machine; x points down";
        radius: "cm", 0.5, Range::Within(0.0, 1e6), "radius of the crank";
        turns_per_second: "1/s", 10.0, Range::Within(0.0, 1e6), "speed of the crank";
        arm: "cm", 50.0, Range::Above(0.0, 1e6), "distance OA from hinge to crank pin";
        x0: "cm", 0.0, ANY, "initial x, down the slope";
        y0: "cm", 5.0, ANY, "initial y, distance from the hinge line Ox";
        z0: "cm", 0.0, Range::Within(0.0, 1e9), "initial height above the table";
        ux0: "cm/s", 0.0, ANY, "initial velocity along x, relative to the table";
        uy0: "cm/s", 0.0, ANY, "initial velocity along y, relative to the table";
        uz0: "cm/s", 0.0, ANY, "initial velocity along z, relative to the table";
    }
}

crate::fields! {
    /// Gravity along x and Z, the ratio `s r/a`, the crank's speed in radians, and lengths.
    pub struct ConveyorSetup { g_x, g_z, lever, omega, radius, arm }
}

crate::fields! {
    /// The table at one instant: `f_y`, `f_z` are the parts of the force that no particle changes; `rate` is φ̇. Four
    /// numbers, so that a row of the shared table is one aligned load.
    pub struct ConveyorDrive { f_y, f_z, rate, rate_change }
}

/// A particle on the vibrating table.
pub struct Conveyor;

impl Model for Conveyor {
    const NAME: &'static str = "conveyor";
    const ABOUT: &'static str =
        "S2: a particle on a vibrating conveyor table (Moreau 1988, Ex. 16.2), c.g.s. units";
    const WGSL: &'static [&'static str] = &[FLAT_GROUND, crate::shader!("model/conveyor.wgsl")];
    const EVERYDAY: bool = true;
    const STATE: &'static [StateColumn] =
        &[("x", "cm"), ("y", "cm"), ("z", "cm"), ("ux", "cm/s"), ("uy", "cm/s"), ("uz", "cm/s")];
    const TIMED_BY: &'static [&'static str] =
        &["sense", "gravity", "tilt_deg", "radius", "turns_per_second", "arm"];
    const ORDERED: &'static [(&'static str, &'static str)] = &[("radius", "arm")];
    crate::flat_ground!();
    type Params<R: Real> = ConveyorParams<R>;
    type Setup<R: Real> = ConveyorSetup<R>;
    type Drive<R: Real> = ConveyorDrive<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &ConveyorParams<R>) -> ConveyorSetup<R> {
        let tilt = turn_of_degrees(p.tilt_deg);
        ConveyorSetup {
            g_x: p.gravity * sin_turn(tilt),
            g_z: -p.gravity * cos_turn(tilt),
            lever: p.sense * p.radius / p.arm,
            omega: p.turns_per_second * tau(),
            radius: p.radius,
            arm: p.arm,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &ConveyorParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        (Vector([p.x0, p.y0, p.z0]), Vector([p.ux0, p.uy0, p.uz0]))
    }

    fn turns_per_second(p: &ConveyorParams<f64>) -> f64 {
        p.turns_per_second
    }

    #[inline(always)]
    fn drive<R: Real>(c: &ConveyorSetup<R>, turn: R) -> ConveyorDrive<R> {
        let sin_phi = c.lever * sin_turn(turn);
        let cos_phi = (R::of(1.0) - sin_phi * sin_phi).sqrt();
        // Differentiating sin φ = lever sin ωt once and twice.
        let rate = c.lever * c.omega * cos_turn(turn) / cos_phi;
        let rate_squared = rate * rate;
        let rate_change = (rate_squared - c.omega * c.omega) * sin_phi / cos_phi;
        // Ÿ_O, from Y_O = Y_c + r cos ωt - a cos φ.
        let crank = c.radius * c.omega * c.omega * cos_turn(turn);
        let y_o = c.arm * (rate_change * sin_phi + rate_squared * cos_phi) - crank;
        ConveyorDrive {
            f_y: sin_phi * c.g_z - cos_phi * y_o,
            f_z: cos_phi * c.g_z + sin_phi * y_o,
            rate,
            rate_change,
        }
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &ConveyorSetup<R>,
        d: &ConveyorDrive<R>,
        q: Vector<R, 3>,
        u: Vector<R, 3>,
    ) -> Vector<R, 3> {
        let [_, y, z] = q.0;
        let [_, u_y, u_z] = u.0;
        let twice = d.rate + d.rate;
        let rate_squared = d.rate * d.rate;
        Vector([
            c.g_x,
            d.f_y + d.rate_change * z + twice * u_z + rate_squared * y,
            d.f_z - d.rate_change * y - twice * u_y + rate_squared * z,
        ])
    }
}
