//! How long dispatches take, and how many steps they should have.

use std::collections::VecDeque;
use std::time::Instant;

use super::Gpu;
use crate::error::Error;

/// Seconds that one dispatch should take: watchdogs bite at two seconds, and a tenth leaves room for a slower step.
const TARGET: f64 = 0.1;
/// The same for a software adapter: it drives no display, and loading and storing a state costs it dear.
const SOFTWARE_TARGET: f64 = 0.3;
/// Steps of the first dispatch, before anything was measured.
const FIRST_STEPS: u32 = 32;

/// How long dispatches take, measured, and how many steps the next one should have.
#[derive(Default)]
pub(super) struct Pace {
    /// Seconds that a dispatch should take.
    pub target: f64,
    in_flight: VecDeque<(wgpu::SubmissionIndex, f64)>,
    /// Seconds a member-step takes; 0 before the first measurement.
    pub seconds_per_member_step: f64,
    busy_since: Option<Instant>,
    /// Seconds in which the device had work.
    pub busy: f64,
    /// How much of `busy` was handed on.
    told: f64,
    /// Members of a chunk, if the device had no memory for more.
    pub halved_to: Option<usize>,
}

impl Pace {
    /// The pace of an adapter of which nothing is known.
    pub fn of(gpu: &Gpu) -> Pace {
        Pace { target: if gpu.is_software() { SOFTWARE_TARGET } else { TARGET }, ..Pace::default() }
    }

    /// Steps of the next dispatch, for as many members as still run.
    pub fn steps(&self, members: usize, most: u32) -> u32 {
        if self.is_unknown() {
            return FIRST_STEPS.min(most);
        }
        let steps = self.target / (self.seconds_per_member_step * members as f64);
        (steps as u32).clamp(1, most)
    }

    /// Nothing was measured yet: the first dispatch is waited for alone.
    pub fn is_unknown(&self) -> bool {
        self.seconds_per_member_step == 0.0
    }

    /// Busy seconds since it was last asked.
    pub fn since_last(&mut self) -> f64 {
        let more = self.busy - self.told;
        self.told = self.busy;
        more
    }

    /// A dispatch of so many member-steps is under way.
    pub fn submitted(&mut self, submission: wgpu::SubmissionIndex, member_steps: u64) {
        self.busy_since.get_or_insert_with(Instant::now);
        self.in_flight.push_back((submission, member_steps as f64));
    }

    /// Waits until only `left` dispatches are in flight; the time since the last one ended is what this one took.
    pub fn wait_for_all_but(&mut self, gpu: &Gpu, left: usize) -> Result<(), Error> {
        while self.in_flight.len() > left {
            let (submission, member_steps) = self.in_flight.pop_front().expect("not empty");
            gpu.wait(Some(submission))?;
            let since = self.busy_since.replace(Instant::now()).expect("set when submitted");
            let seconds = since.elapsed().as_secs_f64();
            self.busy += seconds;
            if member_steps > 0.0 {
                self.seconds_per_member_step = seconds / member_steps;
            }
            if self.in_flight.is_empty() {
                self.busy_since = None;
            }
        }
        Ok(())
    }
}
