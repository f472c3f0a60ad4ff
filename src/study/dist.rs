//! How a parameter is chosen for each member: a constant, or a distribution.

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::columns::Range;
use crate::error::Error;
use crate::rng;

/// A constant, or a rule that gives each member its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Dist {
    /// The same for all.
    Constant(f64),
    /// Uniform in `[a, b)`, by Philox.
    Uniform(f64, f64),
    /// Evenly spaced from `a` (first member) to `b` (last member).
    Linspace(f64, f64),
    /// One of a list, by Philox, all equally likely.
    Choice(Vec<f64>),
}

const FORMS: &str = "a number, {uniform=[a,b]}, {linspace=[a,b]} or {choice=[...]}";

impl Dist {
    /// Reads a TOML value.
    pub fn parse(key: &str, value: &toml::Value) -> Result<Dist, Error> {
        let wrong = || Error::input(key, value.to_string().replace('\n', " "), format!("write {FORMS}"));
        if let Some(x) = number(value) {
            return Ok(Dist::Constant(x));
        }
        let table = value.as_table().filter(|table| table.len() == 1).ok_or_else(wrong)?;
        let (form, list) = table.iter().next().ok_or_else(wrong)?;
        let list: Vec<f64> =
            list.as_array().ok_or_else(wrong)?.iter().map(number).collect::<Option<_>>().ok_or_else(wrong)?;
        match (form.as_str(), list.as_slice()) {
            ("uniform", &[a, b]) if a <= b => Ok(Dist::Uniform(a, b)),
            ("linspace", &[a, b]) => Ok(Dist::Linspace(a, b)),
            ("choice", [_, ..]) => Ok(Dist::Choice(list)),
            _ => Err(wrong()),
        }
    }

    /// Whether all members get the same.
    pub fn is_constant(&self) -> bool {
        matches!(self, Dist::Constant(_))
    }

    /// The smallest and the largest value it can give.
    pub fn bounds(&self) -> (f64, f64) {
        match self {
            Dist::Constant(x) => (*x, *x),
            Dist::Uniform(a, b) | Dist::Linspace(a, b) => (a.min(*b), a.max(*b)),
            Dist::Choice(list) => {
                list.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(*x), hi.max(*x)))
            }
        }
    }

    /// Refuses values outside `range`, NaN and infinity among them.
    pub fn check(&self, key: &str, unit: &str, range: &Range) -> Result<(), Error> {
        let accepted = match self {
            Dist::Choice(list) => list.iter().all(|&x| range.accepts(x)),
            _ => range.accepts_all_between(self.bounds().0, self.bounds().1),
        };
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        if accepted { Ok(()) } else { Err(Error::input(key, self, format!("accepted: {range}{unit}"))) }
    }

    /// The value of one member out of `members`.
    pub fn value(&self, seed: u64, member: u64, members: u64, column: u32) -> f64 {
        match self {
            Dist::Constant(x) => *x,
            Dist::Uniform(a, b) => a + (b - a) * rng::uniform(seed, member, column),
            Dist::Linspace(a, b) => {
                let share = if members > 1 { member as f64 / (members - 1) as f64 } else { 0.0 };
                a + (b - a) * share
            }
            Dist::Choice(list) => {
                let place = (rng::uniform(seed, member, column) * list.len() as f64) as usize;
                list[place.min(list.len() - 1)]
            }
        }
    }
}

/// A TOML integer or float.
pub(super) fn number(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64))
}

impl std::fmt::Display for Dist {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Dist::Constant(x) => write!(f, "{x}"),
            Dist::Uniform(a, b) => write!(f, "{{uniform=[{a}, {b}]}}"),
            Dist::Linspace(a, b) => write!(f, "{{linspace=[{a}, {b}]}}"),
            Dist::Choice(list) => write!(f, "{{choice={list:?}}}"),
        }
    }
}

impl Serialize for Dist {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (form, list) = match self {
            Dist::Constant(x) => return serializer.serialize_f64(*x),
            Dist::Uniform(a, b) => ("uniform", vec![*a, *b]),
            Dist::Linspace(a, b) => ("linspace", vec![*a, *b]),
            Dist::Choice(list) => ("choice", list.clone()),
        };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(form, &list)?;
        map.end()
    }
}
