//! Exact counts of values in buckets that depend on the values alone.
//!
//! Finite doubles are numbered in their order: [`place`] gives each an integer, neighbours consecutive ones. A bucket is
//! a run of `2^shift` consecutive places, and `shift` is the smallest for which at most [`BUCKETS`] buckets are occupied.
//! More values never occupy fewer buckets, and coarser buckets never are more: so `shift`, and with it every count, is a
//! function of the multiset of values, whatever the order in which they came and the parts in which they were counted.
//!
//! A bucket never crosses a power of two or zero, and at `shift` 52 it is all of a binade: 4094 of these hold every
//! finite double. So a bucket is never wider than what it holds is large, and mostly far narrower.

use serde::{Deserialize, Serialize};

/// The most buckets that a sketch occupies.
pub const BUCKETS: usize = 4096;

/// At this shift a bucket is a binade, and there are fewer than [`BUCKETS`] in all.
pub(super) const WIDEST: u8 = 52;

/// Counts of values in buckets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Packed", into = "Packed")]
pub struct Sketch {
    /// Each bucket is `2^shift` places.
    shift: u8,
    /// Occupied buckets in increasing order, with their counts; the bucket of a place is `place >> shift`.
    counts: Vec<(i64, u64)>,
}

/// The place of a finite double among all: increasing, consecutive, 0 for both zeros.
pub fn place(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    // The bits are a sign and a magnitude; magnitudes are ordered as integers.
    if bits < 0 { -(bits & i64::MAX) } else { bits }
}

/// The double at a place.
pub fn value(place: i64) -> f64 {
    let magnitude = f64::from_bits(place.unsigned_abs());
    if place < 0 { -magnitude } else { magnitude }
}

impl Sketch {
    /// From counts of buckets in increasing order, no finer than they must be.
    pub(super) fn of(shift: u8, counts: Vec<(i64, u64)>) -> Sketch {
        let mut sketch = Sketch { shift, counts };
        sketch.coarsen(sketch.fitting());
        sketch
    }

    /// How many values were counted.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|&(_, count)| count).sum()
    }

    /// The logarithm of the number of places of a bucket.
    pub fn shift(&self) -> u8 {
        self.shift
    }

    /// The occupied buckets with their counts, in increasing order.
    pub fn counts(&self) -> &[(i64, u64)] {
        &self.counts
    }

    /// Adds the counts of another part of the values.
    pub fn merge(&mut self, other: &Sketch) {
        let mut other = other.clone();
        let shift = self.shift.max(other.shift);
        self.coarsen(shift);
        other.coarsen(shift);
        self.counts.extend(other.counts);
        // Two runs in order: the stable sort merges them in one pass.
        self.counts.sort_by_key(|&(bucket, _)| bucket);
        self.join();
        self.coarsen(self.fitting());
    }

    /// The first and the last double of the bucket with the `rank`-th smallest value, counted from 1.
    pub fn bounds(&self, rank: u64) -> Option<(f64, f64)> {
        let mut below = 0;
        let holds = |&&(_, count): &&(i64, u64)| {
            below += count;
            below >= rank
        };
        self.counts.iter().find(holds).map(|&(bucket, _)| (self.first(bucket), self.last(bucket)))
    }

    /// The first double of a bucket.
    pub fn first(&self, bucket: i64) -> f64 {
        value(bucket << self.shift)
    }

    /// The last double of a bucket.
    fn last(&self, bucket: i64) -> f64 {
        value((bucket << self.shift) + ((1 << self.shift) - 1))
    }

    /// The width of the widest occupied bucket, a power of two: one of the two at the ends.
    pub fn widest(&self) -> f64 {
        let ends = [self.counts.first(), self.counts.last()].into_iter().flatten();
        let width = |&(bucket, _): &(i64, u64)| {
            // Doubles are equally spaced within a binade, and the lowest bit of one leads to a neighbour in it.
            let nearer = if bucket < 0 { bucket + 1 } else { bucket };
            let magnitude = (nearer << self.shift).abs();
            (value(magnitude ^ 1) - value(magnitude)).abs() * (1u64 << self.shift) as f64
        };
        ends.map(width).fold(0.0, f64::max)
    }

    /// The smallest shift, from the present one on, at which at most [`BUCKETS`] buckets are occupied.
    fn fitting(&self) -> u8 {
        // Two neighbours become one when shifted beyond the highest bit in which they differ.
        let mut parted = [0usize; 65];
        for pair in self.counts.windows(2) {
            parted[64 - (pair[0].0 ^ pair[1].0).leading_zeros() as usize] += 1;
        }
        let mut occupied = self.counts.len();
        let mut more = 0;
        while occupied > BUCKETS {
            more += 1;
            occupied -= parted[more];
        }
        self.shift + more as u8
    }

    fn coarsen(&mut self, shift: u8) {
        let more = shift - self.shift;
        if more > 0 {
            self.counts.iter_mut().for_each(|(bucket, _)| *bucket >>= more);
            self.shift = shift;
            self.join();
        }
    }

    /// Adds up neighbours that are the same bucket.
    fn join(&mut self) {
        self.counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
    }
}

/// A sketch as it is stored: the first bucket, then how far it is to each next one; small numbers, so short ones.
#[derive(Serialize, Deserialize)]
struct Packed {
    shift: u8,
    first: i64,
    counts: Vec<(u64, u64)>,
}

impl From<Sketch> for Packed {
    fn from(sketch: Sketch) -> Packed {
        let first = sketch.counts.first().map_or(0, |&(bucket, _)| bucket);
        let mut before = first;
        let step = |&(bucket, count): &(i64, u64)| {
            // Numbers of both signs can be further apart than an i64 counts.
            let gap = bucket.abs_diff(before);
            before = bucket;
            (gap, count)
        };
        Packed { shift: sketch.shift, first, counts: sketch.counts.iter().map(step).collect() }
    }
}

impl TryFrom<Packed> for Sketch {
    type Error = &'static str;

    fn try_from(packed: Packed) -> Result<Sketch, &'static str> {
        if packed.shift > WIDEST || packed.counts.len() > BUCKETS {
            return Err("not a sketch: too wide or too many buckets");
        }
        let last = place(f64::MAX) >> packed.shift;
        let mut bucket = packed.first;
        let mut total = 0u64;
        let mut counts = Vec::with_capacity(packed.counts.len());
        for (k, &(gap, count)) in packed.counts.iter().enumerate() {
            bucket = bucket.checked_add_unsigned(gap).ok_or("not a sketch: a bucket beyond the last")?;
            total = total.checked_add(count).ok_or("not a sketch: too many values")?;
            if (gap == 0) != (k == 0) || count == 0 || !(-last - 1..=last).contains(&bucket) {
                return Err("not a sketch: buckets out of order, empty or beyond the last");
            }
            counts.push((bucket, count));
        }
        Ok(Sketch { shift: packed.shift, counts })
    }
}
