//! The statistics of the columns, each with a small histogram.

use serde_json::Value;

use super::markup::{Markup, dash, digits, entries, list, named, number, paragraph, table, text, whole};
use super::overview::share_cells;
use crate::study::statistics::Quantile;

/// Height and width of a small histogram, in units of its own.
const HIGH: f64 = 28.0;
const WIDE: f64 = 128.0;

/// All columns: numbers that vary, words, and what is the same for all.
pub(super) fn statistics(statistics: &Value) -> Option<Markup> {
    let columns = list(&statistics["columns"]);
    let mut out = String::new();
    out += &numbers(columns, statistics).0;
    for column in columns.iter().filter(|column| column["words"].is_object() && column["name"] != "outcome") {
        out += &words(column).0;
    }
    out += &constants(columns).0;
    (!columns.is_empty()).then_some(Markup(out))
}

fn numbers(columns: &[Value], statistics: &Value) -> Markup {
    let varying = columns.iter().filter(|column| column["histogram"].is_object());
    let rows: Vec<Vec<Markup>> = varying.map(row).collect();
    if rows.is_empty() {
        return Markup::default();
    }
    let heads =
        ["column", "histogram", "#mean", "#sd", "#5 %", "#median", "#95 %", "#min", "#max", "#not finite"];
    let some_left_out = columns.iter().any(|column| column["nonfinite"].as_u64().is_some_and(|n| n > 0));
    let shown = if some_left_out { &heads[..] } else { &heads[..heads.len() - 1] };
    let table = table("Columns that vary over the members", shown, &rows);
    Markup(table.0 + &method(statistics).0)
}

/// How quantiles and histograms are found, in the summary's own words.
fn method(statistics: &Value) -> Markup {
    let how = [("Quantiles", "quantiles"), ("Histograms", "histograms")];
    let how: String = how
        .iter()
        .filter_map(|(name, key)| Some(format!("{name}: {}. ", statistics[key].as_str()?)))
        .collect();
    if how.is_empty() {
        return Markup::default();
    }
    let note = format!("{how}Quantiles are shown with the digits that their bounds leave.");
    paragraph(Markup(format!("<small>{}</small>", text(&note).0)))
}

fn row(column: &Value) -> Vec<Markup> {
    let quantile = |name: &str| quantile(&column["quantiles"][name]);
    vec![
        heading(column),
        sparkline(column),
        number(&column["mean"]),
        number(&column["sd"]),
        quantile("0.05"),
        quantile("0.5"),
        quantile("0.95"),
        number(&column["min"]),
        number(&column["max"]),
        whole(&column["nonfinite"]),
    ]
}

fn heading(column: &Value) -> Markup {
    let [name, unit, about] = ["name", "unit", "about"].map(|key| column[key].as_str().unwrap_or_default());
    named(name, unit, about)
}

fn quantile(json: &Value) -> Markup {
    let [value, low, high] = ["value", "low", "high"].map(|key| json[key].as_f64());
    let (Some(value), Some(low), Some(high)) = (value, low, high) else { return dash() };
    digits(&Quantile { value, low, high }.to_string())
}

/// The histogram as one path of steps, as tall as its highest bin.
fn sparkline(column: &Value) -> Markup {
    let counts: Vec<f64> = list(&column["histogram"]["counts"]).iter().filter_map(Value::as_f64).collect();
    let highest = counts.iter().copied().fold(0.0, f64::max);
    if highest <= 0.0 {
        return dash();
    }
    let bin = WIDE / counts.len() as f64;
    let mut path = format!("M0 {HIGH}");
    for (k, count) in counts.iter().enumerate() {
        // A bin with anything in it is seen.
        let height = if *count > 0.0 { (count / highest * (HIGH - 2.0)).max(0.75) } else { 0.0 };
        path += &format!("V{:.2}H{:.2}", HIGH - height, bin * (k + 1) as f64);
    }
    let ends = ["min", "max"].map(|key| number(&column[key]).0.replace("<sup>", "^").replace("</sup>", ""));
    let label = format!("histogram of {} bins from {} to {}", counts.len(), ends[0], ends[1]);
    Markup(format!(
        "<svg class=\"spark\" viewBox=\"0 0 {WIDE} {HIGH}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{label}\">\
         <path d=\"{path}V{HIGH}z\"/><line x1=\"0\" x2=\"{WIDE}\" y1=\"{HIGH}\" y2=\"{HIGH}\"/></svg>"
    ))
}

/// How often each word of a column occurs; words that never do are left out.
fn words(column: &Value) -> Markup {
    let row = |(word, share): (&String, &Value)| {
        let mut row = vec![text(word), whole(&share["count"])];
        row.extend(share_cells(share));
        row
    };
    let seen = entries(&column["words"]).filter(|(_, share)| share["count"].as_u64() != Some(0));
    let name = column["name"].as_str().unwrap_or_default();
    let about = column["about"].as_str().filter(|about| !about.is_empty());
    let caption = about.map_or(name.to_owned(), |about| format!("{name}: {about}"));
    table(
        &caption,
        &[name, "#members", "#fraction", "0 to 1", "#95 % interval"],
        &seen.map(row).collect::<Vec<_>>(),
    )
}

/// What all members share, and what none has.
fn constants(columns: &[Value]) -> Markup {
    let constant = columns.iter().filter(|column| column["constant"].is_number());
    let never = |column: &&Value| column["count"].as_u64() == Some(0) && !column["words"].is_object();
    let mut rows: Vec<Vec<Markup>> =
        constant.map(|column| vec![heading(column), number(&column["constant"])]).collect();
    rows.extend(columns.iter().filter(never).map(|column| vec![heading(column), text("not finite")]));
    if rows.is_empty() {
        return Markup::default();
    }
    let count = rows.len();
    let table = table("The same for all members", &["column", "#value"], &rows);
    Markup(format!(
        "<details>\n<summary>{count} columns that are the same for all members</summary>\n{}</details>\n",
        table.0
    ))
}
