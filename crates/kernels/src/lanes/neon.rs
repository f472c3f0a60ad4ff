//! The vectors of NEON, which every 64-bit ARM processor has. A mask is a vector of integers, all bits of a lane set or
//! none.

use std::arch::aarch64::*;

use super::register::{apply, mask, register};

// `vmaxq` gives NaN where either is NaN, so larger and smaller are written as compare and select, like the scalars.
register!(
    /// Four `f32`.
    F32x4, float32x4_t, f32, 4, mask Mask32x4, count uint32x4_t u32, features "neon";
    set1 vdupq_n_f32; load (|p| vld1q_f32(p)); add vaddq_f32; sub vsubq_f32; mul vmulq_f32;
    div vdivq_f32; sqrt vsqrtq_f32; over_root (|a, x| vdivq_f32(a, vsqrtq_f32(x))); neg vnegq_f32; abs vabsq_f32;
    max (|a, b| vbslq_f32(vcgtq_f32(a, b), a, b)); min (|a, b| vbslq_f32(vcltq_f32(a, b), a, b));
    lt vcltq_f32; le vcleq_f32; select (|m, a, b| vbslq_f32(m, a, b));
    nowhere vdupq_n_u32(0); anywhere (|m| vmaxvq_u32(m) != 0); count_of vdupq_n_u32; count_if (|mask, unit, n| vaddq_u32(n, vandq_u32(mask, unit)));
);
mask!(
    /// Its masks.
    Mask32x4, uint32x4_t; and vandq_u32; or vorrq_u32; not vmvnq_u32;
);

register!(
    /// Two `f64`.
    F64x2, float64x2_t, f64, 2, mask Mask64x2, count uint64x2_t u64, features "neon";
    set1 vdupq_n_f64; load (|p| vld1q_f64(p)); add vaddq_f64; sub vsubq_f64; mul vmulq_f64;
    div vdivq_f64; sqrt vsqrtq_f64; over_root (|a, x| vdivq_f64(a, vsqrtq_f64(x))); neg vnegq_f64; abs vabsq_f64;
    max (|a, b| vbslq_f64(vcgtq_f64(a, b), a, b)); min (|a, b| vbslq_f64(vcltq_f64(a, b), a, b));
    lt vcltq_f64; le vcleq_f64; select (|m, a, b| vbslq_f64(m, a, b));
    nowhere vdupq_n_u64(0); anywhere (|m| vmaxvq_u32(vreinterpretq_u32_u64(m)) != 0); count_of vdupq_n_u64; count_if (|mask, unit, n| vaddq_u64(n, vandq_u64(mask, unit)));
);
mask!(
    /// Its masks.
    Mask64x2, uint64x2_t; and vandq_u64; or vorrq_u64;
    not (|m| vreinterpretq_u64_u32(vmvnq_u32(vreinterpretq_u32_u64(m))));
);
