//! Why to believe it: certificates, flags, exact answers, audit and faults.

use serde_json::Value;

use super::markup::{
    Markup, dash, digits, entries, grouped, list, named, number, paragraph, plain, table, text, whole,
};
use crate::study::results::CERTIFICATES;
use crate::study::statistics::short;

/// The worst certificates, and the members that carry a flag.
pub(super) fn certificates(summary: &Value) -> Option<Markup> {
    let about = |name: &str| CERTIFICATES.iter().find(|(own, _)| *own == name).map_or("", |(_, about)| about);
    let row = |(name, worst): (&String, &Value)| vec![named(name, "", about(name)), number(worst)];
    let rows: Vec<_> = entries(&summary["certificates"]).map(row).collect();
    let mut out = String::new();
    if !rows.is_empty() {
        out += &table("The worst over all steps of all members", &["certificate", "#worst"], &rows).0;
    }
    if summary["flags"].is_object() {
        out += &flags(&summary["flags"]).0;
    }
    let warned: Vec<_> = entries(&summary["warnings"]).map(|(what, n)| vec![text(what), whole(n)]).collect();
    if !warned.is_empty() {
        out += &table("What theory warns of", &["warning", "#members"], &warned).0;
    }
    (!out.is_empty()).then_some(Markup(out))
}

fn flags(flags: &Value) -> Markup {
    let raised: Vec<(&String, &Value)> =
        entries(flags).filter(|(_, count)| count.as_u64() != Some(0)).collect();
    if raised.is_empty() {
        let names: Vec<&str> = entries(flags).map(|(name, _)| name.as_str()).collect();
        let looked_for =
            if names.is_empty() { String::new() } else { format!(" (looked for: {})", names.join(", ")) };
        return paragraph(Markup(format!("Flags: <strong>none</strong>{}.", text(&looked_for).0)));
    }
    let mark = |Markup(inner): Markup| Markup(format!("<span class=\"raised\">{inner}</span>"));
    let rows: Vec<_> = raised.iter().map(|(name, count)| vec![text(name), mark(whole(count))]).collect();
    table("Members that carry a flag; one may carry several", &["flag", "#members"], &rows)
}

/// Exact answers beside those of the first member.
pub(super) fn closed_form(summary: &Value) -> Option<Markup> {
    let long = |value: &Value| value.as_f64().map_or_else(|| plain(value), |x| digits(&format!("{x:.9}")));
    let row = |c: &Value| {
        let difference = Some(c["result"].as_f64()? - c["exact"].as_f64()?);
        let difference = difference.map(|d| digits(&format!("{d:.2e}")))?;
        Some(vec![plain(&c["what"]), long(&c["exact"]), long(&c["result"]), difference, plain(&c["unit"])])
    };
    let rows: Vec<_> = list(&summary["closed_form"]).iter().filter_map(row).collect();
    let heads = ["what", "#exact", "#result", "#difference", "unit"];
    (!rows.is_empty()).then(|| table("Theory beside the result, for the first member", &heads, &rows))
}

/// Where members gather; "none" where the study looked for lines and found none.
pub(super) fn lines(summary: &Value, study: &toml::Table) -> Option<Markup> {
    let field = study.get("field").and_then(toml::Value::as_table);
    let asked = field.and_then(|field| field.get("lines")).and_then(toml::Value::as_bool) == Some(true);
    let rows: Vec<_> = list(&summary["attraction_lines"])
        .iter()
        .map(|line| vec![number(&line["y"]), number(&line["spread"]), whole(&line["members"])])
        .collect();
    if rows.is_empty() {
        return asked.then(|| paragraph(text("None found.")));
    }
    let axis = field.and_then(|field| field.get("y")).and_then(toml::Value::as_str).unwrap_or("y");
    Some(table(
        "Lines to which members are drawn, at the end",
        &[&format!("{axis} ="), "#sd", "#members on it"],
        &rows,
    ))
}

/// What the reference said of some of the members.
pub(super) fn audit(audit: &Value) -> Markup {
    if !audit.is_object() {
        return paragraph(text("This run was not audited."));
    }
    let flips = &audit["flips"];
    let [fraction, low, high] = ["fraction", "low", "high"].map(|key| percent(&flips[key]).0);
    let mut out = paragraph(Markup(format!(
        "Computed again by the reference: {} members, {} of all. Of these end differently: {}, which is {fraction}, with \
         a 95 % interval of {low} to {high}.",
        whole(&audit["members"]).0,
        percent(&audit["fraction"]).0,
        whole(&flips["count"]).0,
    )));
    let row =
        |c: &Value| vec![plain(&c["name"]), number(&c["median"]), number(&c["worst"]), plain(&c["unit"])];
    let rows: Vec<_> = list(&audit["columns"]).iter().map(row).collect();
    if !rows.is_empty() {
        let caption = "Difference from the reference";
        out.0 += &table(caption, &["column", "#median", "#worst", "unit"], &rows).0;
    }
    let distance = &audit["distance"];
    if distance.is_object() {
        out.0 += &paragraph(Markup(format!(
            "Largest difference of a member, in units of the largest value of its column: median {}, worst {} (member {}).",
            number(&distance["median"]).0,
            number(&distance["worst"]).0,
            plain(&distance["worst_member"]).0,
        )))
        .0;
    }
    out.0 += &flipped(list(&audit["flipped"]), flips["count"].as_u64()).0;
    out
}

fn percent(fraction: &Value) -> Markup {
    fraction.as_f64().map_or_else(dash, |x| digits(&format!("{}\u{a0}%", short(100.0 * x, 3))))
}

/// The members that end differently; the first of many, of which the summary lists some.
fn flipped(members: &[Value], all: Option<u64>) -> Markup {
    const SHOWN: usize = 50;
    if members.is_empty() {
        return Markup::default();
    }
    let names: Vec<String> = members.iter().take(SHOWN).map(|member| plain(member).0).collect();
    let rest = all.unwrap_or(members.len() as u64).saturating_sub(names.len() as u64);
    let rest = if rest > 0 { format!(" and {} more", grouped(rest)) } else { String::new() };
    paragraph(Markup(format!("Members that end differently: {}{rest}.", names.join(", "))))
}

/// What went wrong on the way, and what was done about it.
pub(super) fn faults(faults: &Value) -> Option<Markup> {
    let faults = faults.as_array()?;
    if faults.is_empty() {
        return Some(paragraph(text("None: every member was computed at the first attempt.")));
    }
    let row = |fault: &Value| {
        let members =
            list(&fault["members"]).iter().map(|member| whole(member).0).collect::<Vec<_>>().join(" to ");
        vec![Markup(members), plain(&fault["cause"]), plain(&fault["action"])]
    };
    let rows: Vec<_> = faults.iter().map(row).collect();
    Some(table("What failed, and what was done", &["members", "cause", "action"], &rows))
}
