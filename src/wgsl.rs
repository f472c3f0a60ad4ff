//! Composition of WGSL: plain concatenation of the files in `shaders/`, with structs and loaders written from the
//! parameter tables. No build script, no preprocessor: `moreau shader` prints exactly what runs.

use std::fmt::Write;

use crate::columns::Fields;
use crate::field::{Geometry, Grid};
use crate::real::Scalar;
use crate::tally::{Counts, Limits, Tally};
use crate::tile::{WORDS, word};

/// The WGSL side of a triple: names of fields, and the texts of its pieces.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Fields of `ModelParams`.
    pub model_params: &'static [&'static str],
    /// Fields of `LawParams`.
    pub law_params: &'static [&'static str],
    /// Fields of `SchemeParams`.
    pub scheme_params: &'static [&'static str],
    /// Fields of `Setup`.
    pub setup: &'static [&'static str],
    /// Fields of `Drive`.
    pub drive: &'static [&'static str],
    /// The number of coordinates.
    pub dof: usize,
    /// Which velocity is an angular one.
    pub spin: Option<usize>,
    /// Fields of `Seen`.
    pub seen: &'static [&'static str],
    /// Text of the contact frame.
    pub space: &'static str,
    /// Text of what is watched.
    pub watch: &'static str,
    /// Texts of the model.
    pub model: &'static [&'static str],
    /// Texts of the law.
    pub law: &'static [&'static str],
    /// Text of the scheme.
    pub scheme: &'static str,
}

/// Where the drive comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// One table for all members, computed on the host in f64.
    Shared,
    /// Each member computes its own.
    Member,
}

/// What an ensemble kernel is composed for.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    /// For each column, whether all members share one value.
    pub constant: Vec<bool>,
    /// Where the drive comes from.
    pub clock: Clock,
    /// Rows of the shared drive that one dispatch can read.
    pub table_rows: u32,
    /// Invocations in a workgroup.
    pub workgroup: u32,
    /// Members that one invocation advances together.
    pub pack: u32,
    /// The field that is sampled, if any.
    pub field: Option<&'a Grid>,
    /// Whether trajectories are recorded.
    pub record: bool,
}

/// The files that hold functions for every triple: operators, geometry, time.
const OPERATORS: [&str; 5] = [
    include_str!("../shaders/math.wgsl"),
    include_str!("../shaders/prox.wgsl"),
    include_str!("../shaders/tip.wgsl"),
    include_str!("../shaders/theory.wgsl"),
    include_str!("../shaders/clock.wgsl"),
];
const BEGINNING: &str = include_str!("../shaders/beginning.wgsl");
const FIELD: &str = include_str!("../shaders/field.wgsl");

/// How many numbers a row of the drive table takes: uniform arrays are laid out in steps of 16 bytes.
pub fn drive_stride<T: Scalar>(width: usize) -> usize {
    let step = 16 / size_of::<T>();
    width.max(1).div_ceil(step) * step
}

fn struct_of(name: &str, fields: &[&str]) -> String {
    let list: Vec<String> = fields.iter().map(|field| format!("{field}: Real")).collect();
    // WGSL has no empty struct.
    let list = if list.is_empty() { "nothing: Real".to_owned() } else { list.join(", ") };
    format!("struct {name} {{ {list} }}\n")
}

/// `sin_series` of `shaders/math.wgsl`, Horner's rule over the coefficients of `src/math.rs`.
fn sin_series<T: Scalar>() -> String {
    let mut text = String::from("fn sin_series(z: Real) -> Real {\n");
    let (last, rest) = T::SIN_TURN.split_last().expect("a polynomial has coefficients");
    writeln!(text, "    var s = Real({last:?});").unwrap();
    for c in rest.iter().rev() {
        writeln!(text, "    s = s * z + Real({c:?});").unwrap();
    }
    text + "    return s;\n}\n"
}

