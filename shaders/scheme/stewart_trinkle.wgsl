// The time step of Stewart & Trinkle (1996, Sec. 3). Twin of src/scheme/stewart_trinkle.rs, which states the step in full.

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
    let u_loose = coords_add(u, coords_scale(model_acceleration(c, d, q, u), h));
    let iterates = !LEAN && (zero < p.iterations);
    var w = Coords();
    if (iterates) {
        w = u;
    }
    var s: Step;
    var open = true;
    // What is done comes to the same end again: lavapipe takes members that leave a loop by `break` along with those that do not.
    for (var made = one; open; made += one) {
        var place = q;
        if (!LEAN) {
            place = model_travel(q, coords_scale(w, h));
        }
        var moved = Local();
        if (iterates) {
            moved = model_local(c, place, w);
        }
        let lifted = space_lift(model_delassus(c, place), model_gap(c, place), h, moved);
        let loose = model_local(c, place, u_loose);
        let raised = local_add(loose, lifted.by);
        let contact = space_normal(lifted.h, raised) < zero;

        let rough = model_rough(c, d, place, u);
        let reaction = law_impulse(law, Problem(lifted.h, Local(), raised, rough, one, contact, stuck));
        let u_end = model_after(c, place, u_loose, loose, reaction.impulse, contact);
        let q_end = model_travel(q, coords_scale(u_end, h));
        let end = model_local(c, place, u_end);

        var settled = true;
        open = false;
        if (!LEAN) {
            let gap = model_gap(c, q_end);
            let near = !contact || (gap <= p.tolerance);
            settled = !iterates || ((-p.tolerance <= gap) && near);
            open = iterates && (contact || (gap < zero)) && (made < p.iterations);
        }
        let problem = Problem(lifted.h, Local(), loose, rough, one, contact, stuck);
        s = Step(q_end, u_end, q_end, problem, reaction.impulse, end, local_add(end, lifted.by), reaction.sticks, settled);
        if (open) {
            w = u_end;
        }
    }
    return s;
}
