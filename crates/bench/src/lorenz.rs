//! The control kernel: an ensemble of Lorenz systems by RK4, the standard benchmark of GPU ensemble ODE solvers. It is no
//! study of ours; it shows what lanes, vectors in flight and threads are worth on a step that others have published.
//!
//! `x' = σ(y - x)`, `y' = x(ρ - z) - y`, `z' = xy - βz` with σ = 10, β = 8/3, ρ from 0 to 21 over the ensemble and a step
//! of 1e-3. Reported as trajectory-steps a second and core in f64, beside the 3.8e8 that a core of 2013 with AVX reaches.

use rayon::prelude::*;

use super::vectors::{InFlight, Kernel, Lanes};
use moreau::isa::Isa;
use moreau::real::{Real, Scalar};

/// Trajectory-steps a second and core in f64 of a 2013 core with AVX, as published.
pub const PUBLISHED: f64 = 3.8e8;
/// The step.
pub const STEP: f64 = 1e-3;
/// The largest ρ of the ensemble.
const MOST_RHO: f64 = 21.0;
/// Trajectories of a tile: what a thread takes at a time.
const TILE: usize = 512;

/// The right-hand side.
#[inline(always)]
fn slope<R: Real>(rho: R, [x, y, z]: [R; 3]) -> [R; 3] {
    [R::of(10.0) * (y - x), x * (rho - z) - y, x * y - R::of(8.0 / 3.0) * z]
}

/// `s + h k`. Written out: inside a closure of the standard library, vector instructions would be calls.
#[inline(always)]
fn moved<R: Real>(s: [R; 3], h: R, k: [R; 3]) -> [R; 3] {
    [s[0] + h * k[0], s[1] + h * k[1], s[2] + h * k[2]]
}

#[inline(always)]
fn sum<R: Real>(a: [R; 3], b: [R; 3]) -> [R; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// One step of the classical Runge–Kutta method.
#[inline(always)]
pub fn rk4<R: Real>(rho: R, h: R, s: [R; 3]) -> [R; 3] {
    let half = h * R::of(0.5);
    let k1 = slope(rho, s);
    let k2 = slope(rho, moved(s, half, k1));
    let k3 = slope(rho, moved(s, half, k2));
    let k4 = slope(rho, moved(s, h, k3));
    let middle = sum(k2, k3);
    moved(s, h * R::of(1.0 / 6.0), sum(sum(k1, k4), sum(middle, middle)))
}

/// Some trajectories, advanced together.
#[derive(Clone, Copy)]
struct Advance<'a, T> {
    rho: &'a [T],
    h: f64,
    steps: u32,
}

impl<T: Scalar> Kernel<T> for Advance<'_, T> {
    type Output = Vec<[T; 3]>;
    #[inline(always)]
    fn run<R: Real<Scalar = T>>(&self) -> Vec<[T; 3]> {
        let mut ends = Vec::with_capacity(self.rho.len());
        let h = R::of(self.h);
        for first in (0..self.rho.len()).step_by(R::LANES) {
            let lane = |lane: usize| self.rho[(first + lane).min(self.rho.len() - 1)];
            let rho = R::load(&(0..R::LANES).map(lane).collect::<Vec<T>>());
            let mut s = [R::of(1.0), R::of(0.5), R::of(2.0)];
            for _ in 0..self.steps {
                s = rk4(rho, h, s);
            }
            let lanes = R::LANES.min(self.rho.len() - first);
            ends.extend((0..lanes).map(|lane| s.map(|x| x.lane(lane))));
        }
        ends
    }
}

/// Vectors in flight that can be asked for.
pub const IN_FLIGHT: [usize; 4] = [1, 2, 4, 8];

/// The ends of `n` trajectories, ρ evenly from 0 to 21, on the threads of the pool that this is called in.
pub fn ensemble<T: Lanes>(isa: Isa, in_flight: usize, n: usize, h: f64, steps: u32) -> Vec<[T; 3]> {
    let rho: Vec<T> = (0..n).map(|i| T::of(MOST_RHO * i as f64 / (n.max(2) - 1) as f64)).collect();
    let tile = |rho: &[T]| {
        let advance = Advance { rho, h, steps };
        match in_flight {
            2 => T::on(isa, &InFlight::<_, 2>(advance)),
            4 => T::on(isa, &InFlight::<_, 4>(advance)),
            8 => T::on(isa, &InFlight::<_, 8>(advance)),
            _ => T::on(isa, &advance),
        }
    };
    rho.par_chunks(TILE).flat_map_iter(tile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_and_scalar_give_the_same_bits() {
        fn same<T: Lanes>() {
            let scalar = ensemble::<T>(Isa::Scalar, 1, 1000, STEP, 300);
            for in_flight in IN_FLIGHT {
                for isa in [Isa::Baseline, Isa::best()] {
                    let lanes = ensemble::<T>(isa, in_flight, 1000, STEP, 300);
                    assert!(lanes == scalar, "{isa:?}, {in_flight} in flight");
                }
            }
            assert!(scalar.iter().flatten().all(|x| x.to_f64().is_finite()));
        }
        same::<f32>();
        same::<f64>();
    }

    #[test]
    fn it_converges_with_order_four() {
        let end = |steps: u32| ensemble::<f64>(Isa::best(), 4, 5, 1.0 / f64::from(steps), steps)[3];
        let exact = end(12_800);
        let error = |steps: u32| {
            let off = end(steps).iter().zip(&exact).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
            off.sqrt()
        };
        let order = (error(200) / error(400)).log2();
        assert!((order - 4.0).abs() < 0.15, "{order}");
    }
}
