// Rebound with Coulomb friction in space, any H (Moreau 1988, Def. 12.3 and Remark 16.1). Twin of
// src/law/coulomb_spatial.rs, which states the law in full.

// The normal velocity after the contact.
fn spatial_rebound(e: Real, before: Real, loose: Real) -> Real {
    let zero = Real(0.0);
    let speed = -(e * before);
    // What the forces of this step take from a velocity that leaves.
    let taken = before - loose;
    return larger(zero, select(zero, speed, taken < speed));
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let shifted = a.loose.z - spatial_rebound(p.e, a.before.z, a.loose.z);
    let solved = spatial_solve(a.h, p.mu * a.rough, Local(a.loose.x, a.loose.y, shifted));
    return Reaction(select(Local(), solved.impulse, a.contact), a.contact && solved.sticks);
}

// What rounding leaves of the velocity of a contact that sticks is no motion.
fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    let speed = space_slide(a.loose);
    let along = select(Real(0.0), (a.h.xn * a.loose.x + a.h.yn * a.loose.y) / speed, Real(0.0) < speed);
    return a.h.nn - p.mu * a.rough * along;
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let radius = p.mu * a.rough * impulse.z;
    return impulse.x * impulse.x + impulse.y * impulse.y - radius * radius;
}

// The rebound is the one wanted; friction takes as much power as the cone allows, and is along the sliding.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let normal = impulse.z * (end.z - spatial_rebound(p.e, a.before.z, a.loose.z));
    let power = impulse.x * end.x + impulse.y * end.y + p.mu * a.rough * impulse.z * slide;
    let across = impulse.x * end.y - impulse.y * end.x;
    return abs(normal) + abs(power) + abs(across);
}

// The energy that the contact adds beyond what the rebound gives back.
fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    let back = impulse.z * spatial_rebound(p.e, a.before.z, a.loose.z);
    return space_gain(a.h, impulse, a.loose, end) - back;
}
