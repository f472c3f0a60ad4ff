//! Which vector instructions the processor has, and the loop compiled for each of them.

use crate::ensemble::advance_tile;
use crate::lanes::Several;
use crate::law::Law;
use crate::model::Model;
use crate::real::Real;
use crate::scheme::Scheme;
use crate::tile::{Observer, Segment, Tile};

/// An instruction set that lanes are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// One member at a time: the reference, and the mirror of the GPU kernel.
    Scalar,
    /// What every processor of this architecture has.
    Baseline,
    /// 256-bit vectors.
    Avx2,
}

impl Isa {
    /// The best one that this processor has.
    pub fn best() -> Isa {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Isa::Avx2;
        }
        Isa::Baseline
    }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use crate::lanes::*;
    pub type BaselineF32 = F32x4;
    pub type BaselineF64 = F64x2;
    pub type Avx2F32 = F32x8;
    pub type Avx2F64 = F64x4;
}
#[cfg(not(target_arch = "x86_64"))]
mod vectors {
    // The compiler turns these few scalars in step into the vectors of the machine where it can.
    pub type BaselineF32 = f32;
    pub type BaselineF64 = f64;
    pub type Avx2F32 = f32;
    pub type Avx2F64 = f64;
}
use vectors::*;

/// Vectors in flight together: two hide most of the latency of square root and division, and still fit into the
/// registers.
const IN_FLIGHT: usize = 2;

/// [`advance_tile`], compiled for AVX2.
///
/// # Safety
/// The processor must have AVX2.
#[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2"))]
unsafe fn advance_avx2<R: Real, M: Model, L: Law<M::Space>, S: Scheme>(
    tile: &mut Tile<R::Scalar>,
    segment: &Segment<'_, R::Scalar>,
    observe: &mut Observer<'_, R::Scalar>,
) {
    advance_tile::<R, M, L, S>(tile, segment, observe);
}

macro_rules! advance {
    ($name:ident, $t:ty, $baseline:ty, $avx2:ty) => {
        /// Advances a tile with the lanes of an instruction set that this processor has.
        pub fn $name<M: Model, L: Law<M::Space>, S: Scheme>(
            isa: Isa,
            tile: &mut Tile<$t>,
            segment: &Segment<'_, $t>,
            observe: &mut Observer<'_, $t>,
        ) {
            match isa {
                Isa::Scalar => advance_tile::<$t, M, L, S>(tile, segment, observe),
                Isa::Avx2 if Isa::best() == Isa::Avx2 => {
                    // Safety: just checked.
                    unsafe { advance_avx2::<Several<$avx2, IN_FLIGHT>, M, L, S>(tile, segment, observe) }
                }
                _ => advance_tile::<Several<$baseline, IN_FLIGHT>, M, L, S>(tile, segment, observe),
            }
        }
    };
}
advance!(advance_f32, f32, BaselineF32, Avx2F32);
advance!(advance_f64, f64, BaselineF64, Avx2F64);
