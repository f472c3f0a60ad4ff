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
    /// The logarithm uniform in `[ln a, ln b)`, by Philox.
    LogUniform(f64, f64),
    /// Evenly spaced from `a` (first member) to `b` (last member).
    Linspace(f64, f64),
    /// Evenly spaced logarithms from `a` (first member) to `b` (last member).
    Logspace(f64, f64),
    /// One of a list, by Philox, all equally likely.
    Choice(Vec<f64>),
    /// One of a list, such that all grids of a study together run through their cartesian product.
    Grid(Vec<f64>),
    /// The same for `count` numbers evenly spaced from `from` to `to`.
    EvenGrid {
        /// The first.
        from: f64,
        /// The last.
        to: f64,
        /// How many.
        count: u32,
    },
}

/// Whose value is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    /// The study's seed.
    pub seed: u64,
    /// The member.
    pub member: u64,
    /// How many there are.
    pub members: u64,
    /// How many members in a row have the same value of this column, if it is a grid.
    pub stride: u64,
}

const FORMS: &str = "a number, {uniform=[a,b]}, {log_uniform=[a,b]}, {linspace=[a,b]}, {logspace=[a,b]}, {choice=[...]}, \
                     {grid=[...]} or {grid={from=a, to=b, count=n}}";

/// The most values of an even grid.
const MOST_VALUES: i64 = 1_000_000;

impl Dist {
    /// Reads a TOML value.
    pub fn parse(key: &str, value: &toml::Value) -> Result<Dist, Error> {
        let wrong = || Error::input(key, value.to_string().replace('\n', " "), format!("write {FORMS}"));
        if let Some(x) = number(value) {
            return Ok(Dist::Constant(x));
        }
        let table = value.as_table().filter(|table| table.len() == 1).ok_or_else(wrong)?;
        let (form, list) = table.iter().next().ok_or_else(wrong)?;
        if let ("grid", Some(ends)) = (form.as_str(), list.as_table()) {
            return even_grid(ends).ok_or_else(wrong);
        }
        let list: Vec<f64> =
            list.as_array().ok_or_else(wrong)?.iter().map(number).collect::<Option<_>>().ok_or_else(wrong)?;
        match (form.as_str(), list.as_slice()) {
            ("uniform", &[a, b]) if a <= b => Ok(Dist::Uniform(a, b)),
            ("log_uniform", &[a, b]) if 0.0 < a && a <= b => Ok(Dist::LogUniform(a, b)),
            ("linspace", &[a, b]) => Ok(Dist::Linspace(a, b)),
            ("logspace", &[a, b]) if 0.0 < a && 0.0 < b => Ok(Dist::Logspace(a, b)),
            ("choice", [_, ..]) => Ok(Dist::Choice(list)),
            ("grid", [_, ..]) => Ok(Dist::Grid(list)),
            _ => Err(wrong()),
        }
    }

    /// Whether all members get the same.
    pub fn is_constant(&self) -> bool {
        matches!(self, Dist::Constant(_))
    }

    /// How many values a grid has; 1 for whatever is none.
    pub fn grid_values(&self) -> u64 {
        match self {
            Dist::Grid(list) => list.len() as u64,
            Dist::EvenGrid { count, .. } => u64::from(*count),
            _ => 1,
        }
    }

