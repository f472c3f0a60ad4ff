//! Least and greatest value of a column chunk, by which readers skip row groups.

use ::parquet::data_type::ByteArray;
use ::parquet::file::statistics::Statistics;

use super::Values;

/// Partial results kept side by side, so that the compiler can use vector instructions.
const LANES: usize = 16;

/// The statistics of a column, none if it has no values. No value is ever null.
///
/// The format wants NaN left out (no bounds if nothing else is there), and zeros with the sign that includes the
/// other zero (Apache Parquet format, `ColumnOrder`, on floats in the type-defined order).
pub(super) fn statistics(values: &Values) -> Option<Statistics> {
    if values.is_empty() {
        return None;
    }
    Some(match values {
        Values::F64(v) => {
            let (low, high) = bounds(v, f64::INFINITY, f64::NEG_INFINITY);
            let known = low <= high;
            let low = if low == 0.0 { -0.0 } else { low };
            let high = if high == 0.0 { 0.0 } else { high };
            Statistics::double(known.then_some(low), known.then_some(high), None, Some(0), false)
        }
        Values::F32(v) => {
            let (low, high) = bounds(v, f32::INFINITY, f32::NEG_INFINITY);
            let known = low <= high;
            let low = if low == 0.0 { -0.0 } else { low };
            let high = if high == 0.0 { 0.0 } else { high };
            Statistics::float(known.then_some(low), known.then_some(high), None, Some(0), false)
        }
        Values::U32(v) => {
            let (low, high) = bounds(v, u32::MAX, u32::MIN);
            Statistics::int32(Some(low.cast_signed()), Some(high.cast_signed()), None, Some(0), false)
        }
        Values::U64(v) => {
            let (low, high) = bounds(v, u64::MAX, u64::MIN);
            Statistics::int64(Some(low.cast_signed()), Some(high.cast_signed()), None, Some(0), false)
        }
        Values::Label { codes, labels } => {
            let used = used_codes(codes);
            let words = || (0..labels.len()).filter(|&code| used[code]).map(|code| labels[code]);
            let word = |w: Option<&str>| w.map(ByteArray::from);
            Statistics::byte_array(word(words().min()), word(words().max()), None, Some(0), false)
        }
    })
}

/// Which codes occur.
pub(super) fn used_codes(codes: &[u8]) -> [bool; 256] {
    let mut used = [false; 256];
    for &code in codes {
        used[usize::from(code)] = true;
    }
    used
}

/// The least and the greatest value but for NaN, or what they start from.
fn bounds<T: Copy + PartialOrd>(values: &[T], low: T, high: T) -> (T, T) {
    let (mut lows, mut highs) = ([low; LANES], [high; LANES]);
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for i in 0..LANES {
            lows[i] = lesser(chunk[i], lows[i]);
            highs[i] = greater(chunk[i], highs[i]);
        }
    }
    let low = lows.iter().chain(rest).fold(low, |a, &b| lesser(b, a));
    let high = highs.iter().chain(rest).fold(high, |a, &b| greater(b, a));
    (low, high)
}

/// The lesser of two, the second if they do not compare.
fn lesser<T: PartialOrd>(a: T, b: T) -> T {
    if a < b { a } else { b }
}

/// The greater of two, the second if they do not compare.
fn greater<T: PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}
