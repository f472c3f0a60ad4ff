//! `[[figure]]`: what is drawn of a study.

use serde::Serialize;

use super::dist::number;
use super::members::member_columns;
use super::sections::section;
use super::spec::{short, text_of, truth, whole};
use crate::error::Error;
use crate::system::System;

/// One picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureSpec {
    /// One of [`KINDS`].
    pub kind: String,
    /// The file's stem.
    pub stem: String,
    /// Pairs of columns, a panel each.
    pub panels: Vec<[String; 2]>,
    /// What the pairs of one panel are, where trajectories or a scatter have several in each: as many as there are names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<String>,
    /// What the axes of each panel say instead of the columns' names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<[String; 2]>,
    /// The column of the members that gives points and curves their colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// Ends of the horizontal axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_range: Option<[f64; 2]>,
    /// Ends of the vertical axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y_range: Option<[f64; 2]>,
    /// Cells of a histogram.
    pub bins: u32,
    /// Whether both axes have the same scale.
    pub equal: bool,
    /// What theory says of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theory: Option<Theory>,
}

/// A bound or a place that theory gives: a circle about the origin of a scatter, a vertical line of a histogram, a level line in the
/// first panel of trajectories.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Theory {
    /// The radius, or the place on the horizontal axis, or on the vertical one.
    pub at: f64,
    /// What it is.
    pub label: String,
}

/// What a kind of figure takes its columns from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Trajectories,
    Members,
    Nothing,
}

/// The kinds of figures.
pub const KINDS: [&str; 11] = [
    "trajectories",
    "field",
    "profile",
    "touches",
    "scatter",
    "histogram",
    "exceedance",
    "fractions",
    "convergence",
    "map",
    "atlas",
];

fn source(kind: &str) -> From {
    match kind {
        "trajectories" | "touches" => From::Trajectories,
        "field" | "profile" => From::Nothing,
        _ => From::Members,
    }
}

impl FigureSpec {
    /// The columns of the members that it needs.
    pub fn member_columns(&self) -> Vec<&str> {
        let mut columns: Vec<&str> = self.colour.as_deref().into_iter().collect();
        if source(&self.kind) == From::Members {
            columns.extend(self.panels.iter().flatten().map(String::as_str));
            columns.push("outcome");
            columns.extend((self.kind == "atlas").then_some("class"));
        }
        columns
    }

    /// Whether it draws recorded trajectories.
    pub fn draws_trajectories(&self) -> bool {
        source(&self.kind) == From::Trajectories || self.kind == "profile"
    }

    /// The ends of the axes, as figures want them.
    pub fn ranges(&self) -> [Option<(f64, f64)>; 2] {
        [self.x_range.map(|[a, b]| (a, b)), self.y_range.map(|[a, b]| (a, b))]
    }
}

/// Cells of a histogram if nothing is said, and at most.
const BINS: u32 = 40;
const MOST_BINS: u64 = 10_000;

const KEYS: [&str; 11] = [
    "kind", "stem", "panels", "together", "labels", "colour", "x_range", "y_range", "bins", "equal", "theory",
];

pub(super) fn figures(table: &toml::Table, system: &dyn System) -> Result<Vec<FigureSpec>, Error> {
    let Some(value) = table.get("figure") else { return Ok(Vec::new()) };
    let wrong = || Error::input("figure", short(value), "accepted: [[figure]] tables");
    let figure = |item: &toml::Value| {
        let wrapped = toml::Table::from_iter([("figure".to_owned(), item.clone())]);
        one(section(&wrapped, "figure", &KEYS)?.ok_or_else(wrong)?, system)
    };
    let figures: Vec<FigureSpec> =
        value.as_array().ok_or_else(wrong)?.iter().map(figure).collect::<Result<_, _>>()?;
    for (place, figure) in figures.iter().enumerate() {
        if figures[..place].iter().any(|earlier| earlier.stem == figure.stem) {
            return Err(Error::input("figure.stem", &figure.stem, "each figure needs a stem of its own"));
        }
    }
    Ok(figures)
}

/// Leaves out the figures that ask for columns which a system does not have.
pub(super) fn keep_fitting(table: &mut toml::Table, system: &dyn System) {
    let Some(list) = table.get_mut("figure").and_then(|figures| figures.as_array_mut()) else { return };
    list.retain(|item| item.as_table().is_none_or(|section| one(section, system).is_ok()));
}

