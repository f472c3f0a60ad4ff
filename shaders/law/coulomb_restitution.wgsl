// Rebound with Coulomb friction, H = w 1. Twin of src/law/coulomb_restitution.rs, which states the law in full
// (Charles & Ballard 2016, P3; Moreau 1988, Rem. 10.2 and 11.2).

// The normal velocity after the contact.
fn law_rebound(p: LawParams, a: Problem) -> Real {
    let zero = Real(0.0);
    let one = Real(1.0);
    let e = larger(p.e, (one - p.delta) / (one + p.delta));
    let speed = -(e * a.before.z);
    // What the forces of this step take from a velocity that leaves.
    let taken = a.before.z - a.loose.z;
    return larger(zero, select(zero, speed, taken < speed));
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    // Without contact the disk is a point, and nothing is cut.
    let change = select(Real(0.0), abs(law_rebound(p, a) - a.loose.z), a.contact);
    let cut = project_disk(a.loose.xy, p.mu * a.rough * change);
    let impulse = Local(-cut.point.x / a.h, -cut.point.y / a.h, change / a.h);
    return Reaction(impulse, a.contact && cut.inside);
}

// No root is spent on it: the disk cuts its radius from the length of the loose velocity.
fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return larger(Real(0.0), space_slide(a.loose) - p.mu * a.rough * (impulse.z * a.h));
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    return a.h;
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let radius = p.mu * a.rough * impulse.z;
    return impulse.x * impulse.x + impulse.y * impulse.y - radius * radius;
}

fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    // The rebound is the one wanted, and friction dissipates as much as the cone allows.
    let friction_power = impulse.x * end.x + impulse.y * end.y;
    return abs(impulse.z * (end.z - law_rebound(p, a))) + abs(friction_power + p.mu * a.rough * impulse.z * slide);
}

// The energy against the loose sliding velocity and the normal velocity before: never positive.
fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    let before = a.before.z;
    let n = a.loose.z;
    let shift = Real(0.5) * (n * n - before * before) / a.h;
    return select(Real(0.0), space_gain(a.h, impulse, a.loose, end) + shift, a.contact);
}
