//! Lanes: many members advanced by one instruction, as a [`Real`] like any other.
//!
//! A machine vector (`F32x8`, ...) is one register; [`Both`] puts several of them in flight together, which hides
//! the latency of square root and division. The types name instruction sets: [`crate::isa`] uses one only
//! after it has seen that the processor has it, inside a function compiled for it.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use crate::real::{Real, Task};

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod register;
#[cfg(target_arch = "x86_64")]
mod x86;
#[cfg(target_arch = "x86_64")]
mod x86_512;
#[cfg(target_arch = "aarch64")]
pub use neon::{F32x4, F64x2};
#[cfg(target_arch = "x86_64")]
pub use x86::{F32x4, F32x8, F64x2, F64x4, FastF32x8};
#[cfg(target_arch = "x86_64")]
pub use x86_512::{F32x16, F64x8, FastF32x16};

/// Two vectors (or scalars, or pairs of them) advanced together. A pair rather than an array: every operation is inlined for
/// certain, into code compiled for the vectors' instruction set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Both<A, B>(pub A, pub B);

/// Two in flight.
pub type Two<V> = Both<V, V>;
/// Four in flight.
pub type Four<V> = Two<Two<V>>;
/// Five in flight.
pub type Five<V> = Both<Four<V>, V>;

macro_rules! pairwise {
    ($Op:ident, $op:ident) => {
        impl<A: $Op<Output = A>, B: $Op<Output = B>> $Op for Both<A, B> {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                Both(self.0.$op(other.0), self.1.$op(other.1))
            }
        }
    };
}
pairwise!(Add, add);
pairwise!(Sub, sub);
pairwise!(Mul, mul);
pairwise!(Div, div);
pairwise!(BitAnd, bitand);
pairwise!(BitOr, bitor);

impl<A: Neg<Output = A>, B: Neg<Output = B>> Neg for Both<A, B> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Both(-self.0, -self.1)
    }
}

impl<A: Not<Output = A>, B: Not<Output = B>> Not for Both<A, B> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Both(!self.0, !self.1)
    }
}

impl<A: Real, B: Real<Scalar = A::Scalar>> AddAssign for Both<A, B> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<A: Real, B: Real<Scalar = A::Scalar>> Real for Both<A, B> {
    type Mask = Both<A::Mask, B::Mask>;
    type Scalar = A::Scalar;
    type Phase = Both<A::Phase, B::Phase>;
    type Count = Both<A::Count, B::Count>;
    type Single = A::Single;
    const LANES: usize = A::LANES + B::LANES;

    #[inline(always)]
    fn of(x: f64) -> Self {
        Both(A::of(x), B::of(x))
    }
    #[inline(always)]
    fn splat(x: A::Scalar) -> Self {
        Both(A::splat(x), B::splat(x))
    }
    #[inline(always)]
    fn load(lanes: &[A::Scalar]) -> Self {
        Both(A::load(lanes), B::load(&lanes[A::LANES..]))
    }
    #[inline(always)]
    fn gather(table: &[A::Scalar], at: Self, more: usize) -> Self {
        Both(A::gather(table, at.0, more), B::gather(table, at.1, more))
    }
    #[inline(always)]
    fn store(self, lanes: &mut [A::Scalar]) {
        self.0.store(lanes);
        self.1.store(&mut lanes[A::LANES..]);
    }
    #[inline(always)]
    fn lane(self, i: usize) -> A::Scalar {
        if i < A::LANES { self.0.lane(i) } else { self.1.lane(i - A::LANES) }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Both(self.0.sqrt(), self.1.sqrt())
    }
    #[inline(always)]
    fn over_root(self, square: Self) -> Self {
        Both(self.0.over_root(square.0), self.1.over_root(square.1))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Both(self.0.abs(), self.1.abs())
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Both(self.0.smaller(other.0), self.1.smaller(other.1))
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Both(self.0.larger(other.0), self.1.larger(other.1))
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        Both(self.0.lt(other.0), self.1.lt(other.1))
    }
    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        Both(self.0.le(other.0), self.1.le(other.1))
    }
    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Both(A::select(mask.0, yes.0, no.0), B::select(mask.1, yes.1, no.1))
    }
    #[inline(always)]
    fn nowhere() -> Self::Mask {
        Both(A::nowhere(), B::nowhere())
    }
    #[inline(always)]
    fn anywhere(mask: Self::Mask) -> bool {
        // Both are looked at: that takes less than a branch between them.
        A::anywhere(mask.0) | B::anywhere(mask.1)
    }
    #[inline(always)]
    fn count_of(n: u32) -> Self::Count {
        Both(A::count_of(n), B::count_of(n))
    }
    #[inline(always)]
    fn count_if(mask: Self::Mask, unit: u32, n: Self::Count) -> Self::Count {
        Both(A::count_if(mask.0, unit, n.0), B::count_if(mask.1, unit, n.1))
    }
    #[inline(always)]
    fn count_store(n: Self::Count, lanes: &mut [u32]) {
        A::count_store(n.0, lanes);
        B::count_store(n.1, &mut lanes[A::LANES..]);
    }
    #[inline(always)]
    fn phase_load(lanes: &[u64]) -> Self::Phase {
        Both(A::phase_load(lanes), B::phase_load(&lanes[A::LANES..]))
    }
    #[inline(always)]
    fn phase_add(a: Self::Phase, b: Self::Phase) -> Self::Phase {
        Both(A::phase_add(a.0, b.0), B::phase_add(a.1, b.1))
    }
    #[inline(always)]
    fn turns(phase: Self::Phase) -> Self {
        Both(A::turns(phase.0), B::turns(phase.1))
    }
    #[inline(always)]
    fn apart<T: Task>(task: &T) -> T::Answer {
        A::apart(task)
    }
}
