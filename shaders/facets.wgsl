// One contact with friction in a polyhedral cone, by Lemke's method without a tableau. Twin of src/facets.rs, which states the problem and
// the way to solve it in full. The problem and the basis are the invocation's own variables: drivers copy structs of arrays number by number.

const MOST_FACETS = 16u;
const SLOTS = 5u;
// The columns of `basis_t` after the inverse.
const VALUE = 5u;
const RATE = 6u;
const FACETS_CAP = 24u;
// No candidate.
const NONE = 32u;

// How a search ended.
const LCP_SOLVED = 0u;
const LCP_RAY = 1u;
const LCP_CAP = 2u;

// How many times `LCP_TINY` a pivot must be, in its column's size, and z0, in what it was, is when it has come to nothing.
const LCP_COARSE = Real(4.0);

struct Facets { count: u32, h: SpatialDelassus, mu: Real, loose: vec3<Real>, unit: Real }

// What the rows see of a combination of unknowns; `size`, the sum of their magnitudes, tells what is rounding.
struct Flow { velocity: vec3<Real>, slack: Real, slip: Real, cover: Real, size: Real }

// What is basic beside w but for its arrays.
struct Basis { used: u32, pair: u32, rises: bool, gone: Real }

var<private> facets: Facets;
var<private> facet: array<vec2<Real>, MOST_FACETS>;
var<private> basis: Basis;
var<private> slots: array<u32, SLOTS>;
var<private> tight: array<u32, SLOTS>;
// Two vectors for each slot: the inverse, a column for each tight row, then VALUE and RATE.
var<private> basis_t: array<vec4<Real>, 10>;

// The directions; each in the second half is minus one of the first, exactly.
fn facets_directions(count: Real, turn: Real) {
    let half = u32(count) / 2u;
    for (var k = 0u; k < half; k++) {
        let at = turn + Real(k) / count;
        let whole = at - nearest(at);
        facet[k] = vec2<Real>(cos_turn(whole), sin_turn(whole));
        facet[k + half] = vec2<Real>(-facet[k].x, -facet[k].y);
    }
}

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

// Number j of a slot.
fn facets_at(slot: u32, j: u32) -> Real {
    return basis_t[2u * slot + j / 4u][j % 4u];
}

// A flow and that of column j of the basis.
fn facets_flow(j: u32, flow: Flow) -> Flow {
    var sum = flow;
    for (var c = 0u; c < basis.used; c++) {
        sum = facets_add(sum, slots[c], facets_at(c, j));
    }
    return sum;
}

// The system to solve: factors of the slots, then the other side for the values and for the z of the pair.
fn facets_build() {
    let zero = Real(0.0);
    let one = Real(1.0);
    let still = facets_still(vec3<Real>(), zero);
    let loose = facets_still(facets.loose, one);
    let enters = facets_add(still, basis.pair, one);
    for (var r = 0u; r < basis.used; r++) {
        basis_t[2u * r] = vec4<Real>();
        basis_t[2u * r + 1u] = vec4<Real>(zero, -facets_row(tight[r], loose), -facets_row(tight[r], enters), zero);
    }
    for (var c = 0u; c < basis.used; c++) {
        let column = facets_add(still, slots[c], one);
        for (var r = 0u; r < basis.used; r++) {
            basis_t[2u * r + c / 4u][c % 4u] = facets_row(tight[r], column);
        }
    }
}

