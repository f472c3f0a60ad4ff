// Soft contact with Coulomb friction in a polyhedral cone, any H (Stewart & Trinkle 1996, Sec. 3). Twin of src/law/coulomb_facets.rs, which
// states the law in full. `facets_h` comes before it.

const MOST_FACETS = 16u;
const LCP_MOST = 18u;
const LCP_QUADS = 5u;
const FACETS_CAP = 32u;
// The impulse of a problem that was not solved: beyond all bounds, yet a number in f32.
const FACETS_LOST = Real(1e38);

// The directions of the contact that is solved.
var<private> facet: array<vec2<Real>, MOST_FACETS>;

struct FacetsReaction { impulse: vec3<Real>, sticks: bool }

// The directions; each in the second half is minus one of the first, exactly.
fn facets_directions(facets: Real, turn: Real) {
    let half = u32(facets) / 2u;
    for (var k = 0u; k < half; k++) {
        let at = turn + Real(k) / facets;
        let whole = at - nearest(at);
        facet[k] = vec2<Real>(cos_turn(whole), sin_turn(whole));
        facet[k + half] = vec2<Real>(-facet[k].x, -facet[k].y);
    }
}

// Sets the problem of a contact, H and the loose velocity in units of their size. What an unknown impulse of 1 is.
fn facets_problem(h: SpatialDelassus, mu: Real, facets: Real, turn: Real, loose: vec3<Real>) -> Real {
    let zero = Real(0.0);
    let one = Real(1.0);
    let count = u32(facets);
    facets_directions(facets, turn);
    let weight = h.xx + h.yy + h.nn;
    let xx = h.xx / weight;
    let xy = h.xy / weight;
    let yy = h.yy / weight;
    let xn = h.xn / weight;
    let yn = h.yn / weight;
    let nn = h.nn / weight;
    let sum = abs(loose.x) + abs(loose.y) + abs(loose.z);
    let speed = select(one, sum, zero < sum);
    let x = loose.x / speed;
    let y = loose.y / speed;
    lcp.n = count + 2u;
    let normal = count * LCP_QUADS;
    let slip = normal + LCP_QUADS;
    for (var j = 0u; j < count; j++) {
        let d = facet[j];
        let hx = xx * d.x + xy * d.y;
        let hy = xy * d.x + yy * d.y;
        let hn = xn * d.x + yn * d.y;
        for (var i = 0u; i < count; i++) {
            lcp.m[i * LCP_QUADS + j / 4u][j % 4u] = facet[i].x * hx + facet[i].y * hy;
        }
        // The numbers of directions are multiples of four.
        lcp.m[j * LCP_QUADS + count / 4u] = vec4<Real>(hn, one, zero, zero);
        lcp.m[normal + j / 4u][j % 4u] = hn;
        lcp.m[slip + j / 4u][j % 4u] = -one;
        lcp.q[j] = d.x * x + d.y * y;
    }
    lcp.m[normal + count / 4u] = vec4<Real>(nn, zero, zero, zero);
    lcp.m[slip + count / 4u] = vec4<Real>(mu, zero, zero, zero);
    lcp.q[count] = loose.z / speed;
    lcp.q[count + 1u] = zero;
    return speed / weight;
}

// The impulse of an active contact, and whether it sticks.
fn facets_solve(h: SpatialDelassus, mu: Real, facets: Real, turn: Real, loose: vec3<Real>) -> FacetsReaction {
    let zero = Real(0.0);
    let unit = facets_problem(h, mu, facets, turn, loose);
    let answer = lemke_solve(FACETS_CAP, LCP_TINY);
    if (answer.end != LCP_SOLVED) {
        return FacetsReaction(vec3<Real>(zero, zero, FACETS_LOST / h.nn), false);
    }
    var x = zero;
    var y = zero;
    for (var k = 0u; k < lcp.n - 2u; k++) {
        x += solution[k] * facet[k].x;
        y += solution[k] * facet[k].y;
    }
    let impulse = vec3<Real>(x * unit, y * unit, solution[lcp.n - 2u] * unit);
    return FacetsReaction(impulse, solution[lcp.n - 1u] <= zero);
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
