//! The conditions that a solution must keep, written down once more without any of the crate's own formulas.

use moreau::theory::{Contact, Jump, Motion, Sense, Solution};

/// Rounding of a few operations, relative to what goes into a sum, times the condition of H: below 1e5 in these tests.
pub const ROUNDING: f64 = 1e-10;

fn times(contact: &Contact, [t, n]: [f64; 2]) -> [f64; 2] {
    let h = contact.h;
    [h.tt * t + h.tn * n, h.tn * t + h.nn * n]
}

fn size(v: [f64; 2]) -> f64 {
    v[0].abs() + v[1].abs()
}

/// Whether two vectors agree to rounding of numbers as large as `scale`.
pub fn agree(a: [f64; 2], b: [f64; 2], scale: f64) -> bool {
    size([a[0] - b[0], a[1] - b[1]]) <= ROUNDING * scale
}

/// How far an impulse or force is from the cone.
fn outside(c: &Contact, [t, n]: [f64; 2]) -> f64 {
    (-n).max(-c.mu_plus * n - t).max(t - c.mu_minus * n).max(0.0)
}

/// How far it is from the edge against which a contact slides at `rate`, which is not zero.
fn off_edge(c: &Contact, [t, n]: [f64; 2], rate: f64) -> f64 {
    (t - if rate > 0.0 { -c.mu_plus * n } else { c.mu_minus * n }).abs()
}

/// Whether a reaction R that turns `before` into `after` keeps Coulomb's law where `rate` is what slides after it:
/// Moreau 1988, (14.2)–(14.6), or the same for accelerations.
fn coulomb(
    c: &Contact,
    before: [f64; 2],
    reaction: [f64; 2],
    after: [f64; 2],
    rate: f64,
) -> Result<(), String> {
    let made = times(c, reaction);
    let scale = size(before) + (c.h.tt + c.h.nn) * size(reaction);
    let hold =
        |fits: bool, what: &str| if fits { Ok(()) } else { Err(format!("{what}: {c:?} {reaction:?}")) };
    hold(agree(after, [before[0] + made[0], before[1] + made[1]], scale), "not what the reaction makes")?;
    hold(outside(c, reaction) <= ROUNDING * size(reaction), "outside the cone")?;
    hold(after[1] >= 0.0, "goes into the boundary")?;
    hold(after[1] * reaction[1] <= ROUNDING * scale * size(reaction), "pushes what separates")?;
    hold(
        rate == 0.0 || off_edge(c, reaction, rate) <= ROUNDING * size(reaction),
        "friction is not on its edge",
    )
}

/// Whether a jump keeps the law.
pub fn jump(c: &Contact, jump: &Jump) -> Result<(), String> {
    // The normal velocity of a contact that neither opens nor closes is zero but for rounding.
    let normal = if c.velocity[1].abs() <= c.still { 0.0 } else { c.velocity[1] };
    let after = if jump.after == c.velocity { [c.velocity[0], normal] } else { jump.after };
    let rate = if jump.impulse == [0.0, 0.0] { 0.0 } else { after[0] };
    coulomb(c, [c.velocity[0], normal], jump.impulse, after, rate)
}

/// Whether a solution keeps the law.
pub fn solution(c: &Contact, solution: &Solution) -> Result<(), String> {
    let Solution::Force { force, acceleration, .. } = solution else {
        let Solution::Impulse(found) = solution else { unreachable!("two kinds") };
        return jump(c, found);
    };
    match c.motion() {
        // Nothing keeps an open contact from closing.
        Motion::Apart if *force == [0.0, 0.0] => Ok(()),
        Motion::Apart | Motion::Impact => Err(format!("a force on {c:?}")),
        Motion::Rest => coulomb(c, c.free, *force, *acceleration, acceleration[0]),
        Motion::Slide(Sense::Right) => coulomb(c, c.free, *force, *acceleration, 1.0),
        Motion::Slide(Sense::Left) => coulomb(c, c.free, *force, *acceleration, -1.0),
    }
}
