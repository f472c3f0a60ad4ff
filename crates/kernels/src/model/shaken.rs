//! S3: a block on a rough plane, level or tilted, that shakes (Newmark's sliding block). Twin:
//! `shaders/model/shaken.wgsl`.
//!
//! Coordinates are relative to the ground: x down the slope, z normal to it. With the acceleration `a` of the ground
//!
//! ```text
//! ü = (g sin α - a_x, -a_y, -g cos α - a_z) + contact,   a = (s, 0, vertical·s) + record_scale·record(t)
//! s = pulse·[t < pulse_time] + sweep·sin 2π(f₀t + (f₁ - f₀)t²/2T)·[t < T] - (ω²ξ + 2ζωξ̇)
//! ξ̈ + 2ζωξ̇ + ω²ξ = -I(t) w(t)
//! ```
//!
//! The last line is Kanai and Tajimi's: a layer of soil with frequency ω and damping ζ on rock that shakes with white
//! noise w; its displacement ξ is the fourth coordinate. w is constant over cells of `noise_dt`, normal with variance
//! `2π·noise/noise_dt`: `noise` is the intensity S₀ of a two-sided spectrum in rad/s, so that the ground's acceleration
//! has the variance `π S₀ ω (1 + 4ζ²)/2ζ` while I = 1. Cells are numbered from t = 0 and `motion` is the number of the
//! earthquake: members with the same one feel the same motion, whatever their time step. The envelope I rises over
//! `rise`, stays at 1 for `strong` and falls over `decay`, linearly. Time runs from 0 to `period` and begins again;
//! the recorded accelerogram (`[ground]` of a study) does not.
//!
//! Sources: Newmark 1965; Tajimi 1960. Straight flanks of the envelope are ours: they need no exponential.

use super::{KnownAnswer, Model, PLAIN_CONTACT, StateColumn};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, tau, turn_of_degrees};
use crate::noise::noise;
use crate::real::Real;
use crate::space::Isotropic;
use crate::tuple::Vector;

/// A span of time that may be nothing.
const SPAN: Range = Range::Within(0.0, 1e4);
/// One that is divided by.
const SOME: Range = Range::Within(1e-3, 1e4);
const HERTZ: Range = Range::Within(0.0, 1e3);

crate::columns! {
    /// Parameters of [`Shaken`].
    pub struct ShakenParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        angle_deg: "deg", 0.0, Range::Within(-89.0, 89.0), "slope; x points down";
        vertical: "", 0.0, Range::Within(-1e3, 1e3), "acceleration normal to the plane as a share of that along x";
        speed: "m/s", 0.0, Range::Within(0.0, 1e6), "initial speed down the slope, relative to the ground";
        period: "s", 32.0, SOME, "the clock of pulse, sweep and noise begins again after it";
        pulse: "m/s^2", 4.0, ANY, "acceleration of the ground along x while the pulse lasts";
        pulse_time: "s", 0.5, SPAN, "how long the pulse lasts";
        sweep: "m/s^2", 0.0, ANY, "amplitude of the sine sweep along x";
        sweep_from: "Hz", 1.0, HERTZ, "frequency at which the sweep begins";
        sweep_to: "Hz", 5.0, HERTZ, "frequency at which it ends";
        sweep_time: "s", 10.0, SOME, "how long it lasts";
        noise: "m^2/s^3", 0.0, Range::Within(0.0, 1e6), "intensity of the white noise in rock, two-sided, per rad/s";
        noise_dt: "s", 0.02, Range::Within(1e-4, 1e3), "width of the cells over which the noise is constant";
        motion: "", 1.0, Range::Within(0.0, 16_777_215.0), "number of the ground motion, rounded to a whole one";
        ground_hz: "Hz", 2.5, HERTZ, "frequency of the soil";
        ground_damping: "", 0.6, Range::Within(0.0, 1e3), "damping ratio of the soil";
        rise: "s", 2.0, SOME, "time in which the noise grows to its full strength";
        strong: "s", 6.0, SPAN, "time for which it keeps it";
        decay: "s", 6.0, SOME, "time in which it dies away";
        record_scale: "", 1.0, Range::Within(-1e6, 1e6), "factor of the recorded accelerogram";
    }
}

