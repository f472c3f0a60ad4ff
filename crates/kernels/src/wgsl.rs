//! Composition of WGSL: plain concatenation of the files in `shaders/`, with structs and loaders written from the
//! parameter tables. No build script, no preprocessor: `moreau shader` prints exactly what runs.

use std::fmt::Write;

mod access;
mod draws;
mod ring;
mod sampling;
mod series;
mod vectors;
use access::{loaders, state_access};
use draws::draws;
use ring::ring;
use sampling::sampling;
use series::generated;
pub use vectors::element;
use vectors::{arithmetic, construct};

use crate::columns::Fields;
use crate::dist::{Drawing, Normal};
use crate::field::Grid;
use crate::real::Scalar;
use crate::relief::{Relief, head};
use crate::tally::{COUNT_BITS, Limits, MOST_COUNTED, Places, Tally};
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
    /// The number of components of a local velocity.
    pub local: usize,
    /// Which velocity is an angular one.
    pub spin: Option<usize>,
    /// Whether forces depend on where the body was.
    pub delayed: bool,
    /// Numbers that a member's desk has room for.
    pub desk: usize,
    /// The relief that it moves over, if it needs one.
    pub relief: Option<&'static Relief>,
    /// Whether the falls of the sliding speed are followed.
    pub falls: bool,
    /// Whether the model's drive needs `noise`.
    pub noise: bool,
    /// Fields of `Seen`.
    pub seen: &'static [&'static str],
    /// Fields of `Books`.
    pub books: &'static [&'static str],
    /// Text of the ledger, and of the model's energy where it is needed.
    pub ledger: [&'static str; 2],
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
    /// The columns that the kernel draws by itself, if it does.
    pub drawing: Option<&'a Drawing>,
    /// Where the drive comes from.
    pub clock: Clock,
    /// Rows of the shared drive that one dispatch can read.
    pub table_rows: u32,
    /// Members that one invocation advances together.
    pub pack: u32,
    /// Steps that one iteration of its loop makes.
    pub unroll: u32,
    /// Whether members may differ in their number of steps.
    pub ragged: bool,
    /// Whether every step is certified.
    pub certified: bool,
    /// Whether every step is the scheme's lean one.
    pub lean: bool,
    /// The field that is sampled, if any.
    pub field: Option<&'a Grid>,
    /// Whether trajectories are recorded.
    pub record: bool,
}

/// The files that hold functions for every triple: operators, geometry, time.
const OPERATORS: [&str; 6] = [
    crate::shader!("math.wgsl"),
    crate::shader!("prox.wgsl"),
    crate::shader!("tip.wgsl"),
    crate::shader!("frame.wgsl"),
    crate::shader!("theory.wgsl"),
    crate::shader!("clock.wgsl"),
];
/// Random words, for members that draw their own parameters and for noise.
const RANDOM: &str = crate::shader!("rng.wgsl");
const DRAWING: &str = crate::shader!("dist.wgsl");
const NOISE: &str = crate::shader!("noise.wgsl");
const BEGINNING: &str = crate::shader!("beginning.wgsl");
const FIELD: &str = crate::shader!("field.wgsl");

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

/// Everything but bindings and entry points: what probes call, and what ensemble kernels call.
pub fn library<T: Scalar>(parts: &Parts) -> String {
    functions::<T>(parts, true, false)
}

