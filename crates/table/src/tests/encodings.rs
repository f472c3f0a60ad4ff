//! Dictionaries, runs and statistics.

use super::*;

fn back(values: Values) -> (Values, Vec<u8>) {
    let table = Table { columns: vec![Column::new("v", "", "", values)] };
    let bytes = parquet_bytes(&table, std::slice::from_ref(&table), &[]).unwrap();
    let mut read = PartReader::new(bytes.clone().into(), &table).unwrap().read_all(0).unwrap();
    (read.columns.remove(0).values, bytes)
}

#[test]
fn repeated_values_come_back_exactly() {
    let rows = 140_000u64;
    for distinct in [2, 3, 4, 5, 17, 256, 257, 8191, 8192, 8193, 20_000] {
        for run in [1, 5, 16, 23, 1000] {
            let which = |i: u64| scramble(i / run) % distinct;
            let odd = |i: u64| match which(i) {
                0 => f64::from_bits(0x7ff0_0000_0000_0001),
                1 => -0.0,
                2 => 0.0,
                k => scramble(k) as f64,
            };
            let reals: Vec<f64> = (0..rows).map(odd).collect();
            let all = [
                Values::F32(reals.iter().map(|&x| x as f32).collect()),
                Values::F64(reals),
                Values::U32((0..rows).map(|i| scramble(which(i)) as u32).collect()),
                Values::U64((0..rows).map(|i| scramble(which(i))).collect()),
                Values::Label { codes: (0..rows).map(|i| (which(i) % 5) as u8).collect(), labels: WORDS },
            ];
            for values in all {
                let (read, _) = back(values.clone());
                assert!(bits(&read) == bits(&values), "{} {distinct} in runs of {run}", values.kind());
            }
        }
    }
}

#[test]
fn lengths_about_groups_and_pages_come_back_exactly() {
    for rows in (1..50).chain([65_535, 65_536, 65_537, 131_072]) {
        let codes: Vec<u8> = (0..rows).map(|i| u8::from(i % 40 > 20) + (i % 3 % 2) as u8).collect();
        let values = Values::Label { codes, labels: WORDS };
        assert_eq!(back(values.clone()).0, values, "{rows} rows");
        let values = Values::F64((0..rows).map(|i| (i as f64).sqrt()).collect());
        assert_eq!(back(values.clone()).0, values, "{rows} rows");
    }
}

#[test]
fn statistics_leave_out_nan_and_include_both_zeros() {
    let bounds = |values: Values| {
        let reader = SerializedFileReader::new(Bytes::from(back(values).1)).unwrap();
        let statistics = reader.metadata().row_group(0).column(0).statistics().unwrap().clone();
        assert_eq!(statistics.null_count_opt(), Some(0));
        let Statistics::Double(s) = statistics else { panic!("another type") };
        (s.min_opt().map(|x| x.to_bits()), s.max_opt().map(|x| x.to_bits()))
    };
    let some = |a: f64, b: f64| (Some(a.to_bits()), Some(b.to_bits()));
    let nan = f64::NAN;
    assert_eq!(bounds(Values::F64(vec![nan; 100])), (None, None));
    assert_eq!(bounds(Values::F64(vec![nan, 2.0, nan, -3.0])), some(-3.0, 2.0));
    assert_eq!(bounds(Values::F64(vec![0.0, 5.0])), some(-0.0, 5.0));
    assert_eq!(bounds(Values::F64(vec![-0.0, -5.0])), some(-5.0, 0.0));
    assert_eq!(bounds(Values::F64(vec![f64::INFINITY; 3])), some(f64::INFINITY, f64::INFINITY));
    let many = (0..1000).map(|i| if i % 7 == 0 { nan } else { f64::from(i) - 500.0 }).collect();
    assert_eq!(bounds(Values::F64(many)), some(-499.0, 499.0));
}
