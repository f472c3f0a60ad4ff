//! Contact forces that keep the friction law at one instant, positions and velocities given (Stewart & Trinkle 1996,
//! Sec. 1.4–1.5).
//!
//! Sliding: `F_t = ∓mu N`, so `a_n = margin·N + push`, complementary to `N >= 0`. Rest: `a = a_free + H F` with
//! `F ∈ C`, and F on the edge against which the contact begins to slip: Moreau's problem of [`super::jumps`] with
//! accelerations for velocities, so that a contact at rest that is pressed has one solution.
//!
//! Signs are exact here. A push that is exactly zero leaves undecided what comes next: the contact grazes, with `N = 0`
//! and `a_n = 0`, and only higher derivatives tell whether it opens.

use serde::Serialize;

use super::{Contact, Jump, Jumps, Motion, Sense};

/// What a contact does under a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Apart: there is no force.
    Flies,
    /// No force, and the contact opens.
    LiftsOff,
    /// No force, and the normal acceleration is zero.
    Grazes,
    /// It slides on under `F = (∓mu N, N)`.
    SlidesOn,
    /// Push and margin are both zero: every `N >= 0` on the edge is a solution, of which the smallest is shown. From
    /// rest, up to the force under which it sticks.
    AnyForce,
    /// It stays at rest.
    Sticks,
    /// It begins to slip to the right.
    SlipsRight,
    /// It begins to slip to the left.
    SlipsLeft,
}

/// One solution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Solution {
    /// A finite force.
    Force {
        /// What the contact does.
        mode: Mode,
        /// `(F_t, N)`.
        force: [f64; 2],
        /// The local acceleration.
        acceleration: [f64; 2],
    },
    /// Only an impulse does it: an impact, or a sudden stop.
    Impulse(Jump),
}

/// Every solution of a contact whose velocity may jump as `jumps` says.
pub fn solutions(contact: &Contact, jumps: &Jumps) -> Vec<Solution> {
    let mut list = match contact.motion() {
        Motion::Apart => vec![without_force(contact, Mode::Flies)],
        Motion::Impact => jumps.outcomes.iter().copied().map(Solution::Impulse).collect(),
        Motion::Rest => at_rest(contact),
        Motion::Slide(sense) => sliding(contact, sense),
    };
    list.extend(jumps.stop().map(Solution::Impulse));
    list
}

/// No force, so the free acceleration.
fn without_force(contact: &Contact, mode: Mode) -> Solution {
    Solution::Force { mode, force: [0.0, 0.0], acceleration: contact.free }
}

/// Opens or grazes, if nothing presses it; `ahead` is the sense in which it slides or is drawn.
fn unpressed(contact: &Contact, ahead: Option<Sense>) -> Option<Solution> {
    let mode = if contact.push() > 0.0 {
        Mode::LiftsOff
    } else if ahead.is_some_and(|sense| contact.margin(sense) == 0.0) {
        Mode::AnyForce
    } else {
        Mode::Grazes
    };
    (contact.push() >= 0.0).then(|| without_force(contact, mode))
}

/// A force N on the edge of the cone that keeps `a_n = 0`.
fn on_edge(contact: &Contact, sense: Sense, normal: f64, mode: Mode) -> Solution {
    let force = [contact.edge(sense) * normal, normal];
    let slip = contact.free[0] + contact.h.tt * force[0] + contact.h.tn * force[1];
    Solution::Force { mode, force, acceleration: [slip, 0.0] }
}

fn sliding(contact: &Contact, sense: Sense) -> Vec<Solution> {
    let (margin, push) = (contact.margin(sense), contact.push());
    let mut list: Vec<Solution> = unpressed(contact, Some(sense)).into_iter().collect();
    if margin < 0.0 && push > 0.0 || margin > 0.0 && push < 0.0 {
        list.push(on_edge(contact, sense, -push / margin, Mode::SlidesOn));
    }
    list
}

fn at_rest(contact: &Contact) -> Vec<Solution> {
    let ([stick_t, stick_n], det) = contact.stop(contact.free);
    // How far the force that sticks lies inside each edge, times det. On an edge the slip against it has a_t = 0: it is
    // the same solution, and counts as stick.
    let inside = |sense: Sense| match sense {
        Sense::Right => stick_t + contact.mu_plus * stick_n,
        Sense::Left => contact.mu_minus * stick_n - stick_t,
    };
    let drawn = if contact.free[0] > 0.0 { Sense::Right } else { Sense::Left };
    let ahead = (contact.free[0] != 0.0).then_some(drawn);
    let mut list: Vec<Solution> = unpressed(contact, ahead).into_iter().collect();
    if stick_n > 0.0 && inside(Sense::Right) >= 0.0 && inside(Sense::Left) >= 0.0 {
        let force = [stick_t / det, stick_n / det];
        list.push(Solution::Force { mode: Mode::Sticks, force, acceleration: [0.0, 0.0] });
    }
    for (sense, mode) in [(Sense::Right, Mode::SlipsRight), (Sense::Left, Mode::SlipsLeft)] {
        let (margin, push) = (contact.margin(sense), contact.push());
        // N is `-push/margin`, and the acceleration in this sense under it `-inside/margin`: both must be positive.
        let inside = inside(sense);
        if margin > 0.0 && push < 0.0 && inside < 0.0 || margin < 0.0 && push > 0.0 && inside > 0.0 {
            list.push(on_edge(contact, sense, -push / margin, mode));
        }
    }
    list
}
