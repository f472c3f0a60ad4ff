//! Whole ensembles, by backend and size. `moreau bench` compares backends in interleaved rounds and prints limits; this is
//! for following one number from change to change:
//!
//!     cargo bench -- --save-baseline main      before a change
//!     cargo bench -- --baseline main           after it
//!
//! The same for the figures of `moreau bench`, against the table of another day or machine:
//!
//!     moreau bench --save-baseline benches/baseline.json
//!     moreau bench --compare benches/baseline.json

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use moreau::backend::{Backend, Precision};
use moreau_bench::measure::{plain, run};

/// What is measured.
const PRESETS: [&str; 3] = ["incline", "conveyor", "catastrophe"];

fn ensemble(c: &mut Criterion) {
    for preset in PRESETS {
        let mut group = c.benchmark_group(format!("ensemble/{preset}"));
        group.sample_size(10);
        for members in [1_000, 10_000, 100_000] {
            let steps = 20_000_000 / members;
            group.throughput(Throughput::Elements(members * steps));
            let backends = [
                ("reference-f64", Some(Backend::reference()), Precision::F64),
                ("cpu-f32", Some(Backend::cpu(0)), Precision::F32),
                ("cpu-f64", Some(Backend::cpu(0)), Precision::F64),
                ("gpu-f32", Backend::gpu(None).ok(), Precision::F32),
            ];
            for (name, backend, precision) in backends {
                let Some(mut backend) = backend else { continue };
                let study = plain(preset, members, steps).expect("a preset");
                group.bench_with_input(BenchmarkId::new(name, members), &members, |b, _| {
                    b.iter(|| run(&study, &mut backend, precision, false).expect("it runs"));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, ensemble);
criterion_main!(benches);
