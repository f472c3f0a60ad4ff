//! From data to short polylines: mapping, clipping and thinning below what the eye can see.

use super::scene::{Point, Rect};

/// A map from the values of an axis to places on the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Map {
    pub low: f64,
    pub high: f64,
    pub start: f64,
    pub end: f64,
    /// Equal factors are equally long; `low` and `high` are then positive.
    pub logarithmic: bool,
}

impl Map {
    /// The even map of 0..1 to `start..end`.
    pub fn unit(start: f64, end: f64) -> Map {
        Map { low: 0.0, high: 1.0, start, end, logarithmic: false }
    }

    /// The place of a value; not finite if the value has none.
    pub fn at(&self, value: f64) -> f64 {
        let share = match self.logarithmic {
            true => (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln()),
            false => (value - self.low) / (self.high - self.low),
        };
        self.start + share * (self.end - self.start)
    }

    /// The place of a value, at most `BEYOND` outside the frame; zero and below are out there on a
    /// logarithmic axis. NaN stays NaN.
    pub fn near(&self, value: f64) -> f64 {
        let outside = BEYOND * (self.start - self.end).signum();
        let place = if self.logarithmic && value <= 0.0 { self.start + outside } else { self.at(value) };
        place.clamp(self.start.min(self.end) - BEYOND, self.start.max(self.end) + BEYOND)
    }
}

/// How far outside the frame lines are still kept, so that their ends stay hidden by the clip.
pub(super) const BEYOND: f64 = 6.0;

/// The visible parts of a line, each within `tolerance` of the data.
pub(super) fn runs(points: &[(f64, f64)], x: Map, y: Map, frame: Rect, tolerance: f64) -> Vec<Vec<Point>> {
    let window = frame.grown(BEYOND);
    let mut runs: Vec<Vec<Point>> = Vec::new();
    let mut run: Vec<Point> = Vec::new();
    let mut before: Option<Point> = None;
    for &(u, v) in points {
        let here = Some((x.at(u), y.at(v))).filter(|p| p.0.is_finite() && p.1.is_finite());
        let seen = match (before, here) {
            (Some(a), Some(b)) => clip(a, b, window),
            _ => None,
        };
        match seen {
            Some((a, b)) => {
                if run.last().is_some_and(|&end| end != a) {
                    runs.push(std::mem::take(&mut run));
                }
                if run.is_empty() {
                    run.push(a);
                }
                run.push(b);
            }
            None if !run.is_empty() => runs.push(std::mem::take(&mut run)),
            None => {}
        }
        before = here;
    }
    runs.push(run);
    runs.retain(|run| run.len() > 1);
    runs.iter().map(|run| thin(run, tolerance)).collect()
}

/// The part of the segment from `a` to `b` inside `window`.
fn clip(a: Point, b: Point, window: Rect) -> Option<(Point, Point)> {
    if window.contains(a) && window.contains(b) {
        return Some((a, b));
    }
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (d, room) in
        [(-dx, a.0 - window.x0), (dx, window.x1 - a.0), (-dy, a.1 - window.y0), (dy, window.y1 - a.1)]
    {
        if d == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if d < 0.0 {
            enter = enter.max(room / d);
        } else {
            leave = leave.min(room / d);
        }
    }
    // Ends that are inside are returned as they came, so that neighbouring segments join exactly.
    let at = |s: f64| (a.0 + s * dx, a.1 + s * dy);
    let from = if enter == 0.0 { a } else { at(enter) };
    let to = if leave == 1.0 { b } else { at(leave) };
    (enter <= leave).then_some((from, to))
}

/// Leaves out points that lie within `tolerance` of the line through those kept.
///
/// From the last point kept, each later point allows a sector of directions that pass it within the
/// tolerance. While the sectors have a common part and the line does not turn back, one stroke serves all.
pub(super) fn thin(run: &[Point], tolerance: f64) -> Vec<Point> {
    let Some((&first, rest)) = run.split_first() else { return Vec::new() };
    let cross = |a: Point, b: Point| a.0 * b.1 - a.1 * b.0;
    let mut kept = vec![first];
    let (mut anchor, mut last, mut reach) = (first, first, 0.0_f64);
    let mut sector: Option<(Point, Point)> = None; // its two edges, the second to the left of the first
    for &point in rest {
        for _ in 0..2 {
            let d = (point.0 - anchor.0, point.1 - anchor.1);
            let distance = d.0.hypot(d.1);
            if distance <= tolerance && reach <= tolerance {
                break;
            }
            let sine = (tolerance / distance).min(1.0);
            let cosine = (1.0 - sine * sine).sqrt();
            let turned = |s: f64| (d.0 * cosine - d.1 * s, d.0 * s + d.1 * cosine);
            let own = (turned(-sine), turned(sine));
            let (right, left) = sector.unwrap_or(own);
            if cross(right, d) >= 0.0 && cross(d, left) >= 0.0 && distance >= reach - tolerance {
                let right = if cross(right, own.0) > 0.0 { own.0 } else { right };
                let left = if cross(own.1, left) > 0.0 { own.1 } else { left };
                sector = Some((right, left));
                reach = reach.max(distance);
                break;
            }
            kept.push(last);
            (anchor, sector, reach) = (last, None, 0.0);
        }
        last = point;
    }
    kept.push(last);
    kept
}

