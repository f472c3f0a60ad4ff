//! Operators alone: prox to disk, the planar cone problem, one contact in space with a full H, sine and cosine of a turn,
//! scalar and in lanes; and one contact in space with a cone of facets by Lemke's method, which goes member by member.
//!
//!     cargo bench --bench operators

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use moreau::bench::vectors::{InFlight, Kernel, Lanes};
use moreau::cone::cone_impulse;
use moreau::isa::Isa;
use moreau::law::facets_solve;
use moreau::math::{cos_turn, sin_turn};
use moreau::prox::prox_disk;
use moreau::space::{PlanarDelassus, SpatialDelassus};
use moreau::spatial::spatial_solve;
use moreau::tuple::Vector;
use moreau::{Real, Scalar};

/// Values that an operator is applied to in one measurement.
const VALUES: usize = 4096;

/// An operator on two numbers.
trait Operator: Copy + Send + Sync {
    const NAME: &'static str;
    fn apply<R: Real>(a: R, b: R) -> R;
}

#[derive(Clone, Copy)]
struct ProxDisk;
impl Operator for ProxDisk {
    const NAME: &'static str = "prox_disk";
    #[inline(always)]
    fn apply<R: Real>(a: R, b: R) -> R {
        let p = prox_disk(Vector([a, b]), R::of(0.7));
        p.0[0] + p.0[1]
    }
}

#[derive(Clone, Copy)]
struct ConeImpulse;
impl Operator for ConeImpulse {
    const NAME: &'static str = "cone_impulse";
    #[inline(always)]
    fn apply<R: Real>(a: R, b: R) -> R {
        let h = PlanarDelassus { tt: R::of(2.0), tn: R::of(-0.4), nn: R::of(1.5) };
        let (p, _) = cone_impulse(h, R::of(0.5), R::of(0.3), Vector([a, -b]));
        p.0[0] + p.0[1]
    }
}

/// The contact of a body in space that slides for some of the values and sticks for others.
#[derive(Clone, Copy)]
struct SpatialSolve;
impl Operator for SpatialSolve {
    const NAME: &'static str = "spatial_solve";
    #[inline(always)]
    fn apply<R: Real>(a: R, b: R) -> R {
        let of = R::of;
        let h =
            SpatialDelassus { xx: of(3.5), xy: of(0.2), yy: of(2.5), xn: of(-0.4), yn: of(0.3), nn: of(1.5) };
        let (p, _) = spatial_solve(h, of(0.4), Vector([a, b * b, -b]));
        p.0[0] + p.0[1] + p.0[2]
    }
}

#[derive(Clone, Copy)]
struct Turn;
impl Operator for Turn {
    const NAME: &'static str = "sin_cos_turn";
    #[inline(always)]
    fn apply<R: Real>(a: R, b: R) -> R {
        sin_turn(a * R::of(0.25)) + cos_turn(b * R::of(0.25))
    }
}

/// An operator over a column of values.
#[derive(Clone, Copy)]
struct Over<'a, T, O>(&'a [T], O);

impl<T: Scalar, O: Operator> Kernel<T> for Over<'_, T, O> {
    type Output = f64;
    #[inline(always)]
    fn run<R: Real<Scalar = T>>(&self) -> f64 {
        let mut sum = R::of(0.0);
        for first in (0..self.0.len() - R::LANES).step_by(R::LANES) {
            let a = R::load(&self.0[first..]);
            let b = R::load(&self.0[first + 1..]);
            sum += O::apply(a, b);
        }
        sum.lane(0).to_f64()
    }
}

fn bench<T: Lanes, O: Operator>(c: &mut Criterion, operator: O) {
    let values: Vec<T> = (0..VALUES).map(|i| T::of(0.1 + 1.3 * i as f64 / VALUES as f64)).collect();
    let mut group = c.benchmark_group(format!("operator/{}/{}", O::NAME, T::NAME));
    group.throughput(Throughput::Elements(VALUES as u64));
    group.bench_function("scalar", |b| {
        b.iter(|| T::on(Isa::Scalar, &Over(black_box(&values), operator)));
    });
    group.bench_function("lanes", |b| {
        b.iter(|| T::on(Isa::best(), &InFlight::<_, 4>(Over(black_box(&values), operator))));
    });
    group.finish();
}

/// The contact of [`SpatialSolve`] with friction in so many directions.
fn bench_facets<T: Lanes>(c: &mut Criterion) {
    let of = T::of;
    let h = SpatialDelassus { xx: of(3.5), xy: of(0.2), yy: of(2.5), xn: of(-0.4), yn: of(0.3), nn: of(1.5) };
    let values: Vec<T> = (0..VALUES).map(|i| of(0.1 + 1.3 * i as f64 / VALUES as f64)).collect();
    let mut group = c.benchmark_group(format!("operator/facets_solve/{}", T::NAME));
    group.throughput(Throughput::Elements(VALUES as u64 - 1));
    for facets in [4.0, 8.0, 16.0] {
        let solve =
            |x: &[T]| facets_solve(h, of(0.4), of(facets), of(0.03), Vector([x[0], x[1] * x[1], -x[1]])).0;
        group.bench_function(format!("{facets}"), |b| {
            b.iter(|| black_box(&values).windows(2).fold(of(0.0), |sum, x| sum + solve(x).0[2]));
        });
    }
    group.finish();
}

fn operators(c: &mut Criterion) {
    bench_facets::<f32>(c);
    bench_facets::<f64>(c);
    bench::<f32, _>(c, ProxDisk);
    bench::<f64, _>(c, ProxDisk);
    bench::<f32, _>(c, ConeImpulse);
    bench::<f64, _>(c, ConeImpulse);
    bench::<f32, _>(c, SpatialSolve);
    bench::<f64, _>(c, SpatialSolve);
    bench::<f32, _>(c, Turn);
    bench::<f64, _>(c, Turn);
}

criterion_group!(benches, operators);
criterion_main!(benches);
