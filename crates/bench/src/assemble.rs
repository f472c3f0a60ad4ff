//! From rounds to a report: medians, ratios, limits, and where one backend overtakes another.

use super::contender::Contender;
use super::limit::{Limit, limit};
use super::measure::{Measured, bytes, plain};
use super::peak::Peak;
use super::report::{AtLarge, BackendReport, Overtake, PresetReport, SizeReport, Spread};
use super::rounds::{Cell, Role, Rounds};
use moreau::error::Error;

/// Steps of a dispatch at most: a limit takes the fewest dispatches.
const DISPATCH: u64 = 16_384;

/// The report of a preset.
pub fn preset_report(
    preset: &str,
    large: u64,
    contenders: &[Contender],
    rounds: &Rounds,
) -> Result<PresetReport, Error> {
    let mut backends = Vec::new();
    for (k, contender) in contenders.iter().enumerate() {
        backends.push(backend_report(preset, large, k, contender, rounds)?);
    }
    let rate = |backend: &BackendReport| kernel_at(backend, large);
    // One member after another, the reference does not care how many there are.
    let largest = |backend: &BackendReport| backend.sizes.iter().rev().find_map(|s| Some(s.kernel?.median));
    let reference = backends.iter().find(|b| b.name.starts_with("reference"));
    let reference = reference.and_then(|backend| rate(backend).or(largest(backend)));
    let cpus = backends.iter().zip(contenders).filter(|(_, contender)| contender.is_cpu);
    let best_cpu = cpus.filter_map(|(backend, _)| rate(backend)).reduce(f64::max);
    for backend in &mut backends {
        let own = rate(backend);
        if let (Some(at_large), Some(own)) = (&mut backend.at_large, own) {
            at_large.over_reference = reference.map(|reference| own / reference);
            at_large.over_best_cpu = best_cpu.map(|best| own / best);
        }
    }
    let overtakes = overtakes(&backends);
    Ok(PresetReport { preset: preset.into(), large, backends, overtakes })
}

/// The median kernel rate at a size.
pub fn kernel_at(backend: &BackendReport, members: u64) -> Option<f64> {
    let size = backend.sizes.iter().find(|size| size.members == members)?;
    size.kernel.map(|kernel| kernel.median)
}

fn backend_report(
    preset: &str,
    large: u64,
    k: usize,
    contender: &Contender,
    rounds: &Rounds,
) -> Result<BackendReport, Error> {
    let own: Vec<&Cell> = rounds.cells.iter().filter(|cell| cell.contender == k).collect();
    let find = |role: Role| own.iter().find(|cell| cell.role == role && !cell.samples.is_empty());
    let at_large = own.iter().find(|c| c.role == Role::Size && c.members == large && !c.samples.is_empty());
    let steps = at_large.map_or(DISPATCH, |cell| cell.steps);
    let study = plain(preset, large, steps)?;
    let moved = contender.is_gpu().then(|| bytes(&study, contender.precision, steps));
    let each_step = moved.map_or(0.0, |moved| moved.member as f64 / steps.min(DISPATCH) as f64);
    let peak = median_peak(&rounds.peaks[k]);
    let limit: Option<Limit> =
        rounds.operations[k].zip(peak).map(|(counts, peak)| limit(&counts.watched, each_step, &peak));
    let fraction = |kernel: Spread| limit.map(|limit| kernel.median / limit.member_steps_per_second);
    let sizes = own.iter().filter(|cell| cell.role == Role::Size).map(|cell| {
        let kernel = Spread::of(cell.samples.iter().map(kernel_rate));
        SizeReport {
            members: cell.members,
            steps: cell.steps,
            skipped: cell.skipped.clone(),
            kernel,
            end_to_end: Spread::of(cell.samples.iter().map(|m| m.member_steps / m.seconds)),
            fraction: kernel.and_then(fraction),
        }
    });
    let median = |cell: &Cell, f: fn(&Measured) -> f64| {
        Spread::of(cell.samples.iter().map(f)).map_or(f64::NAN, |spread| spread.median)
    };
    let certified = find(Role::Certified).map(|cell| median(cell, kernel_rate));
    let at_large = at_large.map(|cell| {
        let kernel = median(cell, kernel_rate);
        AtLarge {
            over_reference: None,
            over_best_cpu: None,
            fraction: limit.map(|limit| kernel / limit.member_steps_per_second),
            kernel_seconds: median(cell, |m| m.kernel_seconds),
            end_to_end_seconds: median(cell, |m| m.seconds),
            compile_seconds: median(cell, |m| m.compile_seconds),
            bytes: moved,
            certificates_cost: certified.map(|certified| kernel / certified - 1.0),
        }
    });
    Ok(BackendReport {
        name: contender.name.clone(),
        adapter: contender.adapter.clone(),
        precision: contender.precision.to_string(),
        operations: rounds.operations[k],
        limit,
        sizes: sizes.collect(),
        at_large,
        long_run_overhead: find(Role::Long).map(|cell| median(cell, |m| m.seconds / m.kernel_seconds)),
    })
}

