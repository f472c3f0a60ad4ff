//! A map: how members ended over two parameters, or the mean of a column, cell by cell, and the lines that theory draws there.

use super::atlas::{Cells, Side, regions};
use super::{Drawn, MAP, axes, numbers, with_unit};
use crate::model::Boundary;
use crate::output::figure::{Axis, Colour, Curve, Density, Figure, Panel, Style};
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
        let [xs, ys] = [x, y].map(|name| numbers(rows, name));
        let cells = Cells { x: Side::of(&xs, spec.bins as usize), y: Side::of(&ys, spec.bins as usize) };
        let theory = study.system().boundaries([x, y], &value);
        let style = |k: usize| if k == 0 { Style::Solid } else { Style::Dashed };
        let line = |(k, line): (usize, Boundary)| {
            Curve::new(line.points, Colour::Black).labelled(line.what).drawn(style(k), 1.0)
        };
        let curves = theory.into_iter().enumerate().map(line);
        let [x, y] = axes(rows, spec, k);
        let (mut classes, mut density, mut what) = (None, None, "the last step of most");
        match &spec.colour {
            Some(column) => {
                (density, what) = (
                    Some(means(&cells, &xs, &ys, &numbers(rows, column), with_unit(rows, column))),
                    "the mean",
                )
            }
            None => classes = Some(regions(&cells, &xs, &ys, &numbers(rows, "outcome"), info.outcomes)),
        }
        Panel {
            x: Axis { range: x.range.or(Some(cells.x.range)), ..x },
            y: Axis { range: y.range.or(Some(cells.y.range)), ..y },
            curves: curves.collect(),
            regions: classes,
            density,
            height_weight: 1.3,
            note: Some(format!("Areas: {what} of the members there, {} in all.", rows.rows())),
            ..Panel::default()
        }
    };
    let panels: Vec<Panel> = spec.panels.iter().enumerate().map(panel).collect();
    Figure { panels, across: 1, width_cm: MAP, ..Figure::default() }
}

/// The span of positive means beyond which their scale is logarithmic.
const DECADES: f64 = 1e6;

/// The mean of a column in each cell, in two hues if it has both signs or is negative.
fn means(cells: &Cells, xs: &[f64], ys: &[f64], values: &[f64], label: String) -> Density {
    let (columns, rows) = (cells.x.count, cells.y.count);
    let mut sums = vec![(0.0, 0.0); columns * rows];
    for ((x, y), value) in xs.iter().zip(ys).zip(values) {
        let sum = &mut sums[cells.y.cell(*y, rows) * columns + cells.x.cell(*x, columns)];
        *sum = (sum.0 + value, sum.1 + 1.0);
    }
    let means: Vec<f64> = sums.into_iter().map(|(sum, count)| sum / count).collect();
    let signed = values.iter().any(|value| *value < 0.0);
    let positive = || means.iter().copied().filter(|mean| *mean > 0.0);
    let (least, most) = (positive().fold(f64::INFINITY, f64::min), positive().fold(0.0, f64::max));
    Density {
        columns,
        rows,
        x: cells.x.range,
        y: cells.y.range,
        signed,
        // A scale on which rounding would look like everything else is no use.
        logarithmic: !signed && most > DECADES * least,
        values: means,
        label: label.replace('_', " "),
        ..Density::default()
    }
}
