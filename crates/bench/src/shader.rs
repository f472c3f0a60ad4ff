//! The operations of one step as the composed shader has them: naga's reading of the kernel is run on
//! [symbols](super::symbols), and every operation goes into a [`Graph`], so that the same rules hold as for the Rust side:
//! distinct, needed, changing.

use wgpu::naga::{Block, Function, Handle, Module, Statement, Type, TypeInner};

use super::symbols::{Run, Symbol, shape};
use moreau::error::Error;
use moreau::tally::CERTIFICATES;
use moreau_check::count::Counts;
use moreau_check::count::graph::Graph;

/// Counts the step of a composed ensemble kernel: the function that the innermost loop of its entry point calls.
pub fn count_shader(source: &str) -> Result<Counts, Error> {
    let wrong = |cause: String| Error::Shader { what: "the operation count".into(), cause };
    let module = wgpu::naga::front::wgsl::parse_str(source).map_err(|e| wrong(e.to_string()))?;
    let mut called = Vec::new();
    for entry in &module.entry_points {
        innermost(&entry.function.body, false, &mut called);
    }
    let steps = called.into_iter().filter_map(|function| count_step(&module, &module.functions[function]));
    let step = steps.max_by_key(|counts| counts.certified.plain());
    step.ok_or_else(|| wrong("the kernel has no loop that calls a step".into()))
}

/// The functions called in loops that have no loop inside.
fn innermost(block: &Block, in_loop: bool, called: &mut Vec<Handle<Function>>) {
    let is_loop = |statement: &Statement| matches!(statement, Statement::Loop { .. });
    for statement in block.iter() {
        match statement {
            Statement::Call { function, .. } if in_loop => called.push(*function),
            Statement::Loop { body, .. } => {
                let mut inner = Vec::new();
                innermost(body, true, &mut inner);
                // Calls of an outer loop are no steps if there is a loop inside.
                if body.iter().any(is_loop) {
                    inner.clear();
                    body.iter().filter(|s| is_loop(s)).for_each(|s| match s {
                        Statement::Loop { body, .. } => innermost(body, true, &mut inner),
                        _ => unreachable!("filtered"),
                    });
                }
                called.append(&mut inner);
            }
            Statement::Block(block) => innermost(block, in_loop, called),
            Statement::If { accept, reject, .. } => {
                innermost(accept, in_loop, called);
                innermost(reject, in_loop, called);
            }
            _ => {}
        }
    }
}

/// The operations of a function whose arguments of the type of its result are states, and whose others are constants.
fn count_step(module: &Module, function: &Function) -> Option<Counts> {
    let result = function.result.as_ref()?.ty;
    let mut graph = Graph::default();
    let arguments: Vec<Symbol> =
        function.arguments.iter().map(|a| shape(module, a.ty, &mut || graph.input(a.ty == result))).collect();
    let end = Run::call(module, &mut graph, function, arguments)?;
    let field =
        |name: &str, ty, symbol: &Symbol| member(module, ty, name).map(|(j, ty)| (symbol.part(j), ty));
    let mut plain = Vec::new();
    for name in ["q", "u", "ahead"] {
        plain.extend(field(name, result, &end)?.0.ids());
    }
    let (tally, ty) = field("t", result, &end)?;
    plain.extend(field("mode", ty, &tally)?.0.ids());
    let certificates: Vec<_> = CERTIFICATES
        .iter()
        .filter_map(|name| field(name, ty, &tally))
        .flat_map(|(part, _)| part.ids())
        .collect();
    let watched: Vec<_> = end.ids().into_iter().filter(|id| !certificates.contains(id)).collect();
    Some(Counts {
        plain: graph.operations(&plain),
        watched: graph.operations(&watched),
        certified: graph.operations(&end.ids()),
    })
}

/// The place and the type of a struct's member.
fn member(module: &Module, ty: Handle<Type>, name: &str) -> Option<(usize, Handle<Type>)> {
    let TypeInner::Struct { members, .. } = &module.types[ty].inner else { return None };
    members.iter().position(|m| m.name.as_deref() == Some(name)).map(|j| (j, members[j].ty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use moreau::backend::Precision;
    use moreau::study::Study;
    use moreau_check::count::count_operations;
    use moreau_check::count::graph::Operations;

    /// WGSL is the twin of the Rust step, so both have the same operations; but rounding to the nearest whole number,
    /// of up to four angles a step, is two additions here and one other operation there, and a mode is a number there and
    /// two truth values here.
    #[test]
    fn shader_and_rust_have_the_same_operations() {
        for preset in ["incline", "conveyor", "catastrophe"] {
            let study = Study::preset(preset).unwrap();
            let rust = count_operations(&study, Precision::F32).expect("an everyday triple");
            let wgsl = count_shader(&study.shader::<f32>()).unwrap();
            for (rust, wgsl) in
                [(rust.plain, wgsl.plain), (rust.watched, wgsl.watched), (rust.certified, wgsl.certified)]
            {
                let both = format!("{preset}: Rust {rust}; WGSL {wgsl}");
                assert_eq!((rust.div, rust.sqrt, rust.mul), (wgsl.div, wgsl.sqrt, wgsl.mul), "{both}");
                assert!(rust.add.abs_diff(wgsl.add) <= 8 && rust.other.abs_diff(wgsl.other) <= 6, "{both}");
            }
        }
    }

    #[test]
    fn the_larger_branch_counts() {
        let text = "
            struct Tally { mode: f32 }
            struct Moving { q: vec2<f32>, u: vec2<f32>, ahead: vec2<f32>, t: Tally }
            fn step(a: f32, now: Moving) -> Moving {
                var q = now.q * a;
                if (now.u.x < a) { q = sqrt(q) / now.u; } else { q = -q; }
                return Moving(q, now.u + now.u * (a * a), q, Tally(now.t.mode));
            }
            @group(0) @binding(0) var<storage, read_write> m: Moving;
            @compute @workgroup_size(1) fn main() {
                for (var i = 0u; i < 10u; i++) { m = step(2.0, m); }
            }";
        let counts = count_shader(text).unwrap();
        assert_eq!(counts.plain, Operations { div: 2, sqrt: 2, mul: 4, add: 2, other: 3 });
        assert!(count_shader("@compute @workgroup_size(1) fn main() {}").is_err());
    }
}
