// A member before its first step, as theory sees it. Twin of src/beginning.rs; `size_of` is composed by src/wgsl.rs.

fn beginning(c: Setup, law: LawParams, limits: Limits, q: Coords, u: Coords) -> Beginning {
    let zero = Real(0.0);
    // A start on the boundary or at rest is so to rounding only.
    let touch = limits.rounding * size_of(q);
    let still = limits.rounding * size_of(u);
    let local = model_local(c, q, u);
    let slide = space_slide(local);
    let margin = law_margin(law, model_delassus(c, q), local, slide <= still);
    let loose = model_acceleration(c, model_drive(c, zero), q, u);
    let push = space_normal(model_local(c, q, loose)) + space_normal(model_curvature(c, q, u));
    let kind = theory_class(model_gap(c, q), touch, space_normal(local), slide, still, margin, push);
    return Beginning(kind, margin, push, slide);
}