/// The same, without what draws parameters where the host does that: drivers compile what nobody calls, too.
fn functions<T: Scalar>(parts: &Parts, drawing: bool, lean: bool) -> String {
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
    text += &struct_of("Places", Places::<f64>::NAMES);
    text += &struct_of("Limits", Limits::<f64>::NAMES);
    text += &struct_of("Seen", parts.seen);
    text += &struct_of("Books", parts.books);
    text += &generated::<T>();
    for piece in OPERATORS {
        text = text + "\n" + piece;
    }
    if drawing || parts.noise {
        text = text + "\n" + RANDOM;
    }
    if drawing {
        text += &struct_of("Normal", Normal::<f64>::NAMES);
        text += DRAWING;
    }
    if parts.noise {
        text = text + "\n" + NOISE;
    }
    text = text + "\n" + FIELD + "\n" + parts.space;
    if parts.relief.is_some() {
        writeln!(text, "\nconst RELIEF_HEAD = {}u;", head::LEN).unwrap();
        let place = binding::RELIEF;
        writeln!(text, "@group(0) @binding({place}) var<storage, read> relief: array<Real>;").unwrap();
    }
    for piece in parts.model {
        text = text + "\n" + piece;
    }
    if parts.delayed {
        text = text + "\n" + crate::shader!("delay.wgsl");
    }
    text = text + "\n" + crate::shader!("step.wgsl");
    if parts.desk > 0 {
        // Members' desks side by side, so that neighbouring invocations read and write neighbouring numbers: a place, and their number.
        writeln!(text, "\nvar<private> desk: vec2<u32>;").unwrap();
        let place = binding::DESK;
        writeln!(text, "@group(0) @binding({place}) var<storage, read_write> tableau: array<vec4<Real>>;")
            .unwrap();
    }
    for piece in parts.law {
        text = text + "\n" + piece;
    }
    text += &format!("\n{}", arithmetic(parts.dof, parts.local));
    let sizes: Vec<String> = (0..parts.dof).map(|j| format!("abs(v{})", element(parts.dof, j))).collect();
    writeln!(text, "\nfn size_of(v: Coords) -> Real {{ return {}; }}", sizes.join(" + ")).unwrap();
    let spin = parts.spin.map_or("Real(0.0)".to_owned(), |j| format!("u{}", element(parts.dof, j)));
    writeln!(text, "fn spin_of(u: Coords) -> Real {{ return {spin}; }}").unwrap();
    writeln!(text, "const LEAN = {lean};").unwrap();
    writeln!(text, "const COUNT_BITS = {COUNT_BITS}u;\nconst MOST_COUNTED = {MOST_COUNTED}u;").unwrap();
    let [ledger, energy] = parts.ledger;
    for piece in [energy, parts.scheme, crate::shader!("tally.wgsl"), BEGINNING, parts.watch, ledger] {
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
    pub const RING: u32 = 8;
    /// Here and in probes.
    pub const RELIEF: u32 = 9;
    pub const DESK: u32 = 10;
}

/// The integers of one dispatch, in the order of the WGSL struct `Run`. Those from `total` on are for kernels that draw: the
/// steps of every member, the number of the first member, the seed; `slots` is for those that remember; uniform buffers
/// come in 16 bytes.
pub const RUN_FIELDS: [&str; 16] = [
    "members",
    "row",
    "first",
    "steps",
    "every",
    "record_every",
    "record_members",
    "field_every",
    "total",
    "start_low",
    "start_high",
    "seed_low",
    "seed_high",
    "slots",
    "pad_0",
    "pad_1",
];

/// The ensemble kernel of a triple.
pub fn ensemble<T: Scalar>(parts: &Parts, layout: &Layout<'_>) -> String {
    let mut text = functions::<T>(parts, layout.drawing.is_some(), layout.lean);
    text += &bindings(parts, layout);
    text += &draws(layout);
    text += &loaders(parts, layout);
    text += &state_access(parts);
    text += &ring(parts);
    text += if parts.desk > 0 {
        "fn take_desk(i: u32) { desk = vec2<u32>(i, run.members); }\n"
    } else {
        "fn take_desk(i: u32) { }\n"
    };
    text += &sampling(parts, layout);
    text + "\n" + &repeated(crate::shader!("ensemble.wgsl"), layout)
}

fn bindings(parts: &Parts, layout: &Layout<'_>) -> String {
    let run: Vec<String> = RUN_FIELDS.iter().map(|field| format!("{field}: u32")).collect();
    let mut text = format!("\noverride WORKGROUP: u32 = 64u;\nstruct Run {{ {} }}\n", run.join(", "));
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
    if parts.delayed {
        bind(binding::RING, "storage, read_write", "ring", "array<Real>");
    }
    for (j, name) in WORDS.iter().enumerate() {
        writeln!(text, "const {} = {j}u;", name.to_uppercase()).unwrap();
    }
    writeln!(text, "const FALLS = {};", parts.falls).unwrap();
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
    writeln!(text, "// {dof} coordinates, {dof} velocities, the tally, what was seen, then the books.")
        .unwrap();
    text
}

/// Repeats each line with a dollar sign for every member of a pack, and each with a hash for every step of an iteration,
/// steps outermost. Only text can do that: an override constant can be the size of a workgroup, but it can declare no
/// variables and repeat no statements, and a loop over an array of members is not kept in registers.
fn repeated(entry: &str, layout: &Layout<'_>) -> String {
    let Layout { pack, unroll, ragged, certified, .. } = layout;
    let mut text = format!("const PACK = {pack}u;\nconst UNROLL = {unroll}u;\nconst RAGGED = {ragged};\n");
    writeln!(text, "const CERTIFIED = {certified};").unwrap();
    for line in entry.lines() {
        let code = line.split("//").next().unwrap_or_default();
        let times = |sign: char, count: u32| if code.contains(sign) { count } else { 1 };
        for step in 0..times('#', *unroll) {
            for member in 0..times('$', *pack) {
                text += &line.replace('#', &step.to_string()).replace('$', &member.to_string());
                text.push('\n');
            }
        }
    }
    text
}