/// Everything but bindings and entry points: what probes call, and what the ensemble kernel calls.
pub fn library<T: Scalar>(parts: &Parts) -> String {
    let mut text = format!("// Composed by moreau {}.\n", env!("CARGO_PKG_VERSION"));
    writeln!(text, "alias Real = {};", T::NAME).unwrap();
    text += &struct_of("ModelParams", parts.model_params);
    text += &struct_of("LawParams", parts.law_params);
    text += &struct_of("SchemeParams", parts.scheme_params);
    text += &struct_of("Setup", parts.setup);
    let stride = drive_stride::<T>(parts.drive.len());
    let padding: Vec<String> = (parts.drive.len()..stride).map(|j| format!("pad_{j}")).collect();
    let drive: Vec<&str> = parts.drive.iter().copied().chain(padding.iter().map(String::as_str)).collect();
    text += &struct_of("Drive", &drive);
    text += &struct_of("Tally", Tally::<f64>::NAMES);
    text += &struct_of("Counts", Counts::<f64>::NAMES);
    text += &struct_of("Limits", Limits::<f64>::NAMES);
    text += &struct_of("Seen", parts.seen);
    text += &sin_series::<T>();
    for piece in OPERATORS {
        text = text + "\n" + piece;
    }
    text = text + "\n" + FIELD + "\n" + parts.space;
    for piece in parts.model {
        text = text + "\n" + piece;
    }
    text = text + "\n" + include_str!("../shaders/step.wgsl");
    for piece in parts.law {
        text = text + "\n" + piece;
    }
    let sizes: Vec<String> = (0..parts.dof).map(|j| format!("abs(v[{j}])")).collect();
    writeln!(text, "\nfn size_of(v: Coords) -> Real {{ return {}; }}", sizes.join(" + ")).unwrap();
    let spin = parts.spin.map_or("Real(0.0)".to_owned(), |j| format!("u[{j}]"));
    writeln!(text, "fn spin_of(u: Coords) -> Real {{ return {spin}; }}").unwrap();
    for piece in [parts.scheme, include_str!("../shaders/tally.wgsl"), BEGINNING, parts.watch] {
        text = text + "\n" + piece;
    }
    text
}

/// The bindings of the ensemble kernel, group 0.
pub mod binding {
    #![allow(missing_docs)]
    pub const RUN: u32 = 0;
    pub const CONSTANTS: u32 = 1;
    pub const COLUMNS: u32 = 2;
    pub const REALS: u32 = 3;
    pub const WORDS: u32 = 4;
    pub const TABLE: u32 = 5;
    pub const FIELD: u32 = 6;
    pub const RECORD: u32 = 7;
}

/// The integers of one dispatch, in the order of the WGSL struct `Run`.
pub const RUN_FIELDS: [&str; 8] =
    ["members", "row", "first", "steps", "every", "record_every", "record_members", "field_every"];

/// The ensemble kernel of a triple.
pub fn ensemble<T: Scalar>(parts: &Parts, layout: &Layout<'_>) -> String {
    let mut text = library::<T>(parts);
    text += &bindings(parts, layout);
    text += &loaders(parts, layout);
    text += &state_access(parts);
    text += &sampling(parts, layout);
    text + "\n" + &packed(include_str!("../shaders/ensemble.wgsl"), layout.pack)
}

