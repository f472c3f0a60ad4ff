//! What the processor can do, measured: divisions, square roots and plain arithmetic a second, by small loops with enough
//! independent vectors in flight to hide every latency, on the same lanes and threads as the backend they are a limit of.

use std::hint::black_box;

use super::vectors::{InFlight, Kernel, Lanes, seconds_on_all};
use moreau::isa::Isa;
use moreau::real::{Real, Scalar};
use moreau_check::count::graph::Operations;

/// Operations a second, all threads together, counted lane by lane.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub struct Peak {
    /// Divisions alone.
    pub div: f64,
    /// Square roots alone.
    pub sqrt: f64,
    /// Divisions and square roots in the proportion of the step, both counted; 0 if it has not both.
    pub mixed: f64,
    /// Steps: all operations of one, with nothing to wait for; 0 if not measured.
    pub together: f64,
    /// Additions and multiplications, half and half.
    pub arithmetic: f64,
    /// Bytes copied, read and written both counted; 0 where memory is no limit.
    pub bytes: f64,
}

/// Times a stream repeats its body.
#[derive(Clone, Copy)]
struct Repeat<N> {
    body: N,
    times: u64,
}

/// A value that differs from lane to lane.
#[inline(always)]
fn several<R: Real>() -> R {
    let lanes: Vec<R::Scalar> = (0..R::LANES).map(|i| R::Scalar::of(1.25 + 0.01 * i as f64)).collect();
    R::load(&lanes)
}

/// One turn of a stream: how it changes a value, and how many operations that takes.
trait Body: Copy + Send + Sync {
    fn turn<R: Real>(&self, x: R, c: R) -> R;
    fn operations(&self) -> u64;
}

impl<T: Scalar, N: Body> Kernel<T> for Repeat<N> {
    type Output = f64;
    #[inline(always)]
    fn run<R: Real<Scalar = T>>(&self) -> f64 {
        // Different in every lane, so that no unit can take a short cut; and unknown to the compiler.
        let mut x = black_box(several::<R>());
        let c = black_box(R::of(1.7));
        for _ in 0..self.times {
            x = self.body.turn(x, c);
        }
        black_box(x).lane(0).to_f64()
    }
}

/// `x -> c/x`: two values take turns.
#[derive(Clone, Copy)]
struct Divide;
impl Body for Divide {
    #[inline(always)]
    fn turn<R: Real>(&self, x: R, c: R) -> R {
        c / x
    }
    fn operations(&self) -> u64 {
        1
    }
}

/// `x -> sqrt(x + c)`: goes to a fixed point that is no square.
#[derive(Clone, Copy)]
struct Root;
impl Body for Root {
    #[inline(always)]
    fn turn<R: Real>(&self, x: R, c: R) -> R {
        (x + c).sqrt()
    }
    fn operations(&self) -> u64 {
        1
    }
}

/// `div` divisions, then `sqrt` square roots.
#[derive(Clone, Copy)]
struct Mixed {
    div: u64,
    sqrt: u64,
}
impl Body for Mixed {
    #[inline(always)]
    fn turn<R: Real>(&self, x: R, c: R) -> R {
        let mut x = x;
        for _ in 0..self.div {
            x = c / x;
        }
        for _ in 0..self.sqrt {
            x = (x + c).sqrt();
        }
        x
    }
    fn operations(&self) -> u64 {
        self.div + self.sqrt
    }
}

/// A chain of multiplications beside one of additions.
#[derive(Clone, Copy)]
struct MultiplyBesideAdd {
    times: u64,
}
impl<T: Scalar> Kernel<T> for MultiplyBesideAdd {
    type Output = f64;
    #[inline(always)]
    fn run<R: Real<Scalar = T>>(&self) -> f64 {
        let (mut x, mut y) = (black_box(R::of(1.25)), black_box(R::of(1.5)));
        // One and zero, which the compiler does not know: the values stay what they are, however long it runs.
        let (one, zero) = (black_box(R::of(1.0)), black_box(R::of(0.0)));
        for _ in 0..self.times {
            x = x * one;
            y += zero;
        }
        black_box(x + y).lane(0).to_f64()
    }
}

/// All operations of a step, as two streams that wait for nothing but themselves: divisions and square roots in one,
/// the rest in the other. What units share shows here, and only here.
#[derive(Clone, Copy)]
struct Together {
    step: Operations,
    times: u64,
}
impl<T: Scalar> Kernel<T> for Together {
    type Output = f64;
    #[inline(always)]
    fn run<R: Real<Scalar = T>>(&self) -> f64 {
        let (mut x, mut y) = (black_box(R::of(1.25)), black_box(several::<R>()));
        let (one, zero, c) = (black_box(R::of(1.0)), black_box(R::of(0.0)), black_box(R::of(1.7)));
        let Operations { div, sqrt, mul, add, other } = self.step;
        let slow = (div + sqrt).max(1);
        for _ in 0..self.times {
            for k in 0..slow {
                // One slow operation, then its share of the quick ones.
                if k < div {
                    y = c / y;
                } else if k < div + sqrt {
                    y = y.sqrt();
                }
                for _ in
                    0..(mul * (k + 1) / slow).min(add * (k + 1) / slow) - (mul * k / slow).min(add * k / slow)
                {
                    x = x * one + zero;
                }
                for _ in 0..other * (k + 1) / slow - other * k / slow {
                    x = x.larger(zero);
                }
            }
            for _ in 0..mul - mul.min(add) {
                x = x * one;
            }
            for _ in 0..add - mul.min(add) {
                x += zero;
            }
        }
        black_box(x + y).lane(0).to_f64()
    }
}

