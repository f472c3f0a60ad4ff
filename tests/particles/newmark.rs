//! S3, a block on shaking ground: Newmark's rectangular pulse, recorded accelerograms, Kanai–Tajimi noise, refusals.

use std::f64::consts::{PI, TAU};
use std::path::PathBuf;

use moreau::accelerogram::Accelerogram;
use moreau::backend::{Backend, Precision, gpu::Gpu};
use moreau::study::{Options, Results, Study};
use proptest::prelude::*;

const TRIPLE: &str = "model = \"shaken\"\nlaw = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\n";

fn run(text: &str) -> Results {
    let study = Study::parse("shaken", &format!("{TRIPLE}{text}")).unwrap_or_else(|e| panic!("{e}"));
    study.run(Backend::cpu(0)).unwrap()
}

fn columns<const N: usize>(results: &Results, names: [&str; N]) -> [Vec<f64>; N] {
    names.map(|name| results.column(name).unwrap())
}

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

/// The furthest that two columns are apart.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    // `max` would pass over NaN.
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, |worst, off| if off <= worst { worst } else { off })
}

/// Newmark's displacement for a rectangular pulse.
fn newmark(pulse: f64, time: f64, yields: f64) -> f64 {
    if pulse <= yields { 0.0 } else { 0.5 * (pulse - yields) * time * time * pulse / yields }
}

/// Checks every member against the closed form; says how many slid and how many held. The end of the pulse is misplaced by
/// up to half a step, which changes the speed for the rest of the slide, and so is the stop.
fn check_pulses(results: &Results, h: f64, duration: f64) -> [usize; 2] {
    let [mu, pulse, time, gravity, angle, x, slip] =
        columns(results, ["mu", "pulse", "pulse_time", "gravity", "angle_deg", "x", "slip"]);
    let mut seen = [0, 0];
    for i in 0..mu.len() {
        let slope = angle[i].to_radians();
        let yields = gravity[i] * (mu[i] * slope.cos() - slope.sin());
        let exact = newmark(pulse[i].abs(), time[i], yields);
        let speed = (pulse[i].abs() - yields).max(0.0) * time[i];
        let ends = time[i] + speed / yields;
        let bound = h * (speed + pulse[i].abs() * ends);
        if exact == 0.0 {
            assert!(x[i] == 0.0, "member {i} holds and must not creep: {}", x[i]);
            seen[1] += 1;
        } else if ends < duration {
            assert!((slip[i] - exact).abs() <= bound, "member {i}: {} for {exact} ± {bound}", slip[i]);
            assert!(x[i] * pulse[i] <= 0.0, "member {i} stays behind the ground");
            seen[0] += 1;
        }
    }
    seen
}

#[test]
fn a_rectangular_pulse_on_level_ground() {
    let [slid, held] = check_pulses(
        &run("members = 400\nduration = 4\nh = 0.002\n[params]\nmu = { uniform = [0.1, 0.8] }\n\
              pulse = { uniform = [-8, 8] }\npulse_time = { uniform = [0.05, 0.5] }\n\
              gravity = { uniform = [5, 15] }"),
        0.002,
        4.0,
    );
    assert!(slid > 60 && held > 60, "{slid} slid, {held} held");
}

#[test]
fn a_rectangular_pulse_down_a_slope() {
    let [slid, held] = check_pulses(
        &run("members = 400\nduration = 4\nh = 0.002\n[params]\nmu = { uniform = [0.5, 1.0] }\n\
              angle_deg = { uniform = [0, 15] }\npulse = { uniform = [-9, 0] }\npulse_time = 0.4"),
        0.002,
        4.0,
    );
    assert!(slid > 60 && held > 60, "{slid} slid, {held} held");
}

