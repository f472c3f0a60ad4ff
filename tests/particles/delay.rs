//! Delay: the ring of positions against a history that forgets nothing, the scheme against the method of steps, stick
//! against the friction cone; the same bits whatever the lanes, segments and dispatches.

use moreau::backend::cpu::Cpu;
use moreau::backend::gpu::tune::{Tune, Tuning};
use moreau::backend::{Backend, Precision};
use moreau::isa::Isa;
use moreau::study::{Options, Results, Study};

#[path = "../common/mod.rs"]
mod common;

/// A study of the delayed particle.
fn study(text: &str, params: &str) -> Study {
    let head = "model = \"delayed\"\nlaw = \"coulomb-soft\"\nscheme = \"sweeping-process\"\nseed = 3\n";
    Study::parse("delay.toml", &format!("{head}{text}\n[params]\n{params}")).unwrap()
}

fn run(study: &Study, mut backend: Backend, precision: Precision) -> Results {
    let options = Options { precision: Some(precision), ..Options::default() };
    study.run_with(&mut backend, &options).unwrap()
}

fn reference(study: &Study) -> Results {
    run(study, Backend::reference(), Precision::F64)
}

/// The method of steps: the solution of `x'' = -g x(t - τ)` that was at rest at `x0` before the start. Each delay adds
/// one more polynomial.
fn method_of_steps(x0: f64, g: f64, tau: f64, t: f64) -> f64 {
    let (mut sum, mut factor) = (1.0, 1.0);
    for m in 1..30 {
        let since = t - f64::from(m - 1) * tau;
        if since <= 0.0 {
            break;
        }
        factor *= -g / f64::from(2 * m * (2 * m - 1));
        sum += factor * since.powi(2 * m);
    }
    x0 * sum
}

/// Members in free flight, each with its own gain and a delay that is no multiple of the step.
fn free(h: f64) -> Results {
    reference(&study(
        &format!("members = 40\nduration = 3.0\nh = {h}"),
        "gravity = 0.0\nz0 = 1.0\nx0 = { uniform = [0.5, 2.0] }\ng_xx = { uniform = [0.5, 4.0] }\n\
         tau = { uniform = [0.3, 1.7] }\ng_yy = { uniform = [0.5, 4.0] }\ny0 = { uniform = [-2.0, 1.0] }",
    ))
}

/// The worst distance from the method of steps, over members of which all fly.
fn worst(results: &Results) -> f64 {
    let column = |name: &str| results.column(name).unwrap();
    let tau = column("tau");
    let off = [("x", "x0", "g_xx"), ("y", "y0", "g_yy")].map(|(x, start, gain)| {
        let (x, start, gain) = (column(x), column(start), column(gain));
        (0..x.len())
            .map(|i| (x[i] - method_of_steps(start[i], gain[i], tau[i], 3.0)).abs())
            .fold(0.0, f64::max)
    });
    assert!(column("outcome").iter().all(|&outcome| outcome == 0.0), "all fly");
    off[0].max(off[1])
}

#[test]
fn without_contact_the_method_of_steps_is_met_with_order_one() {
    let [coarse, fine] = [worst(&free(1e-2)), worst(&free(1e-3))];
    // Measured 0.0811 and 0.00811.
    assert!(fine <= 0.01, "{fine}");
    let order = (coarse / fine).log10();
    assert!((order - 1.0).abs() <= 0.02, "order {order}");
}

