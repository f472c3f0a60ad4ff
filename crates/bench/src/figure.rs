//! Throughput against the size of the ensemble, one curve a backend, with the limits as dashed lines.

use super::report::{BackendReport, PresetReport, SizeReport, Spread};
use moreau::output::figure::{Axis, Colour, Curve, Figure, Panel, Style, Whisker};

/// The figure of a preset.
pub fn throughput(report: &PresetReport) -> Figure {
    let (mut curves, mut whiskers) = (Vec::new(), Vec::new());
    let (loops, backends): (Vec<_>, Vec<_>) =
        report.backends.iter().partition(|backend| backend.name.starts_with("plain loop"));
    for (k, backend) in backends.into_iter().enumerate() {
        let colour = Colour::Category(k);
        let points = points(backend);
        curves.push(Curve::new(points.clone(), colour).labelled(&backend.name));
        curves.push(Curve::new(points.clone(), colour).drawn(Style::Dots, 1.0));
        whiskers.extend(spreads(backend, colour));
        if let (Some(limit), Some(first), Some(last)) = (&backend.limit, points.first(), points.last()) {
            let line = [first, last].map(|point| (point.0, limit.member_steps_per_second));
            curves.push(Curve::new(line.to_vec(), colour).drawn(Style::Dashed, 0.7));
        }
    }
    // Grey, for what stands in the background; told apart by their markers.
    for (backend, markers) in loops.into_iter().zip([Style::Circles, Style::Dots]) {
        curves.push(Curve::new(points(backend), Colour::Grey));
        curves.push(Curve::new(points(backend), Colour::Grey).drawn(markers, 1.2).labelled(&backend.name));
    }
    let panel = Panel {
        x: Axis::new("members").log(),
        y: Axis::new("member-steps per second").log(),
        curves,
        whiskers,
        title: Some(format!("{}: throughput of the kernel", report.preset)),
        note: Some("Medians and extremes of interleaved rounds, certificates off. Dashed: the limit measured in the same run.".into()),
        height_weight: 1.3,
        ..Panel::default()
    };
    Figure { panels: vec![panel], width_cm: 12.0, ..Figure::default() }
}

fn points(backend: &BackendReport) -> Vec<(f64, f64)> {
    let measured = backend.sizes.iter();
    measured.filter_map(|size| Some((size.members as f64, size.kernel?.median))).collect()
}

fn spreads(backend: &BackendReport, colour: Colour) -> Vec<Whisker> {
    let whisker = |size: &SizeReport| {
        let Spread { min, max, .. } = size.kernel?;
        Some(Whisker { x: size.members as f64, low: min, high: max, colour })
    };
    backend.sizes.iter().filter_map(whisker).collect()
}
