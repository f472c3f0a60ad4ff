//! Wrong on purpose: a function with one small mistake, which the comparison must notice. A check that cannot see
//! a wrong sign proves nothing.

use wgpu::naga;

/// What a slip of the pen looks like.
const SLIPS: [(&str, &str); 24] = [
    (" * ", " + "),
    (" + ", " - "),
    (" - ", " + "),
    (" / ", " * "),
    (" < ", " > "),
    (" <= ", " > "),
    ("max(", "min("),
    ("min(", "max("),
    ("abs(", "("),
    (" && ", " || "),
    (".x", ".y"),
    (".y", ".x"),
    (".z", ".x"),
    ("Real(", "Real(1"),
    ("return -", "return "),
    (" -p.", " p."),
    ("!", ""),
    ("1u", "0u"),
    ("& 0x", "| 0x"),
    ("return false", "return true"),
    ("();", "(Real(1.0));"),
    (", loose)", ", -loose)"),
    (", a.contact)", ", !a.contact)"),
    ("return q;", "return u;"),
];

/// Where a function stands in a text: from `fn` to its closing brace.
fn span(source: &str, function: &str) -> Option<(usize, usize)> {
    let start = source.find(&format!("fn {function}("))?;
    let open = start + source[start..].find('{')?;
    let mut depth = 0;
    for (place, letter) in source[open..].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((start, open + place + 1));
        }
    }
    None
}

/// The functions a text defines.
pub fn functions(source: &str) -> Vec<String> {
    let lines = source.lines().filter_map(|line| line.trim_start().strip_prefix("fn "));
    lines.filter_map(|rest| rest.split_once('(')).map(|(name, _)| name.to_owned()).collect()
}

/// Every slip that fits into a function's body, the first place of each kind of slip first.
pub fn slips(source: &str, function: &str) -> Vec<String> {
    let Some((start, end)) = span(source, function) else { return Vec::new() };
    let whole = &source[start..end];
    let open = whole.find('{').expect("a function has a body");
    let (head, body) = whole.split_at(open);
    let mut found: Vec<(usize, String)> = Vec::new();
    for (right, wrong) in SLIPS {
        for (nth, (at, _)) in body.match_indices(right).enumerate() {
            found.push((nth, format!("{}{wrong}{}", &body[..at], &body[at + right.len()..])));
        }
    }
    for (nth, (at, _)) in body.match_indices("return ").enumerate() {
        let from = at + "return ".len();
        if let Some(length) = body[from..].find(';') {
            let (value, rest) = (&body[from..from + length], &body[from + length..]);
            found.push((nth, format!("{}({value}) * Real(1.5){rest}", &body[..from])));
        }
    }
    found.extend(swaps(body));
    found.sort_by_key(|(nth, _)| *nth);
    found.into_iter().map(|(_, body)| format!("{head}{body}")).collect()
}

/// Two neighbouring arguments exchanged.
fn swaps(body: &str) -> Vec<(usize, String)> {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let swap = |(nth, (at, _)): (usize, (usize, &str))| {
        let left = body[..at].rfind(|c| !part_of_name(c)).map_or(0, |place| place + 1);
        let after = at + 2;
        let right = after + body[after..].find(|c| !part_of_name(c))?;
        let (a, b) = (&body[left..at], &body[after..right]);
        let swapped = format!("{}{b}, {a}{}", &body[..left], &body[right..]);
        (!a.is_empty() && !b.is_empty()).then_some((nth, swapped))
    };
    body.match_indices(", ").enumerate().filter_map(swap).collect()
}

/// The text with one function replaced.
pub fn replaced(source: &str, function: &str, by: &str) -> String {
    let (start, end) = span(source, function).expect("the function is there");
    format!("{}{by}{}", &source[..start], &source[end..])
}

/// A function under another name.
pub fn renamed(text: &str, function: &str, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let call = format!("{function}(");
    while let Some(at) = rest.find(&call) {
        let inside_a_name = rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        out += &rest[..at];
        out += if inside_a_name { function } else { name };
        rest = &rest[at + function.len()..];
    }
    out + rest
}

/// Whether the WGSL compiler takes a text.
pub fn compiles(source: &str) -> bool {
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    let Ok(module) = naga::front::wgsl::parse_str(source) else { return false };
    Validator::new(ValidationFlags::all(), Capabilities::FLOAT64).validate(&module).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "fn one(a: f32) -> f32 { return a * a; }\nfn two(a: f32) -> f32 { return one(a) + tone(a); }";

    #[test]
    fn a_slip_changes_one_function() {
        let slips = slips(TEXT, "one");
        assert_eq!(slips[0], "fn one(a: f32) -> f32 { return a + a; }");
        assert!(replaced(TEXT, "one", &slips[0]).contains("return one(a)"));
    }

    #[test]
    fn renaming_spares_longer_names() {
        assert!(renamed(TEXT, "one", "wrong").ends_with("return wrong(a) + tone(a); }"));
    }

    #[test]
    fn functions_are_listed() {
        assert_eq!(functions(TEXT), ["one", "two"]);
    }

    #[test]
    fn arguments_are_swapped() {
        let found = slips("fn f(a: f32, b: f32) -> f32 { return g(a, b.x); }", "f");
        assert!(found.contains(&"fn f(a: f32, b: f32) -> f32 { return g(b.x, a); }".to_owned()));
    }
}
