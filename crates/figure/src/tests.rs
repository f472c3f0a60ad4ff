//! Whole figures: well-formed text, decodable pictures, and input of the worst kind.

use super::*;

mod items;

/// A panel with everything in it, from data that the caller spoils.
fn full(points: Vec<(f64, f64)>, values: Vec<f64>, label: &str) -> Panel {
    let density = Density {
        columns: 3,
        rows: 2,
        x: (0.0, 3.0),
        y: (0.0, 2.0),
        arrows: Some(vec![(1.0, -1.0); values.len()]),
        values,
        logarithmic: true,
        signed: false,
        label: label.into(),
    };
    let curve = |style| Curve::new(points.clone(), Colour::Category(2)).labelled(label).drawn(style, 1.0);
    Panel {
        x: Axis::new(label),
        y: Axis::new(label),
        curves: [Style::Solid, Style::Dashed, Style::Dots].map(curve).to_vec(),
        density: Some(density),
        marks: vec![Mark { y: 0.5, label: label.into() }, Mark { y: f64::NAN, label: label.into() }],
        title: Some(label.into()),
        note: Some(label.into()),
        ..Panel::default()
    }
}

/// The texts of the SVG, which must be well-formed and without numbers that are none.
fn texts(figure: &Figure) -> Vec<String> {
    let svg = figure.svg();
    let tree = roxmltree::Document::parse(&svg).expect("the SVG is not well-formed");
    for node in tree.descendants().filter(|node| !node.has_tag_name("image")) {
        for attribute in node.attributes().filter(|a| a.value().starts_with(['M', '-', '0', 'N', 'i'])) {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{}={value}", attribute.name());
        }
    }
    let lines = tree.descendants().filter(|node| node.has_tag_name("text"));
    lines.map(|node| node.text().unwrap_or_default().to_string()).collect()
}

/// Size and red-green-blue bytes of a PNG.
fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("no PNG");
    let mut data = vec![0; reader.output_buffer_size().expect("too large")];
    let info = reader.next_frame(&mut data).expect("no picture");
    (info.width, info.height, data)
}

#[test]
fn labels_reach_the_svg_escaped() {
    let label = "a < b & \"c\" > 'd' \u{1}";
    let figure =
        Figure { panels: vec![full(vec![(0.0, 0.0), (1.0, 1.0)], vec![1.0; 6], label)], ..Figure::default() };
    let svg = figure.svg();
    assert!(svg.contains("a &lt; b &amp; &quot;c&quot; &gt;"));
    assert!(texts(&figure).iter().any(|line| line.starts_with("a < b & \"c\"")));
}

#[test]
fn the_png_has_the_size_asked_for_and_shows_something() {
    let curve = Curve::new(vec![(0.0, 0.0), (1.0, 1.0)], Colour::Category(0)).drawn(Style::Solid, 3.0);
    let figure =
        Figure { panels: vec![Panel { curves: vec![curve], ..Panel::default() }], ..Figure::default() };
    let (width, height, data) = decoded(&figure.png(500).unwrap());
    let view = figure.svg();
    let tree = roxmltree::Document::parse(&view).unwrap();
    let sizes: Vec<f64> =
        tree.root_element().attribute("viewBox").unwrap().split(' ').map(|v| v.parse().unwrap()).collect();
    assert_eq!(width, 500);
    assert!((f64::from(height) - 500.0 * sizes[3] / sizes[2]).abs() <= 0.6);
    assert_eq!(data.len(), 500 * height as usize * 3);
    let blue = data.chunks(3).filter(|p| *p == [0, 114, 178]).count();
    assert!(blue > 500, "{blue} pixels of the curve");
}

#[test]
fn impossible_sizes_are_errors() {
    let figure = Figure { panels: vec![Panel::default()], ..Figure::default() };
    assert!(matches!(figure.png(0), Err(FigureError::Size(0, _))));
    assert!(matches!(figure.png(u32::MAX), Err(FigureError::Size(..))));
}

#[test]
fn bad_data_are_left_out_without_a_panic() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let sets = [
        vec![],
        vec![(nan, nan)],
        vec![(inf, -inf), (nan, 1.0)],
        vec![(2.0, 3.0)],
        vec![(2.0, 3.0); 5],
        vec![(0.0, 0.0), (1.0, nan), (2.0, 1.0), (3.0, inf), (4.0, 2.0)],
        vec![(f64::MAX, f64::MIN), (f64::MIN, f64::MAX), (0.0, 0.0)],
        vec![(1e-300, 1e-320), (2e-300, 0.0)],
        vec![(1e15, 1.0), (1e15 + 1.0, 1.0 + 1e-15)],
    ];
    let fields =
        [vec![], vec![0.0; 6], vec![nan, inf, -1.0, 0.0, 7.0, 7.0], vec![1e-300, 1e300, 1.0, 0.0, 2.0, 3.0]];
    for points in &sets {
        for values in &fields {
            for equal_aspect in [false, true] {
                let whole = Panel { equal_aspect, ..full(points.clone(), values.clone(), "q") };
                let bare = Panel { density: None, marks: vec![], ..whole.clone() };
                let bar = Some(ColourBar {
                    label: "s".into(),
                    range: points.first().copied().unwrap_or((nan, 1.0)),
                });
                let barred = Panel { bar, ..bare.clone() };
                let figure = Figure { panels: vec![whole, bare, barred], across: 2, ..Figure::default() };
                assert!(!texts(&figure).is_empty());
                decoded(&figure.png(300).unwrap());
            }
        }
    }
}

