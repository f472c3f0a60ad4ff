//! What it costs: a measurement, run by hand with
//! `cargo test --release --lib statistics::tests::cost -- --ignored --nocapture`.

use std::time::Instant;

use super::*;

/// Rows of a chunk, chunks of a million rows, columns of a table.
const ROWS: usize = 1 << 17;
const CHUNKS: u64 = 8;
const COLUMNS: u64 = 45;

/// All columns vary: uniform, of both signs, heavy-tailed, and whole numbers.
fn chunk(k: u64) -> Table {
    let column = |j: u64| {
        let u = uniform(ROWS, k * COLUMNS + j);
        let values = match j % 5 {
            0 => Values::F64(u),
            1 => Values::F64(u.iter().map(|x| x - 0.5).collect()),
            2 => Values::F64(u.iter().map(|x| (std::f64::consts::PI * (x - 0.5)).tan()).collect()),
            3 => Values::F32(u.iter().map(|&x| 3.0 + x as f32).collect()),
            _ => Values::U32(u.iter().map(|x| (x * 1e4) as u32).collect()),
        };
        Column::new(format!("column{j}"), "m", "a column", values)
    };
    Table { columns: (0..COLUMNS).map(column).collect() }
}

#[test]
#[ignore = "a measurement"]
fn a_million_rows() {
    let (mut all, mut seconds, mut merging, mut largest) = (Statistics::default(), 0.0, 0.0, 0);
    for k in 0..CHUNKS {
        let table = chunk(k);
        let start = Instant::now();
        let part = Statistics::of(&table);
        seconds += start.elapsed().as_secs_f64();
        largest = postcard::to_stdvec(&part).unwrap().len().max(largest);
        let start = Instant::now();
        all.merge(&part).unwrap();
        merging += start.elapsed().as_secs_f64();
    }
    println!(
        "2^20 rows x {COLUMNS} columns: {seconds:.3} s, merging {merging:.3} s; a chunk is {largest} bytes"
    );
    assert!(seconds + merging < 1.0 && largest < 1_000_000);
}
