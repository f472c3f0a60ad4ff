//! Rapier on the incline and on the falling rod. Reads one request a line, answers with one line of JSON:
//! `speed CASE MEMBERS SECONDS` and `answer CASE FILE` (see ../worker.py).

mod incline;
mod rod;

use std::io::{BufRead, Write};
use std::time::Instant;

use rayon::prelude::*;

/// The time step of every peer.
pub const H: f32 = 1e-4;

/// Members in one world: 1 was about six times slower, 8 by a quarter to a third.
const PACK: usize = 256;

/// Steps between two readings of the clock.
const BURST: usize = 20;

/// Advances worlds of [`PACK`] members on all cores until `seconds` are over; returns member-steps made and the
/// time. `make` places the members anew whenever the motion has run `steps` steps.
fn speed<W: Send, T: Sync>(
    members: &[T],
    seconds: f64,
    steps: usize,
    make: impl Fn(&[T]) -> W + Sync,
    step: impl Fn(&mut W) + Sync,
) -> (usize, f64) {
    let mut worlds: Vec<W> = Vec::new();
    let (mut done, mut spent) = (0, 0.0);
    let mut left = 0;
    while spent < seconds {
        if left == 0 {
            worlds = members.par_chunks(PACK).map(&make).collect();
            left = steps;
        }
        let burst = BURST.min(left);
        let start = Instant::now();
        worlds.par_iter_mut().for_each(|world| (0..burst).for_each(|_| step(world)));
        spent += start.elapsed().as_secs_f64();
        left -= burst;
        done += burst * members.len();
    }
    (done, spent)
}

/// The answer to one request.
fn reply(words: &[&str]) -> Result<String, String> {
    match words {
        ["speed", case, members, seconds] => {
            let members: usize = members.parse().map_err(|e| format!("members: {e}"))?;
            let seconds: f64 = seconds.parse().map_err(|e| format!("seconds: {e}"))?;
            let share: Vec<f32> = (0..members).map(|i| 0.9 + 0.1 * i as f32 / members as f32).collect();
            let (steps, spent) = match *case {
                "incline" => speed(&share, seconds, 10_000, incline::world, |w| w.step()),
                "rod" => speed(
                    &rod::spread(members),
                    seconds,
                    500,
                    |states| rod::world(states, true),
                    |w| w.step(),
                ),
                _ => return Err(format!("no case {case}")),
            };
            Ok(format!(
                "{{\"member_steps\": {steps}, \"seconds\": {spent}, \"form\": \"{PACK} members a world\"}}"
            ))
        }
        ["answer", "incline", _] => {
            let (time, distance) = incline::stop();
            Ok(format!("{{\"stop_time\": {time}, \"stop_distance\": {distance}}}"))
        }
        ["answer", "rod", _] => {
            let (time, omega) = rod::impact(true);
            let (_, default) = rod::impact(false);
            let note = format!("omega {default:.4} with its default solver");
            Ok(format!("{{\"contact_time\": {time}, \"omega\": {omega}, \"note\": \"{note}\"}}"))
        }
        _ => Err(format!("no request {words:?}")),
    }
}

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match reply(&words) {
            Ok(json) => println!("{json}"),
            Err(why) => println!("{{\"error\": {why:?}}}"),
        }
        let _ = std::io::stdout().flush();
    }
}
