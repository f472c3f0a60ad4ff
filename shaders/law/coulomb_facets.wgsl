// Soft contact with Coulomb friction in a polyhedral cone, any H (Stewart & Trinkle 1996, Sec. 3). Twin of src/law/coulomb_facets.rs, which
// states the law in full. `facets_h` comes before it.

// The impulse of a problem that was not solved: beyond all bounds, yet a number in f32.
const FACETS_LOST = Real(1e38);

struct FacetsReaction { impulse: vec3<Real>, sticks: bool }

// The impulse of an active contact, and whether it sticks.
fn facets_solve(h: SpatialDelassus, mu: Real, count: Real, turn: Real, loose: vec3<Real>) -> FacetsReaction {
    let zero = Real(0.0);
    facets_problem(h, mu, count, turn, loose);
    if (basis_search() != LCP_SOLVED) {
        return FacetsReaction(vec3<Real>(zero, zero, FACETS_LOST / h.nn), false);
    }
    var impulse = vec3<Real>();
    var sticks = true;
    for (var c = 0u; c < basis.used; c++) {
        let amount = larger(zero, basis_at(c, VALUE));
        if (slots[c] < facets.count) {
            impulse.x += amount * facet[slots[c]].x;
            impulse.y += amount * facet[slots[c]].y;
        } else if (slots[c] == facets.count) {
            impulse.z = amount;
        } else {
            sticks = amount <= zero;
        }
    }
    return FacetsReaction(impulse * facets.unit, sticks);
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    if (!a.contact) {
        return Reaction(Local(), false);
    }
    let mu = p.mu * a.rough;
    let solved = facets_solve(facets_h(a.h), mu, p.facets, turn_of_degrees(p.facets_turn), a.loose);
    return Reaction(solved.impulse, solved.sticks);
}

// What rounding leaves of the velocity of a contact that sticks is no motion.
fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

// Friction acts along the direction that is most against the sliding.
fn law_margin(p: LawParams, a: Problem) -> Real {
    let h = facets_h(a.h);
    let d = polygon_direction(a.loose.xy, p.facets, turn_of_degrees(p.facets_turn));
    return h.nn - p.mu * a.rough * (h.xn * d.x + h.yn * d.y);
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let turn = turn_of_degrees(p.facets_turn);
    return polygon_excess(impulse.xy, p.mu * a.rough * impulse.z, p.facets, turn);
}

// c_n U_n = 0, and friction takes as much power as the cone allows.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let friction_power = impulse.x * end.x + impulse.y * end.y;
    let turn = turn_of_degrees(p.facets_turn);
    let most = polygon_support(end.xy, p.mu * a.rough * impulse.z, p.facets, turn);
    return abs(impulse.z * end.z) + abs(friction_power + most);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
