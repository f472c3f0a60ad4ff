//! What theory advises against, counted member by member: the run is made all the same, and says so.

use std::collections::BTreeMap;

use super::Study;
use crate::output::table::Table;

/// The members of a chunk for which theory has a warning, by the warning's text.
pub fn of_rows(study: &Study, rows: &Table) -> BTreeMap<String, u64> {
    let [_, _, scheme] = study.system().info().names;
    let restitution = |i: usize| {
        let index = number(rows, "delta", i).map_or(0.0, |delta| (1.0 - delta) / (1.0 + delta));
        let each = ["e", "e1", "e2", "e3"].map(|name| number(rows, name, i).unwrap_or(0.0));
        each.into_iter().fold(index, f64::max)
    };
    let outside = |i: usize| {
        let theta = number(rows, "theta_scheme", i).unwrap_or(0.5);
        scheme == "moreau-jean" && !(0.5..=1.0 / (1.0 + restitution(i))).contains(&theta)
    };
    let pushed = |i: usize| number(rows, "correction", i).unwrap_or(0.0) > 0.0 && restitution(i) > 0.0;
    let count = |warned: &dyn Fn(usize) -> bool| (0..rows.rows()).filter(|&i| warned(i)).count() as u64;
    let counts = [(THETA, count(&outside)), (CORRECTION, count(&pushed))];
    counts.into_iter().filter(|&(_, n)| n > 0).map(|(text, n)| (text.to_owned(), n)).collect()
}

/// Acary & Collins-Craft 2023, eq. 78.
const THETA: &str = "theta_scheme outside [1/2, 1/(1 + e)]: the scheme may gain energy";
/// A violation taken back lifts what then falls again, and rebounds multiply it.
const CORRECTION: &str = "correction > 0 with e > 0: rebounds gain energy";

/// A parameter of a member, if the system has it.
fn number(rows: &Table, name: &str, i: usize) -> Option<f64> {
    rows.get(name).map(|column| column.real(i))
}
