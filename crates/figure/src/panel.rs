//! Draws a figure: lays out its panels, then each panel from the field up to the frame.

use super::colour::{FAINT, INK};
use super::layout::{self, BAR_GAP, HEADING, LEADING, Place, TEXT, TICK, TICK_GAP, TICK_LENGTH, TITLE};
use super::scene::{Anchor, Pen, Point, Scene, Shape};
use super::{
    Figure, Panel, areas, corner, curves, density, labels, legend, marks, regions, text, ticks, verticals,
    whiskers,
};

/// Lines are thinned to this accuracy: a quarter of a pixel at 1600 pixels across a column.
const TOLERANCE: f64 = 0.04;
/// All lines of a figure together keep at most this many points, so that its SVG stays below 2 MB.
const MOST_POINTS: usize = 150_000;

/// Of the markers whose centres share a spot of this size only one is drawn; small markers have smaller spots.
const SPOT: f64 = 0.25;
const FINEST_SPOT: f64 = 0.15;

/// For each curve of a panel its polylines; for markers, one run of centres.
type Lines = Vec<Vec<Vec<Point>>>;

/// Everything that the figure shows.
pub(super) fn scene(figure: &Figure) -> Scene {
    let mut plan = layout::plan(figure, &[]);
    let mut lines = lines(figure, &plan.places);
    let corner = |k: usize, place: &Place, lines: &[Lines]| {
        corner::find(&figure.panels[k], place, lines[k].iter().flatten())
    };
    let homeless = |(k, place)| legend::wanted(&figure.panels[k]) && corner(k, place, &lines).is_none();
    let above: Vec<bool> = plan.places.iter().enumerate().map(homeless).collect();
    if above.contains(&true) {
        plan = layout::plan(figure, &above);
        lines = self::lines(figure, &plan.places);
    }

    let title = figure.title.clone().unwrap_or_default();
    let clips = plan.places.iter().map(|place| place.frame).collect();
    let mut scene = Scene { width: plan.width, height: plan.height, title, clips, shapes: Vec::new() };
    for (k, line) in plan.title.iter().enumerate() {
        let y = 3.0 + TITLE + k as f64 * (TITLE + 2.5);
        scene.text((0.5 * plan.width, y), line, TITLE, Anchor::Middle);
    }
    for (k, (panel, place)) in figure.panels.iter().zip(&plan.places).enumerate() {
        if let (Some(field), Some(bar)) = (&panel.density, &place.bar) {
            density::draw(&mut scene, field, bar, place, k);
        }
        regions::draw(&mut scene, panel, place, k);
        scene.shapes.extend(areas::shapes(panel, place, k));
        marks::draw(&mut scene, panel, place, k);
        verticals::draw(&mut scene, panel, place, k);
        draw_curves(&mut scene, panel, &lines[k], k);
        whiskers::draw(&mut scene, panel, place, k);
        if let Some(area) = corner(k, place, &lines).filter(|_| !place.legend_above) {
            legend::draw_inside(&mut scene, panel, area);
        }
        labels::draw(&mut scene, panel, place);
        draw_axes(&mut scene, panel, place);
        draw_head(&mut scene, panel, place);
    }
    scene
}

/// What is to be drawn of the curves of each panel.
fn lines(figure: &Figure, places: &[Place]) -> Vec<Lines> {
    let mut tolerance = TOLERANCE;
    loop {
        let of_panel = |(panel, place): (&Panel, &Place)| {
            let of_curve = |curve: &super::Curve| match legend::radius(curve) {
                Some(radius) => {
                    let spot = radius.clamp(FINEST_SPOT, SPOT);
                    vec![curves::dots(&curve.points, place.x, place.y, place.frame, spot)]
                }
                None => curves::runs(&curve.points, place.x, place.y, place.frame, tolerance),
            };
            panel.curves.iter().map(of_curve).collect::<Vec<_>>()
        };
        let lines: Vec<_> = figure.panels.iter().zip(places).map(of_panel).collect();
        let curves = figure.panels.iter().flat_map(|panel| &panel.curves).zip(lines.iter().flatten());
        let not_markers = curves.filter(|(curve, _)| legend::radius(curve).is_none());
        let points: usize = not_markers.flat_map(|(_, runs)| runs).map(Vec::len).sum();
        if points <= MOST_POINTS || tolerance > 1.0 {
            return lines;
        }
        tolerance *= 1.5;
    }
}

