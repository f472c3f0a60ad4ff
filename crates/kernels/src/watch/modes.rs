//! The outcome is the last step's mode, and nothing more is watched. Twin: `shaders/watch/modes.wgsl`.

use super::{Beginning, Watch, WatchColumn};
use crate::columns::Fields;
use crate::real::Real;
use crate::tally::{Limits, Tally};

crate::fields! {
    /// Nothing is kept.
    pub struct Nothing {}
}

/// Flight, slide or stick, as the last step was.
pub struct Modes;

impl Watch for Modes {
    const WGSL: &'static str = crate::shader!("watch/modes.wgsl");
    const OUTCOMES: &'static [&'static str] = &["flight", "slide", "stick"];
    const FALLS: bool = false;
    const COLUMNS: &'static [WatchColumn] = &[];
    type Seen<R: Real> = Nothing<R>;

    #[inline(always)]
    fn start<R: Real>(_: &Beginning<R>, limits: &Limits<R>) -> Nothing<R> {
        Nothing::from_fn(|_| limits.flight)
    }
    #[inline(always)]
    fn step<R: Real>(
        seen: &Nothing<R>,
        _: &Tally<R>,
        _: R::Mask,
        _: R::Mask,
        _: R,
        _: R,
        _: R,
    ) -> Nothing<R> {
        *seen
    }
    #[inline(always)]
    fn lifts<R: Real>(_: &Nothing<R>, _: &Nothing<R>, _: &Limits<R>) -> R::Mask {
        R::nowhere()
    }
    #[inline(always)]
    fn outcome<R: Real>(_: &Nothing<R>, t: &Tally<R>, _: &Limits<R>) -> R {
        t.mode
    }
    fn report(_: &Nothing<f64>, _: &Tally<f64>, _: u32, _: f64) -> Vec<f64> {
        Vec::new()
    }
}
