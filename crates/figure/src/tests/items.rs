//! The items of a panel: where they are drawn, in which colour, and what they name.

use super::super::colour::{of_class, tint};
use super::*;

const WHITE: [u8; 3] = [255; 3];
const BLUE: Colour = Colour::Category(0);

/// A panel with both axes from 0 to 10, or from 1 to 100 if logarithmic.
fn framed(logarithmic: bool) -> Panel {
    let (low, high) = if logarithmic { (1.0, 100.0) } else { (0.0, 10.0) };
    let axis = Axis { logarithmic, ..Axis::between("q", low, high) };
    Panel { x: axis.clone(), y: axis, ..Panel::default() }
}

fn alone(panel: &Panel) -> Figure {
    Figure { panels: vec![panel.clone()], ..Figure::default() }
}

/// The place of a panel that stands alone.
fn place(panel: &Panel) -> layout::Place {
    layout::plan(&alone(panel), &[panel.regions.is_some()]).places.remove(0)
}

/// The colours of the picture at some points, in the units of the axes.
fn colours<const N: usize>(panel: &Panel, points: [(f64, f64); N]) -> [[u8; 3]; N] {
    let place = place(panel);
    let (width, _, data) = decoded(&alone(panel).png(2000).unwrap());
    let scale = f64::from(width) / layout::plan(&alone(panel), &[]).width;
    let pixel = |v: f64| (v * scale) as usize;
    points.map(|(u, v)| {
        let start = 3 * (pixel(place.y.at(v)) * width as usize + pixel(place.x.at(u)));
        [data[start], data[start + 1], data[start + 2]]
    })
}

/// Whether two colours are the same up to rounding.
fn like(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(&a, b)| a.abs_diff(b) <= 2)
}

#[test]
fn bars_and_bands_are_drawn_where_the_axes_say() {
    let bar = Bar { x: (2.0, 4.0), y: (0.0, 5.0), colour: BLUE, label: None };
    let band = Band { points: vec![(6.0, 2.0, 8.0), (9.0, 2.0, 8.0)], colour: BLUE, label: None };
    for logarithmic in [false, true] {
        let panel = Panel { bars: vec![bar.clone()], bands: vec![band.clone()], ..framed(logarithmic) };
        let inside = colours(&panel, [(3.0, 4.8), (2.1, 1.1), (7.5, 2.2), (8.9, 7.8)]);
        let expected = [0.4, 0.4, 0.25, 0.25].map(|share| tint(BLUE.rgb(), share));
        assert!(inside.iter().zip(expected).all(|(&a, b)| like(a, b)), "{inside:?} {expected:?}");
        assert_eq!(colours(&panel, [(3.0, 5.3), (4.3, 4.0), (7.5, 1.8), (7.5, 8.3), (9.3, 5.0)]), [WHITE; 5]);
    }
}

#[test]
fn a_band_is_interrupted_by_a_missing_value() {
    let mut points: Vec<_> = (0..=10).map(|k| (f64::from(k), 2.0, 8.0)).collect();
    points[5].2 = f64::NAN;
    let panel = Panel { bands: vec![Band { points, colour: BLUE, label: None }], ..framed(false) };
    let [before, gap, after] = colours(&panel, [(3.5, 5.0), (5.0, 5.0), (6.5, 5.0)]);
    assert!(gap == WHITE && before != WHITE && after == before);
}

#[test]
fn the_last_fill_lies_on_top() {
    let square = |from: f64, k: usize| {
        let to = from + 4.0;
        let points = vec![(from, from), (to, from), (to, to), (f64::NAN, 1.0), (from, to)];
        Fill { points, colour: Colour::Category(k), edge: 2.0 }
    };
    let panel = Panel { fills: vec![square(2.0, 0), square(4.0, 1)], ..framed(false) };
    let [first, both, second, edge] = colours(&panel, [(3.0, 3.0), (5.0, 5.0), (7.0, 7.0), (7.0, 4.0)]);
    assert!(both == second && first != second && first != WHITE, "{first:?} {both:?} {second:?}");
    assert_eq!(edge, Colour::Category(1).rgb());
}

