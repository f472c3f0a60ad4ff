// Linear complementarity by Lemke's complementary pivoting, of up to 60 unknowns. Twin of src/lemke.rs, which states the method. The
// dictionary lies on the member's desk, a piece of storage: drivers take minutes to compile so large an array of an invocation's own.

const MOST_UNKNOWNS = 60u;
// A row of the dictionary: factors of n + 1 columns and the value, four by four; the variable of the row comes last.
const QUADS = 16u;
const LABEL = 63u;
// Rows below it: the variable of each column; where w_k is, and where z_k is.
const COLUMNS = 60u;
const PLACES = 61u;
// How a search ends.
const SOLVED = 0u;
const RAY = 1u;
const CAP = 2u;
const COARSE = 4.0;

struct Lemke { n: u32, cover: u32, fuel: u32, tiny: Real }

var<private> lemke: Lemke;

fn lemke_quad(i: u32, quad: u32) -> vec4<Real> {
    return tableau[(i * QUADS + quad) * desk.y + desk.x];
}

fn lemke_put(i: u32, quad: u32, v: vec4<Real>) {
    tableau[(i * QUADS + quad) * desk.y + desk.x] = v;
}

fn lemke_at(i: u32, c: u32) -> Real {
    return tableau[(i * QUADS + c / 4u) * desk.y + desk.x][c % 4u];
}

fn lemke_set(i: u32, c: u32, x: Real) {
    tableau[(i * QUADS + c / 4u) * desk.y + desk.x][c % 4u] = x;
}

// Iterations that a pivot makes, and the search for the next one.
fn lemke_cost(n: u32) -> u32 {
    return 2u * n + n / 4u + 14u;
}

// Takes fuel.
fn lemke_burn(fuel: u32, amount: u32) -> u32 {
    return select(fuel - amount, 0u, fuel < amount);
}

// `a + b`, or 0 where that is nothing but rounding.
fn lemke_sum(a: vec4<Real>, b: vec4<Real>, tiny: Real) -> vec4<Real> {
    let sum = a + b;
    return select(sum, vec4<Real>(), abs(sum) <= tiny * abs(a));
}

// A dictionary without rows.
fn lemke_empty(n: u32, fuel: u32, tiny: Real) {
    lemke = Lemke(n, n, fuel, tiny);
    lemke_set(COLUMNS, n, Real(2u * n));
}

// Row k, whose factors are those of M: w_k is basic, at `q`, and z_k is zero.
fn lemke_begin(k: u32, q: Real) {
    lemke_set(k, lemke.n, Real(1.0));
    lemke_set(k, lemke.n + 1u, q);
    lemke_set(k, LABEL, Real(2u * k));
    lemke_set(COLUMNS, k, Real(2u * k + 1u));
    lemke_set(PLACES, k, Real(lemke.n + 1u + k));
    lemke_set(PLACES + 1u, k, Real(k));
}

// The row of the least value, the last of them; n if no value is negative.
fn lemke_least() -> u32 {
    var least = Real(0.0);
    var r = lemke.n;
    for (var i = 0u; i < lemke.n; i++) {
        let value = lemke_at(i, lemke.n + 1u);
        if (value < Real(0.0) && value <= least) {
            least = value;
            r = i;
        }
    }
    return r;
}

// The factor of column k of the basis' inverse in row i.
fn lemke_inverse(i: u32, k: u32) -> Real {
    let place = u32(lemke_at(PLACES, k));
    if (place <= lemke.n) {
        return -lemke_at(i, place);
    }
    return select(Real(0.0), Real(1.0), place == lemke.n + 1u + i);
}

// The sign of `x - y`: 0 where that is nothing but rounding.
fn lemke_order(x: Real, y: Real, tiny: Real) -> i32 {
    if (abs(x - y) <= tiny * (abs(x) + abs(y))) {
        return 0;
    }
    return select(1, -1, x < y);
}

// Whether row i comes to zero before row r as the variable of column s grows, in lexicographic order; both fall. z0 is the first of equals.
fn lemke_before(i: u32, r: u32, s: u32) -> bool {
    let fall_i = -lemke_at(i, s);
    let fall_r = -lemke_at(r, s);
    var order = lemke_order(lemke_at(i, lemke.n + 1u) * fall_r, lemke_at(r, lemke.n + 1u) * fall_i, lemke.tiny);
    if (order == 0 && (i == lemke.cover || r == lemke.cover)) {
        return i == lemke.cover;
    }
    for (var k = 0u; k < lemke.n; k++) {
        if (order != 0 || lemke.fuel == 0u) {
            break;
        }
        lemke.fuel = lemke_burn(lemke.fuel, 1u);
        order = lemke_order(lemke_inverse(i, k) * fall_r, lemke_inverse(r, k) * fall_i, lemke.tiny);
    }
    return order < 0;
}

// Row i if it leaves before row r, and falls faster than `least`.
fn lemke_first(i: u32, r: u32, s: u32, least: Real) -> u32 {
    if (i < lemke.n && lemke_at(i, s) < least && (r == lemke.n || lemke_before(i, r, s))) {
        return i;
    }
    return r;
}

