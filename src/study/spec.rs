//! What a study file says, read key by key so that every refusal names key, value and what is accepted.

use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

use super::dist::Dist;
use super::figure_spec::{FigureSpec, figures};
use super::ground::GroundSpec;
use super::sections::{field, params, place_files, record, sampling};
use super::surface::ReliefSpec;
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
    /// Where members' parameters are drawn.
    pub sampling: Sampling,
    /// How long each member runs.
    pub duration: Dist,
    /// The time step.
    pub h: Dist,
    /// Every parameter of model, law and scheme.
    pub params: BTreeMap<String, Dist>,
    /// What shakes the ground.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<GroundSpec>,
    /// What members move over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relief: Option<ReliefSpec>,
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

/// Where members' parameters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampling {
    /// On the host, in f64.
    Host,
    /// Where they are used, in the precision of the run: nothing but results leaves the device.
    Device,
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

/// The most members of a study.
const MOST_MEMBERS: u64 = 1_000_000_000_000;
/// The largest seed: TOML's integers are signed.
const MOST_SEED: u64 = i64::MAX as u64;
/// The most samples that one study may record: beyond it a field is the right tool.
const MOST_RECORDED: u64 = 100_000_000;
/// The most samples of one member: they are held in memory until it is done.
const MOST_OF_ONE: u64 = 10_000_000;

impl Spec {
    /// Reads a parsed study file for a given system, which may be a user's own.
    pub fn for_system(name: &str, table: &toml::Table, system: &dyn System) -> Result<Spec, Error> {
        let info = system.info();
        let keys = "about, model, law, scheme, members, seed, sampling, duration, h, [params], [ground], [relief], [record], [field], [[figure]], [[compare]]";
        let known = keys.replace(['[', ']'], "");
        for (key, value) in table {
            if !known.split(", ").any(|k| k == key) {
                return Err(Error::input(key, short(value), format!("unknown key; a study has {keys}")));
            }
        }
        let dist = |key: &str, default: f64| {
            table.get(key).map_or(Ok(Dist::Constant(default)), |v| Dist::parse(key, v))
        };
        let mut spec = Spec {
            name: name.to_owned(),
            about: table.get("about").map_or(Ok(String::new()), |_| text_of(table, "about"))?,
            model: info.names[0].into(),
            law: info.names[1].into(),
            scheme: info.names[2].into(),
            members: whole(table, "members", 1, MOST_MEMBERS)?.unwrap_or(0),
            seed: whole(table, "seed", 0, MOST_SEED)?.unwrap_or(1),
            sampling: sampling(table)?,
            duration: dist("duration", 1.0)?,
            h: dist("h", info.columns[info.columns.len() - 1].default)?,
            params: params(table, &info)?,
            ground: GroundSpec::parse(table, &info)?,
            relief: ReliefSpec::parse(table, &info)?,
            record: record(table)?,
            field: field(table, &info)?,
            figure: figures(table, system)?,
        };
        if !table.contains_key("members") {
            spec.members = spec.natural_members()?;
        }
        spec.check(&info)?;
        Ok(spec)
    }

    /// Refuses whatever cannot be run.
    pub(super) fn check(&self, info: &Info) -> Result<(), Error> {
        let wholes = [("members", self.members, 1, MOST_MEMBERS), ("seed", self.seed, 0, MOST_SEED)];
        for (key, value, low, high) in wholes {
            if !(low..=high).contains(&value) {
                return Err(Error::input(key, value, format!("accepted: a whole number in [{low}, {high}]")));
            }
        }
        for column in &info.columns {
            self.dist(column.name).check(column.name, column.unit, &column.range)?;
        }
        self.duration.check("duration", "s", &Range::Within(0.0, 1e12))?;
        self.check_sampling(info)?;
        self.check_ground(info)?;
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
            let each = u64::from(most / record.every + 1);
            if each > MOST_OF_ONE {
                let accepted = format!("would record {each} states of a member, at most {MOST_OF_ONE}");
                return Err(Error::input("record.every", record.every, accepted));
            }
            let samples = each.saturating_mul(record.members.min(self.members));
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

/// A study file's text as TOML; `name` is used in messages.
pub fn table_of(name: &str, text: &str) -> Result<toml::Table, Error> {
    text.parse().map_err(|e: toml::de::Error| {
        let line = e.span().map_or(String::new(), |span| format!(" (line {})", line_of(text, span.start)));
        let message = e.message().lines().next().unwrap_or("not TOML");
        Error::Study { path: name.into(), cause: format!("{message}{line}") }
    })
}

/// A study file as TOML; files that it names lie beside it, wherever it is opened from.
pub fn table_in(name: &str) -> Result<toml::Table, Error> {
    let text = std::fs::read_to_string(name)
        .map_err(|e| Error::Study { path: name.into(), cause: e.to_string() })?;
    let mut table = table_of(name, &text)?;
    place_files(&mut table, Path::new(name).parent().unwrap_or(Path::new("")));
    Ok(table)
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
        let mut known: Vec<&str> = Vec::new();
        for names in &names {
            if !known.contains(&names[place]) {
                known.push(names[place]);
            }
        }
        if !known.contains(&value) {
            return Err(Error::input(key, value, format!("accepted: {}", known.join(", "))));
        }
    }
    let found = registry().into_iter().find(|system| system.info().names == [model, law, scheme]);
    found.ok_or_else(|| {
        let fitting = names.iter().filter(|names| names[0] == model);
        let list: Vec<String> = fitting.map(|names| names.join(" + ")).collect();
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

pub(super) fn short(value: &toml::Value) -> String {
    value.to_string().replace('\n', " ").chars().take(60).collect()
}

pub(super) fn text_of(table: &toml::Table, key: &str) -> Result<String, Error> {
    match table.get(key) {
        Some(toml::Value::String(text)) => Ok(text.clone()),
        Some(other) => {
            Err(Error::input(key, short(other), "accepted: a name in quotes; see `moreau models`"))
        }
        None => Err(Error::input(key, "(missing)", "accepted: a name in quotes; see `moreau models`")),
    }
}

/// `true` or `false`; false where nothing is said.
pub(super) fn truth(table: &toml::Table, section: &str, key: &str) -> Result<bool, Error> {
    let wrong = |value| Error::input(format!("{section}.{key}"), short(value), "accepted: true, false");
    table.get(key).map_or(Ok(false), |value| value.as_bool().ok_or_else(|| wrong(value)))
}

pub(super) fn whole(table: &toml::Table, key: &str, low: u64, high: u64) -> Result<Option<u64>, Error> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let accepted =
        value.as_integer().and_then(|i| u64::try_from(i).ok()).filter(|i| (low..=high).contains(i));
    let wrong = || Error::input(key, short(value), format!("accepted: a whole number in [{low}, {high}]"));
    accepted.map(Some).ok_or_else(wrong)
}
