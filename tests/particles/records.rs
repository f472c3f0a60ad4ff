//! Recorded accelerograms: the same as what they were written from, beside their study, and refused where they are bad.

use std::f64::consts::TAU;
use std::path::PathBuf;

use moreau::accelerogram::Accelerogram;
use moreau::backend::Backend;
use moreau::study::Study;
use proptest::prelude::*;

use crate::newmark::{TRIPLE, apart, columns, run};

/// What a study is refused with.
fn refused(text: &str) -> String {
    match Study::parse("shaken", &format!("{TRIPLE}{text}")) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error.to_string(),
    }
}

/// A file of a folder that this run of the tests has for itself.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("moreau-newmark-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Members that differ in friction and in the strength of what shakes them.
const STRENGTHS: &str =
    "members = 50\nduration = 2.5\nh = 0.002\n[params]\nmu = { uniform = [0.1, 0.4] }\nperiod = 4\n";

#[test]
fn a_recorded_pulse_is_the_pulse() {
    // A whole number of steps; the fall takes a millionth of a second.
    let record = file("pulse.csv", "time,ax\n0,1\n0.4,1\n0.400001,0\n9,0\n");
    let ours = run(&format!("{STRENGTHS}pulse = {{ linspace = [-6, 6] }}\npulse_time = 0.4"));
    let read = run(&format!(
        "{STRENGTHS}pulse = 0\nrecord_scale = {{ linspace = [-6, 6] }}\n[ground]\nfile = {record:?}"
    ));
    let [[ours], [read]] = [&ours, &read].map(|results| columns(results, ["x"]));
    // Half a millionth of a second at 6 m/s², for a second or two; and f64 rounds the sums of a record to 1e-12.
    assert!(apart(&ours, &read) <= 1e-5, "{}", apart(&ours, &read));
    assert!(ours.iter().any(|x| x.abs() > 0.5));
}