// The row that leaves as column s enters; n if none does.
fn lemke_leaves(s: u32) -> u32 {
    var most = Real(0.0);
    // Four by four, for iterations are counted; the last row fills up.
    for (var i = 0u; i < lemke.n; i += 4u) {
        let last = lemke.n - 1u;
        let two = larger(abs(lemke_at(i, s)), abs(lemke_at(min(i + 1u, last), s)));
        let more = larger(abs(lemke_at(min(i + 2u, last), s)), abs(lemke_at(min(i + 3u, last), s)));
        most = larger(most, larger(two, more));
    }
    let least = -(Real(COARSE) * lemke.tiny * most);
    var r = lemke.n;
    for (var i = 0u; i < lemke.n; i += 2u) {
        r = lemke_first(i, r, s, least);
        r = lemke_first(i + 1u, r, s, least);
    }
    return r;
}

// Adds so many times row r to four numbers of row i.
fn lemke_add(i: u32, r: u32, factor: Real, quad: u32) {
    lemke_put(i, quad, lemke_sum(lemke_quad(i, quad), lemke_quad(r, quad) * factor, lemke.tiny));
}

// Row i as row r and column s are exchanged. Written out, for iterations are counted.
fn lemke_reduce(i: u32, r: u32, s: u32, pivot: Real) {
    let factor = lemke_at(i, s);
    let label = lemke_at(i, LABEL);
    if (i >= lemke.n || i == r || factor == Real(0.0)) {
        return;
    }
    lemke_add(i, r, factor, 0u);
    lemke_add(i, r, factor, 1u);
    lemke_add(i, r, factor, 2u);
    lemke_add(i, r, factor, 3u);
    lemke_add(i, r, factor, 4u);
    lemke_add(i, r, factor, 5u);
    lemke_add(i, r, factor, 6u);
    lemke_add(i, r, factor, 7u);
    lemke_add(i, r, factor, 8u);
    lemke_add(i, r, factor, 9u);
    lemke_add(i, r, factor, 10u);
    lemke_add(i, r, factor, 11u);
    lemke_add(i, r, factor, 12u);
    lemke_add(i, r, factor, 13u);
    lemke_add(i, r, factor, 14u);
    lemke_add(i, r, factor, 15u);
    lemke_set(i, s, factor / pivot);
    lemke_set(i, LABEL, label);
}

// Exchanges the variables of row r and column s.
fn lemke_pivot(r: u32, s: u32) {
    let pivot = lemke_at(r, s);
    let leaves = lemke_at(r, LABEL);
    let enters = lemke_at(COLUMNS, s);
    for (var quad = 0u; quad < QUADS; quad += 4u) {
        lemke_put(r, quad, -lemke_quad(r, quad) / pivot);
        lemke_put(r, quad + 1u, -lemke_quad(r, quad + 1u) / pivot);
        lemke_put(r, quad + 2u, -lemke_quad(r, quad + 2u) / pivot);
        lemke_put(r, quad + 3u, -lemke_quad(r, quad + 3u) / pivot);
    }
    lemke_set(r, s, Real(1.0) / pivot);
    for (var i = 0u; i < lemke.n; i += 2u) {
        lemke_reduce(i, r, s, pivot);
        lemke_reduce(i + 1u, r, s, pivot);
    }
    lemke_set(r, LABEL, enters);
    lemke_set(COLUMNS, s, leaves);
    let e = u32(enters);
    let l = u32(leaves);
    if (e < 2u * lemke.n) {
        lemke_set(PLACES + e % 2u, e / 2u, Real(lemke.n + 1u + r));
    }
    if (l < 2u * lemke.n) {
        lemke_set(PLACES + l % 2u, l / 2u, Real(s));
    }
}

// Where the variable is that must enter as that of column s has left: its complement.
fn lemke_complement(s: u32) -> u32 {
    let left = u32(lemke_at(COLUMNS, s));
    return u32(lemke_at(PLACES + 1u - left % 2u, left / 2u));
}

// The column, of the pair of which neither is basic, that z0, come to nothing, is best exchanged with; s is that of one of them.
fn lemke_rest(s: u32) -> u32 {
    let other = lemke_complement(s);
    return select(s, other, abs(lemke_at(lemke.cover, s)) < abs(lemke_at(lemke.cover, other)));
}

// Pivots from the basis of all w to a solution, if there is fuel.
fn lemke_search() -> u32 {
    let n = lemke.n;
    var r = lemke_least();
    var s = n;
    lemke.cover = r;
    if (r == n) {
        return SOLVED;
    }
    let gone = -(Real(COARSE) * lemke.tiny * lemke_at(r, n + 1u));
    while (lemke.fuel > 0u) {
        lemke_pivot(r, s);
        lemke.fuel = lemke_burn(lemke.fuel, lemke_cost(n));
        if (u32(lemke_at(COLUMNS, s)) == 2u * n) {
            return SOLVED;
        }
        if (lemke_at(lemke.cover, n + 1u) <= gone) {
            s = lemke_rest(s);
            r = lemke.cover;
        } else {
            s = lemke_complement(s);
            r = lemke_leaves(s);
            if (r == n) {
                return RAY;
            }
        }
    }
    return CAP;
}
