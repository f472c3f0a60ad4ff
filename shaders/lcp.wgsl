// Linear complementarity by Lemke's complementary pivoting (Stewart & Trinkle 1996, Sec. 3.3). Twin of src/lcp.rs, which states the problem
// and the way to solve it in full. The host's law says how large problems are: LCP_MOST unknowns, LCP_QUADS vectors of four numbers a
// row, n + 2 of them used. Vectors, since lavapipe counts iterations. Problem and tableau are the invocation's own variables, for drivers copy
// structs of arrays number by number, and take minutes to compile that.

const LCP_ROOM = LCP_MOST * LCP_QUADS;
const LCP_WIDTH = LCP_QUADS * 4u;

// How a search ended.
const LCP_SOLVED = 0u;
const LCP_RAY = 1u;
const LCP_CAP = 2u;

// How many times `tiny` a pivot must be, in the largest number of its column, and z0, in what it was, is when it has come to nothing.
const LCP_COARSE = Real(4.0);

struct Lcp { n: u32, m: array<vec4<Real>, LCP_ROOM>, q: array<Real, LCP_MOST> }

struct Answer { end: u32, pivots: u32 }

struct Lemke {
    n: u32,
    t: array<vec4<Real>, LCP_ROOM>,
    row: array<u32, LCP_MOST>,
    column: array<u32, LCP_WIDTH>,
    place: array<vec2<u32>, LCP_MOST>,
    cover: u32,
    tiny: Real,
}

// The problem to solve, the dictionary of its basis, z and what it leaves of M z + q.
var<private> lcp: Lcp;
var<private> tableau: Lemke;
var<private> solution: array<Real, LCP_MOST>;
var<private> remains: array<Real, LCP_MOST>;

// a + b, or 0 where that is nothing but rounding.
fn lemke_sum(a: vec4<Real>, b: vec4<Real>, tiny: Real) -> vec4<Real> {
    let sum = a + b;
    return select(sum, vec4<Real>(), abs(sum) <= tiny * abs(a));
}

// A number of the tableau.
fn lemke_at(i: u32, c: u32) -> Real {
    return tableau.t[i * LCP_QUADS + c / 4u][c % 4u];
}

// The basis of all w.
fn lemke_start(tiny: Real) {
    let n = lcp.n;
    tableau.n = n;
    tableau.cover = n;
    tableau.tiny = tiny;
    for (var i = 0u; i < n; i++) {
        let first = i * LCP_QUADS;
        for (var c = 0u; c < LCP_QUADS; c++) {
            tableau.t[first + c] = lcp.m[first + c];
        }
        tableau.t[first + n / 4u][n % 4u] = Real(1.0);
        tableau.t[first + (n + 1u) / 4u][(n + 1u) % 4u] = lcp.q[i];
        tableau.row[i] = 2u * i;
        tableau.column[i] = 2u * i + 1u;
        tableau.place[i] = vec2<u32>(n + 1u + i, i);
    }
    tableau.column[n] = 2u * n;
}

// The row of the least value, the last of them; n if no value is negative.
fn lemke_least() -> u32 {
    let n = tableau.n;
    var least = Real(0.0);
    var r = n;
    for (var i = 0u; i < n; i++) {
        let value = lemke_at(i, n + 1u);
        if (value < Real(0.0) && value <= least) {
            least = value;
            r = i;
        }
    }
    return r;
}

// The factor of column k of the basis' inverse in row i.
fn lemke_inverse(i: u32, k: u32) -> Real {
    let place = tableau.place[k].x;
    if (place <= tableau.n) {
        return -lemke_at(i, place);
    }
    return select(Real(0.0), Real(1.0), place == tableau.n + 1u + i);
}

// The sign of x - y: 0 where that is nothing but rounding.
fn lemke_order(x: Real, y: Real, tiny: Real) -> i32 {
    let apart = abs(x - y);
    if (apart <= tiny * (abs(x) + abs(y))) {
        return 0;
    }
    return select(1, -1, x < y);
}

// Whether row i comes to zero before row r as the variable of column s grows, in lexicographic order; both fall. z0 is the
// first of equals.
fn lemke_before(i: u32, r: u32, s: u32) -> bool {
    let n = tableau.n;
    let tiny = tableau.tiny;
    let fall_i = -lemke_at(i, s);
    let fall_r = -lemke_at(r, s);
    var order = lemke_order(lemke_at(i, n + 1u) * fall_r, lemke_at(r, n + 1u) * fall_i, tiny);
    if (order == 0 && (i == tableau.cover || r == tableau.cover)) {
        return i == tableau.cover;
    }
    for (var k = 0u; k < n; k++) {
        if (order != 0) {
            break;
        }
        order = lemke_order(lemke_inverse(i, k) * fall_r, lemke_inverse(r, k) * fall_i, tiny);
    }
    return order < 0;
}

