//! How time and memory grow with members and with steps: time is a power of either, and its exponent should be 1.

use super::contender::{Contender, Pools};
use super::measure::plain;
use super::report::{Growth, Spread};
use moreau::error::Error;
use moreau::output::interval::slope;

/// What grows, and what stays.
pub struct Ladder {
    /// Members, each run for `fixed_steps`.
    pub members: Vec<u64>,
    /// Steps of the runs with different members.
    pub fixed_steps: u64,
    /// Steps, each run with `fixed_members`.
    pub steps: Vec<u64>,
    /// Members of the runs with different steps.
    pub fixed_members: u64,
    /// Times that the whole ladder is climbed.
    pub rounds: usize,
}

/// Climbs the ladder with one backend.
pub fn growth(
    preset: &str,
    contender: &mut Contender,
    pools: &Pools,
    ladder: &Ladder,
) -> Result<Vec<Growth>, Error> {
    let by_members: Vec<(u64, u64)> = ladder.members.iter().map(|&n| (n, ladder.fixed_steps)).collect();
    let by_steps: Vec<(u64, u64)> = ladder.steps.iter().map(|&steps| (ladder.fixed_members, steps)).collect();
    let mut list = Vec::new();
    for (against, runs) in [("members", by_members), ("steps", by_steps)] {
        let mut seconds = vec![Vec::new(); runs.len()];
        let mut memory = vec![None; runs.len()];
        for _ in 0..ladder.rounds {
            for (k, &(members, steps)) in runs.iter().enumerate() {
                forget_peak();
                let study = plain(preset, members, steps)?;
                seconds[k].push(contender.run(&study, steps, false, pools)?.kernel_seconds);
                memory[k] = peak_memory();
            }
        }
        let mut points = Vec::new();
        for (k, &(members, steps)) in runs.iter().enumerate() {
            let x = if against == "members" { members } else { steps };
            let median = Spread::of(seconds[k].iter().copied()).map_or(f64::NAN, |spread| spread.median);
            points.push((x as f64, median, memory[k]));
        }
        let logs: Vec<(f64, f64)> = points.iter().map(|p| (p.0.ln(), p.1.ln())).collect();
        let (exponent, error) = slope(&logs);
        let (preset, backend) = (preset.to_owned(), contender.name.clone());
        list.push(Growth { preset, backend, against, exponent, error, points });
    }
    Ok(list)
}

/// Lets Linux forget the most memory that this process ever had, where it may.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most resident memory since then, in MiB; `None` where the system does not tell.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kib| kib / 1024.0)
}