/// A file of the default sweep from 2 to 4 Hz, a row of it written from time and acceleration.
fn sweep_file(name: &str, header: &str, row: impl Fn(f64, f64) -> String) -> PathBuf {
    let rows = (0..=2000).map(|k| 1e-3 * f64::from(k)).map(|t| row(t, (TAU * (2.0 + 0.5 * t) * t).sin()));
    file(name, &std::iter::once(header.to_owned()).chain(rows).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_recorded_sine_is_the_sine_in_all_directions() {
    let read = |record: PathBuf| {
        let scale = "record_scale = { linspace = [1, 8] }";
        run(&format!("{STRENGTHS}pulse = 0\n{scale}\n[ground]\nfile = {record:?}"))
    };
    // Columns are found by their names, in any order and whatever else is there.
    let along = sweep_file("along.csv", " az , spare,ax, time", |t, a| format!("{}, 7, {a}, {t}", 0.3 * a));
    let sweep = "sweep = { linspace = [1, 8] }\nsweep_from = 2\nsweep_to = 4\nsweep_time = 2";
    let [ours] = columns(&run(&format!("{STRENGTHS}pulse = 0\nvertical = 0.3\n{sweep}")), ["x"]);
    let [found] = columns(&read(along), ["x"]);
    // The sweep is sampled at midpoints, the record is the mean over the step: apart by h² a''/24, and a stop by a step.
    assert!(apart(&ours, &found) <= 2e-3, "{}", apart(&ours, &found));
    assert!(ours.iter().any(|x| x.abs() > 0.02));
    let across = read(sweep_file("across.csv", "time,ax,ay", |t, a| format!("{t},0,{a}")));
    let [x, y] = columns(&across, ["x", "y"]);
    assert!(x.iter().all(|&x| x == 0.0) && y.iter().any(|y| y.abs() > 0.02), "across the slope alone");
}

#[test]
fn a_record_lies_beside_its_study() {
    let record = file("beside.csv", "time, ax\n0, 5\n0.5, 5\n");
    let study =
        file("beside.toml", &format!("{TRIPLE}members = 3\nduration = 1\n[ground]\nfile = \"beside.csv\"\n"));
    let study = Study::open(study.to_str().unwrap()).unwrap();
    // The text that a folder of results keeps has the whole path, and the manifest the rows with their checksum.
    let text = study.spec.to_toml();
    assert!(text.contains(&format!("[ground]\nfile = {record:?}")), "{text}");
    let sources = study.sources();
    assert_eq!((sources.len(), sources[0].path.as_str()), (1, record.to_str().unwrap()));
    assert!(sources[0].checksum.starts_with("2 rows, "), "{}", sources[0].checksum);
    let again = Study::parse("again", &text).unwrap();
    let [first, second] =
        [&study, &again].map(|study| study.run(Backend::cpu(0)).unwrap().column("x").unwrap());
    assert_eq!(first, second);
    assert!(again.run(Backend::cpu(0)).unwrap().summary.closed_form.is_empty(), "no theory knows a record");
    let set =
        Study::parse("set", TRIPLE).unwrap().set([format!("ground.file={}", record.display()).as_str()]);
    assert!(set.unwrap().spec.ground.is_some());
}

#[test]
fn bad_ground_is_refused_in_one_line() {
    let with = |name: &str, text: &str| refused(&format!("[ground]\nfile = {:?}", file(name, text)));
    let cases = [
        (refused("[ground]\nfile = \"/nowhere/x.csv\""), "/nowhere/x.csv"),
        (refused("[ground]\nfile = 3"), "the path of a CSV file"),
        (refused("[ground]\n"), "(missing)"),
        (refused("ground = 3"), "a table [ground]"),
        (with("x.txt", "time,ax\n0,1\n1,1\n"), "ends in .csv"),
        (with("no-column.csv", "time,bx\n0,1\n1,1\n"), "no column ax, only time, bx"),
        (with("nan.csv", "time,ax\n0,1\n1,NaN\n"), "row 2 has \"NaN\""),
        (with("huge.csv", "time,ax\n0,1e300\n1,1\n"), "row 1 has \"1e300\""),
        (with("word.csv", "time,ax,ay\n0,1,0\n1,1,none\n"), "row 2 has \"none\""),
        (with("unsorted.csv", "time,ax\n0,1\n2,1\n1,1\n"), "row 3 has time 1 after 2"),
        (with("one.csv", "time,ax\n0,1\n"), "it has 1 rows"),
        (with("empty.csv", ""), "no column time"),
        (with("ragged.csv", "time,ax\n0,1\n1\n"), "record"),
    ];
    for (said, wanted) in cases {
        assert!(said.starts_with("ground") && said.contains(wanted) && !said.contains('\n'), "{said}");
    }
    let good = file("good.csv", "time,ax\n0,1\n1,1\n");
    let own = |line: &str| refused(&format!("{line}\n[ground]\nfile = {good:?}"));
    assert!(own("h = { uniform = [1e-3, 2e-3] }").starts_with("h = "));
    let motion = own("params.motion = { choice = [1, 2] }");
    assert!(
        motion.starts_with("motion = ") && motion.contains("with [ground] accepted: a constant"),
        "{motion}"
    );
    let other = format!(
        "model = \"plane\"\nlaw = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\n[ground]\nfile = {good:?}"
    );
    let said = Study::parse("plane", &other).err().expect("refused").to_string();
    assert!(said.contains("the ground of plane does not shake; models: shaken"), "{said}");
}

/// Sums of a few dozen numbers below 100.
const ROUNDING: f64 = 1e-10;

proptest! {
    #[test]
    fn means_of_a_record_add_up_and_stay_between_its_ends(
        steps in prop::collection::vec((0.01..1.0, -9.0..9.0), 2..20),
        cuts in prop::array::uniform3(-1.0..21.0),
    ) {
        let mut time = 0.0;
        let rows: Vec<[f64; 4]> = steps.iter().map(|&(step, a)| { time += step; [time, a, -a, 0.0] }).collect();
        let record = Accelerogram::of("x.csv".into(), &rows).unwrap();
        let mut cuts: [f64; 3] = cuts;
        cuts.sort_by(f64::total_cmp);
        let [a, b, c] = cuts;
        prop_assume!(b - a > 1e-3 && c - b > 1e-3);
        let of = |from, to| record.mean(from, to);
        let most = steps.iter().fold(0.0_f64, |most, step| most.max(step.1.abs()));
        for j in 0..3 {
            let both = of(a, b)[j] * (b - a) + of(b, c)[j] * (c - b);
            prop_assert!((both - of(a, c)[j] * (c - a)).abs() <= ROUNDING);
            prop_assert!(of(a, b)[j].abs() <= most + ROUNDING / 1e-3);
        }
        prop_assert!((of(a, b)[0] + of(a, b)[1]).abs() <= ROUNDING / 1e-3);
    }
}
