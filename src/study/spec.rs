//! What a study file says, read key by key so that every refusal names key, value and what is accepted.

use serde::Serialize;
use std::collections::BTreeMap;

use super::dist::{Dist, number};
use crate::clock;
use crate::columns::Range;
use crate::error::Error;
use crate::system::{Info, System, registry};

/// A study, complete: every parameter has its value or its distribution.
#[derive(Clone, Debug, Serialize)]
pub struct Spec {
    /// The preset's or the file's name.
    #[serde(skip)]
    pub name: String,
    /// A line for people.
    pub about: String,
    /// Name of the model.
    pub model: String,
    /// Name of the law.
    pub law: String,
    /// Name of the scheme.
    pub scheme: String,
    /// How many members.
    pub members: u64,
    /// The seed of all sampling.
    pub seed: u64,
    /// How long each member runs.
    pub duration: Dist,
    /// The time step.
    pub h: Dist,
    /// Every parameter of model, law and scheme.
    pub params: BTreeMap<String, Dist>,
    /// Recorded trajectories.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordSpec>,
    /// A density field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<FieldSpec>,
    /// Figures to draw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figure: Vec<FigureSpec>,
}

/// `[record]`: the state of the first `members` members after every `every` steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RecordSpec {
    /// Steps between two samples.
    pub every: u32,
    /// How many members.
    pub members: u64,
}

/// `[field]`: a density over two observables.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldSpec {
    /// Observable along the first axis.
    pub x: String,
    /// Observable along the second.
    pub y: String,
    /// Ends of the first axis.
    pub x_range: [f64; 2],
    /// Ends of the second.
    pub y_range: [f64; 2],
    /// Cells along each.
    pub cells: [u32; 2],
    /// Steps between two samples.
    pub every: u32,
    /// Whether lines of attraction (in y) are looked for.
    pub lines: bool,
}

/// `[[figure]]`: one picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureSpec {
    /// `trajectories` or `field`.
    pub kind: String,
    /// The file's stem.
    pub stem: String,
    /// For trajectories: pairs of columns, a panel each.
    pub panels: Vec<[String; 2]>,
    /// Whether both axes have the same scale.
    pub equal: bool,
}

/// The most samples that one study may record: beyond it a field is the right tool.
const MOST_RECORDED: u64 = 100_000_000;
/// The most cells of a field: it must fit one binding of a small GPU.
const MOST_CELLS: u32 = 4_000_000;

impl Spec {
    /// Reads a study file's text. `name` is used in messages and file names.
    pub fn parse(name: &str, text: &str) -> Result<Spec, Error> {
        let table: toml::Table = text.parse().map_err(|e: toml::de::Error| Error::Study {
            path: name.into(),
            cause: e.message().lines().next().unwrap_or("not TOML").to_owned()
                + &e.span().map_or(String::new(), |span| format!(" (line {})", line_of(text, span.start))),
        })?;
        Spec::from_table(name, &table)
    }

    /// Reads a parsed study file, choosing the system from [`registry`].
    pub fn from_table(name: &str, table: &toml::Table) -> Result<Spec, Error> {
        Spec::for_system(name, table, system_of(table)?.as_ref())
    }

    /// Reads a parsed study file for a given system, which may be a user's own.
    pub fn for_system(name: &str, table: &toml::Table, system: &dyn System) -> Result<Spec, Error> {
        let info = system.info();
        let keys =
            "about, model, law, scheme, members, seed, duration, h, [params], [record], [field], [[figure]]";
        let known = keys.replace(['[', ']'], "");
        for (key, value) in table {
            if !known.split(", ").any(|k| k == key) {
                return Err(Error::input(key, short(value), format!("unknown key; a study has {keys}")));
            }
        }
        let dist = |key: &str, default: f64| {
            table.get(key).map_or(Ok(Dist::Constant(default)), |v| Dist::parse(key, v))
        };
        let spec = Spec {
            name: name.to_owned(),
            about: table.get("about").and_then(|v| v.as_str()).unwrap_or_default().to_owned(),
            model: info.names[0].into(),
            law: info.names[1].into(),
            scheme: info.names[2].into(),
            members: whole(table, "members", 1, 1_000_000_000_000)?.unwrap_or(1),
            seed: whole(table, "seed", 0, i64::MAX as u64)?.unwrap_or(1),
            duration: dist("duration", 1.0)?,
            h: dist("h", crate::system::STEP.default)?,
            params: params(table, &info)?,
            record: record(table)?,
            field: field(table, &info)?,
            figure: figures(table, &info)?,
        };
        spec.check(&info)?;
        Ok(spec)
    }