#[test]
fn bad_settings_do_not_panic() {
    let nan = f64::NAN;
    let ranges = [(nan, 1.0), (1.0, 1.0), (5.0, -5.0), (f64::MIN, f64::MAX), (0.0, 1e-310)];
    for (range, width_cm) in ranges.into_iter().zip([nan, -1.0, 0.0, 1e9, 4.0]) {
        let axis =
            Axis { label: "very long label without end (m)".into(), range: Some(range), ..Axis::default() };
        let panel = Panel {
            x: axis.clone(),
            y: axis,
            height_weight: range.0,
            width_weight: range.1,
            curves: vec![
                Curve::new(vec![(0.0, 1.0), (1.0, 2.0)], Colour::Scale(nan)).drawn(Style::Dashed, f32::NAN),
            ],
            density: Some(Density { columns: usize::MAX, rows: 3, x: range, y: range, ..Density::default() }),
            ..Panel::default()
        };
        let figure = Figure { panels: vec![panel; 3], across: 0, width_cm, title: Some(String::new()) };
        texts(&figure);
        decoded(&figure.png(200).unwrap());
    }
    texts(&Figure::default());
    decoded(&Figure::default().png(200).unwrap());
}

#[test]
fn many_long_curves_stay_small() {
    let loops = |k: usize| {
        let at = |i: usize| {
            let t = i as f64 * (0.03 + 1e-4 * k as f64);
            (300.0 + 290.0 * (t * 0.001).sin() + 8.0 * t.cos(), 160.0 + 10.0 * k as f64 + 8.0 * t.sin())
        };
        Curve::new((0..40_000).map(at).collect(), Colour::Scale(k as f64 / 14.0))
    };
    let panel = Panel { curves: (0..15).map(loops).collect(), ..Panel::default() };
    let svg = Figure { panels: vec![panel], width_cm: 18.0, ..Figure::default() }.svg();
    assert!(svg.len() < 2_000_000, "{} bytes", svg.len());
}

#[test]
fn panels_of_a_row_share_their_frame_and_lie_on_the_sheet() {
    let tall = Panel { x: Axis::between("x", 0.0, 2.0), y: Axis::between("y", 0.0, 1.0), ..Panel::default() };
    let equal = Panel { equal_aspect: true, ..tall.clone() };
    let noted = Panel { note: Some("note".into()), height_weight: 2.0, ..tall.clone() };
    let figure =
        Figure { panels: vec![tall, equal, noted], across: 2, width_cm: 18.0, title: Some("t".into()) };
    let plan = layout::plan(&figure, &[]);
    let [first, second, third] = &plan.places[..] else { panic!("three panels have three places") };
    assert!(
        (first.frame.y0 - second.frame.y0).abs() < 1e-9 && (first.frame.y1 - second.frame.y1).abs() < 1e-9
    );
    assert!((second.frame.height() / second.frame.width() - 0.5).abs() < 1e-9);
    assert!((first.frame.x0 - third.frame.x0).abs() < 1e-9 && third.frame.y0 > first.frame.y1);
    for place in &plan.places {
        let (area, frame) = (place.area, place.frame);
        assert!(area.contains((frame.x0, frame.y0)) && area.contains((frame.x1, frame.y1)));
        assert!(area.x1 <= plan.width && area.y1 <= plan.height);
    }
}

#[test]
fn both_files_are_saved() {
    let dir = std::env::temp_dir().join(format!("moreau-figure-{}", std::process::id()));
    let figure = Figure { panels: vec![Panel::default()], ..Figure::default() };
    figure.save(&dir, "empty").unwrap();
    assert!(std::fs::read_to_string(dir.join("empty.svg")).unwrap().starts_with("<?xml"));
    assert_eq!(decoded(&std::fs::read(dir.join("empty.png")).unwrap()).0, SAVED_PIXELS);
    std::fs::remove_dir_all(&dir).unwrap();
    std::fs::write(&dir, "in the way").unwrap();
    assert!(matches!(figure.save(&dir, "empty"), Err(FigureError::Write { .. })));
    std::fs::remove_file(&dir).unwrap();
}
