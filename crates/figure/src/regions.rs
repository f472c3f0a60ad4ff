//! Maps of classes: one pixel a cell, and lines between cells of different class.

use super::colour::{Rgb, of_class};
use super::density::{area, sound_cells};
use super::layout::Place;
use super::scene::{Pen, Point, Rect, Scene, Shape};
use super::{Panel, Regions};

/// Colour and width of the lines between classes.
pub(super) const BORDER: (Rgb, f64) = ([70; 3], 0.4);

/// Whether the map has cells and sound edges.
pub(super) fn drawable(map: &Regions) -> bool {
    sound_cells((map.columns, map.rows), map.x, map.y)
}

/// The class of a cell; `None` for one that has no name or no value.
fn class(map: &Regions, column: usize, row: usize) -> Option<usize> {
    let class = usize::from(*map.classes.get(row * map.columns + column)?);
    (class < map.names.len()).then_some(class)
}

/// The classes that occur, in order.
pub(super) fn present(map: &Regions) -> Vec<usize> {
    if !drawable(map) {
        return Vec::new();
    }
    let cells = map.classes.iter().take(map.columns * map.rows);
    let mut found = [false; 256];
    cells.for_each(|&class| found[usize::from(class)] = true);
    (0..map.names.len().min(256)).filter(|&class| found[class]).collect()
}

/// Draws the map of a panel, if it has one.
pub(super) fn draw(scene: &mut Scene, panel: &Panel, place: &Place, clip: usize) {
    let Some(map) = panel.regions.as_ref().filter(|map| drawable(map)) else { return };
    let Some(area) = area(place, map.x, map.y) else { return };
    let (columns, rows) = (map.columns, map.rows);
    let mut rgba = Vec::with_capacity(4 * columns * rows);
    for (row, column) in (0..rows).rev().flat_map(|row| (0..columns).map(move |column| (row, column))) {
        match class(map, column, row) {
            Some(class) => {
                let [r, g, b] = of_class(class);
                rgba.extend([r, g, b, 255]);
            }
            None => rgba.extend([0; 4]),
        }
    }
    scene.shapes.push(Shape::Picture { area, columns, rows, rgba, clip: Some(clip) });
    let runs = borders(map, area);
    if !runs.is_empty() {
        scene.shapes.push(Shape::Lines { runs, pen: Pen::solid(BORDER.0, BORDER.1), clip: Some(clip) });
    }
}

/// The lines between cells of different class, as long straight strokes.
fn borders(map: &Regions, area: Rect) -> Vec<Vec<Point>> {
    let x = |column: f64| area.x0 + column / map.columns as f64 * area.width();
    let y = |row: f64| area.y1 - row / map.rows as f64 * area.height();
    let mut runs = Vec::new();
    // Each stroke is longer by half its width at both ends, so that corners are full.
    let more = 0.5 * BORDER.1;
    for row in 1..map.rows {
        let differs = |column: usize| class(map, column, row - 1) != class(map, column, row);
        for (from, to) in stretches(map.columns, differs) {
            runs.push(vec![(x(from) - more, y(row as f64)), (x(to) + more, y(row as f64))]);
        }
    }
    for column in 1..map.columns {
        let differs = |row: usize| class(map, column - 1, row) != class(map, column, row);
        for (from, to) in stretches(map.rows, differs) {
            runs.push(vec![(x(column as f64), y(from) + more), (x(column as f64), y(to) - more)]);
        }
    }
    runs
}

/// The stretches of 0..`count` in which `holds` is true, from start to end.
fn stretches(count: usize, holds: impl Fn(usize) -> bool) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    let mut from = None;
    for k in 0..=count {
        match (k < count && holds(k), from) {
            (true, None) => from = Some(k),
            (false, Some(start)) => {
                found.push((start as f64, k as f64));
                from = None;
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { x0: 0.0, y0: 0.0, x1: 30.0, y1: 20.0 };

    fn map(classes: [u8; 6]) -> Regions {
        let names = vec![String::new(); 3];
        Regions { columns: 3, rows: 2, x: (0.0, 3.0), y: (0.0, 2.0), classes: classes.to_vec(), names }
    }

    #[test]
    fn collinear_borders_are_one_stroke() {
        let more = 0.5 * BORDER.1;
        assert_eq!(borders(&map([0, 0, 1, 0, 0, 1]), AREA), [[(20.0, 20.0 + more), (20.0, -more)]]);
        assert_eq!(borders(&map([0, 0, 0, 1, 1, 1]), AREA), [[(-more, 10.0), (30.0 + more, 10.0)]]);
        assert_eq!(borders(&map([0, 1, 0, 1, 0, 1]), AREA).len(), 3);
        assert_eq!(borders(&map([0, 1, 1, 1, 1, 1]), AREA).len(), 2);
        assert!(borders(&map([2; 6]), AREA).is_empty());
    }

    #[test]
    fn cells_without_a_name_are_all_alike() {
        assert!(borders(&map([7, 8, 9, 3, 4, 255]), AREA).is_empty());
        assert_eq!(borders(&map([7, 8, 2, 3, 4, 2]), AREA).len(), 1);
        assert_eq!(present(&map([7, 2, 2, 3, 0, 255])), [0, 2]);
    }
}
