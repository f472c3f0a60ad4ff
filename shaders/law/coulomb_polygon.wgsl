// Soft contact with Coulomb friction in a regular polygon, H = w 1. Twin of src/law/coulomb_polygon.rs.
// Find P with P_t in P_n Q and U = U_L + H P with U_n = 0 and -U_t normal to P_n Q at P_t (Moreau 1988, Sec. 12).

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    // Without contact the polygon is a point, and nothing is cut.
    let stop = select(Real(0.0), abs(a.loose.z), a.contact);
    let axis = turn_of_degrees(p.axis_deg);
    let cut = project_polygon(a.loose.xy, p.mu_corner * a.rough * stop, p.sides, axis);
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

// The friction set of the impulse is that of minus it: friction acts against the velocity it is cut from.
fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let axis = turn_of_degrees(p.axis_deg);
    return polygon_excess(-impulse.xy, p.mu_corner * a.rough * impulse.z, p.sides, axis);
}

fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    // P_n U_n = 0, and friction dissipates as much as the polygon allows.
    let friction_power = impulse.x * end.x + impulse.y * end.y;
    let most = polygon_support(end.xy, p.mu_corner * a.rough * impulse.z, p.sides, turn_of_degrees(p.axis_deg));
    return abs(impulse.z * end.z) + abs(friction_power + most);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