fn draw_curves(scene: &mut Scene, panel: &Panel, lines: &Lines, clip: usize) {
    for (curve, runs) in panel.curves.iter().zip(lines).filter(|(_, runs)| !runs.concat().is_empty()) {
        let (runs, clip) = (runs.clone(), Some(clip));
        scene.shapes.push(match legend::radius(curve) {
            Some(radius) => legend::markers(curve, runs.concat(), radius, clip),
            None => Shape::Lines { runs, pen: legend::pen(curve), clip },
        });
    }
}

/// The frame with its ticks, tick labels, axis labels and the note below.
fn draw_axes(scene: &mut Scene, panel: &Panel, place: &Place) {
    let frame = place.frame;
    let level = |v: f64, long: f64| vec![(place.x.at(v), frame.y1), (place.x.at(v), frame.y1 + long)];
    let upright = |v: f64, long: f64| vec![(frame.x0, place.y.at(v)), (frame.x0 - long, place.y.at(v))];
    let minor = 0.55 * TICK_LENGTH;
    let mut strokes: Vec<_> = place.x_ticks.major.iter().map(|(v, _)| level(*v, TICK_LENGTH)).collect();
    strokes.extend(place.x_ticks.minor.iter().map(|&v| level(v, minor)));
    strokes.extend(place.y_ticks.major.iter().map(|(v, _)| upright(*v, TICK_LENGTH)));
    strokes.extend(place.y_ticks.minor.iter().map(|&v| upright(v, minor)));
    scene.strokes(strokes, Pen::solid(INK, 0.5));
    scene.shapes.push(Shape::Box { area: frame, fill: None, edge: Some((INK, 0.6)) });

    let away = TICK_LENGTH + TICK_GAP;
    for (v, label) in &place.x_ticks.major {
        scene.text((place.x.at(*v), frame.y1 + away + 0.76 * TICK), label, TICK, Anchor::Middle);
    }
    for (v, label) in &place.y_ticks.major {
        scene.text((frame.x0 - away, place.y.at(*v) + 0.36 * TICK), label, TICK, Anchor::End);
    }
    let mut y = frame.y1 + away + TICK + 1.0 + 0.85 * TEXT;
    if place.x_ticks.power != 0 {
        let power = format!("×{}", ticks::ten_to(place.x_ticks.power));
        scene.text((frame.x1, y), power, TICK, Anchor::End);
    }
    if place.y_ticks.power != 0 {
        let power = format!("×{}", ticks::ten_to(place.y_ticks.power));
        scene.text((frame.x0, frame.y0 - 3.5), power, TICK, Anchor::Start);
    }
    let middle = (0.5 * (frame.x0 + frame.x1), 0.5 * (frame.y0 + frame.y1));
    for line in text::wrap(&panel.x.label, TEXT, frame.width() + 20.0) {
        scene.text((middle.0, y), line, TEXT, Anchor::Middle);
        y += LEADING;
    }
    let named = text::wrap(&panel.y.label, TEXT, frame.height() + 8.0);
    for (k, line) in named.iter().rev().enumerate() {
        scene.text_up((place.y_label - k as f64 * LEADING, middle.1), line, TEXT);
    }
    if let Some(note) = &panel.note {
        let lines = text::wrap(note, TICK, place.area.width());
        let first = place.area.y1 - (lines.len() as f64 - 1.0) * LEADING - 2.5;
        for (k, line) in lines.iter().enumerate() {
            let at = (place.area.x0, first + k as f64 * LEADING);
            scene.text_in(FAINT, at, line, TICK, Anchor::Start);
        }
    }
}

/// What stands above the frame, from the frame upwards: names of vertical lines, colour bar, legend, title.
fn draw_head(scene: &mut Scene, panel: &Panel, place: &Place) {
    let frame = place.frame;
    let mut y = frame.y0 - layout::power_room(place).max(0.5 * TICK) - verticals::room(panel, frame.width());
    if let Some(bar) = &place.bar {
        let above = bar.room(frame.width(), frame.height()).1;
        y -= if above > 0.0 { BAR_GAP - 0.5 * TICK } else { 0.0 };
        bar.draw(scene, place, y);
        y -= if above > 0.0 { above + 2.0 } else { 0.0 };
    }
    if place.legend_above {
        legend::draw_above(scene, panel, place, y);
        y -= legend::height_above(panel, place.area.x1 - frame.x0);
    }
    let title = panel.title.as_ref().map_or(vec![], |title| text::wrap(title, HEADING, place.area.width()));
    for (k, line) in title.iter().rev().enumerate() {
        // A title that would leave the sheet to the right starts further left.
        let x = frame.x0.min(place.area.x1 - text::width(line, HEADING)).max(place.area.x0);
        scene.text((x, y - 3.0 - k as f64 * LEADING), line, HEADING, Anchor::Start);
    }
}
