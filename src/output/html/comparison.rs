//! The report of a comparison: variants side by side, one HTML file like that of a run.

use super::markup::{Markup, digits, facts, grouped, named, paragraph, table, text};
use super::{Picture, Section, document};
use crate::compare::{Book, Comparison, Distance, Told, letter};
use crate::study::statistics::short;

/// Significant digits of a number.
const DIGITS: usize = 4;

/// The text of `report.html`.
pub fn comparison(found: &Comparison, picture: Option<&Picture>) -> String {
    let sections = [
        ("variants", "Variants", Some(variants(found))),
        ("agreement", "Agreement", Some(agreement(found))),
        ("figures", "Figure", picture.map(figure)),
        ("distances", "Distance of final states", Some(distances(found))),
        ("books", "Energy books and certificates", books(found)),
        ("flags", "Flags", Some(flags(found))),
        ("provenance", "Provenance", Some(provenance(found))),
    ];
    let sections: Vec<Section> = sections
        .into_iter()
        .filter_map(|(id, title, body)| body.map(|body| Section { id, title, body }))
        .collect();
    let about = Markup(format!("<p class=\"about\">{}</p>\n", text(&found.about).0));
    let footer = format!(
        "Written by moreau {}. Self-contained: no scripts, nothing loaded from elsewhere.",
        found.version
    );
    document(&text(&format!("{}: variants compared", found.study)), &about, &sections, &text(&footer))
}

/// Headings: a first column, then a letter for each variant.
fn heads(found: &Comparison, first: &str) -> Vec<String> {
    let letters = (0..found.variants.len()).map(|k| format!("#{}", letter(k)));
    std::iter::once(first.to_owned()).chain(letters).collect()
}

fn side_by_side(found: &Comparison, caption: &str, first: &str, rows: &[Vec<Markup>]) -> Markup {
    let heads = heads(found, first);
    table(caption, &heads.iter().map(String::as_str).collect::<Vec<_>>(), rows)
}

/// A row: its heading, and a cell for each variant.
fn row(found: &Comparison, heading: Markup, cell: impl Fn(&Told) -> Markup) -> Vec<Markup> {
    std::iter::once(heading).chain(found.variants.iter().map(cell)).collect()
}

fn real(value: f64) -> Markup {
    digits(&short(value, DIGITS))
}

fn variants(found: &Comparison) -> Markup {
    let variant = |(k, told): (usize, &Told)| {
        let cells = [&told.name, &told.law, &told.scheme, &told.backend, &told.precision];
        let left = if told.dropped.is_empty() { "–".into() } else { told.dropped.join(", ") };
        let mut row = vec![text(&letter(k).to_string())];
        row.extend(cells.into_iter().map(|cell| text(cell)));
        row.push(text(&left));
        row
    };
    let rows: Vec<_> = found.variants.iter().enumerate().map(variant).collect();
    let heads = ["", "name", "law", "scheme", "backend", "precision", "parameters left out"];
    let mut out = table("What was run", &heads, &rows);
    let rows: Vec<Vec<Markup>> = found
        .differing
        .iter()
        .map(|(name, rules)| std::iter::once(text(name)).chain(rules.iter().map(|rule| text(rule))).collect())
        .collect();
    if !rows.is_empty() {
        out.0 += &side_by_side(found, "Parameters that differ", "parameter", &rows).0;
    }
    if !found.same_draws.is_empty() {
        let said = format!("Drawn alike, member by member, to the bit: {}.", found.same_draws.join(", "));
        out.0 += &paragraph(text(&said)).0;
    }
    out
}

