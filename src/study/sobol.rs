//! Sobol's low-discrepancy sequence in base 2, with direction numbers of S. Joe and F. Y. Kuo, *Constructing Sobol
//! sequences with better two-dimensional projections*, SIAM J. Sci. Comput. 30 (2008), pp. 2635–2654 (their file
//! new-joe-kuo-6). A digital shift (exclusive or with random bits) lets the seed matter and keeps every net a net.

use rayon::prelude::*;

use crate::rng;

/// Binary digits of a coordinate: with half a unit added, 53 digits, which f64 holds exactly.
const DIGITS: usize = 52;

/// Primitive polynomials (all coefficients as binary digits) and first direction numbers of dimensions 2, 3, ...
const DIRECTIONS: [(u32, &[u64]); 31] = [
    (3, &[1]),
    (7, &[1, 3]),
    (11, &[1, 3, 1]),
    (13, &[1, 1, 1]),
    (19, &[1, 1, 3, 3]),
    (25, &[1, 3, 5, 13]),
    (37, &[1, 1, 5, 5, 17]),
    (41, &[1, 1, 5, 5, 5]),
    (47, &[1, 1, 7, 11, 19]),
    (55, &[1, 1, 5, 1, 1]),
    (59, &[1, 1, 1, 3, 11]),
    (61, &[1, 3, 5, 5, 31]),
    (67, &[1, 3, 3, 9, 7, 49]),
    (91, &[1, 1, 1, 15, 21, 21]),
    (97, &[1, 3, 1, 13, 27, 49]),
    (103, &[1, 1, 1, 15, 7, 5]),
    (109, &[1, 3, 1, 15, 13, 25]),
    (115, &[1, 1, 5, 5, 19, 61]),
    (131, &[1, 3, 7, 11, 23, 15, 103]),
    (137, &[1, 3, 7, 13, 13, 15, 69]),
    (143, &[1, 1, 3, 13, 7, 35, 63]),
    (145, &[1, 3, 5, 9, 1, 25, 53]),
    (157, &[1, 3, 1, 13, 9, 35, 107]),
    (167, &[1, 3, 1, 5, 27, 61, 31]),
    (171, &[1, 1, 5, 11, 19, 41, 61]),
    (185, &[1, 3, 5, 3, 3, 13, 69]),
    (191, &[1, 1, 7, 13, 1, 19, 1]),
    (193, &[1, 3, 7, 5, 13, 19, 59]),
    (203, &[1, 1, 3, 9, 25, 29, 41]),
    (211, &[1, 3, 5, 13, 23, 1, 55]),
    (213, &[1, 3, 7, 3, 13, 59, 17]),
];

/// The most dimensions.
pub const MOST_DIMENSIONS: usize = DIRECTIONS.len() + 1;

/// Members that a thread takes at a time.
const BLOCK: usize = 4096;

/// One dimension of the sequence.
#[derive(Clone, Debug)]
pub struct Sobol {
    /// The coordinate of the point whose number is `2^j`, as 52 binary digits.
    directions: [u64; DIGITS],
    shift: u64,
}

impl Sobol {
    /// Dimension `0 .. MOST_DIMENSIONS`, shifted by the seed's and the column's bits.
    pub fn new(dimension: usize, seed: u64, column: &str) -> Sobol {
        let shift = rng::shift_of(seed, rng::column_number(column));
        Sobol { directions: directions(dimension), shift }
    }

    /// The coordinate of point `i`, before the shift.
    fn digits(&self, i: u64) -> u64 {
        let each = self.directions.iter().enumerate();
        each.fold(0, |digits, (j, direction)| if i >> j & 1 == 1 { digits ^ direction } else { digits })
    }

    /// Coordinates of points `first .. first + n`, in (0, 1): the middle of the cell that the digits name.
    pub fn points(&self, first: u64, n: usize) -> Vec<f64> {
        // Counting up by one flips digit j and all below it, so their directions together lead to the next point.
        let mut together = self.directions;
        for j in 1..DIGITS {
            together[j] ^= together[j - 1];
        }
        let mut points = vec![0.0; n];
        points.par_chunks_mut(BLOCK).enumerate().for_each(|(block, points)| {
            let first = first + (block * BLOCK) as u64;
            let mut digits = self.digits(first);
            for (i, point) in (first..).zip(points) {
                *point = ((digits ^ self.shift) as f64 + 0.5) / (1_u64 << DIGITS) as f64;
                digits ^= together[i.trailing_ones() as usize];
            }
        });
        points
    }
}

