//! Lanes: every instruction set of this processor gives the bits of one member at a time, with certificates and without.

use moreau::backend::cpu::Cpu;
use moreau::backend::{Backend, Precision};
use moreau::isa::Isa;
use moreau::output::table::Values;
use moreau::study::{Options, Results, Study};

/// Studies of every kind of clock, law and raggedness; members that are no multiple of any number of lanes.
const STUDIES: [(&str, &[&str]); 6] = [
    ("incline", &["members=131", "duration=0.05", "mu={uniform=[0.1, 0.9]}"]),
    ("throw", &["members=131", "duration=0.05"]),
    ("conveyor", &["members=131", "duration=0.06", "turns_per_second={uniform=[5, 15]}"]),
    ("catastrophe", &["members=131", "duration=0.06"]),
    ("ball", &["members=37", "duration=0.02", "offset={uniform=[0, 0.8]}", "uz0=0"]),
    ("chalk", &["members=70", "duration=0.02", "h={uniform=[4e-5, 1e-4]}"]),
];

/// Members that change places among the lanes, and make different numbers of steps.
const UNEVEN: (&str, &[&str]) =
    ("four-balls", &["members=75", "duration=0.8", "h={uniform=[0.008, 0.012]}", "facets={choice=[0, 8]}"]);

fn study((preset, changes): (&str, &[&str])) -> Study {
    let mut study = Study::preset(preset).unwrap().set(changes.iter().copied()).unwrap();
    (study.spec.field, study.spec.record) = (None, None);
    study
}

fn run(study: &Study, backend: &mut Backend, precision: Precision, certificates: bool) -> Results {
    let options = Options { precision: Some(precision), certificates, ..Options::default() };
    study.run_with(backend, &options).unwrap()
}

fn lanes(isa: Isa) -> Backend {
    Backend::Cpu(Cpu { isa, threads: 2, fast_math: false, name: "cpu" })
}

/// All numbers of a table, as bits: NaN equals NaN.
fn bits(results: &Results, leave_out: &[&str]) -> Vec<(String, Vec<u64>)> {
    let columns = results.members.columns.iter().filter(|column| !leave_out.contains(&column.name.as_str()));
    let bits = |values: &Values, i: usize| match values {
        Values::F32(values) => u64::from(values[i].to_bits()),
        values => column_real(values, i).to_bits(),
    };
    let rows = results.members.rows();
    columns.map(|c| (c.name.clone(), (0..rows).map(|i| bits(&c.values, i)).collect())).collect()
}

fn column_real(values: &Values, i: usize) -> f64 {
    match values {
        Values::F64(values) => values[i],
        Values::F32(values) => f64::from(values[i]),
        Values::U32(values) => f64::from(values[i]),
        Values::U64(values) => values[i] as f64,
        Values::Label { codes, .. } => f64::from(codes[i]),
    }
}

#[test]
fn every_instruction_set_gives_the_bits_of_one_member_at_a_time() {
    for case in STUDIES.into_iter().chain([UNEVEN]) {
        let study = study(case);
        for precision in [Precision::F32, Precision::F64] {
            for certificates in [true, false] {
                let scalar = run(&study, &mut lanes(Isa::Scalar), precision, certificates);
                for isa in Isa::all() {
                    let found = run(&study, &mut lanes(isa), precision, certificates);
                    let same = bits(&found, &[]) == bits(&scalar, &[]);
                    assert!(same, "{}, {isa:?}, {precision}, certificates {certificates}", case.0);
                }
            }
        }
    }
}

/// What only certificates tell.
const CERTIFIED: [&str; 4] = ["complementarity", "cone", "energy_gain", "penetration"];

#[test]
fn without_certificates_nothing_else_changes_and_nothing_is_claimed() {
    let mut backends = vec![lanes(Isa::best()), Backend::reference()];
    match Backend::gpu(None) {
        Ok(gpu) => backends.push(gpu),
        Err(_) => assert!(std::env::var_os("MOREAU_ALL").is_none(), "no adapter"),
    }
    for case in STUDIES {
        let study = study(case);
        for backend in &mut backends {
            let precision = backend.default_precision();
            let [on, off] = [true, false].map(|certificates| run(&study, backend, precision, certificates));
            assert_eq!(bits(&on, &CERTIFIED), bits(&off, &CERTIFIED), "{} on {}", case.0, backend.name());
            for name in CERTIFIED {
                let column = off.column(name).unwrap();
                assert!(column.iter().all(|x| x.is_nan()), "{name} of {}: {column:?}", case.0);
                assert!(on.column(name).unwrap().iter().all(|x| !x.is_nan()));
            }
            assert!(off.summary.certificates.is_empty() && !on.summary.certificates.is_empty());
        }
    }
}

