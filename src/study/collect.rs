//! From batches that come back from a backend to pieces: rows by chunks, with what is counted of them.

use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender};

use rayon::prelude::*;

use super::chunks::Chunks;
use super::facts::Facts;
use super::members::member_table;
use super::results::{Fault, Ran};
use super::run::Piece;
use super::{Study, audit};
use crate::backend::{Done, Job, Number};
use crate::error::Error;
use crate::field::Field;
use crate::output::table::{Table, Values};

/// Whoever writes pieces, on a thread of its own while the next ones are computed. Rows are made only when it has
/// nothing to do: there is never more than one piece in memory, however long a run is.
pub(super) struct Scribe {
    /// Where pieces go.
    pub hand: SyncSender<Piece>,
    /// Tells that the last one is written.
    pub free: Receiver<()>,
    /// Whether it has one.
    pub busy: bool,
}

impl Scribe {
    fn wait(&mut self) {
        if self.busy {
            // One that has given up answers when it is given the next.
            let _ = self.free.recv();
            self.busy = false;
        }
    }

    fn give(&mut self, piece: Piece) -> Result<(), Error> {
        self.busy = true;
        // It gives up only with an error of its own, which is the one that is told.
        self.hand.send(piece).map_err(|_| Error::Check("nobody takes the results any more".into()))
    }
}

/// Gathers batches until a group of chunks is complete, then hands it on.
pub(super) struct Collector<'a, T> {
    study: &'a Study,
    pub job: &'a Job<'a>,
    pub chunks: Chunks,
    pub groups: &'a [Range<u64>],
    audit: f64,
    scribe: Scribe,
    /// The group that comes next.
    pub next: usize,
    /// Backend and adapter at work.
    pub place: (String, String),
    /// What went wrong since the last piece.
    pub faults: Vec<Fault>,
    rows: Table,
    trajectories: Table,
    field: Option<Field>,
    seconds: f64,
    halved_to: Option<usize>,
    number: std::marker::PhantomData<T>,
}

impl<'a, T: Number> Collector<'a, T> {
    pub fn new(
        study: &'a Study,
        job: &'a Job<'a>,
        chunks: Chunks,
        groups: &'a [Range<u64>],
        audit: f64,
        scribe: Scribe,
    ) -> Collector<'a, T> {
        Collector {
            study,
            job,
            chunks,
            groups,
            audit,
            scribe,
            next: 0,
            place: Default::default(),
            faults: Vec::new(),
            rows: Table::default(),
            trajectories: Table::default(),
            field: None,
            seconds: 0.0,
            halved_to: None,
            number: std::marker::PhantomData,
        }
    }

    /// Drops what belongs to a group that did not come to its end.
    pub fn forget(&mut self) {
        (self.rows, self.trajectories, self.field, self.seconds) = Default::default();
    }

    /// Takes a batch, which may be a part of a group.
    pub fn take(&mut self, done: Done<T>) -> Result<(), Error> {
        self.scribe.wait();
        let members = self.chunks.members(&self.groups[self.next]);
        let durations = self.study.column("duration", done.batch.first, done.batch.n, T::PRECISION);
        let rows = member_table(self.study.system(), &self.job.info, &durations, &done);
        self.rows.append(rows).map_err(|e| Error::Check(e.to_string()))?;
        if !done.record.is_empty() || self.job.recorded(&done.batch) > 0 {
            let rows = self.study.trajectory_table(&self.job.info, self.job, &done);
            self.trajectories.append(rows).map_err(|e| Error::Check(e.to_string()))?;
        }
        match (&self.field, done.field) {
            (Some(field), Some(more)) => field.merge(&more),
            (None, more) => self.field = more,
            (Some(_), None) => {}
        }
        self.seconds += done.seconds;
        self.note_memory(done.halved_to, &members);
        if self.rows.rows() as u64 == members.end - members.start { self.hand_on(members) } else { Ok(()) }
    }

    fn note_memory(&mut self, halved_to: Option<usize>, members: &Range<u64>) {
        if halved_to != self.halved_to {
            self.halved_to = halved_to;
            self.faults.push(Fault {
                members: [members.start, members.end],
                cause: "the adapter had too little memory".into(),
                action: format!("run {} members at a time", halved_to.unwrap_or(0)),
            });
        }
    }

    fn hand_on(&mut self, members: Range<u64>) -> Result<(), Error> {
        let group = self.groups[self.next].clone();
        let cuts: Vec<Range<u64>> =
            group.clone().map(|chunk| self.chunks.members(&(chunk..chunk + 1))).collect();
        let rows = std::mem::take(&mut self.rows);
        let audit = audit::audited(self.study, self.job, &rows, self.audit)?;
        let audit = by_chunk(audit.unwrap_or_default(), &cuts);
        let members_by_chunk = by_chunk(rows, &cuts);
        let mut facts: Vec<Facts> =
            members_by_chunk.par_iter().map(|rows| Facts::of(self.study, rows)).collect();
        // A study's first member, or the only one that is run.
        if members.start == 0 || members.end - members.start == 1 {
            facts[0].closed_form = self.study.compare(&members_by_chunk[0]);
        }
        let trajectories = by_chunk(std::mem::take(&mut self.trajectories), &cuts);
        let ran = Ran {
            members: members.end - members.start,
            backend: self.place.0.clone(),
            adapter: self.place.1.clone(),
            kernel_seconds: std::mem::take(&mut self.seconds),
            faults: std::mem::take(&mut self.faults),
        };
        let field = self.field.take();
        self.next += 1;
        let piece =
            Piece { chunks: group, members: members_by_chunk, trajectories, field, facts, audit, ran };
        self.scribe.give(piece)
    }
}

/// Rows by the chunk of their member, for the chunks that have any; members stand in order.
fn by_chunk(rows: Table, cuts: &[Range<u64>]) -> Vec<Table> {
    let Some(Values::U64(members)) = rows.get("member").map(|column| &column.values) else {
        return Vec::new();
    };
    if cuts.len() == 1 && !members.is_empty() {
        return vec![rows];
    }
    let place = |member: u64| members.partition_point(|&m| m < member);
    let ranges = cuts.iter().map(|cut| place(cut.start)..place(cut.end)).filter(|range| !range.is_empty());
    ranges.collect::<Vec<_>>().into_par_iter().map(|range| rows.slice(range)).collect()
}
