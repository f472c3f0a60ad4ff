//! S9: Painlevé's bar: a rigid bar whose centre of mass stays on a line and whose end A stands on a rough obstacle (Charles &
//! Ballard 2016, Sec. 6.2). Twin: `shaders/model/painleve_bar.wgsl`.
//!
//! `A = diag(m, J)` for (x, θ); A lies at a distance l from the centre and touches at θ = θ0, `-π/2 < θ0 < 0`. The second coordinate is
//! the paper's constraint `φ = θ - θ0` itself, which rounding leaves 0 where it is 0; the gap is that, times `l cos θ0`, so that it is
//! a length and its rate is A's velocity:
//!
//! ```text
//! gap = l cos θ0 φ        U = (ẋ - l sin θ0 φ̇, l cos θ0 φ̇)        K = (f + f' n(t), C + C' n(t))
//! ```
//!
//! n is a standard normal number, constant over cells of `micro_dt` ([`crate::noise`]); `motion` is the number of the member's own
//! noise. The law `coulomb-planar` makes it the paper's P5, `generalised` with e = 0 its P3'. Sliding to the right is singular where
//! `mu >= -1/tan θ0`; below that both slide with `ẍ = C mu/(m l (cos θ0 + mu sin θ0))` while pressed, C < 0.

use super::{Boundary, KnownAnswer, Model, PLAIN_TRAVEL, StateColumn};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, tau, turn_of_degrees};
use crate::noise::noise;
use crate::real::Real;
use crate::space::{Planar, PlanarDelassus};
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`PainleveBar`].
    pub struct PainleveBarParams {
        m: "kg", 1.0, Range::Above(0.0, 1e6), "mass";
        inertia: "kg m^2", 0.3, Range::Above(0.0, 1e9), "moment of inertia about the centre of mass";
        l: "m", 1.0, Range::Above(0.0, 1e6), "distance from the centre of mass to the end A";
        theta0_deg: "deg", -45.0, Range::Within(-89.0, -1.0), "angle of the bar in contact, below the line";
        ux0: "m/s", 1.0, ANY, "initial velocity of the centre along the line";
        omega0: "rad/s", 0.0, ANY, "initial angular velocity; positive lifts A";
        lift0: "rad", 0.0, Range::Within(0.0, 1.0), "initial angle φ above contact";
        torque: "N m", -1.0, ANY, "constant torque C; negative presses A on the obstacle";
        force: "N", 0.0, ANY, "constant force f along the line";
        micro: "N m", 0.0, Range::Within(0.0, 1e6), "standard deviation C' of the random torque";
        micro_force: "N", 0.0, Range::Within(0.0, 1e6), "standard deviation f' of the random force along the line";
        micro_dt: "s", 0.01, Range::Within(1e-6, 1e3), "width of the cells over which the random loads are constant";
        motion: "", 1.0, Range::Within(0.0, 16_777_215.0), "number of the random load, rounded to a whole one";
        period: "s", 64.0, Range::Within(1e-3, 1e4), "the random loads begin again after it";
        skin: "m", 1e-7, Range::Within(0.0, 1.0), "how far above the obstacle contact is felt: above rounding";
    }
}

crate::fields! {
    /// `along` and `up` are the lever arms of the contact: `-l sin θ0` and `l cos θ0`; `strength` is 1 where loads are random.
    pub struct PainleveBarSetup {
        inverse_mass, inverse_inertia, along, up, theta0, torque, force, micro, micro_force, strength, micro_dt, motion, period, skin
    }
}

crate::fields! {
    /// The random number of this cell.
    pub struct PainleveBarDrive { noise }
}

/// Painlevé's bar.
pub struct PainleveBar;

