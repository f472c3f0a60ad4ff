//! Kernels without a GPU: every composed shader is valid for every vendor, every function has a probe, and structs
//! lie where the host writes them. What needs an adapter is in `adapter.rs`.

use std::collections::BTreeSet;
use std::path::Path;

use moreau::dist::Drawing;
use moreau::field::Grid;
use moreau::study::Dist;
use moreau::system::{System, registry};
use moreau::wgsl::{self, Clock, Layout, RUN_FIELDS, drive_stride};
use moreau::{Scalar, real::Real};
use moreau_check::probe::operators;
use moreau_check::validate::mutate::functions;
use moreau_check::{Subject, subjects};
use naga::back::pipeline_constants::process_overrides;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

/// The entry point and what `src/wgsl.rs` writes around it: run by every triple's ensemble in `validate`, with field,
/// record, shared and own columns; what draws on the device, in `sampling.rs`. Books have probes where they are kept, and
/// sums and multiples of coordinates are in every step that is probed.
const COVERED_BY_RUNS: [&str; 46] = [
    "steps_of",
    "member_of",
    "chance",
    "drive_at",
    "clock_next",
    "load_phase",
    "store_phase",
    "load_memory",
    "take_desk",
    "ring_at",
    "recall",
    "note",
    "load_constants",
    "load_moving",
    "store_moving",
    "store_counts",
    "advance_once",
    "ensemble",
    "load_model",
    "load_law",
    "load_scheme",
    "load_h",
    "limits_of_run",
    "geometry_of_run",
    "load_word",
    "store_word",
    "add_word",
    "load_q",
    "store_q",
    "load_u",
    "store_u",
    "load_tally",
    "store_tally",
    "load_seen",
    "store_seen",
    "load_books",
    "store_books",
    "books_start",
    "books_step",
    "size_of",
    "spin_of",
    "coords_add",
    "coords_scale",
    "local_add",
    "sample",
    "field_add",
];

fn parsed(source: &str, capabilities: Capabilities) -> Result<(naga::Module, ModuleInfo), String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string(source))?;
    let info = Validator::new(ValidationFlags::all(), capabilities).validate(&module);
    info.map(|info| (module, info)).map_err(|e| e.emit_to_string(source))
}

/// Over the first two coordinates, with their velocities.
fn grid(dof: usize) -> Grid {
    Grid { axes: [0, 1], velocities: [dof, dof + 1], ranges: [(0.0, 1.0); 2], cells: [8, 4], every: 1 }
}

/// Every rule in turn for every column but the time step, the second half with members beyond 2^32.
fn drawing(columns: usize) -> Drawing {
    let forms = [
        "{uniform=[1,2]}",
        "{log_uniform=[1,2]}",
        "{normal=[1,2]}",
        "{linspace=[1,2]}",
        "{logspace=[1,2]}",
        "{choice=[1,2,3]}",
        "{grid=[1,2,3]}",
        "{grid={from=1, to=2, count=5}}",
    ];
    let drawn = |place: usize| {
        let table: toml::Table = format!("x = {}", forms[place % forms.len()]).parse().unwrap();
        let dist = Dist::parse("x", &table["x"]).unwrap();
        (place, dist.drawn("x", 1 << (5 * place % 64), 1 << 40).unwrap())
    };
    Drawing { seed: 1, columns: (0..columns).map(drawn).collect() }
}

/// Six of the 32 ways to switch five things on and off, in which any two of them meet in all four ways.
const PAIRS: [u32; 6] = [0b00000, 0b00001, 0b01110, 0b10110, 0b11011, 0b11101];

/// The kernels of a system: clocks, drawn, shared and own columns, with and without field and record. What the program
/// writes around a triple is the same for all: everyday triples have every combination, the others every pair.
fn kernels<T: Scalar>(system: &dyn System) -> Vec<(String, String)> {
    let info = system.info();
    let grid = grid(info.state.len() / 2);
    let drawing = drawing(info.columns.len() - 1);
    let mut found = Vec::new();
    let ways = if info.everyday { (0..32).collect() } else { PAIRS.to_vec() };
    for (number, bits) in ways.into_iter().enumerate() {
        let on = |bit: u32| bits >> bit & 1 == 1;
        let layout = Layout {
            constant: vec![on(0); info.columns.len()],
            drawing: on(4).then_some(&drawing),
            clock: if on(1) { Clock::Shared } else { Clock::Member },
            table_rows: 64,
            pack: if on(0) { 1 } else { 4 },
            unroll: if on(1) { 1 } else { 3 },
            ragged: on(3),
            certified: on(2),
            lean: on(4),
            field: on(2).then_some(&grid),
            record: on(3),
        };
        let name = format!("{} {} #{number}", info.names.join(" + "), T::NAME);
        found.push((name, wgsl::ensemble::<T>(&system.parts(), &layout)));
    }
    found
}

