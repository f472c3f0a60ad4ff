//! The WGSL of what a member remembers: positions in a ring `[slot][coordinate][member]`, so that neighbouring invocations
//! read and write neighbouring numbers. Twin of `Memory` in `src/delay.rs`.

use std::fmt::Write;

use super::{Parts, construct, element};

/// What models that never look back have instead: the compiler leaves nothing of it.
const NONE: &str = "alias Memory = u32;\n\
    fn load_memory(i: u32, live: bool, c: Setup, h: Real) -> Memory { return i; }\n\
    fn recall(k: u32, c: Setup, h: Real, d: Drive, m: Memory) -> Drive { return d; }\n\
    fn note(done: u32, q: Coords, m: Memory) { }\n";

/// A copy of the last member, which fills up a pack, must not write: the member itself may be at another step.
const SOME: &str = "struct Memory { lag: Lag, i: u32, live: bool }\n\
    fn load_memory(i: u32, live: bool, c: Setup, h: Real) -> Memory {\n    \
    return Memory(lag_of(model_lag(c), h), i, live);\n}\n\
    fn recall(k: u32, c: Setup, h: Real, d: Drive, m: Memory) -> Drive {\n    \
    let done = run.first + k;\n    \
    var past = model_past(c, lag_time(m.lag, Real(done), h));\n    \
    if (m.lag.whole < Real(done)) {\n        \
    let newer = done - u32(m.lag.whole);\n        \
    past = lag_between(m.lag, ring_at(newer % run.slots, m.i), ring_at((newer - 1u) % run.slots, m.i));\n    }\n    \
    return model_recall(d, past);\n}\n";

/// `load_memory`, `recall` and `note`.
pub(super) fn ring(parts: &Parts) -> String {
    if !parts.delayed {
        return NONE.to_owned();
    }
    let dof = parts.dof;
    let place = |slot: &str, i: &str, j: usize| format!("ring[({slot} * {dof}u + {j}u) * run.members + {i}]");
    let loads: Vec<String> = (0..dof).map(|j| place("slot", "i", j)).collect();
    let mut text =
        format!("fn ring_at(slot: u32, i: u32) -> Coords {{ return {}; }}\n", construct("Coords", &loads));
    text += SOME;
    text +=
        "fn note(done: u32, q: Coords, m: Memory) {\n    let slot = done % run.slots;\n    if (m.live) {\n";
    for j in 0..dof {
        writeln!(text, "        {} = q{};", place("slot", "m.i", j), element(dof, j))
            .expect("a String takes all");
    }
    text + "    }\n}\n"
}
