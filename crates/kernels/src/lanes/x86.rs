//! The vectors of SSE2 and AVX. A mask is a vector whose lanes have all bits set or none.

use std::arch::x86_64::*;

use super::register::{apply, mask, register};

/// SSE2 and AVX name their intrinsics alike.
macro_rules! vector {
    ($(#[$doc:meta])* $name:ident, $Mask:ident, $register:ident, $t:ident, $n:literal, $count:ident $int:ident, $features:literal,
     $set1:ident $load:ident $add:ident $sub:ident $mul:ident $div:ident $sqrt:ident $max:ident $min:ident
     $and:ident $or:ident $xor:ident $andnot:ident $bits:ident, $lt:tt, $le:tt, $blend:tt,
     $set_count:ident $add_count:ident $and_count:ident $cast:ident, $over_root:tt) => {
        register!(
            $(#[$doc])* $name, $register, $t, $n, mask $Mask, count $count $int, features $features;
            set1 $set1; load $load; add $add; sub $sub; mul $mul; div $div; sqrt $sqrt; over_root $over_root;
            neg (|x| $xor(x, $set1(-0.0))); abs (|x| $andnot($set1(-0.0), x)); max $max; min $min;
            lt $lt; le $le; select $blend;
            nowhere $set1(0.0); anywhere (|mask| $bits(mask) != 0); count_of $set_count;
            count_if (|mask, unit, n| $add_count(n, $and_count($cast(mask), unit)));
        );
        mask!(
            /// Its masks.
            $Mask, $register; and $and; or $or; not (|m| $xor(m, $set1($t::from_bits(!0))));
        );
    };
}

vector!(
    /// Four `f32` in an SSE register.
    F32x4, Mask32x4, __m128, f32, 4, __m128i i32, "sse2",
    _mm_set1_ps _mm_loadu_ps _mm_add_ps _mm_sub_ps _mm_mul_ps _mm_div_ps _mm_sqrt_ps _mm_max_ps _mm_min_ps
    _mm_and_ps _mm_or_ps _mm_xor_ps _mm_andnot_ps _mm_movemask_ps, _mm_cmplt_ps, _mm_cmple_ps,
    (|m, a, b| _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b))), _mm_set1_epi32 _mm_add_epi32 _mm_and_si128 _mm_castps_si128,
    (|a, x| _mm_div_ps(a, _mm_sqrt_ps(x)))
);
vector!(
    /// Two `f64` in an SSE register.
    F64x2, Mask64x2, __m128d, f64, 2, __m128i i64, "sse2",
    _mm_set1_pd _mm_loadu_pd _mm_add_pd _mm_sub_pd _mm_mul_pd _mm_div_pd _mm_sqrt_pd _mm_max_pd _mm_min_pd
    _mm_and_pd _mm_or_pd _mm_xor_pd _mm_andnot_pd _mm_movemask_pd, _mm_cmplt_pd, _mm_cmple_pd,
    (|m, a, b| _mm_or_pd(_mm_and_pd(m, a), _mm_andnot_pd(m, b))), _mm_set1_epi64x _mm_add_epi64 _mm_and_si128 _mm_castpd_si128,
    (|a, x| _mm_div_pd(a, _mm_sqrt_pd(x)))
);
vector!(
    /// Eight `f32` in an AVX register.
    F32x8, Mask32x8, __m256, f32, 8, __m256i i32, "avx2",
    _mm256_set1_ps _mm256_loadu_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps _mm256_sqrt_ps
    _mm256_max_ps _mm256_min_ps _mm256_and_ps _mm256_or_ps _mm256_xor_ps _mm256_andnot_ps
    _mm256_movemask_ps, (|a, b| _mm256_cmp_ps::<_CMP_LT_OQ>(a, b)), (|a, b| _mm256_cmp_ps::<_CMP_LE_OQ>(a, b)), (|m, a, b| _mm256_blendv_ps(b, a, m)),
    _mm256_set1_epi32 _mm256_add_epi32 _mm256_and_si256 _mm256_castps_si256,
    (|a, x| _mm256_div_ps(a, _mm256_sqrt_ps(x)))
);
vector!(
    /// Four `f64` in an AVX register.
    F64x4, Mask64x4, __m256d, f64, 4, __m256i i64, "avx2",
    _mm256_set1_pd _mm256_loadu_pd _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd _mm256_sqrt_pd
    _mm256_max_pd _mm256_min_pd _mm256_and_pd _mm256_or_pd _mm256_xor_pd _mm256_andnot_pd
    _mm256_movemask_pd, (|a, b| _mm256_cmp_pd::<_CMP_LT_OQ>(a, b)), (|a, b| _mm256_cmp_pd::<_CMP_LE_OQ>(a, b)), (|m, a, b| _mm256_blendv_pd(b, a, m)),
    _mm256_set1_epi64x _mm256_add_epi64 _mm256_and_si256 _mm256_castpd_si256,
    (|a, x| _mm256_div_pd(a, _mm256_sqrt_pd(x)))
);
vector!(
    /// Eight `f32`, divided by a root in about half the time: the reciprocal root to 12 bits and one Newton step. Where the
    /// square is 0 or not normal, that gives NaN or too little, and the smaller of that and 1, which is all that is
    /// made of it, is the limit.
    FastF32x8, FastMask32x8, __m256, f32, 8, __m256i i32, "avx2",
    _mm256_set1_ps _mm256_loadu_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps _mm256_sqrt_ps
    _mm256_max_ps _mm256_min_ps _mm256_and_ps _mm256_or_ps _mm256_xor_ps _mm256_andnot_ps
    _mm256_movemask_ps, (|a, b| _mm256_cmp_ps::<_CMP_LT_OQ>(a, b)), (|a, b| _mm256_cmp_ps::<_CMP_LE_OQ>(a, b)), (|m, a, b| _mm256_blendv_ps(b, a, m)),
    _mm256_set1_epi32 _mm256_add_epi32 _mm256_and_si256 _mm256_castps_si256,
    (|a, x| {
        let y = _mm256_rsqrt_ps(x);
        let half = _mm256_mul_ps(_mm256_set1_ps(0.5), x);
        let newton = _mm256_sub_ps(_mm256_set1_ps(1.5), _mm256_mul_ps(half, _mm256_mul_ps(y, y)));
        _mm256_mul_ps(a, _mm256_mul_ps(y, newton))
    })
);
