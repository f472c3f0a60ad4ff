//! The vectors of AVX-512 (F and DQ): masks have registers of their own, and there are 32 vector registers.

#![allow(unused_unsafe)] // a mask is an integer, and its operations are safe

use std::arch::x86_64::*;

use super::register::{apply, mask, register};

/// AVX-512 names its intrinsics alike at every width.
macro_rules! vector {
    ($(#[$doc:meta])* $name:ident, $Mask:ident, $register:ident, $t:ident, $n:literal, $bits:ident, $count:ident $int:ident, $features:literal,
     $set1:ident $load:ident $add:ident $sub:ident $mul:ident $div:ident $sqrt:ident $max:ident $min:ident
     $xor:ident $andnot:ident $compare:ident $blend:ident $set_count:ident $add_count:ident,
     $over_root:tt) => {
        register!(
            $(#[$doc])* $name, $register, $t, $n, mask $Mask, count $count $int, features $features;
            set1 $set1; load $load; add $add; sub $sub; mul $mul; div $div; sqrt $sqrt; over_root $over_root;
            neg (|x| $xor(x, $set1(-0.0))); abs (|x| $andnot($set1(-0.0), x)); max $max; min $min;
            lt (|a, b| $compare::<_CMP_LT_OQ>(a, b)); le (|a, b| $compare::<_CMP_LE_OQ>(a, b));
            select (|m, a, b| $blend(m, b, a));
            nowhere 0; anywhere (|mask| mask != 0); count_of $set_count; count_if (|mask, unit, n| $add_count(n, mask, n, unit));
        );
        mask!(
            /// Its masks. Aligned so that no pair of them is taken for one integer and packed.
            #[repr(align(32))]
            $Mask, $bits; and (|a, b| a & b); or (|a, b| a | b); not (|a| !a);
        );
    };
}

vector!(
    /// Sixteen `f32`.
    F32x16, Mask32x16, __m512, f32, 16, u16, __m512i i32, "avx512f,avx512dq",
    _mm512_set1_ps _mm512_loadu_ps _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps _mm512_sqrt_ps
    _mm512_max_ps _mm512_min_ps _mm512_xor_ps _mm512_andnot_ps _mm512_cmp_ps_mask _mm512_mask_blend_ps
    _mm512_set1_epi32 _mm512_mask_add_epi32,
    (|a, x| _mm512_div_ps(a, _mm512_sqrt_ps(x)))
);
vector!(
    /// Eight `f64`.
    F64x8, Mask64x8, __m512d, f64, 8, u8, __m512i i64, "avx512f,avx512dq",
    _mm512_set1_pd _mm512_loadu_pd _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_div_pd _mm512_sqrt_pd
    _mm512_max_pd _mm512_min_pd _mm512_xor_pd _mm512_andnot_pd _mm512_cmp_pd_mask _mm512_mask_blend_pd
    _mm512_set1_epi64 _mm512_mask_add_epi64,
    (|a, x| _mm512_div_pd(a, _mm512_sqrt_pd(x)))
);
vector!(
    /// Sixteen `f32`, divided by a root as [`super::FastF32x8`] does, from 14 bits.
    FastF32x16, FastMask32x16, __m512, f32, 16, u16, __m512i i32, "avx512f,avx512dq",
    _mm512_set1_ps _mm512_loadu_ps _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps _mm512_sqrt_ps
    _mm512_max_ps _mm512_min_ps _mm512_xor_ps _mm512_andnot_ps _mm512_cmp_ps_mask _mm512_mask_blend_ps
    _mm512_set1_epi32 _mm512_mask_add_epi32,
    (|a, x| {
        let y = _mm512_rsqrt14_ps(x);
        let half = _mm512_mul_ps(_mm512_set1_ps(0.5), x);
        let newton = _mm512_sub_ps(_mm512_set1_ps(1.5), _mm512_mul_ps(half, _mm512_mul_ps(y, y)));
        _mm512_mul_ps(a, _mm512_mul_ps(y, newton))
    })
);
