//! The outline of the first member at every recorded instant, numbered by its steps (Moreau 1988, Fig. 15.1).

use super::{Drawn, WIDE, numbers};
use crate::output::figure::{Axis, Colour, Curve, Figure, Fill, Label, Panel};
use crate::output::table::Table;

/// A column of the state; padding is in no file.
fn state(rows: &Table, name: &str) -> Vec<f64> {
    if name.is_empty() { vec![0.0; rows.rows()] } else { numbers(rows, name) }
}

pub(super) fn figure(drawn: &Drawn<'_>) -> Figure {
    let rows = drawn.trajectories;
    let info = drawn.study.info();
    let params = drawn.study.params_of(0);
    let every = drawn.study.spec.record.map_or(1, |record| record.every as usize);
    let states: Vec<Vec<f64>> = info.state.iter().map(|(name, _)| state(rows, name)).collect();
    let first = numbers(rows, "member").iter().take_while(|&&member| member == 0.0).count();
    let (mut fills, mut labels) = (Vec::new(), Vec::new());
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    for i in 0..first {
        let state: Vec<f64> = states.iter().map(|column| column[i]).collect();
        let points = drawn.study.system().outline(&params, &state);
        for (x, _) in &points {
            (left, right) = (left.min(*x), right.max(*x));
        }
        // The last two corners are the top.
        if let [.., a, b] = points.as_slice() {
            labels.push(Label { at: (0.5 * (a.0 + b.0), 0.5 * (a.1 + b.1)), text: (i * every).to_string() });
        }
        let colour = Colour::Scale(i as f64 / first.max(2) as f64);
        fills.push(Fill { points, colour, edge: 0.7 });
    }
    let ground = Curve::new(vec![(left, 0.0), (right, 0.0)], Colour::Black);
    let panel = Panel {
        x: Axis::new("x (m)"),
        y: Axis::new("y (m)"),
        fills,
        labels,
        curves: vec![ground],
        equal_aspect: true,
        note: Some(format!("Numbers are time steps, h = {} s.", params[params.len() - 1])),
        ..Panel::default()
    };
    Figure { panels: vec![panel], width_cm: WIDE, ..Figure::default() }
}
