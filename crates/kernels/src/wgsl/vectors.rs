//! The WGSL of vectors of any length: coordinates, velocities, impulses.

/// How a vector of `len` numbers is asked for its number `j`. WGSL has none of more than four: eight are the columns of a
/// `mat2x4`, which adds and scales as vectors do; more are an array of `vec3`, which does not.
pub fn element(len: usize, j: usize) -> String {
    match len {
        ..=4 => format!("[{j}]"),
        5..=MOST_IN_MATRIX => format!("[{}][{}]", j / 4, j % 4),
        _ => format!("[{}][{}]", j / 3, j % 3),
    }
}

/// The most numbers that one WGSL value with operators takes here.
const MOST_IN_MATRIX: usize = 8;

/// A vector of type `kind` from its numbers.
pub(super) fn construct(kind: &str, numbers: &[String]) -> String {
    if numbers.len() <= MOST_IN_MATRIX {
        return format!("{kind}({})", numbers.join(", "));
    }
    let parts: Vec<String> =
        numbers.chunks(3).map(|part| format!("vec3<Real>({})", part.join(", "))).collect();
    format!("{kind}({})", parts.join(", "))
}

/// Sums and multiples for schemes: an array has no operators.
pub(super) fn arithmetic(dof: usize, local: usize) -> String {
    let each = |kind: &str, len: usize, term: fn(&str) -> String| match len {
        ..=MOST_IN_MATRIX => term(""),
        _ => {
            let parts: Vec<String> = (0..len / 3).map(|k| term(&format!("[{k}]"))).collect();
            format!("{kind}({})", parts.join(", "))
        }
    };
    let sum = |at: &str| format!("a{at} + b{at}");
    let add = each("Coords", dof, sum);
    let scale = each("Coords", dof, |at| format!("a{at} * s"));
    let add_local = each("Local", local, sum);
    format!(
        "fn coords_add(a: Coords, b: Coords) -> Coords {{ return {add}; }}\n\
         fn coords_scale(a: Coords, s: Real) -> Coords {{ return {scale}; }}\n\
         fn local_add(a: Local, b: Local) -> Local {{ return {add_local}; }}\n"
    )
}
