//! The list of shapes that both writers draw; lengths in points, y downwards.

use super::colour::{INK, Rgb};

pub(super) type Point = (f64, f64);

/// An upright rectangle from the upper left to the lower right corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub x0: f64,
    pub y0: f64,
    pub x1: f64,
    pub y1: f64,
}

impl Rect {
    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }

    pub fn height(&self) -> f64 {
        self.y1 - self.y0
    }

    pub fn contains(&self, (x, y): Point) -> bool {
        x >= self.x0 && x <= self.x1 && y >= self.y0 && y <= self.y1
    }

    /// The rectangle grown by `by` on each side.
    pub fn grown(&self, by: f64) -> Rect {
        Rect { x0: self.x0 - by, y0: self.y0 - by, x1: self.x1 + by, y1: self.y1 + by }
    }
}

/// Which point of a line of text its position names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How lines are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pen {
    pub colour: Rgb,
    pub width: f64,
    /// Lengths of stroke and gap.
    pub dash: Option<(f64, f64)>,
}

impl Pen {
    pub fn solid(colour: Rgb, width: f64) -> Self {
        Pen { colour, width, dash: None }
    }
}

/// Width of the white rim of text, on each side.
pub(super) const HALO: f64 = 1.1;

/// One shape. `clip` is the number of a rectangle in [`Scene::clips`].
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Lines { runs: Vec<Vec<Point>>, pen: Pen, clip: Option<usize> },
    Dots { centres: Vec<Point>, radius: f64, colour: Rgb, clip: Option<usize> },
    Circles { centres: Vec<Point>, radius: f64, pen: Pen, clip: Option<usize> },
    Area { outline: Vec<Point>, fill: (Rgb, f64), edge: Option<(Rgb, f64)>, clip: Option<usize> },
    Box { area: Rect, fill: Option<(Rgb, f64)>, edge: Option<(Rgb, f64)> },
    Picture { area: Rect, columns: usize, rows: usize, rgba: Vec<u8>, clip: Option<usize> },
    Text { at: Point, line: String, size: f64, colour: Rgb, anchor: Anchor, upwards: bool, halo: bool },
}

/// A sheet with everything on it.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub width: f64,
    pub height: f64,
    pub title: String,
    pub clips: Vec<Rect>,
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// A straight stroke.
    pub fn stroke(&mut self, from: Point, to: Point, pen: Pen) {
        self.shapes.push(Shape::Lines { runs: vec![vec![from, to]], pen, clip: None });
    }

    /// Many short strokes of one kind.
    pub fn strokes(&mut self, runs: Vec<Vec<Point>>, pen: Pen) {
        if !runs.is_empty() {
            self.shapes.push(Shape::Lines { runs, pen, clip: None });
        }
    }

    /// A level line of text in ink.
    pub fn text(&mut self, at: Point, line: impl Into<String>, size: f64, anchor: Anchor) {
        self.text_in(INK, at, line, size, anchor);
    }

    /// A level line of text in a given colour.
    pub fn text_in(&mut self, colour: Rgb, at: Point, line: impl Into<String>, size: f64, anchor: Anchor) {
        let line = typographic(line.into());
        self.shapes.push(Shape::Text { at, line, size, colour, anchor, upwards: false, halo: false });
    }

    /// A line of text that reads upwards.
    pub fn text_up(&mut self, at: Point, line: impl Into<String>, size: f64) {
        let (line, colour, anchor) = (typographic(line.into()), INK, Anchor::Middle);
        self.shapes.push(Shape::Text { at, line, size, colour, anchor, upwards: true, halo: false });
    }

    /// A level line of small text centred at `at`, with a white rim that sets it off from what lies below.
    pub fn text_over(&mut self, at: Point, line: &str, size: f64) {
        let (line, colour, anchor) = (typographic(line.into()), INK, Anchor::Middle);
        self.shapes.push(Shape::Text { at, line, size, colour, anchor, upwards: false, halo: true });
    }
}

/// The line with true minus signs before numbers, as in `y = -3`, but not inside words such as `1e-3`.
pub(super) fn typographic(line: String) -> String {
    if !line.contains('-') {
        return line;
    }
    let letters: Vec<char> = line.chars().collect();
    let sign = |k: usize| {
        let joined = k > 0 && letters[k - 1].is_alphanumeric();
        !joined && letters.get(k + 1).is_some_and(|c| c.is_ascii_digit() || *c == '.')
    };
    letters.iter().enumerate().map(|(k, &c)| if c == '-' && sign(k) { '\u{2212}' } else { c }).collect()
}
