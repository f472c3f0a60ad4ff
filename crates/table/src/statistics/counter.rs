//! Counts many values into a sketch: in pages of counters where the values spread evenly, else in a hash table; with
//! buckets that are at first as fine as a sample of the values allows.

use super::dense;
use super::sketch::{BUCKETS, Sketch, place};

/// Slots of the table, a power of two: at most half of them are used.
const SLOTS_LOG2: u32 = 13;
/// How many values say how fine the buckets may be at first.
const SAMPLE: usize = 2 * BUCKETS;

/// The sketch of finite values.
pub(super) fn sketch(values: &[f64]) -> Sketch {
    let shift = sample_shift(values);
    let places = || values.iter().map(|&value| place(value));
    dense::sketch(places(), shift).unwrap_or_else(|| hashed(places(), shift))
}

/// By a hash table: for values that gather in a few places.
fn hashed(places: impl Iterator<Item = i64>, shift: u8) -> Sketch {
    let mut counter = Counter::new(shift);
    places.for_each(|place| counter.add(place));
    counter.sketch()
}

/// The shift of the sketch of some of the values: all of them need at least that.
fn sample_shift(values: &[f64]) -> u8 {
    let stride = values.len().div_ceil(SAMPLE).max(1);
    let mut places: Vec<i64> = values.iter().step_by(stride).map(|&value| place(value)).collect();
    places.sort_unstable();
    places.dedup();
    Sketch::of(0, places.into_iter().map(|place| (place, 1)).collect()).shift()
}

/// A table of buckets and counts; a count of zero is a free slot.
struct Counter {
    shift: u8,
    used: usize,
    slots: Vec<(i64, u64)>,
}

impl Counter {
    fn new(shift: u8) -> Counter {
        Counter { shift, used: 0, slots: vec![(0, 0); 1 << SLOTS_LOG2] }
    }

    #[inline]
    fn add(&mut self, place: i64) {
        self.add_many(place >> self.shift, 1);
        if self.used > BUCKETS {
            self.coarsen();
        }
    }

    #[inline]
    fn add_many(&mut self, bucket: i64, count: u64) {
        // Fibonacci hashing (Knuth, The Art of Computer Programming, vol. 3, Sec. 6.4): neighbours land far apart.
        let mut slot = ((bucket as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS_LOG2)) as usize;
        loop {
            let (other, counted) = &mut self.slots[slot];
            if *counted == 0 {
                *other = bucket;
                self.used += 1;
            }
            if *other == bucket {
                *counted += count;
                return;
            }
            slot = (slot + 1) & ((1 << SLOTS_LOG2) - 1);
        }
    }

    /// Starts again with wider buckets, keeping what was counted.
    fn coarsen(&mut self) {
        let sketch = self.sketch();
        *self = Counter::new(sketch.shift());
        for &(bucket, count) in sketch.counts() {
            self.add_many(bucket, count);
        }
    }

    fn sketch(&self) -> Sketch {
        let mut counts: Vec<(i64, u64)> = self.slots.iter().filter(|slot| slot.1 > 0).copied().collect();
        counts.sort_unstable();
        Sketch::of(self.shift, counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_counting_agree_with_sorting() {
        let uniform = |i: u64| moreau_kernels::rng::uniform(7, i, 0);
        let cases: [fn(f64) -> f64; 4] =
            [|u| u, |u| u - 0.5, |u| (700.0 * (u - 0.5)).exp(), |u| 2.0 + (u * 99.0).floor()];
        for case in cases {
            let mut places: Vec<i64> = (0..40_000).map(|i| place(case(uniform(i)))).collect();
            let counted = hashed(places.iter().copied(), 0);
            let shift = counted.shift();
            for start in [0, shift / 2, shift.saturating_sub(2)] {
                assert_eq!(hashed(places.iter().copied(), start), counted);
                assert!(dense::sketch(places.iter().copied(), start).is_none_or(|dense| dense == counted));
            }
            places.sort_unstable();
            let sorted =
                Sketch::of(0, places.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u64)).collect());
            assert_eq!(counted, sorted);
        }
        assert!(dense::sketch((0..1000).map(|i| place(f64::from(i))), 44).is_some());
        assert!(dense::sketch((0..1000).map(|i| place(f64::from(i))), 30).is_none());
    }
}
