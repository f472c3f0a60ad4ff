// Where up to three planes meet: the local velocity is the velocity itself, H = 1. Twin of src/space/corner.rs.

alias Local = vec3<Real>;

struct Planes { n1: vec3<Real>, n2: vec3<Real>, n3: vec3<Real>, gaps: vec3<Real> }

struct CornerProx { point: vec3<Real>, push: vec3<Real> }

alias Delassus = Planes;

// n.v for each plane.
fn corner_parts(h: Planes, v: vec3<Real>) -> vec3<Real> {
    return vec3<Real>(space_dot(h.n1, v), space_dot(h.n2, v), space_dot(h.n3, v));
}

// Sum of push n.
fn corner_total(h: Planes, push: vec3<Real>) -> vec3<Real> {
    return h.n1 * push.x + h.n2 * push.y + h.n3 * push.z;
}

// x where a plane is touched, other elsewhere.
fn corner_touched(h: Planes, x: vec3<Real>, other: Real) -> vec3<Real> {
    return select(vec3<Real>(other, other, other), x, h.gaps <= vec3<Real>());
}

// The part of v along all touched planes. Each touched normal, less what those before it have in common with it, is taken out.
fn corner_along(h: Planes, v: vec3<Real>) -> vec3<Real> {
    let zero = Real(0.0);
    let one = Real(1.0);
    let touched = corner_touched(h, vec3<Real>(one, one, one), zero);
    let v1 = v - h.n1 * (touched.x * space_dot(h.n1, v));
    let m2 = h.n2 - h.n1 * (touched.x * space_dot(h.n1, h.n2));
    let v2 = v1 - m2 * (touched.y * space_dot(m2, v1) / space_dot(m2, m2));
    let m3 = h.n3 - h.n1 * (touched.x * space_dot(h.n1, h.n3)) - m2 * (touched.y * space_dot(m2, h.n3) / space_dot(m2, m2));
    return v2 - m3 * (touched.z * space_dot(m3, v2) / space_dot(m3, m3));
}

// What friction takes of v: `bound` of its length, or all of it.
fn corner_cut(v: Local, bound: Real) -> Local {
    // At v = 0 the quotient is infinite or 0/0: either way the smaller one is 1.
    return v * smaller(Real(1.0), over_root(bound, space_dot(v, v)));
}

// The smallest of three.
fn corner_least(x: vec3<Real>) -> Real {
    return smaller(smaller(x.x, x.y), x.z);
}

// What the planes of one set push, and how well that meets the conditions.
struct Offer { score: Real, push: vec3<Real> }

fn corner_offer(best: Offer, candidate: vec3<Real>, rest: vec3<Real>) -> Offer {
    let value = corner_least(rest);
    let better = best.score < value;
    return Offer(
        select(best.score, value, better),
        select(best.push, candidate, vec3<bool>(better, better, better)),
    );
}