#[test]
fn whiskers_and_markers_are_drawn_in_their_colour() {
    let whiskers = vec![Whisker { x: 3.0, low: 2.0, high: 6.0, colour: BLUE }];
    let rings = Curve::new(vec![(7.0, 5.0)], Colour::Category(1)).drawn(Style::Circles, 6.0);
    let panel = Panel { whiskers, curves: vec![rings], ..framed(false) };
    let [stem, above, below] = colours(&panel, [(3.0, 4.0), (3.0, 6.5), (3.0, 1.5)]);
    assert_eq!([stem, above, below], [BLUE.rgb(), WHITE, WHITE]);
    let rim = 7.0 + 8.6 * 10.0 / place(&panel).frame.width();
    assert_eq!(colours(&panel, [(rim, 5.0), (7.0, 5.0)]), [Colour::Category(1).rgb(), WHITE]);
}

#[test]
fn a_whisker_to_zero_leaves_a_logarithmic_frame_at_its_foot() {
    let whisker = |low: f64| Whisker { x: 10.0, low, high: 50.0, colour: BLUE };
    for (low, foot) in [(0.0, BLUE.rgb()), (-3.0, BLUE.rgb()), (2.0, WHITE)] {
        let panel = Panel { whiskers: vec![whisker(low)], ..framed(true) };
        assert_eq!(colours(&panel, [(10.0, 20.0), (10.0, 1.2)]), [BLUE.rgb(), foot]);
    }
}

#[test]
fn dots_can_be_as_small_as_a_third_of_a_point() {
    let curve = Curve::new(vec![(5.0, 5.0)], BLUE).drawn(Style::Dots, 0.1);
    let svg = alone(&Panel { curves: vec![curve], ..framed(false) }).svg();
    assert!(svg.contains("stroke-linecap=\"round\" stroke=\"#0072b2\" stroke-width=\"0.3\""));
}

/// A map of four cells, the last without a name.
fn map() -> Regions {
    let names = ["stick", "slip", "absent"].map(String::from).to_vec();
    Regions { columns: 2, rows: 2, x: (1.0, 9.0), y: (2.0, 50.0), classes: vec![0, 1, 1, 7], names }
}

#[test]
fn regions_fill_their_cells_and_fix_the_ranges() {
    let curves = vec![Curve::new(vec![(-50.0, -50.0), (500.0, 500.0)], BLUE)];
    let panel = Panel { regions: Some(map()), curves, ..Panel::default() };
    let spots = [(2.0, 20.0), (8.0, 4.0), (2.0, 45.0), (8.0, 45.0)];
    assert_eq!(colours(&panel, spots), [of_class(0), of_class(1), of_class(1), WHITE]);
    assert_eq!(ranges::ranges(&panel), ((1.0, 9.0), (2.0, 50.0)));
    let logarithmic = Panel { x: Axis::new("x").log(), y: Axis::new("y").log(), ..panel };
    assert_eq!(colours(&logarithmic, [(2.9, 3.0), (3.1, 3.0), (2.0, 11.0)]), [0, 1, 1].map(of_class));
}

#[test]
fn the_legend_of_a_map_names_what_occurs_and_stands_above() {
    let curves = vec![Curve::new(vec![(2.0, 20.0)], BLUE).labelled("samples").drawn(Style::Dots, 1.0)];
    let panel = Panel { regions: Some(map()), curves, ..Panel::default() };
    let top = place(&panel).frame.y0;
    let scene = panel::scene(&alone(&panel));
    let height = |name: &str| {
        scene.shapes.iter().find_map(|shape| match shape {
            scene::Shape::Text { line, at, .. } if line == name => Some(at.1),
            _ => None,
        })
    };
    for name in ["stick", "slip", "samples"] {
        assert!(height(name).is_some_and(|y| y < top), "{name}");
    }
    assert_eq!(height("absent"), None);
}

