//! Time that never loses precision: an integer step counter, and the phase of a periodic drive in 64-bit fixed
//! point (one turn is 2^64), where adding is exact and whole turns fall off by themselves. After 10^7 steps in
//! f32 the phase is as good as after one. Twin: `shaders/clock.wgsl`.

/// Half a step as a phase: `turns_per_second·h/2` turns, whole turns dropped.
pub fn half_step(h: f64, turns_per_second: f64) -> u64 {
    let turns = (0.5 * h * turns_per_second).fract();
    // One turn is 2^64; the cast saturates, but a fraction below 1 cannot reach it.
    (turns * 18_446_744_073_709_551_616.0) as u64
}

/// The phase at the middle of step `k`: `(k + 1/2)·h·turns_per_second` turns, exactly reduced.
#[inline(always)]
pub fn phase_mid(half_step: u64, k: u32) -> u64 {
    half_step.wrapping_mul(2 * u64::from(k) + 1)
}

/// The number of steps of size `h` that first reaches `duration`, to 1e-9 relative; `None` beyond `u32`.
pub fn steps_to(duration: f64, h: f64) -> Option<u32> {
    let steps = (duration / h * (1.0 - 1e-9)).ceil();
    (steps <= f64::from(u32::MAX)).then_some(steps as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::{Real, Scalar};

    #[test]
    fn the_phase_is_exact_after_ten_million_steps() {
        // h·f = 1/1024 turn a step, exactly representable: step k stands at (k + 1/2)/1024 turns for every k.
        let half = half_step(1.0 / 1024.0, 1.0);
        for k in [0, 1, 511, 512, 1023, 10_000_000, 4_000_000_000] {
            let exact = ((f64::from(k) + 0.5) / 1024.0 + 0.5).rem_euclid(1.0) - 0.5;
            assert_eq!(f64::turns(phase_mid(half, k)), exact);
            assert_eq!(f32::turns(phase_mid(half, k)).to_f64(), exact);
        }
    }

    #[test]
    fn the_duration_is_reached_with_the_fewest_steps() {
        assert_eq!(steps_to(1.0, 0.1), Some(10));
        assert_eq!(steps_to(1.0, 0.3), Some(4));
        assert_eq!(steps_to(0.0, 0.3), Some(0));
        assert_eq!(steps_to(1.0, 1e-12), None);
    }
}