/// What one member of the loop should do, with a history that keeps everything: written apart from the library.
fn by_hand(value: &dyn Fn(&str) -> f64, steps: usize) -> ([f64; 3], [f64; 3]) {
    let (h, tau, mu) = (value("h"), value("tau"), value("mu"));
    let start = ["x0", "y0", "z0"].map(value);
    let before = ["past_ux", "past_uy", "past_uz"].map(value);
    let mut u = ["ux0", "uy0", "uz0"].map(value);
    let mut history = vec![start];
    for k in 0..steps {
        let q = history[k];
        let t = k as f64 * h - tau;
        let mut past: [f64; 3] = std::array::from_fn(|j| start[j] + before[j] * t);
        if t > 0.0 {
            let left = ((t / h) as usize).min(k.saturating_sub(1));
            let share = t / h - left as f64;
            let right = history[(left + 1).min(k)];
            past = std::array::from_fn(|j| history[left][j] * (1.0 - share) + right[j] * share);
        }
        let mut w = u;
        w[0] += h
            * (value("f_x")
                - value("k_xx") * q[0]
                - value("k_xy") * q[1]
                - value("d_xx") * u[0]
                - value("d_xy") * u[1]
                - value("g_xx") * past[0]
                - value("g_xy") * past[1]);
        w[1] += h
            * (value("f_y")
                - value("k_yx") * q[0]
                - value("k_yy") * q[1]
                - value("d_yx") * u[0]
                - value("d_yy") * u[1]
                - value("g_yx") * past[0]
                - value("g_yy") * past[1]);
        w[2] +=
            h * (-value("gravity") - value("k_zz") * q[2] - value("d_zz") * u[2] - value("g_zz") * past[2]);
        if q[2] <= 0.0 && w[2] < 0.0 {
            let speed = w[0].hypot(w[1]);
            let left = if speed <= mu * -w[2] { 0.0 } else { 1.0 - mu * -w[2] / speed };
            w = [w[0] * left, w[1] * left, 0.0];
        }
        u = w;
        history.push(std::array::from_fn(|j| q[j] + h * u[j]));
    }
    (history[steps], u)
}

/// Every matrix in use, a past that moved, delays from less than a step to a hundred, steps and ends of their own.
const MIXED: &str = "mu = { uniform = [0.05, 0.3] }\nf_x = { uniform = [-1.0, 1.0] }\nf_y = 0.2\n\
    k_xx = 1.5\nk_xy = { uniform = [-0.5, 0.5] }\nk_yx = 0.25\nk_yy = 0.75\nk_zz = 0.5\n\
    d_xx = 0.1\nd_xy = -0.2\nd_yx = 0.3\nd_yy = { uniform = [0.0, 0.5] }\nd_zz = 0.05\n\
    g_xx = { uniform = [-2.0, 3.0] }\ng_xy = 0.5\ng_yx = -0.5\ng_yy = { uniform = [-2.0, 3.0] }\ng_zz = 0.4\n\
    tau = { log_uniform = [0.002, 0.9] }\ny0 = { uniform = [-1.0, 1.0] }\nz0 = { choice = [0.0, 0.3] }\n\
    ux0 = { uniform = [-2.0, 2.0] }\nuy0 = 1.0\nuz0 = { uniform = [0.0, 2.0] }\n\
    past_ux = { uniform = [-1.0, 1.0] }\npast_uy = 0.5\npast_uz = -0.25";

fn mixed(members: u64, h: &str, duration: &str) -> Study {
    study(&format!("members = {members}\nduration = {duration}\nh = {h}"), MIXED)
}

/// Two ways of rounding the same step: 500 steps of at most a few epsilon each, grown by the motion.
const ROUNDING: f64 = 1e-10;

#[test]
fn the_ring_remembers_what_a_whole_history_does() {
    let study = mixed(131, "{ uniform = [0.006, 0.012] }", "{ uniform = [0.1, 4.0] }");
    let results = run(&study, Backend::cpu(2), Precision::F64);
    let columns: Vec<&str> = study.info().columns.iter().map(|column| column.name).collect();
    let ends = ["x", "y", "z", "ux", "uy", "uz"].map(|name| results.column(name).unwrap());
    let (steps, outcome) = (results.column("steps").unwrap(), results.column("outcome").unwrap());
    for i in 0..131 {
        let params = study.params_of(i as u64);
        let value = |name: &str| params[columns.iter().position(|column| *column == name).unwrap()];
        let (q, u) = by_hand(&value, steps[i] as usize);
        for (j, exact) in q.into_iter().chain(u).enumerate() {
            assert!((ends[j][i] - exact).abs() <= ROUNDING, "member {i}, {j}: {} {exact}", ends[j][i]);
        }
    }
    // All of it was met: flight, slide and stick.
    for mode in [0.0, 1.0] {
        assert!(outcome.contains(&mode), "no member ends in mode {mode}");
    }
    assert!(results.column("steps_stick").unwrap().iter().any(|&steps| steps > 0.0), "no member sticks");
}

