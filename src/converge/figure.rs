//! Distances against h on logarithmic axes, a curve for each phase, with slopes 1 and 2 to compare.

use super::{Convergence, Order, Settling};
use crate::output::figure::{Axis, Colour, Curve, Figure, Panel, Style};

/// What a panel shows of a phase.
type Of = fn(&Settling) -> (&[f64], Order);

/// The figure: positions and velocities side by side, as far as there is anything beyond rounding to show.
pub fn figure(report: &Convergence) -> Figure {
    let position: Of = |settling| (&settling.position, settling.orders[0]);
    let velocity: Of = |settling| (&settling.velocity, settling.orders[1]);
    let both = [("positions", position), ("velocities", velocity)].into_iter().zip(&report.units);
    let panels: Vec<Panel> = both.filter_map(|((what, of), unit)| panel(report, what, unit, of)).collect();
    let (across, width_cm) = if panels.len() > 1 { (2, 18.0) } else { (1, 9.0) };
    Figure { panels, across, width_cm, ..Figure::default() }
}

fn panel(report: &Convergence, what: &str, unit: &str, of: Of) -> Option<Panel> {
    let mut curves = Vec::new();
    let mut exact = Vec::new();
    let mut top = (report.h[0], 0.0);
    for (k, settling) in report.phases.iter().enumerate() {
        let (distances, order) = of(settling);
        if matches!(order, Order::Exact) {
            exact.push(settling.phase.words());
            continue;
        }
        let points: Vec<(f64, f64)> = report.h.iter().copied().zip(distances.iter().copied()).collect();
        top = points.iter().copied().fold(top, |top, point| if point.1 > top.1 { point } else { top });
        let colour = Colour::Category(k);
        let label = format!("{} (order {order})", settling.phase.words());
        curves.push(Curve::new(points.clone(), colour).labelled(label));
        curves.push(Curve::new(points, colour).drawn(Style::Dots, 1.0));
    }
    if curves.is_empty() {
        return None;
    }
    let last = report.h[report.h.len() - 2];
    for (power, style) in [(1, Style::Solid), (2, Style::Dashed)] {
        let guide = [top.0, last].map(|h| (h, top.1 * (h / top.0).powi(power)));
        let guide = Curve::new(guide.to_vec(), Colour::Grey).drawn(style, 0.6);
        curves.push(guide.labelled(format!("slope {power}")));
    }
    Some(Panel {
        x: Axis::new("h (s)").log(),
        y: Axis::new(format!("rms distance, h to h/2 ({unit})")).log(),
        curves,
        title: Some(format!("{}: {what}", report.study)),
        note: (!exact.is_empty()).then(|| format!("Exact to rounding: {}.", exact.join(", "))),
        ..Panel::default()
    })
}
