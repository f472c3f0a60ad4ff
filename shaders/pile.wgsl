// The contacts of four balls that are touched, with friction in polyhedral cones, as one linear complementarity problem. Twin of
// src/pile.rs, which states it. The pile is the invocation's own variable, and its problem lies on the desk.

struct Pile { count: u32, facets: u32, spin: Real }

var<private> pile: Pile;
var<private> pile_number: array<u32, 10>;
var<private> pile_normal: array<vec3<Real>, 10>;
var<private> pile_loose: array<vec3<Real>, 10>;
var<private> pile_mu: array<Real, 10>;
var<private> pile_sum: array<vec3<Real>, 10>;

// One contact more, if it is touched.
fn pile_add(k: u32, touched: bool, n: vec3<Real>, loose: vec3<Real>, mu: Real) {
    if (touched) {
        pile_number[pile.count] = k;
        pile_normal[pile.count] = n;
        pile_loose[pile.count] = loose;
        pile_mu[pile.count] = mu;
        pile.count += 1u;
    }
}

// All contacts that are touched; `mu` of those on the table, and between balls.
fn pile_of(h: BallContacts, loose: Local, mu: Real, mu_balls: Real, facets: Real) {
    let count = u32(facets + Real(0.5));
    facets_directions(Real(count), Real(0.0));
    pile = Pile(0u, count, h.spin);
    pile_add(0u, h.gaps[0] <= h.skin, h.n[0], loose[0], mu);
    pile_add(1u, h.gaps[1] <= h.skin, h.n[1], loose[1], mu);
    pile_add(2u, h.gaps[2] <= h.skin, h.n[2], loose[2], mu);
    pile_add(3u, h.gaps[3] <= h.skin, h.n[3], loose[3], mu);
    pile_add(4u, h.gaps[4] <= h.skin, h.n[4], loose[4], mu_balls);
    pile_add(5u, h.gaps[5] <= h.skin, h.n[5], loose[5], mu_balls);
    pile_add(6u, h.gaps[6] <= h.skin, h.n[6], loose[6], mu_balls);
    pile_add(7u, h.gaps[7] <= h.skin, h.n[7], loose[7], mu_balls);
    pile_add(8u, h.gaps[8] <= h.skin, h.n[8], loose[8], mu_balls);
    pile_add(9u, h.gaps[9] <= h.skin, h.n[9], loose[9], mu_balls);
}

// Unknowns of its problem.
fn pile_unknowns() -> u32 {
    return pile.count * (pile.facets + 2u);
}

// The balls of a contact.
fn pile_balls(k: u32) -> vec2<u32> {
    let first = select(select(select(2u, 1u, k < 9u), 0u, k < 7u), k, k < TABLE);
    let second = select(select(select(3u, k - 5u, k < 9u), k - 3u, k < 7u), TABLE, k < TABLE);
    return vec2<u32>(first, second);
}

// How contacts k and i feel each other: straight, and by turning.
fn pile_shared(k: u32, i: u32) -> vec2<Real> {
    let a = pile_balls(k);
    let c = pile_balls(i);
    let alike = i32(a.x == c.x) + i32(a.y == c.y && a.y < TABLE);
    let opposite = i32(a.x == c.y) + i32(a.y == c.x);
    return vec2<Real>(Real(alike - opposite), Real(alike + opposite));
}

// What an impulse at contact i of the pile adds to the velocity at contact k.
fn pile_response(k: u32, i: u32, impulse: vec3<Real>) -> vec3<Real> {
    let shared_by = pile_shared(pile_number[k], pile_number[i]);
    let twist = balls_slip(vec3<Real>(), pile_normal[i], impulse) * -(pile.spin * shared_by.y);
    return balls_slip(impulse * shared_by.x, pile_normal[k], twist);
}

// The contact of unknown u.
fn pile_contact(u: u32) -> u32 {
    let shares = pile.count * pile.facets;
    return select((u - shares) % pile.count, u / pile.facets, u < shares);
}

// The direction of an impulse that is unknown u; none for a sliding speed.
fn pile_axis(u: u32) -> vec3<Real> {
    let shares = pile.count * pile.facets;
    let n = pile_normal[pile_contact(u)];
    if (u >= shares) {
        return n * select(Real(0.0), Real(1.0), u < shares + pile.count);
    }
    let f = balls_tangents(n);
    let d = facet[u % pile.facets];
    return f.t1 * d.x + f.t2 * d.y;
}

// Four shares of contact k in row u, from direction j on, if it has them: what (x, y) is along them or, in a row that bounds, -1 of its own.
fn pile_quad(u: u32, k: u32, j: u32, x: Real, y: Real, bounds: bool, own: bool) {
    if (j >= pile.facets) {
        return;
    }
    let d0 = facet[j];
    let d1 = facet[j + 1u];
    let d2 = facet[j + 2u];
    let d3 = facet[j + 3u];
    let moved = vec4<Real>(x * d0.x + y * d0.y, x * d1.x + y * d1.y, x * d2.x + y * d2.y, x * d3.x + y * d3.y);
    let bound = vec4<Real>(select(Real(0.0), Real(-1.0), own));
    lemke_put(u, (k * pile.facets + j) / 4u, select(moved, bound, bounds));
}

// Row u of the problem.
fn pile_row(u: u32) {
    let zero = Real(0.0);
    let one = Real(1.0);
    let i = pile_contact(u);
    let axis = pile_axis(u);
    let shares = pile.count * pile.facets;
    let bounds = u >= shares + pile.count;
    for (var k = 0u; k < pile.count; k++) {
        let g = pile_response(k, i, axis);
        let f = balls_tangents(pile_normal[k]);
        let x = balls_dot(f.t1, g);
        let y = balls_dot(f.t2, g);
        // Written out, for iterations are counted.
        pile_quad(u, k, 0u, x, y, bounds, k == i);
        pile_quad(u, k, 4u, x, y, bounds, k == i);
        pile_quad(u, k, 8u, x, y, bounds, k == i);
        pile_quad(u, k, 12u, x, y, bounds, k == i);
        let moved = balls_dot(pile_normal[k], g);
        lemke_set(u, shares + k, select(moved, select(zero, pile_mu[i], k == i), bounds));
        lemke_set(u, shares + pile.count + k, select(zero, one, k == i && u < shares));
    }
    lemke_begin(u, balls_dot(axis, pile_loose[i]));
}

// The impulses that a basis stands for.
fn pile_impulse() -> Local {
    pile_sum = array<vec3<Real>, 10>();
    for (var r = 0u; r < lemke.n; r++) {
        let label = u32(lemke_at(r, LABEL));
        if (label % 2u == 1u) {
            let u = label / 2u;
            let k = pile_number[pile_contact(u)];
            let amount = larger(Real(0.0), lemke_at(r, lemke.n + 1u));
            pile_sum[k] = pile_sum[k] + pile_axis(u) * amount;
        }
    }
    return pile_sum;
}
