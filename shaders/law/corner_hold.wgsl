// Can rough planes hold an impulse, each within its own friction cone? Twin of src/law/corner_hold.rs, which says how.

// A way to hold an impulse: the smallest of what must not be negative, which way, and what each plane does of it.
struct Hold { score: Real, way: Real, p1: Local, p2: Local, p3: Local }

// What two planes do of an impulse.
struct Pair { score: Real, first: Local, second: Local }

// The first of two ways, but for one that does not hold while the second does.
fn hold_first(first: Hold, second: Hold) -> Hold {
    let zero = Real(0.0);
    let other = first.score < zero && zero <= second.score;
    return Hold(
        select(first.score, second.score, other),
        select(first.way, second.way, other),
        select(first.p1, second.p1, other),
        select(first.p2, second.p2, other),
        select(first.p3, second.p3, other),
    );
}

// Charles & Ballard's split: normal parts, and friction that the planes share as their bounds mu lambda are.
fn hold_slip(h: Planes, mu: Local, w: Local) -> Hold {
    let zero = Real(0.0);
    let one = Real(1.0);
    let split = corner_prox(h, Local() - w);
    let bound = space_dot(mu, split.push);
    let share = select(zero, one / bound, zero < bound);
    return Hold(
        bound - sqrt(space_dot(split.point, split.point)),
        zero,
        h.n1 * split.push.x - split.point * (mu.x * split.push.x * share),
        h.n2 * split.push.y - split.point * (mu.y * split.push.y * share),
        h.n3 * split.push.z - split.point * (mu.z * split.push.z * share),
    );
}

// Whether one plane holds it: not negative if so.
fn hold_one(n: Local, mu: Real, w: Local) -> Real {
    let push = space_dot(n, w);
    let friction = w - n * push;
    return smaller(push, mu * push - sqrt(space_dot(friction, friction)));
}

// Two planes that use the same, least share of their friction.
fn hold_two(n1: Local, n2: Local, mu1: Real, mu2: Real, w: Local) -> Pair {
    let zero = Real(0.0);
    let one = Real(1.0);
    let s1 = over_root(mu1, one + mu1 * mu1);
    let s2 = over_root(mu2, one + mu2 * mu2);
    let x1 = space_dot(n1, w);
    let x2 = space_dot(n2, w);
    let g = space_dot(n1, n2);
    let det = one - g * g;
    let l1 = (x1 - g * x2) / det;
    let l2 = (x2 - g * x1) / det;
    let a1 = (s1 - g * s2) / det;
    let a2 = (s2 - g * s1) / det;
    let p = n1 * a1 + n2 * a2;
    let along = w - n1 * l1 - n2 * l2;
    let square = space_dot(along, along);
    let press = s1 * l1 + s2 * l2;
    let lock = s1 * a1 + s2 * a2;
    let d = press * press + square * lock;

    let more = select(zero, square / press, zero < press);
    let c1 = l1 + more * a1;
    let c2 = l2 + more * a2;
    let inverse = select(zero, one / d, zero < d);
    let turn = along * (press * inverse) - p * (square * inverse);
    // What presses nothing is held by nothing, lock or not.
    let open = select(one, larger(zero, one - lock), zero < press);
    let slack = press - sqrt(square * open);
    return Pair(smaller(smaller(c1, c2), slack), (n1 + turn * s1) * c1, (n2 + turn * s2) * c2);
}

// How the touched planes, whose coefficients are mu, hold an impulse: the first way of the seven that does, or the first of all.
fn corner_hold(h: Planes, mu: Local, w: Local) -> Hold {
    let none = Local();
    // What keeps planes out of play that are not touched.
    let may = corner_touched(h, none, Real(-1e30));
    var best = hold_slip(h, mu, w);

    best = hold_first(best, Hold(may.x + hold_one(h.n1, mu.x, w), Real(1.0), w, none, none));
    best = hold_first(best, Hold(may.y + hold_one(h.n2, mu.y, w), Real(2.0), none, w, none));
    best = hold_first(best, Hold(may.z + hold_one(h.n3, mu.z, w), Real(3.0), none, none, w));

    let a = hold_two(h.n1, h.n2, mu.x, mu.y, w);
    best = hold_first(best, Hold(may.x + may.y + a.score, Real(4.0), a.first, a.second, none));
    let b = hold_two(h.n1, h.n3, mu.x, mu.z, w);
    best = hold_first(best, Hold(may.x + may.z + b.score, Real(5.0), b.first, none, b.second));
    let c = hold_two(h.n2, h.n3, mu.y, mu.z, w);
    return hold_first(best, Hold(may.y + may.z + c.score, Real(6.0), none, c.first, c.second));
}
