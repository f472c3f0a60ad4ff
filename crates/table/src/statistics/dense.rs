//! Counts many values into a sketch: a page of counters for each binade that occurs.

use super::sketch::{Sketch, WIDEST};

/// The most counters: half a megabyte, which stays in a core's second cache.
const MOST: usize = 1 << 17;
/// Binades, both signs: `place >> 52` is above -2048 and below 2048.
const BINADES: usize = 4096;
/// A binade without a page.
const NONE: u32 = u32::MAX;

/// The sketch of values at these places, at least as coarse as `shift`; nothing if that would take too much memory.
pub(super) fn sketch(places: impl ExactSizeIterator<Item = i64>, shift: u8) -> Option<Sketch> {
    let page = 1usize << (WIDEST - shift).min(31);
    if page > MOST || places.len() > NONE as usize {
        return None;
    }
    let mut pages = [NONE; BINADES];
    let mut counts: Vec<u32> = Vec::new();
    for place in places {
        let start = &mut pages[((place >> WIDEST) + BINADES as i64 / 2) as usize];
        if *start == NONE {
            *start = counts.len() as u32;
            if counts.len() + page > MOST {
                return None;
            }
            counts.resize(counts.len() + page, 0);
        }
        counts[*start as usize + ((place >> shift) as usize & (page - 1))] += 1;
    }
    let mut buckets = Vec::new();
    for (binade, &start) in pages.iter().enumerate().filter(|(_, start)| **start != NONE) {
        let first = (binade as i64 - BINADES as i64 / 2) * page as i64;
        let of_page = (first..).zip(&counts[start as usize..][..page]);
        buckets.extend(
            of_page.filter(|(_, count)| **count > 0).map(|(bucket, &count)| (bucket, u64::from(count))),
        );
    }
    Some(Sketch::of(shift, buckets))
}
