//! The parts, merged in any way, are the whole.

use super::*;
use crate::statistics::sketch::Sketch;
use proptest::prelude::*;

/// Values as they come: spread over all magnitudes, near to one another, repeated, odd.
fn any_value() -> impl Strategy<Value = f64> {
    let odd = prop::sample::select(vec![0.0, -0.0, 5e-324, f64::MAX, f64::MIN, f64::NAN, f64::INFINITY, 1.0]);
    prop_oneof![any::<f64>(), -1.0..1.0f64, 1.0..1.001f64, (0..20u32).prop_map(f64::from), odd]
}

fn bytes(sketch: &Sketch) -> Vec<u8> {
    postcard::to_stdvec(sketch).unwrap()
}

fn merged(parts: &[&[f64]]) -> Numbers {
    let mut parts = parts.iter().map(|part| numbers(part.to_vec()));
    let mut all = parts.next().unwrap();
    parts.for_each(|part| all.merge(&part));
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Any cut into three, merged in any order or grouping, gives the same counts, byte for byte.
    #[test]
    fn order_and_grouping_do_not_matter(
        values in prop::collection::vec(any_value(), 3..12_000), a in 0.0..1.0f64, b in 0.0..1.0f64,
    ) {
        let n = values.len() as f64;
        let (a, b) = ((a.min(b) * n) as usize, (a.max(b) * n) as usize);
        let [p, q, r] = [&values[..a], &values[a..b], &values[b..]];
        let whole = numbers(values.clone());
        let mut right = merged(&[q, r]);
        right = { let mut first = numbers(p.to_vec()); first.merge(&right); first };
        for other in [merged(&[p, q, r]), merged(&[r, p, q]), merged(&[q, r, p]), right] {
            prop_assert_eq!(bytes(&whole.sketch), bytes(&other.sketch));
            prop_assert_eq!((whole.nonfinite, whole.min, whole.max), (other.nonfinite, other.min, other.max));
            prop_assert_eq!(whole.quantile(37), other.quantile(37));
            prop_assert_eq!(whole.histogram(), other.histogram());
        }
    }

    /// What promises hold for the whole hold for merged parts, moments included.
    #[test]
    fn merged_moments_are_the_moments(values in prop::collection::vec(-1e3..1e3f64, 2..5000), cut in 0.0..1.0f64) {
        let cut = (cut * values.len() as f64) as usize;
        let (whole, parts) = (check(&values), merged(&[&values[..cut], &values[cut..]]));
        prop_assert!((whole.mean - parts.mean).abs() < 1e-10);
        prop_assert!((whole.sd() - parts.sd()).abs() < 1e-9 * whole.sd());
    }

    /// Reads back what it wrote; and never panics on what it did not.
    #[test]
    fn storage(values in prop::collection::vec(any_value(), 0..6000), cut in any::<prop::sample::Index>(), bit in 0..8u8) {
        let sketch = numbers(values).sketch;
        let mut stored = bytes(&sketch);
        prop_assert_eq!(&postcard::from_bytes::<Sketch>(&stored).unwrap(), &sketch);
        let place = cut.index(stored.len());
        stored[place] ^= 1 << bit;
        if let Ok(mut other) = postcard::from_bytes::<Sketch>(&stored) {
            prop_assert!(other.bounds(1).is_none_or(|(low, high)| low <= high));
            other.merge(&sketch);
        }
    }
}

/// Two numbers further apart than an i64 counts.
#[test]
fn numbers_far_apart_are_stored() {
    let sketch = numbers(vec![-1e300, 1e300]).sketch;
    let back: Sketch = postcard::from_bytes(&bytes(&sketch)).unwrap();
    assert_eq!(back, sketch);
}

fn table(first: u64, rows: usize) -> Table {
    let x = uniform(rows, first + 10);
    let codes = x.iter().map(|x| (x * 3.0) as u8).collect();
    Table {
        columns: vec![
            Column::new("member", "", "index", Values::U64((first..first + rows as u64).collect())),
            Column::new("x", "m", "a length", Values::F64(x)),
            Column::new("mu", "", "friction", Values::F64(vec![0.3; rows])),
            Column::new(
                "outcome",
                "",
                "end",
                Values::Label { codes, labels: &["flight", "slide", "stick", "none"] },
            ),
        ],
    }
}

#[test]
fn tables_merge_as_their_rows_append() {
    let (a, b) = (table(0, 9000), table(9000, 5000));
    let mut parts = Statistics::default();
    for part in [&a, &b] {
        let stored = postcard::to_stdvec(&Statistics::of(part)).unwrap();
        parts.merge(&postcard::from_bytes(&stored).unwrap()).unwrap();
    }
    let mut rows = a;
    rows.append(b).unwrap();
    let whole = Statistics::of(&rows);
    let names: Vec<&str> = parts.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["x", "mu", "outcome"]);
    assert_eq!(parts.columns[1..], whole.columns[1..]);
    let (Seen::Numbers(mine), Seen::Numbers(all)) = (&parts.columns[0].seen, &whole.columns[0].seen) else {
        panic!("numbers");
    };
    assert_eq!(mine.sketch, all.sketch);
    let Seen::Words(words) = &parts.columns[2].seen else { panic!("words") };
    assert_eq!(words.iter().map(|(_, count)| count).sum::<u64>(), 14_000);
}

#[test]
fn other_columns_are_refused_and_change_nothing() {
    let good = Statistics::of(&table(0, 10));
    let mut changed = [table(0, 10), table(0, 10), table(0, 10), table(0, 10)];
    changed[0].columns.pop();
    changed[1].columns[1].unit = "cm".into();
    changed[2].columns[3].values = Values::Label { codes: vec![0; 10], labels: &["other"] };
    changed[3].columns[1].values = Values::U32(vec![0; 10]);
    for other in &changed {
        let mut kept = good.clone();
        let refusal = kept.merge(&Statistics::of(other)).unwrap_err().to_string();
        assert!(refusal.contains("another schema"), "{refusal}");
        assert_eq!(kept, good);
    }
}

/// No values between -2 and 2: more places lie between them than an `i64` counts.
#[test]
fn a_wide_gap_about_zero_is_stored() {
    let sketch = numbers(vec![-180.0, 150.0, 151.0, f64::MIN, f64::MAX]).sketch;
    assert_eq!(postcard::from_bytes::<Sketch>(&bytes(&sketch)).unwrap(), sketch);
}
