//! `--set key=value`: changes of a parsed study file before it is read.

use crate::error::Error;
use crate::system::Info;

/// Sections whose keys can be reached as `section.key`.
pub(super) const SECTIONS: [&str; 5] = ["params", "ground", "relief", "record", "field"];

/// Applies `key=value`. A bare key is looked up in the parameters, then in the study; `section.key` is exact.
pub fn set(table: &mut toml::Table, info: &Info, assignment: &str) -> Result<(), Error> {
    let Some((key, text)) = assignment.split_once('=') else {
        return Err(Error::input("--set", assignment, "write key=value"));
    };
    let (key, text) = (key.trim(), text.trim());
    let value = value_of(text);
    if let Some((section, inner)) = key.split_once('.').filter(|(section, _)| SECTIONS.contains(section)) {
        return put(table, section, inner, value);
    }
    if let Some((stem, inner)) = key.strip_prefix("figure.").and_then(|rest| rest.split_once('.')) {
        return figure(table, stem, inner, value);
    }
    let parameter = info.columns.iter().any(|column| column.name == key && key != "h");
    let study = ["about", "model", "law", "scheme", "members", "seed", "sampling", "duration", "h"];
    if parameter {
        put(table, "params", key, value)
    } else if study.contains(&key) {
        table.insert(key.to_owned(), value);
        Ok(())
    } else {
        let mut known: Vec<&str> = info.columns.iter().map(|column| column.name).collect();
        known.extend(study.iter().filter(|key| **key != "h"));
        Err(Error::input(
            key,
            text,
            format!(
                "unknown key; accepted: {}, ground.*, relief.*, record.*, field.*, figure.STEM.*",
                known.join(", ")
            ),
        ))
    }
}

/// `figure.STEM.key`: a key of the figure of that stem. Other panels have other labels.
fn figure(table: &mut toml::Table, stem: &str, key: &str, value: toml::Value) -> Result<(), Error> {
    let figures = table.get_mut("figure").and_then(|figures| figures.as_array_mut());
    let mut stems = Vec::new();
    for figure in figures.into_iter().flatten().filter_map(|figure| figure.as_table_mut()) {
        let named = figure.get("stem").or(figure.get("kind")).and_then(|name| name.as_str()).unwrap_or("");
        if named != stem {
            stems.push(named.to_owned());
            continue;
        }
        if key == "panels" {
            figure.remove("labels");
        }
        figure.insert(key.to_owned(), value);
        return Ok(());
    }
    let known = if stems.is_empty() { "this study has no figure".into() } else { stems.join(", ") };
    Err(Error::input(format!("figure.{stem}.{key}"), value, format!("no such figure; accepted: {known}")))
}

fn put(table: &mut toml::Table, section: &str, key: &str, value: toml::Value) -> Result<(), Error> {
    let entry = table.entry(section.to_owned()).or_insert_with(|| toml::Value::Table(toml::Table::new()));
    let wrong = || Error::input(section, "not a table", format!("accepted: a table [{section}]"));
    entry.as_table_mut().ok_or_else(wrong)?.insert(key.to_owned(), value);
    Ok(())
}

/// The value as TOML would read it; plain words are strings.
pub(super) fn value_of(text: &str) -> toml::Value {
    let line = format!("value = {text}");
    let parsed = line.parse::<toml::Table>().ok().filter(|table| table.len() == 1);
    parsed.and_then(|mut table| table.remove("value")).unwrap_or_else(|| toml::Value::String(text.to_owned()))
}
