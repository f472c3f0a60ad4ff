// Moreau's midpoint time step (Moreau 1988, Sec. 11 and 16, Rem. 11.1). Twin of src/scheme/moreau_midpoint.rs,
// which states the step in full.

fn scheme_ahead(h: Real, q: Coords, u: Coords) -> Coords {
    return model_travel(q, coords_scale(u, Real(0.5) * h));
}

fn scheme_step(
    c: Setup,
    law: LawParams,
    p: SchemeParams,
    h: Real,
    d: Drive,
    q: Coords,
    q_mid: Coords,
    u: Coords,
    stuck: bool,
) -> Step {
    let zero = Real(0.0);
    var q_test = q_mid;
    if (!LEAN) {
        q_test = model_travel(q, coords_scale(u, p.test_point * h));
    }
    let u_loose = coords_add(u, coords_scale(model_acceleration(c, d, q_mid, u), h));
    let loose = model_local(c, q_mid, u_loose);
    let delassus = model_delassus(c, q_mid);
    let contact = (model_gap(c, q_test) <= model_skin(c)) && (space_normal(delassus, loose) < zero);

    let rough = model_rough(c, d, q_mid, u);
    let problem = Problem(delassus, model_local(c, q_mid, u), loose, rough, Real(0.5), contact, stuck);
    let reaction = law_impulse(law, problem);
    let u_end = model_after(c, q_mid, u_loose, loose, reaction.impulse, contact);
    let half = coords_scale(u_end, Real(0.5) * h);
    var q_end = model_travel(q_mid, half);
    if (!LEAN) {
        let violation = smaller(model_gap(c, q_end), zero) * p.correction;
        q_end = model_travel(q_end, model_kick(c, q_mid, space_push(delassus, -violation)));
    }
    let end = model_local(c, q_mid, u_end);
    return Step(
        q_end,
        u_end,
        model_travel(q_end, half),
        problem,
        reaction.impulse,
        end,
        end,
        reaction.sticks,
        true,
    );
}
