//! Rules: what they accept, what they give, and that they read their own text again.

use std::path::Path;

use moreau::backend::Backend;
use moreau::study::{Dist, SOBOL_DIMENSIONS, Study};
use proptest::prelude::*;

fn dist(text: &str) -> Result<Dist, String> {
    let table: toml::Table = format!("x = {text}").parse().map_err(|e| format!("{text}: {e}"))?;
    Dist::parse("x", &table["x"]).map_err(|e| e.to_string())
}

fn study(preset: &str, set: &[&str]) -> Result<Study, String> {
    Study::preset(preset).unwrap().set(set.iter().copied()).map_err(|e| e.to_string())
}

fn refusal(preset: &str, set: &[&str]) -> String {
    study(preset, set).err().unwrap_or_else(|| panic!("{set:?} is accepted"))
}

/// Any rule without a file.
fn any_dist() -> impl Strategy<Value = Dist> {
    let x = || prop_oneof![-1e3..1e3, Just(0.0), Just(1e-300), Just(-2e250), Just(-0.0), -1e-7..1e-7];
    let above_0 = || prop_oneof![1e-3..1e3, Just(1e-200), Just(1e200)];
    let ordered = |a: f64, b: f64| (a.min(b), a.max(b));
    prop_oneof![
        x().prop_map(Dist::Constant),
        (x(), x()).prop_map(move |(a, b)| Dist::Uniform(ordered(a, b).0, ordered(a, b).1)),
        (x(), x()).prop_map(move |(a, b)| Dist::Sobol(ordered(a, b).0, ordered(a, b).1)),
        (above_0(), above_0()).prop_map(move |(a, b)| Dist::LogUniform(ordered(a, b).0, ordered(a, b).1)),
        (above_0(), above_0()).prop_map(|(a, b)| Dist::Logspace(a, b)),
        (x(), x()).prop_map(|(a, b)| Dist::Linspace(a, b)),
        (-1e3..1e3, 1e-3..1e3).prop_map(|(mean, sd)| Dist::Normal {
            mean,
            sd,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY
        }),
        (-1e3..1e3, 1e-3..1e3, -8.0..7.0, 0.01..9.0, any::<bool>()).prop_map(|(mean, sd, a, width, open)| {
            let high = if open { f64::INFINITY } else { mean + sd * (a + width) };
            Dist::Normal { mean, sd, low: mean + sd * a, high }
        }),
        prop::collection::vec(x(), 1..9).prop_map(Dist::Choice),
        prop::collection::vec(x(), 1..9).prop_map(Dist::Grid),
        (x(), x(), 1_u32..50).prop_map(|(from, to, count)| Dist::EvenGrid { from, to, count }),
    ]
}

proptest! {
    #[test]
    fn every_rule_reads_its_own_text(rule in any_dist()) {
        prop_assert_eq!(dist(&rule.to_string()).unwrap(), rule.clone());
        #[derive(serde::Serialize)]
        struct Row { x: Dist }
        let text = toml::to_string(&Row { x: rule.clone() }).unwrap();
        let table: toml::Table = text.parse().unwrap();
        prop_assert_eq!(Dist::parse("x", &table["x"]).unwrap(), rule);
    }

    #[test]
    fn every_value_lies_within_the_bounds(
        rule in any_dist(), seed in any::<u64>(), first in 0_u64..1 << 40, stride in 1_u64..1 << 50,
    ) {
        let Some(drawn) = rule.drawn("x", stride, 1 << 41) else { return Ok(()) };
        let (low, high) = rule.bounds();
        let values = drawn.values::<f64>(seed, first, 60);
        for x in &values {
            prop_assert!(low <= *x && *x <= high, "{} outside [{}, {}]", x, low, high);
        }
        for x in drawn.values::<f32>(seed, first, 60) {
            prop_assert!(f64::from(low as f32) <= x && x <= f64::from(high as f32), "{x} in f32");
        }
        prop_assert_eq!(&values[17..40], &drawn.values::<f64>(seed, first + 17, 23)[..]);
    }
}