/// Marker centres inside the frame, one for each spot of the given size.
pub(super) fn dots(points: &[(f64, f64)], x: Map, y: Map, frame: Rect, spot: f64) -> Vec<Point> {
    let mut seen = std::collections::HashSet::new();
    let places = points.iter().map(|&(u, v)| (x.at(u), y.at(v)));
    let inside = places.filter(|&p| frame.grown(1e-6).contains(p));
    inside.filter(|p| seen.insert(((p.0 / spot).round() as i64, (p.1 / spot).round() as i64))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Rect = Rect { x0: 0.0, y0: 0.0, x1: 100.0, y1: 100.0 };
    const SAME: Map = Map { low: 0.0, high: 100.0, start: 0.0, end: 100.0, logarithmic: false };

    /// Distance of a point to a polyline.
    fn distance(p: Point, run: &[Point]) -> f64 {
        let to_stroke = |pair: &[Point]| {
            let (a, b) = (pair[0], pair[1]);
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            let s = (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-300)).clamp(0.0, 1.0);
            (p.0 - a.0 - s * dx).hypot(p.1 - a.1 - s * dy)
        };
        run.windows(2).map(to_stroke).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn thinning_keeps_every_point_within_the_tolerance() {
        let tolerance = 0.04;
        let spiral = |i: usize| {
            let t = i as f64 / 500.0;
            (50.0 + (40.0 - t) * (3.0 * t).cos(), 50.0 + (40.0 - t) * (4.1 * t).sin())
        };
        let back_and_forth = |i: usize| (50.0 + 40.0 * (i as f64 / 300.0).sin(), 50.0);
        for data in [(0..10_000).map(spiral).collect::<Vec<_>>(), (0..10_000).map(back_and_forth).collect()] {
            let runs = runs(&data, SAME, SAME, FRAME, tolerance);
            assert_eq!(runs.len(), 1);
            assert!(runs[0].len() < data.len() / 4, "{} points kept", runs[0].len());
            let worst = data.iter().map(|&p| distance(p, &runs[0])).fold(0.0, f64::max);
            assert!(worst <= 1.01 * tolerance, "{worst}");
            // Negative control: the comparator sees a shift of twice the tolerance.
            let shifted = data.iter().map(|p| distance((p.0, p.1 + 2.0 * tolerance), &runs[0]));
            assert!(shifted.fold(0.0, f64::max) > 1.5 * tolerance);
        }
    }

    #[test]
    fn lines_break_at_missing_values_and_at_the_window() {
        let data = [(10.0, 10.0), (20.0, 10.0), (f64::NAN, 0.0), (30.0, 10.0), (40.0, 1e9), (50.0, 10.0)];
        let runs = runs(&data, SAME, SAME, FRAME, 0.01);
        assert_eq!(runs.len(), 3);
        assert!(runs.iter().flatten().all(|&p| FRAME.grown(BEYOND + 1e-9).contains(p)), "{runs:?}");
    }

    #[test]
    fn equal_factors_are_equally_long_on_a_logarithmic_map() {
        let map = Map { low: 0.1, high: 1000.0, start: 0.0, end: 80.0, logarithmic: true };
        for (value, place) in [(0.1, 0.0), (1.0, 20.0), (10.0, 40.0), (100.0, 60.0), (1000.0, 80.0)] {
            assert!((map.at(value) - place).abs() < 1e-9 && (map.near(value) - place).abs() < 1e-9);
        }
        assert!(!map.at(0.0).is_finite() && !map.at(-1.0).is_finite());
        assert_eq!([0.0, -1.0, 1e9].map(|v| map.near(v)), [-BEYOND, -BEYOND, 80.0 + BEYOND]);
        let upwards = Map { start: 80.0, end: 0.0, ..map };
        assert_eq!(upwards.near(0.0), 80.0 + BEYOND);
        assert!(map.near(f64::NAN).is_nan());
    }
}
