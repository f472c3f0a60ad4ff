//! Vertical lines and their names above the frame: level where they fit side by side, upright otherwise.

use super::colour::MARK;
use super::layout::{Place, TEXT};
use super::marks::{self, spread};
use super::scene::{Anchor, Pen, Point, Scene, Shape};
use super::{Panel, Vertical, layout, text};

/// From the frame to the start of a name.
const LEADER: f64 = 9.0;
/// Least distance of two names side by side, and of two upright ones from middle to middle.
const GAP: f64 = 6.0;
const LINE: f64 = 9.6;

fn named(panel: &Panel) -> impl Iterator<Item = &Vertical> {
    panel.verticals.iter().filter(|line| !line.label.is_empty())
}

fn widest(panel: &Panel) -> f64 {
    text::widest(named(panel).map(|line| &line.label), TEXT)
}

fn side_by_side(panel: &Panel, frame_width: f64) -> bool {
    (widest(panel) + GAP) * named(panel).count() as f64 - GAP <= frame_width
}

/// Room that the names need above a frame of this width.
pub(super) fn room(panel: &Panel, frame_width: f64) -> f64 {
    match (widest(panel), side_by_side(panel, frame_width)) {
        (0.0, _) => 0.0,
        (_, true) => LEADER + TEXT - 2.0,
        (widest, false) => LEADER + widest,
    }
}

fn seen(line: &Vertical, place: &Place) -> bool {
    line.x >= place.x.low && line.x <= place.x.high
}

/// The lines that fall into the range of the panel.
pub(super) fn runs(panel: &Panel, place: &Place) -> Vec<Vec<Point>> {
    let run = |x: f64| vec![(x, place.frame.y0), (x, place.frame.y1)];
    panel.verticals.iter().filter(|line| seen(line, place)).map(|line| run(place.x.at(line.x))).collect()
}

/// Draws the vertical lines of a panel with their names.
pub(super) fn draw(scene: &mut Scene, panel: &Panel, place: &Place, clip: usize) {
    let runs = runs(panel, place);
    if !runs.is_empty() {
        scene.shapes.push(Shape::Lines { runs, pen: marks::PEN, clip: Some(clip) });
    }
    draw_names(scene, panel, place);
}

fn draw_names(scene: &mut Scene, panel: &Panel, place: &Place) {
    let frame = place.frame;
    let mut names: Vec<(f64, &str)> = named(panel)
        .filter(|line| seen(line, place))
        .map(|line| (place.x.at(line.x), line.label.as_str()))
        .collect();
    names.sort_by(|a, b| a.0.total_cmp(&b.0));
    let level = side_by_side(panel, frame.width());
    let (gap, end) = if level { (widest(panel) + GAP, 0.5 * widest(panel)) } else { (LINE, 2.0) };
    let wanted: Vec<f64> = names.iter().map(|&(x, _)| x).collect();
    // A common power of ten stands at the upper left of the frame; names go above it.
    let foot = frame.y0 - layout::power_room(place);
    let mut leaders = Vec::new();
    for (&(x, label), to) in names.iter().zip(spread(&wanted, gap, (frame.x0 + end, frame.x1 - end))) {
        leaders.push(vec![(x, frame.y0), (x, foot - 2.5), (to, foot - 6.0), (to, foot - 7.5)]);
        match level {
            true => scene.text((to, foot - LEADER), label, TEXT, Anchor::Middle),
            false => {
                let middle = foot - LEADER - 0.5 * text::width(label, TEXT);
                scene.text_up((to + 0.36 * TEXT, middle), label, TEXT);
            }
        }
    }
    scene.strokes(leaders, Pen::solid(MARK, 0.5));
}
