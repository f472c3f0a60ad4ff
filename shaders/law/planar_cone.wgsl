// Soft contact with Coulomb friction in a plane, any H (Moreau 1988, Sec. 13-15). Twin of src/law/planar_cone.rs;
// `law_coefficients` comes before it.

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let mu = law_coefficients(p, a.stuck) * a.rough;
    let cone = cone_impulse(a.h, mu.x, mu.y, a.loose);
    return Reaction(select(Local(), cone.impulse, a.contact), a.contact && cone.sticks);
}

// What rounding leaves of the velocity of a contact that sticks is no motion.
fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    let mu = law_coefficients(p, a.stuck) * a.rough;
    return cone_margin(a.h, mu.x, mu.y, a.loose.x);
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let mu = law_coefficients(p, a.stuck) * a.rough;
    return cone_excess(mu.x, mu.y, impulse);
}

fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let mu = law_coefficients(p, a.stuck) * a.rough;
    return cone_residual(mu.x, mu.y, impulse, end, slide);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
