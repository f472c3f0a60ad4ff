//! A planar contact at one instant: all that theory needs to know of a system.

use serde::Serialize;

use super::{CLASSES, theory_class};
use crate::beginning::size_of;
use crate::cone::cone_margin;
use crate::law::Law;
use crate::model::Model;
use crate::space::{PlanarDelassus, Space};
use crate::tally::Limits;

/// A planar contact at one instant. Local vectors are `(t, n)`: along the boundary to the right, and away from it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Contact {
    /// The gap.
    pub gap: f64,
    /// The local velocity `U = G u`.
    pub velocity: [f64; 2],
    /// `H = G A⁻¹ Gᵀ`.
    pub h: PlanarDelassus<f64>,
    /// The local acceleration without contact, `G A⁻¹ K + Ġ u`; its normal part is the push.
    pub free: [f64; 2],
    /// The friction coefficient while sliding to the right.
    pub mu_plus: f64,
    /// The friction coefficient while sliding to the left.
    pub mu_minus: f64,
    /// A gap up to this counts as touching.
    pub touch: f64,
    /// A velocity up to this counts as none.
    pub still: f64,
}

/// The sense in which a contact slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sense {
    /// `U_t > 0`: friction is on the edge D+.
    Right,
    /// `U_t < 0`: friction is on the edge D-.
    Left,
}

/// What a contact does at this instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// It is open, or opens.
    Apart,
    /// It closes.
    Impact,
    /// It neither closes nor slides.
    Rest,
    /// It slides.
    Slide(Sense),
}

impl Contact {
    /// The contact of a model in a state, with the drive at its start; `None` if it is not planar.
    pub fn of<M: Model, L: Law<M::Space>>(
        c: &M::Setup<f64>,
        law: &L::Params<f64>,
        q: M::Coords<f64>,
        u: M::Coords<f64>,
    ) -> Option<Contact> {
        let limits = Limits::<f64>::of_precision();
        let still = limits.rounding * size_of::<f64, M>(u);
        let velocity = M::Space::planar(M::local(c, q, u))?;
        let loose = M::acceleration(c, &M::drive(c, 0.0), q, u);
        let [pulled, turned] = [M::local(c, q, loose), M::curvature(c, q, u)].map(M::Space::planar);
        let (pulled, turned) = (pulled?, turned?);
        // Moreau 1988, Sec. 17: the cone depends on the velocity before, so what rests has the static one.
        let [mu_plus, mu_minus] = L::coefficients_of(law, velocity[0].abs() <= still)?;
        Some(Contact {
            gap: M::gap(c, q),
            velocity,
            h: M::Space::planar_delassus(M::delassus(c, q))?,
            free: [pulled[0] + turned[0], pulled[1] + turned[1]],
            mu_plus,
            mu_minus,
            touch: limits.rounding * size_of::<f64, M>(q),
            still,
        })
    }

    /// The normal acceleration without contact.
    pub fn push(&self) -> f64 {
        self.free[1]
    }

    /// `H_nn ∓ mu H_tn` for sliding in this sense (`p(θ)` of Moreau 1988, Ex. 15.3).
    pub fn margin(&self, sense: Sense) -> f64 {
        let slide = if sense == Sense::Right { 1.0 } else { -1.0 };
        cone_margin(self.h, self.mu_plus, self.mu_minus, slide)
    }

    /// `F_t / N` while sliding in this sense: the edge D+ or D- of the cone.
    pub fn edge(&self, sense: Sense) -> f64 {
        if sense == Sense::Right { -self.mu_plus } else { self.mu_minus }
    }

    /// The class, a place in [`CLASSES`], as the kernels tell it.
    pub fn class(&self) -> usize {
        let [slide, normal] = self.velocity;
        let margin = cone_margin(self.h, self.mu_plus, self.mu_minus, slide);
        let class = theory_class(self.gap, self.touch, normal, slide.abs(), self.still, margin, self.push());
        (class as usize).min(CLASSES.len() - 1)
    }

    /// What the contact does.
    pub fn motion(&self) -> Motion {
        match CLASSES[self.class()] {
            "apart" => Motion::Apart,
            "impact" => Motion::Impact,
            "rest" => Motion::Rest,
            _ if self.velocity[0] < 0.0 => Motion::Slide(Sense::Left),
            _ => Motion::Slide(Sense::Right),
        }
    }

    /// Whether theory can answer in f64: every number finite, H positive definite beyond the rounding of its entries.
    pub fn is_sound(&self) -> bool {
        let Contact { gap, velocity, h, free, mu_plus, mu_minus, touch, still } = *self;
        let numbers = [gap, h.tt, h.tn, h.nn, mu_plus, mu_minus, touch, still];
        let finite = numbers.iter().chain(&velocity).chain(&free).all(|x| x.is_finite());
        let area = h.tt * h.nn;
        finite && h.nn > 0.0 && area - h.tn * h.tn > Limits::<f64>::of_precision().rounding * area
    }

    /// `-H⁻¹v` times the positive determinant of H, and that determinant: what would stop v.
    pub(super) fn stop(&self, [t, n]: [f64; 2]) -> ([f64; 2], f64) {
        let h = self.h;
        ([h.tn * n - h.nn * t, h.tn * t - h.tt * n], h.tt * h.nn - h.tn * h.tn)
    }
}