#[test]
fn any_two_switches_meet_in_all_ways() {
    for (a, b) in (0..5).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let met: BTreeSet<u32> = PAIRS.iter().map(|bits| (bits >> a & 1) << 1 | (bits >> b & 1)).collect();
        assert_eq!(met.len(), 4, "{a} and {b}: {met:?}");
    }
}

#[test]
fn every_shader_is_valid() {
    for system in registry() {
        for (name, source) in kernels::<f32>(system.as_ref()) {
            // No capability at all: what a browser accepts.
            parsed(&source, Capabilities::empty()).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        for (name, source) in kernels::<f64>(system.as_ref()) {
            parsed(&source, Capabilities::FLOAT64).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}

#[test]
fn a_broken_shader_is_refused() {
    let (_, source) = kernels::<f32>(registry()[0].as_ref()).remove(0);
    let unknown = source.replace("model_gap(m.c, s.q)", "model_gap(m.c, s.p)");
    let mistyped = source.replace("Real(i32(k) + 1)", "k + 1u");
    for broken in [unknown, mistyped] {
        assert_ne!(broken, source);
        assert!(parsed(&broken, Capabilities::empty()).is_err());
    }
    let (_, double) = kernels::<f64>(registry()[0].as_ref()).remove(0);
    assert!(parsed(&double, Capabilities::empty()).is_err(), "f64 needs its capability");
}

#[test]
fn every_shader_translates_for_every_vendor() {
    for system in registry() {
        for (name, source) in kernels::<f32>(system.as_ref()) {
            let (module, info) = parsed(&source, Capabilities::empty()).unwrap();
            let constants = [("WORKGROUP".to_owned(), 128.0)].into_iter().collect();
            let (module, info) = process_overrides(&module, &info, None, &constants).unwrap();
            let spv = naga::back::spv::write_vec(&module, &info, &Default::default(), None);
            assert!(!spv.unwrap_or_else(|e| panic!("{name}: SPIR-V: {e}")).is_empty());
            let options = naga::back::msl::Options { lang_version: (2, 0), ..Default::default() };
            let msl = naga::back::msl::write_string(&module, &info, &options, &Default::default());
            let (text, _) = msl.unwrap_or_else(|e| panic!("{name}: MSL: {e}"));
            assert!(text.contains("kernel void"), "{name}: MSL has no entry point");
            let mut text = String::new();
            let (options, pipeline) = (Default::default(), Default::default());
            let mut writer = naga::back::hlsl::Writer::new(&mut text, &options, &pipeline);
            let hlsl = writer.write(&module, &info, None);
            hlsl.unwrap_or_else(|e| panic!("{name}: HLSL: {e}"));
            assert!(text.contains("numthreads"), "{name}: HLSL has no entry point");
        }
    }
}

/// Functions of a text without a probe.
fn without_probe(source: &str, probed: &BTreeSet<&str>) -> Vec<String> {
    let mut missing = functions(source);
    missing.retain(|name| !probed.contains(name.as_str()) && !COVERED_BY_RUNS.contains(&name.as_str()));
    missing.retain(|name| !hands_on(source, name, probed));
    missing
}

/// Whether all that a function does is to call one that has a probe: there is nothing in it to get wrong, so its own probe
/// would have nothing to catch.
fn hands_on(source: &str, name: &str, probed: &BTreeSet<&str>) -> bool {
    let body = source.split_once(&format!("fn {name}(")).and_then(|(_, rest)| rest.split_once('{'));
    let body = body.and_then(|(_, rest)| rest.split_once('}')).map_or("", |(body, _)| body.trim());
    let called = body.strip_prefix("return ").and_then(|call| call.split_once('('));
    called.is_some_and(|(called, given)| {
        let plain = given
            .strip_suffix(");")
            .is_some_and(|given| given.chars().all(|c| c.is_alphanumeric() || ", _".contains(c)));
        plain && probed.contains(called)
    })
}

fn shader_files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(shader_files(&path));
        } else {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

#[test]
fn every_function_has_a_probe() {
    let (subjects, shared) = (subjects(), operators());
    let mut everything = String::new();
    for Subject { system, probes: own } in &subjects {
        // Each triple by itself: a function must be probed in the text that this triple runs.
        let probed: BTreeSet<&str> = shared.iter().chain(own).map(|probe| probe.function).collect();
        let composed: String = kernels::<f32>(system.as_ref()).into_iter().map(|(_, text)| text).collect();
        let missing = without_probe(&composed, &probed);
        assert!(missing.is_empty(), "{}: no probe for {missing:?}", system.info().names.join(" + "));
        everything += &composed;
    }
    for (path, text) in shader_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders")) {
        // The entry point is the same for all, with some lines repeated.
        let composed = everything.contains(text.trim()) || path.ends_with("ensemble.wgsl");
        assert!(composed, "{path} is in no triple of the registry");
    }
}

#[test]
fn a_function_without_a_probe_is_noticed() {
    let probed = BTreeSet::from(["sin_turn", "cos_turn"]);
    let source = "fn sin_turn(x: Real) -> Real { return x; }\nfn cosine(x: Real) -> Real { return x; }";
    assert_eq!(without_probe(source, &probed), ["cosine"]);
    let handed_on = "fn sine(x: Real) -> Real {\n    return sin_turn(x);\n}\nfn twice(x: Real) -> Real {\n    return sin_turn(x + x);\n}";
    assert_eq!(without_probe(handed_on, &probed), ["twice"]);
}

/// Member names with offsets, and the size, of a struct in a module.
fn layout_of(module: &naga::Module, name: &str) -> (Vec<(String, u32)>, u32) {
    let (_, kind) = module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some(name)).unwrap();
    let naga::TypeInner::Struct { members, span } = &kind.inner else { panic!("{name} is no struct") };
    (members.iter().map(|m| (m.name.clone().unwrap(), m.offset)).collect(), *span)
}

fn structs_lie_where_the_host_writes<T: Scalar>() {
    for system in registry() {
        let width = system.info().drive_width;
        for (name, source) in kernels::<T>(system.as_ref()) {
            let (module, _) = parsed(&source, Capabilities::FLOAT64).unwrap();
            let (run, span) = layout_of(&module, "Run");
            let host: Vec<(String, u32)> =
                RUN_FIELDS.iter().enumerate().map(|(j, field)| (field.to_string(), 4 * j as u32)).collect();
            assert_eq!((run, span), (host, 4 * RUN_FIELDS.len() as u32), "{name}");
            // The host writes rows of `stride` numbers, the drive first.
            let (drive, span) = layout_of(&module, "Drive");
            let offsets: Vec<u32> = drive.iter().map(|(_, offset)| *offset).collect();
            let stride = drive_stride::<T>(width);
            let wanted: Vec<u32> = (0..stride).map(|j| (j * size_of::<T>()) as u32).collect();
            assert_eq!((offsets, span), (wanted, (stride * size_of::<T>()) as u32), "{name}");
            let fields: Vec<&str> = drive[..width].iter().map(|(field, _)| field.as_str()).collect();
            assert_eq!(fields, system.parts().drive, "{name}");
        }
    }
}

#[test]
fn structs_lie_where_the_host_writes_in_both_precisions() {
    structs_lie_where_the_host_writes::<f32>();
    structs_lie_where_the_host_writes::<f64>();
}

#[test]
fn ten_million_steps_of_the_clock_lose_nothing() {
    // The crank of the conveyor: 10 turns a second, h = 1e-3/3.
    let half = moreau::clock::half_step(1e-3 / 3.0, 10.0);
    let step = f32::phase_add(half, half);
    let mut phase = half;
    let steps: u32 = 10_000_000;
    for _ in 0..steps {
        phase = f32::phase_add(phase, step);
    }
    // The same in 128 bits, where no turn falls off on the way.
    let exact = (u128::from(half) * (2 * u128::from(steps) + 1)) % (1 << 64);
    assert_eq!(u128::from(phase), exact);
    assert_eq!(phase, moreau::clock::phase_mid(half, steps));
    let turn = exact as f64 / 18_446_744_073_709_551_616.0;
    let turn = if turn < 0.5 { turn } else { turn - 1.0 };
    let off = (f32::turns(phase) as f64 - turn).abs();
    assert!(off <= f64::from(f32::EPSILON) / 2.0, "off by {off} turns");
}
