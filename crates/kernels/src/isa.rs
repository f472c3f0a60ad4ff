//! Which vector instructions the processor has, and the loop compiled for each of them: a plain build runs as fast as
//! one made for this processor.

use crate::ensemble::{Blocks, Loop, advance_block, conclude_tile, start_tile};
use crate::lanes::*;
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
    /// What every processor of this architecture has: SSE2, NEON.
    Baseline,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors.
    Avx512,
}

impl Isa {
    /// Those that this processor has, best first.
    pub fn all() -> Vec<Isa> {
        let known = [Isa::Avx512, Isa::Avx2, Isa::Baseline, Isa::Scalar];
        known.into_iter().filter(|isa| isa.is_here()).collect()
    }

    /// The best one that this processor has.
    pub fn best() -> Isa {
        Isa::all()[0]
    }

    /// Whether this processor has it.
    pub fn is_here(self) -> bool {
        match self {
            Isa::Scalar | Isa::Baseline => true,
            #[cfg(all(target_arch = "x86_64", not(test), not(debug_assertions)))]
            Isa::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(all(target_arch = "x86_64", not(test), not(debug_assertions)))]
            Isa::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq"),
            #[cfg(any(not(target_arch = "x86_64"), test, debug_assertions))]
            Isa::Avx2 | Isa::Avx512 => false,
        }
    }

    /// The one that a triple runs with where it is asked for this one: every one that this processor has, where the triple is
    /// worth it; else two widths only, one member at a time and the vectors that nearly all processors have; and the widest, where its
    /// law asks for them.
    pub const fn for_triple(self, everyday: bool, widest: bool) -> Isa {
        match self {
            Isa::Avx512 if !everyday && !widest => Isa::Avx2,
            Isa::Baseline if !everyday && NARROW_IS_RARE => Isa::Scalar,
            isa => isa,
        }
    }

    /// Whether it has lanes that approximate a division by a root.
    pub fn has_fast_math(self) -> bool {
        matches!(self, Isa::Avx2 | Isa::Avx512)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Isa::Scalar => "scalar",
            Isa::Baseline if cfg!(target_arch = "x86_64") => "sse2",
            Isa::Baseline if cfg!(target_arch = "aarch64") => "neon",
            Isa::Baseline => "baseline",
            Isa::Avx2 => "avx2",
            Isa::Avx512 => "avx-512",
        }
    }
}

/// Whether hardly a processor has no more than the narrowest vectors: then they are compiled for everyday triples only.
/// Unit tests and debug builds have nothing wider, and run the others one member at a time.
const NARROW_IS_RARE: bool = cfg!(target_arch = "x86_64");