/// `--fast-math` states its error: the relative error of a division by a root, over all sizes of the square.
#[cfg(target_arch = "x86_64")]
#[test]
fn fast_division_by_a_root_is_within_its_stated_error() {
    use moreau::lanes::{FastF32x8, FastF32x16};
    use moreau::real::Real;

    #[target_feature(enable = "avx2")]
    unsafe fn avx2(a: f32, square: f32) -> f32 {
        FastF32x8::splat(a).over_root(FastF32x8::splat(square)).lane(3)
    }
    #[target_feature(enable = "avx512f,avx512dq")]
    unsafe fn avx512(a: f32, square: f32) -> f32 {
        FastF32x16::splat(a).over_root(FastF32x16::splat(square)).lane(3)
    }
    type Division = unsafe fn(f32, f32) -> f32;
    let mut found: Vec<(Isa, Division)> = vec![(Isa::Avx2, avx2), (Isa::Avx512, avx512)];
    found.retain(|(isa, _)| isa.is_here());
    for (isa, fast) in found {
        let mut worst = 0.0_f64;
        for k in 0..400_000_u32 {
            let square = f32::from_bits(0x2000_0000 + k * 3331);
            let exact = 0.7 / f64::from(square).sqrt();
            // Safety: the processor has it.
            let error = (f64::from(unsafe { fast(0.7, square) }) / exact - 1.0).abs();
            worst = worst.max(error);
        }
        assert!(worst < 2.0_f64.powi(-21), "{isa:?}: 2^{}", worst.log2());
        assert!(worst > 2.0_f64.powi(-26), "{isa:?} is exact: what is it for?");
    }
}

#[test]
fn fast_math_moves_results_by_no_more_than_rounding_does() {
    let isa = Isa::best();
    if !isa.has_fast_math() {
        return;
    }
    // Long steps and two directions, or no rounding would be seen at all.
    let changes = ["members=100", "mu={uniform=[0.3, 0.6]}", "uy0=0.7", "h=0.02", "duration=0.2"];
    let study = study(("incline", &changes));
    let exact = run(&study, &mut lanes(isa), Precision::F32, true);
    let mut backend = Backend::Cpu(Cpu { isa, threads: 1, fast_math: true, name: "cpu" });
    let fast = run(&study, &mut backend, Precision::F32, true);
    let truth = run(&study, &mut lanes(isa), Precision::F64, true);
    let off = |results: &Results| {
        let pairs = results.column("x").unwrap().into_iter().zip(truth.column("x").unwrap());
        pairs.map(|(x, exact)| (x / exact - 1.0).abs()).fold(0.0, f64::max)
    };
    assert!(off(&fast) < 3.0 * off(&exact) + 1e-6, "{} against {}", off(&fast), off(&exact));
    assert_ne!(fast.column("x").unwrap(), exact.column("x").unwrap());
}

#[test]
fn fast_math_is_refused_where_there_is_none() {
    let refused = |mut backend: Backend, precision| backend.set_fast_math(precision).unwrap_err().to_string();
    assert!(refused(Backend::reference(), Precision::F64).contains("fast-math"));
    assert!(refused(Backend::cpu(1), Precision::F64).contains("--precision f32"));
}

/// What each instruction set and each kind of loop buys: a measurement, run by hand with
/// `cargo test --release --test lanes -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn what_each_kind_of_loop_buys() {
    let studies: [(&str, &[&str]); 5] = [
        ("incline", &["members=20000", "duration=2"]),
        ("catastrophe", &["members=20000", "duration=0.2"]),
        ("chalk", &["members=2000", "duration=0.2"]),
        ("four-balls", &["members=1500", "duration=0.5"]),
        ("rod-stewart-trinkle", &["members=2000", "duration=0.5"]),
    ];
    for case in studies {
        let study = study(case);
        for precision in [Precision::F32, Precision::F64] {
            for certificates in [true, false] {
                let rate = |isa: Isa| {
                    let mut rates: Vec<f64> = (0..5)
                        .map(|_| {
                            let summary = run(&study, &mut lanes(isa), precision, certificates).summary;
                            summary.member_steps as f64 / summary.seconds.kernel
                        })
                        .collect();
                    rates.sort_by(f64::total_cmp);
                    rates[2]
                };
                let scalar = rate(Isa::Scalar);
                let others = Isa::all().into_iter().filter(|isa| *isa != Isa::Scalar);
                let told: Vec<String> =
                    others.map(|isa| format!("{} {:.2}", isa.name(), rate(isa) / scalar)).collect();
                println!(
                    "{:20} {precision} certificates {certificates:5}: {scalar:.2e} one at a time, times {}",
                    case.0,
                    told.join(", ")
                );
            }
        }
    }
}