// Frictionless soft contact (Moreau 1988, Sec. 9 and 11): the nearest point to u of the cone of velocities that leave no
// touched plane behind: 0 <= push, G push + n.u >= 0, one or the other zero. All eight sets of pushing planes are tried.
fn corner_prox(h: Planes, u: vec3<Real>) -> CornerProx {
    let zero = Real(0.0);
    let one = Real(1.0);
    let far = Real(1e30);
    let x = corner_parts(h, u);
    let g12 = space_dot(h.n1, h.n2);
    let g13 = space_dot(h.n1, h.n3);
    let g23 = space_dot(h.n2, h.n3);
    // A plane that pushes is in play if it is touched; one that does not is no hindrance if it is not touched.
    let may = corner_touched(h, vec3<Real>(zero, zero, zero), -far);
    let free = corner_touched(h, x, far);
    var best = Offer(corner_least(free), vec3<Real>(zero, zero, zero));

    // One plane pushes.
    var left = corner_touched(h, vec3<Real>(x.x, x.y - x.x * g12, x.z - x.x * g13), far);
    best = corner_offer(best, vec3<Real>(-x.x, zero, zero), vec3<Real>(may.x - x.x, left.y, left.z));
    left = corner_touched(h, vec3<Real>(x.x - x.y * g12, x.y, x.z - x.y * g23), far);
    best = corner_offer(best, vec3<Real>(zero, -x.y, zero), vec3<Real>(left.x, may.y - x.y, left.z));
    left = corner_touched(h, vec3<Real>(x.x - x.z * g13, x.y - x.z * g23, x.z), far);
    best = corner_offer(best, vec3<Real>(zero, zero, -x.z), vec3<Real>(left.x, left.y, may.z - x.z));

    // Two planes push.
    let det_12 = one - g12 * g12;
    let a_12 = (x.y * g12 - x.x) / det_12;
    let b_12 = (x.x * g12 - x.y) / det_12;
    left = corner_touched(h, vec3<Real>(x.x, x.y, x.z + a_12 * g13 + b_12 * g23), far);
    best = corner_offer(best, vec3<Real>(a_12, b_12, zero), vec3<Real>(may.x + a_12, may.y + b_12, left.z));
    let det_13 = one - g13 * g13;
    let a_13 = (x.z * g13 - x.x) / det_13;
    let b_13 = (x.x * g13 - x.z) / det_13;
    left = corner_touched(h, vec3<Real>(x.x, x.y + a_13 * g12 + b_13 * g23, x.z), far);
    best = corner_offer(best, vec3<Real>(a_13, zero, b_13), vec3<Real>(may.x + a_13, left.y, may.z + b_13));
    let det_23 = one - g23 * g23;
    let a_23 = (x.z * g23 - x.y) / det_23;
    let b_23 = (x.y * g23 - x.z) / det_23;
    left = corner_touched(h, vec3<Real>(x.x + a_23 * g12 + b_23 * g13, x.y, x.z), far);
    best = corner_offer(best, vec3<Real>(zero, a_23, b_23), vec3<Real>(left.x, may.y + a_23, may.z + b_23));

    // All push.
    let c12 = g13 * g23 - g12;
    let c13 = g12 * g23 - g13;
    let c23 = g12 * g13 - g23;
    let c11 = one - g23 * g23;
    let c22 = one - g13 * g13;
    let c33 = one - g12 * g12;
    let det = c11 + g12 * c12 + g13 * c13;
    let a = -(x.x * c11 + x.y * c12 + x.z * c13) / det;
    let b = -(x.x * c12 + x.y * c22 + x.z * c23) / det;
    let c = -(x.x * c13 + x.y * c23 + x.z * c33) / det;
    best = corner_offer(best, vec3<Real>(a, b, c), vec3<Real>(may.x + a, may.y + b, may.z + c));

    let push = vec3<Real>(larger(zero, best.push.x), larger(zero, best.push.y), larger(zero, best.push.z));
    return CornerProx(u + corner_total(h, push), push);
}

fn space_normal(h: Delassus, v: Local) -> Real {
    return corner_least(corner_touched(h, corner_parts(h, v), Real(1e30)));
}

// Along an edge or on a plane all of the velocity slides.
fn space_slide(v: Local) -> Real {
    return sqrt(space_dot(v, v));
}

// Off the plane that is left behind most.
fn space_push(h: Delassus, speed: Real) -> Local {
    let second = select(h.n1, h.n2, h.gaps.y < h.gaps.x);
    return select(second, h.n3, h.gaps.z < smaller(h.gaps.x, h.gaps.y)) * speed;
}

fn space_respond(h: Delassus, impulse: Local) -> Local {
    return impulse;
}

fn space_gain(h: Delassus, impulse: Local, loose: Local, end: Local) -> Real {
    return Real(0.5) * space_dot(impulse, loose + end);
}

fn space_powers(h: Delassus, impulse: Local, v: Local) -> vec2<Real> {
    let split = corner_prox(h, impulse * Real(-1.0));
    return vec2<Real>(dot(corner_total(h, split.push), v), -dot(split.point, v));
}

fn space_weight(h: Delassus) -> Real {
    return Real(1.0);
}

// A rebound can be faster than what a step's force leaves of the velocity before it.
fn space_reach(h: Delassus, loose: Local, impulse: Local) -> Real {
    return space_dot(loose, loose) + space_dot(impulse, impulse);
}

// Three planes in general position, each of them touched now and then.
fn space_delassus_of(a: Real, b: Real, c: Real) -> Delassus {
    let zero = Real(0.0);
    let one = Real(1.0);
    let t1 = Real(0.5) * a;
    let t2 = Real(0.5) * b;
    let square1 = t1 * t1;
    let square2 = t2 * t2;
    return Planes(
        vec3<Real>(-(Real(2.0) * t1 / (one + square1)), zero, (one - square1) / (one + square1)),
        vec3<Real>(Real(2.0) * t2 / (one + square2), zero, (one - square2) / (one + square2)),
        vec3<Real>(zero, one, zero),
        vec3<Real>(a - b, c, c + one),
    );
}

fn space_dot(a: Local, b: Local) -> Real {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
