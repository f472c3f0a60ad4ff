//! Figures of a study: one file a kind.

use super::figure::{Axis, Colour, ColourBar, Figure, Panel};
use super::table::{Table, Values};
use crate::field::{Field, Grid};
use crate::study::figure_spec::FigureSpec;
use crate::study::{Study, Summary};

mod atlas;
mod convergence;
mod density;
mod exceedance;
mod fractions;
mod histogram;
mod map;
mod profile;
mod scatter;
mod touches;
mod trajectories;

pub(crate) use atlas::{Cells, Side, regions};

/// Width of a figure in one column of a journal, and across both, in centimetres.
const COLUMN: f64 = 9.0;
const WIDE: f64 = 18.0;
/// A field or a map has its labels beside it.
const MAP: f64 = 12.0;

/// What there is to draw from.
pub struct Drawn<'a> {
    /// The study.
    pub study: &'a Study,
    /// Its summary.
    pub summary: &'a Summary,
    /// Recorded trajectories.
    pub trajectories: &'a Table,
    /// The members, with the columns that figures ask for; the first ones of a very large study.
    pub members: &'a Table,
    /// The density field.
    pub field: Option<(&'a Grid, &'a Field)>,
}

/// The figure that `[[figure]]` asks for, if there is anything to draw.
pub fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Option<Figure> {
    let (moved, members) = (drawn.trajectories.rows() > 0, drawn.members.rows() > 0);
    match spec.kind.as_str() {
        "field" => drawn.field.map(|(grid, field)| density::figure(drawn, grid, field)),
        "trajectories" => moved.then(|| trajectories::figure(drawn, spec)),
        "profile" => moved.then(|| profile::figure(drawn)),
        "touches" => moved.then(|| touches::figure(drawn, spec)),
        "scatter" => members.then(|| scatter::figure(drawn, spec)),
        "histogram" => members.then(|| histogram::figure(drawn, spec)),
        "exceedance" => members.then(|| exceedance::figure(drawn, spec)),
        "fractions" => members.then(|| fractions::figure(drawn, spec)),
        "convergence" => members.then(|| convergence::figure(drawn, spec)),
        "map" => members.then(|| map::figure(drawn, spec)),
        "atlas" => members.then(|| atlas::figure(drawn, spec)),
        _ => None,
    }
}

/// A column as numbers; words are their places in their list.
fn numbers(table: &Table, name: &str) -> Vec<f64> {
    let column = table.get(name).expect("checked in Spec, read by Finish");
    (0..table.rows()).map(|i| column.real(i)).collect()
}

/// The words that a column's numbers stand for, if they do.
fn words(table: &Table, name: &str) -> Option<&'static [&'static str]> {
    match table.get(name)?.values {
        Values::Label { labels, .. } => Some(labels),
        _ => None,
    }
}

/// The axes of panel `k`: what the study says, or the columns' names and units.
fn axes(table: &Table, spec: &FigureSpec, k: usize) -> [Axis; 2] {
    std::array::from_fn(|side| {
        let name = &spec.panels[k][side];
        let unit = table.get(name).map_or("", |column| column.unit.as_str());
        let own = if unit.is_empty() { name.clone() } else { format!("{name} ({unit})") };
        let label = spec.labels.get(k).map_or(own, |labels| labels[side].clone());
        Axis { label, range: spec.ranges()[side], ..Axis::default() }
    })
}

/// From this ratio of its ends on, a positive range is shown by its logarithm.
const WIDE_RANGE: f64 = 20.0;

/// The least and the greatest finite value.
fn span(values: &[f64]) -> (f64, f64) {
    let finite = values.iter().filter(|x| x.is_finite());
    finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)))
}

/// Whether values are best shown by their logarithms.
fn is_wide((low, high): (f64, f64)) -> bool {
    low > 0.0 && high / low >= WIDE_RANGE
}

/// Panels side by side across a page if there are two or more, else one column wide.
fn laid_out(panels: Vec<Panel>) -> Figure {
    let (across, width_cm) = if panels.len() > 1 { (2, WIDE) } else { (1, COLUMN) };
    Figure { panels, across, width_cm, ..Figure::default() }
}

/// Colours by the value of a column: its words, or its range.
struct Colouring {
    values: Vec<f64>,
    words: Option<&'static [&'static str]>,
    low: f64,
    high: f64,
    label: String,
}

/// A column's name and its unit.
fn with_unit(table: &Table, name: &str) -> String {
    let unit = table.get(name).map_or("", |column| column.unit.as_str());
    if unit.is_empty() { name.to_owned() } else { format!("{name} ({unit})") }
}

impl Colouring {
    fn by(table: &Table, name: &str) -> Colouring {
        let values = numbers(table, name);
        let (low, high) = span(&values);
        Colouring { words: words(table, name), low, high, label: with_unit(table, name), values }
    }

    fn of(&self, value: f64) -> Colour {
        match self.words {
            Some(_) => Colour::Category(value as usize),
            None if self.high > self.low => Colour::Scale((value - self.low) / (self.high - self.low)),
            None => Colour::Scale(0.0),
        }
    }

    fn bar(&self) -> Option<ColourBar> {
        let spread = self.words.is_none() && self.high > self.low;
        spread.then(|| ColourBar { label: self.label.clone(), range: (self.low, self.high) })
    }
}
