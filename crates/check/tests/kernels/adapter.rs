//! Kernels on an adapter: `validate` as a test, an own model through it, long clocks, and failures that are errors.

use moreau::backend::gpu::Gpu;
use moreau::backend::{Backend, Batch, Done, Job, Number, Precision};
use moreau::error::Error;
use moreau::field::Grid;
use moreau::law::CoulombSoft;
use moreau::model::{FLAT_GROUND, Model, StateColumn};
use moreau::scheme::MoreauMidpoint;
use moreau::study::spec::find;
use moreau::system::System;
use moreau::tile::word;
use moreau::tuple::Vector;
use moreau::wgsl::Clock;
use moreau::{Real, columns::ANY, columns::Range};
use moreau_check::Subject;
use moreau_check::validate::{Options, Row, validate, validate_subject};

use crate::common;

#[test]
fn every_function_and_every_triple_agrees() {
    let Some(gpu) = common::gpu("every_function_and_every_triple_agrees") else { return };
    let report = validate(&Options { adapter: Some(gpu.adapter_name()), only: None, done: None }).unwrap();
    assert!(report.passed(), "{report}");
    // Nothing passes for want of a control: only what returns nothing and the lanes have none, and those of f64 whose text has one in f32.
    let in_f32 = |row: &Row| {
        let twin = |other: &&Row| other.check == row.check && other.system == row.system;
        report
            .rows
            .iter()
            .filter(twin)
            .any(|other| other.precision == Precision::F32 && other.caught == Some(true))
    };
    for row in report.rows.iter().filter(|row| row.caught != Some(true)) {
        let needs_none = row.numbers == 0 || row.adapter.starts_with("cpu");
        assert!(needs_none || in_f32(row), "{} has no control", row.check);
    }
    assert!(report.rows.iter().any(|row| row.check == "scheme_step"));
}

moreau::columns! {
    /// A level plane in a wind.
    pub struct WindParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        wind: "m/s^2", 0.5, ANY, "push along x";
        z0: "m", 0.0, Range::Within(0.0, 1e9), "initial height";
        uy0: "m/s", 1.0, ANY, "initial velocity along y";
    }
}
moreau::fields! { /// Both accelerations.
pub struct WindSetup { pull, push } }
moreau::fields! { /// Nothing depends on time.
pub struct Still {} }

/// A model of one's own; `WRONG` has a slip in its WGSL.
struct Wind<const WRONG: bool>;

const SETUP: &str = "
fn model_setup(p: ModelParams) -> Setup { return Setup(-p.gravity, p.wind); }
fn model_start(p: ModelParams) -> Start {
    return Start(Coords(Real(0.0), Real(0.0), p.z0), Coords(Real(0.0), p.uy0, Real(0.0)));
}
fn model_drive(c: Setup, turn: Real) -> Drive { return Drive(); }
";
const RIGHT: &str = "
fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(c.push, Real(0.0), c.pull);
}";
const SLIP: &str = "
fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(c.push, c.push * Real(0.1), c.pull);
}";

impl<const WRONG: bool> Model for Wind<WRONG> {
    const NAME: &'static str = "wind";
    const ABOUT: &'static str = "a level plane in a wind";
    const WGSL: &'static [&'static str] = &[FLAT_GROUND, SETUP, if WRONG { SLIP } else { RIGHT }];
    const STATE: &'static [StateColumn] =
        &[("x", "m"), ("y", "m"), ("z", "m"), ("ux", "m/s"), ("uy", "m/s"), ("uz", "m/s")];
    moreau::flat_ground!();
    type Params<R: Real> = WindParams<R>;
    type Setup<R: Real> = WindSetup<R>;
    type Drive<R: Real> = Still<R>;
    fn setup<R: Real>(p: &WindParams<R>) -> WindSetup<R> {
        WindSetup { pull: -p.gravity, push: p.wind }
    }
    fn start<R: Real>(p: &WindParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let zero = R::of(0.0);
        (Vector([zero, zero, p.z0]), Vector([zero, p.uy0, zero]))
    }
    fn drive<R: Real>(_: &WindSetup<R>, turn: R) -> Still<R> {
        moreau::columns::Fields::from_fn(|_| turn)
    }
    fn acceleration<R: Real>(
        c: &WindSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([c.push, R::of(0.0), c.pull])
    }
}

#[test]
fn an_own_model_is_validated_like_ours() {
    let Some(mut gpu) = common::gpu("an_own_model_is_validated_like_ours") else { return };
    let right = Subject::of::<Wind<false>, CoulombSoft, MoreauMidpoint>(Vec::new());
    let report = validate_subject(&right, &mut gpu).unwrap();
    assert!(report.passed(), "{report}");
    let wrong = Subject::of::<Wind<true>, CoulombSoft, MoreauMidpoint>(Vec::new());
    let report = validate_subject(&wrong, &mut gpu).unwrap();
    let failed: Vec<&str> = report.failures().map(|row| row.check.as_str()).collect();
    for check in ["model_acceleration", "scheme_step", "one step, own clocks"] {
        assert!(failed.contains(&check), "{check} does not notice a wrong model: {failed:?}");
    }
}

