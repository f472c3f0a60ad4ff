//! The WGSL that reads and writes a member: parameters, coordinates, velocities, tally, what was seen, words.

use std::fmt::Write;

use super::draws::expression;
use super::{Layout, Parts, construct, element};
use crate::columns::Fields;
use crate::field::Geometry;
use crate::tally::{Limits, Tally};

/// One loader a parameter struct: shared values from `constants`, the others drawn or from their column.
pub(super) fn loaders(parts: &Parts, layout: &Layout<'_>) -> String {
    // The constants: parameters, limits, geometry, then the numbers of what is drawn.
    let limits_at = layout.constant.len();
    let geometry_at = limits_at + Limits::<f64>::NAMES.len();
    let numbers = geometry_at + Geometry::<f64>::NAMES.len();
    let mut place = 0;
    let mut slot = 0;
    let mut value = || {
        let constant = layout.constant[place];
        place += 1;
        if let Some((drawn, at)) = layout.drawing.and_then(|drawing| drawing.of_column(place - 1)) {
            expression(drawn, numbers + at)
        } else if constant {
            format!("constants[{}u]", place - 1)
        } else {
            slot += 1;
            format!("columns[{}u * run.members + i]", slot - 1)
        }
    };
    let mut text = String::new();
    let groups = [
        ("model", "ModelParams", parts.model_params),
        ("law", "LawParams", parts.law_params),
        ("scheme", "SchemeParams", parts.scheme_params),
    ];
    for (name, kind, fields) in groups {
        let values: Vec<String> = fields.iter().map(|_| value()).collect();
        writeln!(text, "fn load_{name}(i: u32) -> {kind} {{ return {kind}({}); }}", values.join(", "))
            .unwrap();
    }
    writeln!(text, "fn load_h(i: u32) -> Real {{ return {}; }}", value()).unwrap();
    let limits = consecutive(limits_at, Limits::<f64>::NAMES.len());
    writeln!(text, "fn limits_of_run() -> Limits {{ return Limits({limits}); }}").unwrap();
    let geometry = consecutive(geometry_at, Geometry::<f64>::NAMES.len());
    writeln!(text, "fn geometry_of_run() -> Geometry {{ return Geometry({geometry}); }}").unwrap();
    text
}

fn consecutive(first: usize, count: usize) -> String {
    let list: Vec<String> = (first..first + count).map(|j| format!("constants[{j}u]")).collect();
    list.join(", ")
}

/// Loads and stores of coordinates, velocities, tally, what was seen, and words.
pub(super) fn state_access(parts: &Parts) -> String {
    let dof = parts.dof;
    let mut text = String::from(
        "fn load_word(j: u32, i: u32) -> u32 { return words[j * run.members + i]; }\n\
         fn store_word(j: u32, i: u32, value: u32) { words[j * run.members + i] = value; }\n\
         fn add_word(j: u32, i: u32, value: u32) { words[j * run.members + i] += value; }\n",
    );
    let groups = [("q", "Coords", 0, dof), ("u", "Coords", dof, dof)];
    for (name, kind, first, count) in groups {
        let loads: Vec<String> =
            (first..first + count).map(|j| format!("reals[{j}u * run.members + i]")).collect();
        writeln!(text, "fn load_{name}(i: u32) -> {kind} {{ return {}; }}", construct(kind, &loads)).unwrap();
        let stores: Vec<String> = (0..count)
            .map(|j| format!("reals[{}u * run.members + i] = v{};", first + j, element(dof, j)))
            .collect();
        writeln!(text, "fn store_{name}(i: u32, v: {kind}) {{ {} }}", stores.join(" ")).unwrap();
    }
    text += &struct_access("tally", "Tally", Tally::<f64>::NAMES, 2 * dof);
    let seen_at = 2 * dof + Tally::<f64>::NAMES.len();
    text += &struct_access("seen", "Seen", parts.seen, seen_at);
    text += &struct_access("books", "Books", parts.books, seen_at + parts.seen.len());
    text
}

/// Load and store of a struct kept from column `first` on.
fn struct_access(name: &str, kind: &str, fields: &[&str], first: usize) -> String {
    let at = |j: usize| format!("reals[{}u * run.members + i]", first + j);
    let loads: Vec<String> = (0..fields.len()).map(at).collect();
    let stores: String =
        fields.iter().enumerate().map(|(j, field)| format!("{} = s.{field}; ", at(j))).collect();
    format!(
        "fn load_{name}(i: u32) -> {kind} {{ return {kind}({}); }}\n\
         fn store_{name}(i: u32, s: {kind}) {{ {stores}}}\n",
        loads.join(", ")
    )
}
