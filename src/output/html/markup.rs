//! Pieces of HTML: escaped text, numbers, tables. All of it is well-formed XML too.

use serde_json::Value;

use crate::study::statistics::short;

/// Text that is safe to be put into a page as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Markup(pub String);

/// Significant digits of a number.
const DIGITS: usize = 4;

/// Plain text, escaped for elements and quoted attributes; control characters are left out.
pub(super) fn text(plain: &str) -> Markup {
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\n' | '\t' => out.push(c),
            '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(c),
        }
    }
    Markup(out)
}

/// What JSON holds, as text: a string without its quotes, nothing as a dash.
pub(super) fn plain(value: &Value) -> Markup {
    match value {
        Value::Null => dash(),
        Value::String(word) => text(word),
        Value::Number(n) if n.is_u64() => whole(value),
        Value::Number(_) => number(value),
        other => text(&other.to_string()),
    }
}

/// Where there is nothing to say.
pub(super) fn dash() -> Markup {
    Markup("–".into())
}

/// A real number with four significant digits.
pub(super) fn number(value: &Value) -> Markup {
    value.as_f64().map_or_else(dash, |value| digits(&short(value, DIGITS)))
}

/// A number already in digits, set as in print: a true minus, and powers of ten instead of an `e`.
pub(super) fn digits(written: &str) -> Markup {
    let minus = |text: &str| text.replace('-', "−");
    Markup(match written.split_once('e') {
        Some((mantissa, power)) => {
            format!("{}\u{2009}×\u{2009}10<sup>{}</sup>", minus(mantissa), minus(power))
        }
        None => minus(written),
    })
}

/// A count, in groups of three digits.
pub(super) fn whole(value: &Value) -> Markup {
    value.as_u64().map_or_else(|| number(value), |count| Markup(grouped(count)))
}

/// Digits in groups of three, parted by narrow spaces at which no line breaks.
pub(super) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A table: a caption, headings of which those that begin with `#` stand over numbers, and rows that begin with their
/// own heading.
pub(super) fn table(caption: &str, heads: &[&str], rows: &[Vec<Markup>]) -> Markup {
    let class = |k: usize| if heads[k].starts_with('#') { " class=\"number\"" } else { "" };
    let mut out = format!("<table>\n<caption>{}</caption>\n<thead><tr>", text(caption).0);
    for (k, head) in heads.iter().enumerate() {
        out += &format!("<th scope=\"col\"{}>{}</th>", class(k), text(head.trim_start_matches('#')).0);
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        out += "<tr>";
        for (k, Markup(cell)) in row.iter().enumerate().take(heads.len()) {
            out += &match k {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                k => format!("<td{}>{cell}</td>", class(k)),
            };
        }
        out += "</tr>\n";
    }
    out += "</tbody>\n</table>\n";
    // A wide table moves by itself on a narrow screen, with a finger or with the keyboard.
    Markup(format!(
        "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n{out}</div>\n",
        text(caption).0
    ))
}

/// The heading of a row: a name and its unit, and below what it means.
pub(super) fn named(name: &str, unit: &str, about: &str) -> Markup {
    let part = |class: &str, inner: String| match inner.is_empty() {
        true => inner,
        false => format!("<span class=\"{class}\">{inner}</span>"),
    };
    let unit = if unit.is_empty() { String::new() } else { format!(" ({})", text(unit).0) };
    Markup(text(name).0 + &part("unit", unit) + &part("note", text(about).0))
}

/// Names and what they stand for.
pub(super) fn facts(pairs: &[(&str, Markup)]) -> Markup {
    let pair = |(name, Markup(fact)): &(&str, Markup)| {
        format!("<div><dt>{}</dt><dd>{fact}</dd></div>\n", text(name).0)
    };
    Markup(format!("<dl class=\"facts\">\n{}</dl>\n", pairs.iter().map(pair).collect::<String>()))
}

/// A paragraph.
pub(super) fn paragraph(Markup(inner): Markup) -> Markup {
    Markup(format!("<p>{inner}</p>\n"))
}

/// The list that JSON holds, or none.
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The names and values of a JSON object, or none.
pub(super) fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}