fn bindings(parts: &Parts, layout: &Layout<'_>) -> String {
    let run: Vec<String> = RUN_FIELDS.iter().map(|field| format!("{field}: u32")).collect();
    let mut text =
        format!("\nconst WORKGROUP = {}u;\nstruct Run {{ {} }}\n", layout.workgroup, run.join(", "));
    let mut bind = |number: u32, space: &str, name: &str, kind: &str| {
        writeln!(text, "@group(0) @binding({number}) var<{space}> {name}: {kind};").unwrap();
    };
    bind(binding::RUN, "uniform", "run", "Run");
    bind(binding::CONSTANTS, "storage, read", "constants", "array<Real>");
    bind(binding::COLUMNS, "storage, read", "columns", "array<Real>");
    bind(binding::REALS, "storage, read_write", "reals", "array<Real>");
    bind(binding::WORDS, "storage, read_write", "words", "array<u32>");
    if layout.clock == Clock::Shared {
        bind(binding::TABLE, "uniform", "table", &format!("array<Drive, {}>", layout.table_rows));
    }
    if layout.field.is_some() {
        bind(binding::FIELD, "storage, read_write", "field", "array<atomic<u32>>");
    }
    if layout.record {
        bind(binding::RECORD, "storage, read_write", "record", "array<Real>");
    }
    for (j, name) in WORDS.iter().enumerate() {
        writeln!(text, "const {} = {j}u;", name.to_uppercase()).unwrap();
    }
    writeln!(text, "const HALF = {}u;\nconst PHASE = {}u;", word::HALF, word::PHASE).unwrap();
    text += match layout.clock {
        // All members read one table, and nobody looks at the phase.
        Clock::Shared => {
            "fn drive_at(k: u32, c: Setup, phase: Phase) -> Drive { return table[k]; }\n\
             fn clock_next(phase: Phase, step: Phase) -> Phase { return phase; }\n\
             fn load_phase(j: u32, i: u32) -> Phase { return Phase(); }\n\
             fn store_phase(j: u32, i: u32, phase: Phase) { }\n"
        }
        Clock::Member => {
            "fn drive_at(k: u32, c: Setup, phase: Phase) -> Drive { return model_drive(c, clock_turn(phase)); }\n\
             fn clock_next(phase: Phase, step: Phase) -> Phase { return clock_add(phase, step); }\n\
             fn load_phase(j: u32, i: u32) -> Phase { return Phase(load_word(j, i), load_word(j + 1u, i)); }\n\
             fn store_phase(j: u32, i: u32, phase: Phase) {\n    \
             store_word(j, i, phase.lo);\n    store_word(j + 1u, i, phase.hi);\n}\n"
        }
    };
    let dof = parts.dof;
    writeln!(text, "// {dof} coordinates, {dof} velocities, the tally, then what was seen.").unwrap();
    text
}

/// One loader a parameter struct: shared values from `constants`, the others from their column.
fn loaders(parts: &Parts, layout: &Layout<'_>) -> String {
    let mut place = 0;
    let mut slot = 0;
    let mut value = || {
        let constant = layout.constant[place];
        place += 1;
        if constant {
            format!("constants[{}u]", place - 1)
        } else {
            slot += 1;
            format!("columns[{}u * run.members + i]", slot - 1)
        }
    };
    let mut text = String::new();
    let groups = [
        ("model", "ModelParams", parts.model_params),
        ("law", "LawParams", parts.law_params),
        ("scheme", "SchemeParams", parts.scheme_params),
    ];
    for (name, kind, fields) in groups {
        let values: Vec<String> = fields.iter().map(|_| value()).collect();
        writeln!(text, "fn load_{name}(i: u32) -> {kind} {{ return {kind}({}); }}", values.join(", "))
            .unwrap();
    }
    writeln!(text, "fn load_h(i: u32) -> Real {{ return {}; }}", value()).unwrap();
    let after = layout.constant.len();
    let limits = consecutive(after, Limits::<f64>::NAMES.len());
    writeln!(text, "fn limits_of_run() -> Limits {{ return Limits({limits}); }}").unwrap();
    let geometry = consecutive(after + Limits::<f64>::NAMES.len(), Geometry::<f64>::NAMES.len());
    writeln!(text, "fn geometry_of_run() -> Geometry {{ return Geometry({geometry}); }}").unwrap();
    text
}

/// Repeats each line with a dollar sign for every member of a pack.
fn packed(entry: &str, pack: u32) -> String {
    let mut text = format!("const PACK = {pack}u;\n");
    for line in entry.lines() {
        let code = line.split("//").next().unwrap_or_default();
        for j in 0..if code.contains('$') { pack } else { 1 } {
            text += &line.replace('$', &j.to_string());
            text.push('\n');
        }
    }
    text
}

fn consecutive(first: usize, count: usize) -> String {
    let list: Vec<String> = (first..first + count).map(|j| format!("constants[{j}u]")).collect();
    list.join(", ")
}