    /// The smallest and the largest value it can give.
    pub fn bounds(&self) -> (f64, f64) {
        match self {
            Dist::Constant(x) => (*x, *x),
            Dist::Choice(list) | Dist::Grid(list) => {
                list.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(*x), hi.max(*x)))
            }
            Dist::Uniform(a, b)
            | Dist::LogUniform(a, b)
            | Dist::Linspace(a, b)
            | Dist::Logspace(a, b)
            | Dist::EvenGrid { from: a, to: b, .. } => (a.min(*b), a.max(*b)),
        }
    }

    /// Refuses values outside `range`, NaN and infinity among them.
    pub fn check(&self, key: &str, unit: &str, range: &Range) -> Result<(), Error> {
        let accepted = match self {
            Dist::Choice(list) | Dist::Grid(list) => list.iter().all(|&x| range.accepts(x)),
            _ => range.accepts_all_between(self.bounds().0, self.bounds().1),
        };
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        if accepted { Ok(()) } else { Err(Error::input(key, self, format!("accepted: {range}{unit}"))) }
    }

    /// The value of one member.
    pub fn value(&self, who: Who, column: u32) -> f64 {
        let chance = || rng::uniform(who.seed, who.member, column);
        let share = || if who.members > 1 { who.member as f64 / (who.members - 1) as f64 } else { 0.0 };
        let turn = |count: u64| who.member / who.stride % count;
        // Rounding must not lead out of the range.
        let between =
            |a: f64, b: f64, share: f64| (a.ln() + (b / a).ln() * share).exp().clamp(a.min(b), a.max(b));
        match self {
            Dist::Constant(x) => *x,
            Dist::Uniform(a, b) => a + (b - a) * chance(),
            Dist::LogUniform(a, b) => between(*a, *b, chance()),
            Dist::Linspace(a, b) => a + (b - a) * share(),
            Dist::Logspace(a, b) => between(*a, *b, share()),
            Dist::Choice(list) => list[((chance() * list.len() as f64) as usize).min(list.len() - 1)],
            Dist::Grid(list) => list[turn(list.len() as u64) as usize],
            Dist::EvenGrid { from, to, count } => {
                let place = turn(u64::from(*count)) as f64 / f64::from(count - 1).max(1.0);
                from + (to - from) * place
            }
        }
    }
}

fn even_grid(table: &toml::Table) -> Option<Dist> {
    let count = table.get("count")?.as_integer().filter(|count| (1..=MOST_VALUES).contains(count))?;
    let (from, to) = (number(table.get("from")?)?, number(table.get("to")?)?);
    (table.len() == 3).then_some(Dist::EvenGrid { from, to, count: count as u32 })
}

/// A TOML integer or float.
pub(super) fn number(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|i| i as f64))
}

impl Dist {
    /// The form's name and its numbers; `None` for a constant and for an even grid.
    fn form(&self) -> Option<(&'static str, Vec<f64>)> {
        match self {
            Dist::Constant(_) | Dist::EvenGrid { .. } => None,
            Dist::Uniform(a, b) => Some(("uniform", vec![*a, *b])),
            Dist::LogUniform(a, b) => Some(("log_uniform", vec![*a, *b])),
            Dist::Linspace(a, b) => Some(("linspace", vec![*a, *b])),
            Dist::Logspace(a, b) => Some(("logspace", vec![*a, *b])),
            Dist::Choice(list) => Some(("choice", list.clone())),
            Dist::Grid(list) => Some(("grid", list.clone())),
        }
    }
}

impl std::fmt::Display for Dist {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self, self.form()) {
            (Dist::Constant(x), _) => write!(f, "{x}"),
            (Dist::EvenGrid { from, to, count }, _) => {
                write!(f, "{{grid={{from={from}, to={to}, count={count}}}}}")
            }
            (_, Some((form, list))) => {
                let list: Vec<String> = list.iter().map(f64::to_string).collect();
                write!(f, "{{{form}=[{}]}}", list.join(", "))
            }
            _ => Ok(()),
        }
    }
}

impl Serialize for Dist {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Dist::Constant(x) = self {
            return serializer.serialize_f64(*x);
        }
        let mut map = serializer.serialize_map(Some(1))?;
        if let Dist::EvenGrid { from, to, count } = self {
            let ends = toml::Table::from_iter([
                ("from".to_owned(), toml::Value::Float(*from)),
                ("to".to_owned(), toml::Value::Float(*to)),
                ("count".to_owned(), toml::Value::Integer(i64::from(*count))),
            ]);
            map.serialize_entry("grid", &ends)?;
        }
        if let Some((form, list)) = self.form() {
            map.serialize_entry(form, &list)?;
        }
        map.end()
    }
}
