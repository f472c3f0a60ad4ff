//! The density of a field with its lines of attraction.

use super::{Drawn, MAP};
use crate::field::{Field, Grid};
use crate::output::figure::{Axis, Density, Figure, Mark, Panel};

pub(super) fn figure(drawn: &Drawn<'_>, grid: &Grid, field: &Field) -> Figure {
    let state = drawn.study.info().state;
    let [x, y] = grid.axes.map(|axis| state[axis]);
    let marks = drawn
        .summary
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
    Figure { panels: vec![panel], width_cm: MAP, ..Figure::default() }
}