/// Loads and stores of coordinates, velocities, tally, what was seen, and words.
fn state_access(parts: &Parts) -> String {
    let dof = parts.dof;
    let mut text = String::from(
        "fn load_word(j: u32, i: u32) -> u32 { return words[j * run.members + i]; }\n\
         fn store_word(j: u32, i: u32, value: u32) { words[j * run.members + i] = value; }\n\
         fn add_word(j: u32, i: u32, value: u32) { words[j * run.members + i] += value; }\n",
    );
    let groups = [("q", "Coords", 0, dof), ("u", "Coords", dof, dof)];
    for (name, kind, first, count) in groups {
        let loads: Vec<String> =
            (first..first + count).map(|j| format!("reals[{j}u * run.members + i]")).collect();
        writeln!(text, "fn load_{name}(i: u32) -> {kind} {{ return {kind}({}); }}", loads.join(", "))
            .unwrap();
        let stores: Vec<String> =
            (0..count).map(|j| format!("reals[{}u * run.members + i] = v[{j}];", first + j)).collect();
        writeln!(text, "fn store_{name}(i: u32, v: {kind}) {{ {} }}", stores.join(" ")).unwrap();
    }
    text += &struct_access("tally", "Tally", Tally::<f64>::NAMES, 2 * dof);
    text += &struct_access("seen", "Seen", parts.seen, 2 * dof + Tally::<f64>::NAMES.len());
    text
}

/// Load and store of a struct kept from column `first` on.
fn struct_access(name: &str, kind: &str, fields: &[&str], first: usize) -> String {
    let at = |j: usize| format!("reals[{}u * run.members + i]", first + j);
    let loads: Vec<String> = (0..fields.len()).map(at).collect();
    let stores: String =
        fields.iter().enumerate().map(|(j, field)| format!("{} = s.{field}; ", at(j))).collect();
    format!(
        "fn load_{name}(i: u32) -> {kind} {{ return {kind}({}); }}\n\
         fn store_{name}(i: u32, s: {kind}) {{ {stores}}}\n",
        loads.join(", ")
    )
}

/// The test whether a sampled instant is due for one of two uses; with a single use, every instant is.
fn due(layout: &Layout<'_>, name: &str) -> String {
    let both = layout.record && layout.field.is_some();
    if both { format!("done % run.{name}_every == 0u && ") } else { String::new() }
}

/// `sample`: what is done with a member's state at each sampled instant.
fn sampling(parts: &Parts, layout: &Layout<'_>) -> String {
    let dof = parts.dof;
    let state = |j: usize| if j < dof { format!("q[{j}]") } else { format!("u[{}]", j - dof) };
    let mut body = String::new();
    if layout.record {
        writeln!(body, "    if ({}i < run.record_members) {{", due(layout, "record")).unwrap();
        body += "        let sample_number = done / run.record_every - run.first / run.record_every - 1u;\n";
        writeln!(body, "        let at = (sample_number * run.record_members + i) * {}u;", 2 * dof + 1)
            .unwrap();
        for j in 0..2 * dof {
            writeln!(body, "        record[at + {j}u] = {};", state(j)).unwrap();
        }
        writeln!(body, "        record[at + {}u] = mode;", 2 * dof).unwrap();
        body += "    }\n";
    }
    let mut text = String::new();
    if let Some(grid) = layout.field {
        let [columns, rows] = grid.cells;
        let cells = columns * rows;
        let [x, y] = grid.axes.map(state);
        writeln!(body, "    if ({}true) {{", due(layout, "field")).unwrap();
        writeln!(body, "        let cell = field_cell(geometry_of_run(), {columns}u, {rows}u, {x}, {y});")
            .unwrap();
        writeln!(body, "        atomicAdd(&field[cell], 1u);\n        if (cell < {cells}u) {{").unwrap();
        for (component, velocity) in grid.velocities.into_iter().enumerate() {
            let base = cells as usize + 1 + 2 * component * cells as usize;
            writeln!(body, "            field_add({base}u + 2u * cell, field_quantum({}));", state(velocity))
                .unwrap();
        }
        body += "        }\n    }\n";
        // A 64-bit sum in two words: the carry of the low word goes to the high one, in any order.
        text += "fn field_add(at: u32, v: i32) {\n    let low = bitcast<u32>(v);\n    \
                 let old = atomicAdd(&field[at], low);\n    \
                 let high = bitcast<u32>(v >> 31u) + select(0u, 1u, old + low < old);\n    \
                 if (high != 0u) {\n        atomicAdd(&field[at + 1u], high);\n    }\n}\n";
    }
    writeln!(text, "fn sample(i: u32, done: u32, q: Coords, u: Coords, mode: Real) {{\n{body}}}").unwrap();
    text
}
