// Two planar contacts of one body: (t1, n1, t2, n2), a full H, two gaps, and an impulse that moves nothing. Twin of
// src/space/pair.rs.

alias Local = vec4<Real>;

struct PlanarDelassus { tt: Real, tn: Real, nn: Real }

struct PairDelassus {
    one: PlanarDelassus,
    two: PlanarDelassus,
    tt: Real,
    tn: Real,
    nt: Real,
    nn: Real,
    gaps: vec2<Real>,
    inner: vec4<Real>,
}

alias Delassus = PairDelassus;

// x where a contact is touched, other elsewhere.
fn pair_touched(gap: Real, x: Real, other: Real) -> Real {
    return select(other, x, gap <= Real(0.0));
}

// The sum of magnitudes.
fn pair_size(v: vec4<Real>) -> Real {
    return abs(v.x) + abs(v.y) + abs(v.z) + abs(v.w);
}

fn space_normal(h: Delassus, v: Local) -> Real {
    let far = Real(1e30);
    return smaller(pair_touched(h.gaps.x, v.y, far), pair_touched(h.gaps.y, v.w, far));
}

fn space_slide(v: Local) -> Real {
    return larger(abs(v.x), abs(v.z));
}

// At the contact that is left behind most.
fn space_push(h: Delassus, speed: Real) -> Local {
    let zero = Real(0.0);
    let second = h.gaps.y < h.gaps.x;
    let first = select(speed / h.one.nn, zero, second);
    return Local(zero, first, zero, select(zero, speed / h.two.nn, second));
}

fn space_respond(h: Delassus, impulse: Local) -> Local {
    let t1 = impulse.x;
    let n1 = impulse.y;
    let t2 = impulse.z;
    let n2 = impulse.w;
    return Local(
        h.one.tt * t1 + h.one.tn * n1 + h.tt * t2 + h.tn * n2,
        h.one.tn * t1 + h.one.nn * n1 + h.nt * t2 + h.nn * n2,
        h.tt * t1 + h.nt * n1 + h.two.tt * t2 + h.two.tn * n2,
        h.tn * t1 + h.nn * n1 + h.two.tn * t2 + h.two.nn * n2,
    );
}

fn space_gain(h: Delassus, impulse: Local, loose: Local, end: Local) -> Real {
    return Real(0.5) * space_dot(impulse, loose + end);
}

fn space_powers(h: Delassus, impulse: Local, v: Local) -> vec2<Real> {
    return vec2<Real>(impulse.y * v.y + impulse.w * v.w, impulse.x * v.x + impulse.z * v.z);
}

struct Lifted { h: Delassus, by: Local }

// The two gaps may be less a skin; the smaller one is told as it is.
fn space_lift(h: Delassus, gap: Real, step: Real, moved: Local) -> Lifted {
    let zero = Real(0.0);
    let skin = gap - smaller(h.gaps.x, h.gaps.y);
    var all = h;
    all.gaps = vec2<Real>();
    return Lifted(all, Local(zero, (h.gaps.x + skin) / step - moved.y, zero, (h.gaps.y + skin) / step - moved.w));
}

fn space_weight(h: Delassus) -> Real {
    return h.one.tt + h.one.nn + h.two.tt + h.two.nn;
}

// An impulse can be large where most of what it does cancels.
fn space_reach(h: Delassus, loose: Local, impulse: Local) -> Real {
    let weight = space_weight(h);
    return space_dot(loose, loose) + weight * weight * space_dot(impulse, impulse);
}

// A positive definite H; each contact is touched now and then.
fn space_delassus_of(a: Real, b: Real, c: Real) -> Delassus {
    let zero = Real(0.0);
    let half = Real(0.5);
    let quarter = Real(0.25);
    let one = PlanarDelassus(b + c * c / a, c, a);
    let inner = select(half, zero, c < zero);
    return PairDelassus(
        one,
        PlanarDelassus(
            quarter * one.tt + b,
            half * (quarter * one.tn),
            quarter * (quarter * one.nn) + a,
        ),
        half * one.tt,
        quarter * one.tn,
        half * one.tn,
        quarter * one.nn,
        vec2<Real>(a - Real(1.25), b - Real(1.25)),
        vec4<Real>(inner, -inner, inner, inner),
    );
}

fn space_dot(a: Local, b: Local) -> Real {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
