//! S10: a bar pivoted at B whose end A stands against a rough obstacle: System 1 of Charles & Ballard 2016, Sec. 6.3, and the same
//! bar with an end that gives along it. Twin: `shaders/model/pivoted_bar.wgsl`.
//!
//! θ is the angle of the bar from contact, s how far A is drawn out of it against a spring k with a damper c. With J about B, the distance l from
//! B to A and the angle β of the obstacle,
//!
//! ```text
//! A = diag(J, m)      U = θ̇ l (cos β, sin β) + ṡ (sin β, -cos β)      gap = l sin β θ - cos β s      K = (C, -k s - c ṡ)
//! ```
//!
//! **Rigid** (`rigid = 1`): s = 0, one degree of freedom, H of rank one. Coulomb's law on the force at A is the paper's P6, where the
//! torque C > 0 of a bar at rest can be held for any time if `mu > tan β`: `P_n = C/(l (mu cos β - sin β))`. Every `P` with the same
//! `cos β P_t + sin β P_n` does the same to the bar, so the reaction is not known; so that laws need not divide by det H = 0 they are
//! told `H_tt + 1/m`, by which they take the one with `P_t = 0`. The paper's velocity of sliding, `l sin θ̃0 θ̇`, does not work on its `r_θ`;
//! here G is the one that does, and `tan β` the paper's bound.
//!
//! **Elastic** (`rigid = 0`): what the paper's Sec. 6.4 asks for, "a refined model". The spring knows the force along the bar, k d for an
//! end pushed in by d, and with it the bar is wedged, at rest, if and only if
//! `k d (mu cos β - sin β) >= (C/l) (cos β + mu sin β)`.

use super::{Boundary, KnownAnswer, Model, PLAIN_TRAVEL, StateColumn, Still};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, turn_of_degrees};
use crate::real::Real;
use crate::space::{Planar, PlanarDelassus};
use crate::tuple::Vector;

crate::columns! {
    /// Parameters of [`PivotedBar`].
    pub struct PivotedBarParams {
        inertia: "kg m^2", 0.3, Range::Above(0.0, 1e9), "moment of inertia about the pivot B";
        l: "m", 1.0, Range::Above(0.0, 1e6), "distance from B to the end A";
        beta_deg: "deg", 20.0, Range::Within(1.0, 89.0), "angle of the obstacle: a rigid bar can be wedged where mu > tan(beta)";
        rigid: "", 0.0, Range::OneOf(&[0.0, 1.0]), "1: one degree of freedom; 0: the end gives along the bar";
        tip_mass: "kg", 0.05, Range::Above(0.0, 1e6), "mass of the end that gives";
        stiffness: "N/m", 1e4, Range::Within(0.0, 1e9), "of its spring";
        damping: "N s/m", 5.0, Range::Within(0.0, 1e9), "of its damper";
        compress: "m", 5e-4, Range::Within(0.0, 1e3), "how far it is pushed in at the start; 0 for a rigid bar";
        gap0: "m", 0.0, Range::Within(0.0, 1e3), "initial gap";
        omega0: "rad/s", -0.1, ANY, "initial angular velocity; positive leaves the obstacle";
        torque: "N m", 1.0, ANY, "constant torque C; positive pulls away from the obstacle";
        skin: "m", 1e-7, Range::Within(0.0, 1.0), "how far above the obstacle contact is felt: above rounding";
    }
}

crate::fields! {
    /// `along` and `up` are the lever arms `l (cos β, sin β)`, `(draw, press)` the direction `(sin β, -cos β)` of the end, 0 if rigid; `spare`
    /// is what H_tt has beyond the motion.
    pub struct PivotedBarSetup {
        inverse_inertia, inverse_tip, along, up, draw, press, spare, stiffness, damping, torque, skin
    }
}

/// A pivoted bar.
pub struct PivotedBar;

