//! Lanes: many members advanced by one instruction, as a [`Real`] like any other.
//!
//! A machine vector (`F32x8`, ...) is one register; [`Several`] puts a few of them in flight together, which hides
//! the latency of square root and division. The types name instruction sets: [`crate::backend::cpu`] uses one only
//! after it has seen that the processor has it, inside a function compiled for it.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use crate::real::Real;

/// `K` vectors (or scalars) advanced together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Several<V, const K: usize>(pub [V; K]);

macro_rules! several {
    ($Op:ident, $op:ident, $bound:ident) => {
        impl<V: $bound, const K: usize> $Op for Several<V, K>
        where
            V: $Op<Output = V> + Copy,
        {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                Several(std::array::from_fn(|i| self.0[i].$op(other.0[i])))
            }
        }
    };
}
several!(Add, add, Copy);
several!(Sub, sub, Copy);
several!(Mul, mul, Copy);
several!(Div, div, Copy);
several!(BitAnd, bitand, Copy);
several!(BitOr, bitor, Copy);

impl<V: Neg<Output = V> + Copy, const K: usize> Neg for Several<V, K> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Several(self.0.map(|v| -v))
    }
}

impl<V: Not<Output = V> + Copy, const K: usize> Not for Several<V, K> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Several(self.0.map(|v| !v))
    }
}

impl<V: Add<Output = V> + Copy, const K: usize> AddAssign for Several<V, K> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<V: Real, const K: usize> Real for Several<V, K> {
    type Mask = Several<V::Mask, K>;
    type Scalar = V::Scalar;
    type Phase = [V::Phase; K];
    const LANES: usize = K * V::LANES;