fn one(section: &toml::Table, system: &dyn System) -> Result<FigureSpec, Error> {
    let kind = text_of(section, "kind")?;
    if !KINDS.contains(&kind.as_str()) {
        return Err(Error::input("figure.kind", kind, format!("accepted: {}", KINDS.join(", "))));
    }
    let info = system.info();
    let members = member_columns(system);
    let states = info.named_state().map(|(_, column)| column).chain(info.observed.iter().copied());
    let states = states.map(|(name, _)| name.to_owned());
    let names: Vec<String> = match source(&kind) {
        From::Members => members.clone(),
        _ => states.chain(["t".to_owned()]).collect(),
    };
    let panels = pairs(section, "panels", |name| names.contains(name), &names.join(", "))?;
    if panels.is_empty() && source(&kind) != From::Nothing {
        let accepted = format!("write panels = [[x, y], ...] with {}", names.join(", "));
        return Err(Error::input("figure.panels", "(missing)", accepted));
    }
    if kind == "atlas" && info.watched.iter().all(|column| column.name != "class") {
        return Err(Error::input("figure.kind", kind, "an atlas needs a model with a planar contact"));
    }
    let colour = section.get("colour").map(|_| text_of(section, "colour")).transpose()?;
    if let Some(name) = colour.as_ref().filter(|name| !members.contains(name)) {
        return Err(Error::input("figure.colour", name, format!("accepted: {}", members.join(", "))));
    }
    let stem = section.get("stem").map_or(Ok(kind.clone()), |_| text_of(section, "stem"))?;
    if stem.is_empty() || !stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        return Err(Error::input("figure.stem", stem, "accepted: letters, digits, - and _"));
    }
    let together = together(section, &kind, panels.len(), colour.is_some())?;
    Ok(FigureSpec {
        together,
        labels: pairs(section, "labels", |_| true, "texts")?,
        x_range: range(section, "x_range")?,
        y_range: range(section, "y_range")?,
        bins: whole(section, "bins", 1, MOST_BINS)?.map_or(BINS, |bins| bins as u32),
        equal: truth(section, "figure", "equal")?,
        theory: theory(section)?,
        kind,
        stem,
        panels,
        colour,
    })
}

/// `together = ["name", ...]`: so many pairs share a panel, each with a colour of its own.
fn together(section: &toml::Table, kind: &str, pairs: usize, coloured: bool) -> Result<Vec<String>, Error> {
    let Some(value) = section.get("together") else { return Ok(Vec::new()) };
    let wrong =
        |accepted: &str| Error::input("figure.together", short(value), format!("accepted: {accepted}"));
    let list = value.as_array().ok_or_else(|| wrong("a list of names"))?;
    let names: Vec<String> = list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
    if names.len() != list.len() || names.is_empty() || !pairs.is_multiple_of(names.len()) {
        return Err(wrong("a list of names, by whose number that of the panels can be divided"));
    }
    if !["trajectories", "scatter"].contains(&kind) || coloured {
        return Err(wrong("only for trajectories or scatter, and without colour"));
    }
    Ok(names)
}

/// `theory = { at, label }`.
fn theory(section: &toml::Table) -> Result<Option<Theory>, Error> {
    let Some(value) = section.get("theory") else { return Ok(None) };
    let wrong =
        || Error::input("figure.theory", short(value), "accepted: { at = a number, label = \"words\" }");
    let inner = value.as_table().filter(|inner| inner.len() == 2).ok_or_else(wrong)?;
    match (inner.get("at").and_then(number), inner.get("label").and_then(toml::Value::as_str)) {
        (Some(at), Some(label)) if at.is_finite() => Ok(Some(Theory { at, label: label.to_owned() })),
        _ => Err(wrong()),
    }
}

/// Pairs of words.
fn pairs(
    section: &toml::Table,
    key: &str,
    known: impl Fn(&String) -> bool,
    accepted: &str,
) -> Result<Vec<[String; 2]>, Error> {
    let Some(value) = section.get(key) else { return Ok(Vec::new()) };
    let wrong = |value: &toml::Value| {
        Error::input(format!("figure.{key}"), short(value), format!("accepted: pairs of {accepted}"))
    };
    let pair = |item: &toml::Value| {
        let words: Option<Vec<String>> =
            item.as_array().map(|list| list.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect());
        match words.as_deref() {
            Some([x, y]) if known(x) && known(y) => Ok([x.clone(), y.clone()]),
            _ => Err(wrong(item)),
        }
    };
    value.as_array().ok_or_else(|| wrong(value))?.iter().map(pair).collect()
}

fn range(section: &toml::Table, key: &str) -> Result<Option<[f64; 2]>, Error> {
    let Some(value) = section.get(key) else { return Ok(None) };
    let list: Vec<f64> = value.as_array().into_iter().flatten().filter_map(number).collect();
    match list.as_slice() {
        &[a, b] if a < b && (b - a).is_finite() => Ok(Some([a, b])),
        _ => {
            Err(Error::input(format!("figure.{key}"), short(value), "accepted: [low, high] with low < high"))
        }
    }
}