/// The recurrence of Joe and Kuo: `m_j` from the `s` before it, by a primitive polynomial of degree `s`.
fn directions(dimension: usize) -> [u64; DIGITS] {
    let mut m = [1_u64; DIGITS];
    if let Some((polynomial, initial)) = dimension.checked_sub(1).and_then(|place| DIRECTIONS.get(place)) {
        let degree = initial.len();
        m[..degree].copy_from_slice(initial);
        for j in degree..DIGITS {
            m[j] = m[j - degree] ^ m[j - degree] << degree;
            for k in (1..degree).filter(|k| polynomial >> (degree - k) & 1 == 1) {
                m[j] ^= m[j - k] << k;
            }
        }
    }
    std::array::from_fn(|j| m[j] << (DIGITS - 1 - j))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points 54321 and 11214 of every dimension, which have the first 16 directions between them, by scipy 1.17
    /// (`qmc.Sobol(scramble=False)`, which counts in Gray code).
    const KNOWN: [[f64; 2]; MOST_DIMENSIONS] = [
        [0.5475311279296875, 0.45245361328125],
        [0.7245635986328125, 0.72454833984375],
        [0.6667938232421875, 0.10272216796875],
        [0.4255218505859375, 0.18011474609375],
        [0.1179351806640625, 0.86407470703125],
        [0.4053497314453125, 0.90167236328125],
        [0.9080963134765625, 0.39385986328125],
        [0.8237762451171875, 0.49517822265625],
        [0.1622161865234375, 0.94732666015625],
        [0.2731170654296875, 0.69818115234375],
        [0.4616241455078125, 0.90728759765625],
        [0.6579742431640625, 0.64666748046875],
        [0.9239654541015625, 0.55303955078125],
        [0.4253997802734375, 0.37445068359375],
        [0.7337188720703125, 0.16241455078125],
        [0.4182586669921875, 0.87615966796875],
        [0.8763580322265625, 0.47955322265625],
        [0.1516265869140625, 0.13983154296875],
        [0.9601287841796875, 0.32232666015625],
        [0.9339752197265625, 0.39324951171875],
        [0.5052642822265625, 0.18853759765625],
        [0.6805877685546875, 0.29510498046875],
        [0.4586334228515625, 0.63531494140625],
        [0.1629791259765625, 0.78167724609375],
        [0.2000885009765625, 0.55169677734375],
        [0.7787322998046875, 0.32208251953125],
        [0.9354400634765625, 0.91973876953125],
        [0.1871795654296875, 0.39117431640625],
        [0.7134552001953125, 0.16680908203125],
        [0.0629730224609375, 0.58709716796875],
        [0.1944122314453125, 0.23126220703125],
        [0.1989288330078125, 0.59271240234375],
    ];

    #[test]
    fn every_dimension_has_the_known_points() {
        for (dimension, known) in KNOWN.into_iter().enumerate() {
            let sobol = Sobol { directions: directions(dimension), shift: 0 };
            let points = [54321, 11214].map(|i| sobol.digits(i) as f64 / (1_u64 << DIGITS) as f64);
            assert_eq!(points, known, "dimension {dimension}");
        }
    }

    /// How many points fall into each of `2^a` by `2^b` boxes.
    fn boxes(x: &[f64], y: &[f64], a: u32, b: u32) -> Vec<u32> {
        let mut counts = vec![0; 1 << (a + b)];
        for (x, y) in x.iter().zip(y) {
            counts[((x * f64::from(1 << a)) as usize) << b | (y * f64::from(1 << b)) as usize] += 1;
        }
        counts
    }

    #[test]
    fn every_dimension_hits_every_stratum_once() {
        for dimension in 0..MOST_DIMENSIONS {
            let sobol = Sobol::new(dimension, 7, "mu");
            for block in [0_u64, 5, 1 << 31] {
                let x = sobol.points(block << 10, 1 << 10);
                let counts = boxes(&x, &x, 10, 0);
                assert!(counts.iter().all(|&count| count == 1), "dimension {dimension}, block {block}");
            }
        }
    }

    /// The quality parameter t of two dimensions is the sum of their polynomials' degrees less one each (Niederreiter
    /// 1987): 0 for the first two, 1 for the third with either; then any box of 2^(t-m) has 2^t of 2^m points.
    #[test]
    fn pairs_of_the_first_dimensions_are_nets() {
        let m = 8;
        for (pair, t) in [([0, 1], 0), ([0, 2], 1), ([1, 2], 1)] {
            let [x, y] = pair.map(|dimension| Sobol::new(dimension, 3, "x").points(5 << m, 1 << m));
            for a in 0..=m - t {
                let counts = boxes(&x, &y, a, m - t - a);
                assert!(counts.iter().all(|&count| count == 1 << t), "{pair:?} {a}");
            }
        }
        // Independent uniform numbers are no net: the test can fail.
        let [x, y] = [1, 2].map(|column| (0..1 << m).map(|i| rng::uniform(1, i, column)).collect::<Vec<_>>());
        assert!(boxes(&x, &y, 4, 4).iter().any(|&count| count != 1));
    }

    #[test]
    fn points_do_not_depend_on_where_a_batch_begins_and_the_seed_matters() {
        let sobol = Sobol::new(4, 1, "mu");
        let all = sobol.points(0, 10_000);
        assert_eq!(all[7777..7900], sobol.points(7777, 123));
        assert_ne!(all[0], Sobol::new(4, 2, "mu").points(0, 1)[0]);
        assert!(all.iter().all(|&x| 0.0 < x && x < 1.0));
        let far = (1 << 40) - 2;
        assert_eq!(sobol.points(far, 2)[1], sobol.points(far + 1, 1)[0]);
    }
}