/// A job and a batch around the defaults, every member a little different in one column.
fn members<'a>(system: &'a dyn System, column: &str, n: usize, steps: u32) -> (Job<'a>, Batch) {
    let info = system.info();
    let varied = info.column(column).unwrap();
    let mut params: Vec<Vec<f64>> = info.columns.iter().map(|c| vec![c.default]).collect();
    params[varied] = (0..n).map(|i| info.columns[varied].default + 0.25 * i as f64).collect();
    let constant = (0..info.columns.len()).map(|j| j != varied).collect();
    let job = Job {
        system,
        info,
        clock: Clock::Member,
        constant,
        drawing: None,
        ragged: true,
        certificates: true,
        lean: false,
        field: None,
        record: None,
        ground: None,
        progress: &|_| (),
    };
    (job, Batch { first: 0, n, params, steps: vec![steps; n], order: Vec::new() })
}

fn run<T: Number>(backend: &mut Backend, job: &Job<'_>, batch: &Batch) -> Result<Done<T>, Error> {
    let mut out = None;
    backend.run::<T>(job, &mut std::iter::once(batch.clone()), &mut |done| {
        out = Some(done);
        Ok(())
    })?;
    Ok(out.expect("a batch went in"))
}

#[test]
fn ten_million_steps_end_alike_on_both_backends() {
    let Some(gpu) = common::gpu("ten_million_steps_end_alike_on_both_backends") else { return };
    let system = find("conveyor", "coulomb-soft", "moreau-midpoint").unwrap();
    let (job, batch) = members(system.as_ref(), "turns_per_second", 16, 10_000_000);
    // The GPU adds up its phase step by step; the CPU multiplies it anew for each run of steps.
    let a = run::<f32>(&mut Backend::Gpu(Box::new(gpu)), &job, &batch).unwrap();
    let b = run::<f32>(&mut Backend::cpu(0), &job, &batch).unwrap();
    a.check_steps().unwrap();
    b.check_steps().unwrap();
    assert_eq!(a.tile.reals[..6 * batch.n], b.tile.reals[..6 * batch.n]);
    assert_eq!(a.tile.words[..6 * batch.n], b.tile.words[..6 * batch.n]);
    let slides = &a.tile.words[word::SLIDES * batch.n..][..batch.n];
    assert!(slides.iter().all(|&count| count > 100_000), "the particles stay on the table: {slides:?}");
}

#[test]
fn without_a_step_the_initial_state_is_the_final_one() {
    let Some(gpu) = common::gpu("without_a_step_the_initial_state_is_the_final_one") else { return };
    let system = find("plane", "coulomb-soft", "moreau-midpoint").unwrap();
    let (job, batch) = members(system.as_ref(), "x0", 70, 0);
    for backend in &mut [Backend::Gpu(Box::new(gpu)), Backend::cpu(0), Backend::reference()] {
        let done = run::<f32>(backend, &job, &batch).unwrap();
        let x: Vec<f32> = (0..batch.n).map(|i| 0.25 * i as f32).collect();
        assert_eq!(done.tile.reals[..batch.n], x, "{}", backend.name());
    }
}

#[test]
fn failures_are_errors() {
    let unknown = Gpu::open(Some("an adapter that nobody has"));
    assert!(matches!(unknown, Err(Error::Adapter { .. })));
    let Some(gpu) = common::gpu("failures_are_errors") else { return };
    for broken in ["fn main( {", "@compute @workgroup_size(1) fn other() {}"] {
        let refused = gpu.pipeline("a broken shader", broken, "main", None, &[]);
        assert!(matches!(refused, Err(Error::Shader { .. })), "{refused:?}");
    }
    for usage in [wgpu::BufferUsages::STORAGE, wgpu::BufferUsages::COPY_DST] {
        let refused = gpu.buffer("absurd", 1 << 50, usage);
        assert!(matches!(refused, Err(Error::Memory { bytes, .. }) if bytes == 1 << 50), "{refused:?}");
    }

    // None of it harmed the device.
    gpu.check().unwrap();
    let system = find("plane", "coulomb-soft", "moreau-midpoint").unwrap();
    let (job, batch) = members(system.as_ref(), "ux0", 10, 3);
    let mut backend = Backend::Gpu(Box::new(gpu));
    run::<f32>(&mut backend, &job, &batch).unwrap().check_steps().unwrap();

    // A field of more cells than a kernel can bind: each has five words.
    let Backend::Gpu(gpu) = &backend else { unreachable!("it was made as one") };
    let most = gpu.device.limits().max_storage_buffer_binding_size;
    let wide = (most / 20 / 1000) as u32 + 1;
    if most > 1 << 28 {
        eprintln!(
            "failures_are_errors: no field made beyond {most} bytes, the host would have to hold it too"
        );
        return;
    }
    let (axes, velocities, ranges) = ([0, 1], [3, 4], [(0.0, 1.0); 2]);
    let grid = Grid { axes, velocities, ranges, cells: [wide, 1000], every: 1 };
    let job = Job { field: Some(grid), ..members(system.as_ref(), "ux0", 10, 3).0 };
    let refused = run::<f32>(&mut backend, &job, &batch).err();
    assert!(matches!(refused, Some(Error::Memory { .. })), "{refused:?}");
}
