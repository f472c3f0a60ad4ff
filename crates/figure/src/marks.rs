//! Horizontal marks and their labels, spread apart in the right margin.

use super::colour::MARK;
use super::layout::{Place, TEXT};
use super::scene::{Anchor, Pen, Scene, Shape};
use super::{Mark, Panel, text};

/// From the frame to the start of a label.
const LEADER: f64 = 11.0;
/// Least distance of two labels.
const LINE: f64 = 9.6;

/// The pen of marks.
pub(super) const PEN: Pen = Pen { colour: MARK, width: 0.5, dash: Some((2.5, 2.5)) };

/// Room that the labels need to the right of the frame.
pub(super) fn room(panel: &Panel) -> f64 {
    let labels = panel.marks.iter().map(|mark| &mark.label).filter(|label| !label.is_empty());
    let widest = text::widest(labels, TEXT);
    if widest > 0.0 { LEADER + widest } else { 0.0 }
}

/// Draws the marks of a panel that fall into its range.
pub(super) fn draw(scene: &mut Scene, panel: &Panel, place: &Place, clip: usize) {
    let frame = place.frame;
    let seen = |mark: &&Mark| mark.y >= place.y.low && mark.y <= place.y.high;
    let mut marks: Vec<(f64, &str)> =
        panel.marks.iter().filter(seen).map(|mark| (place.y.at(mark.y), mark.label.as_str())).collect();
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    let runs: Vec<_> = marks.iter().map(|&(y, _)| vec![(frame.x0, y), (frame.x1, y)]).collect();
    if !runs.is_empty() {
        scene.shapes.push(Shape::Lines { runs, pen: PEN, clip: Some(clip) });
    }
    let named: Vec<_> = marks.into_iter().filter(|(_, label)| !label.is_empty()).collect();
    let wanted: Vec<f64> = named.iter().map(|&(y, _)| y).collect();
    let heights = spread(&wanted, LINE, (frame.y0 + 2.0, frame.y1 - 2.0));
    let mut leaders = Vec::new();
    for (&(y, label), height) in named.iter().zip(heights) {
        leaders.push(vec![
            (frame.x1, y),
            (frame.x1 + 2.5, y),
            (frame.x1 + 7.0, height),
            (frame.x1 + 9.0, height),
        ]);
        scene.text((frame.x1 + LEADER, height + 0.36 * TEXT), label, TEXT, Anchor::Start);
    }
    scene.strokes(leaders, Pen::solid(MARK, 0.5));
}

/// Places as near as possible (least squares) to the sorted `wanted`, at least `gap` apart, inside `bounds`
/// if they all fit there.
///
/// With `gap` taken off step by step the task is a monotone fit: neighbours out of order are pooled at their
/// mean until none is left.
pub(super) fn spread(wanted: &[f64], gap: f64, bounds: (f64, f64)) -> Vec<f64> {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (k, &place) in wanted.iter().enumerate() {
        let mut pool = (place - gap * k as f64, 1);
        while let Some(&(mean, count)) = pools.last() {
            if mean <= pool.0 {
                break;
            }
            let total = count + pool.1;
            pool = ((mean * count as f64 + pool.0 * pool.1 as f64) / total as f64, total);
            pools.pop();
        }
        pools.push(pool);
    }
    let highest = bounds.1 - gap * wanted.len().saturating_sub(1) as f64;
    let means = pools.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count));
    means.enumerate().map(|(k, mean)| mean.min(highest).max(bounds.0.min(highest)) + gap * k as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_distance_and_their_bounds() {
        let wanted = [10.0, 11.0, 12.0, 50.0, 99.0, 99.5];
        let places = spread(&wanted, 8.0, (5.0, 100.0));
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 8.0 - 1e-9), "{places:?}");
        assert!(places.iter().all(|&p| (5.0 - 1e-9..=100.0 + 1e-9).contains(&p)), "{places:?}");
        assert_eq!(places[3], 50.0);
    }

    #[test]
    fn free_labels_stay_where_they_are() {
        assert_eq!(spread(&[10.0, 30.0], 8.0, (0.0, 100.0)), [10.0, 30.0]);
        assert!(spread(&[], 8.0, (0.0, 100.0)).is_empty());
    }
}
