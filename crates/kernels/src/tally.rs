//! What every member carries along: certificates, mode counts, flags. Twin: `shaders/tally.wgsl`.
//!
//! Certificates are worst values over all steps, kept without a division, beside the largest squared velocity that
//! went into a contact problem or that its impulse could make ([`Space::reach`]): its rounding is what a certificate may
//! amount to. [`relative`] divides once, at the end.

use crate::law::Law;
use crate::model::Model;
use crate::real::Real;
use crate::scheme::Step;
use crate::space::Space;
use crate::watch::Beginning;

crate::fields! {
    /// The running worst values of one member, and what the next step must know of the last.
    pub struct Tally {
        /// Sliding speed at the end of the last step, where its falls are followed.
        slide,
        /// The last step: 0 flight, 1 slide, 2 stick.
        mode,
        /// Worst complementarity residual.
        residual,
        /// Worst squared excess over the friction cone.
        cone,
        /// Worst energy gain of a contact, `1/2 P·(U_L + U_F)`: the exact change of kinetic energy it made.
        gain,
        /// Deepest penetration.
        depth,
        /// Largest squared velocity of a contact problem, [`Space::reach`].
        energy,
        /// Largest fall of the sliding speed over one step.
        drop,
        /// The sliding speed before it.
        drop_from,
    }
}

/// The fields that only a certified run fills.
pub const CERTIFICATES: [&str; 5] = ["residual", "cone", "gain", "depth", "energy"];

/// The bits of a count: three of them share an integer, for the loop has no registers to spare.
pub const COUNT_BITS: u32 = 10;
/// The most steps that can be counted before the counts are taken out of that integer.
pub const MOST_COUNTED: u32 = (1 << COUNT_BITS) - 1;
/// Places of the counts: steps in contact, those of them that stuck, contacts that began.
pub const COUNTS: [u32; 3] = [0, 1, 2];

/// One of the [`COUNTS`].
pub fn tally_counted(n: u32, place: u32) -> u32 {
    n >> (place * COUNT_BITS) & MOST_COUNTED
}

crate::fields! {
    /// Where in one run of steps something happened, small enough to be exact in f32.
    pub struct Places {
        /// One more than the place, in this run of steps, of the largest fall of sliding speed; 0 for none.
        drop_step,
        /// The same for the first flight noticed after it.
        lift_step,
    }
}

crate::fields! {
    /// Tolerances that set flags.
    pub struct Limits {
        /// Rounding allowed in a relative certificate.
        rounding,
        /// Steps of the fastest motion allowed as penetration.
        depth_steps,
        /// Largest number a state may hold.
        overflow,
        /// Steps without contact that a kept contact may have in a row.
        flight,
        /// Share of the sliding speed before it that a fall must take to be a jump.
        least_drop,
        /// Share of the largest sliding speed that a fall must take to be a jump.
        least_fall,
        /// Share of a fall from which on the closing speed makes it an impact.
        impact,
    }
}

impl<R: Real> Limits<R> {
    /// The limits for R's precision. A certificate is a sum of at most eight products of rounded factors, which
    /// 64 epsilon covers with room; the midpoint step can pass the boundary by one step of the fastest motion
    /// (undetected for half a step, felt half a step later), doubled for curved boundaries; 1e30 is beyond any
    /// motion and squares without overflow in f64. A kept contact over a curved path is off the boundary for a
    /// single step now and then, which 8 covers with room; a fall of 5 % in one step that is also 1 % of the
    /// largest sliding speed is more than friction can do in a resolved slide, and a closing speed of 5 % of it is far
    /// more than a step's worth of gravity (see [`crate::watch::Jumps`]).
    pub fn of_precision() -> Self {
        use crate::real::Scalar;
        Limits {
            rounding: R::of(64.0 * R::Scalar::EPSILON),
            depth_steps: R::of(2.0),
            overflow: R::of(1e30),
            flight: R::of(8.0),
            least_drop: R::of(0.05),
            least_fall: R::of(0.01),
            impact: R::of(0.05),
        }
    }
}

/// What a contact did in a step: one truth value, or one a lane.
#[derive(Clone, Copy, Debug)]
pub struct Touch<B> {
    /// There was contact.
    pub contact: B,
    /// It stuck.
    pub sticks: B,
}

/// The flags a member can carry; bit `j` is the j-th name.
pub const FLAGS: [&str; 5] = ["nonfinite", "penetration", "cone", "complementarity", "energy-gain"];
/// The bit of the flag that needs no certificate.
pub const NONFINITE: u32 = 1;
/// What a step can be, in the order of [`Tally::mode`].
pub const MODES: [&str; 3] = ["flight", "slide", "stick"];

/// The tally before the first step. A start on the boundary that does not approach it counts as contact, so that
/// only real encounters are impacts; one at rest counts as stuck, so that static friction holds it (Moreau 1988, Sec. 17).
#[inline(always)]
pub fn tally_start<R: Real>(b: &Beginning<R>) -> Tally<R> {
    let zero = R::of(0.0);
    let flies = b.kind.lt(R::of(2.0));
    let slides = R::of(2.0).lt(b.kind);
    Tally {
        slide: b.slide,
        mode: R::select(flies, zero, R::select(slides, R::of(1.0), R::of(2.0))),
        residual: zero,
        cone: zero,
        gain: zero,
        depth: zero,
        energy: zero,
        drop: zero,
        drop_from: zero,
    }
}

