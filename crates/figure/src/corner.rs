//! A corner of the frame where the legend hides no data.

use super::layout::Place;
use super::scene::{Point, Rect, Shape};
use super::{Panel, areas, labels, legend, verticals, whiskers};

/// The corner for the legend, or `None`; `lines` are those of the curves as drawn.
pub(super) fn find<'a>(
    panel: &Panel,
    place: &Place,
    lines: impl Iterator<Item = &'a Vec<Point>> + Clone,
) -> Option<Rect> {
    let (wide, high) = legend::size(panel);
    let inner = place.frame.grown(-4.0);
    let covered = panel.density.is_some() || panel.regions.is_some();
    if !legend::wanted(panel) || covered || wide > 0.8 * inner.width() || high > 0.7 * inner.height() {
        return None;
    }
    let mut strokes = verticals::runs(panel, place);
    strokes.extend(whiskers::strokes(panel, place).into_iter().flat_map(|(_, runs)| runs));
    let areas = areas::shapes(panel, place, 0);
    let words: Vec<Rect> = labels::places(panel, place).into_iter().map(|(area, _)| area).collect();
    let free = |spot: &Rect| {
        let spot = spot.grown(1.5);
        !lines.clone().any(|run| crosses(run, spot))
            && !strokes.iter().any(|run| crosses(run, spot))
            && !areas.iter().any(|area| matches!(area, Shape::Area { outline, .. } if covers(outline, spot)))
            && !words.iter().any(|word| meets(word, spot))
    };
    let middle = 0.5 * (inner.x0 + inner.x1 - wide);
    let places = [(inner.x1 - wide, true), (inner.x0, true), (inner.x1 - wide, false), (inner.x0, false)];
    let spots = places.into_iter().chain([(middle, true), (middle, false)]).map(|(x, top)| {
        let y = if top { inner.y0 } else { inner.y1 - high };
        Rect { x0: x, y0: y, x1: x + wide, y1: y + high }
    });
    spots.into_iter().find(free)
}

fn meets(a: &Rect, b: Rect) -> bool {
    a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1
}

/// Whether a closed outline crosses `area` or surrounds it.
fn covers(outline: &[Point], area: Rect) -> bool {
    let closed: Vec<Point> = outline.iter().chain(outline.first()).copied().collect();
    let (x, y) = (0.5 * (area.x0 + area.x1), 0.5 * (area.y0 + area.y1));
    // A ray from the middle to the right crosses the outline of a surrounding polygon an odd number of times.
    let crossed = closed.windows(2).filter(|pair| {
        let (a, b) = (pair[0], pair[1]);
        (a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0)
    });
    crossed.count() % 2 == 1 || crosses(&closed, area)
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
