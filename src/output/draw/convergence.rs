//! How fast a result settles: its distance from that of the member with the smallest step, on logarithmic axes.

use super::{Drawn, axes, laid_out, numbers};
use crate::output::figure::{Axis, Colour, Curve, Figure, Panel, Style};
use crate::study::figure_spec::FigureSpec;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let panel = |(k, [x, y]): (usize, &[String; 2])| {
        let (xs, ys) = (numbers(drawn.members, x), numbers(drawn.members, y));
        let [x, y] = axes(drawn.members, spec, k);
        distances(&xs, &ys, x, y)
    };
    laid_out(spec.panels.iter().enumerate().map(panel).collect())
}

fn distances(xs: &[f64], ys: &[f64], x: Axis, y: Axis) -> Panel {
    let finest = (0..xs.len()).min_by(|&a, &b| xs[a].total_cmp(&xs[b])).unwrap_or(0);
    let mut points: Vec<(f64, f64)> =
        xs.iter().zip(ys).map(|(&x, &y)| (x, (y - ys[finest]).abs())).filter(|point| point.1 > 0.0).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let order = slope(&points);
    let mut curves = Vec::new();
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        for (power, style) in [(1, Style::Solid), (2, Style::Dashed)] {
            let guide = [first.0, last.0].map(|x| (x, last.1 * (x / last.0).powi(power)));
            let curve = Curve::new(guide.to_vec(), Colour::Grey).drawn(style, 0.6);
            curves.push(curve.labelled(format!("slope {power}")));
        }
    }
    let dots = Curve::new(points, Colour::Category(0)).drawn(Style::Dots, 0.6);
    curves.push(dots.labelled("members"));
    let note = order.map(|order| format!("Fitted order {order:.2}; distance from h = {}.", xs[finest]));
    Panel { x: x.log(), y: y.log(), curves, note, ..Panel::default() }
}

/// The slope of the least-squares line through the logarithms.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = logs.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
    let (mut xx, mut xy) = (0.0, 0.0);
    for (x, y) in &logs {
        xx += (x - mean.0).powi(2);
        xy += (x - mean.0) * (y - mean.1);
    }
    (xx > 0.0).then(|| xy / xx)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_slope_of_a_power_is_its_exponent() {
        let points: Vec<(f64, f64)> = (1..20).map(|k| (f64::from(k), 3.0 * f64::from(k).powf(1.5))).collect();
        assert!((super::slope(&points).unwrap() - 1.5).abs() < 1e-12);
        assert_eq!(super::slope(&[(1.0, 2.0)]), None);
    }
}
