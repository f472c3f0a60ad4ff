//! Small vectors of coordinates, velocities and impulses: `vecN<Real>` on the WGSL side.

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

    /// The scalar product, summed from the first component on, as WGSL's `dot` is on every driver we know.
    #[inline(always)]
    fn dot(self, other: Self) -> R {
        let mut sum = self.get(0) * other.get(0);
        for j in 1..Self::LEN {
            sum += self.get(j) * other.get(j);
        }
        sum
    }
    /// `yes` where the mask holds, `no` elsewhere.
    #[inline(always)]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self::from_fn(|j| R::select(mask, yes.get(j), no.get(j)))
    }
}

/// An array, number by number. Written out, for `std::array::from_fn` takes the compiler several times as long, and this
/// is in every loop.
#[inline(always)]
fn each<R: Copy, const N: usize>(mut f: impl FnMut(usize) -> R) -> [R; N] {
    let mut numbers = [f(0); N];
    let mut j = 1;
    while j < N {
        numbers[j] = f(j);
        j += 1;
    }
    numbers
}

/// `N` numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<R, const N: usize>(pub [R; N]);

impl<R: Real, const N: usize> Add for Vector<R, N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Vector(each(|j| self.0[j] + other.0[j]))
    }
}

impl<R: Real, const N: usize> Sub for Vector<R, N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Vector(each(|j| self.0[j] - other.0[j]))
    }
}

impl<R: Real, const N: usize> Mul<R> for Vector<R, N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: R) -> Self {
        Vector(each(|j| self.0[j] * factor))
    }
}

impl<R: Real, const N: usize> Tuple<R> for Vector<R, N> {
    const LEN: usize = N;
    #[inline(always)]
    fn from_fn(f: impl FnMut(usize) -> R) -> Self {
        Vector(each(f))
    }
    #[inline(always)]
    fn get(&self, j: usize) -> R {
        self.0[j]
    }
}