impl Model for PainleveBar {
    const NAME: &'static str = "painleve-bar";
    const ABOUT: &'static str = "S9: Painlevé's bar, its centre on a line and one end on a rough obstacle (Charles & Ballard 2016, Sec. 6.2)";
    const WGSL: &'static [&'static str] = &[PLAIN_TRAVEL, crate::shader!("model/painleve_bar.wgsl")];
    const STATE: &'static [StateColumn] = &[("x", "m"), ("phi", "rad"), ("ux", "m/s"), ("omega", "rad/s")];
    const SPIN: Option<usize> = Some(1);
    const NOISE: bool = true;
    const TIMED_BY: &'static [&'static str] = &["micro", "micro_force", "micro_dt", "motion", "period"];
    const OBSERVED: &'static [StateColumn] = &[("slide", "m/s"), ("gap", "m"), ("theta", "rad")];
    type Space = Planar;
    type Coords<R: Real> = Vector<R, 2>;
    type Params<R: Real> = PainleveBarParams<R>;
    type Setup<R: Real> = PainleveBarSetup<R>;
    type Drive<R: Real> = PainleveBarDrive<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &PainleveBarParams<R>) -> PainleveBarSetup<R> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let turn = turn_of_degrees(p.theta0_deg);
        PainleveBarSetup {
            inverse_mass: one / p.m,
            inverse_inertia: one / p.inertia,
            along: -p.l * sin_turn(turn),
            up: p.l * cos_turn(turn),
            theta0: turn * tau(),
            torque: p.torque,
            force: p.force,
            micro: p.micro,
            micro_force: p.micro_force,
            strength: R::select(zero.lt(p.micro + p.micro_force), one, zero),
            micro_dt: p.micro_dt,
            motion: p.motion + R::of(0.5),
            period: p.period,
            skin: p.skin,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &PainleveBarParams<R>) -> (Vector<R, 2>, Vector<R, 2>) {
        (Vector([R::of(0.0), p.lift0]), Vector([p.ux0, p.omega0]))
    }

    fn turns_per_second(p: &PainleveBarParams<f64>) -> f64 {
        1.0 / p.period
    }

    #[inline(always)]
    fn drive<R: Real>(c: &PainleveBarSetup<R>, turn: R) -> PainleveBarDrive<R> {
        let time = R::select(turn.lt(R::of(0.0)), turn + R::of(1.0), turn) * c.period;
        PainleveBarDrive { noise: noise(c.strength, c.motion, time / c.micro_dt) }
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &PainleveBarSetup<R>,
        d: &PainleveBarDrive<R>,
        _: Vector<R, 2>,
        _: Vector<R, 2>,
    ) -> Vector<R, 2> {
        Vector([
            (c.force + c.micro_force * d.noise) * c.inverse_mass,
            (c.torque + c.micro * d.noise) * c.inverse_inertia,
        ])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &PainleveBarSetup<R>, q: Vector<R, 2>) -> R {
        c.up * q.0[1]
    }

    #[inline(always)]
    fn local<R: Real>(c: &PainleveBarSetup<R>, _: Vector<R, 2>, u: Vector<R, 2>) -> Vector<R, 2> {
        Vector([u.0[0] + c.along * u.0[1], c.up * u.0[1]])
    }

    #[inline(always)]
    fn kick<R: Real>(c: &PainleveBarSetup<R>, _: Vector<R, 2>, impulse: Vector<R, 2>) -> Vector<R, 2> {
        let [t, n] = impulse.0;
        Vector([t * c.inverse_mass, (c.along * t + c.up * n) * c.inverse_inertia])
    }

    #[inline(always)]
    fn skin<R: Real>(c: &PainleveBarSetup<R>) -> R {
        c.skin
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &PainleveBarSetup<R>, _: Vector<R, 2>) -> PlanarDelassus<R> {
        PlanarDelassus {
            tt: c.inverse_mass + c.along * c.along * c.inverse_inertia,
            tn: c.along * c.up * c.inverse_inertia,
            nn: c.up * c.up * c.inverse_inertia,
        }
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &PainleveBarSetup<R>, _: Vector<R, 2>, _: Vector<R, 2>) -> Vector<R, 2> {
        Vector([R::of(0.0); 2])
    }

    fn observed(c: &PainleveBarSetup<f64>, q: Vector<f64, 2>, u: Vector<f64, 2>) -> Vec<f64> {
        vec![Self::local(c, q, u).0[0], Self::gap(c, q), c.theta0 + q.0[1]]
    }

    /// The bar from A to its other end, a fiftieth of l wide; the line of the centre is y = 0.
    fn outline(c: &PainleveBarSetup<f64>, q: Vector<f64, 2>) -> Vec<(f64, f64)> {
        let l = c.along.hypot(c.up);
        let (sin, cos) = (c.theta0 + q.0[1]).sin_cos();
        let place = |s: f64, across: f64| (q.0[0] + s * cos - across * sin, s * sin + across * cos);
        let half = l / 100.0;
        vec![place(l, -half), place(l, half), place(-l, half), place(-l, -half)]
    }

    /// The friction set loses its end at `mu = -1/tan θ0`; beyond no torque at all stands between a stop and lifting off.
    fn boundaries(over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        let theta0 = value("theta0_deg").to_radians();
        if over != ["mu", "torque"] || !theta0.is_finite() {
            return Vec::new();
        }
        let edge = -1.0 / theta0.tan();
        vec![Boundary {
            what: "μ = -1/tan θ0: sliding is singular beyond",
            points: vec![(edge, -1e6), (edge, 1e6)],
        }]
    }

    /// How far a pressed or grazing bar gets from a slide to the right without other loads: uniform deceleration, an impact at the
    /// start, or for ever.
    fn closed_form(value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        let alone = ["omega0", "lift0", "force", "micro", "micro_force"].iter().all(|key| value(key) == 0.0);
        let (speed, torque, time) = (value("ux0"), value("torque"), value("duration"));
        let (sin, cos) = value("theta0_deg").to_radians().sin_cos();
        if !(alone && speed > 0.0 && torque <= 0.0 && time > 0.0) {
            return Vec::new();
        }
        let margin = cos + value("mu") * sin;
        let slows = -torque * value("mu") / (value("m") * value("l") * margin);
        let exact = if torque == 0.0 {
            speed * time
        } else if margin <= 0.0 {
            0.0
        } else if slows * time < speed {
            time * (speed - slows * time / 2.0)
        } else {
            speed * speed / (2.0 * slows)
        };
        vec![KnownAnswer { what: "gets as far as", column: "x", exact, unit: "m" }]
    }
}
