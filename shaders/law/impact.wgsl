// Impacts with restitution and Coulomb friction in a plane, any H (Acary & Collins-Craft 2023). Twin of src/law/impact.rs, which
// states the laws in full; `law_shift` and `law_gain` come before it.

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let mu = p.mu * a.rough;
    let shifted = a.loose + law_shift(p, a);
    let cone = cone_impulse(a.h, mu, mu, shifted);
    let pushes = a.contact && (shifted.y < Real(0.0));
    return Reaction(select(Local(), cone.impulse, pushes), pushes && cone.sticks);
}

// What rounding leaves of the velocity that friction opposes is no motion where the contact sticks.
fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), space_slide(law_shift(p, a)), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    let mu = p.mu * a.rough;
    return cone_margin(a.h, mu, mu, a.loose.x + law_shift(p, a).x);
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let mu = p.mu * a.rough;
    return cone_excess(mu, mu, impulse);
}

// The conditions as projections: what is missed is an impulse; times a velocity it is an energy.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let v = end + law_shift(p, a);
    let weight = space_weight(a.h);
    let most = p.mu * a.rough * impulse.y;
    let off_n = smaller(impulse.y, v.y / weight);
    let off_t = larger(impulse.x - most, smaller(impulse.x + most, v.x / weight));
    let speed = abs(v.x) + abs(v.y) + weight * (abs(impulse.x) + abs(impulse.y));
    return select(Real(0.0), (abs(off_n) + abs(off_t)) * speed, a.contact);
}
