//! S6: a particle over a rough level plane under a linear force with delay. Twin: `shaders/model/delayed.wgsl`.
//!
//! ```text
//! q̈ = f - K q - D q̇ - G q(t - τ)       (and the reaction of the plane z = 0)
//! q(t) = q_0 + v t for t <= 0            the prescribed past motion
//! ```
//!
//! per unit of mass: stiffness K, damping D and feedback gain G are matrices of the study file, full in the plane and with an
//! entry of their own across it; `f = (f_x, f_y, -gravity)`. Source: Monteiro Marques & Dzonou 2018, Sec. 1.

use super::{Boundary, FLAT_GROUND, Model, PARTICLE, StateColumn};
use crate::columns::{ANY, Range};
use crate::real::Real;
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`Delayed`].
    pub struct DelayedParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity, towards the plane";
        f_x: "m/s^2", 0.0, ANY, "constant force along x, per unit of mass";
        f_y: "m/s^2", 0.0, ANY, "constant force along y, per unit of mass";
        k_xx: "1/s^2", 0.0, ANY, "stiffness: force along x is -k_xx x";
        k_xy: "1/s^2", 0.0, ANY, "stiffness: force along x is -k_xy y";
        k_yx: "1/s^2", 0.0, ANY, "stiffness: force along y is -k_yx x";
        k_yy: "1/s^2", 0.0, ANY, "stiffness: force along y is -k_yy y";
        k_zz: "1/s^2", 0.0, ANY, "stiffness: force along z is -k_zz z";
        d_xx: "1/s", 0.0, ANY, "damping: force along x is -d_xx ux";
        d_xy: "1/s", 0.0, ANY, "damping: force along x is -d_xy uy";
        d_yx: "1/s", 0.0, ANY, "damping: force along y is -d_yx ux";
        d_yy: "1/s", 0.0, ANY, "damping: force along y is -d_yy uy";
        d_zz: "1/s", 0.0, ANY, "damping: force along z is -d_zz uz";
        g_xx: "1/s^2", 2.0, ANY, "gain of the feedback: force along x is -g_xx x(t - tau)";
        g_xy: "1/s^2", 0.0, ANY, "gain of the feedback: force along x is -g_xy y(t - tau)";
        g_yx: "1/s^2", 0.0, ANY, "gain of the feedback: force along y is -g_yx x(t - tau)";
        g_yy: "1/s^2", 2.0, ANY, "gain of the feedback: force along y is -g_yy y(t - tau)";
        g_zz: "1/s^2", 0.0, ANY, "gain of the feedback: force along z is -g_zz z(t - tau)";
        tau: "s", 0.2, Range::Within(0.0, 1e6), "delay";
        x0: "m", 1.0, ANY, "initial x";
        y0: "m", 0.0, ANY, "initial y";
        z0: "m", 0.0, Range::Within(0.0, 1e9), "initial height above the plane";
        ux0: "m/s", 0.0, ANY, "initial velocity along x";
        uy0: "m/s", 0.0, ANY, "initial velocity along y";
        uz0: "m/s", 0.0, ANY, "initial velocity along z";
        past_ux: "m/s", 0.0, ANY, "velocity along x of the motion before the start";
        past_uy: "m/s", 0.0, ANY, "velocity along y of the motion before the start";
        past_uz: "m/s", 0.0, ANY, "velocity along z of the motion before the start";
    }
}

crate::fields! {
    /// Force, matrices, delay, and the motion before the start.
    pub struct DelayedSetup {
        f_x, f_y, f_z,
        k_xx, k_xy, k_yx, k_yy, k_zz,
        d_xx, d_xy, d_yx, d_yy, d_zz,
        g_xx, g_xy, g_yx, g_yy, g_zz,
        tau, x0, y0, z0, past_ux, past_uy, past_uz,
    }
}

crate::fields! {
    /// Where the particle was.
    pub struct DelayedDrive { past_x, past_y, past_z }
}

/// A particle over a rough plane under delayed feedback.
pub struct Delayed;

