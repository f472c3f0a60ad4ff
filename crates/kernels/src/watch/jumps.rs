//! Frictional catastrophes: the largest fall of the sliding speed over one step, what it left behind, and where in
//! the step the singular instant fell (Moreau 1988, Sec. 15). Twin: `shaders/watch/jumps.wgsl`.
//!
//! A fall is a *jump* if it takes at least the share `least_drop` of the sliding speed before it, and at least
//! `least_fall` of the largest sliding speed of the member: so the last step of a slide that ends gently is none. It
//! is an *impact* if the speed at which the contact closed is at least the share `impact` of the fall: what ordinary
//! friction does to a collision. At a catastrophe that share is of the order of the time step.
//!
//! Contact has *broken* after more than `flight` steps without: fewer are the chatter of the scheme, which keeps a
//! contact over a curved path by touching it now and then.

use super::{Beginning, Watch, WatchColumn};
use crate::real::Real;
use crate::tally::{Limits, Tally};
use crate::theory::CLASSES;

crate::fields! {
    /// What is kept of a member.
    pub struct Seen {
        /// Steps since the last contact.
        airborne,
        /// The margin at the midpoint of the last step.
        margin,
        /// The largest sliding speed.
        peak,
        /// The margin at the largest fall.
        fall_margin,
        /// The margin one step before it.
        fall_margin_before,
        /// The angular velocity after it.
        fall_spin,
        /// The speed at which the contact was closing.
        fall_approach,
        /// The margin at the start.
        start_margin,
        /// The normal acceleration without contact at the start.
        start_push,
        /// The class of the start.
        start_kind,
    }
}

/// Falls of the sliding speed.
pub struct Jumps;

const fn column(name: &'static str, unit: &'static str, about: &'static str) -> WatchColumn {
    WatchColumn { name, unit, about, labels: &[] }
}

impl Watch for Jumps {
    const WGSL: &'static str = crate::shader!("watch/jumps.wgsl");
    const OUTCOMES: &'static [&'static str] = &["none", "partial", "full", "impact", "lift-off"];
    const FALLS: bool = true;
    const COLUMNS: &'static [WatchColumn] = &[
        column("slide_after", "m/s", "sliding speed after the largest fall"),
        column("omega_after", "rad/s", "angular velocity after it"),
        column(
            "singular",
            "",
            "where in the step of the fall sliding becomes singular (p = 0): 0 its start, 1 its end",
        ),
        column("t_liftoff", "s", "when contact broke for good or for long, at or after the fall; NaN: never"),
        column("p_start", "1/kg", "H_nn - mu H_tn in the sense of sliding at the start"),
        column("push_start", "m/s^2", "normal acceleration without contact at the start"),
        WatchColumn {
            name: "class",
            unit: "",
            about: "what theory says of the start: force-level solutions of the sliding contact",
            labels: &CLASSES,
        },
    ];
    type Seen<R: Real> = Seen<R>;

    #[inline(always)]
    fn start<R: Real>(b: &Beginning<R>, limits: &Limits<R>) -> Seen<R> {
        let zero = R::of(0.0);
        // Apart or closing: what comes first is an impact, however soon.
        let flies = b.kind.lt(R::of(2.0));
        Seen {
            airborne: R::select(flies, limits.flight + R::of(1.0), zero),
            margin: b.margin,
            peak: b.slide,
            fall_margin: zero,
            fall_margin_before: zero,
            fall_spin: zero,
            fall_approach: zero,
            start_margin: b.margin,
            start_push: b.push,
            start_kind: b.kind,
        }
    }

    #[inline(always)]
    fn step<R: Real>(
        seen: &Seen<R>,
        t: &Tally<R>,
        contact: R::Mask,
        fell: R::Mask,
        margin: R,
        approach: R,
        spin: R,
    ) -> Seen<R> {
        Seen {
            airborne: R::select(contact, R::of(0.0), seen.airborne + R::of(1.0)),
            margin,
            peak: seen.peak.larger(t.slide),
            fall_margin: R::select(fell, margin, seen.fall_margin),
            fall_margin_before: R::select(fell, seen.margin, seen.fall_margin_before),
            fall_spin: R::select(fell, spin, seen.fall_spin),
            fall_approach: R::select(fell, approach, seen.fall_approach),
            ..*seen
        }
    }

    #[inline(always)]
    fn lifts<R: Real>(before: &Seen<R>, after: &Seen<R>, limits: &Limits<R>) -> R::Mask {
        before.airborne.le(limits.flight) & limits.flight.lt(after.airborne)
    }

    #[inline(always)]
    fn outcome<R: Real>(seen: &Seen<R>, t: &Tally<R>, limits: &Limits<R>) -> R {
        let fell = R::of(0.0).lt(t.drop);
        let large = (limits.least_drop * t.drop_from).le(t.drop) & (limits.least_fall * seen.peak).le(t.drop);
        let mut jump = R::select(t.drop.lt(t.drop_from), R::of(1.0), R::of(2.0));
        jump = R::select((limits.impact * t.drop).le(seen.fall_approach), R::of(3.0), jump);
        let still = R::select(limits.flight.lt(seen.airborne), R::of(4.0), R::of(0.0));
        R::select(fell & large, jump, still)
    }

    fn report(seen: &Seen<f64>, t: &Tally<f64>, lift_step: u32, h: f64) -> Vec<f64> {
        let (at, before) = (seen.fall_margin, seen.fall_margin_before);
        // Midpoints are one step apart, and the margin runs smoothly up to the fall: a straight line finds its zero.
        let singular = 0.5 + at / (before - at);
        // Flight is noticed `flight` steps after its first one, and contact ended one step before that.
        let flight = Limits::<f64>::of_precision().flight as u32;
        let liftoff = lift_step.checked_sub(flight + 1).filter(|_| lift_step > 0);
        vec![
            t.drop_from - t.drop,
            seen.fall_spin,
            if at < before { singular } else { f64::NAN },
            liftoff.map_or(f64::NAN, |steps| f64::from(steps) * h),
            seen.start_margin,
            seen.start_push,
            seen.start_kind,
        ]
    }
}