    #[inline(always)]
    fn of(x: f64) -> Self {
        Several([V::of(x); K])
    }
    #[inline(always)]
    fn splat(x: V::Scalar) -> Self {
        Several([V::splat(x); K])
    }
    #[inline(always)]
    fn from_lanes(mut lane: impl FnMut(usize) -> V::Scalar) -> Self {
        Several(std::array::from_fn(|i| V::from_lanes(|j| lane(i * V::LANES + j))))
    }
    #[inline(always)]
    fn lane(self, i: usize) -> V::Scalar {
        self.0[i / V::LANES].lane(i % V::LANES)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Several(self.0.map(V::sqrt))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Several(self.0.map(V::abs))
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        Several(std::array::from_fn(|i| self.0[i].lt(other.0[i])))
    }
    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        Several(std::array::from_fn(|i| self.0[i].le(other.0[i])))
    }
    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Several(std::array::from_fn(|i| V::select(mask.0[i], yes.0[i], no.0[i])))
    }
    #[inline(always)]
    fn mask_from(mut lane: impl FnMut(usize) -> bool) -> Self::Mask {
        Several(std::array::from_fn(|i| V::mask_from(|j| lane(i * V::LANES + j))))
    }
    #[inline(always)]
    fn mask_lane(mask: Self::Mask, i: usize) -> bool {
        V::mask_lane(mask.0[i / V::LANES], i % V::LANES)
    }
    #[inline(always)]
    fn phase_from(mut lane: impl FnMut(usize) -> u64) -> Self::Phase {
        std::array::from_fn(|i| V::phase_from(|j| lane(i * V::LANES + j)))
    }
    #[inline(always)]
    fn phase_lane(phase: Self::Phase, i: usize) -> u64 {
        V::phase_lane(phase[i / V::LANES], i % V::LANES)
    }
    #[inline(always)]
    fn phase_add(a: Self::Phase, b: Self::Phase) -> Self::Phase {
        std::array::from_fn(|i| V::phase_add(a[i], b[i]))
    }
    #[inline(always)]
    fn turns(phase: Self::Phase) -> Self {
        Several(phase.map(V::turns))
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{F32x4, F32x8, F64x2, F64x4};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use crate::real::Scalar;
    use std::arch::x86_64::*;

    /// One register type as a [`Real`]: the intrinsics are named, nothing else differs.
    ///
    /// Safety of every block below: the type is only used where its instruction set is known to be present
    /// (SSE2 always is on x86-64; AVX is checked by the CPU backend before it enters code that uses these types).
    macro_rules! register {
        ($(#[$doc:meta])* $name:ident, $register:ident, $t:ident, $n:literal,
         $set1:ident $load:ident $add:ident $sub:ident $mul:ident $div:ident $sqrt:ident
         $and:ident $or:ident $xor:ident $andnot:ident, $lt:expr, $le:expr, $blend:expr) => {
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name(pub $register);

            register!(@binary $name, Add, add, $add);
            register!(@binary $name, Sub, sub, $sub);
            register!(@binary $name, Mul, mul, $mul);
            register!(@binary $name, Div, div, $div);
            register!(@binary $name, BitAnd, bitand, $and);
            register!(@binary $name, BitOr, bitor, $or);

            impl Neg for $name {
                type Output = Self;
                #[inline(always)]
                fn neg(self) -> Self {
                    unsafe { $name($xor(self.0, $set1(-0.0))) }
                }
            }

            impl Not for $name {
                type Output = Self;
                #[inline(always)]
                fn not(self) -> Self {
                    unsafe { $name($andnot(self.0, $set1($t::from_bits(!0)))) }
                }
            }

            impl AddAssign for $name {
                #[inline(always)]
                fn add_assign(&mut self, other: Self) {
                    *self = *self + other;
                }
            }

            impl $name {
                #[inline(always)]
                fn lanes(self) -> [$t; $n] {
                    unsafe { std::mem::transmute(self.0) }
                }
            }

            impl Real for $name {
                type Mask = Self;
                type Scalar = $t;
                type Phase = [u64; $n];
                const LANES: usize = $n;

                #[inline(always)]
                fn of(x: f64) -> Self {
                    Self::splat(x as $t)
                }
                #[inline(always)]
                fn splat(x: $t) -> Self {
                    unsafe { $name($set1(x)) }
                }
                #[inline(always)]
                fn from_lanes(lane: impl FnMut(usize) -> $t) -> Self {
                    let lanes: [$t; $n] = std::array::from_fn(lane);
                    unsafe { $name($load(lanes.as_ptr())) }
                }
                #[inline(always)]
                fn lane(self, i: usize) -> $t {
                    self.lanes()[i]
                }
                #[inline(always)]
                fn sqrt(self) -> Self {
                    unsafe { $name($sqrt(self.0)) }
                }
                #[inline(always)]
                fn abs(self) -> Self {
                    unsafe { $name($andnot($set1(-0.0), self.0)) }
                }
                #[inline(always)]
                fn lt(self, other: Self) -> Self {
                    unsafe { $name($lt(self.0, other.0)) }
                }
                #[inline(always)]
                fn le(self, other: Self) -> Self {
                    unsafe { $name($le(self.0, other.0)) }
                }
                #[inline(always)]
                fn select(mask: Self, yes: Self, no: Self) -> Self {
                    unsafe { $name($blend(mask.0, yes.0, no.0)) }
                }
                #[inline(always)]
                fn mask_from(mut lane: impl FnMut(usize) -> bool) -> Self {
                    Self::from_lanes(|i| if lane(i) { $t::from_bits(!0) } else { 0.0 })
                }
                #[inline(always)]
                fn mask_lane(mask: Self, i: usize) -> bool {
                    mask.lanes()[i].to_bits() != 0
                }
                #[inline(always)]
                fn phase_from(lane: impl FnMut(usize) -> u64) -> [u64; $n] {
                    std::array::from_fn(lane)
                }
                #[inline(always)]
                fn phase_lane(phase: [u64; $n], i: usize) -> u64 {
                    phase[i]
                }
                #[inline(always)]
                fn phase_add(a: [u64; $n], b: [u64; $n]) -> [u64; $n] {
                    std::array::from_fn(|i| a[i].wrapping_add(b[i]))
                }
                #[inline(always)]
                fn turns(phase: [u64; $n]) -> Self {
                    Self::from_lanes(|i| $t::turn_of(phase[i]))
                }
            }
        };
        (@binary $name:ident, $Op:ident, $op:ident, $intrinsic:ident) => {
            impl $Op for $name {
                type Output = Self;
                #[inline(always)]
                fn $op(self, other: Self) -> Self {
                    unsafe { $name($intrinsic(self.0, other.0)) }
                }
            }
        };
    }

    register!(
        /// Four `f32` in an SSE register.
        F32x4, __m128, f32, 4,
        _mm_set1_ps _mm_loadu_ps _mm_add_ps _mm_sub_ps _mm_mul_ps _mm_div_ps _mm_sqrt_ps
        _mm_and_ps _mm_or_ps _mm_xor_ps _mm_andnot_ps, _mm_cmplt_ps, _mm_cmple_ps,
        |m, a, b| _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b))
    );
    register!(
        /// Two `f64` in an SSE register.
        F64x2, __m128d, f64, 2,
        _mm_set1_pd _mm_loadu_pd _mm_add_pd _mm_sub_pd _mm_mul_pd _mm_div_pd _mm_sqrt_pd
        _mm_and_pd _mm_or_pd _mm_xor_pd _mm_andnot_pd, _mm_cmplt_pd, _mm_cmple_pd,
        |m, a, b| _mm_or_pd(_mm_and_pd(m, a), _mm_andnot_pd(m, b))
    );
    register!(
        /// Eight `f32` in an AVX register.
        F32x8, __m256, f32, 8,
        _mm256_set1_ps _mm256_loadu_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps _mm256_sqrt_ps
        _mm256_and_ps _mm256_or_ps _mm256_xor_ps _mm256_andnot_ps,
        _mm256_cmp_ps::<_CMP_LT_OQ>, _mm256_cmp_ps::<_CMP_LE_OQ>, |m, a, b| _mm256_blendv_ps(b, a, m)
    );
    register!(
        /// Four `f64` in an AVX register.
        F64x4, __m256d, f64, 4,
        _mm256_set1_pd _mm256_loadu_pd _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd _mm256_sqrt_pd
        _mm256_and_pd _mm256_or_pd _mm256_xor_pd _mm256_andnot_pd,
        _mm256_cmp_pd::<_CMP_LT_OQ>, _mm256_cmp_pd::<_CMP_LE_OQ>, |m, a, b| _mm256_blendv_pd(b, a, m)
    );
}
