//! Kernels cut to an adapter: however they are cut, searched for or checked, no result differs by a bit, and no step is
//! lost unseen.

use std::collections::HashSet;

use moreau::backend::gpu::Gpu;
use moreau::backend::gpu::tune::{Tune, Tuning};
use moreau::backend::{Backend, Batch, Done, Job, Record};
use moreau::error::Error;
use moreau::field::Grid;
use moreau::study::spec::find;
use moreau::system::{Info, System, registry};
use moreau::wgsl::Clock;

use crate::common;

/// Members: no multiple of any pack or workgroup.
const MEMBERS: usize = 531;

/// One member an invocation, one step an iteration: what all others are compared with.
const PLAIN: Tuning = Tuning { workgroup: 64, pack: 1, unroll: 1, steps: 0 };
/// Even and odd, small and large; dispatches that end within an iteration.
const SAMPLE: [Tuning; 4] = [
    Tuning { workgroup: 128, pack: 4, unroll: 4, steps: 0 },
    Tuning { workgroup: 32, pack: 3, unroll: 2, steps: 37 },
    Tuning { workgroup: 1, pack: 1, unroll: 8, steps: 101 },
    Tuning { workgroup: 256, pack: 8, unroll: 1, steps: 0 },
];

/// For a step so long that nobody packs or unrolls it, for a driver compiles copies of it for minutes.
const LONG: Tuning = Tuning { workgroup: 32, pack: 1, unroll: 1, steps: 37 };

/// How members of a job differ.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// One table for all, all of the same number of steps.
    Together,
    /// Own clocks and numbers of steps.
    Ragged,
    /// The same with trajectories and a field.
    Sampled,
}

/// Members that differ in their first column, and in steps where they may.
fn members(system: &dyn System, kind: Kind) -> (Job<'_>, Batch) {
    let info = system.info();
    let mut params: Vec<Vec<f64>> = info.columns.iter().map(|c| vec![c.default]).collect();
    let varied = info.columns.iter().position(|c| c.name.starts_with("mu")).unwrap();
    params[varied] = (0..MEMBERS).map(|i| 0.1 + 0.001 * i as f64).collect();
    let ragged = kind != Kind::Together;
    // A software adapter makes few steps with a desk in a second.
    let most = if info.desk > 0 { 31 } else { 311 };
    let steps = |i: usize| if ragged { (i * i % most) as u32 } else { 4 * most as u32 / 5 };
    let dof = info.dof();
    let (axes, velocities) = ([0, 1], [dof, dof + 1]);
    let grid = Grid { axes, velocities, ranges: [(-1.0, 1.0); 2], cells: [8, 4], every: 3 };
    let job = Job {
        system,
        clock: if ragged { Clock::Member } else { Clock::Shared },
        constant: (0..info.columns.len()).map(|j| j != varied).collect(),
        drawing: None,
        ragged,
        certificates: true,
        lean: false,
        field: (kind == Kind::Sampled).then_some(grid),
        record: (kind == Kind::Sampled).then_some(Record { every: 5, end: 100 }),
        ground: None,
        progress: &|_| (),
        info,
    };
    (job, Batch { first: 0, n: MEMBERS, params, steps: (0..MEMBERS).map(steps).collect(), order: Vec::new() })
}

fn run(backend: &mut Backend, job: &Job<'_>, batch: &Batch) -> Result<Done<f32>, Error> {
    let mut out = None;
    backend.run::<f32>(job, &mut std::iter::once(batch.clone()), &mut |done| {
        out = Some(done);
        Ok(())
    })?;
    Ok(out.expect("a batch went in"))
}

/// Runs with a change of the adapter.
fn with(
    backend: &mut Backend,
    change: impl Fn(&mut Gpu),
    job: &Job<'_>,
    batch: &Batch,
) -> Result<Done<f32>, Error> {
    let Backend::Gpu(gpu) = backend else { unreachable!("it was made as one") };
    (gpu.checked, gpu.edit) = (false, None);
    change(gpu);
    run(backend, job, batch)
}

fn pinned(tuning: Tuning) -> impl Fn(&mut Gpu) {
    move |gpu| gpu.tune = Tune::Pinned(tuning)
}

