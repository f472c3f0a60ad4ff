//! A particle over a plane whose roughness depends on the place and on the past. Twin: `shaders/model/patches.wgsl`.
//! Source: Monteiro Marques & Dzonou 2018: a friction angle α(q) (Sec. 1.1) that may depend on the motion so far (Sec. 2.1).
//!
//! The plane is tilted like [`Plane`](super::Plane)'s, x down the slope. Friction coefficients are multiplied by
//!
//! ```text
//! rough = (1 + depth cos(2π waves_x x) cos(2π waves_y y)) (weak + (1 - weak) s)
//! ds/dt = heal (1 - s) - |U_t| s/slip in contact, heal (1 - s) in flight
//! ```
//!
//! s is the strength of the contact: sliding wears it off over a length `slip`, time restores it. It is kept as a fourth
//! velocity, so that a step changes it like one; the coordinate that goes with it, its integral over time, says nothing new.

use super::{KnownAnswer, Model, PLAIN_CONTACT, StateColumn, Still};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::real::Real;
use crate::space::Isotropic;
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`Patches`].
    pub struct PatchesParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        angle_deg: "deg", 0.0, Range::Within(-90.0, 90.0), "slope of the plane; x points down the slope";
        depth: "", 0.5, Range::Within(0.0, 1.0), "how far roughness rises above 1 and falls below, from place to place";
        waves_x: "1/m", 2.0, Range::Within(0.0, 1e3), "periods of roughness per length along x; 0: stripes along x";
        waves_y: "1/m", 1.0, Range::Within(0.0, 1e3), "periods of roughness per length along y; 0: stripes along y";
        weak: "", 1.0, Range::Within(0.0, 1.0), "roughness of a contact worn off by sliding; 1: nothing wears off";
        slip: "m", 0.5, Range::Above(0.0, 1e9), "slid length over which it wears off, by a factor e";
        heal: "1/s", 0.0, Range::Within(0.0, 1e6), "rate at which it heals";
        strength0: "", 1.0, Range::Within(0.0, 1.0), "initial strength: 1 fresh, 0 worn off";
        speed: "m/s", 2.0, Range::Within(0.0, 1e9), "initial speed along the plane";
        heading_deg: "deg", 0.0, Range::Within(-180.0, 180.0), "its direction, from x towards y";
        x0: "m", 0.0, ANY, "initial x, down the slope";
        y0: "m", 0.0, ANY, "initial y, across the slope";
        z0: "m", 0.0, Range::Within(0.0, 1e9), "initial height above the plane";
    }
}

crate::fields! {
    /// What the step needs.
    pub struct PatchesSetup { g_x, g_z, depth, waves_x, waves_y, weak, fresh, wear, heal }
}

/// A particle over a plane with rough and smooth patches, which sliding may wear off.
pub struct Patches;

