//! The name, the key facts and the outcomes.

use std::path::Path;

use serde_json::Value;

use super::markup::{Markup, dash, digits, entries, facts, number, paragraph, plain, table, text, whole};

/// The study's name: that of its preset, or of its file without folders and ending.
pub(super) fn name(summary: &Value) -> String {
    let preset = summary["preset"].as_str().unwrap_or("study");
    let stem = Path::new(preset).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    if preset.ends_with(".toml") { stem.unwrap_or_else(|| preset.to_owned()) } else { preset.to_owned() }
}

/// What the study says about itself.
pub(super) fn about(study: &toml::Table) -> Markup {
    let about = study.get("about").and_then(toml::Value::as_str).unwrap_or_default();
    if about.is_empty() {
        Markup::default()
    } else {
        Markup(format!("<p class=\"about\">{}</p>\n", text(about).0))
    }
}

pub(super) fn key_facts(summary: &Value) -> Markup {
    let seconds = &summary["seconds"];
    let time = |key: &str| seconds[key].as_f64().map(|s| format!("{s:.2} s"));
    let total = time("total").map_or_else(dash, |total| text(&total));
    let kernel = time("kernel").map_or_else(dash, |kernel| text(&kernel));
    let mut pairs = vec![
        ("members", whole(&summary["members"])),
        ("steps, at most", whole(&summary["steps"])),
        ("member-steps", whole(&summary["member_steps"])),
        ("member-steps per second", number(&summary["member_steps_per_second"])),
        ("time in all", total),
        ("time integrating", kernel),
        ("backend", plain(&summary["backend"])),
        ("adapter", plain(&summary["adapter"])),
        ("precision", plain(&summary["precision"])),
        ("seed", plain(&summary["seed"])),
    ];
    if summary["shards"].is_u64() {
        pairs.push(("shards", whole(&summary["shards"])));
    }
    facts(&pairs)
}

pub(super) fn outcomes(summary: &Value) -> Option<Markup> {
    let row = |(name, share): (&String, &Value)| {
        let mut row = vec![text(name), whole(&share["count"])];
        row.extend(share_cells(share));
        row
    };
    let rows: Vec<_> = entries(&summary["outcomes"]).map(row).collect();
    let heads = ["outcome", "#members", "#fraction", "0 to 1", "#95 % interval"];
    let note = "Intervals are Wilson's, for members drawn independently. The bar is the fraction; the whisker on it, the interval.";
    let caption = "How members ended";
    (!rows.is_empty()).then(|| Markup(table(caption, &heads, &rows).0 + &paragraph(text(note)).0))
}

/// The fraction, itself and its interval as a bar, and the interval.
pub(super) fn share_cells(share: &Value) -> [Markup; 3] {
    let [fraction, low, high] = ["fraction", "low", "high"].map(|key| share[key].as_f64());
    let (Some(fraction), Some(low), Some(high)) = (fraction, low, high) else {
        return [dash(), dash(), dash()];
    };
    let percent = |x: f64| 100.0 * x.clamp(0.0, 1.0);
    let bar = format!(
        "<span class=\"bar\" role=\"img\" aria-label=\"{fraction:.3} of all\"><span style=\"width:{:.2}%\"></span>\
         <i style=\"left:{:.2}%;width:{:.2}%\"></i></span>",
        percent(fraction),
        percent(low),
        percent(high) - percent(low)
    );
    [digits(&format!("{fraction:.5}")), Markup(bar), digits(&format!("[{low:.5}, {high:.5}]"))]
}
