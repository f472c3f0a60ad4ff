// The contact of a body in space: (t1, t2, n), and a full H. Twin of src/space/spatial.rs.

struct SpatialDelassus { xx: Real, xy: Real, yy: Real, xn: Real, yn: Real, nn: Real }

alias Local = vec3<Real>;
alias Delassus = SpatialDelassus;

fn space_normal(h: Delassus, v: Local) -> Real {
    return v.z;
}

fn space_slide(v: Local) -> Real {
    return sqrt(v.x * v.x + v.y * v.y);
}

fn space_push(h: Delassus, speed: Real) -> Local {
    return Local(Real(0.0), Real(0.0), speed / h.nn);
}

fn space_respond(h: Delassus, impulse: Local) -> Local {
    return Local(
        h.xx * impulse.x + h.xy * impulse.y + h.xn * impulse.z,
        h.xy * impulse.x + h.yy * impulse.y + h.yn * impulse.z,
        h.xn * impulse.x + h.yn * impulse.y + h.nn * impulse.z,
    );
}

fn space_gain(h: Delassus, impulse: Local, loose: Local, end: Local) -> Real {
    return Real(0.5) * space_dot(impulse, loose + end);
}

fn space_powers(h: Delassus, impulse: Local, v: Local) -> vec2<Real> {
    return vec2<Real>(impulse.z * v.z, impulse.x * v.x + impulse.y * v.y);
}

struct Lifted { h: Delassus, by: Local }

fn space_lift(h: Delassus, gap: Real, step: Real, moved: Local) -> Lifted {
    return Lifted(h, Local(Real(0.0), Real(0.0), gap / step - moved.z));
}

fn space_weight(h: Delassus) -> Real {
    return h.xx + h.yy + h.nn;
}

fn space_reach(h: Delassus, loose: Local, impulse: Local) -> Real {
    let weight = space_weight(h);
    return space_dot(loose, loose) + weight * weight * space_dot(impulse, impulse);
}

// A diagonal and the product of a vector (c, -c/2, 1) with itself.
fn space_delassus_of(a: Real, b: Real, c: Real) -> Delassus {
    let d = Real(-0.5) * c;
    return Delassus(b + c * c, c * d, a + d * d, c, d, a + Real(1.0));
}

fn space_dot(a: Local, b: Local) -> Real {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