/// [`advance_block`], compiled for an instruction set and a precision. `all` and `some` lanes are those of triples that are
/// worth every variant of the loop, `few` those of the others.
///
/// The compiled loop is a method of the triple `(M, L, S)`, for the compiler keeps a method with the first of its types: so
/// the loops of a model are one unit of compilation, which is worked on beside others, and compiled again when that model
/// is edited.
macro_rules! compiled_for {
    ($isa:ident, $t:ty, all $all:ty, some $some:ty, few $few:ty, lean $lean:literal, bare $bare:literal $(, $features:literal)?) => {
        mod $isa {
            use super::*;

            #[allow(dead_code)] // only one of them starts and concludes
            pub(super) type Single = <$all as Real>::Single;

            trait Compiled<M, L, S> {
                unsafe fn block<R: Real<Scalar = $t>, const CERTIFIED: bool, const LEAN: bool>(
                    tile: &mut Tile<$t>,
                    blocks: &mut Blocks<$t>,
                    members: &[u32],
                    segment: &Segment<'_, $t>,
                    observe: &mut Observer<'_, $t>,
                );
            }

            impl<M: Model, L: Law<M::Space>, S: Scheme> Compiled<M, L, S> for (M, L, S) {
                $(#[target_feature(enable = $features)])?
                unsafe fn block<R: Real<Scalar = $t>, const CERTIFIED: bool, const LEAN: bool>(
                    tile: &mut Tile<$t>,
                    blocks: &mut Blocks<$t>,
                    members: &[u32],
                    segment: &Segment<'_, $t>,
                    observe: &mut Observer<'_, $t>,
                ) {
                    advance_block::<R, M, L, S, CERTIFIED, LEAN>(tile, blocks, members, segment, observe);
                }
            }

            /// # Safety
            /// The processor must have the instructions.
            unsafe fn with<M: Model, L: Law<M::Space>, S: Scheme, R, const CERTIFIED: bool, const LEAN: bool>()
            -> Loop<$t> where R: Real<Scalar = $t> {
                // Safety: as above; the types are the same.
                unsafe { Loop::new::<R, M, L>(<(M, L, S)>::block::<R, CERTIFIED, LEAN>) }
            }

            /// The loop for this kind of step. All of them give the same bits: what is not compiled is done by the next one
            /// down, which does more than it must.
            ///
            /// # Safety
            /// The processor must have the instructions.
            pub(super) unsafe fn choose<M: Model, L: Law<M::Space>, S: Scheme>(
                certified: bool,
                lean: bool,
            ) -> Loop<$t> {
                // Safety: as above.
                unsafe {
                    if const { M::EVERYDAY && L::EVERYDAY && S::EVERYDAY } {
                        if const { $bare } && lean && !certified {
                            with::<M, L, S, $all, false, true>()
                        } else if const { $lean } && lean {
                            with::<M, L, S, $all, true, true>()
                        } else {
                            with::<M, L, S, $some, true, false>()
                        }
                    } else if const { $lean && S::LEAN_PAYS } && lean {
                        with::<M, L, S, $few, true, true>()
                    } else {
                        with::<M, L, S, $few, true, false>()
                    }
                }
            }
        }
    };
}

/// What a build for speed has.
macro_rules! wide {
    ($($item:item)*) => { $(#[cfg(all(target_arch = "x86_64", not(test), not(debug_assertions)))] $item)* };
}

// Four vectors in flight hide most of the latency of square root and division, five the rest of it where there are 32
// registers; what does not fit into the registers stays in the nearest cache. With certificates two are as fast, and
// compile in half the time. A processor of today that has no more than SSE2 is not worth the time to compile that, nor is
// a mirror that is there to be compared with; and neither unit tests (`cfg(test)`) nor debug builds are worth the minutes
// that the wide ones take: `tests/lanes.rs` has them all.
compiled_for!(scalar_f32, f32, all f32, some f32, few f32, lean false, bare false);
compiled_for!(scalar_f64, f64, all f64, some f64, few f64, lean true, bare true);
#[cfg(target_arch = "x86_64")]
compiled_for!(baseline_f32, f32, all F32x4, some F32x4, few F32x4, lean false, bare false);
#[cfg(target_arch = "x86_64")]
compiled_for!(baseline_f64, f64, all F64x2, some F64x2, few F64x2, lean false, bare false);
wide! {
    compiled_for!(avx2_f32, f32, all Four<F32x8>, some Two<F32x8>, few F32x8, lean true, bare true, "avx2");
    compiled_for!(avx2_f64, f64, all Four<F64x4>, some Two<F64x4>, few F64x4, lean true, bare true, "avx2");
    compiled_for!(avx512_f32, f32, all Five<F32x16>, some Two<F32x16>, few F32x16, lean true, bare true, "avx512f,avx512dq");
    compiled_for!(avx512_f64, f64, all Five<F64x8>, some Two<F64x8>, few F64x8, lean true, bare true, "avx512f,avx512dq");
    compiled_for!(fast_avx2_f32, f32, all Two<FastF32x8>, some Two<FastF32x8>, few FastF32x8, lean false, bare false, "avx2");
    compiled_for!(fast_avx512_f32, f32, all Two<FastF32x16>, some Two<FastF32x16>, few FastF32x16, lean false, bare false, "avx512f,avx512dq");
}
#[cfg(target_arch = "aarch64")]
compiled_for!(baseline_f32, f32, all Four<F32x4>, some Two<F32x4>, few F32x4, lean true, bare true);
#[cfg(target_arch = "aarch64")]
compiled_for!(baseline_f64, f64, all Four<F64x2>, some Two<F64x2>, few F64x2, lean true, bare true);
// Elsewhere the compiler turns a few scalars in step into the vectors of the machine where it can.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compiled_for!(baseline_f32, f32, all Four<f32>, some Four<f32>, few f32, lean false, bare false);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compiled_for!(baseline_f64, f64, all Four<f64>, some Four<f64>, few f64, lean false, bare false);

macro_rules! advance {
    ($name:ident, $t:ty, $scalar:ident $baseline:ident $avx2:ident $avx512:ident, fast $fast_avx2:ident $fast_avx512:ident) => {
        /// Advances a tile with the lanes of an instruction set; with what every processor has, where this one lacks it.
        pub fn $name<M: Model, L: Law<M::Space>, S: Scheme>(
            isa: Isa,
            tile: &mut Tile<$t>,
            segment: &Segment<'_, $t>,
            observe: &mut Observer<'_, $t>,
        ) {
            // What is done once in a run needs no lanes, but where that would be 5 % of many short runs.
            let everyday = const { M::EVERYDAY && L::EVERYDAY && S::EVERYDAY };
            let narrow = everyday && isa != Isa::Scalar;
            if segment.first == 0 {
                if const { M::EVERYDAY && L::EVERYDAY && S::EVERYDAY } && narrow {
                    start_tile::<$baseline::Single, M, L, S>(tile, segment);
                } else {
                    start_tile::<$t, M, L, S>(tile, segment);
                }
            }
            let isa = if isa.is_here() { isa } else { Isa::Baseline }.for_triple(everyday, L::WIDEST);
            let Segment { certified, lean, .. } = *segment;
            // Safety: what not every processor has was checked; who has AVX-512 has AVX2.
            let compiled = unsafe {
                match isa {
                    Isa::Scalar => $scalar::choose::<M, L, S>(certified, lean),
                    #[cfg(all(target_arch = "x86_64", not(test), not(debug_assertions)))]
                    Isa::Avx512 => {
                        if const { L::ROOTS && L::EVERYDAY && M::EVERYDAY && S::EVERYDAY }
                            && segment.fast_math
                        {
                            $fast_avx512::choose::<M, L, S>(certified, lean)
                        } else if const { L::WIDEST || L::EVERYDAY && M::EVERYDAY && S::EVERYDAY } {
                            $avx512::choose::<M, L, S>(certified, lean)
                        } else {
                            unreachable!("not for this triple");
                        }
                    }
                    #[cfg(all(target_arch = "x86_64", not(test), not(debug_assertions)))]
                    Isa::Avx2 => {
                        if const { L::ROOTS && L::EVERYDAY && M::EVERYDAY && S::EVERYDAY }
                            && segment.fast_math
                        {
                            $fast_avx2::choose::<M, L, S>(certified, lean)
                        } else {
                            $avx2::choose::<M, L, S>(certified, lean)
                        }
                    }
                    _ => {
                        if const { L::EVERYDAY && M::EVERYDAY && S::EVERYDAY || !NARROW_IS_RARE } {
                            $baseline::choose::<M, L, S>(certified, lean)
                        } else {
                            unreachable!("not for this triple");
                        }
                    }
                }
            };
            compiled.advance_tile(tile, segment, observe);
            if const { M::EVERYDAY && L::EVERYDAY && S::EVERYDAY } && narrow {
                conclude_tile::<$baseline::Single, M>(tile, segment);
            } else {
                conclude_tile::<$t, M>(tile, segment);
            }
        }
    };
}
advance!(advance_f32, f32, scalar_f32 baseline_f32 avx2_f32 avx512_f32, fast fast_avx2_f32 fast_avx512_f32);
// There is no fast f64: a reciprocal root of 14 bits takes two Newton steps to 53, and gains nothing.
advance!(advance_f64, f64, scalar_f64 baseline_f64 avx2_f64 avx512_f64, fast avx2_f64 avx512_f64);