// The row that leaves as column s enters; n if none does.
fn lemke_leaves(s: u32) -> u32 {
    let n = tableau.n;
    var most = Real(0.0);
    for (var i = 0u; i < n; i++) {
        most = larger(most, abs(lemke_at(i, s)));
    }
    let least = -(LCP_COARSE * tableau.tiny * most);
    var r = n;
    for (var i = 0u; i < n; i++) {
        if (lemke_at(i, s) < least) {
            if (r == n) {
                r = i;
            } else if (lemke_before(i, r, s)) {
                r = i;
            }
        }
    }
    return r;
}

// Exchanges the variables of row r and column s.
fn lemke_pivot(r: u32, s: u32) {
    let n = tableau.n;
    let tiny = tableau.tiny;
    let quads = (n + 5u) / 4u;
    let from_row = r * LCP_QUADS;
    let pivot = lemke_at(r, s);
    for (var c = 0u; c < quads; c++) {
        tableau.t[from_row + c] = -tableau.t[from_row + c] / pivot;
    }
    tableau.t[from_row + s / 4u][s % 4u] = Real(1.0) / pivot;
    for (var i = 0u; i < n; i++) {
        let factor = lemke_at(i, s);
        if (i == r || factor == Real(0.0)) {
            continue;
        }
        let first = i * LCP_QUADS;
        for (var c = 0u; c < quads; c++) {
            tableau.t[first + c] = lemke_sum(tableau.t[first + c], factor * tableau.t[from_row + c], tiny);
        }
        tableau.t[first + s / 4u][s % 4u] = factor / pivot;
    }
    let leaves = tableau.row[r];
    let enters = tableau.column[s];
    tableau.row[r] = enters;
    tableau.column[s] = leaves;
    if (enters < 2u * n) {
        tableau.place[enters / 2u][enters % 2u] = n + 1u + r;
    }
    if (leaves < 2u * n) {
        tableau.place[leaves / 2u][leaves % 2u] = s;
    }
}

// Where the variable is that must enter as that of column s has left: its complement.
fn lemke_complement(s: u32) -> u32 {
    let left = tableau.column[s];
    return tableau.place[left / 2u][1u - left % 2u];
}

// The column, of the pair of which neither is basic, that z0, come to nothing, is best exchanged with; s is that of one of them.
fn lemke_rest(s: u32) -> u32 {
    let other = lemke_complement(s);
    let here = abs(lemke_at(tableau.cover, s));
    let there = abs(lemke_at(tableau.cover, other));
    return select(s, other, here < there);
}

// z of a basis.
fn lemke_values() {
    for (var i = 0u; i < tableau.n; i++) {
        solution[i] = Real(0.0);
    }
    for (var i = 0u; i < tableau.n; i++) {
        let variable = tableau.row[i];
        if (variable % 2u == 1u) {
            solution[variable / 2u] = lemke_at(i, tableau.n + 1u);
        }
    }
}

// z once more, by what is left of M z + q where z is basic: the tableau holds the inverse of that part of M.
fn lemke_refine() {
    let n = tableau.n;
    for (var i = 0u; i < n; i++) {
        remains[i] = Real(0.0);
    }
    for (var i = 0u; i < n; i++) {
        if (tableau.row[i] % 2u == 1u) {
            let k = tableau.row[i] / 2u;
            var w = lcp.q[k];
            for (var j = 0u; j < n; j++) {
                w += lcp.m[k * LCP_QUADS + j / 4u][j % 4u] * solution[j];
            }
            remains[k] = w;
        }
    }
    for (var i = 0u; i < n; i++) {
        if (tableau.row[i] % 2u == 1u) {
            let k = tableau.row[i] / 2u;
            var off = Real(0.0);
            for (var c = 0u; c <= n; c++) {
                // z0 is zero, and so is every z that is not basic: only w counts.
                if (tableau.column[c] % 2u == 0u && tableau.column[c] < 2u * n) {
                    off += lemke_at(i, c) * remains[tableau.column[c] / 2u];
                }
            }
            solution[k] = larger(Real(0.0), solution[k] - off);
        }
    }
}

// Solves a problem in at most `cap` pivots.
fn lemke_solve(cap: u32, tiny: Real) -> Answer {
    lemke_start(tiny);
    let n = tableau.n;
    var r = lemke_least();
    var s = n;
    tableau.cover = r;
    var answer: Answer;
    answer.end = LCP_SOLVED;
    var gone = Real(0.0);
    if (r < n) {
        answer.end = LCP_CAP;
        gone = -(LCP_COARSE * tiny * lcp.q[r]);
    }
    for (var k = 0u; k < cap; k++) {
        if (answer.end != LCP_CAP) {
            break;
        }
        lemke_pivot(r, s);
        answer.pivots = k + 1u;
        if (tableau.column[s] == 2u * n) {
            answer.end = LCP_SOLVED;
        } else if (lemke_at(tableau.cover, n + 1u) <= gone) {
            s = lemke_rest(s);
            r = tableau.cover;
        } else {
            s = lemke_complement(s);
            r = lemke_leaves(s);
            if (r == n) {
                answer.end = LCP_RAY;
            }
        }
    }
    lemke_values();
    if (answer.end == LCP_SOLVED) {
        lemke_refine();
    }
    return answer;
}
