//! What is said of the statistics.

use super::*;

fn statistics() -> Statistics {
    let n = 200;
    let x: Vec<f64> = (0..n).map(f64::from).collect();
    let mut gaps = x.clone();
    gaps[3] = f64::NAN;
    let columns = vec![
        Column::new("x", "m", "a length", Values::F64(x)),
        Column::new("gaps", "", "some missing", Values::F64(gaps)),
        Column::new("mu", "", "friction", Values::F64(vec![0.3; n as usize])),
        Column::new("never", "s", "what did not happen", Values::F64(vec![f64::NAN; n as usize])),
        Column::new(
            "outcome",
            "",
            "how it ended",
            Values::Label { codes: vec![1; n as usize], labels: &["slide", "stick"] },
        ),
    ];
    Statistics::of(&Table { columns })
}

#[test]
fn the_summary_has_what_each_column_needs() {
    let json = serde_json::to_value(statistics().summary()).unwrap();
    assert!(json["quantiles"].as_str().unwrap().contains("4096 buckets"));
    let [x, gaps, mu, never, outcome] = json["columns"].as_array().unwrap().as_slice() else {
        panic!("{json}")
    };
    assert_eq!(
        (x["name"].as_str(), x["unit"].as_str(), x["count"].as_u64()),
        (Some("x"), Some("m"), Some(200))
    );
    assert_eq!(
        (x["mean"].as_f64(), x["min"].as_f64(), x["max"].as_f64()),
        (Some(99.5), Some(0.0), Some(199.0))
    );
    assert!((x["sd"].as_f64().unwrap() - 57.8791).abs() < 1e-4);
    let quantiles =
        ["0.05", "0.25", "0.5", "0.75", "0.95"].map(|q| x["quantiles"][q]["value"].as_f64().unwrap());
    assert_eq!(quantiles, [9.0, 49.0, 99.0, 149.0, 189.0]);
    assert_eq!(x["quantiles"]["0.5"]["low"], x["quantiles"]["0.5"]["high"]);
    assert_eq!((x["histogram"]["low"].as_f64(), x["histogram"]["width"].as_f64()), (Some(0.0), Some(32.0)));
    assert_eq!(x["histogram"]["counts"], serde_json::json!([32, 32, 32, 32, 32, 32, 8]));
    assert_eq!((gaps["count"].as_u64(), gaps["nonfinite"].as_u64()), (Some(199), Some(1)));
    assert_eq!((mu["constant"].as_f64(), mu.get("mean"), mu.get("histogram")), (Some(0.3), None, None));
    assert_eq!((never["count"].as_u64(), never.get("constant"), never.get("mean")), (Some(0), None, None));
    let stick = &outcome["words"]["stick"];
    assert_eq!((stick["count"].as_u64(), stick["fraction"].as_f64()), (Some(200), Some(1.0)));
    assert!((stick["low"].as_f64().unwrap() - 0.98115).abs() < 1e-5);
}

#[test]
fn the_table_is_aligned_and_shows_what_varies() {
    let text = statistics().table();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("column") && lines[1].starts_with("x (m)") && lines[2].starts_with("gaps"));
    assert!(lines[1].contains("99.50") && lines[1].contains("57.88") && lines[1].ends_with("0 .. 199"));
    assert!(lines[2].ends_with("(1 not finite)"));
    let ends = |line: &str, word: &str| line.find(word).unwrap() + word.len();
    assert_eq!(ends(lines[0], "median"), ends(&lines[1].replace(" 99 ", " QQ "), "QQ"), "{text}");
    assert_eq!(Statistics::default().table(), "");
}

#[test]
fn numbers_are_short() {
    let cases = [(0.0, "0"), (1.0, "1"), (-12.34567, "-12.35"), (123456.0, "123456"), (1234567.0, "1.235e6")];
    let more =
        [(0.00012345, "0.0001234"), (1.2345e-5, "1.234e-5"), (99999.6, "100000"), (f64::INFINITY, "inf")];
    for (value, text) in cases.into_iter().chain(more) {
        assert_eq!(short(value, 4), text);
    }
}
