//! The step of `incline` as a plain rayon loop that the compiler vectorises by itself, as it comes out of
//! `cargo build --release` and compiled for AVX2: what the CPU backend is compared with. Also a row of
//! `moreau bench incline`.
//!
//!     cargo bench --bench plain_loop

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use moreau::backend::{Backend, Precision};
use moreau_bench::measure::{plain, run, run_plain_loop};
use moreau_bench::plain_loop::Compiled;

fn plain_loop(c: &mut Criterion) {
    let (members, steps) = (100_000, 1000);
    let study = plain("incline", members, steps).expect("a preset");
    let pool = rayon::ThreadPoolBuilder::new().build().expect("threads");
    let mut group = c.benchmark_group("plain_loop/incline/f32");
    group.sample_size(10);
    group.throughput(Throughput::Elements(members * steps));
    for compiled in Compiled::all() {
        group.bench_function(BenchmarkId::new("loop", format!("{compiled:?}")), |b| {
            b.iter(|| run_plain_loop(&study, &pool, compiled, steps as u32));
        });
    }
    let mut cpu = Backend::cpu(0);
    group.bench_function("cpu backend", |b| {
        b.iter(|| run(&study, &mut cpu, Precision::F32, false).expect("it runs"));
    });
    group.finish();
}

criterion_group!(benches, plain_loop);
criterion_main!(benches);
