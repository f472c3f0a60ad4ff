//! The colour bar: to the right of the frame, or above it when the right margin holds marks.

use super::colour::{INK, Rgb, of_field, of_line, of_sign};
use super::curves::Map;
use super::layout::{LEADING, Place, TEXT, TICK};
use super::scene::{Anchor, Pen, Rect, Scene, Shape};
use super::ticks::{self, Ticks};
use super::{Panel, density, layout, ranges, text};

/// Thickness of the bar.
const THICK: f64 = 7.0;
/// From the frame to a bar at its right.
const AWAY: f64 = 9.0;
/// Number of colours shown.
const SHADES: usize = 256;

/// The colours of a panel and the values they stand for, as its colour bar shows them.
#[derive(Debug, Clone)]
pub(super) struct ColourScale {
    pub label: String,
    pub low: f64,
    pub high: f64,
    pub logarithmic: bool,
    /// The map of density fields, not that of lines.
    pub field: bool,
    /// The map of fields of both signs.
    pub signed: bool,
    /// Above the frame.
    pub above: bool,
}

impl ColourScale {
    /// The bar that a panel needs, if any.
    pub fn of(panel: &Panel) -> Option<ColourScale> {
        let above = panel.marks.iter().any(|mark| !mark.label.is_empty());
        if let Some(field) = &panel.density {
            let (low, high) = density::levels(field)?;
            let (label, signed) = (field.label.clone(), field.signed);
            let logarithmic = field.logarithmic && !signed;
            return Some(ColourScale { label, low, high, logarithmic, field: true, signed, above });
        }
        let bar = panel.bar.as_ref()?;
        let (low, high) = ranges::sound(bar.range)?;
        let label = bar.label.clone();
        Some(ColourScale { label, low, high, logarithmic: false, field: false, signed: false, above })
    }

    /// Place of a value between the ends of the bar, 0..1.
    pub fn share(&self, value: f64) -> f64 {
        match self.logarithmic {
            true => (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln()),
            false => (value - self.low) / (self.high - self.low),
        }
    }

    /// The colour at `share` of the bar.
    pub fn colour(&self, share: f64) -> Rgb {
        match (self.signed, self.field) {
            (true, _) => of_sign(share),
            (false, true) => of_field(share),
            (false, false) => of_line(share),
        }
    }

    fn ticks(&self, length: f64) -> Ticks {
        let level = |most| match self.logarithmic {
            true => ticks::logarithmic(self.low, self.high, most),
            false => ticks::linear(self.low, self.high, most),
        };
        let gap = |t: &Ticks| layout::least_gap(t, |v| self.share(v) * length);
        let fits = |t: &Ticks| match self.above {
            true => gap(t) >= text::widest(t.major.iter().map(|(_, label)| label), TICK) + 6.0,
            false => gap(t) >= 2.0 * TICK,
        };
        (1..=6).rev().map(level).find(fits).unwrap_or_else(|| level(1))
    }

    fn label_with_power(&self, ticks: &Ticks) -> String {
        match ticks.power {
            0 => self.label.clone(),
            power => format!("{} ×{}", self.label, ticks::ten_to(power)).trim().to_string(),
        }
    }

    /// Room needed to the right of a frame of this height, and above a frame of this width.
    pub fn room(&self, width: f64, height: f64) -> (f64, f64) {
        if self.above {
            let ticks = self.ticks(width);
            let lines = text::wrap(&self.label_with_power(&ticks), TEXT, width).len() as f64;
            return (0.0, THICK + 4.0 + TICK + 4.0 + lines * LEADING);
        }
        let ticks = self.ticks(height);
        let lines = text::wrap(&self.label_with_power(&ticks), TEXT, height).len() as f64;
        let widest = text::widest(ticks.major.iter().map(|(_, label)| label), TICK);
        (AWAY + THICK + 5.0 + widest + 4.0 + lines * LEADING, 0.0)
    }

    /// Draws the bar; `bottom` is its lower edge if it stands above the frame.
    pub fn draw(&self, scene: &mut Scene, place: &Place, bottom: f64) {
        let frame = place.frame;
        let area = match self.above {
            true => Rect { x0: frame.x0, y0: bottom - THICK, x1: frame.x1, y1: bottom },
            false => Rect { x0: frame.x1 + AWAY, y0: frame.y0, x1: frame.x1 + AWAY + THICK, y1: frame.y1 },
        };
        let shades = (0..SHADES).flat_map(|k| {
            let share = (k as f64 + 0.5) / SHADES as f64;
            let [r, g, b] = self.colour(if self.above { share } else { 1.0 - share });
            [r, g, b, 255]
        });
        let (columns, rows) = if self.above { (SHADES, 1) } else { (1, SHADES) };
        scene.shapes.push(Shape::Picture { area, columns, rows, rgba: shades.collect(), clip: None });
        scene.shapes.push(Shape::Box { area, fill: None, edge: Some((INK, 0.5)) });
        if self.above { self.name_above(scene, area) } else { self.name_right(scene, area) }
    }

    fn name_above(&self, scene: &mut Scene, area: Rect) {
        let ticks = self.ticks(area.width());
        let along = Map::unit(area.x0, area.x1);
        let tick = |value: f64, long: f64| {
            let x = along.at(self.share(value));
            vec![(x, area.y0), (x, area.y0 - long)]
        };
        let majors = ticks.major.iter().map(|&(value, _)| tick(value, 2.5));
        let minors = ticks.minor.iter().map(|&value| tick(value, 1.3));
        scene.strokes(majors.chain(minors).collect(), Pen::solid(INK, 0.5));
        for (value, label) in &ticks.major {
            scene.text((along.at(self.share(*value)), area.y0 - 4.5), label, TICK, Anchor::Middle);
        }
        let lines = text::wrap(&self.label_with_power(&ticks), TEXT, area.width());
        let lowest = area.y0 - 4.5 - TICK - 2.5;
        for (k, line) in lines.iter().rev().enumerate() {
            let at = (0.5 * (area.x0 + area.x1), lowest - k as f64 * LEADING);
            scene.text(at, line, TEXT, Anchor::Middle);
        }
    }

    fn name_right(&self, scene: &mut Scene, area: Rect) {
        let ticks = self.ticks(area.height());
        let along = Map::unit(area.y1, area.y0);
        let tick = |value: f64, long: f64| {
            let y = along.at(self.share(value));
            vec![(area.x1, y), (area.x1 + long, y)]
        };
        let majors = ticks.major.iter().map(|&(value, _)| tick(value, 2.5));
        let minors = ticks.minor.iter().map(|&value| tick(value, 1.3));
        scene.strokes(majors.chain(minors).collect(), Pen::solid(INK, 0.5));
        for (value, label) in &ticks.major {
            let at = (area.x1 + 5.0, along.at(self.share(*value)) + 0.36 * TICK);
            scene.text(at, label, TICK, Anchor::Start);
        }
        let widest = text::widest(ticks.major.iter().map(|(_, label)| label), TICK);
        let first = area.x1 + 5.0 + widest + 4.0 + 0.8 * TEXT;
        let lines = text::wrap(&self.label_with_power(&ticks), TEXT, area.height());
        for (k, line) in lines.iter().enumerate() {
            scene.text_up((first + k as f64 * LEADING, 0.5 * (area.y0 + area.y1)), line, TEXT);
        }
    }
}
