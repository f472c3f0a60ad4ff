// The sweeping-process algorithm (Monteiro Marques & Dzonou 2018, Sec. 1.2). Twin of src/scheme/sweeping_process.rs, which
// states the step in full.

fn scheme_ahead(h: Real, q: Coords, u: Coords) -> Coords {
    return q;
}

fn scheme_step(
    c: Setup,
    law: LawParams,
    p: SchemeParams,
    h: Real,
    d: Drive,
    q: Coords,
    ahead: Coords,
    u: Coords,
    stuck: bool,
) -> Step {
    let zero = Real(0.0);
    let w = coords_add(u, coords_scale(model_acceleration(c, d, q, u), h));
    let loose = model_local(c, q, w);
    let delassus = model_delassus(c, q);
    let contact = (model_gap(c, q) <= model_skin(c)) && (space_normal(delassus, loose) < zero);

    let rough = model_rough(c, d, q, u);
    let problem = Problem(delassus, model_local(c, q, u), loose, rough, Real(1.0), contact, stuck);
    let reaction = law_impulse(law, problem);
    let v = model_after(c, q, w, loose, reaction.impulse, contact);
    let q_end = model_travel(q, coords_scale(v, h));
    let end = model_local(c, q, v);
    return Step(
        q_end,
        v,
        q_end,
        problem,
        reaction.impulse,
        end,
        end,
        reaction.sticks,
        true,
    );
}
