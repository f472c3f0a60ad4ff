//! Whole triples: one step from many states, and an ensemble over many steps, on the adapter, in Rust lanes and in
//! scalar Rust.

use super::compare::{Gap, MOVES, Numbers, SINGLE_ULPS, STEP_ULPS, compare, compare_beyond, widen};
use super::draw::{batch, job, nudged};
use super::ensemble;
use super::mutate::{compiles, functions, replaced, slips};
use super::report::Row;
use super::runs::{Members, Place, run};
use moreau::backend::gpu::Gpu;
use moreau::backend::gpu::tune::{Tune, Tuning};
use moreau::backend::{Batch, Job, Number, Precision};
use moreau::columns::Fields;
use moreau::driver::Rows;
use moreau::error::Error;
use moreau::isa::Isa;
use moreau::model::{Boundary, KnownAnswer};
use moreau::system::{Info, System};
use moreau::tally::Tally;
use moreau::theory::Contact;
use moreau::tile::{Observer, Segment, Tile};
use moreau::wgsl::{self, Clock, Parts};

/// Members of the one-step check.
fn members(info: &Info) -> usize {
    if info.desk > 0 { 1000 } else { 10_000 }
}
/// A tuning that is nobody's default: packs, unrolled steps and dispatches that nothing divides evenly.
const OTHERWISE: Tuning = Tuning { workgroup: 32, pack: 3, unroll: 2, steps: 333 };
/// The same for a very long step, which a driver takes many seconds to compile: the code of the default, in other dispatches. (Other workgroups are
/// for the tests of tunings.)
const OTHERWISE_LONG: Tuning = Tuning { workgroup: 64, pack: 1, unroll: 1, steps: 3 };
/// Slips tried before a control counts as missed.
const TRIES: usize = 12;
/// The share of members whose step need not be that of f64, since a scheme that iterates did not settle: what does not contract multiplies
/// roundings, and a tolerance can be less than f32's rounding of a place. Such members are counted in every run, and must match the mirror
/// of the same precision like all others.
const EXCUSED: f64 = 0.5;

/// The clocks a system can run by: without a drive both are the same.
pub fn clocks(system: &dyn System) -> &'static [Clock] {
    if system.info().drive_width > 0 { &[Clock::Shared, Clock::Member] } else { &[Clock::Member] }
}

/// A word for a clock.
pub fn clock_name(clock: Clock) -> &'static str {
    match clock {
        Clock::Shared => "shared clock",
        Clock::Member => "own clocks",
    }
}

/// One step and one ensemble in a precision, for each clock.
pub fn check<T: Number>(system: &dyn System, gpu: &mut Gpu) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for &clock in clocks(system) {
        rows.push(Row::timed(|| one_step::<T>(system, gpu, clock))?);
        rows.push(Row::timed(|| ensemble::check::<T>(system, gpu, clock))?);
    }
    let (adapter, name) = (gpu.name(), system.info().names.join(" + "));
    let named = |row| Row { adapter: adapter.clone(), precision: T::PRECISION, system: name.clone(), ..row };
    Ok(rows.into_iter().map(named).collect())
}

/// Whether wrong kernels are tried, too, and kernels that are built otherwise: in f64 of everyday triples only. Its text is that
/// of f32, the comparison is the same for all triples, and drivers compile for most of the time that all of this takes.
pub fn is_controlled<T: Number>(info: &Info) -> bool {
    T::PRECISION == Precision::F32 || info.everyday
}

/// What to do where no member meets the boundary.
const NOBODY: &str = "no member starts on the boundary: give a parameter a default that puts members there";

/// The adapter's step against the scalar mirror, and against f64.
fn one_step<T: Number>(system: &dyn System, gpu: &mut Gpu, clock: Clock) -> Result<Row, Error> {
    let job = Job { ragged: false, ..job(system, clock) };
    let batches = [batch(&job, members(&job.info), |_| 1)];
    let mirror = run::<T>(&mut Place::Cpu(Isa::Scalar), &job, &batches)?;
    let truth = run::<f64>(&mut Place::Cpu(Isa::Scalar), &job, &batches)?;
    let scales = truth.scales(&job.info);
    let found = run::<T>(&mut Place::Gpu(gpu), &job, &batches)?;
    let judge = |found: &Members| compare(found.numbers(), &mirror.values, &scales, T::EPSILON);
    let gap = judge(&found);
    let tries = if is_controlled::<T>(&job.info) { TRIES } else { 0 };
    let mut caught = false;
    for wrong in wrong_laws::<T>(system).take(tries) {
        let job = Job { system: &wrong, ragged: false, ..self::job(system, clock) };
        let found = run::<T>(&mut Place::Gpu(gpu), &job, &batches)?;
        caught = !judge(&found).within(STEP_ULPS);
        if caught {
            break;
        }
    }
    let row = Row::of(&gap, STEP_ULPS, members(&job.info), format!("one step, {}", clock_name(clock)));
    let row = if tries > 0 { row.control(caught) } else { row };
    // A wrong law can only show where there is contact.
    let nobody = truth.outcome(0) == members(&job.info);
    let remark = if nobody { NOBODY.to_owned() } else { found.outcomes() };
    let row = row.remark(remark);
    if T::PRECISION == Precision::F64 {
        return Ok(row);
    }
    let mut slack = vec![0.0; truth.values.len()];
    let mut excused: Vec<Vec<bool>> = [&truth, &found].map(|members| members.unsettled(&job.info)).into();
    for round in 0..MOVES {
        let batches = [nudged(&batches[0], &job.info, round)];
        let moved = run::<f64>(&mut Place::Cpu(Isa::Scalar), &job, &batches)?;
        widen(&mut slack, &truth.values, &moved.values);
        excused.push(moved.unsettled(&job.info));
    }
    let kept = (0..members(&job.info)).filter(|&i| !excused.iter().any(|excused| excused[i])).collect();
    Ok(Against { found: &found, truth: &truth, slack: &slack, kept }.add_to(row, &job, &scales))
}

