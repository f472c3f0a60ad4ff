//! Velocity jumps that the friction law admits (Moreau 1988, Sec. 14).
//!
//! `U⁺ - U⁻ = H P`, `U⁺ = σ t`, `P ∈ D+` where σ > 0, `P ∈ D-` where σ < 0, `P ∈ C` where σ = 0 (14.2)–(14.6). P lies on
//! the line Δ through `-H⁻¹U⁻` along `H⁻¹t`. A closing contact has one solution. For a sliding one Δ passes through the
//! apex of C, and `P = 0` is always a solution; another is `P = -H⁻¹U⁻`, a sudden stop, where it lies in C, that is
//! where the margin is not positive. Where the margin is zero Δ contains the edge of C, and all between are solutions.

use serde::Serialize;

use super::{Contact, Motion};
use crate::cone::cone_impulse;
use crate::tuple::Vector;

/// An impulse and the local velocity after it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Jump {
    /// P.
    pub impulse: [f64; 2],
    /// U⁺.
    pub after: [f64; 2],
}

/// The cases of Moreau 1988, Sec. 14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// No contact, no impulse. A contact that opens is counted here: Moreau excludes it, since no admissible motion
    /// arrives at it.
    NoContact,
    /// The contact closes: one outcome.
    Impact,
    /// Sliding, `Δ ∩ C` is the apex on the side of `-H⁻¹U⁻`: the velocity cannot jump.
    NoJump,
    /// Sliding, `-H⁻¹U⁻` inside C: the slide may go on or stop at once.
    PossibleJump,
    /// Sliding, Δ contains the edge: every velocity between `U⁻` and rest is an outcome. The frictional catastrophe.
    Segment,
    /// Rest: `P = 0` is the only solution, whatever H and the coefficients are.
    Rest,
}

/// What the velocity may do at this instant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Jumps {
    /// Which case it is.
    pub case: Case,
    /// The outcomes, no jump first; the two ends where it is a segment.
    pub outcomes: Vec<Jump>,
}

impl Jumps {
    /// The jumps of a contact. A margin counts as zero up to `tolerance` times H_nn.
    pub fn of(contact: &Contact, tolerance: f64) -> Jumps {
        let unchanged = Jump { impulse: [0.0, 0.0], after: contact.velocity };
        let (case, outcomes) = match contact.motion() {
            Motion::Apart => (Case::NoContact, vec![unchanged]),
            Motion::Impact => (Case::Impact, vec![impact(contact)]),
            Motion::Rest => (Case::Rest, vec![unchanged]),
            Motion::Slide(sense) => {
                let margin = contact.margin(sense);
                let stop = sudden_stop(contact);
                if margin.abs() <= tolerance * contact.h.nn {
                    (Case::Segment, vec![unchanged, stop])
                } else if margin < 0.0 {
                    (Case::PossibleJump, vec![unchanged, stop])
                } else {
                    (Case::NoJump, vec![unchanged])
                }
            }
        };
        Jumps { case, outcomes }
    }

    /// The sudden stop, where the slide may end so.
    pub fn stop(&self) -> Option<Jump> {
        match self.case {
            Case::PossibleJump | Case::Segment => self.outcomes.last().copied(),
            _ => None,
        }
    }

    /// The outcome of a segment that takes this share of the sliding velocity: 0 for no jump, 1 for the stop.
    /// `None` in all other cases, and for a share outside `[0, 1]`.
    pub fn between(&self, share: f64) -> Option<Jump> {
        let inside = self.case == Case::Segment && (0.0..=1.0).contains(&share);
        let (Some(whole), Some(stop)) = (self.outcomes.first(), self.outcomes.last()) else { return None };
        inside.then(|| Jump {
            impulse: stop.impulse.map(|part| share * part),
            after: whole.after.map(|part| (1.0 - share) * part),
        })
    }
}

/// The one outcome of a contact that closes: the point of `Δ ∩ C` nearest to `-H⁻¹U⁻`.
fn impact(contact: &Contact) -> Jump {
    let Contact { h, velocity, mu_plus, mu_minus, .. } = *contact;
    let (impulse, sticks) = cone_impulse(h, mu_plus, mu_minus, Vector(velocity));
    let [t, n] = impulse.0;
    // U_n = 0 is what P was made for, and U_t = 0 if it sticks: no rounding is shown.
    let slide = if sticks { 0.0 } else { velocity[0] + h.tt * t + h.tn * n };
    Jump { impulse: [t, n], after: [slide, 0.0] }
}

/// `P = -H⁻¹U⁻` of a sliding contact, whose normal velocity is nothing but rounding.
fn sudden_stop(contact: &Contact) -> Jump {
    let (stop, det) = contact.stop([contact.velocity[0], 0.0]);
    Jump { impulse: stop.map(|part| part / det), after: [0.0, 0.0] }
}
