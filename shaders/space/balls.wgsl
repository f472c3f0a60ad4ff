// Four equal balls on a table, up to ten contacts at a time. Twin of src/space/balls.rs, which states H. Lists are written out, so that
// every place in an array is a constant once functions are inlined, and arrays stay in registers.

alias Local = array<vec3<Real>, 10>;

// Velocities v of four balls, then their s.
alias Bodies = array<vec3<Real>, 8>;

struct BallContacts { n: array<vec3<Real>, 10>, gaps: array<Real, 10>, skin: Real, spin: Real }

alias Delassus = BallContacts;

// What stands for the second ball where there is none.
const TABLE = 4u;

// v where contact k is touched, nothing elsewhere.
fn balls_felt(h: BallContacts, k: u32, v: vec3<Real>) -> vec3<Real> {
    return select(vec3<Real>(), v, h.gaps[k] <= h.skin);
}

// v + n x s, the way drivers add two products to a third number.
fn balls_slip(v: vec3<Real>, n: vec3<Real>, s: vec3<Real>) -> vec3<Real> {
    return vec3<Real>(v.x + n.y * s.z - n.z * s.y, v.y + n.z * s.x - n.x * s.z, v.z + n.x * s.y - n.y * s.x);
}

const UPRIGHT = 1e-6;

struct Tangents { t1: vec3<Real>, t2: vec3<Real> }

// Tangents of a contact with normal n, right-handed with it: the first is level. Along a vertical normal they are those of the table.
fn balls_tangents(n: vec3<Real>) -> Tangents {
    let zero = Real(0.0);
    let one = Real(1.0);
    let square = n.x * n.x + n.y * n.y;
    let upright = square <= Real(UPRIGHT);
    let share = select(over_root(one, square), zero, upright);
    let a = select(-n.y * share, one, upright);
    let b = n.x * share;
    return Tangents(vec3<Real>(a, b, zero), vec3<Real>(-n.z * b, n.z * a, n.x * b - n.y * a));
}

// The velocity at contact k, of balls a and b, where they move like w.
fn balls_meet(h: BallContacts, w: Bodies, k: u32, a: u32, b: u32) -> vec3<Real> {
    var v = w[a];
    var s = w[4u + a];
    if (b < TABLE) {
        v = v - w[b];
        s = s + w[4u + b];
    }
    return balls_slip(v, h.n[k], s);
}

// How balls that move like w move after a push at contact k.
fn balls_push(h: BallContacts, w: Bodies, k: u32, a: u32, b: u32, push: vec3<Real>) -> Bodies {
    let twist = balls_slip(vec3<Real>(), h.n[k], push) * h.spin;
    var next = w;
    next[a] = w[a] + push;
    next[4u + a] = w[4u + a] - twist;
    if (b < TABLE) {
        next[b] = w[b] - push;
        next[4u + b] = w[4u + b] - twist;
    }
    return next;
}

// G w: velocities at the contacts that are touched.
fn balls_local(h: BallContacts, w: Bodies) -> Local {
    return Local(
        balls_felt(h, 0u, balls_meet(h, w, 0u, 0u, TABLE)),
        balls_felt(h, 1u, balls_meet(h, w, 1u, 1u, TABLE)),
        balls_felt(h, 2u, balls_meet(h, w, 2u, 2u, TABLE)),
        balls_felt(h, 3u, balls_meet(h, w, 3u, 3u, TABLE)),
        balls_felt(h, 4u, balls_meet(h, w, 4u, 0u, 1u)),
        balls_felt(h, 5u, balls_meet(h, w, 5u, 0u, 2u)),
        balls_felt(h, 6u, balls_meet(h, w, 6u, 0u, 3u)),
        balls_felt(h, 7u, balls_meet(h, w, 7u, 1u, 2u)),
        balls_felt(h, 8u, balls_meet(h, w, 8u, 1u, 3u)),
        balls_felt(h, 9u, balls_meet(h, w, 9u, 2u, 3u)),
    );
}

