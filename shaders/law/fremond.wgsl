// Newton's restitution, friction by the mean velocity of the impact (Acary & Collins-Craft 2023, eq. 63-64). Twin of
// src/law/impact.rs, Mean.

fn law_shift(p: LawParams, a: Problem) -> Local {
    let carry = (Real(1.0) - a.theta) / a.theta;
    return Local(carry * a.before.x, p.e * smaller(a.before.y, Real(0.0)));
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    let before = Local(a.before.x, smaller(a.before.y, Real(0.0)));
    return space_dot(impulse, end * a.theta + before * (Real(1.0) - a.theta));
}