/// Lanes and threads that a limit is measured on.
pub struct Machine<'p> {
    /// The threads.
    pub pool: &'p rayon::ThreadPool,
    /// The lanes.
    pub isa: Isa,
    /// Seconds that one stream should take.
    pub seconds: f64,
}

impl Machine<'_> {
    /// Operations a second of a kernel that makes `operations` of them a turn and lane; `K` vectors are in flight.
    fn rate<T: Lanes, N: Kernel<T>, const K: usize>(
        &self,
        kernel: impl Fn(u64) -> N,
        operations: u64,
    ) -> f64 {
        // Scalars in a row would be vectorised by the compiler; a scalar takes a unit as long as a small vector does.
        let scalar = self.isa == Isa::Scalar;
        let isa = if scalar { Isa::Baseline } else { self.isa };
        let lanes = if scalar { K } else { K * T::on(isa, &Width) };
        let timed = |times: u64| seconds_on_all::<T, _>(self.pool, isa, &InFlight::<N, K>(kernel(times)));
        let guess = 2000;
        let each = timed(guess).min(timed(guess)) / guess as f64;
        let times = (self.seconds / each.max(1e-12)).clamp(1e3, 1e9) as u64;
        let done = (times * operations) as f64 * (lanes * self.pool.current_num_threads()) as f64;
        // Twice, in case that something else had the processor.
        done / timed(times).min(timed(times))
    }

    fn stream<T: Lanes>(&self, body: impl Body) -> f64 {
        let kernel = |times| Repeat { body, times };
        let rates = [
            self.rate::<T, _, 4>(kernel, body.operations()),
            self.rate::<T, _, 8>(kernel, body.operations()),
        ];
        rates.into_iter().fold(0.0, f64::max)
    }

    fn arithmetic<T: Lanes>(&self) -> f64 {
        let kernel = |times| MultiplyBesideAdd { times };
        // Enough for a latency of three or four; twice as many chains as `K`, and all in registers.
        let rates = [self.rate::<T, _, 4>(kernel, 2), self.rate::<T, _, 8>(kernel, 2)];
        rates.into_iter().fold(0.0, f64::max)
    }

    /// Steps a second, each with all these operations.
    fn together<T: Lanes>(&self, step: &Operations) -> f64 {
        let kernel = |times| Together { step: *step, times };
        let rates = [self.rate::<T, _, 4>(kernel, 1), self.rate::<T, _, 8>(kernel, 1)];
        rates.into_iter().fold(0.0, f64::max)
    }

    /// The peak, for a step with these operations.
    pub fn peak<T: Lanes>(&self, step: &Operations) -> Peak {
        let both = step.div > 0 && step.sqrt > 0;
        let mixed = Mixed { div: step.div, sqrt: step.sqrt };
        Peak {
            div: self.stream::<T>(Divide),
            sqrt: self.stream::<T>(Root),
            mixed: if both { self.stream::<T>(mixed) } else { 0.0 },
            together: self.together::<T>(step),
            arithmetic: self.arithmetic::<T>(),
            bytes: 0.0,
        }
    }
}

/// The number of lanes.
#[derive(Clone, Copy)]
struct Width;
impl<T: Scalar> Kernel<T> for Width {
    type Output = usize;
    #[inline(always)]
    fn run<R: Real<Scalar = T>>(&self) -> usize {
        R::LANES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing may be optimised away: no core starts more than a few vectors of anything in a cycle of 6 GHz, and
    /// division is the slowest of all.
    #[test]
    fn peaks_are_those_of_a_processor() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        for isa in [Isa::Scalar, Isa::Baseline, Isa::best()] {
            let machine = Machine { pool: &pool, isa, seconds: 0.004 };
            let step = Operations { div: 2, sqrt: 1, ..Operations::default() };
            let lanes = if isa == Isa::Scalar { 1.0 } else { <f32 as Lanes>::on(isa, &Width) as f64 };
            let peak = machine.peak::<f32>(&step);
            assert!(peak.arithmetic > 1e8 && peak.arithmetic < 4.0 * 6e9 * lanes, "{isa:?} {peak:?}");
            assert!(peak.div > 1e7 && peak.div < 6e9 * lanes / 2.0, "{isa:?} {peak:?}");
            assert!(peak.sqrt > 1e7 && peak.sqrt < 6e9 * lanes / 2.0, "{isa:?} {peak:?}");
            assert!(peak.mixed > 1e7 && peak.mixed < 6e9 * lanes / 2.0, "{isa:?} {peak:?}");
        }
    }
}
