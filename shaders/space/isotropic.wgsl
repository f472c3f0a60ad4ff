// A particle's contact in space: (t1, t2, n), H = 1/m times the identity. Twin of src/space.rs, Isotropic.

alias Local = vec3<Real>;
alias Delassus = Real;

fn space_normal(h: Delassus, v: Local) -> Real {
    return v.z;
}

fn space_slide(v: Local) -> Real {
    return sqrt(v.x * v.x + v.y * v.y);
}

fn space_push(h: Delassus, speed: Real) -> Local {
    return Local(Real(0.0), Real(0.0), speed / h);
}

fn space_respond(h: Delassus, impulse: Local) -> Local {
    return impulse * h;
}

// As U_F - U_L = w P, it is P.U_F - w/2 P.P: the other certificates need most of that too.
fn space_gain(h: Delassus, impulse: Local, loose: Local, end: Local) -> Real {
    return space_dot(impulse, end) - Real(0.5) * h * space_dot(impulse, impulse);
}

fn space_powers(h: Delassus, impulse: Local, v: Local) -> vec2<Real> {
    return vec2<Real>(impulse.z * v.z, impulse.x * v.x + impulse.y * v.y);
}

struct Lifted { h: Delassus, by: Local }

fn space_lift(h: Delassus, gap: Real, step: Real, moved: Local) -> Lifted {
    return Lifted(h, Local(Real(0.0), Real(0.0), gap / step - moved.z));
}

fn space_weight(h: Delassus) -> Real {
    return h;
}

fn space_reach(h: Delassus, loose: Local, impulse: Local) -> Real {
    return space_dot(loose, loose);
}

fn space_delassus_of(a: Real, b: Real, c: Real) -> Delassus {
    return a;
}

fn space_dot(a: Local, b: Local) -> Real {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
