//! Running a study: chunk after chunk through a backend, with what the members gave handed on as it comes.

use std::any::Any;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

use super::chunks::{Chunks, Part};
use super::collect::{Collector, Scribe};
use super::facts::Facts;
use super::relief::{Relief, careful, message};
use super::results::Ran;
use super::{Study, audit};
use crate::backend::gpu::tune::Tuning;
use crate::backend::{Backend, Number, Precision};
use crate::error::Error;
use crate::field::Field;
use crate::output::table::Table;

/// How a study is run.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// f32 or f64; the backend's own if `None`.
    pub precision: Option<Precision>,
    /// Told how many member-steps were done since it was last called.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Set by someone who wants the run to end after the chunks that are under way.
    pub stop: &'a AtomicBool,
    /// Which members to run.
    pub part: Part,
    /// The share of members that is run again on the f64 reference.
    pub audit: f64,
    /// Whether every step is certified; off, only what theory and counting ask for is kept.
    pub certificates: bool,
}

/// Nobody wants to stop.
static GO_ON: AtomicBool = AtomicBool::new(false);

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            precision: None,
            progress: &|_| {},
            stop: &GO_ON,
            part: Part::Whole,
            audit: 0.0,
            certificates: true,
        }
    }
}

/// Some consecutive chunks that have run.
pub struct Piece {
    /// Which ones.
    pub chunks: Range<u64>,
    /// The rows of the members, a table a chunk.
    pub members: Vec<Table>,
    /// The rows of recorded trajectories, a table a chunk that has any.
    pub trajectories: Vec<Table>,
    /// What they add to the field.
    pub field: Option<Field>,
    /// What was counted, chunk by chunk.
    pub facts: Vec<Facts>,
    /// The members that were audited, a table a chunk that has any.
    pub audit: Vec<Table>,
    /// Who ran them.
    pub ran: Ran,
}

/// Takes results while they come.
pub trait Sink: Send {
    /// The chunks that are still to run, of all that are asked for.
    fn missing(&self, all: Range<u64>) -> Vec<Range<u64>> {
        vec![all]
    }
    /// Some chunks; pieces come in order.
    fn piece(&mut self, piece: Piece) -> Result<(), Error>;
}

/// What a run leaves to say when all its pieces are handed on.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// Seconds for compiling shaders.
    pub compile_seconds: f64,
    /// The precision that was used.
    pub precision: Precision,
    /// How kernels were cut to the adapter, where there was one.
    pub tuning: Option<Tuning>,
}

impl Study {
    /// Runs the study, handing chunks to `sink` as they come.
    pub fn run_into(
        &self,
        backend: &mut Backend,
        options: &Options<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Told, Error> {
        self.spec.check(&self.info())?;
        audit::check(options.audit)?;
        let precision = options.precision.unwrap_or(backend.default_precision());
        backend.check_precision(precision)?;
        match precision {
            Precision::F32 => self.run_as::<f32>(backend, options, sink),
            Precision::F64 => self.run_as::<f64>(backend, options, sink),
        }
    }

    fn run_as<T: Number>(
        &self,
        backend: &mut Backend,
        options: &Options<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Told, Error> {
        let mut job = self.job(options.progress);
        job.certificates = options.certificates;
        if let (Part::Member(member), Some(record)) = (options.part, &mut job.record) {
            record.end = member + 1;
        }
        let chunks = Chunks::of(&self.spec, options.part);
        let missing = sink.missing(chunks.of_part(options.part));
        let groups = chunks.groups(&missing, backend.members_at_a_time());
        let (hand, pieces) = sync_channel(1);
        let (ready, free) = sync_channel(1);
        // What is finished is written while the next is computed.
        std::thread::scope(|scope| {
            let scribe = scope.spawn(move || {
                pieces.into_iter().try_for_each(|piece| {
                    sink.piece(piece)?;
                    // Nobody may want another.
                    let _ = ready.send(());
                    Ok(())
                })
            });
            let scribes = Scribe { hand, free, busy: false };
            let collector = Collector::<T>::new(self, &job, chunks, &groups, options.audit, scribes);
            let told = self.run_groups(backend, options, collector);
            let panicked = |panic: Box<dyn Any + Send>| Err(Error::Panic { cause: message(panic.as_ref()) });
            scribe.join().unwrap_or_else(panicked)?;
            told
        })
    }

    /// Group after group, on whatever can run them.
    fn run_groups<T: Number>(
        &self,
        backend: &mut Backend,
        options: &Options<'_>,
        mut collector: Collector<'_, T>,
    ) -> Result<Told, Error> {
        let (job, chunks, groups) = (collector.job, collector.chunks, collector.groups);
        let mut told = Told { stopped: false, compile_seconds: 0.0, precision: T::PRECISION, tuning: None };
        let mut relief = Relief::default();
        while collector.next < groups.len() && !options.stop.load(Ordering::Relaxed) {
            let first = collector.next;
            let (place, end) = relief.place(backend, first, groups.len());
            collector.place = (place.name().into(), place.adapter());
            let mut batches = groups[first..end]
                .iter()
                .take_while(|_| !options.stop.load(Ordering::Relaxed))
                .map(|group| self.sampled(&job.info, chunks.members(group), T::PRECISION));
            let mut run =
                |place: &mut Backend| place.run::<T>(job, &mut batches, &mut |done| collector.take(done));
            match careful(place, &mut run) {
                Ok(report) => {
                    told.compile_seconds += report.compile_seconds;
                    told.tuning = report.tuning.or(told.tuning);
                }
                Err(error) => {
                    let members = chunks.members(&groups[collector.next.min(groups.len() - 1)]);
                    collector.faults.push(relief.after(error, backend, collector.next, members)?);
                    collector.forget();
                }
            }
        }
        told.stopped = collector.next < groups.len();
        Ok(told)
    }
}
