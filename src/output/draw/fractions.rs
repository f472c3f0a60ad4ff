//! How often each outcome was seen, over the range of a column, with Wilson intervals.

use super::{Drawn, axes, is_wide, laid_out, numbers, span, words};
use crate::output::figure::{Axis, Colour, Curve, Figure, Panel, Style, Whisker};
use crate::output::interval::{Z95, wilson};
use crate::study::figure_spec::FigureSpec;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let panel = |(k, [x, y]): (usize, &[String; 2])| {
        let (xs, ys) = (numbers(drawn.members, x), numbers(drawn.members, y));
        let names = words(drawn.members, y).unwrap_or(&[]);
        let [x, y] = axes(drawn.members, spec, k);
        shares(&xs, &ys, names, spec.bins as usize, x, y)
    };
    laid_out(spec.panels.iter().enumerate().map(panel).collect())
}

fn shares(xs: &[f64], codes: &[f64], names: &[&str], bins: usize, x: Axis, y: Axis) -> Panel {
    let (low, high) = span(xs);
    let logarithmic = is_wide((low, high));
    let place = |x: f64| match logarithmic {
        true => (x / low).ln() / (high / low).ln(),
        false => (x - low) / (high - low),
    };
    let value = |share: f64| match logarithmic {
        true => low * (share * (high / low).ln()).exp(),
        false => low + share * (high - low),
    };
    let mut counts = vec![vec![0_u64; names.len()]; bins];
    for (x, code) in xs.iter().zip(codes).filter(|(x, _)| x.is_finite()) {
        let bin = ((place(*x) * bins as f64) as usize).min(bins - 1);
        if let Some(count) = counts[bin].get_mut(*code as usize) {
            *count += 1;
        }
    }
    let (mut curves, mut whiskers) = (Vec::new(), Vec::new());
    for (code, name) in names.iter().enumerate().filter(|(code, _)| counts.iter().any(|c| c[*code] > 0)) {
        let colour = Colour::Category(code);
        let mut points = Vec::new();
        for (bin, counts) in counts.iter().enumerate().filter(|(_, counts)| counts.iter().sum::<u64>() > 0) {
            let (n, middle) = (counts.iter().sum::<u64>(), value((bin as f64 + 0.5) / bins as f64));
            let (low, high) = wilson(counts[code], n, Z95);
            points.push((middle, counts[code] as f64 / n as f64));
            whiskers.push(Whisker { x: middle, low, high, colour });
        }
        curves.push(Curve::new(points, colour).drawn(Style::Solid, 0.7).labelled(*name));
    }
    let x = if logarithmic { x.log() } else { x };
    let y = Axis { range: y.range.or(Some((0.0, 1.0))), ..y };
    Panel { x, y, curves, whiskers, note: Some("95 % Wilson intervals.".into()), ..Panel::default() }
}
