// A particle in a corner, after Charles & Ballard 2016, Problem P4. Twin of src/law/charles_ballard.rs, which states the
// law: an impact that gives the normal velocity, then smooth motion with friction that is the sum of the planes'.

// The smooth part of a step.
struct Slip { loose: Local, soft: Local, bound: Real }

// mu.push, what friction can take where the planes push so.
fn corner_bound(p: LawParams, rough: Real, push: Local) -> Real {
    return rough * (p.mu1 * push.x + p.mu2 * push.y + p.mu3 * push.z);
}

// What is left of v when friction takes `bound` of its length.
fn corner_shrunk(v: Local, bound: Real) -> Local {
    // At v = 0 the quotient is infinite or 0/0: either way the smaller one is 1.
    return v - v * smaller(Real(1.0), over_root(bound, space_dot(v, v)));
}

// The velocity after the impact of a step: the velocity before it, if that enters no plane.
fn corner_rebound(p: LawParams, a: Problem) -> Local {
    let zero = Real(0.0);
    let one = Real(1.0);
    let soft = corner_prox(a.h, a.before);
    let total = soft.push.x + soft.push.y + soft.push.z;
    let e = select(zero, (p.e1 * soft.push.x + p.e2 * soft.push.y + p.e3 * soft.push.z) / total, zero < total);
    let out = corner_prox(a.h, soft.point + (soft.point - a.before) * e);
    let bound = corner_bound(p, a.rough, soft.push * (one + e) + out.push);
    let along = corner_along(a.h, out.point);
    return out.point - (along - corner_shrunk(along, bound));
}

// The smooth part of a step.
fn corner_slip(p: LawParams, a: Problem) -> Slip {
    let loose = corner_rebound(p, a) + (a.loose - a.before);
    let soft = corner_prox(a.h, loose);
    return Slip(loose, soft.point, corner_bound(p, a.rough, soft.push));
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let slip = corner_slip(p, a);
    let impulse = corner_shrunk(slip.soft, slip.bound) - a.loose;
    let inside = sqrt(space_dot(slip.soft, slip.soft)) <= slip.bound;
    return Reaction(select(Local(), impulse, a.contact), a.contact && inside);
}

fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    return space_weight(a.h);
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let slip = corner_slip(p, a);
    let friction = (a.loose + impulse) - slip.soft;
    let excess = space_dot(friction, friction) - slip.bound * slip.bound;
    return select(Real(0.0), excess, a.contact);
}

// The normal part does no work, friction as much as it can, and no plane is entered.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let zero = Real(0.0);
    let slip = corner_slip(p, a);
    let normal_power = space_dot(slip.soft - slip.loose, end);
    let friction_power = space_dot(end - slip.soft, end);
    let entered = larger(zero, -space_normal(a.h, end)) * space_slide(slip.loose);
    let residual = abs(normal_power) + abs(friction_power + slip.bound * slide) + entered;
    return select(zero, residual, a.contact);
}

// Neither the impact nor the smooth part gains: the larger of their gains.
fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    let slip = corner_slip(p, a);
    let rebound = corner_rebound(p, a);
    let impact = space_dot(rebound, rebound) - space_dot(a.before, a.before);
    let slipping = space_dot(end, end) - space_dot(slip.loose, slip.loose);
    return select(Real(0.0), Real(0.5) * larger(impact, slipping), a.contact);
}
