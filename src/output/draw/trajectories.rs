//! Recorded trajectories: one panel a pair of columns, or several that belong together, and one curve a member of each.

use super::{COLUMN, Colouring, Drawn, WIDE, axes, numbers};
use crate::output::figure::{Colour, Curve, Figure, Mark, Panel, Style};
use crate::study::figure_spec::FigureSpec;

/// Width of one curve among many, and of one that has a name, in points.
const THIN: f32 = 0.5;
const PLAIN: f32 = 1.0;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let rows = drawn.trajectories;
    let members = numbers(rows, "member");
    let last = members.iter().copied().fold(0.0, f64::max);
    let colouring = spec.colour.as_ref().map(|name| Colouring::by(drawn.members, name));
    // From first to last, unless a column says otherwise.
    let colour = |member: f64| match &colouring {
        Some(by) => by.values.get(member as usize).map_or(Colour::Grey, |&value| by.of(value)),
        None => Colour::Scale(member / last.max(1.0)),
    };
    let each = spec.together.len().max(1);
    let panel = |(number, pairs): (usize, &[[String; 2]])| {
        let (k, y) = (number * each, &pairs[0][1]);
        let mut curves: Vec<Curve> = Vec::new();
        for (place, [x, y]) in pairs.iter().enumerate() {
            let (xs, ys) = (numbers(rows, x), numbers(rows, y));
            let mut now = f64::NAN;
            for i in 0..rows.rows() {
                if members[i] != now {
                    now = members[i];
                    let curve = match spec.together.get(place) {
                        Some(name) => named(place, name, i == 0, (xs[i], ys[i]), &mut curves),
                        None => Curve::new(Vec::new(), colour(now)).drawn(Style::Solid, THIN),
                    };
                    curves.push(curve);
                }
                curves.last_mut().expect("just pushed").points.push((xs[i], ys[i]));
            }
        }
        let answers =
            drawn.summary.closed_form.iter().filter(|answer| answer.what.ends_with(&format!("at {y}")));
        let exact =
            answers.map(|answer| Mark { y: answer.exact, label: format!("exact {:.4}", answer.exact) });
        let said = spec.theory.iter().filter(|_| k == 0);
        let said = said.map(|theory| Mark { y: theory.at, label: theory.label.clone() });
        let marks = said.chain(exact.filter(|_| last == 0.0)).collect();
        let [x, y] = axes(rows, spec, k);
        Panel {
            x,
            y,
            marks,
            curves,
            bar: colouring.as_ref().and_then(Colouring::bar),
            equal_aspect: spec.equal,
            ..Panel::default()
        }
    };
    let panels: Vec<Panel> = spec.panels.chunks(each).enumerate().map(panel).collect();
    // Panels over the same vertical axis stand side by side.
    let together = panels.len() > 1 && spec.panels.iter().all(|[_, y]| *y == spec.panels[0][1]);
    let (across, width_cm) = if together { (panels.len(), WIDE) } else { (1, COLUMN) };
    Figure { panels, across, width_cm, ..Figure::default() }
}

/// A curve of its own colour; the first one with its name, and a dot where it begins.
fn named(place: usize, name: &str, first: bool, start: (f64, f64), curves: &mut Vec<Curve>) -> Curve {
    let curve = Curve::new(Vec::new(), Colour::Category(place));
    if !first {
        return curve.drawn(Style::Solid, THIN);
    }
    curves.push(Curve::new(vec![start], Colour::Category(place)).drawn(Style::Dots, 2.0));
    curve.drawn(Style::Solid, PLAIN).labelled(name)
}
