//! The legend: in the emptiest corner of the frame, or above it when no corner is free.

use super::curves::Map;
use super::layout::{Place, TEXT};
use super::scene::{Anchor, Pen, Point, Rect, Scene, Shape};
use super::{Curve, Panel, Style, text};

const SAMPLE: f64 = 17.0;
const PAD: f64 = 3.5;
/// Height of a line of the legend.
pub(super) const LINE: f64 = 11.0;

fn entries(panel: &Panel) -> Vec<(&Curve, &str)> {
    let named = panel.curves.iter().filter_map(|curve| Some((curve, curve.label.as_deref()?)));
    named.filter(|(_, label)| !label.is_empty()).collect()
}

fn width(label: &str) -> f64 {
    SAMPLE + 4.0 + text::width(label, TEXT)
}

/// Whether any curve of the panel wants an entry.
pub(super) fn wanted(panel: &Panel) -> bool {
    !entries(panel).is_empty()
}

/// Rows of a legend set above a frame with `room` to its right.
fn rows(panel: &Panel, room: f64) -> Vec<Vec<(f64, &Curve, &str)>> {
    let mut rows: Vec<Vec<_>> = Vec::new();
    let mut x = 0.0;
    for (curve, label) in entries(panel) {
        let wide = width(label);
        if rows.is_empty() || x + wide > room {
            rows.push(Vec::new());
            x = 0.0;
        }
        if let Some(row) = rows.last_mut() {
            row.push((x, curve, label));
        }
        x += wide + 10.0;
    }
    rows
}

/// Height of the legend when it is set above the frame.
pub(super) fn height_above(panel: &Panel, room: f64) -> f64 {
    let rows = rows(panel, room).len() as f64;
    if rows > 0.0 { rows * LINE + 2.0 } else { 0.0 }
}

/// The corner for the legend that hides no data, or `None`.
pub(super) fn corner<'a>(
    panel: &Panel,
    frame: Rect,
    data: impl Iterator<Item = &'a Vec<Point>> + Clone,
) -> Option<Rect> {
    let entries = entries(panel);
    let wide = entries.iter().map(|(_, label)| width(label)).fold(0.0, f64::max) + 2.0 * PAD;
    let high = entries.len() as f64 * LINE + 2.0 * PAD - 2.0;
    let inner = frame.grown(-4.0);
    if entries.is_empty()
        || panel.density.is_some()
        || wide > 0.8 * inner.width()
        || high > 0.7 * inner.height()
    {
        return None;
    }
    let middle = 0.5 * (inner.x0 + inner.x1 - wide);
    let places = [(inner.x1 - wide, true), (inner.x0, true), (inner.x1 - wide, false), (inner.x0, false)];
    let spots = places.into_iter().chain([(middle, true), (middle, false)]).map(|(x, top)| {
        let y = if top { inner.y0 } else { inner.y1 - high };
        Rect { x0: x, y0: y, x1: x + wide, y1: y + high }
    });
    let mut spots = spots.filter(|spot| !data.clone().any(|run| crosses(run, spot.grown(1.5))));
    spots.next()
}

/// Whether a polyline passes through `area`, seen at steps of two points.
fn crosses(run: &[Point], area: Rect) -> bool {
    let stroke = |pair: &[Point]| {
        let (a, b) = (pair[0], pair[1]);
        let steps = ((b.0 - a.0).hypot(b.1 - a.1) / 2.0).ceil().min(2000.0);
        (0..=steps as usize).any(|k| {
            let s = k as f64 / steps.max(1.0);
            area.contains((a.0 + s * (b.0 - a.0), a.1 + s * (b.1 - a.1)))
        })
    };
    run.iter().any(|&p| area.contains(p)) || run.windows(2).any(stroke)
}

/// Draws the legend inside the frame.
pub(super) fn draw_inside(scene: &mut Scene, panel: &Panel, area: Rect) {
    scene.shapes.push(Shape::Box { area, fill: Some(([255; 3], 0.85)), edge: None });
    for (k, (curve, label)) in entries(panel).into_iter().enumerate() {
        entry(scene, curve, label, (area.x0 + PAD, area.y0 + PAD - 1.0 + (k as f64 + 0.5) * LINE));
    }
}

/// Draws the legend above the frame, its lower edge at `bottom`.
pub(super) fn draw_above(scene: &mut Scene, panel: &Panel, place: &Place, bottom: f64) {
    let rows = rows(panel, place.area.x1 - place.frame.x0);
    let top = bottom - rows.len() as f64 * LINE - 2.0;
    for (k, row) in rows.into_iter().enumerate() {
        for (x, curve, label) in row {
            entry(scene, curve, label, (place.frame.x0 + x, top + (k as f64 + 0.5) * LINE));
        }
    }
}

fn entry(scene: &mut Scene, curve: &Curve, label: &str, (x, y): Point) {
    let flat = Map { low: 0.0, high: 1.0, start: x, end: x + SAMPLE };
    let (colour, wide) = (curve.colour.rgb(), line_width(curve));
    match curve.style {
        Style::Dots => {
            let centres = [0.2, 0.5, 0.8].map(|s| (flat.at(s), y)).to_vec();
            scene.shapes.push(Shape::Dots { centres, radius: 1.5 * wide, colour, clip: None });
        }
        _ => scene.stroke((x, y), (x + SAMPLE, y), pen(curve)),
    }
    scene.text((x + SAMPLE + 4.0, y + 0.36 * TEXT), label, TEXT, Anchor::Start);
}

/// The width of a curve, kept within what can be drawn.
pub(super) fn line_width(curve: &Curve) -> f64 {
    let width = f64::from(curve.width);
    if width.is_finite() { width.clamp(0.1, 10.0) } else { 1.0 }
}

/// The pen of a curve.
pub(super) fn pen(curve: &Curve) -> Pen {
    let width = line_width(curve);
    let dash = (curve.style == Style::Dashed).then_some((2.0 + 1.6 * width, 1.2 + 1.2 * width));
    Pen { colour: curve.colour.rgb(), width, dash }
}
