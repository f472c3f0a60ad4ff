//! The audit against two whole runs, and the replay of one member.

use crate::{out, succeeds, summary};

const STUDY: &str = "run catastrophe --members 2000 --backend cpu --format csv --no-figures";

/// A column of a CSV table, as words.
fn column(file: &std::path::Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let mut lines = text.lines();
    let place = lines.next().unwrap().split(',').position(|column| column == name).unwrap();
    lines.map(|line| line.split(',').nth(place).unwrap().to_owned()).collect()
}

#[test]
fn an_audit_finds_what_two_whole_runs_show() {
    let folder = tempfile::tempdir().unwrap();
    let (single, double) = (folder.path().join("f32"), folder.path().join("f64"));
    succeeds(&format!("{STUDY} --precision f32 --audit 1"), &out(&single));
    succeeds(&format!("{STUDY} --precision f64 --audit 0.2"), &out(&double));
    let (ours, theirs) =
        (column(&single.join("members.csv"), "outcome"), column(&double.join("members.csv"), "outcome"));
    let flipped: Vec<u64> = (0..2000).filter(|&i| ours[i as usize] != theirs[i as usize]).collect();
    assert!(flipped.len() > 100, "the catastrophe tells f32 from f64");
    let audit = &summary(&single)["audit"];
    assert_eq!(audit["members"], 2000);
    assert_eq!(audit["flips"]["count"], flipped.len());
    let (low, high) = (audit["flips"]["low"].as_f64().unwrap(), audit["flips"]["high"].as_f64().unwrap());
    let share = flipped.len() as f64 / 2000.0;
    assert!(low < share && share < high && high - low < 0.05);
    let listed: Vec<u64> = audit["flipped"].as_array().unwrap().iter().map(|m| m.as_u64().unwrap()).collect();
    assert_eq!(listed, flipped[..100]);
    // Worst and median of a column, from the tables.
    let x = |folder: &std::path::Path| column(&folder.join("members.csv"), "x");
    let a: Vec<f64> = x(&single).iter().map(|word| f64::from(word.parse::<f32>().unwrap())).collect();
    let b: Vec<f64> = x(&double).iter().map(|word| word.parse().unwrap()).collect();
    let mut apart: Vec<f64> = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).collect();
    apart.sort_by(f64::total_cmp);
    let x = audit["columns"].as_array().unwrap().iter().find(|column| column["name"] == "x").unwrap();
    assert_eq!(x["worst"].as_f64().unwrap(), apart[1999]);
    assert_eq!(x["median"].as_f64().unwrap(), apart[999]);
    assert!(audit["distance"]["worst"].as_f64().unwrap() > audit["distance"]["median"].as_f64().unwrap());

    // f64 lanes are the reference to the bit, and the chosen are a fifth.
    let audit = &summary(&double)["audit"];
    assert_eq!((&audit["flips"]["count"], audit["distance"]["worst"].as_f64()), (&0.into(), Some(0.0)));
    let members = audit["members"].as_u64().unwrap();
    assert!((330..470).contains(&members), "{members} of 2000 at 0.2: 400 with sd 18");
}

#[test]
fn a_member_is_replayed_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (all, one) = (folder.path().join("all"), folder.path().join("one"));
    succeeds(&format!("{STUDY} --precision f32"), &out(&all));
    succeeds(&format!("{STUDY} --precision f32 --member 1234 --record 1"), &out(&one));
    let row = |file: &std::path::Path, row: usize| {
        std::fs::read_to_string(file).unwrap().lines().nth(row).unwrap().to_owned()
    };
    assert_eq!(row(&one.join("members.csv"), 1), row(&all.join("members.csv"), 1235));
    let steps: usize = column(&one.join("members.csv"), "steps")[0].parse().unwrap();
    let members = column(&one.join("trajectories.csv"), "member");
    assert_eq!(members.len(), steps + 1);
    assert!(members.iter().all(|member| member == "1234"));
}
