//! The embedded font: widths, line breaks and glyph outlines.

use std::sync::OnceLock;
use ttf_parser::{Face, OutlineBuilder};

/// DejaVu Sans reduced to Latin, Greek, Cyrillic and common mathematical signs; licence in `font/`.
static FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");
/// The same glyphs, packed for embedding in SVG files.
pub(super) static FONT_WEB: &[u8] = include_bytes!("font/DejaVuSans-subset.woff2");

fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(FONT, 0).ok()).as_ref()
}

/// Width of a line of text set at `size`, in the unit of `size`.
pub(super) fn width(line: &str, size: f64) -> f64 {
    // As it will be drawn: a minus sign is wider than the hyphen it was written with.
    let line = super::scene::typographic(line.to_owned());
    let Some(face) = face() else { return 0.6 * size * line.chars().count() as f64 };
    line.chars().map(|c| advance(face, c)).sum::<f64>() * size / f64::from(face.units_per_em())
}

fn advance(face: &Face, c: char) -> f64 {
    let glyph = face.glyph_index(c).unwrap_or_default();
    f64::from(face.glyph_hor_advance(glyph).unwrap_or(0))
}

/// The widest of several lines.
pub(super) fn widest<S: AsRef<str>>(lines: impl IntoIterator<Item = S>, size: f64) -> f64 {
    lines.into_iter().map(|line| width(line.as_ref(), size)).fold(0.0, f64::max)
}

/// `text` broken at blanks into lines not wider than `room`, where its words allow it.
pub(super) fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && width(&format!("{line} {word}"), size) > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// Sends the outlines of a line of text to `pen`, in em (y upwards), starting at x = `start`.
pub(super) fn outline(line: &str, start: f64, pen: &mut impl OutlineBuilder) {
    let Some(face) = face() else { return };
    let em = f32::from(face.units_per_em());
    let mut x = start as f32 * em;
    for c in line.chars() {
        let glyph = face.glyph_index(c).unwrap_or_default();
        face.outline_glyph(glyph, &mut Shifted { pen, x, em });
        x += advance(face, c) as f32;
    }
}

/// A pen that moves glyphs to their place in the line and scales them to one em.
struct Shifted<'a, P> {
    pen: &'a mut P,
    x: f32,
    em: f32,
}

impl<P: OutlineBuilder> OutlineBuilder for Shifted<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen.move_to((self.x + x) / self.em, y / self.em);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pen.line_to((self.x + x) / self.em, y / self.em);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.pen.quad_to((self.x + x1) / self.em, y1 / self.em, (self.x + x) / self.em, y / self.em);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let em = self.em;
        let at = |v: f32| (self.x + v) / em;
        self.pen.curve_to(at(x1), y1 / em, at(x2), y2 / em, at(x), y / em);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}
