//! Interleaved rounds: every round visits each backend at each size once, so that a noisy minute hits all of them alike.

use std::time::Instant;

use super::Options;
use super::contender::{Contender, Pools};
use super::measure::{Measured, plain};
use super::peak::Peak;
use moreau::error::Error;
use moreau_check::count::Counts;

/// What a cell is measured for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Throughput at a size, certificates off.
    Size,
    /// The same size with certificates.
    Certified,
    /// 10^5 members for 10^4 steps: what a real run adds to its kernel.
    Long,
}

/// Members and steps of [`Role::Long`].
pub const LONG: (u64, u64) = (100_000, 10_000);
/// Steps of a run at most: beyond, a run of a few members is one of counting.
const MOST_STEPS: f64 = 1e6;

/// One backend at one size.
pub struct Cell {
    /// Which contender.
    pub contender: usize,
    /// Members.
    pub members: u64,
    /// What for.
    pub role: Role,
    /// Steps of each member.
    pub steps: u64,
    /// Why it was left out.
    pub skipped: Option<String>,
    /// One entry a round.
    pub samples: Vec<Measured>,
    /// Seconds that a visit takes.
    cost: f64,
}

/// What the rounds of one preset gave.
pub struct Rounds {
    /// All cells.
    pub cells: Vec<Cell>,
    /// For each contender, the operations of a step.
    pub operations: Vec<Option<Counts>>,
    /// For each contender, its machine's peak in each round.
    pub peaks: Vec<Vec<Peak>>,
}

/// The largest of the sizes up to 10^5, or the smallest of all.
pub fn large_of(sizes: &[u64]) -> u64 {
    let fitting = sizes.iter().copied().filter(|&size| size <= 100_000).max();
    fitting.unwrap_or_else(|| sizes.iter().copied().min().unwrap_or(1))
}

/// The rounds of a preset, within about `budget` seconds.
pub fn rounds(
    preset: &str,
    contenders: &mut [Contender],
    pools: &Pools,
    options: &Options,
    budget: f64,
    tell: &mut dyn FnMut(String),
) -> Result<Rounds, Error> {
    let started = Instant::now();
    let study = plain(preset, 1, 1000)?;
    let mut found = Rounds { cells: Vec::new(), operations: Vec::new(), peaks: Vec::new() };
    for contender in contenders.iter() {
        found.operations.push(contender.operations(&study).unwrap_or_else(|error| {
            tell(format!("{}: {error}", contender.name));
            None
        }));
        found.peaks.push(Vec::new());
    }
    found.cells = plan(preset, contenders, pools, options, budget, tell)?;
    for round in 0..options.rounds {
        for cell in found.cells.iter_mut().filter(|cell| cell.skipped.is_none()) {
            let left = budget - started.elapsed().as_secs_f64();
            // The first round is owed to everyone; later ones are not held up by the dearest.
            if round > 0 && cell.cost > 0.1 * left {
                continue;
            }
            visit(preset, cell, contenders, pools)?;
        }
        for (k, contender) in contenders.iter().enumerate() {
            let Some(step) = found.operations[k] else { continue };
            found.peaks[k].push(contender.peak(&step.watched, pools, options.peak_seconds)?);
        }
        tell(format!("{preset}: round {} of {}", round + 1, options.rounds));
        if started.elapsed().as_secs_f64() > budget {
            break;
        }
    }
    Ok(found)
}

/// The cells, with steps so that a visit takes about the time that is asked for, from a short run of each.
fn plan(
    preset: &str,
    contenders: &mut [Contender],
    pools: &Pools,
    options: &Options,
    budget: f64,
    tell: &mut dyn FnMut(String),
) -> Result<Vec<Cell>, Error> {
    let mut cells = Vec::new();
    let large = large_of(&options.sizes);
    for (k, contender) in contenders.iter_mut().enumerate() {
        let mut rate: f64 = 2e7;
        let mut broken: Option<String> = None;
        for &members in &options.sizes {
            let mut cell = Cell {
                contender: k,
                members,
                role: Role::Size,
                steps: steps_for(0.1 * options.seconds, rate, members, 50),
                skipped: broken.clone(),
                samples: Vec::new(),
                cost: 0.0,
            };
            // A large ensemble is as fast, member by member, as one a tenth of its size.
            if broken.is_none() && members <= 100_000 {
                match contender.run(&plain(preset, members, cell.steps)?, cell.steps, false, pools) {
                    Ok(taken) => rate = taken.member_steps / taken.kernel_seconds.max(1e-9),
                    Err(error) => {
                        tell(format!("{}: {error}", contender.name));
                        broken = Some(error.to_string());
                        cell.skipped = broken.clone();
                    }
                }
            }
            cell.steps = steps_for(options.seconds, rate, members, options.least_steps);
            cell.cost = 1.3 * (members * cell.steps) as f64 / rate;
            if cell.skipped.is_none() && cell.cost > options.share_of_cell * budget {
                cell.skipped = Some(format!("{} steps would take {:.0} s", cell.steps, cell.cost));
            }
            let certified = members == large && cell.skipped.is_none() && !contender.is_plain_loop();
            let (steps, cost) = (cell.steps, cell.cost);
            cells.push(cell);
            let further = |role, members, steps, cost| Cell {
                contender: k,
                members,
                role,
                steps,
                skipped: None,
                samples: Vec::new(),
                cost,
            };
            if certified {
                cells.push(further(Role::Certified, members, steps, cost));
                let cost = 1.3 * (LONG.0 * LONG.1) as f64 / rate;
                if cost < 0.05 * budget {
                    cells.push(further(Role::Long, LONG.0, LONG.1, cost));
                }
            }
        }
    }
    // Size after size, backend after backend.
    cells.sort_by_key(|cell| cell.members);
    Ok(cells)
}

fn steps_for(seconds: f64, rate: f64, members: u64, least: u64) -> u64 {
    (seconds * rate / members as f64).clamp(least as f64, MOST_STEPS) as u64
}

/// Measures a cell once more; what fails is told in the cell.
fn visit(preset: &str, cell: &mut Cell, contenders: &mut [Contender], pools: &Pools) -> Result<(), Error> {
    let study = plain(preset, cell.members, cell.steps)?;
    let contender = &mut contenders[cell.contender];
    let started = Instant::now();
    match contender.run(&study, cell.steps, cell.role == Role::Certified, pools) {
        Ok(measured) => cell.samples.push(measured),
        Err(error) => cell.skipped = Some(error.to_string()),
    }
    cell.cost = started.elapsed().as_secs_f64();
    Ok(())
}
