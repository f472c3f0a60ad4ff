//! The CPU backend: lanes × rayon threads. The lane type is chosen by [`Isa`]; the reference is the same loop with
//! one lane and one thread.

use std::time::Instant;

use rayon::prelude::*;

use super::ring::{RING_BYTES, members_that_fit};
use super::{Batch, Done, Job, Number, Record, Report};
use crate::delay::Ring;
use crate::error::Error;
use crate::field::Field;
use crate::isa::Isa;
use crate::tile::{Segment, Tile};

/// A processor.
#[derive(Clone, Copy, Debug)]
pub struct Cpu {
    /// The lanes to use.
    pub isa: Isa,
    /// Threads; 0 for all.
    pub threads: usize,
    /// Whether a division by a root is approximated, in f32.
    pub fast_math: bool,
    /// `cpu` or `reference`.
    pub name: &'static str,
}

/// Members a thread takes at a time: their columns fit into its own cache. A multiple of the widest lanes, and few enough that the last tile does
/// not keep other threads waiting for long: four balls, 10^4 members, took 5 to 9 % less time than with 576, the conveyor the same (docs/speed.md).
const TILE: usize = 320;
/// Steps between two looks at progress, and rows of one drive table.
const SEGMENT: u32 = 8192;

impl Cpu {
    /// A line on lanes and threads.
    pub fn describe(&self) -> String {
        let threads = if self.threads == 0 { rayon::current_num_threads() } else { self.threads };
        format!("{} lanes, {threads} threads", self.isa.name())
    }

    /// Many tiles a thread, so that the last ones do not keep the others waiting.
    pub fn members_at_a_time(&self) -> u64 {
        let threads = if self.threads == 0 { rayon::current_num_threads() } else { self.threads };
        (25 * TILE * threads).min(1 << 17) as u64
    }

    /// Runs all batches, one after another.
    pub fn run<T: Number>(
        &self,
        job: &Job<'_>,
        batches: &mut dyn Iterator<Item = Batch>,
        sink: &mut dyn FnMut(Done<T>) -> Result<(), Error>,
    ) -> Result<Report, Error> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|e| Error::input("threads", self.threads, e.to_string()))?;
        let mut report = Report::default();
        for whole in batches {
            let size = members_that_fit::<T>(job, &whole, RING_BYTES)?;
            for batch in whole.split(size) {
                let started = Instant::now();
                let field = job.field.as_ref().map(|grid| Field::new(grid.len()));
                let done = pool.install(|| self.run_batch(job, batch.sorted(job), field.as_ref()));
                let mut done = done.unsorted();
                done.hold_finished(job);
                done.forget_uncertified(job);
                done.field = field;
                done.seconds = started.elapsed().as_secs_f64();
                report.kernel_seconds += done.seconds;
                sink(done)?;
            }
        }
        Ok(report)
    }

    fn run_batch<T: Number>(&self, job: &Job<'_>, batch: Batch, field: Option<&Field>) -> Done<T> {
        let recorded = job.recorded(&batch);
        let ranges: Vec<_> = (0..batch.n).step_by(TILE).map(|i| i..(i + TILE).min(batch.n)).collect();
        let mut tiles: Vec<(usize, Tile<T>, Vec<T>)> =
            ranges.into_par_iter().map(|range| (range.start, batch.tile(job, range), Vec::new())).collect();
        let total = batch.most_steps();
        let samples = job.record.map_or(0, |record| total / record.every) as usize;
        for (start, tile, record) in &mut tiles {
            let recorded = recorded.saturating_sub(*start).min(tile.n);
            *record = vec![T::of(0.0); samples * recorded * job.record_width()];
        }
        let mut first = 0;
        // Even a batch without steps is advanced once: its initial state is its final one.
        loop {
            let steps = SEGMENT.min(total - first);
            let table = job.shares_drive().then(|| batch.drive_table::<T>(job, first, steps));
            let segment = Segment {
                first,
                steps,
                every: job.every(),
                certified: job.certificates,
                lean: job.lean,
                fast_math: self.fast_math,
                table: table.as_deref(),
            };
            tiles.par_iter_mut().for_each(|(start, tile, record)| {
                let recorded = recorded.saturating_sub(*start).min(tile.n);
                self.run_tile(job, tile, &segment, field, recorded, record);
            });
            first += steps;
            if first >= total {
                break;
            }
        }
        join(batch, tiles, recorded, job.record_width())
    }

    /// One tile through one segment, with the field and the recorded trajectories it feeds.
    fn run_tile<T: Number>(
        &self,
        job: &Job<'_>,
        tile: &mut Tile<T>,
        segment: &Segment<'_, T>,
        field: Option<&Field>,
        recorded: usize,
        record: &mut [T],
    ) {
        // A tile of which nothing is sampled is not interrupted for the sake of others.
        let watched = field.is_some() || recorded > 0;
        let every = if watched { segment.every } else { u32::MAX };
        let segment = &Segment { every, ..*segment };
        let geometry = job.field.as_ref().map(|grid| grid.geometry());
        let width = job.record_width();
        let mut observe = |i: usize, done: u32, state: &[T]| {
            if let (Some(field), Some(grid), Some(geometry)) = (field, &job.field, &geometry)
                && done.is_multiple_of(grid.every)
            {
                field.add(grid, geometry, |j| state[j]);
            }
            if let Some(Record { every, .. }) = job.record
                && i < recorded
                && done.is_multiple_of(every)
            {
                let sample = (done / every - 1) as usize;
                record[(sample * recorded + i) * width..][..width].copy_from_slice(state);
            }
        };
        let steps: u64 = (0..tile.n).map(|i| u64::from(tile.left(segment, i))).sum();
        // A tile whose members have all finished is left alone; but every tile is started.
        if steps > 0 || segment.first == 0 {
            T::advance(job.system, self.isa, tile, segment, &mut observe);
        }
        (job.progress)(steps);
    }
}

