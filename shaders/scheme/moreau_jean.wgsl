// The Moreau-Jean theta-scheme (Acary & Collins-Craft 2023, eq. 53 and 63). Twin of src/scheme/moreau_jean.rs, which states
// the step in full.

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
    let one = Real(1.0);
    let theta = p.theta_scheme;
    let reach = p.theta_scheme * h;
    let place = model_travel(q, u * reach);
    let test = model_travel(q, u * (p.test_point * h));
    let u_loose = u + model_soften(c, reach, model_acceleration(c, d, place, u)) * h;
    let loose = model_local(c, place, u_loose);
    let delassus = model_soft_delassus(c, reach, place);
    let contact = (model_gap(c, test) <= model_skin(c)) && (space_normal(delassus, loose) < zero);

    let rough = model_rough(c, d, place, u);
    let problem = Problem(delassus, model_local(c, place, u), loose, rough, theta, contact, stuck);
    let reaction = law_impulse(law, problem);
    let u_end = u_loose + model_soften(c, reach, model_kick(c, place, reaction.impulse));
    let mean = u_end * theta + u * (one - theta);
    let q_end = model_travel(q, mean * h);
    let end = model_local(c, place, u_end);
    return Step(
        q_end,
        u_end,
        q_end,
        problem,
        reaction.impulse,
        end,
        end,
        reaction.sticks,
        true,
    );
}