/// Mean and standard deviation of a rule's values, and their exact ones; extremes.
#[test]
fn every_rule_has_the_moments_of_its_distribution() {
    const N: usize = 200_000;
    let ln = 10f64.ln();
    // Mean and variance; those of the cut-off normal by its densities at the ends 0 and 2 (mpmath).
    let cases = [
        ("{uniform=[1, 3]}", 2.0, 1.0 / 3.0),
        ("{log_uniform=[1, 10]}", 9.0 / ln, 99.0 / (2.0 * ln) - (9.0 / ln).powi(2)),
        ("{normal=[2, 0.5]}", 2.0, 0.25),
        ("{normal=[0, 1, 0, 2]}", 0.7227897522, 0.2513162776),
        ("{normal=[0, 1, 3, inf]}", 3.2830986549, 0.0705591868),
        ("{linspace=[1, 3]}", 2.0, 1.0 / 3.0),
        ("{logspace=[1, 10]}", 9.0 / ln, 99.0 / (2.0 * ln) - (9.0 / ln).powi(2)),
        ("{choice=[1, 2, 6]}", 3.0, 14.0 / 3.0),
        ("{grid=[1, 2, 6]}", 3.0, 14.0 / 3.0),
        ("{grid={from=0, to=4, count=5}}", 2.0, 2.0),
    ];
    for (text, mean, variance) in cases {
        let rule = dist(text).unwrap();
        let drawn = rule.drawn("x", 1, N as u64).unwrap();
        for values in [drawn.values::<f64>(3, 0, N), drawn.values::<f32>(3, 0, N)] {
            let n = N as f64;
            let m = values.iter().sum::<f64>() / n;
            let v = values.iter().map(|x| (x - m).powi(2)).sum::<f64>() / n;
            let fourth = values.iter().map(|x| (x - m).powi(4)).sum::<f64>() / n;
            assert!((m - mean).abs() < 5.0 * (variance / n).sqrt(), "{text}: mean {m}, not {mean}");
            let spread = ((fourth - v * v) / n).sqrt();
            assert!((v - variance).abs() < 5.0 * spread, "{text}: variance {v}, not {variance}");
            let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(*x), b.max(*x)));
            // Extremes come close to the bounds; the whole normal's to where one of 200,000 is expected, and a factor.
            let (a, b) = match rule {
                Dist::Normal { mean, sd, low, high } => (low.max(mean - 4.0 * sd), high.min(mean + 4.0 * sd)),
                _ => rule.bounds(),
            };
            assert!(low <= a + 1e-3 * (b - a) && b - 1e-3 * (b - a) <= high, "{text}: {low} to {high}");
        }
    }
}

#[test]
fn spaced_values_hit_their_ends_to_the_bit() {
    for text in ["{linspace=[0.1, 0.7]}", "{logspace=[0.1, 0.7]}", "{grid={from=0.1, to=0.7, count=11}}"] {
        let values = dist(text).unwrap().drawn("x", 1, 11).unwrap().values::<f64>(1, 0, 11);
        assert_eq!([values[0], values[10]], [0.1, 0.7], "{text}");
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{text}");
    }
}

#[test]
fn a_normal_friction_coefficient_needs_ends() {
    let said = refusal("throw", &["mu={normal=[0.5, 0.1]}"]);
    assert!(
        said.starts_with("mu = {normal=[0.5, 0.1]}") && said.contains("{normal=[mean, sd, low, high]}"),
        "{said}"
    );
    study("throw", &["mu={normal=[0.5, 0.1, 0, 1]}", "ux0={normal=[1, 0.1]}"]).unwrap();
    for wrong in
        ["[0.5]", "[0.5, 0]", "[0.5, -1]", "[0.5, 0.1, 1, 0]", "[0.5, 0.1, 9, 10]", "[nan, 1]", "[0, inf]"]
    {
        let said = refusal("throw", &[&format!("mu={{normal={wrong}}}")]);
        assert!(said.starts_with("mu = ") && said.contains("{normal=[mean,sd]}"), "{said}");
    }
}

