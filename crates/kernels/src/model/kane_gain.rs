//! Where Newton's law gains energy in the impact of Kane's pendulum, in closed form.
//!
//! An impact is a straight line in its velocities, so only `x = U_t/|U_n|` counts. With `U_n = -1` and `D = det H` the change of
//! kinetic energy, `P·U + 1/2 P·HP`, is
//!
//! ```text
//! sticks:            -(H_nn x² + 2 H_tn x + (1 - e²) H_tt)/(2D)
//! slides, s = ±1:    n (s mu x - 1) + n²/2 Q,   n = (1+e)/(H_nn + s mu H_tn),   Q = mu² H_tt + 2 s mu H_tn + H_nn
//! ```
//!
//! with `P_t = s mu P_n` (s = -1 slides to the right). Each is solved for the place where it is 0, and kept where its mode is the right one.

use super::{Boundary, Kane, KaneParams, Model};
use crate::columns::Columns;
use crate::cone::cone_impulse;
use crate::space::{Planar, PlanarDelassus, Space};
use crate::tuple::{Tuple, Vector};

/// What the lines part.
const WHAT: &str = "Newton's law gains energy within";
/// Beyond any axis, in rad/s.
const FAR: f64 = 1e4;
/// As good as no approach at all.
const GRAZING: f64 = 1e9;
/// Points of a curve over mu, and its end.
const POINTS: u32 = 4000;
const MU_END: f64 = 4.0;

/// An impact at `U = (x, -1)`.
struct Strike {
    h: PlanarDelassus<f64>,
    mu: f64,
    e: f64,
}

impl Strike {
    /// The impulse, and which mode it is: 0 sticks, -1 slides to the right, 1 to the left.
    fn impulse(&self, x: f64) -> (Vector<f64, 2>, f64) {
        let (impulse, sticks) = cone_impulse(self.h, self.mu, self.mu, Vector([x, -1.0 - self.e]));
        (impulse, if sticks { 0.0 } else { impulse.0[0].signum() })
    }

    /// The change of kinetic energy.
    fn gain(&self, x: f64) -> f64 {
        let impulse = self.impulse(x).0;
        impulse.dot(Vector([x, -1.0]) + Planar::respond(self.h, impulse) * 0.5)
    }

    /// Where the gain is 0, in order.
    fn roots(&self) -> Vec<f64> {
        let PlanarDelassus { tt, tn, nn } = self.h;
        let root = (tn * tn - (1.0 - self.e * self.e) * tt * nn).sqrt();
        let sticks = [-tn - root, -tn + root].map(|x| (x / nn, 0.0));
        let slides = [-1.0, 1.0].map(|s| (s * (1.0 - 0.5 * self.slide(s)) / self.mu, s));
        let own =
            sticks.into_iter().chain(slides).filter(|&(x, mode)| x.is_finite() && self.impulse(x).1 == mode);
        let mut roots: Vec<f64> = own.map(|(x, _)| x).collect();
        roots.sort_by(f64::total_cmp);
        roots
    }

    /// `n Q` of a sliding impact.
    fn slide(&self, s: f64) -> f64 {
        let PlanarDelassus { tt, tn, nn } = self.h;
        let along = s * self.mu;
        (1.0 + self.e) * (along * along * tt + 2.0 * along * tn + nn) / (nn + along * tn)
    }
}

/// The lines over the velocities, or over restitution and friction.
pub(super) fn boundaries(over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
    let names = <KaneParams<f64> as Columns<f64>>::COLUMNS;
    let p: KaneParams<f64> = crate::columns::Fields::from_fn(|j| {
        // What is on an axis does not matter here.
        if over.contains(&names[j].name) { 1.0 } else { value(names[j].name) }
    });
    let q = Kane::start(&p).0;
    let c = Kane::setup(&p);
    let h = Kane::delassus(&c, q);
    let det = h.tt * h.nn - h.tn * h.tn;
    if det.is_nan() || det <= 0.0 {
        return Vec::new();
    }
    match over {
        ["u1_0", "u2_0"] => sectors(&Strike { h, mu: value("mu"), e: value("e") }, q),
        ["e", "mu"] => {
            curve(h, Kane::local(&c, q, Vector([value("u1_0"), value("u2_0")]))).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Sectors of the plane of velocities in which energy is gained, from one ray over the origin to the other.
fn sectors(strike: &Strike, q: Vector<f64, 2>) -> Vec<Boundary> {
    let p = Kane::pendulum(q);
    // u = G⁻¹U, but for its length.
    let ray = |x: f64| {
        let u = [-p.sin.0[1] * x - p.cos.0[1], p.sin.0[0] * x + p.cos.0[0]];
        let turn = (p.sin.0[0] * p.cos.0[1] - p.sin.0[1] * p.cos.0[0]).signum();
        let scale = FAR * turn / u[0].hypot(u[1]);
        (scale * u[0], scale * u[1])
    };
    let roots = strike.roots();
    let gaining = roots.windows(2).filter(|pair| strike.gain(0.5 * (pair[0] + pair[1])) > 0.0);
    let sector = |pair: &[f64]| Boundary { what: WHAT, points: vec![ray(pair[0]), (0.0, 0.0), ray(pair[1])] };
    let mut lines: Vec<Boundary> = gaining.map(sector).collect();
    if !lines.is_empty() {
        let points = vec![ray(-GRAZING), ray(GRAZING)];
        lines.push(Boundary { what: "no impact beyond", points });
    }
    lines
}

/// The restitution from which on energy is gained, for each mu.
fn curve(h: PlanarDelassus<f64>, local: Vector<f64, 2>) -> Option<Boundary> {
    let x = local.0[0] / -local.0[1];
    let stick = (1.0 + (h.nn * x * x + 2.0 * h.tn * x) / h.tt).sqrt();
    let at = |k: u32| {
        let mu = MU_END * f64::from(k) / f64::from(POINTS);
        let slides = [-1.0, 1.0].map(|s| {
            let soft = Strike { h, mu, e: 0.0 };
            (2.0 * (1.0 - s * mu * x) / soft.slide(s) - 1.0, s)
        });
        let modes = [(stick, 0.0)].into_iter().chain(slides);
        let own =
            |&(e, mode): &(f64, f64)| (0.0..=1.0).contains(&e) && Strike { h, mu, e }.impulse(x).1 == mode;
        modes.into_iter().find(own).map(|(e, _)| (e, mu))
    };
    let points: Vec<(f64, f64)> = (1..=POINTS).filter_map(at).collect();
    (local.0[1] < 0.0 && points.len() > 1)
        .then_some(Boundary { what: "Newton's law gains energy to the right", points })
}