/// Puts tiles together again, without their parameters: the batch still has those.
fn join<T: Number>(
    batch: Batch,
    tiles: Vec<(usize, Tile<T>, Vec<T>)>,
    recorded: usize,
    width: usize,
) -> Done<T> {
    let (n, (_, first, first_record)) = (batch.n, &tiles[0]);
    let mut tile = Tile {
        n,
        params: Vec::new(),
        reals: vec![T::of(0.0); first.reals.len() / first.n * n],
        words: vec![0; first.words.len() / first.n * n],
        ring: Ring::default(),
    };
    // Column by column on all threads: for short runs this is a good part of the time.
    join_columns(&mut tile.reals, n, &tiles, |part| &part.reals);
    join_columns(&mut tile.words, n, &tiles, |part| &part.words);
    let samples = if recorded == 0 { 0 } else { first_record.len() / (first.n.min(recorded) * width) };
    let mut record = vec![T::of(0.0); samples * recorded * width];
    for (start, part, part_record) in &tiles {
        let in_part = recorded.saturating_sub(*start).min(part.n);
        for sample in 0..if in_part > 0 { samples } else { 0 } {
            record[(sample * recorded + start) * width..][..in_part * width]
                .copy_from_slice(&part_record[sample * in_part * width..][..in_part * width]);
        }
    }
    Done { batch, tile, record, field: None, seconds: 0.0, halved_to: None }
}

fn join_columns<T: Number, V: Copy + Send + Sync>(
    columns: &mut [V],
    n: usize,
    tiles: &[(usize, Tile<T>, Vec<T>)],
    of: impl Fn(&Tile<T>) -> &[V] + Sync,
) {
    columns.par_chunks_mut(n).enumerate().for_each(|(j, column)| {
        for (start, part, _) in tiles {
            column[*start..][..part.n].copy_from_slice(&of(part)[j * part.n..][..part.n]);
        }
    });
}