fn agreement(found: &Comparison) -> Markup {
    let share = |fraction: f64| digits(&format!("{fraction:.5}"));
    let matrix = |(a, told): (usize, &Told)| {
        let cell = |b: usize| found.pair(a, b).map_or(text("1"), |pair| share(pair.agreement.fraction));
        let heading = text(&format!("{} {}", letter(a), told.name));
        std::iter::once(heading).chain((0..found.variants.len()).map(cell)).collect()
    };
    let rows: Vec<Vec<Markup>> = found.variants.iter().enumerate().map(matrix).collect();
    let mut out = side_by_side(found, "Share of members that end alike", "variant", &rows);
    let mut rows = Vec::new();
    for pair in &found.pairs {
        let [a, b] = pair.of.map(letter);
        let interval = format!("{:.5} to {:.5}", pair.agreement.low, pair.agreement.high);
        for (k, cell) in pair.confusion.iter().enumerate() {
            let [from, to] = &cell.outcomes;
            let interval = if k == 0 { text(&interval) } else { Markup::default() };
            let heading = text(&format!("{a} and {b}"));
            rows.push(vec![heading, text(from), text(to), Markup(grouped(cell.count)), interval]);
        }
    }
    let heads = ["pair", "under the first", "under the second", "#members", "#95 % interval of agreement"];
    out.0 += &table("Who ends how under both", &heads, &rows).0;
    let words: std::collections::BTreeSet<&String> =
        found.variants.iter().flat_map(|told| told.outcomes.keys()).collect();
    let outcomes = words.into_iter().map(|word| {
        row(found, text(word), |told| told.outcomes.get(word).map_or(text("0"), |own| share(own.fraction)))
    });
    out.0 += &side_by_side(found, "How members end", "outcome", &outcomes.collect::<Vec<_>>()).0;
    out
}

fn figure(picture: &Picture) -> Markup {
    let what = "agreement of outcomes between variants, and where or how far they differ";
    Markup(format!(
        "<div class=\"figures\">\n<figure>\n<img style=\"--width:{}cm\" src=\"{}\" alt=\"Figure: {what}\"/>\n\
         <figcaption>{what}</figcaption>\n</figure>\n</div>\n",
        picture.width(),
        picture.address()
    ))
}

fn distances(found: &Comparison) -> Markup {
    let mut rows = Vec::new();
    for pair in &found.pairs {
        let [a, b] = pair.of.map(letter);
        for distance in std::iter::once(&pair.distance).chain(&pair.columns) {
            let Distance { name, unit, median, percentile_99, worst, worst_member, .. } = distance;
            let name = if name.is_empty() { "all, relative" } else { name };
            let quantile = |q: &Option<crate::study::statistics::Quantile>| {
                q.map_or(text("–"), |q| digits(&q.to_string()))
            };
            let heading = named(&format!("{a} and {b}: {name}"), unit, "");
            let who = Markup(grouped(*worst_member));
            rows.push(vec![heading, quantile(median), quantile(percentile_99), real(*worst), who]);
        }
    }
    let heads = ["column", "#median", "#99 %", "#worst", "#member"];
    let note = "Relative: of each member the column that differs most, in units of the largest value of that column.";
    Markup(table("How far final states lie apart", &heads, &rows).0 + &paragraph(text(note)).0)
}

fn books(found: &Comparison) -> Option<Markup> {
    let of = |told: &Told, book: &Book| told.books.iter().find(|own| own.name == book.name).cloned();
    let mut rows = Vec::new();
    for book in found.books_seen() {
        let mean = |told: &Told| of(told, book).and_then(|own| own.mean).map_or(text("–"), real);
        let worst = |told: &Told| of(told, book).map_or(text("–"), |own| real(own.worst));
        rows.push(row(found, named(&book.name, &book.unit, &format!("mean; {}", book.about)), mean));
        rows.push(row(found, named(&book.name, &book.unit, "worst"), worst));
    }
    (!rows.is_empty()).then(|| side_by_side(found, "Books side by side", "column", &rows))
}

fn flags(found: &Comparison) -> Markup {
    let names = found.variants.iter().take(1).flat_map(|told| told.flags.keys());
    let rows: Vec<_> =
        names.map(|flag| row(found, text(flag), |told| Markup(grouped(told.flags[flag])))).collect();
    side_by_side(found, "Members that carry a flag", "flag", &rows)
}

fn provenance(found: &Comparison) -> Markup {
    let folders = found.variants.iter().map(|told| format!("{}/report.html", told.folder));
    facts(&[
        ("command", Markup(format!("<code>{}</code>", text(&found.command).0))),
        ("model", text(&found.model)),
        ("members", Markup(grouped(found.members))),
        ("seed", text(&found.seed.to_string())),
        ("version", text(&found.version)),
        ("reports of the variants", text(&folders.collect::<Vec<_>>().join(", "))),
    ])
}
