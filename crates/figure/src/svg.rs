//! Writes a scene as SVG text.

use super::colour::Rgb;
use super::scene::{Anchor, HALO, Pen, Point, Rect, Scene, Shape};
use super::{raster, text};
use std::fmt::Write;

/// Families tried in turn by programs that ignore the embedded font; Verdana has nearly the same widths.
const FAMILIES: &str = "DejaVu Sans, Verdana, Geneva, sans-serif";

/// The scene as a complete SVG file.
pub(super) fn write(scene: &Scene) -> String {
    let mut out = String::new();
    let (w, h) = (number(scene.width), number(scene.height));
    let [wide, high] = [scene.width, scene.height].map(|points| number(points / 72.0 * 2.54));
    out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    out += "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" ";
    out += &format!("width=\"{wide}cm\" height=\"{high}cm\" viewBox=\"0 0 {w} {h}\">\n");
    if !scene.title.is_empty() {
        out += &format!("<title>{}</title>\n", escaped(&scene.title));
    }
    out += "<defs>\n<style>@font-face{font-family:\"DejaVu Sans\";src:url(data:font/woff2;base64,";
    out += &base64(text::FONT_WEB);
    out += ") format(\"woff2\")} text{font-kerning:none;white-space:pre}</style>\n";
    for (k, area) in scene.clips.iter().enumerate() {
        out += &format!("<clipPath id=\"frame{k}\"><rect {}/></clipPath>\n", place(area));
    }
    out += "</defs>\n";
    out += &format!("<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n");
    out += &format!("<g font-family=\"{FAMILIES}\" stroke-linejoin=\"round\">\n");
    for shape in &scene.shapes {
        write_shape(&mut out, shape);
    }
    out + "</g>\n</svg>\n"
}

fn write_shape(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Lines { runs, pen, clip } => {
            *out += "<path d=\"";
            for run in runs {
                path(out, run);
            }
            *out += &format!("\" fill=\"none\"{}{}/>\n", stroke(pen), clipped(*clip));
        }
        Shape::Dots { centres, radius, colour, clip } => {
            // A stroke of no length with round ends is a disc, at a few bytes each.
            *out += "<path d=\"";
            for centre in centres {
                *out += &format!("M{} {}h0", number(centre.0), number(centre.1));
            }
            let pen = Pen::solid(*colour, 2.0 * radius);
            *out += &format!("\" stroke-linecap=\"round\"{}{}/>\n", stroke(&pen), clipped(*clip));
        }
        Shape::Circles { centres, radius, pen, clip } => {
            let r = number(*radius);
            *out += "<path d=\"";
            for &(x, y) in centres {
                let half = |turn: &str| format!("a{r} {r} 0 1 0 {turn}{} 0", number(2.0 * radius));
                *out += &format!("M{} {}{}{}z", number(x - radius), number(y), half(""), half("-"));
            }
            *out += &format!("\" fill=\"none\"{}{}/>\n", stroke(pen), clipped(*clip));
        }
        Shape::Area { outline, fill, edge, clip } => {
            *out += "<path d=\"";
            path(out, outline);
            *out += &format!("z\"{}{}/>\n", filled(Some(*fill), *edge), clipped(*clip));
        }
        Shape::Box { area, fill, edge } => {
            let (place, filled) = (place(area), filled(*fill, *edge));
            *out += &format!("<rect {place}{filled} stroke-linejoin=\"miter\"/>\n");
        }
        Shape::Picture { area, columns, rows, rgba, clip } => {
            let Ok(bytes) = raster::encode(*columns as u32, *rows as u32, rgba, None) else { return };
            *out += &format!("<g{}><image {} preserveAspectRatio=\"none\" ", clipped(*clip), place(area));
            *out += "image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\" ";
            *out += &format!("xlink:href=\"data:image/png;base64,{}\"/></g>\n", base64(&bytes));
        }
        Shape::Text { .. } => write_text(out, shape),
    }
}