#[test]
fn the_closed_form_stands_beside_the_result() {
    let results = run("duration = 3\nh = 0.001\n[params]\nmu = 0.2\npulse = 4\npulse_time = 0.5");
    let known = &results.summary.closed_form[0];
    assert!((known.exact - newmark(4.0, 0.5, 0.2 * 9.81)).abs() <= 1e-12);
    assert!((known.result - known.exact).abs() <= 0.001 * (1.0 + 4.0 * 1.1), "{known:?}");
    let again = run("duration = 40\nh = 0.01\n[params]\nmu = 0.2\npulse = 4\npulse_time = 0.5");
    assert!(again.summary.closed_form.is_empty(), "after the period there is a second pulse");
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

/// Kanai–Tajimi noise at its full strength from the first moment.
const STRONG: &str = "pulse = 0\nrise = 0.001\nstrong = 20\nground_hz = 2.5\nground_damping = 0.6\n";

#[test]
fn the_soil_shakes_with_the_variance_of_kanai_and_tajimi() {
    let (h, intensity, omega, damping) = (0.002, 0.02, TAU * 2.5, 0.6);
    let results = run(&format!(
        "members = 600\nduration = 3\nh = {h}\n[params]\n{STRONG}noise = {intensity}\nnoise_dt = 0.004\n\
         motion = {{ grid = {{ from = 1, to = 600, count = 600 }} }}\n[record]\nevery = 100\nmembers = 600"
    ));
    let column = |name: &str| {
        let column = results.trajectories.get(name).unwrap();
        (0..results.trajectories.rows()).map(|i| column.real(i)).collect::<Vec<f64>>()
    };
    // After a second the start is forgotten to exp(-ζω).
    let settled = column("t").into_iter().zip(column("soil_acceleration")).filter(|(t, _)| *t > 0.99);
    let found: Vec<f64> = settled.map(|(_, a)| a).collect();
    let n = found.len() as f64;
    assert!(n >= 6000.0);
    let variance = PI * intensity * omega * (1.0 + 4.0 * damping * damping) / (2.0 * damping);
    let mean = found.iter().sum::<f64>() / n;
    let square = found.iter().map(|a| a * a).sum::<f64>() / n;
    // Samples 0.2 s apart are correlated by 0.15 at most: they count as three quarters of as many. Five deviations; and
    // the explicit damping of the step changes the variance by the order of 2ζωh.
    let independent = 0.75 * n;
    assert!(mean.abs() <= 5.0 * (variance / independent).sqrt(), "mean {mean}");
    let allowed = 5.0 * (2.0 / independent).sqrt() + 2.0 * damping * omega * h;
    assert!((square / variance - 1.0).abs() <= allowed, "{square} for {variance}, within {allowed}");
}

/// A short earthquake of 2.2 s.
const SHORT: &str = "pulse = 0\nnoise = 0.05\nrise = 0.5\nstrong = 1.2\ndecay = 0.5\nnoise_dt = 0.02\n";

fn slips(h: f64, motion: &str, precision: Precision) -> Vec<f64> {
    let text = format!(
        "{TRIPLE}members = 48\nduration = 2.4\nh = {h}\n[params]\n{SHORT}motion = {motion}\nmu = {{ linspace = [0.02, 0.2] }}"
    );
    let study = Study::parse("shaken", &text).unwrap();
    let options = Options { precision: Some(precision), ..Options::default() };
    study.run_with(&mut Backend::cpu(0), &options).unwrap().column("x").unwrap()
}

#[test]
fn a_motion_is_its_number_in_any_precision_and_at_any_step() {
    let motions = "{ linspace = [1, 48] }";
    let finest = slips(0.0005, motions, Precision::F64);
    let errors = [0.008, 0.004, 0.002].map(|h| apart(&slips(h, motions, Precision::F64), &finest));
    // First order: the drag of the soil and the stops are taken a step late.
    assert!(errors[1] <= 0.75 * errors[0] && errors[2] <= 0.75 * errors[1], "{errors:?}");
    let greatest = finest.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    assert!(errors[2] <= 0.1 * greatest, "{errors:?} of {greatest}");
    // f32 adds up 1200 steps with 6e-8 each, and a decision at rounding moves a stop by a step.
    let single = apart(&slips(0.002, motions, Precision::F32), &slips(0.002, motions, Precision::F64));
    assert!(single <= 1e-3 * greatest, "{single} of {greatest}");
}

#[test]
fn members_with_the_same_number_feel_the_same_motion() {
    // By their own clocks, and by one table for all.
    let own = slips(0.002, "{ choice = [5, 5] }", Precision::F64);
    let shared = slips(0.002, "5", Precision::F64);
    assert_eq!(own, shared);
    assert!(apart(&shared, &slips(0.002, "6", Precision::F64)) > 1e-3);
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
        (refused("[ground]\npath = \"x.csv\""), "[ground] has file"),
        (refused("ground = 3"), "a table [ground]"),
        (with("x.txt", "time,ax\n0,1\n1,1\n"), "ends in .csv"),
        (with("no-column.csv", "time,bx\n0,1\n1,1\n"), "no column ax, only time, bx"),
        (with("no-time.csv", "t,ax\n0,1\n1,1\n"), "no column time"),
        (with("nan.csv", "time,ax\n0,1\n1,NaN\n"), "row 2 has \"NaN\""),
        (with("huge.csv", "time,ax\n0,1e300\n1,1\n"), "row 1 has \"1e300\""),
        (with("word.csv", "time,ax,ay\n0,1,0\n1,1,none\n"), "row 2 has \"none\""),
        (with("unsorted.csv", "time,ax\n0,1\n2,1\n1,1\n"), "row 3 has time 1 after 2"),
        (with("twice.csv", "time,ax\n0,1\n0,1\n"), "growing times"),
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
    assert!(refused("[params]\nnoise = -1").contains("noise = -1"));
    assert!(refused("[params]\nperiod = 0").contains("period = 0"));
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

#[test]
fn validated() {
    if std::env::var_os("MOREAU_VALIDATE").is_none() {
        eprintln!("skipped: `moreau validate` does it; set MOREAU_VALIDATE to validate this triple alone");
        return;
    }
    let study = Study::parse("shaken", TRIPLE).unwrap();
    let report = moreau::validate::validate_system(study.system(), &mut Gpu::open(None).unwrap()).unwrap();
    assert!(report.passed(), "{report}");
    println!("{report}");
}
