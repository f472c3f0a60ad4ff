//! The legend: in the emptiest corner of the frame, or above it when no corner is free.

use super::colour::{Rgb, of_class};
use super::layout::{Place, TEXT};
use super::scene::{Anchor, Pen, Point, Rect, Scene, Shape};
use super::{Curve, Panel, Style, areas, regions, text};

const SAMPLE: f64 = 17.0;
const PAD: f64 = 3.5;
/// Height of a line of the legend.
pub(super) const LINE: f64 = 11.0;
/// Markers in the legend are never smaller than this, however fine the dots of the curve.
const LEAST_RADIUS: f64 = 0.9;

/// What stands before a label.
#[derive(Clone, Copy, PartialEq)]
enum Sample<'a> {
    Line(&'a Curve),
    Swatch { fill: (Rgb, f64), edge: Option<(Rgb, f64)> },
}

/// One entry of a legend.
#[derive(Clone, Copy, PartialEq)]
struct Entry<'a> {
    sample: Sample<'a>,
    label: &'a str,
}

/// The entries of a panel: classes, bands, bars, curves.
fn entries(panel: &Panel) -> Vec<Entry<'_>> {
    let swatch = |(fill, edge), label| Entry { sample: Sample::Swatch { fill, edge }, label };
    let classes = panel.regions.iter().flat_map(|map| {
        let present = regions::present(map).into_iter();
        present.map(move |k| swatch(((of_class(k), 1.0), Some(regions::BORDER)), map.names[k].as_str()))
    });
    let bands =
        panel.bands.iter().filter_map(|band| Some(swatch(areas::of_band(band), band.label.as_deref()?)));
    let mut all: Vec<Entry> = classes.chain(bands).collect();
    for bar in &panel.bars {
        let Some(label) = bar.label.as_deref() else { continue };
        let entry = swatch(areas::of_bar(bar), label);
        if !all.contains(&entry) {
            all.push(entry);
        }
    }
    let curves = panel.curves.iter().filter_map(|curve| Some((Sample::Line(curve), curve.label.as_deref()?)));
    all.extend(curves.map(|(sample, label)| Entry { sample, label }));
    all.retain(|entry| !entry.label.is_empty());
    all
}

fn width(label: &str) -> f64 {
    SAMPLE + 4.0 + text::width(label, TEXT)
}

/// Whether anything in the panel wants an entry.
pub(super) fn wanted(panel: &Panel) -> bool {
    !entries(panel).is_empty()
}

/// Width and height of the legend inside a frame.
pub(super) fn size(panel: &Panel) -> (f64, f64) {
    let entries = entries(panel);
    let wide = entries.iter().map(|entry| width(entry.label)).fold(0.0, f64::max) + 2.0 * PAD;
    (wide, entries.len() as f64 * LINE + 2.0 * PAD - 2.0)
}

/// Rows of a legend set above a frame with `room` to its right.
fn rows(panel: &Panel, room: f64) -> Vec<Vec<(f64, Entry<'_>)>> {
    let mut rows: Vec<Vec<_>> = Vec::new();
    let mut x = 0.0;
    for entry in entries(panel) {
        let wide = width(entry.label);
        if rows.is_empty() || x + wide > room {
            rows.push(Vec::new());
            x = 0.0;
        }
        if let Some(row) = rows.last_mut() {
            row.push((x, entry));
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

/// Draws the legend inside the frame.
pub(super) fn draw_inside(scene: &mut Scene, panel: &Panel, area: Rect) {
    scene.shapes.push(Shape::Box { area, fill: Some(([255; 3], 0.85)), edge: None });
    for (k, entry) in entries(panel).into_iter().enumerate() {
        draw(scene, entry, (area.x0 + PAD, area.y0 + PAD - 1.0 + (k as f64 + 0.5) * LINE));
    }
}

/// Draws the legend above the frame, its lower edge at `bottom`.
pub(super) fn draw_above(scene: &mut Scene, panel: &Panel, place: &Place, bottom: f64) {
    let rows = rows(panel, place.area.x1 - place.frame.x0);
    let top = bottom - rows.len() as f64 * LINE - 2.0;
    for (k, row) in rows.into_iter().enumerate() {
        for (x, entry) in row {
            draw(scene, entry, (place.frame.x0 + x, top + (k as f64 + 0.5) * LINE));
        }
    }
}

fn draw(scene: &mut Scene, entry: Entry, (x, y): Point) {
    match entry.sample {
        Sample::Swatch { fill, edge } => {
            let area = Rect { x0: x + 1.0, y0: y - 3.4, x1: x + SAMPLE - 1.0, y1: y + 3.4 };
            scene.shapes.push(Shape::Box { area, fill: Some(fill), edge });
        }
        Sample::Line(curve) => match radius(curve) {
            Some(radius) => {
                let centres = [0.2, 0.5, 0.8].map(|s| (x + s * SAMPLE, y)).to_vec();
                scene.shapes.push(markers(curve, centres, radius.max(LEAST_RADIUS), None));
            }
            None => scene.stroke((x, y), (x + SAMPLE, y), pen(curve)),
        },
    }
    scene.text((x + SAMPLE + 4.0, y + 0.36 * TEXT), entry.label, TEXT, Anchor::Start);
}

/// The radius of the markers of a curve; `None` for a line.
pub(super) fn radius(curve: &Curve) -> Option<f64> {
    matches!(curve.style, Style::Dots | Style::Circles).then_some(1.5 * line_width(curve))
}

/// The markers of a curve.
pub(super) fn markers(curve: &Curve, centres: Vec<Point>, radius: f64, clip: Option<usize>) -> Shape {
    let colour = curve.colour.rgb();
    if curve.style == Style::Dots {
        return Shape::Dots { centres, radius, colour, clip };
    }
    let width = (0.35 * radius).clamp(0.3, 0.8);
    Shape::Circles { centres, radius: radius - 0.5 * width, pen: Pen::solid(colour, width), clip }
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
