//! The figures, each as an image of its own within the page: so that names inside one do not meet those of another.

use super::markup::{Markup, text};
use crate::output::figure::base64;

/// Above this size an SVG is replaced by the PNG of the same figure, in bytes.
const LARGEST_SVG: usize = 1_500_000;

/// A figure of the folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The file's stem.
    pub name: String,
    /// The text of the SVG file.
    pub svg: String,
    /// The PNG file, if there is one.
    pub png: Option<Vec<u8>>,
}

impl Picture {
    /// The picture as an address that contains it.
    pub(super) fn address(&self) -> String {
        match &self.png {
            Some(png) if self.svg.len() > LARGEST_SVG => format!("data:image/png;base64,{}", base64(png)),
            _ => format!("data:image/svg+xml;base64,{}", base64(self.svg.as_bytes())),
        }
    }

    /// The width in print, in centimetres: what the file says, or that of a page.
    pub(super) fn width(&self) -> f64 {
        let said =
            self.svg.split_once(" width=\"").and_then(|(_, rest)| rest.split_once("cm\"")?.0.parse().ok());
        said.filter(|width: &f64| width.is_finite() && *width > 0.0).unwrap_or(18.0)
    }
}

/// All figures with their captions.
pub(super) fn figures(pictures: &[Picture], study: &toml::Table) -> Option<Markup> {
    let figure = |picture: &Picture| {
        let (what, name) = (text(&described(&picture.name, study)).0, text(&picture.name).0);
        format!(
            "<figure>\n<img style=\"--width:{}cm\" src=\"{}\" alt=\"Figure {name}: {what}\"/>\n\
             <figcaption><strong>{name}</strong>: {what}</figcaption>\n</figure>\n",
            picture.width(),
            picture.address()
        )
    };
    let all: String = pictures.iter().map(figure).collect();
    (!pictures.is_empty()).then(|| Markup(format!("<div class=\"figures\">\n{all}</div>\n")))
}

/// The `[[figure]]` tables of a study.
fn specs(study: &toml::Table) -> impl Iterator<Item = &toml::Table> {
    study
        .get("figure")
        .and_then(toml::Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(toml::Value::as_table)
}

fn word<'a>(table: &'a toml::Table, key: &str) -> Option<&'a str> {
    table.get(key).and_then(toml::Value::as_str)
}

/// The place of a figure in its study; those that it does not name come last.
pub(super) fn rank(name: &str, study: &toml::Table) -> usize {
    specs(study).position(|spec| word(spec, "stem") == Some(name)).unwrap_or(usize::MAX)
}

/// What a figure shows, by its `[[figure]]`.
fn described(name: &str, study: &toml::Table) -> String {
    let Some(spec) = specs(study).find(|spec| word(spec, "stem") == Some(name)) else {
        return "a figure of the folder".into();
    };
    let kind = word(spec, "kind").unwrap_or("figure");
    let mut out = what(kind).to_owned();
    let panels = pairs(spec, "panels");
    let labels = pairs(spec, "labels");
    let panel = |(k, [x, y]): (usize, &[String; 2])| {
        let [x, y] = labels.get(k).unwrap_or(&[x.clone(), y.clone()]).clone();
        format!("{y} over {x}")
    };
    let panels: Vec<String> = panels.iter().enumerate().map(panel).collect();
    if !panels.is_empty() {
        out += &format!(": {}", panels.join("; "));
    }
    if let Some(colour) = word(spec, "colour") {
        out += &format!("; coloured by {colour}");
    }
    out
}

/// A kind of figure in words.
fn what(kind: &str) -> &str {
    match kind {
        "field" => "where members are: density over the field",
        "trajectories" => "recorded trajectories",
        "profile" => "the outline of the first member at every recorded instant",
        "touches" => "the path of the lowest point, with dots where it touches",
        "scatter" => "members, a point each",
        "histogram" => "how members are distributed",
        "exceedance" => "how often a value is exceeded",
        "fractions" => "fractions of outcomes",
        "convergence" => "convergence with the step",
        "atlas" => "atlas: what theory says, with outcomes over it",
        other => other,
    }
}

/// Pairs of words of a `[[figure]]`.
fn pairs(spec: &toml::Table, key: &str) -> Vec<[String; 2]> {
    let pair = |item: &toml::Value| {
        let words: Vec<String> =
            item.as_array()?.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect();
        <[String; 2]>::try_from(words).ok()
    };
    spec.get(key).and_then(toml::Value::as_array).into_iter().flatten().filter_map(pair).collect()
}
