// Moreau's midpoint time step (Moreau 1988, Sec. 11 and 16, Rem. 11.1). Twin of src/scheme/moreau_midpoint.rs,
// which states the step in full.

fn scheme_step(
    c: Setup,
    law: LawParams,
    p: SchemeParams,
    h: Real,
    d: Drive,
    q: Coords,
    u: Coords,
    stuck: bool,
) -> Step {
    let zero = Real(0.0);
    let half_h = Real(0.5) * h;
    let q_mid = q + u * half_h;
    let q_test = q + u * (p.test_point * h);
    let u_loose = u + model_acceleration(c, d, q_mid, u) * h;
    let loose = model_local(c, q_mid, u_loose);
    let contact = (model_gap(c, q_test) <= zero) && (space_normal(loose) < zero);

    let delassus = model_delassus(c, q_mid);
    let reaction = law_impulse(law, delassus, loose, contact, stuck);
    let u_end = u_loose + model_kick(c, q_mid, reaction.impulse);
    let q_end = q_mid + u_end * half_h;

    let violation = smaller(model_gap(c, q_end), zero) * p.correction;
    let push = space_along_normal(violation / space_h_nn(delassus));
    return Step(
        q_end - model_kick(c, q_mid, push),
        u_end,
        delassus,
        reaction.impulse,
        loose,
        model_local(c, q_mid, u_end),
        Touch(contact, reaction.sticks),
    );
}
