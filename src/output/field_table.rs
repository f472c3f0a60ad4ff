//! The field as a table: a row a cell that was visited.

use super::table::{Column, Table, Values};
use crate::field::{Field, Grid};
use crate::study::Study;

/// Centre, count and mean velocity of every cell that was visited.
pub fn field_table(study: &Study, grid: &Grid, field: &Field) -> Table {
    let state = study.info().state;
    let cells: Vec<usize> = (0..grid.len()).filter(|&cell| field.count(cell) > 0).collect();
    let columns = grid.cells[0] as usize;
    let centre = |axis: usize, cell: usize| {
        let place = if axis == 0 { cell % columns } else { cell / columns };
        let (low, high) = grid.ranges[axis];
        low + (high - low) * (place as f64 + 0.5) / f64::from(grid.cells[axis])
    };
    let column = |name: &str, unit: &str, about: &str, values| Column {
        name: name.into(),
        unit: unit.into(),
        about: about.into(),
        values,
    };
    let reals = |f: &dyn Fn(usize) -> f64| Values::F64(cells.iter().map(|&cell| f(cell)).collect());
    let mut table = Vec::new();
    for axis in 0..2 {
        let (name, unit) = state[grid.axes[axis]];
        table.push(column(name, unit, "centre of the cell", reals(&|cell| centre(axis, cell))));
    }
    let counts = cells.iter().map(|&cell| field.count(cell)).collect();
    table.push(column("count", "", "samples in the cell", Values::U64(counts)));
    for component in 0..2 {
        let (name, unit) = state[grid.velocities[component]];
        let name = format!(
            "mean_{name}{}",
            if component == 1 && grid.velocities[0] == grid.velocities[1] { "_2" } else { "" }
        );
        table.push(column(&name, unit, "mean over the samples", reals(&|cell| field.mean(component, cell))));
    }
    Table { columns: table }
}
