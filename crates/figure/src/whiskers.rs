//! Vertical intervals with caps.

use super::layout::Place;
use super::scene::{Pen, Point, Scene, Shape};
use super::{Panel, Whisker};

/// Half the width of a cap.
const CAP: f64 = 1.8;
/// Width of the lines.
const WIDTH: f64 = 0.7;

/// Stem and caps of each whisker that can be drawn.
pub(super) fn strokes<'a>(panel: &'a Panel, place: &Place) -> Vec<(&'a Whisker, Vec<Vec<Point>>)> {
    let stroke = |whisker: &'a Whisker| {
        let (x, low, high) = (place.x.at(whisker.x), place.y.near(whisker.low), place.y.near(whisker.high));
        let finite = whisker.low.is_finite() && whisker.high.is_finite() && x.is_finite();
        let seen = finite && x >= place.frame.x0 - CAP && x <= place.frame.x1 + CAP;
        let cap = |y: f64| vec![(x - CAP, y), (x + CAP, y)];
        seen.then(|| (whisker, vec![vec![(x, low), (x, high)], cap(low), cap(high)]))
    };
    panel.whiskers.iter().filter_map(stroke).collect()
}

/// Draws the whiskers of a panel.
pub(super) fn draw(scene: &mut Scene, panel: &Panel, place: &Place, clip: usize) {
    for (whisker, runs) in strokes(panel, place) {
        let pen = Pen::solid(whisker.colour.rgb(), WIDTH);
        scene.shapes.push(Shape::Lines { runs, pen, clip: Some(clip) });
    }
}
