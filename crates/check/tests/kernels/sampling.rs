//! Sampling on an adapter: the random words of WGSL to the bit, and studies that draw where they run.

use moreau::backend::{Backend, Batch, Done, Job, Number, Precision};
use moreau::dist::Drawing;
use moreau::error::Error;
use moreau::output::table::Table;
use moreau::rng::{KNOWN_ANSWERS, philox, uniform_of, words_of};
use moreau::study::spec::find;
use moreau::study::{Dist, Options, Piece, Sink, Study};
use moreau::system::registry;
use moreau::wgsl::{self, Clock};

use crate::common;

/// Counters and keys as halves of words, which every precision holds.
const HALVES: usize = 12;

fn philox_on<T: Number>(gpu: &moreau::backend::gpu::Gpu, cases: &[[u32; 6]]) -> Vec<[f64; 9]> {
    let library = wgsl::library::<T>(&registry()[0].parts());
    let source = library
        + "@group(0) @binding(0) var<storage, read> inputs: array<Real>;
           @group(0) @binding(1) var<storage, read_write> outputs: array<Real>;
           fn word(at: u32) -> u32 { return u32(inputs[at]) | u32(inputs[at + 1u]) << 16u; }
           @compute @workgroup_size(64)
           fn words(@builtin(global_invocation_id) id: vec3<u32>) {
               let at = id.x * 12u;
               if (at >= arrayLength(&inputs)) { return; }
               let counter = vec4<u32>(word(at), word(at + 2u), word(at + 4u), word(at + 6u));
               let out = philox(counter, vec2<u32>(word(at + 8u), word(at + 10u)));
               for (var j = 0u; j < 4u; j++) {
                   outputs[id.x * 9u + 2u * j] = Real(out[j] & 0xffffu);
                   outputs[id.x * 9u + 2u * j + 1u] = Real(out[j] >> 16u);
               }
               outputs[id.x * 9u + 8u] = uniform_of(out);
           }";
    let halves = |word: &u32| [T::of(f64::from(word & 0xffff)), T::of(f64::from(word >> 16))];
    let inputs: Vec<T> = cases.iter().flatten().flat_map(halves).collect();
    assert_eq!(inputs.len(), HALVES * cases.len());
    let out = gpu
        .run_once(["philox", &source, "words"], &inputs, 9 * cases.len(), cases.len() as u32, None, 0)
        .unwrap();
    out.chunks(9).map(|row| std::array::from_fn(|j| row[j].to_f64())).collect()
}

fn philox_agrees<T: Number>(gpu: &moreau::backend::gpu::Gpu) {
    let known = KNOWN_ANSWERS.map(|([a, b, c, d], [e, f], _)| [a, b, c, d, e, f]);
    let random = (0..100_000).map(|i| {
        let ([a, b, c, d], [e, f, ..]) = (words_of(5, i, 1), words_of(5, i, 2));
        [a, b, c, d, e, f]
    });
    let cases: Vec<[u32; 6]> = known.into_iter().chain(random).collect();
    let word = |low: f64, high: f64| low as u32 | (high as u32) << 16;
    for (i, (found, case)) in philox_on::<T>(gpu, &cases).into_iter().zip(&cases).enumerate() {
        let words: [u32; 4] = std::array::from_fn(|j| word(found[2 * j], found[2 * j + 1]));
        let [a, b, c, d, e, f] = *case;
        assert_eq!(words, philox([a, b, c, d], [e, f]), "case {i}");
        assert_eq!(found[8], uniform_of::<T>(words).to_f64(), "case {i}");
        if let Some((_, _, answer)) = KNOWN_ANSWERS.get(i) {
            assert_eq!(words, *answer, "known answer {i}");
        }
    }
}

#[test]
fn the_device_has_the_known_answers_of_random123() {
    let Some(gpu) = common::gpu("the_device_has_the_known_answers_of_random123") else { return };
    philox_agrees::<f32>(&gpu);
    if gpu.has_f64() {
        philox_agrees::<f64>(&gpu);
    }
}

/// A study with every rule a device can draw.
fn all_forms(members: u64) -> Study {
    let set = [
        "sampling=device",
        "mu={uniform=[0.1, 0.9]}",
        "theta0={normal=[0.7, 0.05]}",
        "omega0={normal=[-1, 0.5, -2, -0.9]}",
        "slide0={log_uniform=[1, 8]}",
        "m={grid=[1, 1.5, 2]}",
        "l={grid={from=0.9, to=1.1, count=7}}",
        "rho={choice=[0.3, 0.4, 0.5]}",
        "inertia={logspace=[0.04, 0.06]}",
        "gravity={linspace=[9, 10]}",
        "h=1e-3",
        "duration=0.05",
    ];
    Study::preset("catastrophe").unwrap().set(set).unwrap().members(members)
}

fn table(study: &Study, mut backend: Backend, precision: Precision) -> Table {
    struct Keep(Table);
    impl Sink for Keep {
        fn piece(&mut self, piece: Piece) -> Result<(), Error> {
            let mut rows = piece.members.into_iter();
            rows.try_for_each(|rows| self.0.append(rows)).map_err(|e| Error::Check(e.to_string()))
        }
    }
    let mut keep = Keep(Table { columns: Vec::new() });
    let options = Options { precision: Some(precision), ..Options::default() };
    study.run_into(&mut backend, &options, &mut keep).unwrap();
    keep.0
}

