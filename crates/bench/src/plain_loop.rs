//! The step of `incline` as one would write it without this crate: structs of arrays, blocks that stay in registers or
//! in the first cache, steps inside, rayon outside, and the compiler's own vectors. What the lanes are compared with.
//!
//! It keeps states and counts modes, as `--certificates off` does; it knows one model, one law and one scheme.

use rayon::prelude::*;

/// Members of a block: a few vectors of every column.
pub const BLOCK: usize = 64;

/// Who compiles the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// A plain `cargo build --release`: what every processor of this architecture has.
    Baseline,
    /// The same text for AVX2.
    Avx2,
}

impl Compiled {
    /// Those that this processor can run.
    pub fn all() -> Vec<Compiled> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return vec![Compiled::Baseline, Compiled::Avx2];
        }
        vec![Compiled::Baseline]
    }
}

/// What all members share.
#[derive(Clone, Copy, Debug)]
pub struct Incline {
    /// Gravity down the slope.
    pub g_x: f32,
    /// Gravity away from the plane, negative.
    pub g_z: f32,
    /// The step.
    pub h: f32,
}

/// A block of members.
#[derive(Clone, Debug)]
pub struct Block {
    /// Friction coefficients.
    pub mu: [f32; BLOCK],
    /// Coordinates.
    pub q: [[f32; BLOCK]; 3],
    /// Velocities.
    pub u: [[f32; BLOCK]; 3],
    /// Steps in contact, sticking steps.
    pub modes: [[f32; BLOCK]; 2],
}

impl Block {
    /// Members that start at the origin and slide down at `speed`.
    pub fn sliding(mu: f32, speed: f32) -> Block {
        let zero = [0.0; BLOCK];
        Block { mu: [mu; BLOCK], q: [zero; 3], u: [[speed; BLOCK], zero, zero], modes: [zero; 2] }
    }
}

#[inline(always)]
fn advance(block: &mut Block, c: &Incline, steps: u32) {
    let half = 0.5 * c.h;
    let Block { mu, q: [x, y, z], u: [ux, uy, uz], modes: [contacts, sticks] } = block;
    for _ in 0..steps {
        for i in 0..BLOCK {
            let (mid_x, mid_y, mid_z) = (x[i] + half * ux[i], y[i] + half * uy[i], z[i] + half * uz[i]);
            let (loose_x, loose_y, loose_z) = (ux[i] + c.h * c.g_x, uy[i], uz[i] + c.h * c.g_z);
            let contact = (mid_z <= 0.0) & (loose_z < 0.0);
            let length = (loose_x * loose_x + loose_y * loose_y).sqrt();
            let radius = mu[i] * -loose_z;
            let slides = radius < length;
            let kept = if slides { 1.0 - radius / length } else { 0.0 };
            ux[i] = if contact { loose_x * kept } else { loose_x };
            uy[i] = if contact { loose_y * kept } else { loose_y };
            uz[i] = if contact { 0.0 } else { loose_z };
            x[i] = mid_x + half * ux[i];
            y[i] = mid_y + half * uy[i];
            z[i] = mid_z + half * uz[i];
            contacts[i] += if contact { 1.0 } else { 0.0 };
            sticks[i] += if contact & !slides { 1.0 } else { 0.0 };
        }
    }
}

/// # Safety
/// The processor must have AVX2.
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
unsafe fn advance_avx2(block: &mut Block, c: &Incline, steps: u32) {
    advance(block, c, steps);
}

/// Advances all blocks on the threads of the pool that this is called in.
pub fn run(compiled: Compiled, blocks: &mut [Block], c: &Incline, steps: u32) {
    blocks.par_iter_mut().for_each(|block| match compiled {
        Compiled::Baseline => advance(block, c, steps),
        // Safety: only made where the processor has it; see `Compiled::all`.
        Compiled::Avx2 => unsafe { advance_avx2(block, c, steps) },
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The closed form of the preset: stops at 0.618560 s after 0.309280 m.
    #[test]
    fn it_stops_where_the_preset_does() {
        let slope = 13f64.to_radians();
        let c = Incline { g_x: (9.81 * slope.sin()) as f32, g_z: (-9.81 * slope.cos()) as f32, h: 1e-4 };
        for compiled in Compiled::all() {
            let mut blocks = vec![Block::sliding(0.4, 1.0); 3];
            run(compiled, &mut blocks, &c, 10_000);
            for block in &blocks {
                assert!((block.q[0][17] - 0.309280).abs() < 2e-4, "{}", block.q[0][17]);
                assert_eq!((block.u[0][17], block.modes[0][17]), (0.0, 10_000.0));
                assert!((block.modes[1][17] - (10_000.0 - 6185.6)).abs() < 10.0, "{}", block.modes[1][17]);
            }
        }
    }
}