    /// Refuses whatever cannot be run.
    fn check(&self, info: &Info) -> Result<(), Error> {
        for column in &info.columns {
            self.dist(column.name).check(column.name, column.unit, &column.range)?;
        }
        self.duration.check("duration", "s", &Range::Within(0.0, 1e12))?;
        for (smaller, larger) in info.ordered {
            if self.dist(smaller).bounds().1 >= self.dist(larger).bounds().0 {
                let accepted = format!("must stay below {larger} = {}", self.dist(larger));
                return Err(Error::input(*smaller, self.dist(smaller), accepted));
            }
        }
        let Some(most) = clock::steps_to(self.duration.bounds().1, self.h.bounds().0) else {
            let accepted =
                format!("duration/h must not exceed {} steps; duration = {}", u32::MAX, self.duration);
            return Err(Error::input("h", &self.h, accepted));
        };
        if let Some(record) = &self.record {
            let samples = u64::from(most / record.every + 1).saturating_mul(record.members.min(self.members));
            if samples > MOST_RECORDED {
                let accepted =
                    format!("would record {samples} states, at most {MOST_RECORDED}; use [field] instead");
                return Err(Error::input("record.every", record.every, accepted));
            }
        }
        Ok(())
    }

    /// The rule of one column.
    pub fn dist(&self, name: &str) -> &Dist {
        match name {
            "h" => &self.h,
            "duration" => &self.duration,
            _ => &self.params[name],
        }
    }

    /// The study as a TOML file with every value filled in.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a study is made of TOML types")
    }
}

/// The registered system that a study file names.
pub fn system_of(table: &toml::Table) -> Result<Box<dyn System>, Error> {
    find(&text_of(table, "model")?, &text_of(table, "law")?, &text_of(table, "scheme")?)
}

/// The registered system of these names.
pub fn find(model: &str, law: &str, scheme: &str) -> Result<Box<dyn System>, Error> {
    let names: Vec<[&str; 3]> = registry().iter().map(|system| system.info().names).collect();
    for (place, (key, value)) in [("model", model), ("law", law), ("scheme", scheme)].into_iter().enumerate()
    {
        let mut known: Vec<&str> = names.iter().map(|names| names[place]).collect();
        known.dedup();
        if !known.contains(&value) {
            return Err(Error::input(key, value, format!("accepted: {}", known.join(", "))));
        }
    }
    let found = registry().into_iter().find(|system| system.info().names == [model, law, scheme]);
    found.ok_or_else(|| {
        let list: Vec<String> = names.iter().map(|names| names.join(" + ")).collect();
        Error::input(
            "model + law + scheme",
            [model, law, scheme].join(" + "),
            format!("accepted: {}", list.join("; ")),
        )
    })
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].lines().count().max(1)
}

fn short(value: &toml::Value) -> String {
    value.to_string().replace('\n', " ").chars().take(60).collect()
}

fn text_of(table: &toml::Table, key: &str) -> Result<String, Error> {
    match table.get(key) {
        Some(toml::Value::String(text)) => Ok(text.clone()),
        Some(other) => {
            Err(Error::input(key, short(other), "accepted: a name in quotes; see `moreau models`"))
        }
        None => Err(Error::input(key, "(missing)", "accepted: a name in quotes; see `moreau models`")),
    }
}

fn whole(table: &toml::Table, key: &str, low: u64, high: u64) -> Result<Option<u64>, Error> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let accepted =
        value.as_integer().and_then(|i| u64::try_from(i).ok()).filter(|i| (low..=high).contains(i));
    let wrong = || Error::input(key, short(value), format!("accepted: a whole number in [{low}, {high}]"));
    accepted.map(Some).ok_or_else(wrong)
}

fn section<'a>(table: &'a toml::Table, key: &str, known: &[&str]) -> Result<Option<&'a toml::Table>, Error> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let section = value
        .as_table()
        .ok_or_else(|| Error::input(key, short(value), format!("accepted: a table [{key}]")))?;
    match section.iter().find(|(inner, _)| !known.contains(&inner.as_str())) {
        None => Ok(Some(section)),
        Some((inner, value)) => {
            let accepted = format!("unknown key; [{key}] has {}", known.join(", "));
            Err(Error::input(format!("{key}.{inner}"), short(value), accepted))
        }
    }
}

fn params(table: &toml::Table, info: &Info) -> Result<BTreeMap<String, Dist>, Error> {
    let columns = &info.columns[..info.columns.len() - 1];
    let known: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let section = section(table, "params", &known)?;
    let mut params = BTreeMap::new();
    for column in columns {
        let value = section.and_then(|section| section.get(column.name));
        let dist =
            value.map_or(Ok(Dist::Constant(column.default)), |value| Dist::parse(column.name, value))?;
        params.insert(column.name.to_owned(), dist);
    }
    Ok(params)
}

