//! The step of every triple, certificates and all, scalar and in lanes, on one thread: a tile of members for some steps. Where a
//! scheme has a lean step it is that one: for `stewart-trinkle` the linear one.
//!
//!     cargo bench --bench steps

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use moreau::backend::Number;
use moreau::clock::half_step;
use moreau::delay::{Ring, slots_for};
use moreau::driver::Rows;
use moreau::isa::Isa;
use moreau::system::{System, registry};
use moreau::tile::{Segment, Tile, WORDS, word};

/// Members of the tile.
const MEMBERS: usize = 512;
/// Steps of one measurement.
const STEPS: u32 = 100;

/// Members with the default parameters, ready to start.
fn tile<T: Number>(system: &dyn System, params: &[f64]) -> Tile<T> {
    let info = system.info();
    let reals = info.books_at().end;
    let mut words = vec![0; WORDS.len() * MEMBERS];
    words[word::TOTAL * MEMBERS..][..MEMBERS].fill(STEPS);
    Tile {
        n: MEMBERS,
        params: params.iter().map(|&x| vec![T::of(x)]).collect(),
        reals: vec![T::of(0.0); reals * MEMBERS],
        words,
        ring: Ring::new(slots_for(system.delay(params) / params[params.len() - 1], STEPS)),
    }
}

fn bench<T: Number>(c: &mut Criterion, system: &dyn System) {
    let info = system.info();
    let params: Vec<f64> = info.columns.iter().map(|column| column.default).collect();
    let h = params[params.len() - 1];
    let half_step = half_step(h, system.turns_per_second(&params));
    let table = T::drive_table(system, &params, &Rows { half_step, first: 0, steps: STEPS, h, ground: None });
    let table = (info.drive_width > 0).then_some(table.as_slice());
    let segment = Segment {
        first: 0,
        steps: STEPS,
        every: u32::MAX,
        certified: true,
        lean: true,
        fast_math: false,
        table,
    };
    let mut group = c.benchmark_group(format!("step/{}/{}", info.names.join("+"), T::NAME));
    group.throughput(Throughput::Elements(MEMBERS as u64 * u64::from(STEPS)));
    group.sample_size(20);
    for (name, isa) in [("scalar", Isa::Scalar), ("lanes", Isa::best())] {
        group.bench_function(name, |b| {
            b.iter_batched_ref(
                || tile::<T>(system, &params),
                |tile| T::advance(system, isa, tile, &segment, &mut |_, _, _| {}),
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

fn steps(c: &mut Criterion) {
    for system in registry() {
        bench::<f32>(c, system.as_ref());
        bench::<f64>(c, system.as_ref());
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
