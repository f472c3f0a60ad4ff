//! A rule from TOML.

use std::path::Path;

use super::{Dist, NORMAL_REACH};
use crate::error::Error;
use crate::study::file;

const FORMS: &str = "a number, {uniform=[a,b]}, {log_uniform=[a,b]}, {normal=[mean,sd]}, {normal=[mean,sd,low,high]}, \
                     {linspace=[a,b]}, {logspace=[a,b]}, {choice=[...]}, {grid=[...]}, {grid={from=a, to=b, count=n}}, \
                     {sobol=[a,b]} or {file=\"x.csv\", column=\"name\"}";

/// The most values of an even grid.
const MOST_VALUES: i64 = 1_000_000;

impl Dist {
    /// Reads a TOML value; a file is read as well, its path relative to the current folder.
    pub fn parse(key: &str, value: &toml::Value) -> Result<Dist, Error> {
        let wrong = || Error::input(key, value.to_string().replace('\n', " "), format!("write {FORMS}"));
        if let Some(x) = number(value) {
            return Ok(Dist::Constant(x));
        }
        let table = value.as_table().ok_or_else(wrong)?;
        if table.contains_key("file") {
            let text = |key: &str| table.get(key).and_then(|value| value.as_str());
            let (2, Some(path), Some(column)) = (table.len(), text("file"), text("column")) else {
                return Err(wrong());
            };
            return file::dist(key, Path::new(path), column);
        }
        let (1, Some((form, list))) = (table.len(), table.iter().next()) else { return Err(wrong()) };
        if let ("grid", Some(ends)) = (form.as_str(), list.as_table()) {
            return even_grid(ends).ok_or_else(wrong);
        }
        let list: Option<Vec<f64>> = list.as_array().and_then(|list| list.iter().map(number).collect());
        list.and_then(|list| of_form(form, list)).ok_or_else(wrong)
    }
}

/// A form with its numbers.
fn of_form(form: &str, list: Vec<f64>) -> Option<Dist> {
    match (form, list.as_slice()) {
        ("uniform", &[a, b]) if a <= b => Some(Dist::Uniform(a, b)),
        ("log_uniform", &[a, b]) if 0.0 < a && a <= b => Some(Dist::LogUniform(a, b)),
        ("normal", &[mean, sd]) => normal(mean, sd, f64::NEG_INFINITY, f64::INFINITY),
        ("normal", &[mean, sd, low, high]) => normal(mean, sd, low, high),
        ("linspace", &[a, b]) => Some(Dist::Linspace(a, b)),
        ("logspace", &[a, b]) if 0.0 < a && 0.0 < b => Some(Dist::Logspace(a, b)),
        ("sobol", &[a, b]) if a <= b => Some(Dist::Sobol(a, b)),
        ("choice", [_, ..]) => Some(Dist::Choice(list)),
        ("grid", [_, ..]) => Some(Dist::Grid(list)),
        _ => None,
    }
}

/// Ends must leave something of what the distribution reaches.
fn normal(mean: f64, sd: f64, low: f64, high: f64) -> Option<Dist> {
    let reach = NORMAL_REACH * sd;
    let sound = mean.is_finite() && 0.0 < sd && reach.is_finite();
    let left = low < high && low < mean + reach && mean - reach < high;
    (sound && left).then_some(Dist::Normal { mean, sd, low, high })
}

fn even_grid(table: &toml::Table) -> Option<Dist> {
    let count = table.get("count")?.as_integer().filter(|count| (1..=MOST_VALUES).contains(count))?;
    let (from, to) = (number(table.get("from")?)?, number(table.get("to")?)?);
    (table.len() == 3).then_some(Dist::EvenGrid { from, to, count: count as u32 })
}

/// A TOML integer or float.
pub(in crate::study) fn number(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64))
}
