//! Small vectors of coordinates, velocities and impulses: `vecN<Real>` on the WGSL side.

use std::mem::MaybeUninit;
use std::ops::{Add, Mul, Sub};

use crate::real::Real;

/// A fixed number of [`Real`]s with the operations of a vector space.
pub trait Tuple<R: Real>:
    Copy + Send + Sync + 'static + Add<Output = Self> + Sub<Output = Self> + Mul<R, Output = Self>
{
    /// The number of components.
    const LEN: usize;
    /// Builds a tuple component by component.
    fn from_fn(f: impl FnMut(usize) -> R) -> Self;
    /// One component.
    fn get(&self, j: usize) -> R;

    /// Shows every component, with its place.
    fn each(&self, f: impl FnMut(usize, R));
    /// The scalar product, summed from the first component on, as WGSL's `dot` is on every driver we know.
    fn dot(self, other: Self) -> R;
    /// `yes` where the mask holds, `no` elsewhere.
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self;
}

/// The body for `j` = 0, 1, ... below `N`, written out: vectors are in every step, and for the loops that would stand here
/// the compiler took a third of its time (docs/building.md).
macro_rules! unrolled {
    ($N:ident, $j:ident => $body:expr) => {
        const { assert!($N <= 32) };
        unrolled!(@ $N, $j => $body; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
    };
    (@ $N:ident, $j:ident => $body:expr;) => {};
    (@ $N:ident, $j:ident => $body:expr; $first:literal $($more:literal)*) => {
        if const { $first < $N } {
            {
                #[allow(non_upper_case_globals)]
                const $j: usize = $first;
                $body
            }
            unrolled!(@ $N, $j => $body; $($more)*);
        }
    };
}

/// An array, number by number.
macro_rules! array {
    ($N:ident, $j:ident => $number:expr) => {{
        let mut numbers = [const { MaybeUninit::uninit() }; $N];
        unrolled!($N, $j => {
            numbers[$j].write($number);
        });
        // Safety: every number was written.
        unsafe { std::mem::transmute_copy(&numbers) }
    }};
}

/// `N` numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<R, const N: usize>(pub [R; N]);

impl<R: Real, const N: usize> Add for Vector<R, N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Vector(array!(N, j => self.0[j] + other.0[j]))
    }
}

impl<R: Real, const N: usize> Sub for Vector<R, N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Vector(array!(N, j => self.0[j] - other.0[j]))
    }
}

impl<R: Real, const N: usize> Mul<R> for Vector<R, N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: R) -> Self {
        Vector(array!(N, j => self.0[j] * factor))
    }
}

impl<R: Real, const N: usize> Tuple<R> for Vector<R, N> {
    const LEN: usize = N;
    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> R) -> Self {
        Vector(array!(N, j => f(j)))
    }
    #[inline(always)]
    fn get(&self, j: usize) -> R {
        self.0[j]
    }
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(usize, R)) {
        unrolled!(N, j => f(j, self.0[j]));
    }
    #[inline(always)]
    fn dot(self, other: Self) -> R {
        let mut sum = self.0[0] * other.0[0];
        unrolled!(N, j => if const { j != 0 } {
            sum += self.0[j] * other.0[j];
        });
        sum
    }
    #[inline(always)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Vector(array!(N, j => R::select(mask, yes.0[j], no.0[j])))
    }
}