#[test]
fn bars_of_one_kind_share_an_entry_of_the_legend() {
    let bar = |k: usize, label: &str| {
        let x = k as f64;
        Bar { x: (x, x + 1.0), y: (0.0, 1.0), colour: Colour::Category(k % 2), label: Some(label.into()) }
    };
    let bands = vec![Band { points: vec![], colour: BLUE, label: Some("spread".into()) }];
    let bars = (0..6).map(|k| bar(k, ["even", "odd"][k % 2])).collect();
    let lines = texts(&alone(&Panel { bars, bands, ..Panel::default() }));
    for name in ["even", "odd", "spread"] {
        assert_eq!(lines.iter().filter(|line| *line == name).count(), 1, "{name}");
    }
}

#[test]
fn the_legend_keeps_away_from_areas_words_and_lines() {
    let curves = vec![Curve::new(vec![(0.0, 0.1), (10.0, 0.1)], BLUE).labelled("entry")];
    let free = Panel { curves, ..framed(false) };
    let corner = |panel: &Panel| corner::find(panel, &place(panel), [].iter()).unwrap();
    let frame = place(&free).frame;
    let right = |panel: &Panel| corner(panel).x1 > 0.5 * (frame.x0 + frame.x1);
    let top_right = |panel: &Panel| right(panel) && corner(panel).y0 < 0.5 * (frame.y0 + frame.y1);
    assert!(top_right(&free));
    let bar = Bar { x: (5.0, 10.0), y: (0.0, 20.0), ..Bar::default() };
    let label = Label { at: (9.0, 9.0), text: "words".into() };
    let others = [
        Panel { bars: vec![bar], ..free.clone() },
        Panel { labels: vec![label], ..free.clone() },
        Panel { verticals: vec![Vertical { x: 9.0, label: String::new() }], ..free.clone() },
        Panel { whiskers: vec![Whisker { x: 9.0, low: 8.0, high: 9.5, colour: BLUE }], ..free },
    ];
    for panel in &others {
        assert!(!top_right(panel), "{panel:?}");
    }
}

#[test]
fn labels_stay_inside_the_frame_and_outshine_lines() {
    let label = |at, text: &str| Label { at, text: text.into() };
    let labels =
        vec![label((10.0, 10.0), "far corner"), label((11.0, 5.0), "outside"), label((5.0, 5.0), "l l")];
    let curves = vec![Curve::new(vec![(0.0, 5.0), (10.0, 5.0)], BLUE).drawn(Style::Solid, 3.0)];
    let panel = Panel { labels, curves, ..framed(false) };
    let place = place(&panel);
    let boxes = labels::places(&panel, &place);
    assert_eq!(boxes.len(), 2);
    for (area, _) in &boxes {
        assert!(place.frame.contains((area.x0, area.y0)) && place.frame.contains((area.x1, area.y1)));
    }
    let lines = texts(&alone(&panel));
    assert!(lines.contains(&"far corner".to_string()) && !lines.contains(&"outside".to_string()));
    // Between the two strokes of "l l" the white rim hides the line, which is seen elsewhere.
    let beside = 5.0 + 1.5 * 10.0 / place.frame.width();
    assert_eq!(colours(&panel, [(beside, 5.0), (2.0, 5.0)]), [WHITE, BLUE.rgb()]);
}

#[test]
fn verticals_are_named_above_the_frame() {
    let line = |k: usize, label: &str| Vertical { x: k as f64, label: format!("{label} {k}") };
    let panel =
        |count, label| Panel { verticals: (0..count).map(|k| line(k, label)).collect(), ..framed(false) };
    for (panel, upright) in [(panel(3, "a"), false), (panel(9, "a long name"), true)] {
        let top = place(&panel).frame.y0;
        let scene = panel::scene(&alone(&panel));
        let names = scene.shapes.iter().filter_map(|shape| match shape {
            scene::Shape::Text { line, at, upwards, size, .. } if line.starts_with('a') => {
                let long = text::width(line, *size);
                let reach =
                    if *upwards { (at.1 + 0.5 * long, at.1 - 0.5 * long) } else { (at.1, at.1 - size) };
                Some((*upwards, reach))
            }
            _ => None,
        });
        let names: Vec<_> = names.collect();
        assert_eq!(names.len(), panel.verticals.len());
        assert!(names.iter().all(|&(up, (low, high))| up == upright && low < top && high > 0.0), "{names:?}");
    }
    assert!(alone(&panel(1, "a")).svg().contains("stroke=\"#c83c00\" stroke-width=\"0.5\" stroke-dasharray"));
}

