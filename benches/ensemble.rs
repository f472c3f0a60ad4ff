//! Operators, steps and ensembles, by backend and size; then the ratios that the README quotes, all of one run.
//!
//!     cargo bench

use std::hint::black_box;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use moreau::backend::{Backend, Precision};
use moreau::error::Error;
use moreau::output::table::Table;
use moreau::prox::prox_disk;
use moreau::study::{Options, Sink, Study};
use moreau::tuple::Vector;

/// Rows that nobody keeps.
struct Nowhere;

impl Sink for Nowhere {
    fn members(&mut self, _: Table) -> Result<(), Error> {
        Ok(())
    }
    fn trajectories(&mut self, _: Table) -> Result<(), Error> {
        Ok(())
    }
}

/// The conveyor without its field: the plain step with its certificates.
fn conveyor(members: u64, steps: u64) -> Study {
    let mut study = Study::preset("conveyor")
        .unwrap()
        .set([format!("duration={}", steps as f64 * 5e-4).as_str()])
        .unwrap();
    study.spec.field = None;
    study.members(members)
}

/// Kernel seconds of one run.
fn kernel(study: &Study, backend: &mut Backend, precision: Precision) -> f64 {
    let options = Options { precision: Some(precision), ..Options::default() };
    study.run_into(backend, &options, &mut Nowhere).unwrap().0.seconds.kernel
}

fn operator(c: &mut Criterion) {
    c.bench_function("operator/prox_disk/f64", |b| {
        b.iter(|| prox_disk(black_box(Vector([3.0, 4.0])), black_box(1.5)));
    });
}

fn ensemble(c: &mut Criterion) {
    let mut group = c.benchmark_group("ensemble/conveyor");
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
            let study = conveyor(members, steps);
            group.bench_with_input(BenchmarkId::new(name, members), &members, |b, _| {
                b.iter(|| kernel(&study, &mut backend, precision));
            });
        }
    }
    group.finish();
}

/// Interleaved rounds and medians, so that a noisy machine does not decide.
fn ratios(_: &mut Criterion) {
    const ROUNDS: usize = 7;
    let Ok(mut gpu) = Backend::gpu(None) else {
        println!("no adapter: no ratios");
        return;
    };
    let (mut reference, mut cpu) = (Backend::reference(), Backend::cpu(0));
    let mut rates = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        let rate = |backend: &mut Backend, precision, steps: u64| {
            1e5 * steps as f64 / kernel(&conveyor(100_000, steps), backend, precision)
        };
        rates[0].push(rate(&mut reference, Precision::F64, 100));
        rates[1].push(rate(&mut gpu, Precision::F32, 1000));
        rates[2].push(rate(&mut cpu, Precision::F32, 1000));
        rates[3].push(rate(&mut cpu, Precision::F64, 1000));
    }
    let median = |rates: &mut Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    };
    let [reference, gpu_f32, cpu_f32, cpu_f64] = rates.each_mut().map(median);
    println!(
        "conveyor, 10^5 members, member-steps/s (median of {ROUNDS} interleaved rounds) and ratio to reference"
    );
    for (name, rate) in
        [("reference f64", reference), ("gpu f32", gpu_f32), ("cpu f32", cpu_f32), ("cpu f64", cpu_f64)]
    {
        println!("  {name:<14} {rate:.3e}  {:>5.1} x", rate / reference);
    }
    let study = conveyor(100_000, 10_000);
    let started = Instant::now();
    let seconds = kernel(&study, &mut gpu, Precision::F32);
    println!(
        "  gpu, 10^5 members x 10^4 steps: end to end over kernel {:.2}",
        started.elapsed().as_secs_f64() / seconds
    );
}

criterion_group!(benches, operator, ensemble, ratios);
criterion_main!(benches);
