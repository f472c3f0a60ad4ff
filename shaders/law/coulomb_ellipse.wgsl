// Soft contact with anisotropic Coulomb friction, H = w 1. Twin of src/law/coulomb_ellipse.rs.
// Find P with P_t in P_n E, E the ellipse of semi-axes mu1, mu2, and U = U_L + H P with U_n = 0 and -U_t normal to P_n E at
// P_t (Moreau 1988, Sec. 12); for H = w 1 the prox to ellipse.

// The direction of axis 1.
fn law_axis(p: LawParams) -> vec2<Real> {
    let turn = turn_of_degrees(p.axis_deg);
    return vec2<Real>(cos_turn(turn), sin_turn(turn));
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    // Without contact the ellipse is a point, and nothing is cut.
    let stop = select(Real(0.0), abs(a.loose.z), a.contact);
    let share = a.rough * stop;
    let cut = project_ellipse(a.loose.xy, p.mu1 * share, p.mu2 * share, law_axis(p));
    let impulse = Local(-cut.point.x / a.h, -cut.point.y / a.h, stop / a.h);
    return Reaction(impulse, a.contact && cut.inside);
}

// What rounding leaves of the velocity of a contact that sticks is no motion.
fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    return a.h;
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let share = a.rough * impulse.z;
    return ellipse_excess(impulse.xy, p.mu1 * share, p.mu2 * share, law_axis(p));
}

fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    // P_n U_n = 0, and friction dissipates as much as the ellipse allows.
    let friction_power = impulse.x * end.x + impulse.y * end.y;
    let most = a.rough * impulse.z * ellipse_support(end.xy, p.mu1, p.mu2, law_axis(p));
    return abs(impulse.z * end.z) + abs(friction_power + most);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
