//! The numbers a step is written in: `f64` (the reference), `f32` (the mirror of the GPU kernel) and [lanes](crate::lanes)
//! of either (the fast CPU backend). Every model, law and scheme is written once, generic over [`Real`].
//!
//! Nothing here fuses a multiplication with an addition: lanes, scalar and WGSL must round alike, operation by
//! operation, so that "the same step" can mean the same bits.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use crate::math::constants::Constants;

/// A number, or a pack of numbers advanced together. Comparisons give a mask, and `select` replaces branches,
/// so that one source serves scalars and lanes.
pub trait Real:
    Copy
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
{
    /// One truth value a lane.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;
    /// The type of one lane.
    type Scalar: Scalar;
    /// One exact 64-bit phase a lane: see [`crate::clock`].
    type Phase: Copy;
    /// One integer a lane, to count with.
    type Count: Copy;
    /// One register of it.
    type Single: Real<Scalar = Self::Scalar>;
    /// How many members one value carries.
    const LANES: usize;

    /// The same number in every lane, rounded once from `f64`.
    fn of(x: f64) -> Self;
    /// The same number in every lane.
    fn splat(x: Self::Scalar) -> Self;
    /// A value from its lanes, one after another.
    fn load(lanes: &[Self::Scalar]) -> Self;
    /// The same for what no step changes.
    #[inline(always)]
    fn load_fixed(lanes: &[Self::Scalar]) -> Self {
        Self::load(lanes)
    }
    /// `table[at + more]` of each lane; `at` holds whole numbers.
    #[inline(always)]
    fn gather(table: &[Self::Scalar], at: Self, more: usize) -> Self {
        let mut lanes = [Self::Scalar::default(); MOST_LANES];
        for (i, x) in lanes[..Self::LANES].iter_mut().enumerate() {
            *x = table[at.lane(i).to_f64() as usize + more];
        }
        Self::load(&lanes[..Self::LANES])
    }
    /// Its lanes, one after another.
    fn store(self, lanes: &mut [Self::Scalar]);
    /// One lane.
    fn lane(self, i: usize) -> Self::Scalar;
    /// Correctly rounded square root.
    fn sqrt(self) -> Self;
    /// `self / sqrt(square)`. WGSL: `over_root`.
    #[inline(always)]
    fn over_root(self, square: Self) -> Self {
        self / square.sqrt()
    }
    /// Absolute value.
    fn abs(self) -> Self;
    /// `self < other`, false where either is NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`, false where either is NaN.
    fn le(self, other: Self) -> Self::Mask;
    /// `yes` where the mask holds, `no` elsewhere. (WGSL writes `select(no, yes, mask)`.)
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The mask that holds nowhere, known to the compiler: what depends on it is left out.
    fn nowhere() -> Self::Mask;
    /// Whether a mask holds in any lane: what no member needs can be left out. (WGSL writes `mask`.)
    fn anywhere(mask: Self::Mask) -> bool;

    /// The same integer in every lane.
    fn count_of(n: u32) -> Self::Count;
    /// `unit` more where the mask holds. (WGSL writes `n + select(0u, unit, mask)`.)
    fn count_if(mask: Self::Mask, unit: u32, n: Self::Count) -> Self::Count;
    /// Its lanes, one after another.
    fn count_store(n: Self::Count, lanes: &mut [u32]);

    /// Phases from their lanes, one after another.
    fn phase_load(lanes: &[u64]) -> Self::Phase;
    /// Adds phases, dropping whole turns: exact.
    fn phase_add(a: Self::Phase, b: Self::Phase) -> Self::Phase;
    /// A phase as a fraction of a turn in `[-1/2, 1/2]`.
    fn turns(phase: Self::Phase) -> Self;

    /// Does something in a function of its own, compiled for the instructions of these numbers: what is large and asked for in
    /// several places is compiled once, and not inlined into every loop.
    #[inline(never)]
    fn apart<T: Task>(task: &T) -> T::Answer {
        task.run()
    }

    /// The smaller one; `self` if `other` is NaN. WGSL: `smaller`.
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self::select(other.lt(self), other, self)
    }
    /// The larger one; `self` if `other` is NaN. WGSL: `larger`.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self::select(self.lt(other), other, self)
    }
    /// The nearest whole number, ties to the even one, of a number below [`Scalar::ROUNDER`] / 4. WGSL: `nearest`.
    #[inline(always)]
    fn nearest(self) -> Self {
        // Where neighbours are 1 apart, adding rounds to a whole number; nothing here reorders the two sums.
        let rounder = Self::of(Self::Scalar::ROUNDER);
        (self + rounder) - rounder
    }
}

