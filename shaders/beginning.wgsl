// A member before its first step, as theory sees it. Twin of src/beginning.rs; `size_of` is composed by src/wgsl.rs.

fn beginning(c: Setup, law: LawParams, limits: Limits, q: Coords, u: Coords) -> Beginning {
    let zero = Real(0.0);
    // A start on the boundary or at rest is so to rounding only.
    let touch = limits.rounding * size_of(q) + model_skin(c);
    let still = limits.rounding * size_of(u);
    let local = model_local(c, q, u);
    let slide = space_slide(local);
    let h = model_delassus(c, q);
    let d = model_drive(c, zero);
    let rests = slide <= still;
    let problem = Problem(h, local, local, model_rough(c, d, q, u), Real(0.5), rests, rests);
    let margin = law_margin(law, problem);
    let loose = model_acceleration(c, d, q, u);
    let push = space_normal(h, model_local(c, q, loose)) + space_normal(h, model_curvature(c, q, u));
    let kind = theory_class(model_gap(c, q), touch, space_normal(h, local), slide, still, margin, push);
    return Beginning(kind, margin, push, slide);
}
