// Soft contact with Coulomb friction, H = w 1. Twin of src/law/disk.rs; `law_coefficient` comes before it.
// Find P in K = {|P_t| <= mu P_n} and U = U_L + H P with -(U + mu |U_t| n) in N_K(P) and U_n = 0
// (Moreau 1988, Def. 12.3 and Sec. 16); for H = w 1 the prox to disk.

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let mu = law_coefficient(p, a.stuck) * a.rough;
    // Without contact the disk is a point, and nothing is cut.
    let stop = select(Real(0.0), abs(a.loose.z), a.contact);
    let cut = project_disk(a.loose.xy, mu * stop);
    let impulse = Local(-cut.point.x / a.h, -cut.point.y / a.h, stop / a.h);
    return Reaction(impulse, a.contact && cut.inside);
}

// No root is spent on it: the disk cuts its radius from the length of the loose velocity.
fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    let mu = law_coefficient(p, a.stuck) * a.rough;
    return larger(Real(0.0), space_slide(a.loose) - mu * (impulse.z * a.h));
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    return a.h;
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let radius = law_coefficient(p, a.stuck) * a.rough * impulse.z;
    return impulse.x * impulse.x + impulse.y * impulse.y - radius * radius;
}

fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let mu = law_coefficient(p, a.stuck) * a.rough;
    // Moreau Def. 12.3: P_n U_n = 0, and friction dissipates as much as the cone allows.
    let friction_power = impulse.x * end.x + impulse.y * end.y;
    return abs(impulse.z * end.z) + abs(friction_power + mu * impulse.z * slide);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