impl Model for Patches {
    const NAME: &'static str = "patches";
    const ABOUT: &'static str = "a particle over a plane rough in patches, worn by sliding and healed by time (Monteiro Marques & Dzonou 2018)";
    const WGSL: &'static [&'static str] = &[PLAIN_CONTACT, crate::shader!("model/patches.wgsl")];
    const STATE: &'static [StateColumn] = &[
        ("x", "m"),
        ("y", "m"),
        ("z", "m"),
        ("strength_time", "s"),
        ("ux", "m/s"),
        ("uy", "m/s"),
        ("uz", "m/s"),
        ("strength", ""),
    ];
    type Space = Isotropic;
    type Coords<R: Real> = Vector<R, 4>;
    type Params<R: Real> = PatchesParams<R>;
    type Setup<R: Real> = PatchesSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &PatchesParams<R>) -> PatchesSetup<R> {
        let slope = turn_of_degrees(p.angle_deg);
        PatchesSetup {
            g_x: p.gravity * sin_turn(slope),
            g_z: -p.gravity * cos_turn(slope),
            depth: p.depth,
            waves_x: p.waves_x,
            waves_y: p.waves_y,
            weak: p.weak,
            fresh: R::of(1.0) - p.weak,
            wear: R::of(1.0) / p.slip,
            heal: p.heal,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &PatchesParams<R>) -> (Vector<R, 4>, Vector<R, 4>) {
        let heading = turn_of_degrees(p.heading_deg);
        let [u_x, u_y] = [p.speed * cos_turn(heading), p.speed * sin_turn(heading)];
        (Vector([p.x0, p.y0, p.z0, R::of(0.0)]), Vector([u_x, u_y, R::of(0.0), p.strength0]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &PatchesSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &PatchesSetup<R>,
        _: &Still<R>,
        q: Vector<R, 4>,
        u: Vector<R, 4>,
    ) -> Vector<R, 4> {
        let zero = R::of(0.0);
        let [u_x, u_y, _, strength] = u.0;
        // In flight nothing is worn.
        let slide = R::select(q.0[2].le(zero), (u_x * u_x + u_y * u_y).sqrt(), zero);
        let change = c.heal * (R::of(1.0) - strength) - slide * c.wear * strength;
        Vector([c.g_x, zero, c.g_z, change])
    }

    #[inline(always)]
    fn gap<R: Real>(_: &PatchesSetup<R>, q: Vector<R, 4>) -> R {
        q.0[2]
    }

    #[inline(always)]
    fn local<R: Real>(_: &PatchesSetup<R>, _: Vector<R, 4>, u: Vector<R, 4>) -> Vector<R, 3> {
        let [x, y, z, _] = u.0;
        Vector([x, y, z])
    }

    #[inline(always)]
    fn kick<R: Real>(_: &PatchesSetup<R>, _: Vector<R, 4>, impulse: Vector<R, 3>) -> Vector<R, 4> {
        let [x, y, z] = impulse.0;
        Vector([x, y, z, R::of(0.0)])
    }

    #[inline(always)]
    fn delassus<R: Real>(_: &PatchesSetup<R>, _: Vector<R, 4>) -> R {
        R::of(1.0)
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &PatchesSetup<R>, _: Vector<R, 4>, _: Vector<R, 4>) -> Vector<R, 3> {
        Vector([R::of(0.0); 3])
    }

    #[inline(always)]
    fn rough<R: Real>(c: &PatchesSetup<R>, _: &Still<R>, q: Vector<R, 4>, u: Vector<R, 4>) -> R {
        let turns_x = c.waves_x * q.0[0];
        let turns_y = c.waves_y * q.0[1];
        let wave = cos_turn(turns_x - turns_x.nearest()) * cos_turn(turns_y - turns_y.nearest());
        (R::of(1.0) + c.depth * wave) * (c.weak + c.fresh * u.0[3])
    }

    /// A particle that slides along x over a level plane which nothing wears stops where friction has done as much work
    /// as there was energy: `g mu (x + depth sin(2π waves_x x)/(2π waves_x)) = speed²/2`, from x0 on.
    fn closed_form(value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        let none = ["angle_deg", "heading_deg", "z0"].iter().all(|key| value(key) == 0.0);
        let (speed, pull) = (value("speed"), value("gravity") * value("mu"));
        let turns = std::f64::consts::TAU * value("waves_x");
        let depth = value("depth") * (std::f64::consts::TAU * value("waves_y") * value("y0")).cos();
        let least = pull * (1.0 - depth.abs());
        if !(none && value("weak") == 1.0 && speed > 0.0 && speed < least * value("duration")) {
            return Vec::new();
        }
        let wave = |x: f64| if turns > 0.0 { (turns * x).sin() / turns } else { x };
        let x0 = value("x0");
        let done = |x: f64| pull * (x - x0 + depth * (wave(x) - wave(x0)));
        let (mut low, mut high) = (x0, x0 + speed * value("duration"));
        for _ in 0..f64::MANTISSA_DIGITS {
            let middle = 0.5 * (low + high);
            if done(middle) < 0.5 * speed * speed { low = middle } else { high = middle }
        }
        vec![
            KnownAnswer { what: "stops at x", column: "x", exact: 0.5 * (low + high), unit: "m" },
            KnownAnswer { what: "final velocity", column: "ux", exact: 0.0, unit: "m/s" },
        ]
    }
}