#[test]
fn no_delay_is_the_force_at_hand() {
    let common = "gravity = 9.81\nmu = 0.05\nx0 = { uniform = [0.5, 2.0] }\nuy0 = { uniform = [-1.0, 1.0] }\ntau = 0.0";
    let text = "members = 67\nduration = 2.0\nh = 0.004";
    let late = reference(&study(text, &format!("{common}\ng_xx = 3.0\ng_yy = 2.0")));
    let now = reference(&study(text, &format!("{common}\ng_xx = 0.0\ng_yy = 0.0\nk_xx = 3.0\nk_yy = 2.0")));
    for name in ["x", "y", "z", "ux", "uy", "uz", "steps_slide", "steps_stick"] {
        assert_eq!(late.column(name).unwrap(), now.column(name).unwrap(), "{name}");
    }
}

#[test]
fn a_past_that_moved_pushes_until_the_delay_is_over() {
    // On [0, τ] the force is known: x = x0 + u0 t - g (x0 - v τ) t²/2 - g v t³/6.
    let (g, v, tau, u0, t) = (2.0, 0.75, 1.0, 0.5, 0.9_f64);
    let params = format!("gravity = 0.0\nz0 = 1.0\ng_xx = {g}\npast_ux = {v}\ntau = {tau}\nux0 = {u0}");
    let exact = 1.0 + u0 * t - g * (1.0 - v * tau) * t * t / 2.0 - g * v * t.powi(3) / 6.0;
    let off = [1e-2, 1e-3].map(|h| {
        let results = reference(&study(&format!("members = 1\nduration = {t}\nh = {h}"), &params));
        (results.column("x").unwrap()[0] - exact).abs()
    });
    assert!(off[1] <= 1e-3 && off[1] <= 0.11 * off[0], "{off:?}");
}

/// Motions in flight die out below the line of theory, and grow above it.
#[test]
fn the_line_of_theory_parts_decay_from_growth() {
    let study = study(
        "members = 120\nduration = 80.0\nh = 0.004",
        "gravity = 0.0\nz0 = 1.0\nd_xx = 1.0\ng_xx = { grid = { from = 0.8, to = 5.0, count = 8 } }\n\
         tau = { grid = { from = 0.05, to = 1.5, count = 15 } }",
    );
    let results = run(&study, Backend::cpu(2), Precision::F64);
    let column = |name: &str| results.column(name).unwrap();
    let (gain, tau, x, ux) = (column("g_xx"), column("tau"), column("x"), column("ux"));
    let value = |name: &str| if name == "d_xx" { 1.0 } else { 0.0 };
    let line = study.system().boundaries(["g_xx", "tau"], &value).remove(0).points;
    let mut seen = [0; 2];
    for i in 0..120 {
        let near = |point: &&(f64, f64)| (point.0 - gain[i]).abs();
        let &(_, boundary) = line.iter().min_by(|a, b| near(a).total_cmp(&near(b))).unwrap();
        let size = x[i].hypot(ux[i]);
        // Within a fifth of the line nothing is said: growth is slow there, and h moves it.
        if tau[i] <= 0.8 * boundary {
            assert!(size <= 0.2, "gain {}, delay {}: {size}", gain[i], tau[i]);
            seen[0] += 1;
        } else if tau[i] >= 1.2 * boundary {
            assert!(size >= 5.0, "gain {}, delay {}: {size}", gain[i], tau[i]);
            seen[1] += 1;
        }
    }
    assert!(seen[0] > 20 && seen[1] > 20, "{seen:?}");
    // What varies from member to member has no line, nor has another pair of parameters.
    assert!(study.system().boundaries(["g_xx", "tau"], &|_| f64::NAN).is_empty());
    assert!(study.system().boundaries(["tau", "g_xx"], &value).is_empty());
}

