// The contact of a body that moves in a plane: (t, n), and a full H. Twin of src/space.rs, Planar.

alias Local = vec2<Real>;
alias Delassus = PlanarDelassus;

fn space_normal(h: Delassus, v: Local) -> Real {
    return v.y;
}

fn space_slide(v: Local) -> Real {
    return abs(v.x);
}

fn space_push(h: Delassus, speed: Real) -> Local {
    return Local(Real(0.0), speed / h.nn);
}

fn space_respond(h: Delassus, impulse: Local) -> Local {
    return Local(h.tt * impulse.x + h.tn * impulse.y, h.tn * impulse.x + h.nn * impulse.y);
}

fn space_gain(h: Delassus, impulse: Local, loose: Local, end: Local) -> Real {
    return Real(0.5) * space_dot(impulse, loose + end);
}

fn space_powers(h: Delassus, impulse: Local, v: Local) -> vec2<Real> {
    return vec2<Real>(impulse.y * v.y, impulse.x * v.x);
}

struct Lifted { h: Delassus, by: Local }

fn space_lift(h: Delassus, gap: Real, step: Real, moved: Local) -> Lifted {
    return Lifted(h, Local(Real(0.0), gap / step - moved.y));
}

fn space_weight(h: Delassus) -> Real {
    return h.tt + h.nn;
}

fn space_reach(h: Delassus, loose: Local, impulse: Local) -> Real {
    let weight = space_weight(h);
    return space_dot(loose, loose) + weight * weight * space_dot(impulse, impulse);
}

fn space_delassus_of(a: Real, b: Real, c: Real) -> Delassus {
    return Delassus(b + c * c / a, c, a);
}

fn space_dot(a: Local, b: Local) -> Real {
    return a.x * b.x + a.y * b.y;
}