#[test]
fn bad_items_are_left_out_without_a_panic() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let values = [nan, inf, -inf, 0.0, -1.0, 1.0, 1e-320, f64::MAX, f64::MIN];
    let name = || Some("name".to_string());
    for (k, &a) in values.iter().enumerate() {
        for b in [a, values[(k + 1) % values.len()], 3.0] {
            let points = vec![(a, b), (b, a), (1.0, b), (2.0, 1.0)];
            let curves = [Style::Circles, Style::Dots, Style::Solid]
                .map(|style| Curve::new(points.clone(), BLUE).drawn(style, a as f32));
            let panel = Panel {
                curves: curves.to_vec(),
                labels: vec![Label { at: (a, b), text: "text".into() }, Label::default()],
                bars: vec![
                    Bar { x: (a, b), y: (b, a), colour: BLUE, label: name() },
                    Bar { x: (1.0, 2.0), y: (a, 4.0), ..Bar::default() },
                ],
                whiskers: vec![
                    Whisker { x: a, low: b, high: a, colour: BLUE },
                    Whisker { x: 1.0, low: a, high: b, colour: BLUE },
                ],
                bands: vec![
                    Band {
                        points: vec![(a, b, 1.0), (1.0, a, b), (2.0, 1.0, a)],
                        colour: BLUE,
                        label: name(),
                    },
                    Band::default(),
                ],
                verticals: vec![Vertical { x: a, label: "x".into() }, Vertical { x: b, label: "y".into() }],
                fills: vec![Fill { points, colour: BLUE, edge: a as f32 }, Fill::default()],
                ..Panel::default()
            };
            let regions = Regions { x: (a, b), y: (1.0, b), classes: vec![0, 9, 255], ..map() };
            let mapped = Panel { regions: Some(regions), ..panel.clone() };
            let logarithmic = |panel: &Panel| Panel {
                x: Axis::between("x", a, b).log(),
                y: Axis::new("y").log(),
                equal_aspect: true,
                ..panel.clone()
            };
            let panels = vec![logarithmic(&panel), logarithmic(&mapped), panel, mapped];
            let figure = Figure { panels, across: 2, ..Figure::default() };
            assert!(!texts(&figure).is_empty());
            decoded(&figure.png(300).unwrap());
        }
    }
}

#[test]
fn a_logarithmic_axis_is_labelled_with_powers_of_ten() {
    let lines = texts(&alone(&framed(true)));
    assert!(["10⁰", "10¹", "10²"].iter().all(|tick| lines.contains(&tick.to_string())), "{lines:?}");
}

#[test]
fn items_are_drawn_from_the_map_up_to_the_frame() {
    let colour = Colour::Category;
    let panel = Panel {
        regions: Some(map()),
        bands: vec![Band { points: vec![(2.0, 5.0, 9.0), (4.0, 5.0, 9.0)], colour: colour(0), label: None }],
        bars: vec![Bar { x: (2.0, 4.0), y: (5.0, 9.0), colour: colour(1), label: None }],
        fills: vec![Fill { points: vec![(2.0, 5.0), (4.0, 5.0), (4.0, 9.0)], colour: colour(2), edge: 1.0 }],
        verticals: vec![Vertical { x: 3.0, label: String::new() }],
        curves: vec![Curve::new(vec![(2.0, 5.0), (4.0, 9.0)], colour(3))],
        whiskers: vec![Whisker { x: 3.0, low: 5.0, high: 9.0, colour: colour(4) }],
        labels: vec![Label { at: (3.0, 7.0), text: "top".into() }],
        ..Panel::default()
    };
    let svg = alone(&panel).svg();
    let drawn =
        ["<image", "fill=\"#0072b2\"", "fill=\"#d55e00\"", "stroke=\"#009e73\"", "stroke=\"#c83c00\""];
    let above = ["stroke=\"#cc79a7\"", "stroke=\"#e69f00\"", ">top<", "stroke-width=\"0.6\""];
    let places: Vec<_> = drawn.iter().chain(&above).map(|text| svg.find(text)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
}
