//! A batch of members as columns, in the layout of the GPU's buffers, so that all backends share what comes before and
//! after a run.

use crate::delay::Ring;

/// The integers a member carries, in the order of a tile's columns; the first [`RESULT_WORDS`] are results.
pub const WORDS: [&str; 13] = [
    "done",
    "slides",
    "sticks",
    "impacts",
    "drop_step",
    "lift_step",
    "flags",
    "outcome",
    "total",
    "half_lo",
    "half_hi",
    "phase_lo",
    "phase_hi",
];
/// How many of [`WORDS`] are read back.
pub const RESULT_WORDS: usize = 8;

/// Places in [`WORDS`].
pub mod word {
    #![allow(missing_docs)]
    pub const DONE: usize = 0;
    pub const SLIDES: usize = 1;
    pub const STICKS: usize = 2;
    pub const IMPACTS: usize = 3;
    pub const DROP_STEP: usize = 4;
    pub const LIFT_STEP: usize = 5;
    pub const FLAGS: usize = 6;
    pub const OUTCOME: usize = 7;
    pub const TOTAL: usize = 8;
    pub const HALF: usize = 9;
    pub const PHASE: usize = 11;
}

/// A batch of members as columns: parameters in, state and tally out.
#[derive(Clone, Debug, Default)]
pub struct Tile<T> {
    /// How many members.
    pub n: usize,
    /// One column a parameter (model, law, scheme, then `h`): one value if all members share it, else `n`.
    pub params: Vec<Vec<T>>,
    /// Coordinates, velocities, tally, what was seen: `reals[j*n + i]`.
    pub reals: Vec<T>,
    /// [`WORDS`]: `words[j*n + i]`.
    pub words: Vec<u32>,
    /// Where members were, if their forces depend on it.
    pub ring: Ring<T>,
}

/// A run of steps.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a, T> {
    /// The number of steps done before it.
    pub first: u32,
    /// How many steps it has.
    pub steps: u32,
    /// Steps between two instants at which the motion is sampled, counted from the first step of all;
    /// `u32::MAX` for never.
    pub every: u32,
    /// Whether every step is certified.
    pub certified: bool,
    /// Whether every member takes the scheme's lean step.
    pub lean: bool,
    /// Whether a division by a root is approximated, in f32.
    pub fast_math: bool,
    /// The shared drive, one row a step; `None` if each member computes its own.
    pub table: Option<&'a [T]>,
}

impl<T> Tile<T> {
    /// Its members, one after another.
    pub fn members(&self) -> Vec<u32> {
        (0..self.n as u32).collect()
    }

    /// The steps that a member makes in a segment.
    pub fn left(&self, segment: &Segment<'_, T>, i: usize) -> u32 {
        self.words[word::TOTAL * self.n + i].saturating_sub(segment.first).min(segment.steps)
    }

    /// A 64-bit phase kept as two words.
    pub fn phase(&self, column: usize, i: usize) -> u64 {
        let lo = self.words[column * self.n + i];
        let hi = self.words[(column + 1) * self.n + i];
        u64::from(hi) << 32 | u64::from(lo)
    }

    /// Puts it there.
    pub fn set_phase(&mut self, column: usize, i: usize, phase: u64) {
        self.words[column * self.n + i] = phase as u32;
        self.words[(column + 1) * self.n + i] = (phase >> 32) as u32;
    }
}

/// Told of a member of the tile, of the steps it has made, and of its state and mode, wherever the motion is sampled.
pub type Observer<'a, T> = dyn FnMut(usize, u32, &[T]) + 'a;
