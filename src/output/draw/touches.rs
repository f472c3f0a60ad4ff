//! The path of a body's lowest point, with dots where it touches: what chalk leaves on a board.

use super::{Drawn, WIDE, axes, numbers, span};
use crate::output::figure::{Axis, Colour, Curve, Figure, Panel, Style};
use crate::study::figure_spec::FigureSpec;

/// Room left and right of the path, of its length.
const MARGIN: f64 = 0.02;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let rows = drawn.trajectories;
    let (members, modes) = (numbers(rows, "member"), numbers(rows, "mode"));
    let first = members.iter().take_while(|&&member| member == members[0]).count();
    let panel = |(k, [x, y]): (usize, &[String; 2])| {
        let (xs, ys) = (numbers(rows, x), numbers(rows, y));
        let path: Vec<(f64, f64)> = (0..first).map(|i| (xs[i], ys[i])).collect();
        let of_mode =
            |mode: f64| (0..first).filter(|&i| modes[i] == mode).map(|i| (xs[i], ys[i])).collect::<Vec<_>>();
        let touching = |mode, colour, label: &str| {
            Curve::new(of_mode(mode), colour).drawn(Style::Dots, 0.5).labelled(label)
        };
        let [x, y] = axes(rows, spec, k);
        Panel {
            x,
            y,
            curves: vec![
                Curve::new(path, Colour::Grey).drawn(Style::Solid, 0.5),
                touching(1.0, Colour::Category(0), "slides"),
                touching(2.0, Colour::Category(1), "sticks"),
            ],
            height_weight: 0.45,
            ..Panel::default()
        }
    };
    let mut panels: Vec<Panel> = spec.panels.iter().enumerate().map(panel).collect();
    panels.push(written(drawn, spec, &modes[..first]));
    // What was written stands below where it was written.
    let (low, high) = span(&numbers(rows, &spec.panels[0][0])[..first]);
    let room = MARGIN * (high - low);
    let range = (low < high).then_some((low - room, high + room));
    for panel in &mut panels {
        panel.x.range = panel.x.range.or(range);
    }
    Figure { panels, across: 1, width_cm: WIDE, ..Figure::default() }
}

/// The line itself, over the first panel's horizontal axis: a dot wherever the tip was on the board.
fn written(drawn: &Drawn<'_>, spec: &FigureSpec, modes: &[f64]) -> Panel {
    let xs = numbers(drawn.trajectories, &spec.panels[0][0]);
    let dots = (0..modes.len()).filter(|&i| modes[i] > 0.0).map(|i| (xs[i], 0.0)).collect();
    let [x, _] = axes(drawn.trajectories, spec, 0);
    Panel {
        x,
        y: Axis::between("", -1.0, 1.0),
        curves: vec![Curve::new(dots, Colour::Black).drawn(Style::Dots, 1.2)],
        height_weight: 0.08,
        title: Some("What is left on the board".into()),
        ..Panel::default()
    }
}
