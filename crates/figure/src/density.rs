//! Density fields: one pixel a cell, and thinned arrows of the mean velocity.

use super::Density;
use super::colour_scale::ColourScale;
use super::layout::Place;
use super::scene::{Pen, Point, Rect, Scene, Shape};

/// Least distance between two arrows.
const ARROW_ROOM: f64 = 12.0;

/// Whether the field has cells and sound edges.
pub(super) fn drawable(field: &Density) -> bool {
    sound_cells((field.columns, field.rows), field.x, field.y)
}

/// Whether there are cells, not too many, between edges that are finite and in order.
pub(super) fn sound_cells((columns, rows): (usize, usize), x: (f64, f64), y: (f64, f64)) -> bool {
    let cells = columns.checked_mul(rows).unwrap_or(0);
    let finite = [x.0, x.1, y.0, y.1].iter().all(|v| v.is_finite());
    cells > 0 && cells < 1 << 26 && finite && x.0 < x.1 && y.0 < y.1
}

/// Where cells between these edges stand on the sheet; `None` if a logarithmic axis has no place for them.
pub(super) fn area(place: &Place, x: (f64, f64), y: (f64, f64)) -> Option<Rect> {
    let ((x0, x1), (y0, y1)) = ((place.x.at(x.0), place.x.at(x.1)), (place.y.at(y.1), place.y.at(y.0)));
    [x0, x1, y0, y1].iter().all(|v| v.is_finite()).then_some(Rect { x0, y0, x1, y1 })
}

fn filled(field: &Density, value: f64) -> bool {
    (field.signed || value > 0.0) && value.is_finite()
}

/// The values at the ends of the colour bar; `None` for an empty field.
pub(super) fn levels(field: &Density) -> Option<(f64, f64)> {
    let values = || field.values.iter().copied().filter(|&v| filled(field, v));
    let high = values().map(f64::abs).fold(0.0, f64::max);
    if high == 0.0 || !drawable(field) {
        return None;
    }
    if field.signed {
        return Some((-high, high));
    }
    if !field.logarithmic {
        return Some((0.0, high));
    }
    let low = values().fold(high, f64::min);
    Some(if high / low < 1.5 { (low / 1.5, high * 1.5) } else { (low, high) })
}

fn value(field: &Density, column: usize, row: usize) -> f64 {
    field.values.get(row * field.columns + column).copied().unwrap_or(0.0)
}

/// Draws the cells of the field into the frame.
pub(super) fn draw(scene: &mut Scene, field: &Density, scale: &ColourScale, place: &Place, clip: usize) {
    let Some(area) = area(place, field.x, field.y) else { return };
    let (columns, rows) = (field.columns, field.rows);
    let mut rgba = Vec::with_capacity(4 * columns * rows);
    for row in (0..rows).rev() {
        for column in 0..columns {
            let value = value(field, column, row);
            match filled(field, value) {
                true => {
                    let [r, g, b] = scale.colour(scale.share(value));
                    rgba.extend([r, g, b, 255]);
                }
                false => rgba.extend([0; 4]),
            }
        }
    }
    scene.shapes.push(Shape::Picture { area, columns, rows, rgba, clip: Some(clip) });
    let even = !place.x.logarithmic && !place.y.logarithmic;
    if let Some(arrows) = field.arrows.as_ref().filter(|_| even) {
        draw_arrows(scene, field, arrows, place, clip);
    }
}

/// One arrow for each block of cells: the mean velocity weighted by density, along the axes as drawn.
fn draw_arrows(scene: &mut Scene, field: &Density, arrows: &[(f64, f64)], place: &Place, clip: usize) {
    let (dx, dy) =
        ((field.x.1 - field.x.0) / field.columns as f64, (field.y.1 - field.y.0) / field.rows as f64);
    let stretch = |map: super::curves::Map| (map.end - map.start) / (map.high - map.low);
    let (sx, sy) = (stretch(place.x), stretch(place.y));
    let block = |size: f64| (ARROW_ROOM / size.abs()).ceil().clamp(1.0, 1e6) as usize;
    let (across, up) = (block(dx * sx), block(dy * sy));
    let mut found: Vec<(Point, Point)> = Vec::new();
    for row in (0..field.rows).step_by(up) {
        for column in (0..field.columns).step_by(across) {
            let (to_row, to_column) = ((row + up).min(field.rows), (column + across).min(field.columns));
            let (mut weight, mut u, mut v) = (0.0, 0.0, 0.0);
            for (r, c) in (row..to_row).flat_map(|r| (column..to_column).map(move |c| (r, c))) {
                let w = value(field, c, r);
                let Some(&(a, b)) = arrows.get(r * field.columns + c) else { continue };
                if filled(field, w) && a.is_finite() && b.is_finite() {
                    (weight, u, v) = (weight + w, u + w * a, v + w * b);
                }
            }
            let x = field.x.0 + 0.5 * (column + to_column) as f64 * dx;
            let y = field.y.0 + 0.5 * (row + to_row) as f64 * dy;
            let centre = (place.x.at(x), place.y.at(y));
            if weight > 0.0 && place.frame.grown(-2.0).contains(centre) {
                found.push((centre, (u / weight * sx, v / weight * sy)));
            }
        }
    }
    let longest = found.iter().map(|(_, d)| d.0.hypot(d.1)).fold(0.0, f64::max);
    if !(longest > 0.0 && longest.is_finite()) {
        return;
    }
    for (colour, width) in [([255; 3], 1.7), ([20; 3], 0.6)] {
        let drawn = found.iter().filter_map(|&(centre, d)| arrow(centre, d, longest));
        let runs = drawn.flatten().collect();
        scene.shapes.push(Shape::Lines { runs, pen: Pen::solid(colour, width), clip: Some(clip) });
    }
}

/// Shaft and head of one arrow; its length goes with the square root of the speed, so slow ones stay seen.
fn arrow(centre: Point, d: Point, longest: f64) -> Option<[Vec<Point>; 2]> {
    let speed = d.0.hypot(d.1);
    let long = 0.92 * ARROW_ROOM * (speed / longest).sqrt();
    if long.is_nan() || long < 1.5 {
        return None;
    }
    let (ux, uy) = (d.0 / speed, d.1 / speed);
    let along = |s: f64, side: f64| (centre.0 + s * ux - side * uy, centre.1 + s * uy + side * ux);
    let (tip, head) = (0.5 * long, (0.36 * long).min(2.6));
    let shaft = vec![along(-tip, 0.0), along(tip, 0.0)];
    Some([shaft, vec![along(tip - head, 0.55 * head), along(tip, 0.0), along(tip - head, -0.55 * head)]])
}