/// Kernels run without checks of bounds and loops, and cut as the adapter likes it: neither may change a bit. The first
/// difference from a kernel with checks, or cut in another way, in words.
pub fn otherwise_built<T: Number>(
    gpu: &mut Gpu,
    job: &Job<'_>,
    batches: &[Batch],
    found: &Members,
) -> Result<Option<&'static str>, Error> {
    let tune = gpu.tune;
    gpu.checked = true;
    let checked = run::<T>(&mut Place::Gpu(gpu), job, batches);
    gpu.checked = false;
    gpu.tune = Tune::Pinned(if job.info.long_step { OTHERWISE_LONG } else { OTHERWISE });
    let cut = run::<T>(&mut Place::Gpu(gpu), job, batches);
    gpu.tune = tune;
    let (checked, cut) = (checked?, cut?);
    let differ = |other: &Members| !found.identical(other);
    Ok(match (differ(&checked), differ(&cut)) {
        (true, _) => Some("a kernel with checks gives other bits"),
        (_, true) => Some("a kernel cut in another way gives other bits"),
        _ => None,
    })
}

/// What a member's column is called.
fn column_name(info: &Info, column: usize) -> &'static str {
    let state = info.state.iter().map(|(name, _)| *name);
    let mut names = state.chain(Tally::<f64>::NAMES.iter().chain(info.seen).chain(info.books).copied());
    names.nth(column).unwrap_or("a count")
}

/// A run in f32 beside that of f64.
struct Against<'a> {
    found: &'a Members,
    truth: &'a Members,
    slack: &'a [f64],
    /// The members that are judged: see [`EXCUSED`].
    kept: Vec<usize>,
}

impl Against<'_> {
    /// The judged rows of columns.
    fn rows(&self, values: &[f64]) -> Vec<f64> {
        values.chunks(self.truth.n).flat_map(|column| self.kept.iter().map(|&i| column[i])).collect()
    }

    /// Adds what f32 loses.
    fn add_to(&self, row: Row, job: &Job<'_>, scales: &[f64]) -> Row {
        let excused = 1.0 - self.kept.len() as f64 / self.truth.n as f64;
        if excused > EXCUSED {
            return row.require(false, "too many steps do not settle to be judged");
        }
        let [found, truth, slack] =
            [&self.found.values[..], &self.truth.values, self.slack].map(|values| self.rows(values));
        let numbers = Numbers { cases: self.kept.len(), kinds: &self.found.kinds, values: &found };
        let gap = compare_beyond(numbers, &truth, &slack, scales, f64::from(f32::EPSILON));
        let row = Row { to_f64: Some(gap.ulps * f64::from(f32::EPSILON)), ..row };
        let words = format!("{} of at most {} turned against f64", gap.turned, gap.allowed);
        let row = if gap.turned > 0 { row.remark(&words) } else { row };
        let row =
            if excused > 0.0 { row.remark(format!("{:.1} % do not settle", 100.0 * excused)) } else { row };
        let [column, member] = gap.worst;
        let [single, double] = [found, truth].map(|values| values[column * self.kept.len() + member]);
        let (name, member) = (column_name(&job.info, column), self.kept[member]);
        let far = format!("f32 is too far from f64: {name} of member {member} is {single:e}, not {double:e}");
        row.require(gap.within(SINGLE_ULPS), far)
    }
}

