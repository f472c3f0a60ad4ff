//! The tables of a study file: `[params]`, `[record]`, `[field]`.

use std::collections::BTreeMap;
use std::path::Path;

use super::dist::{Dist, number};
use super::spec::{FieldSpec, RecordSpec, Sampling, short, text_of, truth, whole};
use crate::error::Error;
use crate::system::Info;

/// The most cells of a field: it must fit one binding of a small GPU.
const MOST_CELLS: u32 = 4_000_000;

pub(super) fn section<'a>(
    table: &'a toml::Table,
    key: &str,
    known: &[&str],
) -> Result<Option<&'a toml::Table>, Error> {
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

/// Puts the paths of `{file=...}` and of `[ground]` and `[relief]` that are not absolute into a folder.
pub(super) fn place_files(table: &mut toml::Table, folder: &Path) {
    for (key, value) in table.iter_mut().filter(|(key, _)| key.as_str() != "figure") {
        if let Some(list) = value.as_array_mut().filter(|_| key == "compare") {
            list.iter_mut().filter_map(|item| item.as_table_mut()).for_each(|item| place_files(item, folder));
        }
        let Some(inner) = value.as_table_mut() else { continue };
        let named = inner.contains_key("column") || ["ground", "relief"].contains(&key.as_str());
        if let (Some(toml::Value::String(path)), true) = (inner.get("file"), named) {
            let placed = folder.join(path).display().to_string();
            inner.insert("file".into(), toml::Value::String(placed));
        } else {
            place_files(inner, folder);
        }
    }
}

pub(super) fn params(table: &toml::Table, info: &Info) -> Result<BTreeMap<String, Dist>, Error> {
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

pub(super) fn record(table: &toml::Table) -> Result<Option<RecordSpec>, Error> {
    let Some(section) = section(table, "record", &["every", "members"])? else { return Ok(None) };
    let every = whole(section, "every", 1, u32::MAX.into())?.unwrap_or(1) as u32;
    Ok(Some(RecordSpec { every, members: whole(section, "members", 1, 1_000_000)?.unwrap_or(100) }))
}

pub(super) fn field(table: &toml::Table, info: &Info) -> Result<Option<FieldSpec>, Error> {
    let known = ["x", "y", "x_range", "y_range", "cells", "every", "lines"];
    let Some(section) = section(table, "field", &known)? else { return Ok(None) };
    let axis = |key: &str| -> Result<String, Error> {
        let name = text_of(section, key)?;
        let states: Vec<&str> = info.named_state().map(|(_, (name, _))| name).collect();
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
        lines: truth(section, "field", "lines")?,
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

/// `sampling`: "host" where nothing is said.
pub(super) fn sampling(table: &toml::Table) -> Result<Sampling, Error> {
    match table.get("sampling") {
        None => Ok(Sampling::Host),
        Some(value) => match value.as_str() {
            Some("host") => Ok(Sampling::Host),
            Some("device") => Ok(Sampling::Device),
            _ => Err(Error::input("sampling", short(value), "accepted: \"host\", \"device\"")),
        },
    }
}