// Solves it in place by Gauss and Jordan's elimination, and leaves the inverse. Whether it is regular.
fn facets_invert() -> bool {
    let zero = Real(0.0);
    var regular = true;
    for (var c = 0u; c < basis.used; c++) {
        var best = c;
        for (var r = c + 1u; r < basis.used; r++) {
            if (abs(facets_at(best, c)) < abs(facets_at(r, c))) {
                best = r;
            }
        }
        var low = basis_t[2u * best];
        var high = basis_t[2u * best + 1u];
        let row = tight[best];
        basis_t[2u * best] = basis_t[2u * c];
        basis_t[2u * best + 1u] = basis_t[2u * c + 1u];
        tight[best] = tight[c];
        basis_t[2u * c] = low;
        basis_t[2u * c + 1u] = high;
        tight[c] = row;
        regular = regular && zero < abs(facets_at(c, c));
        let scale = Real(1.0) / facets_at(c, c);
        basis_t[2u * c + c / 4u][c % 4u] = Real(1.0);
        low = basis_t[2u * c] * scale;
        high = basis_t[2u * c + 1u] * scale;
        for (var r = 0u; r < basis.used; r++) {
            let factor = facets_at(r, c);
            basis_t[2u * r + c / 4u][c % 4u] = zero;
            basis_t[2u * r] = basis_t[2u * r] - factor * low;
            basis_t[2u * r + 1u] = basis_t[2u * r + 1u] - factor * high;
        }
        basis_t[2u * c] = low;
        basis_t[2u * c + 1u] = high;
    }
    return regular;
}

// The place of a row among the tight ones, NONE if it is not. No loop: lavapipe counts iterations.
fn facets_place(i: u32) -> u32 {
    let first = select(NONE, 0u, tight[0] == i);
    let second = select(first, 1u, tight[1] == i);
    let third = select(second, 2u, tight[2] == i);
    let fourth = select(third, 3u, tight[3] == i);
    return select(fourth, 4u, tight[4] == i);
}

// What column j says of a candidate to leave: those below SLOTS are slots, from there on w, the rows of the column's flow.
fn facets_part(candidate: u32, j: u32, flow: Flow) -> Real {
    if (candidate < SLOTS) {
        return facets_sharp(facets_at(candidate, j), flow.size);
    }
    return facets_row(candidate - SLOTS, flow);
}

// The candidates that fall, but for rounding, as column j says.
fn facets_falling(j: u32, rate: Flow) -> u32 {
    let least = -(LCP_COARSE * LCP_TINY * rate.size);
    // All slots, and all w but those that are zero.
    var rest = (1u << (facets.count + 2u + SLOTS)) - (1u << SLOTS);
    for (var c = 0u; c < basis.used; c++) {
        rest = (rest | (1u << c)) & ~(1u << (SLOTS + tight[c]));
    }
    var falling = 0u;
    while (rest != 0u) {
        let candidate = firstTrailingBit(rest);
        rest &= rest - 1u;
        if (facets_part(candidate, j, rate) < least) {
            falling |= 1u << candidate;
        }
    }
    return falling;
}

// Of candidates those whose part of a column, by the sign given, is least in units of how fast they fall in column j.
fn facets_first(all: u32, column: u32, sign: Real, flow: Flow, j: u32, rate: Flow) -> u32 {
    var first = 0u;
    var part = Real(0.0);
    var fall = Real(0.0);
    var rest = all;
    while (rest != 0u) {
        let candidate = firstTrailingBit(rest);
        rest &= rest - 1u;
        let own = sign * facets_part(candidate, column, flow);
        let falls = -facets_part(candidate, j, rate);
        let here = own * fall;
        let there = part * falls;
        let apart = abs(here - there);
        if (first != 0u && apart <= LCP_TINY * (abs(here) + abs(there))) {
            first |= 1u << candidate;
        } else if (first == 0u || here < there) {
            first = 1u << candidate;
            part = own;
            fall = falls;
        }
    }
    return first;
}

