//! A map: how members ended over two parameters, cell by cell, and the lines that theory draws there.

use super::atlas::{Cells, Side, regions};
use super::{Drawn, MAP, axes, numbers};
use crate::model::Boundary;
use crate::output::figure::{Axis, Colour, Curve, Figure, Panel, Style};
use crate::study::figure_spec::FigureSpec;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let (rows, study) = (drawn.members, drawn.study);
    let info = study.info();
    // What varies from member to member has no one value for theory.
    let value = |name: &str| {
        let dist = info.column(name).map(|_| study.spec.dist(name)).filter(|dist| dist.is_constant());
        dist.map_or(f64::NAN, |dist| dist.bounds().0)
    };
    let panel = |(k, [x, y]): (usize, &[String; 2])| {
        let [xs, ys, outcomes] = [x.as_str(), y, "outcome"].map(|name| numbers(rows, name));
        let cells = Cells { x: Side::of(&xs, spec.bins as usize), y: Side::of(&ys, spec.bins as usize) };
        let theory = study.system().boundaries([x, y], &value);
        let style = |k: usize| if k == 0 { Style::Solid } else { Style::Dashed };
        let line = |(k, line): (usize, Boundary)| {
            Curve::new(line.points, Colour::Black).labelled(line.what).drawn(style(k), 1.0)
        };
        let curves = theory.into_iter().enumerate().map(line);
        let [x, y] = axes(rows, spec, k);
        Panel {
            x: Axis { range: x.range.or(Some(cells.x.range)), ..x },
            y: Axis { range: y.range.or(Some(cells.y.range)), ..y },
            curves: curves.collect(),
            regions: Some(regions(&cells, &xs, &ys, &outcomes, info.outcomes)),
            height_weight: 1.3,
            note: Some(format!("Areas: the last step of most of the {} members there.", rows.rows())),
            ..Panel::default()
        }
    };
    let panels: Vec<Panel> = spec.panels.iter().enumerate().map(panel).collect();
    Figure { panels, across: 1, width_cm: MAP, ..Figure::default() }
}
