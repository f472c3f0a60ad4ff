//! The planar cone and its laws: judged by the conditions they must satisfy, never by another solver.

mod coefficients;
mod generalised;
mod impact;
mod pair;
mod solution;

use moreau::law::{CoulombDirected, Law, Problem};
use moreau::space::{Planar, PlanarDelassus, Space};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

type Directed = <CoulombDirected as Law<Planar>>::Params<f64>;

/// A certificate is a sum of at most eight products of rounded factors: the limit the program itself flags by.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// One contact problem with `U_Ln < 0`.
#[derive(Clone, Copy, Debug)]
struct Contact {
    h: PlanarDelassus<f64>,
    mu_plus: f64,
    mu_minus: f64,
    loose: Vector<f64, 2>,
}

/// What the law answers, and what it makes of the velocity.
#[derive(Clone, Copy, Debug)]
struct Answer {
    impulse: Vector<f64, 2>,
    end: Vector<f64, 2>,
    sticks: bool,
}

impl Contact {
    fn params(&self) -> Directed {
        Directed { mu_plus: self.mu_plus, mu_minus: self.mu_minus }
    }

    /// What a law is asked.
    pub fn asked(&self, stuck: bool) -> Problem<f64, Planar> {
        Problem::active(self.h, self.loose, stuck)
    }

    fn solve(&self) -> Answer {
        let reaction = CoulombDirected::impulse(&self.params(), &self.asked(false));
        let impulse = reaction.impulse;
        Answer { impulse, end: self.loose + Planar::respond(self.h, impulse), sticks: reaction.sticks }
    }

    fn det(&self) -> f64 {
        self.h.tt * self.h.nn - self.h.tn * self.h.tn
    }

    /// Squared velocity that rounding refers to.
    fn reach(&self, impulse: Vector<f64, 2>) -> f64 {
        Planar::reach(self.h, self.loose, impulse)
    }

    /// The condition number of H, or a little more.
    fn condition(&self) -> f64 {
        Planar::weight(self.h).powi(2) / self.det()
    }

    /// `H_nn - mu+ H_tn` and `H_nn + mu- H_tn`.
    fn margins(&self) -> [f64; 2] {
        [self.h.nn - self.mu_plus * self.h.tn, self.h.nn + self.mu_minus * self.h.tn]
    }

    /// How far P lies inside the edge D+, and inside the edge D-: both are zero or more in the cone.
    fn inside(&self, impulse: Vector<f64, 2>) -> [f64; 2] {
        let [t, n] = impulse.0;
        [t + self.mu_plus * n, self.mu_minus * n - t]
    }

    /// The point of the line Δ that leaves the sliding velocity `sigma` (Moreau 1988, (14.7)).
    fn on_delta(&self, sigma: f64) -> Vector<f64, 2> {
        let (PlanarDelassus { tt, tn, nn }, [t, n]) = (self.h, self.loose.0);
        Vector([nn * (sigma - t) + tn * n, -tn * (sigma - t) - tt * n]) * (1.0 / self.det())
    }

    fn mirrored(&self) -> Contact {
        let [t, n] = self.loose.0;
        Contact {
            h: PlanarDelassus { tn: -self.h.tn, ..self.h },
            mu_plus: self.mu_minus,
            mu_minus: self.mu_plus,
            loose: Vector([-t, n]),
        }
    }
}

fn length(v: Vector<f64, 2>) -> f64 {
    v.dot(v).sqrt()
}

fn loose() -> impl Strategy<Value = Vector<f64, 2>> {
    (-20.0..20.0, -10.0..-1e-6).prop_map(|(t, n)| Vector([t, n]))
}

/// Any positive definite H, often with one singular side.
fn any_contact() -> impl Strategy<Value = Contact> {
    (0.1..5.0, 0.1..5.0, -5.0..5.0, 0.0..5.0, 0.0..5.0, loose()).prop_map(
        |(a, b, c, mu_plus, mu_minus, loose)| Contact {
            h: Planar::delassus_of(a, b, c),
            mu_plus,
            mu_minus,
            loose,
        },
    )
}

/// The margin of one side is 0, or a relative 1e-12 above or below it. With mu a power of two, `nn = mu tn` is exact.
fn critical_contact() -> impl Strategy<Value = Contact> {
    let off = prop_oneof![Just(0.0), Just(1e-12), Just(-1e-12), -1e-12..1e-12];
    (-2..3, 0.1..5.0, 0.1..5.0, off, 0.0..5.0, any::<bool>(), loose()).prop_map(
        |(power, a, b, off, mu_minus, left, loose)| {
            let mu = 2.0_f64.powi(power);
            let h = Planar::delassus_of(a, b, a / mu);
            let contact = Contact { h, mu_plus: mu * (1.0 + off), mu_minus, loose };
            if left { contact.mirrored() } else { contact }
        },
    )
}

fn contact() -> impl Strategy<Value = Contact> {
    prop_oneof![any_contact(), critical_contact()]
}

/// H is so flat that a determinant says little, and the point of sticking lies near an edge of the cone, or on it.
fn flat_contact() -> impl Strategy<Value = Contact> {
    let off = prop_oneof![Just(0.0), -1e-15..1e-15, -1e-9..1e-9, -0.1..0.1];
    (any_contact(), -8.0..0.0, 0.01..5.0, off, any::<bool>()).prop_filter_map(
        "the contact opens",
        |(c, power, n, off, left)| {
            let h = PlanarDelassus { tt: 10.0_f64.powf(power) + c.h.tn * c.h.tn / c.h.nn, ..c.h };
            let edge = if left { c.mu_minus } else { -c.mu_plus };
            let loose = Planar::respond(h, Vector([edge * n * (1.0 + off), n])) * -1.0;
            (loose.0[1] < 0.0).then_some(Contact { h, loose, ..c })
        },
    )
}
