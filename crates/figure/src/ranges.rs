//! From where to where the axes go.

use super::{Axis, Panel, density, regions};

/// Values beyond this are taken as infinite.
const HUGE: f64 = 1e290;
/// The share of the data's height left free above and below them; half as much on either side.
const MARGIN: f64 = 0.04;

pub(super) type Span = (f64, f64);

/// A range that can be drawn: finite, in order and not of zero length; `None` if an end is not finite.
pub(super) fn sound((a, b): Span) -> Option<Span> {
    if !(a.abs() < HUGE && b.abs() < HUGE) {
        return None;
    }
    let (low, high) = (a.min(b), a.max(b));
    let size = low.abs().max(high.abs());
    if high - low > 1e-9 * size && high - low > 1e-280 {
        return Some((low, high));
    }
    let middle = 0.5 * (low + high);
    let half = if size > 1e-270 { 0.1 * size } else { 1.0 };
    Some((middle - half, middle + half))
}

/// The least and greatest of some values; the ends stand in the wrong order if there are none.
fn extent(values: impl Iterator<Item = f64>) -> Span {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

/// The logarithm on a logarithmic axis, so that all else here is the same for both kinds; NaN if the axis
/// cannot show the value.
fn level(axis: &Axis, value: f64) -> f64 {
    match axis.logarithmic {
        true if value > 1.0 / HUGE && value < HUGE => value.log10(),
        false if value.abs() < HUGE => value,
        _ => f64::NAN,
    }
}

/// The span of levels as one that can be drawn.
fn sound_levels(axis: &Axis, (a, b): Span) -> Option<Span> {
    match axis.logarithmic {
        true if (a - b).abs() < 1e-6 => Some((a.min(b) - 0.5, a.max(b) + 0.5)),
        _ => sound((a, b)),
    }
}

/// The values at both levels.
fn values(axis: &Axis, (low, high): Span) -> Span {
    let value = |level: f64| if axis.logarithmic { 10f64.powf(level.clamp(-300.0, 300.0)) } else { level };
    (value(low), value(high))
}

/// The ranges of both axes.
pub(super) fn ranges(panel: &Panel) -> (Span, Span) {
    let (x, y) = (&panel.x, &panel.y);
    let both = |axis: &Axis, (a, b): Span| (level(axis, a), level(axis, b));
    let fixed = |axis: &Axis, edges: Option<Span>| {
        let given = axis.range.and_then(|range| sound_levels(axis, both(axis, range)));
        given.or_else(|| sound_levels(axis, both(axis, edges?)))
    };
    let map = panel.regions.as_ref().filter(|map| regions::drawable(map));
    let (x_fixed, y_fixed) = (fixed(x, map.map(|map| map.x)), fixed(y, map.map(|map| map.y)));

    let inside = |v: f64, range: Option<Span>| range.map_or(!v.is_nan(), |(a, b)| v >= a && v <= b);
    let points = || {
        let levels = data(panel).map(|(u, v)| (level(x, u), level(y, v)));
        levels.filter(|&(u, v)| inside(u, x_fixed) && inside(v, y_fixed))
    };
    let field = panel.density.as_ref().filter(|field| density::drawable(field));
    let margin = if field.is_some() { 0.0 } else { MARGIN };
    let foot = extent(panel.bars.iter().flat_map(|bar| [bar.y.0, bar.y.1]).map(|v| level(y, v))).0;
    let x_span = || {
        let lines = panel.verticals.iter().map(|line| line.x);
        let others = lines.chain(field.into_iter().flat_map(|field| [field.x.0, field.x.1]));
        let all = points().map(|p| p.0).chain(others.map(|v| level(x, v)));
        with_margins(x, extent(all), 0.5 * margin, f64::NAN)
    };
    let y_span = || {
        let lines = panel.marks.iter().map(|mark| mark.y);
        let others = lines.chain(field.into_iter().flat_map(|field| [field.y.0, field.y.1]));
        let all = points().map(|p| p.1).chain(others.map(|v| level(y, v)));
        with_margins(y, extent(all), margin, foot)
    };
    (values(x, x_fixed.unwrap_or_else(x_span)), values(y, y_fixed.unwrap_or_else(y_span)))
}

/// The span with some room at both ends, but none below `foot`: bars stand on the frame.
fn with_margins(axis: &Axis, span: Span, margin: f64, foot: f64) -> Span {
    let (low, high) = sound_levels(axis, span).unwrap_or((0.0, 1.0));
    let room = margin * (high - low);
    (if low == foot { low } else { low - room }, high + room)
}

/// The points that the axes are to show, usable or not.
fn data(panel: &Panel) -> impl Iterator<Item = (f64, f64)> {
    let lines = panel.curves.iter().flat_map(|curve| curve.points.iter().copied());
    let fills = panel.fills.iter().flat_map(|fill| fill.points.iter().copied());
    let labels = panel.labels.iter().map(|label| label.at);
    let whiskers = panel.whiskers.iter().map(|whisker| (whisker.x, whisker.low, whisker.high));
    let bands = panel.bands.iter().flat_map(|band| band.points.iter().copied());
    let upright = whiskers.chain(bands).filter(|(x, low, high)| (x + low + high).is_finite());
    let bars = panel.bars.iter().filter(|bar| (bar.x.0 + bar.x.1 + bar.y.0 + bar.y.1).is_finite());
    let corners = bars.flat_map(|bar| {
        // A bar from zero has no foot on a logarithmic axis; half its height keeps the smallest one visible.
        let foot = if panel.y.logarithmic && bar.y.0 <= 0.0 { 0.5 * bar.y.1 } else { bar.y.0 };
        [(bar.x.0, foot), (bar.x.1, foot), (bar.x.0, bar.y.1), (bar.x.1, bar.y.1)]
    });
    lines.chain(fills).chain(labels).chain(corners).chain(upright.flat_map(|(x, a, b)| [(x, a), (x, b)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Band, Bar, Colour, Curve, Fill, Label, Mark, Vertical, Whisker};

    const BLUE: Colour = Colour::Category(0);

    #[test]
    fn ranges_take_in_every_item() {
        let empty = Panel::default;
        let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9;
        let wide =
            |low: f64, high: f64, share: f64| (low - share * (high - low), high + share * (high - low));
        let expected = (wide(2.0, 4.0, 0.02), wide(3.0, 8.0, 0.04));
        let corners = vec![(2.0, 3.0), (4.0, 8.0)];
        let whisker = |x| Whisker { x, low: 3.0, high: 8.0, colour: BLUE };
        let unusable = Whisker { x: 99.0, low: 0.0, high: f64::NAN, colour: BLUE };
        let label = |at| Label { at, text: "t".into() };
        let band = Band { points: vec![(2.0, 3.0, 4.0), (4.0, 5.0, 8.0)], ..Band::default() };
        let verticals = [2.0, 4.0].map(|x| Vertical { x, label: String::new() }).to_vec();
        let marks = [3.0, 8.0].map(|y| Mark { y, label: String::new() }).to_vec();
        let panels = [
            Panel { curves: vec![Curve::new(corners.clone(), BLUE)], ..empty() },
            Panel { fills: vec![Fill { points: corners.clone(), ..Fill::default() }], ..empty() },
            Panel { labels: corners.into_iter().map(label).collect(), ..empty() },
            Panel { whiskers: vec![whisker(2.0), whisker(4.0), unusable], ..empty() },
            Panel { bands: vec![band], ..empty() },
            Panel { verticals, marks, ..empty() },
        ];
        for panel in &panels {
            let (x, y) = ranges(panel);
            assert!(near(x, expected.0) && near(y, expected.1), "{x:?} {y:?} {panel:?}");
        }
        let bars = vec![Bar { x: (2.0, 4.0), y: (3.0, 8.0), ..Bar::default() }];
        let (x, y) = ranges(&Panel { bars, ..empty() });
        assert!(near(x, expected.0) && near(y, (3.0, expected.1.1)), "bars stand on the frame: {x:?} {y:?}");
    }

    #[test]
    fn logarithmic_ranges_leave_out_what_is_not_positive() {
        let points = vec![(-1.0, 1.0), (0.0, 2.0), (5.0, 0.0), (1.0, 10.0), (100.0, 1000.0)];
        let panel = Panel {
            x: Axis::new("x").log(),
            y: Axis::between("y", 0.0, 5.0).log(),
            curves: vec![Curve::new(points, BLUE)],
            ..Panel::default()
        };
        let ((x0, x1), (y0, y1)) = ranges(&panel);
        let levels = [x0, x1, y0, y1].map(f64::log10);
        let expected = [-0.04, 2.04, 0.92, 3.08];
        assert!(levels.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{levels:?}");
        let even = Panel { x: Axis::new("x"), ..panel.clone() };
        assert!(ranges(&even).0.0 < -1.0, "a linear axis shows them");
    }
}
