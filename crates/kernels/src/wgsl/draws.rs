//! The WGSL that draws a member's parameters on the device, from (seed, member, column).

use super::Layout;
use crate::dist::{Drawn, Rule};

/// The member's number and its chances; nothing where the host samples.
pub(super) fn draws(layout: &Layout<'_>) -> String {
    let total = if layout.drawing.is_some() { "run.total" } else { "load_word(TOTAL, i)" };
    let mut text = format!("fn steps_of(i: u32) -> u32 {{ return {total}; }}\n");
    if layout.drawing.is_some() {
        text += "fn member_of(i: u32) -> vec2<u32> {\n    let low = run.start_low + i;\n    \
                 return vec2<u32>(low, run.start_high + select(0u, 1u, low < i));\n}\n\
                 fn chance(i: u32, column: u32) -> Real {\n    \
                 let counter = vec4<u32>(member_of(i), column, 0u);\n    \
                 return uniform_of(philox(counter, vec2<u32>(run.seed_low, run.seed_high)));\n}\n";
    }
    text
}

/// The expression that draws a value for member `i`; the rule's numbers begin at `at` in the constants.
pub(super) fn expression(drawn: &Drawn, at: usize) -> String {
    let x = |j: usize| format!("constants[{}u]", at + j);
    let all = |from: usize, count: usize| (from..from + count).map(x).collect::<Vec<_>>().join(", ");
    let Drawn { column, stride, count, .. } = drawn;
    let chance = format!("chance(i, {column}u)");
    let share = |last: usize| format!("dist_real(member_of(i)) / {}", x(last));
    let words = format!("vec2<u32>({}u, {}u)", *stride as u32, stride >> 32);
    let turn = format!("dist_turn(member_of(i), {words}, {count}u)");
    match drawn.rule {
        Rule::Uniform => format!("dist_uniform({chance}, {})", all(0, 2)),
        Rule::LogUniform => format!("dist_log({chance}, {})", all(0, 3)),
        Rule::Normal => format!("dist_normal({chance}, Normal({}))", all(0, drawn.numbers.len())),
        Rule::Linspace => format!("dist_spaced({}, {})", share(2), all(0, 2)),
        Rule::Logspace => format!("dist_log({}, {})", share(3), all(0, 3)),
        Rule::Choice => format!("constants[{at}u + dist_place({chance}, {count}u)]"),
        Rule::Grid => format!("constants[{at}u + {turn}]"),
        Rule::EvenGrid => format!("dist_spaced(Real({turn}) / {}, {})", x(2), all(0, 2)),
    }
}
