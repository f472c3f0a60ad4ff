//! Operators, steps and ensembles, by backend and size; then the ratios that the README quotes, all of one run.
//!
//!     cargo bench

use std::hint::black_box;
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use moreau::backend::{Backend, Precision};
use moreau::error::Error;
use moreau::prox::prox_disk;
use moreau::study::{Options, Piece, Sink, Study};
use moreau::tuple::Vector;

/// Rows that nobody keeps, but for their number of steps and the time that took.
#[derive(Default)]
struct Nowhere {
    member_steps: u64,
    kernel_seconds: f64,
}

impl Sink for Nowhere {
    fn piece(&mut self, piece: Piece) -> Result<(), Error> {
        self.member_steps += piece.facts.iter().map(|facts| facts.member_steps).sum::<u64>();
        self.kernel_seconds += piece.ran.kernel_seconds;
        Ok(())
    }
}

/// A preset without field and records, about `steps` steps long: the plain step with its certificates.
fn plain(preset: &str, members: u64, steps: u64) -> Study {
    let study = Study::preset(preset).unwrap();
    let (low, high) = study.spec.h.bounds();
    let duration = steps as f64 * 0.5 * (low + high);
    let mut study = study.set([format!("duration={duration}").as_str()]).unwrap();
    (study.spec.field, study.spec.record) = (None, None);
    study.members(members)
}

/// Member-steps a second of kernel time.
fn rate(study: &Study, backend: &mut Backend, precision: Precision) -> f64 {
    let options = Options { precision: Some(precision), ..Options::default() };
    let mut nowhere = Nowhere::default();
    study.run_into(backend, &options, &mut nowhere).unwrap();
    nowhere.member_steps as f64 / nowhere.kernel_seconds
}

fn operator(c: &mut Criterion) {
    c.bench_function("operator/prox_disk/f64", |b| {
        b.iter(|| prox_disk(black_box(Vector([3.0, 4.0])), black_box(1.5)));
    });
}

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
                let study = plain(preset, members, steps);
                group.bench_with_input(BenchmarkId::new(name, members), &members, |b, _| {
                    b.iter(|| rate(&study, &mut backend, precision));
                });
            }
        }
        group.finish();
    }
}

/// What is measured.
const PRESETS: [&str; 2] = ["conveyor", "catastrophe"];

/// Interleaved rounds and medians, so that a noisy machine does not decide.
fn ratios(_: &mut Criterion) {
    const ROUNDS: usize = 7;
    let Ok(mut gpu) = Backend::gpu(None) else {
        println!("no adapter: no ratios");
        return;
    };
    let (mut reference, mut cpu) = (Backend::reference(), Backend::cpu(0));
    for preset in PRESETS {
        let mut rates = [const { Vec::new() }; 4];
        // One after another, the reference does not care how many there are.
        let (few, many) = (plain(preset, 10_000, 1000), plain(preset, 100_000, 1000));
        for _ in 0..ROUNDS {
            rates[0].push(rate(&few, &mut reference, Precision::F64));
            rates[1].push(rate(&many, &mut gpu, Precision::F32));
            rates[2].push(rate(&many, &mut cpu, Precision::F32));
            rates[3].push(rate(&many, &mut cpu, Precision::F64));
        }
        let median = |rates: &mut Vec<f64>| {
            rates.sort_by(f64::total_cmp);
            rates[rates.len() / 2]
        };
        let [reference, gpu_f32, cpu_f32, cpu_f64] = rates.each_mut().map(median);
        println!(
            "{preset}, 10^5 members, member-steps/s (median of {ROUNDS} interleaved rounds) and ratio to reference"
        );
        for (name, rate) in
            [("reference f64", reference), ("gpu f32", gpu_f32), ("cpu f32", cpu_f32), ("cpu f64", cpu_f64)]
        {
            println!("  {name:<14} {rate:.3e}  {:>5.1} x", rate / reference);
        }
    }
    let study = plain("conveyor", 100_000, 10_000);
    let options = Options { precision: Some(Precision::F32), ..Options::default() };
    let started = Instant::now();
    let mut nowhere = Nowhere::default();
    study.run_into(&mut gpu, &options, &mut nowhere).unwrap();
    println!(
        "conveyor, gpu, 10^5 members x 10^4 steps: end to end over kernel {:.2}",
        started.elapsed().as_secs_f64() / nowhere.kernel_seconds
    );
}

criterion_group!(benches, operator, ensemble, ratios);
criterion_main!(benches);
