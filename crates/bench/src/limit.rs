//! The limit: how many steps a second the machine could make at most, from what a step takes and what the machine can do.
//!
//! One unit does divisions and square roots, the others do the rest beside it, and memory moves beside both. So a
//! step takes at least the longest of
//!
//! ```text
//! t_divider    = n_div / div + n_sqrt / sqrt      (or both mixed, where the machine is seen to overlap them)
//! t_arithmetic = n_other / arithmetic
//! t_memory     = bytes / bandwidth                 (adapters only: on the CPU the state stays in registers)
//! ```
//!
//! and, where that was measured too, no less than all its operations take with nothing to wait for (`together`): units
//! share what they are fed by, and no two of these three see that alone.

use serde::Serialize;

use super::peak::Peak;
use moreau_check::count::graph::Operations;

/// What a step cannot be faster than.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Limit {
    /// Member-steps a second at most.
    pub member_steps_per_second: f64,
    /// What binds: `divider`, `arithmetic`, `memory`, or all `together`.
    pub binds: &'static str,
    /// Seconds of a member-step in the divider, in arithmetic, in memory and in all together.
    pub seconds: [f64; 4],
    /// What the machine can do.
    pub peak: Peak,
}

/// The limit of a step with these operations that moves `bytes` of memory.
pub fn limit(step: &Operations, bytes: f64, peak: &Peak) -> Limit {
    let over = |amount: f64, rate: f64| if amount > 0.0 { amount / rate } else { 0.0 };
    let (div, sqrt) = (step.div as f64, step.sqrt as f64);
    let mut divider = over(div, peak.div) + over(sqrt, peak.sqrt);
    if peak.mixed > 0.0 {
        divider = divider.min((div + sqrt) / peak.mixed);
    }
    let memory = if peak.bytes > 0.0 { bytes / peak.bytes } else { 0.0 };
    let together = if peak.together > 0.0 { 1.0 / peak.together } else { 0.0 };
    let seconds = [divider, over(step.plain() as f64, peak.arithmetic), memory, together];
    let names = ["divider", "arithmetic", "memory", "together"];
    let longest = (0..4).max_by(|&a, &b| seconds[a].total_cmp(&seconds[b])).expect("four");
    Limit { member_steps_per_second: 1.0 / seconds[longest], binds: names[longest], seconds, peak: *peak }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_unit_binds() {
        let peak = Peak { div: 1e9, sqrt: 5e8, mixed: 0.0, together: 0.0, arithmetic: 1e10, bytes: 1e10 };
        let step = Operations { div: 1, sqrt: 1, mul: 6, add: 3, other: 1 };
        let divider = limit(&step, 0.0, &peak);
        assert_eq!(divider.binds, "divider");
        assert!((divider.member_steps_per_second - 1.0 / 3e-9).abs() < 1.0);
        let overlapped = limit(&step, 0.0, &Peak { mixed: 1e9, ..peak });
        assert!((overlapped.member_steps_per_second - 5e8).abs() < 1.0);
        assert_eq!(limit(&step, 0.0, &Peak { together: 1e8, ..peak }).binds, "together");
        assert_eq!(limit(&Operations { mul: 100, ..step }, 0.0, &peak).binds, "arithmetic");
        assert_eq!(limit(&step, 100.0, &peak).binds, "memory");
    }
}
