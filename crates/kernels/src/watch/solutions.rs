//! Two contacts at a time: steps whose contact problem has several solutions, and steps in which it has none. The
//! outcome is the last step's mode. Twin: `shaders/watch/solutions.wgsl`.
//!
//! The law tells by its margin: positive for one solution, negative for several, 0 for none.

use super::{Beginning, Watch, WatchColumn};
use crate::real::Real;
use crate::tally::{Limits, MODES, Tally};

crate::fields! {
    /// What is counted.
    pub struct Counted {
        /// Steps with several solutions.
        several,
        /// Steps with none.
        none,
    }
}

/// Solutions of the contact problem.
pub struct Solutions;

impl Watch for Solutions {
    const WGSL: &'static str = crate::shader!("watch/solutions.wgsl");
    const OUTCOMES: &'static [&'static str] = &MODES;
    const FALLS: bool = false;
    const COLUMNS: &'static [WatchColumn] = &[
        WatchColumn {
            name: "several",
            unit: "",
            about: "steps whose contact problem has more than one solution",
            labels: &[],
        },
        WatchColumn {
            name: "none",
            unit: "",
            about: "steps whose contact problem has no solution",
            labels: &[],
        },
    ];
    type Seen<R: Real> = Counted<R>;

    #[inline(always)]
    fn start<R: Real>(_: &Beginning<R>, _: &Limits<R>) -> Counted<R> {
        Counted { several: R::of(0.0), none: R::of(0.0) }
    }
    #[inline(always)]
    fn step<R: Real>(
        seen: &Counted<R>,
        _: &Tally<R>,
        contact: R::Mask,
        _: R::Mask,
        margin: R,
        _: R,
        _: R,
    ) -> Counted<R> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let several = contact & margin.lt(zero);
        let none = contact & margin.le(zero) & !several;
        Counted {
            several: seen.several + R::select(several, one, zero),
            none: seen.none + R::select(none, one, zero),
        }
    }
    #[inline(always)]
    fn lifts<R: Real>(_: &Counted<R>, _: &Counted<R>, _: &Limits<R>) -> R::Mask {
        R::nowhere()
    }
    #[inline(always)]
    fn outcome<R: Real>(_: &Counted<R>, t: &Tally<R>, _: &Limits<R>) -> R {
        t.mode
    }
    fn report(seen: &Counted<f64>, _: &Tally<f64>, _: u32, _: f64) -> Vec<f64> {
        vec![seen.several, seen.none]
    }
}
