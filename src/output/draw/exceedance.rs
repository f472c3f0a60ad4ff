//! How often a column exceeds a value: the empirical survival function with the band of Dvoretzky, Kiefer, Wolfowitz and
//! Massart, one curve for each value of a second column; and beside it the median and the middle two thirds over that
//! column.

use super::{Drawn, axes, is_wide, laid_out, numbers, span};
use crate::output::figure::{Axis, Band, Colour, Curve, Figure, Panel, Style};
use crate::output::interval::dkw;
use crate::study::figure_spec::FigureSpec;

/// More values of the second column than this are no groups: all members are one.
const MOST_GROUPS: usize = 200;
/// Curves that can still be told apart.
const MOST_CURVES: usize = 4;
/// Points of a curve.
const POINTS: usize = 1000;
/// Decades below the greatest value that are shown if nothing is said.
const DECADES: f64 = 1e-4;
/// Quantiles of the second panel: one standard deviation either way, were it a normal distribution.
const QUANTILES: [f64; 3] = [0.16, 0.5, 0.84];

/// The sorted values of the members that share a value of the second column.
struct Group {
    value: f64,
    sorted: Vec<f64>,
}

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let panels = spec.panels.iter().enumerate().flat_map(|(k, [x, by])| {
        let groups = groups(&numbers(drawn.members, x), &numbers(drawn.members, by));
        let [x, by] = axes(drawn.members, spec, k);
        let most = groups.iter().filter_map(|group| group.sorted.last()).fold(0.0, |a: f64, &b| a.max(b));
        let x = Axis { range: x.range.or((most > 0.0).then_some((DECADES * most, most))), ..x };
        let mut panels = vec![curves(&groups, &x, &by)];
        if groups.len() > 2 {
            panels.push(quantiles(&groups, x, by));
        }
        panels
    });
    laid_out(panels.collect())
}

/// Members by the second column, smallest first; what is not finite is left out.
fn groups(values: &[f64], by: &[f64]) -> Vec<Group> {
    let mut rows: Vec<(f64, f64)> = by.iter().copied().zip(values.iter().copied()).collect();
    rows.retain(|(by, value)| by.is_finite() && value.is_finite());
    rows.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let parts: Vec<&[(f64, f64)]> = rows.chunk_by(|a, b| a.0 == b.0).collect();
    let group =
        |part: &[(f64, f64)]| Group { value: part[0].0, sorted: part.iter().map(|row| row.1).collect() };
    if parts.len() <= MOST_GROUPS {
        return parts.into_iter().map(group).collect();
    }
    let mut sorted: Vec<f64> = rows.iter().map(|row| row.1).collect();
    sorted.sort_by(f64::total_cmp);
    vec![Group { value: f64::NAN, sorted }]
}

/// The steps of the share above: from the left edge on, down at every value.
fn survival(sorted: &[f64], left: f64) -> Vec<(f64, f64)> {
    let n = sorted.len();
    let start = sorted.partition_point(|&value| value <= left);
    let mut share = (n - start) as f64 / n as f64;
    let mut points = vec![(left, share)];
    let every = n.div_ceil(POINTS).max(1);
    for i in (start..n).filter(|i| i % every == 0 || i + 1 == n) {
        points.push((sorted[i], share));
        share = (n - i - 1) as f64 / n as f64;
        points.push((sorted[i], share));
    }
    points
}

fn curves(groups: &[Group], x: &Axis, by: &Axis) -> Panel {
    let (left, right) = x.range.unwrap_or((0.0, 1.0));
    let shown = groups.len().min(MOST_CURVES);
    let (mut bands, mut curves) = (Vec::new(), Vec::new());
    let mut widest: f64 = 0.0;
    for curve in 0..shown {
        // First and last, and some between.
        let group = &groups[if shown > 1 { curve * (groups.len() - 1) / (shown - 1) } else { 0 }];
        let half = dkw(group.sorted.len() as u64, 0.05);
        widest = widest.max(half);
        let colour = Colour::Category(curve);
        let points = survival(&group.sorted, left);
        let band = points.iter().map(|&(x, s)| (x, (s - half).max(0.0), (s + half).min(1.0))).collect();
        bands.push(Band { points: band, colour, label: None });
        let line = Curve::new(points, colour).drawn(Style::Solid, 0.9);
        let name = by.label.split(" (").next().unwrap_or_default();
        curves.push(if groups.len() > 1 {
            line.labelled(format!("{name} = {:.3}", group.value))
        } else {
            line
        });
    }
    let members: usize = groups.iter().map(|group| group.sorted.len()).sum();
    let x = if is_wide((left, right)) { x.clone().log() } else { x.clone() };
    Panel {
        x,
        y: Axis::between("share of the members above", 0.0, 1.0),
        bands,
        curves,
        note: Some(format!("{members} members; DKW bands, 95 %: ± {widest:.3}.")),
        ..Panel::default()
    }
}

fn quantiles(groups: &[Group], y: Axis, x: Axis) -> Panel {
    let of = |group: &Group| {
        let place = |share: f64| (share * (group.sorted.len() - 1) as f64).round() as usize;
        QUANTILES.map(|share| group.sorted[place(share)])
    };
    // On an axis of logarithms nothing lies at the bottom edge.
    let low = y.range.map_or(0.0, |range| range.0);
    let rows: Vec<(f64, [f64; 3])> = groups.iter().map(|group| (group.value, of(group))).collect();
    let band = rows.iter().map(|(x, [a, _, b])| (*x, a.max(low), b.max(low))).collect();
    let median = rows.iter().map(|(x, [_, m, _])| (*x, m.max(low))).collect();
    let values: Vec<f64> = groups.iter().map(|group| group.value).collect();
    let x = if x.range.is_none() && is_wide(span(&values)) { x.log() } else { x };
    let y = if y.range.is_some_and(is_wide) { y.log() } else { y };
    Panel {
        x,
        y,
        bands: vec![Band { points: band, colour: Colour::Category(0), label: Some("16 to 84 %".into()) }],
        curves: vec![Curve::new(median, Colour::Category(0)).labelled("median")],
        ..Panel::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_above_steps_down_at_every_value() {
        let points = survival(&[0.0, 0.0, 1.0, 3.0], 0.5);
        assert_eq!(points, [(0.5, 0.5), (1.0, 0.5), (1.0, 0.25), (3.0, 0.25), (3.0, 0.0)]);
        assert_eq!(survival(&[0.0, 0.1], 0.5), [(0.5, 0.0)]);
    }

    #[test]
    fn members_are_grouped_by_the_second_column() {
        let found = groups(&[3.0, 1.0, f64::NAN, 2.0], &[0.2, 0.1, 0.1, 0.2]);
        let sorted: Vec<(f64, Vec<f64>)> = found.into_iter().map(|g| (g.value, g.sorted)).collect();
        assert_eq!(sorted, [(0.1, vec![1.0]), (0.2, vec![2.0, 3.0])]);
        let many: Vec<f64> = (0..MOST_GROUPS + 1).map(|i| i as f64).collect();
        assert_eq!(groups(&many, &many).len(), 1);
        assert!(groups(&[], &[]).is_empty());
    }
}
