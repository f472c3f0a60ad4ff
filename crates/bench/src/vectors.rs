//! Small kernels on the lanes of an instruction set: what the CPU backend's dispatch does for steps, for anything else
//! that a benchmark runs on lanes.

use moreau::isa::Isa;
use moreau::lanes::{Four, Two};
use moreau::real::{Real, Scalar};

/// A loop that is compiled for every instruction set.
pub trait Kernel<T: Scalar>: Copy + Send + Sync {
    /// What it gives back.
    type Output: Send;
    /// Runs it on one kind of lanes; must be `#[inline(always)]`, so that it is compiled for them.
    fn run<R: Real<Scalar = T>>(&self) -> Self::Output;
}

/// A kernel with `K` vectors in flight: 2, 4 or 8, else one.
#[derive(Clone, Copy)]
pub struct InFlight<N, const K: usize>(pub N);

impl<T: Scalar, N: Kernel<T>, const K: usize> Kernel<T> for InFlight<N, K> {
    type Output = N::Output;
    #[inline(always)]
    fn run<R: Real<Scalar = T>>(&self) -> N::Output {
        match K {
            2 => self.0.run::<Two<R>>(),
            4 => self.0.run::<Four<R>>(),
            8 => self.0.run::<Two<Four<R>>>(),
            _ => self.0.run::<R>(),
        }
    }
}

/// A float whose lanes are known.
pub trait Lanes: Scalar {
    /// Runs a kernel on the lanes of an instruction set that this processor has.
    fn on<N: Kernel<Self>>(isa: Isa, kernel: &N) -> N::Output;
}

/// The table of lanes: one line an instruction set, the best one first.
macro_rules! lanes {
    ($t:ident: $baseline:ty; $($isa:ident $feature:literal $vector:ty),* $(,)?) => {
        impl Lanes for $t {
            fn on<N: Kernel<Self>>(isa: Isa, kernel: &N) -> N::Output {
                $(
                    #[cfg(target_arch = "x86_64")]
                    if isa == Isa::$isa && isa.is_here() {
                        #[target_feature(enable = $feature)]
                        unsafe fn compiled<N: Kernel<$t>>(kernel: &N) -> N::Output {
                            kernel.run::<$vector>()
                        }
                        // Safety: just checked.
                        return unsafe { compiled(kernel) };
                    }
                )*
                match isa {
                    Isa::Scalar => kernel.run::<$t>(),
                    _ => kernel.run::<$baseline>(),
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod table {
    use super::*;
    use moreau::lanes::*;
    lanes!(f32: F32x4; Avx512 "avx512f,avx512dq" F32x16, Avx2 "avx2" F32x8);
    lanes!(f64: F64x2; Avx512 "avx512f,avx512dq" F64x8, Avx2 "avx2" F64x4);
}
#[cfg(target_arch = "aarch64")]
mod table {
    use super::*;
    use moreau::lanes::*;
    lanes!(f32: F32x4;);
    lanes!(f64: F64x2;);
}
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod table {
    use super::*;
    lanes!(f32: f32;);
    lanes!(f64: f64;);
}

/// Runs a kernel on `threads` threads at once, each with its own copy of it, and gives the seconds that all took.
pub fn seconds_on_all<T: Lanes, N: Kernel<T>>(pool: &rayon::ThreadPool, isa: Isa, kernel: &N) -> f64 {
    let started = std::time::Instant::now();
    pool.broadcast(|_| std::hint::black_box(T::on(isa, kernel)));
    started.elapsed().as_secs_f64()
}
