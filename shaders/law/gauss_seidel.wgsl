// Several contacts at a time, by block Gauss-Seidel from nothing. Twin of src/law/gauss_seidel.rs; what it sweeps by is in shaders/sweeps.wgsl.

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    return balls_settle(p, a, Local(), Bodies(), a.contact);
}
