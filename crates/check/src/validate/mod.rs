//! Every WGSL function and every triple, on an adapter, against the one Rust source: see the section on testing in
//! the design. `moreau validate` prints the table; a model of one's own goes through [`validate_subject`].
//!
//! * Functions: the same inputs to the GPU, to Rust at the same precision and to Rust in f64.
//! * Triples: one step from many states, then an ensemble by outcome frequencies.
//! * Lanes: the fast CPU backend against scalar Rust, to the bit.
//! * Controls: each comparison is also shown a kernel with a slip in it, and must notice.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use crate::probe::{Probe, operators};
use crate::{Subject, subjects};
use moreau::backend::Number;
use moreau::backend::gpu::{Gpu, adapters};
use moreau::error::Error;
use moreau::system::{Info, System};
use moreau::wgsl::Parts;

pub mod compare;
mod draw;
mod ensemble;
mod functions;
pub mod mutate;
mod report;
mod runs;
mod triples;
pub use report::{Report, Row};

/// What to validate.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Part of an adapter's name; `None` for every adapter found.
    pub adapter: Option<String>,
    /// Part of a triple's names, or several such parts, joined by `+`; `None` for every triple.
    pub only: Option<String>,
    /// Called as a triple is done on an adapter: how many are, of how many, and its name.
    pub done: Option<fn(usize, usize, &str)>,
}

/// Every function and every triple of the registry on every adapter, or on a chosen one.
pub fn validate(options: &Options) -> Result<Report, Error> {
    let started = Instant::now();
    let mut subjects = subjects();
    if let Some(only) = &options.only {
        let has =
            |system: &dyn System, part: &str| system.info().names.iter().any(|name| name.contains(part));
        subjects.retain(|subject| only.split('+').all(|part| has(subject.system.as_ref(), part)));
    }
    let Some(first) = subjects.first() else {
        let only = options.only.as_deref().unwrap_or_default();
        return Err(Error::input(
            "only",
            only,
            "accepted: part of a name that `moreau models` lists, or several parts of one triple, joined by +",
        ));
    };
    let chosen = match &options.adapter {
        Some(name) => vec![Gpu::choose(Some(name))?],
        None => adapters(),
    };
    if chosen.is_empty() {
        // The error that says how to get one.
        Gpu::choose(None)?;
    }
    let mut report = Report::default();
    for adapter in &chosen {
        let gpu = Gpu::of(adapter)?;
        report.adapters.push(gpu.name());
        report.rows.extend(shared_functions(&first.system.parts(), &gpu)?);
        let mut seen = HashSet::new();
        let mut new = |Subject { system, probes }: &Subject| {
            let probes = probes.iter().filter(|probe| seen.insert(key(system.as_ref(), probe)));
            probes.cloned().collect::<Vec<_>>()
        };
        let work: Vec<_> = subjects.iter().map(|subject| (subject.system.as_ref(), new(subject))).collect();
        report.rows.extend(side_by_side(adapter, &work, options.done)?);
    }
    let lanes: Result<Vec<_>, Error> =
        subjects.par_iter().map(|subject| on_lanes(subject.system.as_ref())).collect();
    report.rows.extend(lanes?.into_iter().flatten());
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

/// The most devices opened on one adapter at a time: building a kernel keeps one thread busy, and running one on a real
/// adapter none.
const DEVICES: usize = 4;

/// Each system by the next device that is free, one device a thread; rows in the order of systems.
fn side_by_side(
    adapter: &wgpu::Adapter,
    work: &[(&dyn System, Vec<Probe>)],
    tell: Option<fn(usize, usize, &str)>,
) -> Result<Vec<Row>, Error> {
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let device = || -> Result<Vec<(usize, Vec<Row>)>, Error> {
        let mut gpu = Gpu::of(adapter)?;
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some((system, probes)) = work.get(i) else { return Ok(done) };
            done.push((i, on_adapter(*system, &mut gpu, probes)?));
            if let Some(tell) = tell {
                let finished = finished.fetch_add(1, Ordering::Relaxed) + 1;
                tell(finished, work.len(), &system.info().names.join(" + "));
            }
        }
    };
    let devices = std::thread::available_parallelism().map_or(1, usize::from).min(DEVICES).min(work.len());
    let found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..devices).map(|_| scope.spawn(device)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|e| resume_unwind(e))).collect()
    });
    let mut rows = found.into_iter().collect::<Result<Vec<_>, Error>>()?.concat();
    rows.sort_by_key(|(i, _)| *i);
    Ok(rows.into_iter().flat_map(|(_, rows)| rows).collect())
}