crate::fields! {
    /// Gravity, then what the ground's motion needs: `white` is the standard deviation of the noise, `motion` half more than
    /// its number, so that its whole part is the nearest one, `fading` the end of its envelope, `stiffness` ω², `drag` 2ζω.
    pub struct ShakenSetup {
        g_x, g_z, vertical, period, pulse, pulse_time, sweep, sweep_from, sweep_rise, sweep_time, white, noise_dt, motion,
        rise, fading, decay, stiffness, drag, record_scale
    }
}

crate::fields! {
    /// The noise in the rock, and the shapes of what else shakes the ground: members that differ in the strength of pulse,
    /// sweep or record share one table.
    pub struct ShakenDrive { pulse, sweep, white, record_x, record_y, record_z }
}

/// A block on shaking ground.
pub struct Shaken;

impl Model for Shaken {
    const NAME: &'static str = "shaken";
    const ABOUT: &'static str =
        "S3: a block on a rough plane that shakes: pulse, sweep, Kanai-Tajimi noise or a record";
    const WGSL: &'static [&'static str] = &[PLAIN_CONTACT, crate::shader!("model/shaken.wgsl")];
    const STATE: &'static [StateColumn] = &[
        ("x", "m"),
        ("y", "m"),
        ("z", "m"),
        ("soil", "m"),
        ("ux", "m/s"),
        ("uy", "m/s"),
        ("uz", "m/s"),
        ("soil_speed", "m/s"),
    ];
    const TIMED_BY: &'static [&'static str] = &[
        "period",
        "pulse_time",
        "sweep_from",
        "sweep_to",
        "sweep_time",
        "noise",
        "noise_dt",
        "motion",
        "rise",
        "strong",
        "decay",
    ];
    const NOISE: bool = true;
    const GROUND: bool = true;
    const OBSERVED: &'static [StateColumn] = &[("slip", "m"), ("soil_acceleration", "m/s^2")];
    type Space = Isotropic;
    type Coords<R: Real> = Vector<R, 4>;
    type Params<R: Real> = ShakenParams<R>;
    type Setup<R: Real> = ShakenSetup<R>;
    type Drive<R: Real> = ShakenDrive<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &ShakenParams<R>) -> ShakenSetup<R> {
        let slope = turn_of_degrees(p.angle_deg);
        let omega = p.ground_hz * tau();
        ShakenSetup {
            g_x: p.gravity * sin_turn(slope),
            g_z: -p.gravity * cos_turn(slope),
            vertical: p.vertical,
            period: p.period,
            pulse: p.pulse,
            pulse_time: p.pulse_time,
            sweep: p.sweep,
            sweep_from: p.sweep_from,
            sweep_rise: R::of(0.5) * (p.sweep_to - p.sweep_from) / p.sweep_time,
            sweep_time: p.sweep_time,
            white: (p.noise * tau() / p.noise_dt).sqrt(),
            noise_dt: p.noise_dt,
            motion: p.motion + R::of(0.5),
            rise: p.rise,
            fading: p.rise + p.strong + p.decay,
            decay: p.decay,
            stiffness: omega * omega,
            drag: (p.ground_damping + p.ground_damping) * omega,
            record_scale: p.record_scale,
        }
    }

    /// The block lies on ground that rests.
    #[inline(always)]
    fn start<R: Real>(p: &ShakenParams<R>) -> (Vector<R, 4>, Vector<R, 4>) {
        let zero = R::of(0.0);
        (Vector([zero; 4]), Vector([p.speed, zero, zero, zero]))
    }

    fn turns_per_second(p: &ShakenParams<f64>) -> f64 {
        1.0 / p.period
    }

    #[inline(always)]
    fn drive<R: Real>(c: &ShakenSetup<R>, turn: R) -> ShakenDrive<R> {
        let zero = R::of(0.0);
        let one = R::of(1.0);
        let time = R::select(turn.lt(zero), turn + one, turn) * c.period;
        let turns = (c.sweep_from + c.sweep_rise * time) * time;
        let wave = sin_turn(turns - turns.nearest());
        let envelope = zero.larger(one.smaller(time / c.rise).smaller((c.fading - time) / c.decay));
        ShakenDrive {
            pulse: R::select(time.lt(c.pulse_time), one, zero),
            sweep: R::select(time.lt(c.sweep_time), wave, zero),
            white: noise(envelope * c.white, c.motion, time / c.noise_dt),
            record_x: zero,
            record_y: zero,
            record_z: zero,
        }
    }

    fn shake(d: &mut ShakenDrive<f64>, ground: [f64; 3]) {
        [d.record_x, d.record_y, d.record_z] = ground;
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &ShakenSetup<R>,
        d: &ShakenDrive<R>,
        q: Vector<R, 4>,
        u: Vector<R, 4>,
    ) -> Vector<R, 4> {
        // What the layer of soil pulls its ground back with: Kanai and Tajimi's filter.
        let soil = c.stiffness * q.0[3] + c.drag * u.0[3];
        let shake = c.pulse * d.pulse + c.sweep * d.sweep - soil;
        Vector([
            c.g_x - shake - c.record_scale * d.record_x,
            -c.record_scale * d.record_y,
            c.g_z - c.vertical * shake - c.record_scale * d.record_z,
            -d.white - soil,
        ])
    }

    #[inline(always)]
    fn gap<R: Real>(_: &ShakenSetup<R>, q: Vector<R, 4>) -> R {
        q.0[2]
    }

    #[inline(always)]
    fn local<R: Real>(_: &ShakenSetup<R>, _: Vector<R, 4>, u: Vector<R, 4>) -> Vector<R, 3> {
        Vector([u.0[0], u.0[1], u.0[2]])
    }

    #[inline(always)]
    fn kick<R: Real>(_: &ShakenSetup<R>, _: Vector<R, 4>, impulse: Vector<R, 3>) -> Vector<R, 4> {
        Vector([impulse.0[0], impulse.0[1], impulse.0[2], R::of(0.0)])
    }

    #[inline(always)]
    fn delassus<R: Real>(_: &ShakenSetup<R>, _: Vector<R, 4>) -> R {
        R::of(1.0)
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &ShakenSetup<R>, _: Vector<R, 4>, _: Vector<R, 4>) -> Vector<R, 3> {
        Vector([R::of(0.0); 3])
    }

    fn observed(c: &ShakenSetup<f64>, q: Vector<f64, 4>, u: Vector<f64, 4>) -> Vec<f64> {
        vec![q.0[0].hypot(q.0[1]), -(c.stiffness * q.0[3] + c.drag * u.0[3])]
    }

    /// One rectangular pulse `A` along the plane for `t₀` that drives the block down the slope or, on level ground, any
    /// way: with the yield acceleration `a_y = g (mu cos α - sin α)` it slides by `(A - a_y) t₀²/2 · A/a_y`, if at all.
    fn closed_form(value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        let alone = ["vertical", "sweep", "noise", "speed"].iter().all(|key| value(key) == 0.0);
        let slope = value("angle_deg").to_radians();
        let yields = value("gravity") * (value("mu") * slope.cos() - slope.sin().abs());
        let (pulse, time) = (value("pulse"), value("pulse_time"));
        // The ground runs away uphill from a block that slides downhill.
        let downhill = slope == 0.0 || pulse * slope < 0.0;
        let speed = (pulse.abs() - yields).max(0.0) * time;
        let ends = time + speed / yields;
        // Beyond the period there would be another pulse.
        let lasts = ends < value("duration") && value("duration") <= value("period");
        if !(alone && downhill && yields > 0.0 && lasts) {
            return Vec::new();
        }
        let slip = speed * time / 2.0 * pulse.abs() / yields;
        vec![KnownAnswer { what: "slips by", column: "slip", exact: slip, unit: "m" }]
    }
}