#[test]
fn sobol_columns_fill_the_plane_more_evenly_than_chance() {
    let run = |set: &[&str]| {
        let results = study("throw", set).unwrap().members(1024).run(Backend::cpu(0)).unwrap();
        ["mu", "ux0"].map(|name| results.column(name).unwrap())
    };
    // Of 1024 points, every box of 32 by 32 has one; of random ones a third of the boxes would be empty.
    let empty = |[x, y]: [Vec<f64>; 2]| {
        let mut seen = vec![false; 1024];
        x.iter().zip(&y).for_each(|(x, y)| seen[(x * 32.0) as usize * 32 + (y * 32.0) as usize] = true);
        seen.into_iter().filter(|seen| !seen).count()
    };
    let base = ["uy0=0", "uz0=0", "duration=0.001"];
    let with = |rule: &str| {
        let own = [format!("mu={rule}"), format!("ux0={rule}")];
        run(&[&base[..], &[own[0].as_str(), own[1].as_str()]].concat())
    };
    // The two columns have dimensions 1 and 2, whichever order they stand in: a (0, 10, 2)-net.
    assert_eq!(empty(with("{sobol=[0, 1]}")), 0);
    assert!(empty(with("{uniform=[0, 1]}")) > 200);
    const { assert!(SOBOL_DIMENSIONS >= 21) };
}

#[test]
fn a_device_refuses_what_it_cannot_draw() {
    let device = |set: &[&str]| refusal("conveyor", &[&["sampling=device"], set].concat());
    for (rule, key) in [
        ("mu={sobol=[0.1, 0.2]}", "mu"),
        ("h={uniform=[1e-4, 2e-4]}", "h"),
        ("duration={uniform=[0.1, 0.2]}", "duration"),
        ("turns_per_second={uniform=[9, 11]}", "turns_per_second"),
    ] {
        let said = device(&[rule, "h=1e-4"].map(|set| if rule.starts_with("h=") { rule } else { set }));
        assert!(said.starts_with(&format!("{key} = {{")) && said.contains("sampling = \"device\""), "{said}");
    }
    let said = refusal("throw", &["sampling=gpu"]);
    assert!(said.contains("\"host\", \"device\""), "{said}");
    assert!(study("throw", &["sampling=device"]).unwrap().spec.to_toml().contains("sampling = \"device\""));
}

/// A study file beside a table of its own.
fn folder(csv: &str, rest: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mu.csv"), csv).unwrap();
    let text = format!(
        "model = \"plane\"\nlaw = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\nduration = 0.01\nh = 1e-3\n{rest}"
    );
    std::fs::write(folder.path().join("study.toml"), text).unwrap();
    folder
}

fn open(folder: &Path) -> Result<Study, String> {
    Study::open(folder.join("study.toml").to_str().unwrap()).map_err(|e| e.to_string())
}

const FROM_FILE: &str = "[params]\nmu = {file = \"mu.csv\", column = \"mu\"}\n";

#[test]
fn a_file_gives_each_member_its_row() {
    let folder = folder("name,\"mu\"\n\"a, b\",0.25\nc, 5e-1\nd,1\n", FROM_FILE);
    let study = open(folder.path()).unwrap();
    assert_eq!(study.spec.members, 3, "as many as rows");
    let results = study.run(Backend::cpu(0)).unwrap();
    assert_eq!(results.column("mu").unwrap(), [0.25, 0.5, 1.0]);
    // The resolved study has an absolute path, and runs from anywhere.
    let again = Study::parse("again", &study.spec.to_toml()).unwrap();
    let (path, rows, checksum) = again.spec.dist("mu").source().unwrap();
    assert!(path.is_absolute() && rows == 3);
    assert_eq!(study.spec.dist("mu").source().unwrap().2, checksum);
    std::fs::write(folder.path().join("mu.csv"), "mu\n0.25\n0.5\n1.5\n").unwrap();
    assert_ne!(open(folder.path()).unwrap().spec.dist("mu").source().unwrap().2, checksum);
    let said = open(folder.path()).unwrap().set(["members=4"]).err().unwrap().to_string();
    assert!(said.starts_with("members = 4") && said.contains("at most 3"), "{said}");
}