/// A particle at rest stays so, exactly, while the feedback is below what friction can hold, and moves at once above.
#[test]
fn small_forces_stick_for_ever() {
    let study = study(
        "members = 200\nduration = 2.0\nh = 0.01\n[record]\nevery = 1\nmembers = 200",
        "mu = { uniform = [0.1, 0.5] }\ng_xx = { uniform = [0.5, 6.0] }\ntau = { uniform = [0.0, 0.5] }",
    );
    let results = reference(&study);
    let column = |name: &str| results.column(name).unwrap();
    let (mu, gain, sticks, steps) = (column("mu"), column("g_xx"), column("steps_stick"), column("steps"));
    let holds: Vec<bool> = (0..200).map(|i| gain[i] <= mu[i] * 9.81).collect();
    assert!(holds.contains(&true) && holds.contains(&false));
    for i in 0..200 {
        assert_eq!(sticks[i] == steps[i], holds[i], "member {i}: {} of {} steps", sticks[i], steps[i]);
    }
    let rows = &results.trajectories;
    let real = |name: &str, row: usize| rows.get(name).unwrap().real(row);
    for row in (0..rows.rows()).filter(|&row| holds[real("member", row) as usize]) {
        let state = ["x", "y", "z", "ux", "uy", "uz"].map(|name| real(name, row));
        assert_eq!(state, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], "row {row}");
    }
    assert_eq!(results.summary.flagged(), 0);
}

/// All numbers of the members, as bits.
fn bits(results: &Results) -> Vec<(String, Vec<u64>)> {
    let columns = &results.members.columns;
    let rows = results.members.rows();
    columns.iter().map(|c| (c.name.clone(), (0..rows).map(|i| c.real(i).to_bits()).collect())).collect()
}

#[test]
fn lanes_threads_and_segments_give_the_same_bits() {
    // 9000 steps: more than one segment of the CPU. Members of different length, and no multiple of any lanes.
    for study in [mixed(37, "0.0005", "4.5"), mixed(131, "{ uniform = [0.005, 0.02] }", "2.0")] {
        for precision in [Precision::F32, Precision::F64] {
            let lanes = |isa: Isa, threads: usize| {
                let cpu = Cpu { isa, threads, fast_math: false, name: "cpu" };
                bits(&run(&study, Backend::Cpu(cpu), precision))
            };
            let scalar = lanes(Isa::Scalar, 1);
            for isa in Isa::all() {
                assert!(lanes(isa, 2) == scalar, "{isa:?} {precision}");
            }
        }
    }
}

#[test]
fn the_ring_outlives_dispatches_and_chunks() {
    let Some(gpu) = common::gpu("the_ring_outlives_dispatches_and_chunks") else { return };
    let mut backend = Backend::Gpu(Box::new(gpu));
    let tunings = [
        Tuning { workgroup: 64, pack: 1, unroll: 1, steps: 0 },
        Tuning { workgroup: 32, pack: 3, unroll: 2, steps: 37 },
        Tuning { workgroup: 128, pack: 4, unroll: 4, steps: 101 },
    ];
    for study in [mixed(531, "0.01", "3.0"), mixed(531, "{ uniform = [0.005, 0.02] }", "2.0")] {
        let expected = bits(&run(&study, Backend::cpu(2), Precision::F32));
        // The last one has room for a few hundred members' memory at a time only.
        for (tuning, largest) in tunings.into_iter().zip([u64::MAX, u64::MAX, 1 << 19]) {
            let Backend::Gpu(gpu) = &mut backend else { unreachable!("it was made as one") };
            (gpu.tune, gpu.largest_buffer) = (Tune::Pinned(tuning), largest);
            let options = Options { precision: Some(Precision::F32), ..Options::default() };
            let found = bits(&study.run_with(&mut backend, &options).unwrap());
            for (found, expected) in found.iter().zip(&expected) {
                assert!(found == expected, "{tuning:?}, {largest}: {}", found.0);
            }
        }
    }
}

#[test]
fn a_delay_that_no_memory_holds_is_refused() {
    let study = study("members = 1\nduration = 1.0\nh = 1e-6", "tau = 1.0");
    let said = study.run(Backend::cpu(1)).expect_err("refused").to_string();
    assert!(said.contains("at most 262144 steps"), "{said}");
}
