//! The WGSL for what is done with a member's state at each sampled instant: trajectories and fields.

use std::fmt::Write;

use super::{Layout, Parts, element};

/// The test whether a sampled instant is due for one of two uses; with a single use, every instant is.
fn due(layout: &Layout<'_>, name: &str) -> String {
    let both = layout.record && layout.field.is_some();
    if both { format!("done % run.{name}_every == 0u && ") } else { String::new() }
}

/// `sample`: what is done with a member's state at each sampled instant.
pub(super) fn sampling(parts: &Parts, layout: &Layout<'_>) -> String {
    let dof = parts.dof;
    let state = |j: usize| {
        if j < dof { format!("q{}", element(dof, j)) } else { format!("u{}", element(dof, j - dof)) }
    };
    let mut body = String::new();
    if layout.record {
        writeln!(body, "    if ({}i < run.record_members) {{", due(layout, "record")).unwrap();
        body += "        let sample_number = done / run.record_every - run.first / run.record_every - 1u;\n";
        writeln!(body, "        let at = (sample_number * run.record_members + i) * {}u;", 2 * dof + 1)
            .unwrap();
        for j in 0..2 * dof {
            writeln!(body, "        record[at + {j}u] = {};", state(j)).unwrap();
        }
        writeln!(body, "        record[at + {}u] = mode;", 2 * dof).unwrap();
        body += "    }\n";
    }
    let mut text = String::new();
    if let Some(grid) = layout.field {
        let [columns, rows] = grid.cells;
        let cells = columns * rows;
        let [x, y] = grid.axes.map(state);
        writeln!(body, "    if ({}true) {{", due(layout, "field")).unwrap();
        writeln!(body, "        let cell = field_cell(geometry_of_run(), {columns}u, {rows}u, {x}, {y});")
            .unwrap();
        writeln!(body, "        atomicAdd(&field[cell], 1u);\n        if (cell < {cells}u) {{").unwrap();
        for (component, velocity) in grid.velocities.into_iter().enumerate() {
            let base = cells as usize + 1 + 2 * component * cells as usize;
            writeln!(body, "            field_add({base}u + 2u * cell, field_quantum({}));", state(velocity))
                .unwrap();
        }
        body += "        }\n    }\n";
        // A 64-bit sum in two words: the carry of the low word goes to the high one, in any order.
        text += "fn field_add(at: u32, v: i32) {\n    let low = bitcast<u32>(v);\n    \
                 let old = atomicAdd(&field[at], low);\n    \
                 let high = bitcast<u32>(v >> 31u) + select(0u, 1u, old + low < old);\n    \
                 if (high != 0u) {\n        atomicAdd(&field[at + 1u], high);\n    }\n}\n";
    }
    writeln!(text, "fn sample(i: u32, done: u32, q: Coords, u: Coords, mode: Real) {{\n{body}}}").unwrap();
    text
}
