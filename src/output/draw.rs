//! Figures of a study: trajectories and density fields.

use super::figure::{Axis, Colour, Curve, Density, Figure, Mark, Panel, Style};
use super::table::Table;
use crate::field::{Field, Grid};
use crate::study::spec::FigureSpec;
use crate::study::{Study, Summary};

/// Width of one curve among many, in points.
const THIN: f32 = 0.5;
/// Width of a figure in one column of a journal, and across both, in centimetres.
const COLUMN: f64 = 9.0;
const WIDE: f64 = 18.0;
/// A field has its labels beside it.
const FIELD: f64 = 12.0;

/// The figure that `[[figure]]` asks for, if there is anything to draw.
pub fn figure(
    study: &Study,
    spec: &FigureSpec,
    summary: &Summary,
    trajectories: &Table,
    field: Option<&(Grid, Field)>,
) -> Option<Figure> {
    match spec.kind.as_str() {
        "field" => field.map(|(grid, field)| density(study, summary, grid, field)),
        _ if trajectories.rows() > 0 => Some(curves(study, spec, summary, trajectories)),
        _ => None,
    }
}

fn label(study: &Study, name: &str) -> String {
    let unit = study.info().state.iter().find(|(state, _)| *state == name).map_or("s", |(_, unit)| unit);
    format!("{name} ({unit})")
}

/// One panel a pair of columns, one curve a recorded member, coloured from first to last.
fn curves(study: &Study, spec: &FigureSpec, summary: &Summary, rows: &Table) -> Figure {
    let member = rows.get("member").expect("a trajectory has members");
    let count = (0..rows.rows()).map(|i| member.real(i)).fold(0.0, f64::max).max(1.0);
    let panels = spec.panels.iter().map(|[x, y]| {
        let (xs, ys) = (rows.get(x).expect("checked in Spec"), rows.get(y).expect("checked in Spec"));
        let mut curves: Vec<Curve> = Vec::new();
        let mut last = f64::NAN;
        for i in 0..rows.rows() {
            if member.real(i) != last {
                last = member.real(i);
                curves.push(Curve::new(Vec::new(), Colour::Scale(last / count)).drawn(Style::Solid, THIN));
            }
            let curve = curves.last_mut().expect("just pushed");
            curve.points.push((xs.real(i), ys.real(i)));
        }
        let answers = summary.closed_form.iter().filter(|answer| answer.what.ends_with(&format!("at {y}")));
        let marks =
            answers.map(|answer| Mark { y: answer.exact, label: format!("exact {:.4}", answer.exact) });
        Panel {
            x: Axis::new(label(study, x)),
            y: Axis::new(label(study, y)),
            marks: if count > 1.0 { Vec::new() } else { marks.collect() },
            curves,
            equal_aspect: spec.equal,
            ..Panel::default()
        }
    });
    let panels: Vec<Panel> = panels.collect();
    // Panels over the same vertical axis stand side by side.
    let together = spec.panels.len() > 1 && spec.panels.iter().all(|[_, y]| *y == spec.panels[0][1]);
    let (across, width_cm) = if together { (panels.len(), WIDE) } else { (1, COLUMN) };
    Figure { panels, across, width_cm, ..Figure::default() }
}

/// The density of a field with its lines of attraction.
fn density(study: &Study, summary: &Summary, grid: &Grid, field: &Field) -> Figure {
    let state = study.info().state;
    let [x, y] = grid.axes.map(|axis| state[axis]);
    let marks = summary
        .attraction_lines
        .iter()
        .map(|line| Mark { y: line.y, label: format!("{} = {:.1} {}", y.0, line.y, y.1) });
    let density = Density {
        columns: grid.cells[0] as usize,
        rows: grid.cells[1] as usize,
        x: grid.ranges[0],
        y: grid.ranges[1],
        values: (0..grid.len()).map(|cell| field.count(cell) as f64).collect(),
        logarithmic: true,
        label: "samples in a cell".into(),
        ..Density::default()
    };
    let panel = Panel {
        x: Axis::between(format!("{} ({})", x.0, x.1), grid.ranges[0].0, grid.ranges[0].1),
        y: Axis::between(format!("{} ({})", y.0, y.1), grid.ranges[1].0, grid.ranges[1].1),
        density: Some(density),
        marks: marks.collect(),
        ..Panel::default()
    };
    Figure { panels: vec![panel], width_cm: FIELD, ..Figure::default() }
}
