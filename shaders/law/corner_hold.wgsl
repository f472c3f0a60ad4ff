// Can rough planes hold an impulse, each within its own friction cone? Twin of src/law/corner_hold.rs, which says how.

// A way to hold an impulse: the smallest of what must not be negative, which way, what each plane pushes, and its friction.
struct Hold { score: Real, way: Real, push: Local, f1: Local, f2: Local, f3: Local }

// What one or two planes do of an impulse.
struct Pair { score: Real, push1: Real, push2: Real, friction1: Local, friction2: Local }

// The first of two ways, but for one that does not hold while the second does.
fn hold_first(first: Hold, second: Hold) -> Hold {
    let zero = Real(0.0);
    let other = first.score < zero && zero <= second.score;
    return Hold(
        select(first.score, second.score, other),
        select(first.way, second.way, other),
        select(first.push, second.push, other),
        select(first.f1, second.f1, other),
        select(first.f2, second.f2, other),
        select(first.f3, second.f3, other),
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
        split.push,
        split.point * -(mu.x * split.push.x * share),
        split.point * -(mu.y * split.push.y * share),
        split.point * -(mu.z * split.push.z * share),
    );
}

// One plane holds it alone.
fn hold_one(n: Local, mu: Real, w: Local) -> Pair {
    let none = Real(0.0);
    let push = space_dot(n, w);
    let friction = w - n * push;
    let score = smaller(push, mu * push - sqrt(space_dot(friction, friction)));
    return Pair(score, push, none, friction, Local());
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
    let share = square * inverse;
    let turn = along * (press * inverse) - p * share;
    // What presses nothing is held by nothing, lock or not.
    let open = select(one, larger(zero, one - lock), zero < press);
    let slack = press - sqrt(square * open);
    return Pair(
        smaller(smaller(c1, c2), slack),
        c1 * (one - s1 * s1 * share),
        c2 * (one - s2 * s2 * share),
        (turn + n1 * (s1 * share)) * (s1 * c1),
        (turn + n2 * (s2 * share)) * (s2 * c2),
    );
}

// How the touched planes, whose coefficients are mu, hold an impulse: the first way of the seven that does, or the first of all.
fn corner_hold(h: Planes, mu: Local, w: Local) -> Hold {
    let zero = Real(0.0);
    let none = Local();
    // What keeps planes out of play that are not touched.
    let may = corner_touched(h, none, Real(-1e30));
    var best = hold_slip(h, mu, w);

    let a = hold_one(h.n1, mu.x, w);
    best = hold_first(best, Hold(may.x + a.score, Real(1.0), Local(a.push1, zero, zero), a.friction1, none, none));
    let b = hold_one(h.n2, mu.y, w);
    best = hold_first(best, Hold(may.y + b.score, Real(2.0), Local(zero, b.push1, zero), none, b.friction1, none));
    let c = hold_one(h.n3, mu.z, w);
    best = hold_first(best, Hold(may.z + c.score, Real(3.0), Local(zero, zero, c.push1), none, none, c.friction1));

    let d = hold_two(h.n1, h.n2, mu.x, mu.y, w);
    let d_push = Local(d.push1, d.push2, zero);
    best = hold_first(best, Hold(may.x + may.y + d.score, Real(4.0), d_push, d.friction1, d.friction2, none));
    let e = hold_two(h.n1, h.n3, mu.x, mu.z, w);
    let e_push = Local(e.push1, zero, e.push2);
    best = hold_first(best, Hold(may.x + may.z + e.score, Real(5.0), e_push, e.friction1, none, e.friction2));
    let f = hold_two(h.n2, h.n3, mu.y, mu.z, w);
    let f_push = Local(zero, f.push1, f.push2);
    return hold_first(best, Hold(may.y + may.z + f.score, Real(6.0), f_push, none, f.friction1, f.friction2));
}
