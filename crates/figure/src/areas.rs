//! Filled areas: bands, bars and closed outlines.

use super::colour::{Rgb, tint};
use super::curves::{self, BEYOND};
use super::layout::Place;
use super::scene::{Point, Rect, Shape};
use super::{Band, Bar, Panel};

/// Outlines are thinned to this accuracy.
const TOLERANCE: f64 = 0.04;

/// Colour and opacity of an inside; colour and width of its edge.
type Look = ((Rgb, f64), Option<(Rgb, f64)>);

/// How a band looks: clear, so that bands that overlap both stay seen.
pub(super) fn of_band(band: &Band) -> Look {
    ((band.colour.rgb(), 0.25), None)
}

/// How a bar looks: clear, for histograms that overlap.
pub(super) fn of_bar(bar: &Bar) -> Look {
    let colour = bar.colour.rgb();
    ((colour, 0.4), Some((colour, 0.5)))
}

/// The areas of a panel in the order in which they are drawn.
pub(super) fn shapes(panel: &Panel, place: &Place, clip: usize) -> Vec<Shape> {
    let window = place.frame.grown(BEYOND);
    let shape = |outline: Vec<Point>, (fill, edge): Look| {
        let outline = curves::thin(&inside(outline, window), TOLERANCE);
        (outline.len() > 2).then_some(Shape::Area { outline, fill, edge, clip: Some(clip) })
    };
    let bands = panel.bands.iter().flat_map(|band| {
        let parts = band_outlines(&band.points, place).into_iter();
        parts.filter_map(|outline| shape(outline, of_band(band)))
    });
    let bars = panel.bars.iter().filter_map(|bar| shape(bar_outline(bar, place)?, of_bar(bar)));
    let fills = panel.fills.iter().filter_map(|fill| {
        let places = fill.points.iter().map(|&(u, v)| (place.x.at(u), place.y.at(v)));
        let outline = places.filter(|p| p.0.is_finite() && p.1.is_finite()).collect();
        let edge =
            if fill.edge > 0.0 { Some((fill.colour.rgb(), f64::from(fill.edge.min(10.0)))) } else { None };
        shape(outline, ((tint(fill.colour.rgb(), 0.1), 1.0), edge))
    });
    bands.chain(bars).chain(fills).collect()
}

/// One outline for each uninterrupted part of a band.
fn band_outlines(points: &[(f64, f64, f64)], place: &Place) -> Vec<Vec<Point>> {
    let sheet = |&(x, low, high): &(f64, f64, f64)| {
        let (x, low, high) = (place.x.at(x), place.y.near(low), place.y.near(high));
        (x + low + high).is_finite().then_some((x, low, high))
    };
    let finite = |&(_, low, high): &(f64, f64, f64)| low.is_finite() && high.is_finite();
    let places: Vec<_> = points.iter().map(|point| sheet(point).filter(|_| finite(point))).collect();
    let parts = places.split(Option::is_none).map(|part| {
        let upper = part.iter().flatten().map(|&(x, _, high)| (x, high));
        let lower = part.iter().flatten().rev().map(|&(x, low, _)| (x, low));
        upper.chain(lower).collect()
    });
    parts.collect()
}

fn bar_outline(bar: &Bar, place: &Place) -> Option<Vec<Point>> {
    let finite = [bar.x.0, bar.x.1, bar.y.0, bar.y.1].iter().all(|v| v.is_finite());
    let (x0, x1) = (place.x.near(bar.x.0), place.x.near(bar.x.1));
    let (y0, y1) = (place.y.near(bar.y.0), place.y.near(bar.y.1));
    finite.then(|| vec![(x0, y0), (x0, y1), (x1, y1), (x1, y0)])
}

/// The part of a closed polygon inside `window`: cut along one side after the other (Sutherland and Hodgman
/// 1974). Parts that hang together outside stay joined along the window, where the clip hides them.
fn inside(polygon: Vec<Point>, window: Rect) -> Vec<Point> {
    type Depth = fn(Point, Rect) -> f64;
    let sides: [Depth; 4] = [|p, w| p.0 - w.x0, |p, w| w.x1 - p.0, |p, w| p.1 - w.y0, |p, w| w.y1 - p.1];
    sides.iter().fold(polygon, |polygon, depth| {
        let mut kept = Vec::with_capacity(polygon.len());
        for (k, &b) in polygon.iter().enumerate() {
            let a = polygon[(k + polygon.len() - 1) % polygon.len()];
            let (from, to) = (depth(a, window), depth(b, window));
            if (from >= 0.0) != (to >= 0.0) {
                let s = from / (from - to);
                kept.push((a.0 + s * (b.0 - a.0), a.1 + s * (b.1 - a.1)));
            }
            if to >= 0.0 {
                kept.push(b);
            }
        }
        kept
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(polygon: &[Point]) -> f64 {
        let next = polygon.iter().cycle().skip(1);
        0.5 * polygon.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>().abs()
    }

    #[test]
    fn polygons_are_cut_at_the_window() {
        let window = Rect { x0: 0.0, y0: 0.0, x1: 10.0, y1: 10.0 };
        let whole = vec![(1.0, 1.0), (3.0, 1.0), (3.0, 3.0)];
        assert_eq!(inside(whole.clone(), window), whole);
        let diamond = vec![(-5.0, 5.0), (5.0, -5.0), (15.0, 5.0), (5.0, 15.0)];
        assert!((size(&inside(diamond, window)) - 100.0).abs() < 1e-9);
        let corner = vec![(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)];
        assert!((size(&inside(corner, window)) - 16.0).abs() < 1e-9);
        assert!(inside(vec![(20.0, 0.0), (30.0, 0.0), (30.0, 5.0)], window).is_empty());
        assert!(inside(vec![], window).is_empty());
    }
}
