//! Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC11): random numbers
//! as a pure function of a counter, so that a member's parameters depend on nothing but (seed, member, column).
//! Twin: `shaders/rng.wgsl`.

use crate::real::Scalar;

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
const ROUNDS: usize = 10;
/// Weights of the two words of a uniform number: 2^-32 and 2^-64.
const HIGH_UNIT: f64 = 1.0 / 4294967296.0;
const LOW_UNIT: f64 = HIGH_UNIT * HIGH_UNIT;

/// Four random words of a counter under a key.
#[inline(always)]
pub fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..ROUNDS {
        let a = u64::from(MULTIPLIERS[0]) * u64::from(counter[0]);
        let b = u64::from(MULTIPLIERS[1]) * u64::from(counter[2]);
        counter = [
            (b >> 32) as u32 ^ counter[1] ^ key[0],
            b as u32,
            (a >> 32) as u32 ^ counter[3] ^ key[1],
            a as u32,
        ];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    counter
}

/// A number of a column's name (FNV-1a): a new parameter in a table does not shift the draws of the others.
pub fn column_number(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A number in `[0, 1)` from the leading bits of two words that this precision holds exactly: 24 or 53.
#[inline(always)]
pub fn uniform_of<T: Scalar>(words: [u32; 4]) -> T {
    let [high, low] = T::MATH.random_bits;
    T::of(f64::from(words[0] & high)) * T::of(HIGH_UNIT) + T::of(f64::from(words[1] & low)) * T::of(LOW_UNIT)
}

/// The random words of one column of one member.
#[inline(always)]
pub fn words_of(seed: u64, member: u64, column: u32) -> [u32; 4] {
    philox([member as u32, (member >> 32) as u32, column, 0], [seed as u32, (seed >> 32) as u32])
}

/// A number in `[0, 1)` for one column of one member.
pub fn uniform(seed: u64, member: u64, column: u32) -> f64 {
    uniform_of(words_of(seed, member, column))
}

/// 52 random bits of a column as a whole, from counters that no member has.
pub fn shift_of(seed: u64, column: u32) -> u64 {
    let words = philox([!0, !0, column, 1], [seed as u32, (seed >> 32) as u32]);
    (u64::from(words[0]) << 32 | u64::from(words[1])) >> 12
}

/// A counter, a key, and the four words they give.
pub type KnownAnswer = ([u32; 4], [u32; 2], [u32; 4]);

/// The known answers of Random123 (its file `kat_vectors`) for Philox4x32-10.
pub const KNOWN_ANSWERS: [KnownAnswer; 3] = [
    ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
    ([!0; 4], [!0; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
    (
        [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
        [0xa409_3822, 0x299f_31d0],
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers_of_random123() {
        for (counter, key, answer) in KNOWN_ANSWERS {
            assert_eq!(philox(counter, key), answer);
        }
    }

    #[test]
    fn uniform_numbers_hold_all_their_bits() {
        assert_eq!(uniform_of::<f64>([!0; 4]), 1.0 - f64::EPSILON / 2.0);
        assert_eq!(uniform_of::<f32>([!0; 4]), 1.0 - f32::EPSILON / 2.0);
        assert_eq!(uniform_of::<f64>([0, 1 << 11, 0, 0]), f64::EPSILON / 2.0);
        assert_eq!(uniform_of::<f32>([1 << 8, !0, 0, 0]), f32::EPSILON / 2.0);
        assert_eq!(uniform_of::<f64>([1 << 31, 0, 0, 0]), 0.5);
    }

    #[test]
    fn columns_and_members_are_independent_streams() {
        let mean = |f: &dyn Fn(u64) -> f64| (0..10_000).map(f).sum::<f64>() / 10_000.0;
        let (a, b) = (column_number("mu"), column_number("y0"));
        // The mean of 10^4 uniforms has standard deviation 0.0029; five of them.
        assert!((mean(&|i| uniform(7, i, a)) - 0.5).abs() < 0.0145);
        let product = mean(&|i| (uniform(7, i, a) - 0.5) * (uniform(7, i, b) - 0.5));
        assert!(product.abs() < 5.0 / 12.0 / 100.0);
    }
}
