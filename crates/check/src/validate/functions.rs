//! Every WGSL function against its Rust twin. One dispatch computes a function on all cases, and beside it a few
//! copies with a slip in them: the comparison that passes the one must fail at least one of the others.

use std::fmt::Write;

use super::compare::{FUNCTION_ULPS, Gap, MOVES, Numbers, SINGLE_ULPS, STEP_ULPS};
use super::compare::{compare, compare_beyond, moved, scales, widen};
use super::draw::{Dice, widened};
use super::mutate::{compiles, renamed, slips};
use super::report::Row;
use crate::probe::Probe;
use moreau::backend::gpu::Gpu;
use moreau::backend::{Number, Precision};
use moreau::error::Error;
use moreau::relief::{self, Relief};
use moreau::wgsl::{self, Parts};

/// Inputs of each function. The ends of ranges and 0 are drawn in 3 of 16 cases, so 4096 distinct ones remain even
/// for a function of one argument.
pub const CASES: usize = 5120;
/// Desks that are kept for them, of a law that needs some: in f64 all of them would be more than a buffer can have.
const DESKS: usize = CASES / 2;
/// Slips tried in one dispatch.
pub const AT_ONCE: usize = 3;
/// Dispatches with slips before a control counts as missed.
const ROUNDS: usize = 4;

/// A twin in the precision under test.
fn twin<T: Number>(probe: &Probe, inputs: &[f64]) -> Vec<f64> {
    let of_case = |i: usize| -> Vec<f64> {
        let x = (0..probe.inputs.len()).map(|j| inputs[j * CASES + i]);
        match T::PRECISION {
            Precision::F32 => {
                (probe.f32)(&x.map(|x| x as f32).collect::<Vec<_>>()).into_iter().map(f64::from).collect()
            }
            Precision::F64 => (probe.f64)(&x.collect::<Vec<_>>()),
        }
    };
    let rows: Vec<Vec<f64>> = (0..CASES).map(of_case).collect();
    (0..probe.outputs.len()).flat_map(|j| rows.iter().map(move |row| row[j])).collect()
}

/// How far f64 itself goes when its inputs move by f32's rounding.
fn slack(probe: &Probe, dice: Dice, inputs: &[f64], truth: &[f64]) -> Vec<f64> {
    let mut slack = vec![0.0; truth.len()];
    for round in 0..MOVES {
        let inputs: Vec<f64> = inputs
            .iter()
            .enumerate()
            .map(|(at, &x)| moved(x, dice.roll(at as u64, 1 << 32 | round)))
            .collect();
        widen(&mut slack, truth, &twin::<f64>(probe, &inputs));
    }
    slack
}

/// Outputs as columns.
fn numbers<'a>(probe: &'a Probe, values: &'a [f64]) -> Numbers<'a> {
    Numbers { cases: CASES, kinds: &probe.outputs, values }
}

/// A kernel that calls a function, then each of its copies with a slip.
fn kernel(library: &str, probe: &Probe, wrong: &[String]) -> String {
    let mut text = library.to_owned();
    let outputs = probe.outputs.len();
    writeln!(
        text,
        "\n@group(0) @binding(0) var<storage, read> inputs: array<Real>;\n\
         @group(0) @binding(1) var<storage, read_write> outputs: array<Real>;\n\
         var<private> place: u32;\n\
         var<private> base: u32;\n\
         fn x(j: u32) -> Real {{ return inputs[j * {CASES}u + place]; }}\n\
         fn put(j: u32, value: Real) {{ outputs[(base + j) * {CASES}u + place] = value; }}"
    )
    .expect("a String takes all");
    let mut body = String::new();
    for version in 0..=wrong.len() {
        let mut call = probe.call.clone();
        if let Some(function) = version.checked_sub(1).map(|k| &wrong[k]) {
            let name = format!("{}_wrong_{version}", probe.function);
            text = text + &renamed(function, probe.function, &name) + "\n";
            call = renamed(&call, probe.function, &name);
        }
        writeln!(body, "    base = {}u;\n    {{\n{call}    }}", version * outputs)
            .expect("a String takes all");
    }
    // A probe without inputs still has its binding, and one that does not look at the relief or its desk has that of it.
    let bound = |name: &str| match library.contains(&format!("> {name}: array")) {
        true => format!(" || arrayLength(&{name}) == 0u"),
        false => String::new(),
    };
    let (relief, tableau) = (bound("relief"), bound("tableau"));
    // With desks, invocations take turns at them.
    let body = match tableau.is_empty() {
        true => format!("    place = id.x;\n{body}"),
        false => format!(
            "    desk = vec2<u32>(id.x, {DESKS}u);\n    \
             for (place = id.x; place < {CASES}u; place += {DESKS}u) {{\n{body}    }}\n"
        ),
    };
    let invocations = if tableau.is_empty() { CASES } else { DESKS };
    text + &format!(
        "@compute @workgroup_size(64)\n\
         fn probe(@builtin(global_invocation_id) id: vec3<u32>) {{\n    \
         if (id.x >= {invocations}u || arrayLength(&inputs) == 0u{relief}{tableau}) {{ return; }}\n{body}}}\n"
    )
}

/// The slips of a probe's function that compile.
fn valid_slips(library: &str, probe: &Probe) -> impl Iterator<Item = String> {
    let all = slips(library, probe.function);
    all.into_iter().filter(move |wrong| compiles(&kernel(library, probe, std::slice::from_ref(wrong))))
}