impl Model for PivotedBar {
    const NAME: &'static str = "pivoted-bar";
    const ABOUT: &'static str = "S10: a bar pivoted at one end, the other against a rough obstacle, rigid or elastic (Charles & Ballard 2016, Sec. 6.3)";
    const WGSL: &'static [&'static str] = &[PLAIN_TRAVEL, crate::shader!("model/pivoted_bar.wgsl")];
    const GAP_UNITS: [&'static str; 2] = ["m", "m/s"];
    const STATE: &'static [StateColumn] = &[("theta", "rad"), ("s", "m"), ("omega", "rad/s"), ("us", "m/s")];
    const STEP: f64 = 1e-4;
    const SPIN: Option<usize> = Some(0);
    const OBSERVED: &'static [StateColumn] = &[("slide", "m/s"), ("gap", "m")];
    type Space = Planar;
    type Coords<R: Real> = Vector<R, 2>;
    type Params<R: Real> = PivotedBarParams<R>;
    type Setup<R: Real> = PivotedBarSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &PivotedBarParams<R>) -> PivotedBarSetup<R> {
        let one = R::of(1.0);
        let turn = turn_of_degrees(p.beta_deg);
        let (gives, inverse_tip) = (one - p.rigid, one / p.tip_mass);
        PivotedBarSetup {
            inverse_inertia: one / p.inertia,
            inverse_tip,
            along: p.l * cos_turn(turn),
            up: p.l * sin_turn(turn),
            draw: gives * sin_turn(turn),
            press: -gives * cos_turn(turn),
            spare: p.rigid * inverse_tip,
            stiffness: gives * p.stiffness,
            damping: gives * p.damping,
            torque: p.torque,
            skin: p.skin,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &PivotedBarParams<R>) -> (Vector<R, 2>, Vector<R, 2>) {
        let turn = turn_of_degrees(p.beta_deg);
        let pushed = (R::of(1.0) - p.rigid) * p.compress;
        let theta = (p.gap0 - cos_turn(turn) * pushed) / (p.l * sin_turn(turn));
        (Vector([theta, -pushed]), Vector([p.omega0, R::of(0.0)]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &PivotedBarSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &PivotedBarSetup<R>,
        _: &Still<R>,
        q: Vector<R, 2>,
        u: Vector<R, 2>,
    ) -> Vector<R, 2> {
        let spring = c.stiffness * q.0[1] + c.damping * u.0[1];
        Vector([c.torque * c.inverse_inertia, -spring * c.inverse_tip])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &PivotedBarSetup<R>, q: Vector<R, 2>) -> R {
        c.up * q.0[0] + c.press * q.0[1]
    }

    #[inline(always)]
    fn local<R: Real>(c: &PivotedBarSetup<R>, _: Vector<R, 2>, u: Vector<R, 2>) -> Vector<R, 2> {
        Vector([c.along * u.0[0] + c.draw * u.0[1], c.up * u.0[0] + c.press * u.0[1]])
    }

    #[inline(always)]
    fn kick<R: Real>(c: &PivotedBarSetup<R>, _: Vector<R, 2>, impulse: Vector<R, 2>) -> Vector<R, 2> {
        let [t, n] = impulse.0;
        Vector([(c.along * t + c.up * n) * c.inverse_inertia, (c.draw * t + c.press * n) * c.inverse_tip])
    }

    #[inline(always)]
    fn skin<R: Real>(c: &PivotedBarSetup<R>) -> R {
        c.skin
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &PivotedBarSetup<R>, _: Vector<R, 2>) -> PlanarDelassus<R> {
        PlanarDelassus {
            tt: c.along * c.along * c.inverse_inertia + c.draw * c.draw * c.inverse_tip + c.spare,
            tn: c.along * c.up * c.inverse_inertia + c.draw * c.press * c.inverse_tip,
            nn: c.up * c.up * c.inverse_inertia + c.press * c.press * c.inverse_tip,
        }
    }

    #[inline(always)]
    fn curvature<R: Real>(_: &PivotedBarSetup<R>, _: Vector<R, 2>, _: Vector<R, 2>) -> Vector<R, 2> {
        Vector([R::of(0.0); 2])
    }

    fn observed(c: &PivotedBarSetup<f64>, q: Vector<f64, 2>, u: Vector<f64, 2>) -> Vec<f64> {
        vec![Self::local(c, q, u).0[0], Self::gap(c, q)]
    }

    /// What an elastic bar at rest needs to be wedged; a rigid one needs `mu > tan β`, whatever holds it.
    fn boundaries(over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        let (sin, cos) = value("beta_deg").to_radians().sin_cos();
        let pull = value("torque") / (value("l") * value("stiffness"));
        if over != ["mu", "compress"] || !(pull > 0.0 && sin > 0.0) {
            return Vec::new();
        }
        let needed = |k: u32| {
            let mu = sin / cos + 0.01 * f64::from(k);
            (mu, pull * (cos + mu * sin) / (mu * cos - sin))
        };
        let edge = vec![(sin / cos, 0.0), (sin / cos, 1e3)];
        vec![
            Boundary { what: "wedged above", points: (1..=400).map(needed).collect() },
            Boundary { what: "μ = tan β: no bar is wedged below", points: edge },
        ]
    }

    /// A rigid bar at rest that is pulled away: time-stepping lets it go at once.
    fn closed_form(value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        let (torque, time) = (value("torque"), value("duration"));
        let at_rest = value("rigid") == 1.0 && value("omega0") == 0.0 && value("gap0") == 0.0;
        if !(at_rest && torque > 0.0 && time > 0.0) {
            return Vec::new();
        }
        let exact = torque * time * time / (2.0 * value("inertia"));
        vec![KnownAnswer { what: "leaves at once and turns by", column: "theta", exact, unit: "rad" }]
    }
}