#[test]
fn parquet_files_of_a_run_are_read_again() {
    let folder = folder(
        "mu\n1\n",
        "[params]\nmu = {file = \"out/members.parquet\", column = \"mu\"}\nux0 = {file = \"out/members.parquet\", column = \"steps\"}\n",
    );
    let first = study("throw", &["mu={uniform=[0.1, 0.9]}", "members=70", "duration=0.01"]).unwrap();
    let out = folder.path().join("out");
    let results = first.run(Backend::cpu(0)).unwrap();
    std::fs::create_dir(&out).unwrap();
    let format = moreau::output::table::Format::Parquet;
    moreau::output::table::write_table(&out.join("members.parquet"), format, &results.members, &[]).unwrap();
    let mu = results.column("mu").unwrap();
    let again = open(folder.path()).unwrap().run(Backend::cpu(0)).unwrap();
    assert_eq!(again.column("mu").unwrap(), mu);
    assert_eq!(again.column("ux0").unwrap(), [f64::from(results.summary.steps); 70]);
    let wrong = "mu = {file = \"out/members.parquet\", column = \"outcome\"}";
    std::fs::write(
        folder.path().join("study.toml"),
        std::fs::read_to_string(folder.path().join("study.toml"))
            .unwrap()
            .replace("mu = {file = \"out/members.parquet\", column = \"mu\"}", wrong),
    )
    .unwrap();
    assert!(open(folder.path()).err().unwrap().contains("accepted: numbers"));
}

#[test]
fn files_are_refused_by_name() {
    let said = |csv: &str, rest: &str| open(folder(csv, rest).path()).err().expect("refused");
    let cases = [
        ("mu\n0.1\nhalf\n", FROM_FILE, "row 2 has \"half\""),
        ("mu\n0.1\ninf\n", FROM_FILE, "row 2 has \"inf\""),
        ("mu,x\n,1\n", FROM_FILE, "row 1 has \"\""),
        ("mu\n-1\n", FROM_FILE, "row 1 has -1"),
        ("nu,x\n1,1\n", FROM_FILE, "the columns nu, x"),
        ("mu\n", FROM_FILE, "no row"),
        ("mu\n1\n", "[params]\nmu = {file = \"nu.csv\", column = \"mu\"}\n", "nu.csv"),
        ("mu\n1\n", "[params]\nmu = {file = \"mu.csv\"}\n", "column=\"name\""),
        ("mu\n1\n", "[params]\nmu = {file = \"study.toml\", column = \"mu\"}\n", ".csv or .parquet"),
        ("mu\n1\n2\n", "members = 3\n[params]\nmu = {file = \"mu.csv\", column = \"mu\"}\n", "at most 2"),
    ];
    for (csv, rest, part) in cases {
        let said = said(csv, rest);
        assert!(said.contains(part), "{part}: {said}");
        assert!(said.starts_with("mu = ") || said.starts_with("members = "), "{said}");
    }
    let unequal = folder(
        "mu\n1\n2\n",
        "[params]\nmu = {file = \"mu.csv\", column = \"mu\"}\nux0 = {file = \"x.csv\", column = \"x\"}\n",
    );
    std::fs::write(unequal.path().join("x.csv"), "x\n1\n2\n3\n").unwrap();
    let said = open(unequal.path()).err().unwrap();
    assert!(said.contains("2 rows") || said.contains("has 2") && said.contains("3 rows"), "{said}");
}

#[test]
fn without_members_a_grid_is_run_through_once() {
    let folder = folder(
        "mu\n1\n",
        "[params]\nmu = {grid = [0.1, 0.2]}\nux0 = {grid = {from = 0, to = 1, count = 5}}\n",
    );
    assert_eq!(open(folder.path()).unwrap().spec.members, 10);
}