/// What can be done [apart](Real::apart).
pub trait Task {
    /// What comes of it.
    type Answer;
    /// Does it; always inlined into the function that is made for it.
    fn run(&self) -> Self::Answer;
}

/// At least as many as the widest register has.
const MOST_LANES: usize = 16;
/// Weight of the high and of the low word of a phase, in turns: 2^-32 and 2^-64.
const HI_UNIT: f64 = 1.0 / 4294967296.0;
const LO_UNIT: f64 = HI_UNIT * HI_UNIT;
/// The low bits kept: with them a phase has 53 bits, which f64 holds exactly.
const LOW_BITS: u32 = 0xffff_f800;

/// A plain float: what one lane holds.
pub trait Scalar:
    Real<Mask = bool, Scalar = Self, Phase = u64, Count = u32> + PartialOrd + Default + std::fmt::Debug
{
    /// `"f32"` or `"f64"`: also the WGSL name of the type.
    const NAME: &'static str;
    /// Distance from 1 to the next larger number.
    const EPSILON: f64;
    /// One and a half times the power of two from which on neighbours are 1 apart.
    const ROUNDER: f64;
    /// What [`crate::math`] and [`crate::rng`] need for this precision.
    const MATH: &'static Constants;
    /// Exact widening.
    fn to_f64(self) -> f64;
    /// A phase as a fraction of a turn: the leading bits that this type can hold.
    fn turn_of(phase: u64) -> Self;
}

macro_rules! scalar {
    ($t:ident, $math:path) => {
        impl Scalar for $t {
            const NAME: &'static str = stringify!($t);
            const EPSILON: f64 = $t::EPSILON as f64;
            const ROUNDER: f64 = 1.5 / ($t::EPSILON as f64);
            const MATH: &'static Constants = &$math;
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn turn_of(phase: u64) -> $t {
                let hi = (phase >> 32) as i32;
                let lo = phase as u32 & LOW_BITS;
                hi as $t * $t::of(HI_UNIT) + lo as $t * $t::of(LO_UNIT)
            }
        }

        impl Real for $t {
            type Mask = bool;
            type Scalar = $t;
            type Phase = u64;
            type Count = u32;
            type Single = $t;
            const LANES: usize = 1;
            #[inline(always)]
            fn of(x: f64) -> $t {
                x as $t
            }
            #[inline(always)]
            fn splat(x: $t) -> $t {
                x
            }
            #[inline(always)]
            fn load(lanes: &[$t]) -> $t {
                lanes[0]
            }
            #[inline(always)]
            fn store(self, lanes: &mut [$t]) {
                lanes[0] = self;
            }
            #[inline(always)]
            fn lane(self, _: usize) -> $t {
                self
            }
            #[inline(always)]
            fn sqrt(self) -> $t {
                $t::sqrt(self)
            }
            #[inline(always)]
            fn abs(self) -> $t {
                $t::abs(self)
            }
            #[inline(always)]
            fn lt(self, other: $t) -> bool {
                self < other
            }
            #[inline(always)]
            fn le(self, other: $t) -> bool {
                self <= other
            }
            #[inline(always)]
            fn select(mask: bool, yes: $t, no: $t) -> $t {
                if mask { yes } else { no }
            }
            #[inline(always)]
            fn nowhere() -> bool {
                false
            }
            #[inline(always)]
            fn anywhere(mask: bool) -> bool {
                mask
            }
            #[inline(always)]
            fn count_of(n: u32) -> u32 {
                n
            }
            #[inline(always)]
            fn count_if(mask: bool, unit: u32, n: u32) -> u32 {
                n + if mask { unit } else { 0 }
            }
            #[inline(always)]
            fn count_store(n: u32, lanes: &mut [u32]) {
                lanes[0] = n;
            }
            #[inline(always)]
            fn phase_load(lanes: &[u64]) -> u64 {
                lanes[0]
            }
            #[inline(always)]
            fn phase_add(a: u64, b: u64) -> u64 {
                a.wrapping_add(b)
            }
            #[inline(always)]
            fn turns(phase: u64) -> $t {
                <$t as Scalar>::turn_of(phase)
            }
        }
    };
}

scalar!(f32, crate::math::constants::F32);
scalar!(f64, crate::math::constants::F64);