// The candidate that leaves as what column j is of enters, `rate` its flow; NONE if none does.
fn facets_leaves(j: u32, rate: Flow) -> u32 {
    var left = facets_falling(j, rate);
    // By the values, then, as long as several are left, by each constant.
    for (var round = 0u; (left & (left - 1u)) != 0u && round <= facets.count + 2u; round++) {
        var column = VALUE;
        var sign = Real(1.0);
        var flow = facets_still(facets.loose, Real(1.0));
        var others = left;
        if (round > 0u) {
            column = facets_place(round - 1u);
            sign = -Real(1.0);
            flow = facets_still(vec3<Real>(), Real(0.0));
            others = left & ~(1u << (SLOTS + round - 1u));
        }
        if (column < NONE) {
            left = facets_first(left, column, sign, facets_flow(column, flow), j, rate);
        } else if (others != 0u) {
            // Of this constant only its own w knows, which is basic.
            left = others;
        }
        // z0 is the first of equals.
        if ((left & 1u) != 0u && round == 0u) {
            left = 1u;
        }
    }
    return min(firstTrailingBit(left), NONE);
}

// Exchanges: one of the pair enters, a candidate leaves, and its complement is to enter next. False if there is no slot for it.
fn facets_exchange(candidate: u32) -> bool {
    let used = basis.used;
    let pair = basis.pair;
    let place = facets_place(basis.pair);
    if (candidate < SLOTS) {
        basis.pair = slots[candidate];
        if (basis.rises) {
            slots[candidate] = pair;
        } else {
            slots[candidate] = slots[used - 1u];
            tight[place] = tight[used - 1u];
            tight[used - 1u] = NONE;
            basis.used = used - 1u;
        }
        basis.rises = false;
        return true;
    }
    basis.pair = candidate - SLOTS;
    if (!basis.rises) {
        tight[place] = basis.pair;
    } else if (used < SLOTS) {
        slots[used] = pair;
        tight[used] = basis.pair;
        basis.used = used + 1u;
    } else {
        return false;
    }
    basis.rises = true;
    return true;
}

// The basis of z0, which covers the least constant, the last of them; of nothing if no constant is negative.
fn facets_start() {
    let zero = Real(0.0);
    let n = facets.count + 2u;
    for (var c = 0u; c < SLOTS; c++) {
        slots[c] = n;
        tight[c] = NONE;
    }
    basis = Basis(0u, n, true, zero);
    var least = zero;
    for (var i = 0u; i < n; i++) {
        let constant = facets_row(i, facets_still(facets.loose, Real(1.0)));
        if (constant < zero && constant <= least) {
            least = constant;
            basis.used = 1u;
            tight[0] = i;
            basis.pair = i;
        }
    }
    basis.gone = -(LCP_COARSE * LCP_TINY * least);
}

// One pivot, from an inverse: solved, a ray (or no slot, which rounding may come to), or to go on.
fn facets_pivot() -> u32 {
    let place = facets_place(basis.pair);
    var leaves = 0u;
    if (basis.gone < facets_at(0u, VALUE)) {
        var rate = facets_still(vec3<Real>(), Real(0.0));
        var j = place;
        if (basis.rises) {
            rate = facets_add(rate, basis.pair, Real(1.0));
            j = RATE;
        }
        leaves = facets_leaves(j, facets_flow(j, rate));
    } else {
        // z0 has come to nothing: it goes for the one of the pair that moves it more.
        basis.rises = abs(facets_at(0u, place)) < abs(facets_at(0u, RATE));
    }
    var end = LCP_RAY;
    if (leaves < NONE) {
        if (facets_exchange(leaves)) {
            end = select(LCP_CAP, LCP_SOLVED, leaves == 0u);
        }
    }
    return end;
}

// Searches for the basis of a solution, and has its values. How that ended.
fn facets_search() -> u32 {
    facets_start();
    var end = select(LCP_CAP, LCP_SOLVED, basis.used == 0u);
    var pivots = 0u;
    var going = true;
    while (going) {
        facets_build();
        if (!facets_invert()) {
            end = LCP_RAY;
        }
        going = end == LCP_CAP && pivots < FACETS_CAP;
        if (going) {
            end = facets_pivot();
            pivots++;
            going = end != LCP_RAY;
        }
    }
    return end;
}
