// Newton's restitution, friction by the velocity after the impact (Acary & Collins-Craft 2023, eq. 32). Twin of src/law/impact.rs, After.

fn law_shift(p: LawParams, a: Problem) -> Local {
    return Local(Real(0.0), p.e * smaller(a.before.y, Real(0.0)));
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
