//! Operators alone: prox to disk, the planar cone problem, one contact in space with a full H, sine and cosine of a turn,
//! scalar and in lanes; and contacts in space with any H, one after another: exact in the round cone, and in cones of facets by Lemke's method.
//!
//!     cargo bench --bench operators

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use moreau::cone::cone_impulse;
use moreau::isa::Isa;
use moreau::law::facets_solve;
use moreau::math::{cos_turn, sin_turn};
use moreau::prox::prox_disk;
use moreau::space::{PlanarDelassus, SpatialDelassus};
use moreau::spatial::spatial_solve;
use moreau::tuple::Vector;
use moreau::{Real, Scalar};
use moreau_bench::vectors::{InFlight, Kernel, Lanes};

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

/// A contact: H, the friction coefficient, the loose velocity.
type Contact = (SpatialDelassus<f64>, f64, Vector<f64, 3>);

/// Contacts of any H that is symmetric and positive definite; always the same ones.
fn contacts() -> Vec<Contact> {
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = move |low: f64, high: f64| {
        bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        low + (high - low) * (bits >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut contact = |_| {
        let a: [[f64; 3]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| draw(-1.0, 1.0)));
        let of = |i: usize, j: usize| {
            (0..3).map(|k| a[i][k] * a[j][k]).sum::<f64>() + if i == j { 0.2 } else { 0.0 }
        };
        let [xx, xy, yy, xn, yn, nn] =
            [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)].map(|(i, j)| of(i, j));
        let loose = Vector([draw(-1.0, 1.0), draw(-1.0, 1.0), draw(-1.0, -0.01)]);
        (SpatialDelassus { xx, xy, yy, xn, yn, nn }, draw(0.1, 1.0), loose)
    };
    (0..VALUES).map(&mut contact).collect()
}

/// What an impulse lacks of Coulomb's law in the round cone: it lies in it, nothing is entered, the normal part does no work and friction
/// as much as it can.
fn residual((h, mu, loose): &Contact, impulse: Vector<f64, 3>) -> f64 {
    let [x, y, n] = impulse.0;
    let slip = [loose.0[0] + h.xx * x + h.xy * y + h.xn * n, loose.0[1] + h.xy * x + h.yy * y + h.yn * n];
    let end = loose.0[2] + h.xn * x + h.yn * y + h.nn * n;
    let speed = slip[0].hypot(slip[1]);
    let outside = (x.hypot(y) - mu * n).max(0.0) + (-end).max(0.0);
    outside + (n * end).abs() + (x * slip[0] + y * slip[1] + mu * n * speed).abs()
}

/// One contact after another on one core, in f64: in the round cone, where the worst residual is told first, and in cones of facets by
/// Lemke's method.
fn bench_contacts(c: &mut Criterion) {
    let all = contacts();
    let residuals: Vec<f64> = all.iter().map(|a| residual(a, spatial_solve(a.0, a.1, a.2).0)).collect();
    // One by one: the largest of several numbers passes over one that is none.
    assert!(residuals.iter().all(|rest| *rest <= 1e-12));
    let worst = residuals.into_iter().fold(0.0, f64::max);
    println!("contact/round: worst residual of {VALUES} contacts {worst:.1e}");
    let mut group = c.benchmark_group("contact");
    group.throughput(Throughput::Elements(VALUES as u64));
    let sum = |solve: &dyn Fn(&Contact) -> Vector<f64, 3>| {
        black_box(&all).iter().fold(0.0, |sum, a| sum + solve(a).0[2])
    };
    group.bench_function("round", |b| b.iter(|| sum(&|a| spatial_solve(a.0, a.1, a.2).0)));
    for facets in [4.0, 8.0, 16.0] {
        let solve = |a: &Contact| facets_solve(a.0, a.1, facets, 0.03, a.2).0;
        group.bench_function(format!("{facets}-facets"), |b| b.iter(|| sum(&solve)));
    }
    group.finish();
}

fn operators(c: &mut Criterion) {
    bench_contacts(c);
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