/// Lanes against scalar Rust: the same operations in the same order, so the same bits, in one step and in many.
pub fn lanes<T: Number>(system: &dyn System) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    let name = system.info().names.join(" + ");
    for &clock in clocks(system) {
        let job = job(system, clock);
        let batches = [batch(&job, members(&job.info), |_| 1)];
        let many = [batch(&job, ensemble::batch_size(&job.info), |bits| ensemble::steps(&job.info, bits))];
        let step = run::<T>(&mut Place::Cpu(Isa::Scalar), &job, &batches)?;
        let run_of = run::<T>(&mut Place::Cpu(Isa::Scalar), &job, &many)?;
        let has_lanes =
            |isa: &Isa| *isa != Isa::Scalar && isa.for_triple(job.info.everyday, job.info.widest) == *isa;
        for isa in Isa::all().into_iter().filter(has_lanes) {
            let row = Row::timed(|| {
                let step_gap = gap::<T>(&run::<T>(&mut Place::Cpu(isa), &job, &batches)?, &step);
                let many_gap = gap::<T>(&run::<T>(&mut Place::Cpu(isa), &job, &many)?, &run_of);
                let check = format!("{} lanes, {}", isa.name(), clock_name(clock));
                let row = Row::of(&step_gap, 0.0, members(&job.info), check);
                let row =
                    row.require(step_gap.is_identical(), "one step is not bit-identical to scalar Rust");
                Ok(row.require(many_gap.is_identical(), "many steps are not bit-identical to scalar Rust"))
            })?;
            let adapter = format!("cpu ({isa:?} against scalar)").to_lowercase();
            rows.push(Row { adapter, precision: T::PRECISION, system: name.clone(), ..row });
        }
    }
    Ok(rows)
}

fn gap<T: Number>(found: &Members, mirror: &Members) -> Gap {
    let scales = vec![1.0; mirror.kinds.len()];
    compare(found.numbers(), &mirror.values, &scales, T::EPSILON)
}

/// The system with a slip in its law's WGSL, one slip after another.
pub fn wrong_laws<T: Number>(system: &dyn System) -> impl Iterator<Item = Wrong<'_>> {
    let mut texts = Vec::new();
    // The impulse, or the solver that the law leaves it to; of one that sweeps, what a sweep does at a contact: what it starts from, right or
    // wrong, comes to the same end.
    let law = system.parts().law.join("\n");
    let ends = ["_flow", "_impulse", "_rebound", "_strike"];
    let solver = |name: &String| ends.iter().any(|end| name.ends_with(end));
    for function in functions(&law).iter().filter(|name| solver(name)) {
        let wrong = slips(&law, function).into_iter().enumerate();
        texts.extend(wrong.map(|(nth, wrong)| (nth, replaced(&law, function, &wrong))));
    }
    // A slip of each in turn: a law may have a solver in its text that it does not ask.
    texts.sort_by_key(|(nth, _)| *nth);
    // A control needs a few hundred bytes for as long as the program runs.
    let leaked = texts.into_iter().map(|(_, text)| -> &'static [&'static str] {
        let piece: &'static str = text.leak();
        vec![piece].leak()
    });
    let wrong = leaked.map(move |law| Wrong { right: system, law });
    wrong.filter(|wrong| compiles(&wgsl::library::<T>(&wrong.parts())))
}

/// A system whose law is wrong on the GPU only.
pub struct Wrong<'a> {
    right: &'a dyn System,
    law: &'static [&'static str],
}

impl System for Wrong<'_> {
    fn info(&self) -> Info {
        self.right.info()
    }
    fn parts(&self) -> Parts {
        Parts { law: self.law, ..self.right.parts() }
    }
    fn turns_per_second(&self, params: &[f64]) -> f64 {
        self.right.turns_per_second(params)
    }
    fn delay(&self, params: &[f64]) -> f64 {
        self.right.delay(params)
    }
    fn start(&self, params: &[f64]) -> Vec<f64> {
        self.right.start(params)
    }
    fn observed(&self, params: &[f64], state: &[f64]) -> Vec<f64> {
        self.right.observed(params, state)
    }
    fn outline(&self, params: &[f64], state: &[f64]) -> Vec<(f64, f64)> {
        self.right.outline(params, state)
    }
    fn contact(&self, params: &[f64], state: &[f64]) -> Option<Contact> {
        self.right.contact(params, state)
    }
    fn closed_form(&self, value: &dyn Fn(&str) -> f64) -> Vec<KnownAnswer> {
        self.right.closed_form(value)
    }
    fn boundaries(&self, over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        self.right.boundaries(over, value)
    }
    fn drive_table_f32(&self, params: &[f64], rows: &Rows<'_>) -> Vec<f32> {
        self.right.drive_table_f32(params, rows)
    }
    fn drive_table_f64(&self, params: &[f64], rows: &Rows<'_>) -> Vec<f64> {
        self.right.drive_table_f64(params, rows)
    }
    fn advance_f32(
        &self,
        isa: Isa,
        tile: &mut Tile<f32>,
        segment: &Segment<'_, f32>,
        observe: &mut Observer<'_, f32>,
    ) {
        self.right.advance_f32(isa, tile, segment, observe);
    }
    fn advance_f64(
        &self,
        isa: Isa,
        tile: &mut Tile<f64>,
        segment: &Segment<'_, f64>,
        observe: &mut Observer<'_, f64>,
    ) {
        self.right.advance_f64(isa, tile, segment, observe);
    }
}
