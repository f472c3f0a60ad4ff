//! Running a study with all its results kept in memory.

use super::Study;
use super::facts::Facts;
use super::results::{Ran, Results, Summary};
use super::run::{Options, Piece, Sink};
use crate::backend::Backend;
use crate::error::Error;
use crate::output::table::SchemaError;

impl Study {
    /// Runs the study and keeps everything in memory.
    pub fn run(&self, mut backend: Backend) -> Result<Results, Error> {
        self.run_with(&mut backend, &Options::default())
    }

    /// The same, with options.
    pub fn run_with(&self, backend: &mut Backend, options: &Options<'_>) -> Result<Results, Error> {
        let mut keep = Keep { results: Results::default(), facts: Facts::default(), ran: Vec::new() };
        let told = self.run_into(backend, options, &mut keep)?;
        let mut results = keep.results;
        let by = (backend.name(), told.precision);
        results.summary = Summary::of(self, &keep.facts, &keep.ran, by, results.field.as_ref());
        results.summary.seconds.compile = told.compile_seconds;
        results.summary.tuning = told.tuning;
        Ok(results)
    }
}

/// Everything in memory.
struct Keep {
    results: Results,
    facts: Facts,
    ran: Vec<Ran>,
}

impl Sink for Keep {
    fn piece(&mut self, piece: Piece) -> Result<(), Error> {
        let broken = |e: SchemaError| Error::Check(e.to_string());
        for rows in piece.members {
            self.results.members.append(rows).map_err(broken)?;
        }
        for rows in piece.trajectories {
            self.results.trajectories.append(rows).map_err(broken)?;
        }
        if let Some(more) = piece.field {
            match &self.results.field {
                Some(field) => field.merge(&more),
                None => self.results.field = Some(more),
            }
        }
        self.ran.push(piece.ran);
        piece.facts.iter().try_for_each(|facts| self.facts.merge(facts))
    }
}