/// The masks of the last step's mode.
#[inline(always)]
pub fn tally_touch<R: Real>(t: &Tally<R>) -> Touch<R::Mask> {
    Touch { contact: R::of(0.5).lt(t.mode), sticks: R::of(1.5).lt(t.mode) }
}

/// Takes the mode of a step into account.
#[inline(always)]
pub fn tally_mode<R: Real>(t: &Tally<R>, touch: Touch<R::Mask>) -> Tally<R> {
    let mode = R::select(touch.contact, R::select(touch.sticks, R::of(2.0), R::of(1.0)), R::of(0.0));
    Tally { mode, ..*t }
}

/// Where a step with contact takes more of the sliding speed than any before, to leave `slide`.
#[inline(always)]
pub fn tally_fell<R: Real>(t: &Tally<R>, contact: R::Mask, slide: R) -> R::Mask {
    contact & t.drop.lt(t.slide - slide)
}

/// Takes the sliding speed at the end of a step into account; `fell` as [`tally_fell`] has it.
#[inline(always)]
pub fn tally_fall<R: Real>(t: &Tally<R>, fell: R::Mask, slide: R) -> Tally<R> {
    Tally {
        slide,
        drop: R::select(fell, t.slide - slide, t.drop),
        drop_from: R::select(fell, t.slide, t.drop_from),
        ..*t
    }
}

/// Certifies a step that ends at sliding speed `slide` and distance `gap`. Certificates are brought to squared velocities by the weight of H.
#[inline(always)]
pub fn tally_certify<R: Real, M: Model, L: Law<M::Space>>(
    t: &Tally<R>,
    law: &L::Params<R>,
    s: &Step<R, M>,
    slide: R,
    gap: R,
) -> Tally<R> {
    let a = &s.problem;
    let weight = M::Space::weight(a.h);
    Tally {
        residual: t.residual.larger(weight * L::residual(law, a, s.impulse, s.judged, slide)),
        cone: t.cone.larger(weight * weight * L::cone(law, a, s.impulse)),
        gain: t.gain.larger(weight * L::gain(law, a, s.impulse, s.end)),
        depth: t.depth.larger(-gap),
        energy: t.energy.larger(M::Space::reach(a.h, a.loose, s.impulse)),
        ..*t
    }
}

/// Counts a step, between what the contact did before it and in it.
#[inline(always)]
pub fn tally_count<R: Real>(n: R::Count, before: Touch<R::Mask>, after: Touch<R::Mask>) -> R::Count {
    let contacts = R::count_if(after.contact, 1, n);
    let sticks = R::count_if(after.sticks, 1 << COUNT_BITS, contacts);
    R::count_if(after.contact & !before.contact, 1 << (2 * COUNT_BITS), sticks)
}

/// Remembers the step numbered `place` (from 1) of this run where the sliding speed `fell` in it, and the first one
/// after that in which flight was noticed, where it `lifts`.
#[inline(always)]
pub fn tally_place<R: Real>(p: &Places<R>, fell: R::Mask, lifts: R::Mask, place: R) -> Places<R> {
    let zero = R::of(0.0);
    let first = lifts & p.lift_step.le(zero);
    Places {
        drop_step: R::select(fell, place, p.drop_step),
        lift_step: R::select(fell, zero, R::select(first, place, p.lift_step)),
    }
}

/// The flags, bits of [`FLAGS`] added up as a number: every test is written so that NaN sets the flag.
#[inline(always)]
pub fn tally_flags<R: Real>(t: &Tally<R>, size: R, h: R, limits: &Limits<R>) -> R {
    let zero = R::of(0.0);
    let rounding = limits.rounding * t.energy;
    let steps = limits.depth_steps * h;
    let mut flags = R::select(size.le(limits.overflow), zero, R::of(1.0));
    flags += R::select((t.depth * t.depth).le(steps * steps * t.energy), zero, R::of(2.0));
    flags += R::select(t.cone.le(rounding), zero, R::of(4.0));
    flags += R::select(t.residual.le(rounding), zero, R::of(8.0));
    flags += R::select(t.gain.le(rounding), zero, R::of(16.0));
    flags
}

/// A worst value relative to its scale; 0 where nothing ever happened.
pub fn relative(worst: f64, scale: f64) -> f64 {
    if worst == 0.0 { 0.0 } else { worst / scale }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Fields;

    /// A member that moved at speed 1 with perfect certificates.
    fn good() -> Tally<f64> {
        let mut t = Tally::from_fn(|_| 0.0);
        t.energy = 1.0;
        t
    }

    fn flags(t: &Tally<f64>, size: f64) -> Vec<&'static str> {
        let bits = tally_flags(t, size, 1e-3, &Limits::of_precision()) as u32;
        FLAGS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, flag)| *flag).collect()
    }

    #[test]
    fn each_fault_raises_its_flag_and_nothing_else() {
        assert!(flags(&good(), 1.0).is_empty());
        for bad in [f64::NAN, f64::INFINITY, 1e31] {
            assert_eq!(flags(&good(), bad), ["nonfinite"]);
        }
        for bad in [f64::NAN, 1e-2] {
            assert_eq!(flags(&Tally { depth: bad, ..good() }, 1.0), ["penetration"]);
            assert_eq!(flags(&Tally { cone: bad, ..good() }, 1.0), ["cone"]);
            assert_eq!(flags(&Tally { residual: bad, ..good() }, 1.0), ["complementarity"]);
            assert_eq!(flags(&Tally { gain: bad, ..good() }, 1.0), ["energy-gain"]);
        }
    }
}