/// The first place where two tables differ, but for the sign of zero; a time that never came is NaN in both.
fn difference(a: &Table, b: &Table, rows: usize) -> Option<String> {
    let same = |x: f64, y: f64| x == y || x.is_nan() && y.is_nan();
    a.columns.iter().zip(&b.columns).find_map(|(a, b)| {
        let row = (0..rows).find(|&i| a.name != b.name || !same(a.real(i), b.real(i)))?;
        Some(format!("{} of member {row}: {} and {}", a.name, a.real(row), b.real(row)))
    })
}

#[test]
fn what_the_device_draws_is_what_the_table_says() {
    let Some(gpu) = common::gpu("what_the_device_draws_is_what_the_table_says") else { return };
    let (double, software) = (gpu.has_f64(), gpu.is_software());
    let study = all_forms(3001);
    for precision in [Precision::F32, Precision::F64] {
        if precision == Precision::F64 && !double {
            continue;
        }
        let cpu = table(&study, Backend::cpu(0), precision);
        let gpu = table(&study, Backend::gpu(None).unwrap(), precision);
        assert_eq!(cpu.rows(), 3001);
        // Hardware may round a division or a root differently.
        assert!(!software || difference(&cpu, &gpu, 3001).is_none(), "{:?}", difference(&cpu, &gpu, 3001));
    }
    // The text that runs draws by itself, and reads no column.
    let text = study.shader::<f32>();
    for part in ["chance(i, ", "dist_turn(member_of(i)", "return run.total;"] {
        assert!(text.contains(part), "{part}");
    }
    assert!(!text.contains("columns["));
}

#[test]
fn a_study_sampled_on_the_device_in_f64_is_the_one_sampled_on_the_host() {
    let device = table(&all_forms(501), Backend::cpu(0), Precision::F64);
    let host = table(&all_forms(501).set(["sampling=host"]).unwrap(), Backend::cpu(0), Precision::F64);
    assert_eq!(difference(&device, &host, 501), None);
}

/// Batches have 2^17 members, and devices take them in chunks: nobody's parameters depend on it.
#[test]
fn draws_do_not_depend_on_where_a_batch_begins() {
    let Some(gpu) = common::gpu("draws_do_not_depend_on_where_a_batch_begins") else { return };
    let many = all_forms(1)
        .set(["duration=0.001", "inertia=0.05", "gravity=9.81"])
        .unwrap()
        .set(["members=131572"])
        .unwrap();
    let cpu = table(&many, Backend::cpu(0), Precision::F32);
    if gpu.is_software() {
        let gpu = table(&many, Backend::gpu(None).unwrap(), Precision::F32);
        assert_eq!(difference(&cpu, &gpu, 131_572), None);
    }
    let few = table(&many.members(300), Backend::cpu(1), Precision::F32);
    assert_eq!(difference(&few, &cpu, 300), None);
}

/// Members around 2^32, where their number takes its second word.
#[test]
fn the_number_of_a_member_has_two_words() {
    let Some(gpu) = common::gpu("the_number_of_a_member_has_two_words") else { return };
    if !gpu.is_software() {
        return;
    }
    let system = find("plane", "coulomb-soft", "moreau-midpoint").unwrap();
    let info = system.info();
    let (first, n, members) = ((1_u64 << 32) - 150, 300, 1_u64 << 40);
    let rules = [
        ("ux0", "{uniform=[1,2]}", 1),
        ("uy0", "{grid=[1,2,3,4,5,6,7]}", 1 << 33),
        ("x0", "{grid=[1,2,3]}", 11),
    ];
    let mut params: Vec<Vec<f64>> = info.columns.iter().map(|c| vec![c.default]).collect();
    let mut drawing = Drawing { seed: (7 << 32) + 3, columns: Vec::new() };
    for (name, rule, stride) in rules {
        let table: toml::Table = format!("x = {rule}").parse().unwrap();
        let drawn = Dist::parse(name, &table["x"]).unwrap().drawn(name, stride, members).unwrap();
        let place = info.column(name).unwrap();
        params[place] = drawn.values::<f32>(drawing.seed, first, n);
        drawing.columns.push((place, drawn));
    }
    let batch = Batch { first, n, params, steps: vec![3; n], order: Vec::new() };
    let job = Job {
        system: system.as_ref(),
        constant: batch.params.iter().map(|column| column.len() == 1).collect(),
        info,
        clock: Clock::Member,
        drawing: Some(drawing),
        ragged: false,
        certificates: true,
        lean: false,
        field: None,
        record: None,
        ground: None,
        progress: &|_| (),
    };
    let run = |mut backend: Backend| {
        let mut out = Vec::new();
        let mut keep = |done: Done<f32>| {
            out = done.tile.reals;
            Ok(())
        };
        backend.run::<f32>(&job, &mut std::iter::once(batch.clone()), &mut keep).unwrap();
        out
    };
    assert_eq!(run(Backend::cpu(0)), run(Backend::Gpu(Box::new(gpu))));
}