fn edited(tuning: Tuning, edit: fn(&str) -> String) -> impl Fn(&mut Gpu) {
    move |gpu| (gpu.tune, gpu.edit) = (Tune::Pinned(tuning), Some(edit))
}

/// Everything that comes out, as bits.
fn bits(done: &Done<f32>) -> Vec<u64> {
    let reals = done.tile.reals.iter().chain(&done.record).map(|x| u64::from(x.to_bits()));
    let mut all: Vec<u64> = reals.chain(done.tile.words.iter().map(|&word| u64::from(word))).collect();
    if let Some(field) = &done.field {
        let read = std::sync::atomic::Ordering::Relaxed;
        all.extend(field.counts.iter().map(|count| count.load(read)));
        all.extend(field.sums.iter().flatten().map(|sum| sum.load(read) as u64));
    }
    all
}

#[test]
fn every_tuning_gives_the_same_bytes() {
    let Some(gpu) = common::gpu("every_tuning_gives_the_same_bytes") else { return };
    let mut backend = Backend::Gpu(Box::new(gpu));
    // Everyday triples in every kind of run. Of the others `validate` cuts a kernel in another way in each ensemble; here is one of
    // each kind of step: with a drive, a delay, a desk, several contacts.
    let others = ["delayed", "shaken", "rod", "ball", "four-balls", "chain"];
    let chosen = |info: &Info| info.everyday || others.contains(&info.names[0]) && info.names[1] != "lemke";
    let mut seen = HashSet::new();
    let systems = registry().into_iter().filter(|system| chosen(&system.info()));
    let first = systems.filter(|system| system.info().everyday || seen.insert(system.info().names[0]));
    for (place, system) in first.enumerate() {
        let everyday = system.info().everyday;
        let kinds = [Kind::Together, Kind::Ragged, Kind::Sampled].into_iter().enumerate();
        for (turn, kind) in kinds.filter(|(turn, _)| everyday || place % 3 == *turn) {
            let (job, batch) = members(system.as_ref(), kind);
            let plain = with(&mut backend, pinned(PLAIN), &job, &batch).unwrap();
            let expected = bits(&plain);
            let name = job.info.names.join(" + ");
            // Drivers compile for most of the time: two of the sample each, in turn.
            let sample = [0, 1].map(|j| SAMPLE[(place + turn + 2 * j) % SAMPLE.len()]);
            for &tuning in if job.info.long_step { &[LONG][..] } else { &sample } {
                let found = with(&mut backend, pinned(tuning), &job, &batch).unwrap();
                assert!(bits(&found) == expected, "{name}, {kind:?}: {tuning} gives other bits");
            }
            if kind == Kind::Sampled {
                let checked = |gpu: &mut Gpu| (gpu.checked, gpu.tune) = (true, Tune::Off);
                let found = with(&mut backend, checked, &job, &batch).unwrap();
                assert!(bits(&found) == expected, "{name}: checks change bits");
            }
        }
    }
    assert_eq!(seen.len(), others.len(), "a model of another name");
}

#[test]
fn a_search_changes_no_byte() {
    let Some(gpu) = common::gpu("a_search_changes_no_byte") else { return };
    let mut backend = Backend::Gpu(Box::new(gpu));
    let system = find("conveyor", "coulomb-soft", "moreau-midpoint").unwrap();
    let (job, mut batch) = members(system.as_ref(), Kind::Ragged);
    // Long enough for several dispatches of every candidate.
    batch.steps.iter_mut().enumerate().for_each(|(i, steps)| *steps = 60_000 + 13 * i as u32);
    let plain = with(&mut backend, |gpu| gpu.tune = Tune::Off, &job, &batch).unwrap();
    // Nobody's cache is written by a test.
    let again = |gpu: &mut Gpu| (gpu.tune, gpu.tunings) = (Tune::Again, None);
    let found = with(&mut backend, again, &job, &batch).unwrap();
    assert!(bits(&found) == bits(&plain));
}

/// A step that an unrolled loop takes with the drive of another one.
fn stale(text: &str) -> String {
    let wrong = text.replace("advance_once(c1, k + 1u, m1)", "advance_once(c1, k + 0u, m1)");
    assert_ne!(wrong, text);
    wrong
}

