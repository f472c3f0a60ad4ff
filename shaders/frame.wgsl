// The frame of a contact from its normal. Twin of src/frame.rs, which says how it is made.

struct Frame { t1: vec3<Real>, t2: vec3<Real>, n: vec3<Real> }

// The frame of a unit normal.
fn frame_of(n: vec3<Real>) -> Frame {
    let one = Real(1.0);
    let side = select(one, -one, n.z < Real(0.0));
    let share = one / (one + abs(n.z));
    let both = n.x * n.y * share;
    return Frame(
        vec3<Real>(one - n.x * n.x * share, -both, -side * n.x),
        vec3<Real>(-side * both, side * (one - n.y * n.y * share), -n.y),
        n,
    );
}

// The components of a vector in the frame.
fn frame_local(f: Frame, u: vec3<Real>) -> vec3<Real> {
    return vec3<Real>(
        f.t1.x * u.x + f.t1.y * u.y + f.t1.z * u.z,
        f.t2.x * u.x + f.t2.y * u.y + f.t2.z * u.z,
        f.n.x * u.x + f.n.y * u.y + f.n.z * u.z,
    );
}

// The vector with these components.
fn frame_kick(f: Frame, p: vec3<Real>) -> vec3<Real> {
    return f.t1 * p.x + f.t2 * p.y + f.n * p.z;
}
