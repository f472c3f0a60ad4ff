//! Which members of a tile are side by side in the lanes: lanes wait for each other, so a law that has more to do for some
//! members than for others gets those together that have alike much to do. Nobody's result depends on it.

use crate::real::Scalar;
use crate::tile::Segment;

/// Steps after which members change places: often enough to follow what they do, and so seldom that taking them out of the tile costs little.
const SETTLED: u32 = 16;

/// The members of a tile in the order in which lanes take them.
pub struct Order<T> {
    /// Members, one after another.
    pub members: Vec<u32>,
    /// What there was to do for each member of the tile in its last step; empty if members stay where they are.
    pub effort: Vec<T>,
}

impl<T: Scalar> Order<T> {
    /// As they lie in a tile of `n`; to be sorted if what they do is `uneven`.
    pub fn new(n: usize, uneven: bool) -> Self {
        Order { members: (0..n as u32).collect(), effort: vec![T::default(); if uneven { n } else { 0 }] }
    }

    /// Puts members side by side that have alike much to do.
    pub fn sort(&mut self) {
        let effort = |i: u32| self.effort[i as usize].to_f64();
        if !self.effort.is_empty() {
            self.members.sort_by(|&a, &b| effort(a).total_cmp(&effort(b)));
        }
    }

    /// A segment in parts, after each of which members may change places; `width` is that of a row of its table.
    pub fn parts<'a>(
        &self,
        segment: &Segment<'a, T>,
        width: usize,
    ) -> impl Iterator<Item = Segment<'a, T>> + use<'a, T> {
        let segment = *segment;
        let size = if self.effort.is_empty() { segment.steps.max(1) } else { SETTLED };
        // A segment without steps is one part without steps.
        (0..segment.steps.max(1)).step_by(size as usize).map(move |from| {
            let table = segment.table.map(|rows| &rows[from as usize * width..]);
            let steps = size.min(segment.steps - from);
            Segment { first: segment.first + from, steps, table, ..segment }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(steps: u32, table: Option<&[f64]>) -> Segment<'_, f64> {
        let (certified, lean, fast_math) = (true, false, false);
        Segment { first: 100, steps, every: u32::MAX, certified, lean, fast_math, table }
    }

    #[test]
    fn parts_are_the_whole_segment_and_each_has_its_rows() {
        let rows: Vec<f64> = (0..2 * 3 * SETTLED).map(f64::from).collect();
        let parts: Vec<_> = Order::new(4, true).parts(&segment(3 * SETTLED - 1, Some(&rows)), 2).collect();
        let found: Vec<_> = parts.iter().map(|part| (part.first - 100, part.steps)).collect();
        assert_eq!(found, [(0, SETTLED), (SETTLED, SETTLED), (2 * SETTLED, SETTLED - 1)]);
        assert!(parts.iter().all(|part| part.table.unwrap()[0] == 2.0 * f64::from(part.first - 100)));
        for (uneven, steps) in [(false, 3 * SETTLED), (false, 0), (true, 0)] {
            let parts: Vec<_> = Order::new(4, uneven).parts(&segment(steps, None), 0).collect();
            assert_eq!(parts.iter().map(|part| part.steps).collect::<Vec<_>>(), [steps]);
        }
    }

    #[test]
    fn members_with_alike_much_to_do_are_side_by_side() {
        let mut order = Order::new(5, true);
        order.effort = vec![3.0, 1.0, f64::NAN, 1.0, 2.0];
        order.sort();
        assert_eq!(order.members, [1, 3, 4, 0, 2]);
        let mut order = Order::<f64>::new(3, false);
        order.sort();
        assert_eq!(order.members, [0, 1, 2]);
    }
}