/// Writes a line of text, after its white rim if it has one. The rim is a text of its own because not all
/// programs can paint the stroke of a text below its fill.
fn write_text(out: &mut String, shape: &Shape) {
    let Shape::Text { at, line, size, colour, anchor, upwards, halo } = shape else { return };
    let (x, y) = (number(at.0), number(at.1));
    let place = match upwards {
        true => format!("<text transform=\"translate({x} {y}) rotate(-90)\""),
        false => format!("<text x=\"{x}\" y=\"{y}\""),
    };
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let (size, line) = (number(*size), escaped(line));
    let mut write =
        |style: String| *out += &format!("{place}{anchor} font-size=\"{size}\"{style}>{line}</text>\n");
    if *halo {
        let white = [255; 3];
        write(format!(" fill=\"{}\"{}", hex(white), stroke(&Pen::solid(white, 2.0 * HALO))));
    }
    write(format!(" fill=\"{}\"", hex(*colour)));
}

fn filled(fill: Option<(Rgb, f64)>, edge: Option<(Rgb, f64)>) -> String {
    let inside = match fill {
        Some((colour, opacity)) if opacity < 1.0 => {
            format!(" fill=\"{}\" fill-opacity=\"{}\"", hex(colour), number(opacity))
        }
        Some((colour, _)) => format!(" fill=\"{}\"", hex(colour)),
        None => " fill=\"none\"".to_string(),
    };
    inside + &edge.map_or(String::new(), |(colour, width)| stroke(&Pen::solid(colour, width)))
}

fn stroke(pen: &Pen) -> String {
    let mut out = format!(" stroke=\"{}\" stroke-width=\"{}\"", hex(pen.colour), number(pen.width));
    if let Some((line, gap)) = pen.dash {
        out += &format!(" stroke-dasharray=\"{} {}\"", number(line), number(gap));
    }
    out
}

fn clipped(clip: Option<usize>) -> String {
    clip.map_or(String::new(), |k| format!(" clip-path=\"url(#frame{k})\""))
}

fn place(area: &Rect) -> String {
    let [x, y, w, h] = [area.x0, area.y0, area.width(), area.height()].map(number);
    format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
}

/// A polyline in steps of a hundredth of a point, each relative to the place reached so far.
fn path(out: &mut String, run: &[Point]) {
    let whole = |v: f64| (v * 100.0).round() as i64;
    let mut reached: Option<(i64, i64)> = None;
    for &(x, y) in run {
        let next = (whole(x), whole(y));
        match reached {
            None => {
                *out += &format!("M{} {}", hundredths(next.0), hundredths(next.1));
                if run.len() > 1 {
                    out.push('l');
                }
            }
            Some(at) if at == next => continue,
            Some(at) => {
                let (dx, dy) = (hundredths(next.0 - at.0), hundredths(next.1 - at.1));
                if !out.ends_with('l') && !dx.starts_with('-') {
                    out.push(' ');
                }
                *out += &dx;
                if !dy.starts_with('-') {
                    out.push(' ');
                }
                *out += &dy;
            }
        }
        reached = Some(next);
    }
    if out.ends_with('l') {
        *out += "0 0";
    }
}

/// A number of hundredths in the fewest characters: `-.05`, `12.3`, `7`.
fn hundredths(value: i64) -> String {
    let mut out = String::new();
    if value < 0 {
        out.push('-');
    }
    let (whole, part) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
    if whole > 0 || part == 0 {
        let _ = write!(out, "{whole}");
    }
    if part > 0 {
        let digits = format!("{part:02}");
        out.push('.');
        out += digits.trim_end_matches('0');
    }
    out
}

fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text made safe for XML; characters that XML forbids are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(c),
        }
    }
    out
}

/// Bytes as text in the usual alphabet of 64 letters, padded.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |k: usize| u32::from(three.get(k).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * k) & 63) as usize];
            out.push(if k > three.len() { '=' } else { letter.into() });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_standard_examples() {
        for (plain, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn numbers_are_short_and_exact() {
        for (value, text) in [(0, "0"), (5, ".05"), (-5, "-.05"), (700, "7"), (-1230, "-12.3"), (50, ".5")] {
            assert_eq!(hundredths(value), text);
        }
    }

    #[test]
    fn a_path_ends_where_its_data_ends() {
        let mut out = String::new();
        path(&mut out, &[(1.0, 2.0), (1.004, 2.0), (3.5, 1.25)]);
        assert_eq!(out, "M1 2l2.5-.75");
    }
}