/// The function that is a step, with force, law and all: what may be lost in it is what a step may lose.
const WHOLE_STEP: &str = "scheme_step";

/// What an output of f64 stays below if it is nothing but rounding.
const NOTHING: f64 = 1e-13;

/// What all probes of one library and precision share.
struct Bench<'a, T> {
    gpu: &'a Gpu,
    library: String,
    system: &'a str,
    relief: Option<&'static Relief>,
    /// Numbers that a desk has room for.
    desk: usize,
    /// Slips tried in one dispatch; 0 for none at all.
    at_once: usize,
    real: std::marker::PhantomData<T>,
}

impl<T: Number> Bench<'_, T> {
    /// Outputs of the function and of its wrong copies, one after another.
    fn run(&self, probe: &Probe, inputs: &[f64], wrong: &[String]) -> Result<Vec<f64>, Error> {
        let what = format!("{} ({})", probe.function, self.system);
        let source = kernel(&self.library, probe, wrong);
        let rounded: Vec<T> = inputs.iter().map(|&x| T::of(x)).collect();
        let count = CASES * probe.outputs.len() * (1 + wrong.len());
        let outputs = self.gpu.run_once(
            [&what, &source, "probe"],
            &rounded,
            count,
            CASES as u32,
            self.relief,
            DESKS * self.desk,
        )?;
        Ok(widened(&outputs))
    }

    /// One row of the table.
    fn check(&self, probe: &Probe) -> Result<Row, Error> {
        if probe.outputs.is_empty() {
            return Ok(Row::of(&Gap::default(), 0.0, 0, probe.function).remark("returns nothing here"));
        }
        let dice = Dice::named(probe.function);
        let ulps = if probe.function == WHOLE_STEP { STEP_ULPS } else { FUNCTION_ULPS };
        let draw = |j: usize| (0..CASES).map(move |i| probe.inputs[j].value(dice.roll(i as u64, j as u64)));
        let inputs: Vec<f64> = (0..probe.inputs.len()).flat_map(draw).collect();
        let mirror = twin::<T>(probe, &inputs);
        let truth = twin::<f64>(probe, &inputs);
        let mut scales = scales(numbers(probe, &truth));
        // An output that is nothing but the rounding of f64 is that of f32 there: inputs are of order one.
        scales.iter_mut().filter(|scale| **scale < NOTHING).for_each(|scale| *scale = 1.0);
        let slack =
            if T::PRECISION == Precision::F32 { slack(probe, dice, &inputs, &truth) } else { Vec::new() };

        let mut slips = valid_slips(&self.library, probe);
        let mut verdict = None;
        let mut caught = false;
        let rounds = (ROUNDS * AT_ONCE).checked_div(self.at_once).unwrap_or(1);
        for round in 0..rounds {
            let wrong: Vec<String> = slips.by_ref().take(self.at_once).collect();
            if round > 0 && wrong.is_empty() {
                break;
            }
            let outputs = self.run(probe, &inputs, &wrong)?;
            let mut versions = outputs.chunks(CASES * probe.outputs.len());
            let right = versions.next().expect("the function itself comes first");
            verdict.get_or_insert_with(|| {
                let gap = compare(numbers(probe, right), &mirror, &scales, T::EPSILON);
                let single = f64::from(f32::EPSILON);
                let to_f64 = compare_beyond(numbers(probe, right), &truth, &slack, &scales, single);
                (gap, to_f64)
            });
            caught = versions
                .any(|wrong| !compare(numbers(probe, wrong), &mirror, &scales, T::EPSILON).within(ulps));
            if caught {
                break;
            }
        }
        let (gap, to_f64) = verdict.expect("the first round always runs");
        let mut row = Row::of(&gap, ulps, CASES, probe.function);
        if self.at_once > 0 {
            row = row.control(caught);
        }
        if T::PRECISION == Precision::F32 {
            row.to_f64 = Some(to_f64.ulps * f64::from(f32::EPSILON));
            row = row.require(to_f64.within(SINGLE_ULPS), format!("{} turned against f64", to_f64.turned));
        }
        Ok(row)
    }
}

/// Checks probes in one precision, with so many slips tried `at_once`; 0 for none at all.
pub fn check<T: Number>(
    gpu: &Gpu,
    parts: &Parts,
    probes: &[Probe],
    system: &str,
    at_once: usize,
) -> Result<Vec<Row>, Error> {
    let (library, relief) = (wgsl::library::<T>(parts), parts.relief);
    let desk = parts.desk;
    let bench = Bench::<T> { gpu, library, system, relief, desk, at_once, real: std::marker::PhantomData };
    let named = |row: Row| Row { adapter: gpu.name(), precision: T::PRECISION, system: system.into(), ..row };
    relief::over(relief, || probes.iter().map(|probe| Row::timed(|| bench.check(probe)).map(named)).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::key;
    use super::*;
    use crate::subjects;

    /// Without an adapter: what a probe says is WGSL.
    #[test]
    fn every_probe_compiles() {
        let mut seen = HashSet::new();
        for subject in subjects() {
            let system = &subject.system;
            let library = wgsl::library::<f32>(&system.parts());
            let probes = subject.probes.iter().filter(|probe| !probe.outputs.is_empty());
            for probe in probes.filter(|probe| seen.insert(key(system.as_ref(), probe))) {
                let valid = compiles(&kernel(&library, probe, &[]));
                assert!(valid, "{} of {}", probe.function, system.info().names.join(" + "));
            }
        }
    }
}