// How the balls move by the impulses of the contacts that are touched; s is multiplied by `turn`.
fn balls_kick(h: BallContacts, impulse: Local, turn: Real) -> Bodies {
    var w = Bodies();
    w = balls_push(h, w, 0u, 0u, TABLE, balls_felt(h, 0u, impulse[0]));
    w = balls_push(h, w, 1u, 1u, TABLE, balls_felt(h, 1u, impulse[1]));
    w = balls_push(h, w, 2u, 2u, TABLE, balls_felt(h, 2u, impulse[2]));
    w = balls_push(h, w, 3u, 3u, TABLE, balls_felt(h, 3u, impulse[3]));
    w = balls_push(h, w, 4u, 0u, 1u, balls_felt(h, 4u, impulse[4]));
    w = balls_push(h, w, 5u, 0u, 2u, balls_felt(h, 5u, impulse[5]));
    w = balls_push(h, w, 6u, 0u, 3u, balls_felt(h, 6u, impulse[6]));
    w = balls_push(h, w, 7u, 1u, 2u, balls_felt(h, 7u, impulse[7]));
    w = balls_push(h, w, 8u, 1u, 3u, balls_felt(h, 8u, impulse[8]));
    w = balls_push(h, w, 9u, 2u, 3u, balls_felt(h, 9u, impulse[9]));
    return Bodies(w[0], w[1], w[2], w[3], w[4] * turn, w[5] * turn, w[6] * turn, w[7] * turn);
}

// One over the number of balls that a contact has: H_kk is that of the table over this.
fn balls_part(k: u32) -> Real {
    return select(Real(1.0), Real(0.5), TABLE <= k);
}

// The speed along the normal, where contact k is touched.
fn balls_speed(h: BallContacts, v: Local, k: u32) -> Real {
    return select(Real(1e30), balls_dot(h.n[k], v[k]), h.gaps[k] <= h.skin);
}

