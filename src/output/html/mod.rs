//! The report of a run: one HTML file that needs nothing else, neither scripts nor a network.
//!
//! It is made from what a finished folder holds (`summary.json`, `study.toml`, `figures/`), so that it can be made again
//! at any time, by any later version. What a summary does not have is left out.

mod columns;
mod comparison;
mod evidence;
mod figures;
mod folder;
mod markup;
mod origin;
mod overview;
#[cfg(test)]
mod tests;

use serde_json::Value;

pub use comparison::comparison;
pub use figures::Picture;
pub use folder::write_report;

use markup::{Markup, text};

/// What a report is made from.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The parsed `summary.json`.
    pub summary: &'a Value,
    /// The text of `study.toml`; empty if there is none.
    pub study_toml: &'a str,
    /// The figures, in the order of the page.
    pub figures: &'a [Picture],
    /// The files of the folder with their sizes in bytes.
    pub files: &'a [(String, u64)],
}

/// A section of the page.
struct Section {
    id: &'static str,
    title: &'static str,
    body: Markup,
}

/// The report as the text of an HTML file.
pub fn html(page: &Page<'_>) -> String {
    let study: toml::Table = page.study_toml.parse().unwrap_or_default();
    let (name, about) = (text(&overview::name(page.summary)), overview::about(&study));
    document(&name, &about, &sections(page, &study), &origin::footer(page.summary))
}

/// A page of these sections.
fn document(name: &Markup, about: &Markup, sections: &[Section], footer: &Markup) -> String {
    let mut out = head(name);
    out += &format!("<header>\n<h1>{}</h1>\n{}</header>\n", name.0, about.0);
    out += "<nav aria-label=\"Sections\">";
    out.extend(sections.iter().map(|Section { id, title, .. }| format!("<a href=\"#{id}\">{title}</a> ")));
    out += "</nav>\n<main>\n";
    for Section { id, title, body } in sections {
        out += &format!(
            "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{title}</h2>\n{}</section>\n",
            body.0
        );
    }
    out += &format!("</main>\n<footer>{}</footer>\n</body>\n</html>\n", footer.0);
    out
}

/// The sections that there is something to say in.
fn sections(page: &Page<'_>, study: &toml::Table) -> Vec<Section> {
    let summary = page.summary;
    let all = [
        ("facts", "Key facts", Some(overview::key_facts(summary))),
        ("outcomes", "Outcomes", overview::outcomes(summary)),
        ("figures", "Figures", figures::figures(page.figures, study)),
        ("statistics", "Statistics", columns::statistics(&summary["statistics"])),
        ("certificates", "Certificates and flags", evidence::certificates(summary)),
        ("closed-form", "Closed form", evidence::closed_form(summary)),
        ("lines", "Lines of attraction", evidence::lines(summary, study)),
        ("audit", "Audit", Some(evidence::audit(&summary["audit"]))),
        ("faults", "Faults", evidence::faults(&summary["faults"])),
        ("provenance", "Provenance", Some(origin::provenance(page))),
        ("study", "Study", origin::study(page.study_toml)),
    ];
    all.into_iter().filter_map(|(id, title, body)| body.map(|body| Section { id, title, body })).collect()
}

/// All before the content. The policy lets a browser load nothing but what the file itself contains, and run nothing.
fn head(name: &Markup) -> String {
    let policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'";
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{}: report of a moreau run</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        name.0,
        include_str!("style.css")
    )
}
