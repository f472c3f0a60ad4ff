//! Statistics against sorting, and parts against the whole.

mod cost;
mod parts;
mod reports;

use super::histogram::{BINS, Histogram};
use super::sketch::{BUCKETS, place, value};
use super::*;

/// Values without pattern, in [0, 1).
fn uniform(n: usize, seed: u64) -> Vec<f64> {
    (0..n as u64).map(|i| moreau_kernels::rng::uniform(seed, i, 0)).collect()
}

fn numbers(values: Vec<f64>) -> Numbers {
    Numbers::of(&Values::F64(values)).unwrap()
}

/// Everything that is promised of the statistics of `values`, by sorting them.
fn check(values: &[f64]) -> Numbers {
    let seen = numbers(values.to_vec());
    let mut sorted: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    assert_eq!((seen.count(), seen.nonfinite), (n as u64, (values.len() - n) as u64));
    assert!(seen.sketch.counts().len() <= BUCKETS);
    if n == 0 {
        assert_eq!((seen.quantile(50), seen.histogram()), (None, None));
        return seen;
    }
    assert_eq!((seen.min, seen.max), (sorted[0], sorted[n - 1]));
    for percent in 0..=100 {
        let exact = sorted[(n * percent as usize).div_ceil(100).max(1) - 1];
        let q = seen.quantile(percent).unwrap();
        assert!(q.low <= exact && exact <= q.high, "{percent} %: {exact} is not in {q:?}");
        assert!(q.low <= q.value && q.value <= q.high && seen.min <= q.low && q.high <= seen.max);
        // A bucket is never wider than a binade.
        assert!(q.high - q.low <= exact.abs().max(f64::MIN_POSITIVE), "{percent} %: {q:?}");
    }
    check_histogram(&seen.histogram().unwrap(), &sorted);
    seen
}

fn check_histogram(histogram: &Histogram, sorted: &[f64]) {
    let Histogram { low, width, counts } = histogram;
    assert!(counts.len() as u64 <= BINS && counts[0] > 0 && counts[counts.len() - 1] > 0, "{histogram:?}");
    let mut exact = vec![0; counts.len()];
    for x in sorted {
        // Exact, as the width is a power of two and the low end a multiple of it.
        exact[((x / width).floor() - low / width) as usize] += 1;
    }
    assert_eq!(*counts, exact);
}

#[test]
fn places_are_in_order_and_come_back() {
    let odd =
        [f64::MIN, -1.5, -1.0, -f64::MIN_POSITIVE, -5e-324, 0.0, 5e-324, 1.0, 1.0 + f64::EPSILON, f64::MAX];
    assert!(odd.windows(2).all(|pair| place(pair[0]) < place(pair[1])));
    assert!(odd.iter().all(|&x| value(place(x)) == x));
    assert_eq!(place(-0.0), place(0.0));
    assert_eq!(place(1.0) + 1, place(1.0 + f64::EPSILON));
}

#[test]
fn quantiles_and_histograms_of_every_kind_of_data() {
    let n = 30_000;
    let u = uniform(n, 1);
    let cases: [Vec<f64>; 12] = [
        u.clone(),
        u.iter().map(|x| x - 0.5).collect(),
        u.iter().map(|x| 1e6 + x).collect(),
        u.iter().map(|x| (std::f64::consts::PI * (x - 0.5)).tan()).collect(),
        u.iter().map(|x| (700.0 * (x - 0.5)).exp()).collect(),
        u.iter().map(|x| (x * 9.0).floor() - 4.0).collect(),
        u.iter().map(|x| x * 1e-310 - 3e-311).collect(),
        u.iter().map(|x| f64::MAX * (x - 0.01)).collect(),
        u.iter().map(|x| [f64::NAN, f64::INFINITY, *x, -x, 0.0, -0.0][(x * 6.0) as usize]).collect(),
        vec![-3.25; n],
        vec![f64::NAN; 7],
        vec![-2.0],
    ];
    for values in &cases {
        check(values);
    }
    // Many values have many bins, few have few.
    assert!((32..=64).contains(&check(&cases[0]).histogram().unwrap().counts.len()));
    assert!((5..=8).contains(&check(&cases[0][..50]).histogram().unwrap().counts.len()));
    // Narrow data has narrow buckets.
    let q = check(&cases[2]).quantile(50).unwrap();
    assert!((q.high - q.low) / 1.0 < 1e-3, "{q:?}");
    // Few values are known exactly.
    let q = check(&cases[5]).quantile(50).unwrap();
    assert_eq!((q.low, q.high, q.value), (0.0, 0.0, 0.0));
    // Uniform values spread over many binades: still to half a per cent.
    let q = check(&cases[0]).quantile(50).unwrap();
    assert!((q.high - q.low) / q.value <= 1.0 / 128.0, "{q:?}");
}

#[test]
fn every_exponent_at_once_fits() {
    let values: Vec<f64> = (1..2047u64)
        .flat_map(|e| [f64::from_bits(e << 52), -f64::from_bits(e << 52), f64::from_bits(e << 52 | 77)])
        .collect();
    let seen = numbers(values.clone());
    assert!(seen.sketch.counts().len() <= BUCKETS && seen.sketch.shift() <= 52);
    let mut sorted = values;
    sorted.sort_by(f64::total_cmp);
    let q = seen.quantile(25).unwrap();
    assert!(q.low <= sorted[sorted.len().div_ceil(4) - 1] && sorted[sorted.len().div_ceil(4) - 1] <= q.high);
    assert_eq!(seen.histogram().unwrap().counts.iter().sum::<u64>(), seen.count());
}

#[test]
fn moments_are_those_of_two_passes() {
    let values: Vec<f64> = uniform(50_000, 3).iter().map(|x| 1e9 + x).collect();
    let n = values.len() as f64;
    let seen = numbers(values.clone());
    let mean = values.iter().map(|x| x - 1e9).sum::<f64>() / n;
    let sd = (values.iter().map(|x| (x - 1e9 - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    assert!((seen.mean - 1e9 - mean).abs() < 1e-6, "{} {mean}", seen.mean);
    assert!((seen.sd() / sd - 1.0).abs() < 1e-9, "{} {sd}", seen.sd());
    assert_eq!((numbers(vec![4.0]).mean, numbers(vec![4.0]).sd()), (4.0, 0.0));
    assert_eq!(numbers(vec![1.0, 3.0]).sd(), 2f64.sqrt());
}

#[test]
fn whole_numbers_get_whole_bins_and_all_types_are_read() {
    let counts = Values::U32((0..1000).map(|i| i % 5).collect());
    let histogram = Numbers::of(&counts).unwrap().histogram().unwrap();
    assert_eq!(histogram, Histogram { low: 0.0, width: 1.0, counts: vec![200; 5] });
    let wide = Numbers::of(&Values::U64((0..1000).collect())).unwrap();
    assert_eq!((wide.histogram().unwrap().width, wide.quantile(50).unwrap().value), (64.0, 499.0));
    let single = Numbers::of(&Values::F32(vec![0.5, f32::NAN, -0.25])).unwrap();
    assert_eq!((single.count(), single.nonfinite, single.min, single.max), (2, 1, -0.25, 0.5));
}