fn balls_dot(a: vec3<Real>, b: vec3<Real>) -> Real {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

fn space_normal(h: Delassus, v: Local) -> Real {
    var least = Real(1e30);
    least = smaller(least, balls_speed(h, v, 0u));
    least = smaller(least, balls_speed(h, v, 1u));
    least = smaller(least, balls_speed(h, v, 2u));
    least = smaller(least, balls_speed(h, v, 3u));
    least = smaller(least, balls_speed(h, v, 4u));
    least = smaller(least, balls_speed(h, v, 5u));
    least = smaller(least, balls_speed(h, v, 6u));
    least = smaller(least, balls_speed(h, v, 7u));
    least = smaller(least, balls_speed(h, v, 8u));
    least = smaller(least, balls_speed(h, v, 9u));
    return least;
}

// All that the touched contacts move.
fn space_slide(v: Local) -> Real {
    return sqrt(space_dot(v, v));
}

// At the contact that is entered most; where two are equally deep, the first one.
fn space_push(h: Delassus, speed: Real) -> Local {
    var deepest = h.gaps[0];
    deepest = smaller(deepest, h.gaps[1]);
    deepest = smaller(deepest, h.gaps[2]);
    deepest = smaller(deepest, h.gaps[3]);
    deepest = smaller(deepest, h.gaps[4]);
    deepest = smaller(deepest, h.gaps[5]);
    deepest = smaller(deepest, h.gaps[6]);
    deepest = smaller(deepest, h.gaps[7]);
    deepest = smaller(deepest, h.gaps[8]);
    deepest = smaller(deepest, h.gaps[9]);
    var left = speed;
    var push: Local;
    for (var k = 0u; k < 10u; k++) {
        let here = select(Real(0.0), left, h.gaps[k] <= deepest);
        left = select(left, Real(0.0), h.gaps[k] <= deepest);
        push[k] = h.n[k] * (here * balls_part(k));
    }
    return push;
}

fn space_respond(h: Delassus, impulse: Local) -> Local {
    return balls_local(h, balls_kick(h, impulse, Real(1.0)));
}

fn space_gain(h: Delassus, impulse: Local, loose: Local, end: Local) -> Real {
    return Real(0.5) * (space_dot(impulse, loose) + space_dot(impulse, end));
}

fn space_powers(h: Delassus, impulse: Local, v: Local) -> vec2<Real> {
    var normal = Real(0.0);
    for (var k = 0u; k < 10u; k++) {
        normal += balls_dot(h.n[k], impulse[k]) * balls_dot(h.n[k], v[k]);
    }
    return vec2<Real>(normal, space_dot(impulse, v) - normal);
}

struct Lifted { h: Delassus, by: Local }

// What contact k is lifted by.
fn balls_lift(h: BallContacts, step: Real, moved: Local, k: u32) -> vec3<Real> {
    return balls_felt(h, k, h.n[k] * (h.gaps[k] / step - balls_dot(h.n[k], moved[k])));
}

// Each contact has a gap of its own.
fn space_lift(h: Delassus, gap: Real, step: Real, moved: Local) -> Lifted {
    return Lifted(
        h,
        Local(
            balls_lift(h, step, moved, 0u),
            balls_lift(h, step, moved, 1u),
            balls_lift(h, step, moved, 2u),
            balls_lift(h, step, moved, 3u),
            balls_lift(h, step, moved, 4u),
            balls_lift(h, step, moved, 5u),
            balls_lift(h, step, moved, 6u),
            balls_lift(h, step, moved, 7u),
            balls_lift(h, step, moved, 8u),
            balls_lift(h, step, moved, 9u),
        ),
    );
}

// That of a contact between two balls, across its normal.
fn space_weight(h: Delassus) -> Real {
    return Real(2.0) * (Real(1.0) + h.spin);
}

// Balls that press on each other do so by more than they move.
fn space_reach(h: Delassus, loose: Local, impulse: Local) -> Real {
    let weight = space_weight(h);
    return space_dot(loose, loose) + weight * weight * space_dot(impulse, impulse);
}

// Normals in many directions; c has two or three contacts touched, which one after another are all of them.
fn space_delassus_of(a: Real, b: Real, c: Real) -> Delassus {
    let zero = Real(0.0);
    let one = Real(1.0);
    let up = vec3<Real>(zero, zero, one);
    let t1 = Real(0.5) * a;
    let t2 = Real(0.5) * b;
    let square1 = t1 * t1;
    let square2 = t2 * t2;
    let s1 = Real(2.0) * t1 / (one + square1);
    let c1 = (one - square1) / (one + square1);
    let s2 = Real(2.0) * t2 / (one + square2);
    let c2 = (one - square2) / (one + square2);
    var h: BallContacts;
    h.n = array<vec3<Real>, 10>(
        up,
        up,
        up,
        up,
        vec3<Real>(c1, s1, zero),
        vec3<Real>(zero, c2, s2),
        vec3<Real>(s2, zero, c2),
        vec3<Real>(-s1, c1, zero),
        vec3<Real>(c1 * c2, s1 * c2, s2),
        vec3<Real>(-(c1 * s2), -(s1 * s2), c2),
    );
    for (var k = 0; k < 10; k++) {
        h.gaps[k] = abs(c - (Real(0.625) * Real(k) - Real(2.8125))) - Real(0.5);
    }
    h.skin = Real(0.3125) * b;
    h.spin = a + b;
    return h;
}

fn space_dot(a: Local, b: Local) -> Real {
    var sum = balls_dot(a[0], b[0]);
    sum = sum + a[1].x * b[1].x + a[1].y * b[1].y + a[1].z * b[1].z;
    sum = sum + a[2].x * b[2].x + a[2].y * b[2].y + a[2].z * b[2].z;
    sum = sum + a[3].x * b[3].x + a[3].y * b[3].y + a[3].z * b[3].z;
    sum = sum + a[4].x * b[4].x + a[4].y * b[4].y + a[4].z * b[4].z;
    sum = sum + a[5].x * b[5].x + a[5].y * b[5].y + a[5].z * b[5].z;
    sum = sum + a[6].x * b[6].x + a[6].y * b[6].y + a[6].z * b[6].z;
    sum = sum + a[7].x * b[7].x + a[7].y * b[7].y + a[7].z * b[7].z;
    sum = sum + a[8].x * b[8].x + a[8].y * b[8].y + a[8].z * b[8].z;
    sum = sum + a[9].x * b[9].x + a[9].y * b[9].y + a[9].z * b[9].z;
    return sum;
}
