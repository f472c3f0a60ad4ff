//! The distribution of a column: how many members in each cell, with Wilson intervals; a value that many share exactly
//! (the full drop) apart; and the distribution function with the band of Dvoretzky, Kiefer, Wolfowitz and Massart.

use super::{Drawn, axes, laid_out, numbers};
use crate::output::figure::{Axis, Band, Bar, Colour, Curve, Figure, Panel, Style, Vertical, Whisker};
use crate::output::interval::{Z95, dkw, wilson};
use crate::study::figure_spec::FigureSpec;

/// Share of the members that must have one and the same value for it to stand apart.
const ATOM: f64 = 0.02;
/// Points of the drawn distribution function.
const POINTS: usize = 2000;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let panels = spec.panels.iter().enumerate().flat_map(|(k, [x, _])| {
        let mut values = numbers(drawn.members, x);
        let all = values.len();
        values.retain(|value| value.is_finite());
        values.sort_by(f64::total_cmp);
        let [x, _] = axes(drawn.members, spec, k);
        let range = x.range.unwrap_or_else(|| ends(&values));
        let x = Axis { range: Some(range), ..x };
        let left = all - values.len();
        let lines = spec.theory.iter().map(|theory| Vertical { x: theory.at, label: theory.label.clone() });
        let verticals: Vec<Vertical> = lines.collect();
        let panels = [cells(&values, left, range, spec.bins as usize, x.clone()), distribution(&values, x)];
        panels.map(|panel| Panel { verticals: verticals.clone(), ..panel })
    });
    laid_out(panels.collect())
}

/// From the least to the greatest value, with room for the greatest to stand apart.
fn ends(values: &[f64]) -> (f64, f64) {
    let (low, high) = (values.first().copied().unwrap_or(0.0), values.last().copied().unwrap_or(1.0));
    if low < high { (low, high + 0.04 * (high - low)) } else { (low - 0.5, high + 0.5) }
}

/// The greatest value and how often it occurs, if many share it.
fn atom(sorted: &[f64]) -> Option<(f64, usize)> {
    let value = *sorted.last()?;
    let count = sorted.iter().rev().take_while(|&&x| x == value).count();
    (count as f64 >= ATOM * sorted.len() as f64 && count < sorted.len()).then_some((value, count))
}

fn cells(sorted: &[f64], left: usize, range: (f64, f64), bins: usize, x: Axis) -> Panel {
    let n = sorted.len() as u64;
    let apart = atom(sorted);
    let rest = &sorted[..sorted.len() - apart.map_or(0, |(_, count)| count)];
    let (low, high) = (range.0, apart.map_or(range.1, |(value, _)| value.min(range.1)));
    let width = (high - low) / bins as f64;
    let mut counts = vec![0_u64; bins];
    for value in rest.iter().filter(|&&value| low <= value && value <= high) {
        counts[(((value - low) / width) as usize).min(bins - 1)] += 1;
    }
    let (mut bars, mut whiskers) = (Vec::new(), Vec::new());
    let mut add = |x: (f64, f64), count: u64, colour, label| {
        let (least, most) = wilson(count, n, Z95);
        bars.push(Bar { x, y: (0.0, count as f64 / n as f64), colour, label });
        whiskers.push(Whisker { x: 0.5 * (x.0 + x.1), low: least, high: most, colour: Colour::Black });
    };
    for (k, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let from = low + k as f64 * width;
        add((from, from + width), count, Colour::Category(0), None);
    }
    if let Some((value, count)) = apart {
        let (least, most) = wilson(count as u64, n, Z95);
        let label = format!("exactly {value}: {:.4} [{least:.4}, {most:.4}]", count as f64 / n as f64);
        add((value + 0.2 * width, value + 1.2 * width), count as u64, Colour::Category(1), Some(label));
    }
    let left = left + rest.len() - counts.iter().sum::<u64>() as usize;
    let beyond = match left {
        0 => String::new(),
        _ => format!(" {left} members lie outside the axis, or have no such number."),
    };
    Panel {
        x,
        y: Axis::new("share of the members").log(),
        bars,
        whiskers,
        note: Some(format!("{n} members, {bins} cells; 95 % Wilson intervals.{beyond}")),
        ..Panel::default()
    }
}

fn distribution(sorted: &[f64], x: Axis) -> Panel {
    let n = sorted.len();
    let half = dkw(n as u64, 0.05);
    let every = n.div_ceil(POINTS).max(1);
    let kept = (0..n).filter(|i| i % every == 0 || i + 1 == n);
    let steps: Vec<(f64, f64)> = kept.map(|i| (sorted[i], (i + 1) as f64 / n as f64)).collect();
    let band = steps.iter().map(|&(x, f)| (x, (f - half).max(0.0), (f + half).min(1.0))).collect();
    let label = format!("DKW band, 95 %: ± {half:.4}");
    Panel {
        x,
        y: Axis::between("share of the members below", 0.0, 1.0),
        bands: vec![Band { points: band, colour: Colour::Category(0), label: Some(label) }],
        curves: vec![Curve::new(steps, Colour::Category(0)).drawn(Style::Solid, 0.7)],
        ..Panel::default()
    }
}