fn kernel_rate(measured: &Measured) -> f64 {
    measured.member_steps / measured.kernel_seconds.max(1e-9)
}

/// Round by round a machine is more or less busy: the median of each figure.
fn median_peak(peaks: &[Peak]) -> Option<Peak> {
    let median = |f: fn(&Peak) -> f64| Spread::of(peaks.iter().map(f)).map(|spread| spread.median);
    Some(Peak {
        div: median(|p| p.div)?,
        sqrt: median(|p| p.sqrt)?,
        mixed: median(|p| p.mixed)?,
        together: median(|p| p.together)?,
        arithmetic: median(|p| p.arithmetic)?,
        bytes: median(|p| p.bytes)?,
    })
}

/// Every pair of which one is slower at the smallest size and faster at a larger one.
fn overtakes(backends: &[BackendReport]) -> Vec<Overtake> {
    let curve = |backend: &BackendReport| -> Vec<(f64, f64)> {
        let points = backend.sizes.iter().filter_map(|s| Some((s.members as f64, s.kernel?.median)));
        points.collect()
    };
    let mut found = Vec::new();
    for a in backends {
        for b in backends.iter().filter(|b| b.name != a.name) {
            if let Some(members) = crossover(&curve(a), &curve(b)) {
                found.push(Overtake { faster: a.name.clone(), slower: b.name.clone(), members });
            }
        }
    }
    found
}

/// The size at which curve `a`, which starts below `b`, passes it for good: between neighbouring sizes that both have, the
/// logarithm of the ratio is taken as a straight line over the logarithm of the size.
pub fn crossover(a: &[(f64, f64)], b: &[(f64, f64)]) -> Option<f64> {
    let at = |curve: &[(f64, f64)], x: f64| curve.iter().find(|point| point.0 == x).map(|point| point.1);
    let ratios: Vec<(f64, f64)> =
        a.iter().filter_map(|&(x, y)| Some((x.ln(), (y / at(b, x)?).ln()))).collect();
    // A tenth apart at both ends, or it would be noise.
    if !(ratios.first()?.1 < -0.1 && ratios.last()?.1 > 0.1) {
        return None;
    }
    let last = ratios.windows(2).rev().find(|pair| pair[0].1 <= 0.0 && pair[1].1 > 0.0)?;
    let [(x0, r0), (x1, r1)] = [last[0], last[1]];
    Some((x0 + (x1 - x0) * -r0 / (r1 - r0)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_cross_where_powers_do() {
        // x and 1000 cross at 1000; on logarithmic axes both are straight, so interpolation is exact.
        let sizes = [1e2, 2e2, 5e3, 1e4];
        let rising: Vec<(f64, f64)> = sizes.iter().map(|&x| (x, x)).collect();
        let level: Vec<(f64, f64)> = sizes.iter().map(|&x| (x, 1000.0)).collect();
        assert!((crossover(&rising, &level).unwrap() - 1000.0).abs() < 1e-6);
        assert_eq!(crossover(&level, &rising), None);
        assert_eq!(crossover(&rising, &rising), None);
        assert_eq!(crossover(&rising, &[]), None);
        // Sizes that only one of them has do not count.
        let sparse = [(1e2, 1000.0), (1e4, 1000.0)];
        assert!((crossover(&rising, &sparse).unwrap() - 1000.0).abs() < 1e-6);
    }
}