fn record(table: &toml::Table) -> Result<Option<RecordSpec>, Error> {
    let Some(section) = section(table, "record", &["every", "members"])? else { return Ok(None) };
    let every = whole(section, "every", 1, u32::MAX.into())?.unwrap_or(1) as u32;
    Ok(Some(RecordSpec { every, members: whole(section, "members", 1, 1_000_000)?.unwrap_or(100) }))
}

fn field(table: &toml::Table, info: &Info) -> Result<Option<FieldSpec>, Error> {
    let known = ["x", "y", "x_range", "y_range", "cells", "every", "lines"];
    let Some(section) = section(table, "field", &known)? else { return Ok(None) };
    let axis = |key: &str| -> Result<String, Error> {
        let name = text_of(section, key)?;
        let states: Vec<&str> = info.state.iter().map(|(name, _)| *name).collect();
        let wrong =
            || Error::input(format!("field.{key}"), &name, format!("accepted: {}", states.join(", ")));
        states.contains(&name.as_str()).then_some(name.clone()).ok_or_else(wrong)
    };
    let pair = |key: &str| -> Result<[f64; 2], Error> {
        let value = section.get(key);
        let list =
            value.and_then(|v| v.as_array()).map(|list| list.iter().filter_map(number).collect::<Vec<f64>>());
        match list.as_deref() {
            Some(&[a, b]) if a < b && (b - a).is_finite() => Ok([a, b]),
            _ => {
                let given = value.map_or("(missing)".into(), short);
                Err(Error::input(format!("field.{key}"), given, "accepted: [low, high] with low < high"))
            }
        }
    };
    let cells = pair_of_cells(section)?;
    Ok(Some(FieldSpec {
        x: axis("x")?,
        y: axis("y")?,
        x_range: pair("x_range")?,
        y_range: pair("y_range")?,
        cells,
        every: whole(section, "every", 1, u32::MAX.into())?.unwrap_or(1) as u32,
        lines: section.get("lines").and_then(toml::Value::as_bool).unwrap_or(false),
    }))
}

fn pair_of_cells(section: &toml::Table) -> Result<[u32; 2], Error> {
    let Some(value) = section.get("cells") else { return Ok([300, 200]) };
    let list: Vec<i64> = value.as_array().into_iter().flatten().filter_map(toml::Value::as_integer).collect();
    match list.as_slice() {
        &[a, b] if a > 0 && b > 0 && a.saturating_mul(b) <= i64::from(MOST_CELLS) => Ok([a as u32, b as u32]),
        _ => Err(Error::input(
            "field.cells",
            short(value),
            format!("accepted: [columns, rows], at most {MOST_CELLS} cells"),
        )),
    }
}

fn figures(table: &toml::Table, info: &Info) -> Result<Vec<FigureSpec>, Error> {
    let Some(value) = table.get("figure") else { return Ok(Vec::new()) };
    let wrong = || Error::input("figure", short(value), "accepted: [[figure]] tables");
    let mut names: Vec<&str> = info.state.iter().map(|(name, _)| *name).collect();
    names.push("t");
    let mut figures = Vec::new();
    for item in value.as_array().ok_or_else(wrong)? {
        let wrapped = toml::Table::from_iter([("figure".to_owned(), item.clone())]);
        let section = section(&wrapped, "figure", &["kind", "stem", "panels", "equal"])?.ok_or_else(wrong)?;
        let kind = text_of(section, "kind")?;
        if !["trajectories", "field"].contains(&kind.as_str()) {
            return Err(Error::input("figure.kind", kind, "accepted: trajectories, field"));
        }
        let mut panels = Vec::new();
        for panel in section.get("panels").and_then(|v| v.as_array()).into_iter().flatten() {
            let list: Vec<&str> = panel.as_array().into_iter().flatten().filter_map(|v| v.as_str()).collect();
            match list.as_slice() {
                &[x, y] if names.contains(&x) && names.contains(&y) => {
                    panels.push([x.to_owned(), y.to_owned()])
                }
                _ => {
                    let accepted = format!("accepted: pairs of {}", names.join(", "));
                    return Err(Error::input("figure.panels", short(panel), accepted));
                }
            }
        }
        let stem = section.get("stem").map_or(Ok(kind.clone()), |_| text_of(section, "stem"))?;
        if stem.is_empty() || !stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
            return Err(Error::input("figure.stem", stem, "accepted: letters, digits, - and _"));
        }
        let equal = section.get("equal").and_then(toml::Value::as_bool).unwrap_or(false);
        figures.push(FigureSpec { kind, stem, panels, equal });
    }
    Ok(figures)
}
