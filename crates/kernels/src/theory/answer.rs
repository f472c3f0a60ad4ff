//! All that theory says of a contact, together.

use serde::Serialize;

use super::forces::solutions;
use super::{CLASSES, Contact, Jumps, Motion, Sense, Solution};

/// A margin that is smaller than this share of H_nn is zero but for rounding: that of a handful of products.
pub const TOLERANCE: f64 = 64.0 * f64::EPSILON;

/// What theory says of a contact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Theory {
    /// The contact.
    pub contact: Contact,
    /// `H_nn - mu+ H_tn`, of sliding to the right.
    pub p_plus: f64,
    /// `H_nn + mu- H_tn`, of sliding to the left.
    pub p_minus: f64,
    /// The sense in which it slides, if it does.
    pub sense: Option<Sense>,
    /// `p_plus` or `p_minus`, that of this sense.
    pub margin: Option<f64>,
    /// The normal acceleration without contact.
    pub push: f64,
    /// One of [`CLASSES`], by exact signs.
    pub class: &'static str,
    /// Velocity jumps (Moreau 1988, Sec. 14).
    pub jumps: Jumps,
    /// Every solution for the contact force, then the sudden stop (Stewart & Trinkle 1996, Sec. 1.4–1.5).
    pub solutions: Vec<Solution>,
}

impl Theory {
    /// What theory says. A margin counts as zero up to `tolerance` times H_nn ([`TOLERANCE`] for rounding alone) where
    /// Moreau's case is told; forces and class go by exact signs.
    pub fn of(contact: &Contact, tolerance: f64) -> Theory {
        let sense = match contact.motion() {
            Motion::Slide(sense) => Some(sense),
            _ => None,
        };
        let jumps = Jumps::of(contact, tolerance);
        Theory {
            contact: *contact,
            p_plus: contact.margin(Sense::Right),
            p_minus: contact.margin(Sense::Left),
            sense,
            margin: sense.map(|sense| contact.margin(sense)),
            push: contact.push(),
            class: CLASSES[contact.class()],
            solutions: solutions(contact, &jumps),
            jumps,
        }
    }

    /// How many solutions have a finite force.
    pub fn finite_forces(&self) -> usize {
        self.solutions.iter().filter(|solution| matches!(solution, Solution::Force { .. })).count()
    }
}
