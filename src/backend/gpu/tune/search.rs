//! The search for a tuning: uphill, one thing after another, members an invocation first because they matter most. It
//! only says what to try and takes the times; the work that is timed is the run's own, so that nothing is lost but the
//! driver's time to compile.

use super::Tuning;

/// Times that both sides of a comparison are measured, in turn: the shorter one counts, so that a noisy machine does not
/// decide.
const ROUNDS: usize = 2;
/// What a candidate may take of the best one's time to take its place.
const GAIN: f64 = 0.97;
/// Seconds that drivers may compile for a search.
const COMPILING: f64 = 1.5;

/// One thing that can be changed, and the values it can have. Steps a dispatch come last: they are no code.
struct Axis {
    values: &'static [u32],
    place: fn(&mut Tuning) -> &mut u32,
}

const AXES: [Axis; 4] = [
    Axis { values: &[1, 2, 4, 8], place: |tuning| &mut tuning.pack },
    Axis { values: &[1, 2, 4, 8], place: |tuning| &mut tuning.unroll },
    Axis { values: &[32, 64, 128, 256], place: |tuning| &mut tuning.workgroup },
    // From as many as the time allows downwards.
    Axis { values: &[0, 2048, 512], place: |tuning| &mut tuning.steps },
];

/// A search under way.
#[derive(Debug)]
pub struct Search {
    best: Tuning,
    candidate: Option<Tuning>,
    axis: usize,
    /// Whether the values of this axis are tried from the best one's upwards, and whether that has gained anything.
    upward: bool,
    climbed: bool,
    /// The shortest times so far of the best one and of the candidate, and how often they were measured.
    times: [f64; 2],
    measured: [usize; 2],
    most_invocations: u32,
    compiling: f64,
}

impl Search {
    /// Begins at a tuning.
    pub fn new(start: Tuning, most_invocations: u32) -> Search {
        let mut search = Search {
            best: start,
            candidate: None,
            axis: 0,
            upward: true,
            climbed: false,
            times: [f64::INFINITY; 2],
            measured: [0; 2],
            most_invocations,
            compiling: 0.0,
        };
        search.propose();
        search
    }

    /// The tuning to measure next; `None` when the search is over.
    pub fn next(&self) -> Option<Tuning> {
        let candidate = self.candidate?;
        Some(if self.measured[0] <= self.measured[1] { self.best } else { candidate })
    }

    /// The best one so far.
    pub fn best(&self) -> Tuning {
        self.best
    }

    /// Whether dispatches are compared by their length, and must have their full one.
    pub fn compares_lengths(&self) -> bool {
        self.axis + 1 == AXES.len()
    }

    /// Takes what the last one took a member-step.
    pub fn took(&mut self, seconds: f64) {
        let side = usize::from(self.measured[1] < self.measured[0]);
        self.times[side] = self.times[side].min(seconds);
        self.measured[side] += 1;
        if self.measured[1] == ROUNDS {
            self.decide(self.times[1] < GAIN * self.times[0]);
        }
    }

    /// Takes that the candidate cannot be had on this adapter.
    pub fn refused(&mut self) {
        self.decide(false);
    }

    /// Takes what the driver took to compile the last one.
    pub fn compiled(&mut self, seconds: f64) {
        self.compiling += seconds;
    }

    fn decide(&mut self, better: bool) {
        if better {
            self.best = self.candidate.unwrap_or(self.best);
        }
        // Uphill as long as it goes; where the first step up gains nothing, downwards; then the next axis.
        let turns = self.upward && !better && !self.climbed;
        if turns {
            self.upward = false;
        } else if better {
            self.climbed = true;
        } else {
            self.next_axis();
        }
        self.propose();
    }

    fn next_axis(&mut self) {
        (self.axis, self.upward, self.climbed) = (self.axis + 1, true, false);
    }

    /// The next candidate, or none.
    fn propose(&mut self) {
        (self.times, self.measured, self.candidate) = ([f64::INFINITY; 2], [0; 2], None);
        while self.axis < AXES.len() {
            let compiles = !self.compares_lengths();
            if !(compiles && self.compiling > COMPILING) {
                if let Some(candidate) = self.neighbour() {
                    self.candidate = Some(candidate);
                    return;
                }
                if self.upward && !self.climbed {
                    self.upward = false;
                    continue;
                }
            }
            self.next_axis();
        }
    }

    /// The best one with the next value of this axis.
    fn neighbour(&self) -> Option<Tuning> {
        let Axis { values, place } = &AXES[self.axis];
        let mut tuning = self.best;
        let value = place(&mut tuning);
        let at = values.iter().position(|v| v == value)?;
        let next = if self.upward { at.checked_add(1)? } else { at.checked_sub(1)? };
        *value = *values.get(next)?;
        (tuning.workgroup <= self.most_invocations).then_some(tuning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Tuning = Tuning { workgroup: 64, pack: 1, unroll: 4, steps: 0 };

    /// Searches where a tuning takes `cost`; also how often anything was measured.
    fn found(cost: impl Fn(Tuning) -> f64) -> (Tuning, usize) {
        let mut search = Search::new(START, 256);
        let mut measured = 0;
        while let Some(tuning) = search.next() {
            search.took(cost(tuning));
            measured += 1;
            assert!(measured < 200, "it never ends");
        }
        (search.best(), measured)
    }

    fn far(value: u32, from: u32) -> f64 {
        (f64::from(value.max(1)).log2() - f64::from(from.max(1)).log2()).abs()
    }

    #[test]
    fn it_goes_up_and_down_to_the_best() {
        for best in [
            START,
            Tuning { workgroup: 256, pack: 8, unroll: 1, steps: 512 },
            Tuning { workgroup: 32, pack: 4, unroll: 8, steps: 0 },
        ] {
            let steps =
                |t: Tuning| if t.steps == best.steps { 0.0 } else { far(t.steps, best.steps).min(9.0) };
            let cost = |t: Tuning| {
                1.0 + 0.1
                    * (far(t.pack, best.pack) + far(t.unroll, best.unroll) + far(t.workgroup, best.workgroup))
                    + 0.1 * steps(t)
            };
            assert_eq!(found(cost).0, best);
        }
    }

    #[test]
    fn what_makes_no_difference_is_left_as_it_is() {
        let (tuning, measured) = found(|_| 1.0);
        assert_eq!(tuning, START);
        assert!(measured <= 2 * ROUNDS * 2 * AXES.len(), "{measured} measurements");
        // A gain too small to be told from noise is none.
        assert_eq!(found(|t| if t.pack == 2 { 0.98 } else { 1.0 }).0, START);
    }

    #[test]
    fn refusals_and_time_end_it() {
        let mut search = Search::new(START, 64);
        let mut tried = 0;
        while let Some(tuning) = search.next() {
            assert!(tuning.workgroup <= 64);
            if tuning == search.best() {
                search.took(1.0)
            } else {
                search.refused()
            }
            tried += 1;
        }
        assert!(tried < 40);
        assert_eq!(search.best(), START);

        let mut search = Search::new(START, 256);
        let first = search.next();
        assert_eq!(first, Some(START));
        search.compiled(2.0 * COMPILING);
        search.took(1.0);
        search.refused();
        let Some(next) = search.next() else { return };
        assert_eq!((next.workgroup, next.pack, next.unroll), (64, 1, 4), "nothing more is compiled");
    }
}
