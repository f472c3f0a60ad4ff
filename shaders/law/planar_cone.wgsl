// Soft contact with Coulomb friction in a plane, any H (Moreau 1988, Sec. 13-15). Twin of src/law/planar_cone.rs;
// `law_coefficients` comes before it.

fn law_impulse(p: LawParams, h: Delassus, loose: Local, contact: bool, stuck: bool) -> Reaction {
    let mu = law_coefficients(p, stuck);
    let cone = cone_impulse(h, mu.x, mu.y, loose);
    return Reaction(select(Local(), cone.impulse, contact), contact && cone.sticks);
}

// What rounding leaves of the velocity of a contact that sticks is no motion.
fn law_slide(p: LawParams, h: Delassus, loose: Local, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, h: Delassus, loose: Local, stuck: bool) -> Real {
    let mu = law_coefficients(p, stuck);
    return cone_margin(h, mu.x, mu.y, loose.x);
}

fn law_cone(p: LawParams, impulse: Local, stuck: bool) -> Real {
    let mu = law_coefficients(p, stuck);
    return cone_excess(mu.x, mu.y, impulse);
}

fn law_residual(p: LawParams, impulse: Local, end: Local, slide: Real, stuck: bool) -> Real {
    let mu = law_coefficients(p, stuck);
    return cone_residual(mu.x, mu.y, impulse, end, slide);
}
