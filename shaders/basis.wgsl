// Lemke's method for one contact with friction in a polyhedral cone, without a tableau. Twin of src/basis.rs, which states the way in full. The
// basis is the invocation's own, as is the problem.

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

// What is basic beside w but for its arrays.
struct Basis { used: u32, pair: u32, rises: bool, gone: Real }

var<private> basis: Basis;
var<private> slots: array<u32, SLOTS>;
var<private> tight: array<u32, SLOTS>;
// Two vectors for each slot: the inverse, a column for each tight row, then VALUE and RATE.
var<private> basis_t: array<vec4<Real>, 10>;

// Number j of a slot.
fn basis_at(slot: u32, j: u32) -> Real {
    return basis_t[2u * slot + j / 4u][j % 4u];
}

// A flow and that of column j of the basis, with the pair's z, which grows as fast as 1, in RATE.
fn basis_flow(j: u32, flow: Flow) -> Flow {
    var sum = flow;
    let last = select(basis.used, basis.used + 1u, j == RATE);
    for (var c = 0u; c < last; c++) {
        var unknown = basis.pair;
        var amount = Real(1.0);
        if (c < basis.used) {
            unknown = slots[c];
            amount = basis_at(c, j);
        }
        sum = facets_add(sum, unknown, amount);
    }
    return sum;
}

// The system to solve: factors of the slots, then the other side for the values and for the z of the pair.
fn basis_build() {
    let zero = Real(0.0);
    let one = Real(1.0);
    for (var r = 0u; r < basis.used; r++) {
        basis_t[2u * r] = vec4<Real>();
        basis_t[2u * r + 1u] = vec4<Real>(zero, -facets_row(tight[r], facets_still(facets.loose, one)), zero, zero);
    }
    for (var c = 0u; c < basis.used + 1u; c++) {
        var column = RATE;
        var unknown = basis.pair;
        var amount = -one;
        if (c < basis.used) {
            column = c;
            unknown = slots[c];
            amount = one;
        }
        let flow = facets_add(facets_still(vec3<Real>(), zero), unknown, amount);
        for (var r = 0u; r < basis.used; r++) {
            basis_t[2u * r + column / 4u][column % 4u] = facets_row(tight[r], flow);
        }
    }
}

// Solves it in place by Gauss and Jordan's elimination, and leaves the inverse. Whether it is regular.
fn basis_invert() -> bool {
    let zero = Real(0.0);
    var regular = true;
    for (var c = 0u; c < basis.used; c++) {
        var best = c;
        for (var r = c + 1u; r < basis.used; r++) {
            if (abs(basis_at(best, c)) < abs(basis_at(r, c))) {
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
        regular = regular && zero < abs(basis_at(c, c));
        let scale = Real(1.0) / basis_at(c, c);
        basis_t[2u * c + c / 4u][c % 4u] = Real(1.0);
        low = basis_t[2u * c] * scale;
        high = basis_t[2u * c + 1u] * scale;
        for (var r = 0u; r < basis.used; r++) {
            let factor = basis_at(r, c);
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
fn basis_place(i: u32) -> u32 {
    let first = select(NONE, 0u, tight[0] == i);
    let second = select(first, 1u, tight[1] == i);
    let third = select(second, 2u, tight[2] == i);
    let fourth = select(third, 3u, tight[3] == i);
    return select(fourth, 4u, tight[4] == i);
}

// What column j says of a candidate to leave: those below SLOTS are slots, from there on w, the rows of the column's flow.
fn basis_part(candidate: u32, j: u32, flow: Flow) -> Real {
    if (candidate < SLOTS) {
        return facets_sharp(basis_at(candidate, j), flow.size);
    }
    return facets_row(candidate - SLOTS, flow);
}

// All candidates: the slots, and every w but those that are zero.
fn basis_candidates() -> u32 {
    var all = (1u << (facets.count + 2u + SLOTS)) - (1u << SLOTS);
    for (var c = 0u; c < basis.used; c++) {
        all = (all | (1u << c)) & ~(1u << (SLOTS + tight[c]));
    }
    return all;
}

// Of those candidates that fall in column j, whose flow is `rate`, the ones whose part of another column, by the sign given, is
// least in units of how fast they fall.
fn basis_first(all: u32, column: u32, sign: Real, flow: Flow, j: u32, rate: Flow) -> u32 {
    let least = LCP_COARSE * LCP_TINY * rate.size;
    var first = 0u;
    var part = Real(0.0);
    var fall = Real(0.0);
    for (var candidate = 0u; candidate < SLOTS + facets.count + 2u; candidate++) {
        var falls = Real(0.0);
        if ((all >> candidate & 1u) != 0u) {
            falls = -basis_part(candidate, j, rate);
        }
        if (least < falls) {
            let own = sign * basis_part(candidate, column, flow);
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
    }
    return first;
}

// The candidate that leaves as what column j is of enters, `rate` its flow; NONE if none does.
fn basis_leaves(j: u32, rate: Flow) -> u32 {
    var column = VALUE;
    var sign = Real(1.0);
    var flow = facets_still(facets.loose, Real(1.0));
    var left = basis_candidates();
    // By the values, then, as long as several are left, by each constant.
    for (var round = 0u; (left & (left - 1u)) != 0u && round <= facets.count + 2u; round++) {
        if (column < NONE) {
            left = basis_first(left, column, sign, basis_flow(column, flow), j, rate);
        } else {
            // Of this constant only its own w knows, which is basic.
            left &= ~(1u << (SLOTS + round - 1u));
        }
        // z0 is the first of equals.
        if ((left & 1u) != 0u && round == 0u) {
            left = 1u;
        }
        column = basis_place(round);
        sign = -Real(1.0);
        flow = facets_still(vec3<Real>(), Real(0.0));
    }
    return min(firstTrailingBit(left), NONE);
}

// Exchanges: one of the pair enters, a candidate leaves, and its complement is to enter next. False if there is no slot for it.
fn basis_exchange(candidate: u32) -> bool {
    let used = basis.used;
    let pair = basis.pair;
    let place = basis_place(basis.pair);
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
fn basis_start() {
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
fn basis_pivot() -> u32 {
    let place = basis_place(basis.pair);
    var leaves = 0u;
    if (basis.gone < basis_at(0u, VALUE)) {
        let j = select(place, RATE, basis.rises);
        let still = facets_still(vec3<Real>(), Real(0.0));
        leaves = basis_leaves(j, basis_flow(j, still));
    } else {
        // z0 has come to nothing: it goes for the one of the pair that moves it more.
        basis.rises = abs(basis_at(0u, place)) < abs(basis_at(0u, RATE));
    }
    var end = LCP_RAY;
    if (leaves < NONE) {
        if (basis_exchange(leaves)) {
            end = select(LCP_CAP, LCP_SOLVED, leaves == 0u);
        }
    }
    return end;
}

// Searches for the basis of a solution, and has its values. How that ended.
fn basis_search() -> u32 {
    basis_start();
    var end = select(LCP_CAP, LCP_SOLVED, basis.used == 0u);
    var pivots = 0u;
    var going = true;
    while (going) {
        basis_build();
        if (!basis_invert()) {
            end = LCP_RAY;
        }
        going = end == LCP_CAP && pivots < FACETS_CAP;
        if (going) {
            end = basis_pivot();
            pivots++;
            going = end != LCP_RAY;
        }
    }
    return end;
}