impl Model for Delayed {
    const NAME: &'static str = "delayed";
    const ABOUT: &'static str = "S6: a particle over a rough plane under a linear force with delay";
    const WGSL: &'static [&'static str] = &[FLAT_GROUND, crate::shader!("model/delayed.wgsl")];
    const STATE: &'static [StateColumn] = PARTICLE;
    const DELAYED: bool = true;
    crate::flat_ground!();
    type Params<R: Real> = DelayedParams<R>;
    type Setup<R: Real> = DelayedSetup<R>;
    type Drive<R: Real> = DelayedDrive<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &DelayedParams<R>) -> DelayedSetup<R> {
        DelayedSetup {
            f_x: p.f_x,
            f_y: p.f_y,
            f_z: -p.gravity,
            k_xx: p.k_xx,
            k_xy: p.k_xy,
            k_yx: p.k_yx,
            k_yy: p.k_yy,
            k_zz: p.k_zz,
            d_xx: p.d_xx,
            d_xy: p.d_xy,
            d_yx: p.d_yx,
            d_yy: p.d_yy,
            d_zz: p.d_zz,
            g_xx: p.g_xx,
            g_xy: p.g_xy,
            g_yx: p.g_yx,
            g_yy: p.g_yy,
            g_zz: p.g_zz,
            tau: p.tau,
            x0: p.x0,
            y0: p.y0,
            z0: p.z0,
            past_ux: p.past_ux,
            past_uy: p.past_uy,
            past_uz: p.past_uz,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &DelayedParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        (Vector([p.x0, p.y0, p.z0]), Vector([p.ux0, p.uy0, p.uz0]))
    }

    #[inline(always)]
    fn lag<R: Real>(c: &DelayedSetup<R>) -> R {
        c.tau
    }

    #[inline(always)]
    fn past<R: Real>(c: &DelayedSetup<R>, t: R) -> Vector<R, 3> {
        Vector([c.x0 + c.past_ux * t, c.y0 + c.past_uy * t, c.z0 + c.past_uz * t])
    }

    #[inline(always)]
    fn recall<R: Real>(_: DelayedDrive<R>, past: Vector<R, 3>) -> DelayedDrive<R> {
        let [past_x, past_y, past_z] = past.0;
        DelayedDrive { past_x, past_y, past_z }
    }

    /// Nothing depends on time but where the particle was, and this is the start.
    #[inline(always)]
    fn drive<R: Real>(c: &DelayedSetup<R>, _: R) -> DelayedDrive<R> {
        let [past_x, past_y, past_z] = Self::past(c, -c.tau).0;
        DelayedDrive { past_x, past_y, past_z }
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &DelayedSetup<R>,
        d: &DelayedDrive<R>,
        q: Vector<R, 3>,
        u: Vector<R, 3>,
    ) -> Vector<R, 3> {
        let [x, y, z] = q.0;
        let [u_x, u_y, u_z] = u.0;
        let spring_x = c.k_xx * x + c.k_xy * y;
        let spring_y = c.k_yx * x + c.k_yy * y;
        let damper_x = c.d_xx * u_x + c.d_xy * u_y;
        let damper_y = c.d_yx * u_x + c.d_yy * u_y;
        let feedback_x = c.g_xx * d.past_x + c.g_xy * d.past_y;
        let feedback_y = c.g_yx * d.past_x + c.g_yy * d.past_y;
        Vector([
            c.f_x - spring_x - damper_x - feedback_x,
            c.f_y - spring_y - damper_y - feedback_y,
            c.f_z - c.k_zz * z - c.d_zz * u_z - c.g_zz * d.past_z,
        ])
    }

    /// Without contact and without a spring, `s² + d s + g exp(-s τ)` has its first roots on the imaginary axis, `s = iω`,
    /// where `g = ω sqrt(ω² + d²)` and `tan(ωτ) = d/ω`: below that line the origin is stable.
    fn boundaries(over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        let coupled = ["k_xx", "k_xy", "d_xy", "g_xy"].iter().any(|key| value(key) != 0.0);
        let d = value("d_xx");
        let damped = d > 0.0;
        if over != ["g_xx", "tau"] || coupled || !damped {
            return Vec::new();
        }
        let point = |k: i32| {
            let omega = d * 10f64.powf(f64::from(k) / 100.0);
            (omega * omega.hypot(d), d.atan2(omega) / omega)
        };
        vec![Boundary { what: "stable below, without friction", points: (-300..=300).map(point).collect() }]
    }
}
