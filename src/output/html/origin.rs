//! Where it comes from: version, command, device, seed, files, study.

use serde_json::Value;

use super::Page;
use super::markup::{Markup, dash, entries, facts, grouped, plain, table, text, whole};

/// Everything that is needed to run it again.
pub(super) fn provenance(page: &Page<'_>) -> Markup {
    let summary = page.summary;
    let command = summary["command"]
        .as_str()
        .map_or_else(dash, |line| Markup(format!("<code>{}</code>", text(line).0)));
    let mut out = facts(&[
        ("version", plain(&summary["version"])),
        ("command", command),
        ("backend", plain(&summary["backend"])),
        ("adapter and driver", plain(&summary["adapter"])),
        ("precision", plain(&summary["precision"])),
        ("seed", plain(&summary["seed"])),
    ]);
    let backends: Vec<_> =
        entries(&summary["backends"]).map(|(adapter, members)| vec![text(adapter), whole(members)]).collect();
    if backends.len() > 1 {
        out.0 += &table("Members by where they were computed", &["adapter", "#members"], &backends).0;
    }
    if !page.files.is_empty() {
        let row = |(name, bytes): &(String, u64)| {
            vec![Markup(format!("<code>{}</code>", text(name).0)), size(*bytes)]
        };
        let rows: Vec<_> = page.files.iter().map(row).collect();
        out.0 += &table("Files of the folder", &["file", "#bytes"], &rows).0;
    }
    out
}

fn size(bytes: u64) -> Markup {
    Markup(grouped(bytes))
}

/// The study as it was run.
pub(super) fn study(toml: &str) -> Option<Markup> {
    let region = "role=\"region\" tabindex=\"0\" aria-label=\"study.toml\"";
    (!toml.is_empty()).then(|| Markup(format!("<pre {region}>{}</pre>\n", text(toml).0)))
}

/// The last line of the page.
pub(super) fn footer(summary: &Value) -> Markup {
    let version = summary["version"].as_str().unwrap_or("of unknown version");
    text(&format!(
        "Run by moreau {version}; page written by moreau {}. Self-contained: no scripts, nothing loaded from elsewhere.",
        env!("CARGO_PKG_VERSION")
    ))
}
