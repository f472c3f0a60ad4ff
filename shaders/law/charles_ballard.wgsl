// A particle in a corner, after Charles & Ballard 2016, Problem P4. Twin of src/law/charles_ballard.rs, which states the
// law: an impact that gives the normal velocity, then smooth motion with friction that is the sum of the planes'.

// A step before friction has its say on the smooth part.
struct Slip { impulse: Local, soft: Local, bound: Real }

// mu.push, what friction can take where the planes push so.
fn corner_bound(p: LawParams, rough: Real, push: Local) -> Real {
    return rough * (p.mu1 * push.x + p.mu2 * push.y + p.mu3 * push.z);
}

// The impulse of the impact in a step: none, if the velocity before it enters no plane.
fn corner_rebound(p: LawParams, a: Problem) -> Local {
    let zero = Real(0.0);
    let one = Real(1.0);
    let soft = corner_prox(a.h, a.before);
    let total = soft.push.x + soft.push.y + soft.push.z;
    let e = select(zero, (p.e1 * soft.push.x + p.e2 * soft.push.y + p.e3 * soft.push.z) / total, zero < total);
    let out = corner_prox(a.h, soft.point + corner_total(a.h, soft.push) * e);
    let push = soft.push * (one + e) + out.push;
    let along = corner_along(a.h, out.point);
    return corner_total(a.h, push) - corner_cut(along, corner_bound(p, a.rough, push));
}

// The impact of a step, then its smooth part but for friction.
fn corner_slip(p: LawParams, a: Problem) -> Slip {
    // Impulses are added up, not differences of velocities taken: drivers cancel those in their own way.
    let impact = corner_rebound(p, a);
    let soft = corner_prox(a.h, a.loose + impact);
    let impulse = impact + corner_total(a.h, soft.push);
    return Slip(impulse, soft.point, corner_bound(p, a.rough, soft.push));
}

// Where there is contact and the velocity before it enters no plane: what follows is no impact.
fn corner_smooth(a: Problem) -> bool {
    return a.contact && Real(0.0) <= space_normal(a.h, a.before);
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let slip = corner_slip(p, a);
    let inside = sqrt(space_dot(slip.soft, slip.soft)) <= slip.bound;
    // What sticks has exactly no velocity left.
    let impulse = select(slip.impulse - corner_cut(slip.soft, slip.bound), Local() - a.loose, inside);
    return Reaction(select(Local(), impulse, a.contact), a.contact && inside);
}

fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    return space_weight(a.h);
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let split = corner_prox(a.h, Local() - impulse);
    let bound = corner_bound(p, a.rough, split.push);
    let excess = space_dot(split.point, split.point) - bound * bound;
    return select(Real(0.0), excess, corner_smooth(a));
}

// No plane is entered; and in a step without impact, the normal part of the impulse does no work, friction as much as it can.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let zero = Real(0.0);
    let split = corner_prox(a.h, Local() - impulse);
    let normal_power = space_dot(corner_total(a.h, split.push), end);
    let friction_power = space_dot(split.point, end) - corner_bound(p, a.rough, split.push) * slide;
    let smoothly = select(zero, abs(normal_power) + abs(friction_power), corner_smooth(a));
    let entered = larger(zero, -space_normal(a.h, end)) * space_slide(impulse);
    return select(zero, smoothly + entered, a.contact);
}

// What the impact adds to the energy before it, or the smooth part to the energy that the force leaves, whichever is larger.
fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    let impact = corner_rebound(p, a);
    let out = a.before + impact;
    let loose = a.loose + impact;
    let gain = larger(space_dot(out, out) - space_dot(a.before, a.before), space_dot(end, end) - space_dot(loose, loose));
    return select(Real(0.0), Real(0.5) * gain, a.contact);
}
