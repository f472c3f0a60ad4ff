// One contact in a plane with friction in generalised forces, any H (Charles & Ballard 2016, P3'). Twin of
// src/law/generalised.rs, which states the law in full; cone and friction_set come before it.

// The normal velocity after the contact.
fn law_rebound(p: LawParams, a: Problem) -> Real {
    let zero = Real(0.0);
    let speed = -(p.e * a.before.y);
    // What the forces of this step take from a velocity that leaves.
    let taken = a.before.y - a.loose.y;
    return larger(zero, select(zero, speed, taken < speed));
}

// W = U_t - k U_n, the velocity that the tangential part works on.
fn law_slip(a: Problem, v: Local) -> Real {
    return v.x - a.h.tn / a.h.nn * v.y;
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let zero = Real(0.0);
    let bounds = set_of(a.h, p.mu * a.rough);
    let k = a.h.tn / a.h.nn;
    let kappa = a.h.tt - k * a.h.tn;
    let lambda = (law_rebound(p, a) - a.loose.y) / a.h.nn;
    let w = law_slip(a, a.loose);
    let flow = set_flow(bounds, select(zero, kappa, p.flat * a.h.tt < kappa), lambda, w);
    // On the edge of the set P_n = lambda/side: the same, without a difference.
    let edge_n = lambda / select(set_side(bounds, -w), Real(1.0), flow.stops);
    let impulse_n = select(edge_n, lambda - k * flow.a, flow.stops);
    let impulse = Local(select(zero, flow.a, a.contact), select(zero, impulse_n, a.contact));
    return Reaction(impulse, a.contact && flow.stops);
}

// |W| in contact, which is |U_t| where it is kept.
fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    let slide = select(space_slide(end), abs(law_slip(a, end)), a.contact);
    return select(slide, Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    let mu = p.mu * a.rough;
    return cone_margin(a.h, mu, mu, a.loose.x);
}

// Coulomb's cone; and where lambda is not positive, no impulse at all.
fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let t = impulse.x;
    let n = impulse.y;
    let reach = p.mu * a.rough * n;
    let firm = Real(0.0) < law_rebound(p, a) - a.loose.y;
    return t * t - select(-(n * n), reach * abs(reach), firm);
}

fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let t = impulse.x;
    let n = impulse.y;
    let mu = p.mu * a.rough;
    let lambda = n + a.h.tn / a.h.nn * t;
    let slip = select(slide, -slide, law_slip(a, end) < Real(0.0));
    // Within the domain, the most power that the set allows; outside, no motion while contact is firm.
    let allowed = set_domain(set_of(a.h, mu), -slip);
    let flow = select(lambda * slide, t * slip + mu * n * slide, allowed);
    return abs(lambda * (end.y - law_rebound(p, a))) + abs(flow);
}

// Against the normal velocity before where the contact rebounds, against the loose one where it does not.
fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    let zero = Real(0.0);
    let before = a.before.y;
    let n = a.loose.y;
    let shift = Real(0.5) * (n * n - before * before) / a.h.nn;
    let rebounds = a.contact && (zero < law_rebound(p, a));
    return space_gain(a.h, impulse, a.loose, end) + select(zero, shift, rebounds);
}