#[test]
fn a_slip_in_unrolling_would_be_noticed() {
    let Some(gpu) = common::gpu("a_slip_in_unrolling_would_be_noticed") else { return };
    let mut backend = Backend::Gpu(Box::new(gpu));
    let system = find("conveyor", "coulomb-soft", "moreau-midpoint").unwrap();
    let (job, batch) = members(system.as_ref(), Kind::Together);
    let plain = with(&mut backend, pinned(PLAIN), &job, &batch).unwrap();
    let change = edited(SAMPLE[0], stale);
    let wrong = with(&mut backend, change, &job, &batch).unwrap();
    assert!(bits(&wrong) != bits(&plain));
}

/// Every loop of steps is left after 100 of them, as a driver with a limit would.
fn cut_short(text: &str) -> String {
    let cut = text.replace("k + UNROLL <= together", "k + UNROLL <= min(together, 100u)");
    let cut = cut.replace("< min(stop,", "< min(min(stop, 100u),");
    assert!(cut.matches("100u").count() >= 2);
    cut
}

/// Only the last member of a pack loses a step, in the loop that finishes it.
fn cut_one(text: &str) -> String {
    let cut = text.replace("k2 < min(stop, c2.left)", "k2 + 1u < min(stop, c2.left)");
    assert_ne!(cut, text);
    cut
}

#[test]
fn no_step_is_lost_unseen() {
    let Some(gpu) = common::gpu("no_step_is_lost_unseen") else { return };
    let mut backend = Backend::Gpu(Box::new(gpu));
    let system = find("conveyor", "coulomb-soft", "moreau-midpoint").unwrap();
    for kind in [Kind::Together, Kind::Ragged, Kind::Sampled] {
        let (job, batch) = members(system.as_ref(), kind);
        for tuning in [PLAIN, SAMPLE[0], SAMPLE[2]] {
            let change = edited(tuning, cut_short);
            let refused = with(&mut backend, change, &job, &batch).err();
            assert!(is_loop_limit(&refused), "{kind:?}, {tuning}: {refused:?}");
        }
        // 250 steps are no multiple of the 8 of an iteration, and of 37 none is one of 2.
        let tuning = Tuning { unroll: 8, ..SAMPLE[1] };
        let change = edited(tuning, cut_one);
        let refused = with(&mut backend, change, &job, &batch).err();
        assert!(is_loop_limit(&refused), "{kind:?}, one member: {refused:?}");
    }
}

fn is_loop_limit(refused: &Option<Error>) -> bool {
    matches!(refused, Some(Error::Device { cause }) if cause.contains("loop limit"))
}

/// A loop in the step itself, as a law that iterates would have: with it, lavapipe's 65,535 iterations are over before the
/// steps of a dispatch are.
fn burning(text: &str) -> String {
    let head = "fn advance_once(m: Constants, k: u32, now: Moving) -> Moving {";
    let burn = "\n    var burnt = now.phase.lo;\n    \
        for (var j = run.pad_0; j < 16u; j++) { burnt = burnt * 1664525u + 1013904223u; }\n    \
        if (burnt == 1u && run.members == 0u) { return now; }";
    let burning = text.replace(head, &format!("{head}{burn}"));
    assert_ne!(burning, text);
    burning
}

#[test]
fn the_loop_limit_of_lavapipe_is_met_and_refused() {
    let Some(gpu) = common::gpu("the_loop_limit_of_lavapipe_is_met_and_refused") else { return };
    if !gpu.adapter_name().contains("llvmpipe") {
        eprintln!("the_loop_limit_of_lavapipe_is_met_and_refused: this adapter is another one");
        return;
    }
    let mut backend = Backend::Gpu(Box::new(gpu));
    let system = find("conveyor", "coulomb-soft", "moreau-midpoint").unwrap();
    let (job, mut batch) = members(system.as_ref(), Kind::Ragged);
    batch.steps.fill(40_000);
    let refused = with(&mut backend, edited(PLAIN, burning), &job, &batch);
    assert!(is_loop_limit(&refused.err()));
    with(&mut backend, pinned(PLAIN), &job, &batch).unwrap();
}
