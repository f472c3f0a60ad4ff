// One contact with friction in a polyhedral cone as a linear complementarity problem. Twin of src/facets.rs, which states it in full. The problem
// is the invocation's own variable: drivers copy structs of arrays number by number.

struct Facets { count: u32, h: SpatialDelassus, mu: Real, loose: vec3<Real>, unit: Real }

// What the rows see of a combination of unknowns; `size`, the sum of their magnitudes, tells what is rounding.
struct Flow { velocity: vec3<Real>, slack: Real, slip: Real, cover: Real, size: Real }

var<private> facets: Facets;

// Sets the problem of a contact.
fn facets_problem(h: SpatialDelassus, mu: Real, count: Real, turn: Real, loose: vec3<Real>) {
    let weight = h.xx + h.yy + h.nn;
    let sum = abs(loose.x) + abs(loose.y) + abs(loose.z);
    let speed = select(Real(1.0), sum, Real(0.0) < sum);
    facets_directions(count, turn);
    facets.count = u32(count);
    facets.h = SpatialDelassus(
        h.xx / weight, h.xy / weight, h.yy / weight, h.xn / weight, h.yn / weight, h.nn / weight,
    );
    facets.mu = mu;
    facets.loose = loose / speed;
    facets.unit = speed / weight;
}

// A flow with so much more of an unknown.
fn facets_add(flow: Flow, unknown: u32, amount: Real) -> Flow {
    let h = facets.h;
    var to = flow;
    to.size += abs(amount);
    if (unknown < facets.count) {
        let x = amount * facet[unknown].x;
        let y = amount * facet[unknown].y;
        to.velocity.x += h.xx * x + h.xy * y;
        to.velocity.y += h.xy * x + h.yy * y;
        to.velocity.z += h.xn * x + h.yn * y;
        to.slack += -amount;
    } else if (unknown == facets.count) {
        to.velocity.x += h.xn * amount;
        to.velocity.y += h.yn * amount;
        to.velocity.z += h.nn * amount;
        to.slack += facets.mu * amount;
    } else if (unknown == facets.count + 1u) {
        to.slip += amount;
    } else {
        to.cover += amount;
    }
    return to;
}

// x, or 0 where that is nothing but the rounding of a sum of this size.
fn facets_sharp(x: Real, size: Real) -> Real {
    return select(x, Real(0.0), abs(x) <= LCP_TINY * size);
}

// The w of a row.
fn facets_row(i: u32, flow: Flow) -> Real {
    var w = flow.slack;
    if (i < facets.count) {
        let d = facet[i];
        w = (d.x * flow.velocity.x + d.y * flow.velocity.y) + flow.slip;
    } else if (i == facets.count) {
        w = flow.velocity.z;
    }
    return facets_sharp(w + flow.cover, flow.size);
}

// The flow of no unknown at all, from a velocity.
fn facets_still(velocity: vec3<Real>, size: Real) -> Flow {
    let zero = Real(0.0);
    return Flow(velocity, zero, zero, zero, size);
}
