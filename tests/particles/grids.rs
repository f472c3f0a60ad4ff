//! Grids of heights from files: beside their study, part of what a run is, and refused where they are bad.

use std::path::PathBuf;

use moreau::backend::{Backend, Precision};
use moreau::output::store::{Manifest, Manner};
use moreau::relief::Relief;
use moreau::study::{Part, Study};

use crate::height_field::TRIPLE;

/// Heights of order 1 come back to rounding.
const ROUNDING: f64 = 1e-13;

/// A file of a folder that this run of the tests has for itself.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("moreau-relief-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// A grid as a file, rows in no order that helps.
pub fn grid_file(
    name: &str,
    [nx, ny]: [usize; 2],
    origin: f64,
    spacing: f64,
    height: impl Fn(f64, f64) -> f64,
) -> PathBuf {
    let mut text = String::from("z, spare ,y,x\n");
    for k in 0..nx * ny {
        // 7 divides no number of points used here.
        let k = 7 * k % (nx * ny);
        let [x, y] = [k % nx, k / nx].map(|i| origin + spacing * i as f64);
        text += &format!("{}, no number, {y}, {x}\n", height(x, y));
    }
    file(name, &text)
}

/// Studies over different grids in one program do not meet, and a study that is set anew is laid anew.
#[test]
fn each_study_has_its_own_grid() {
    let level = |name: &str, z: f64| grid_file(name, [5, 5], -1.0, 0.5, move |_, _| z);
    let study = |path: PathBuf| format!("{TRIPLE}members = 7\nduration = 0.1\n[relief]\nfile = {path:?}");
    let [a, b] = [level("one.csv", 1.0), level("two.csv", 2.0)].map(study);
    let open = |text: &str| Study::parse("level", text).unwrap();
    let z = |study: &Study| study.run(Backend::cpu(2)).unwrap().column("z").unwrap();
    let near = |z: Vec<f64>, wanted: f64| z.iter().all(|z| (z - wanted).abs() <= ROUNDING);
    let (one, two) = (open(&a), open(&b));
    assert!(near(z(&two), 2.0) && near(z(&one), 1.0) && near(z(&two), 2.0));
    let changed = one.set([format!("relief.file={}", level("three.csv", 3.0).display()).as_str()]).unwrap();
    assert!(near(z(&changed), 3.0));
}

#[test]
fn a_grid_lies_beside_its_study_and_belongs_to_its_results() {
    let grid = grid_file("beside.csv", [5, 4], 0.0, 1.0, |x, y| 0.1 * x * y);
    let study = file("beside.toml", &format!("{TRIPLE}members = 3\n[relief]\nfile = \"beside.csv\"\n"));
    let open = || Study::open(study.to_str().unwrap()).unwrap();
    let manifest = |study: &Study| {
        let manner = Manner { certificates: true, fast_math: false };
        Manifest::of(study, Part::Whole, "cpu", Precision::F64, 0.0, manner)
    };
    let first = open();
    assert!(first.spec.to_toml().contains(&format!("[relief]\nfile = {grid:?}")), "{}", first.spec.to_toml());
    let sources = first.sources();
    assert_eq!((sources.len(), sources[0].path.as_str()), (1, grid.to_str().unwrap()));
    assert!(sources[0].checksum.starts_with("20 rows, "), "{}", sources[0].checksum);
    let again = Study::parse("again", &first.spec.to_toml()).unwrap();
    assert_eq!(manifest(&first).difference(&manifest(&again)), None);
    // One height moves by a rounding: another run.
    grid_file("beside.csv", [5, 4], 0.0, 1.0, |x, y| 0.1 * x * y + if x * y == 6.0 { 1e-15 } else { 0.0 });
    let changed = manifest(&first).difference(&manifest(&open())).expect("resume is refused");
    assert!(changed.contains("beside.csv has changed since"), "{changed}");
}

#[test]
fn bad_grids_are_refused_in_one_line() {
    let refused = |text: &str| {
        let error = Study::parse("relief", &format!("{TRIPLE}{text}")).err().expect(text);
        assert_eq!(error.exit_code(), 2, "{text}");
        error.to_string()
    };
    let with = |name: &str, text: &str| refused(&format!("[relief]\nfile = {:?}", file(name, text)));
    // A 4 x 4 grid of unit spacing, a line changed: x runs first, the header is line 1.
    let lines = |change: &dyn Fn(usize, &mut Vec<String>)| {
        let mut lines = vec!["x,y,z".to_owned()];
        lines.extend((0..16).map(|k| format!("{},{},0", k % 4, k / 4)));
        change(16, &mut lines);
        lines.join("\n")
    };
    let put = |line: usize, text: &str| lines(&|_, lines| lines[line - 1] = text.to_owned());
    let cases = [
        (refused("[relief]\nfile = \"/nowhere/x.csv\""), "/nowhere/x.csv"),
        (refused("[relief]\nfile = 3"), "the path of a CSV file"),
        (refused("[relief]\n"), "(missing)"),
        (refused("relief = 3"), "a table [relief]"),
        (refused("[relief]\nfiles = \"x.csv\""), "unknown key"),
        (with("x.txt", "x,y,z\n"), "ends in .csv"),
        (with("no-column.csv", "x,y,height\n0,0,0\n"), "no column z, only x, y, height"),
        (with("empty.csv", ""), "no column x"),
        (with("nothing.csv", "x,y,z\n"), "0 distinct x; accepted: at least 4"),
        (with("nan.csv", &put(6, "0,1,NaN")), "line 6 has z = \"NaN\""),
        (with("huge.csv", &put(7, "1e300,1,0")), "line 7 has x = \"1e300\""),
        (with("word.csv", &put(3, "1,zero,0")), "line 3 has y = \"zero\""),
        (with("gap.csv", &lines(&|_, lines| drop(lines.remove(9)))), "no line has x = 0, y = 2"),
        (with("twice.csv", &put(9, "2,1,5")), "line 9 has x = 2, y = 1 again, after line 8"),
        (with("thin.csv", "x,y,z\n0,0,0\n1,0,0\n2,0,0\n3,0,0\n"), "1 distinct y; accepted: at least 4"),
        (with("ragged.csv", &put(4, "2,0")), "record"),
        (
            with(
                "unequal.csv",
                &lines(&|_, lines| (0..4).for_each(|j| lines[4 * j + 3] = format!("2.5,{j},0"))),
            ),
            "x = 2.5, not 2; accepted: equal spacing",
        ),
    ];
    for (said, wanted) in cases {
        assert!(said.starts_with("relief") && said.contains(wanted) && !said.contains('\n'), "{said}");
    }
    let other = TRIPLE.replace("height-field", "plane");
    let said =
        Study::parse("plane", &format!("{other}[relief]\nfile = \"x.csv\"")).err().unwrap().to_string();
    assert!(said.contains("plane does not move over a relief; models: height-field"), "{said}");
    // Files have few digits.
    let thirds: Vec<String> =
        (0..16).map(|k| format!("{:.4},{:.4},0", (k % 4) as f64 / 3.0, (k / 4) as f64 / 3.0)).collect();
    assert!(Relief::read(&file("digits.csv", &format!("x,y,z\n{}", thirds.join("\n")))).is_ok());
}