/// All functions and runs of one triple: for a model, law or scheme of one's own.
pub fn validate_subject(Subject { system, probes }: &Subject, gpu: &mut Gpu) -> Result<Report, Error> {
    let started = Instant::now();
    let mut rows = on_adapter(system.as_ref(), gpu, probes)?;
    rows.extend(on_lanes(system.as_ref())?);
    Ok(Report { rows, adapters: vec![gpu.name()], seconds: started.elapsed().as_secs_f64() })
}

/// What all triples use.
fn shared_functions(parts: &Parts, gpu: &Gpu) -> Result<Vec<Row>, Error> {
    let probes = operators();
    let mut rows = functions::check::<f32>(gpu, parts, &probes, "shared", functions::AT_ONCE)?;
    if gpu.has_f64() {
        rows.extend(functions::check::<f64>(gpu, parts, &probes, "shared", functions::AT_ONCE)?);
    }
    Ok(rows)
}

/// Functions and runs of a system on an adapter, in every precision it has.
fn on_adapter(system: &dyn System, gpu: &mut Gpu, probes: &[Probe]) -> Result<Vec<Row>, Error> {
    let info = system.info();
    let name = info.names.join(" + ");
    let mut rows = functions::check::<f32>(gpu, &system.parts(), probes, &name, slips::<f32>(&info))?;
    rows.extend(triples::check::<f32>(system, gpu)?);
    if gpu.has_f64() {
        rows.extend(functions::check::<f64>(gpu, &system.parts(), probes, &name, slips::<f64>(&info))?);
        rows.extend(triples::check::<f64>(system, gpu)?);
    }
    Ok(rows)
}

/// Slips of a function tried in one dispatch. Those of a system with very long steps have one at a time, for a driver takes several
/// times longer to compile several copies of them together than one after another.
fn slips<T: Number>(info: &Info) -> usize {
    match triples::is_controlled::<T>(info) {
        false => 0,
        true if info.long_step => 1,
        true => functions::AT_ONCE,
    }
}

fn on_lanes(system: &dyn System) -> Result<Vec<Row>, Error> {
    let mut rows = triples::lanes::<f32>(system)?;
    rows.extend(triples::lanes::<f64>(system)?);
    Ok(rows)
}

/// Functions that know no model, and a kind of contact only if their law has no other: they are the same in all triples of a law.
const SOLVERS: [&str; 7] = ["balls_", "basis_", "facets_", "fold_", "lemke_", "pile_", "polygon_"];

/// What tells a probe from all others: a law that two triples share is probed once.
fn key(system: &dyn System, probe: &Probe) -> String {
    let [model, law, _] = system.info().names;
    let space = system.parts().space;
    let owner = match probe.function {
        function if function.starts_with("tally_") && function != "tally_certify" => String::new(),
        function
            if ["space_", "watch_", "cone_", "corner_"].iter().any(|family| function.starts_with(family)) =>
        {
            space.to_owned()
        }
        "facets_h" => format!("{law} {space}"),
        function if SOLVERS.iter().any(|family| function.starts_with(family)) => law.to_owned(),
        function if function.starts_with("law_") || function == "tally_certify" => format!("{law} {space}"),
        function if function.starts_with("model_") => model.to_owned(),
        _ => system.info().names.join(" "),
    };
    format!("{} {owner} {}", probe.function, probe.call)
}
