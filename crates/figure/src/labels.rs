//! Words inside the frame.

use super::layout::{Place, TICK};
use super::scene::{Rect, Scene};
use super::{Label, Panel, text};

/// Least distance of a label from the frame.
const AWAY: f64 = 2.0;

/// The boxes of the labels whose points are in the frame.
pub(super) fn places<'a>(panel: &'a Panel, place: &Place) -> Vec<(Rect, &'a Label)> {
    let seen = |label: &'a Label| {
        let (x, y) = (place.x.at(label.at.0), place.y.at(label.at.1));
        let inside = place.frame.grown(1e-6).contains((x, y)) && !label.text.is_empty();
        let (wide, high) = (0.5 * text::width(&label.text, TICK), 0.5 * TICK);
        let x = held(x, place.frame.x0 + AWAY + wide, place.frame.x1 - AWAY - wide);
        let y = held(y, place.frame.y0 + AWAY + high, place.frame.y1 - AWAY - high);
        inside.then_some((Rect { x0: x - wide, y0: y - high, x1: x + wide, y1: y + high }, label))
    };
    panel.labels.iter().filter_map(seen).collect()
}

/// `v` between `low` and `high`; their middle if there is no room between them.
fn held(v: f64, low: f64, high: f64) -> f64 {
    if low <= high { v.clamp(low, high) } else { 0.5 * (low + high) }
}

/// Draws the labels of a panel.
pub(super) fn draw(scene: &mut Scene, panel: &Panel, place: &Place) {
    for (area, label) in places(panel, place) {
        let at = (0.5 * (area.x0 + area.x1), 0.5 * (area.y0 + area.y1) + 0.36 * TICK);
        scene.text_over(at, &label.text, TICK);
    }
}
