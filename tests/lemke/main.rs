//! Lemke's method: with a tableau, for problems of any size, and without one, for a single contact.

mod contact;
mod whole;

/// A stream of numbers in -1..1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) as f64 / f64::from(2u32).powi(63) - 1.0
    }
}
