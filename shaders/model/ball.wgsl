// A ball on a rough plane, its centre of mass where one likes. Twin of src/model/ball.rs, which states the equations: columns of Coords are
// (place, phi) and a quaternion (x, y, z, w), (velocity, that of phi) and (angular momentum over I1, padding).

alias Coords = mat2x4<Real>;

// a x b, written out.
fn cross_of(a: vec3<Real>, b: vec3<Real>) -> vec3<Real> {
    return vec3<Real>(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// The axis a, and 1 - a_z, of a quaternion of any length.
fn ball_axis(q: Coords) -> vec4<Real> {
    let zero = Real(0.0);
    let two = Real(2.0);
    let r = q[1];
    let level = r.x * r.x + r.y * r.y;
    let steep = r.z * r.z + r.w * r.w;
    let square = level + steep;
    let scale = select(zero, Real(1.0) / square, zero < square);
    return vec4<Real>(
        two * (r.x * r.z + r.w * r.y) * scale,
        two * (r.y * r.z - r.w * r.x) * scale,
        (steep - level) * scale,
        two * level * scale,
    );
}

// From the centre of mass to the lowest point.
fn ball_lowest(c: Setup, a: vec3<Real>) -> vec3<Real> {
    return vec3<Real>(c.arm * a.x, c.arm * a.y, c.arm * a.z - c.radius);
}

// The angular velocity.
fn ball_spin(c: Setup, a: vec3<Real>, l: vec3<Real>) -> vec3<Real> {
    return l + a * (c.excess * space_dot(a, l));
}

fn model_setup(p: ModelParams) -> Setup {
    let one = Real(1.0);
    let slope = turn_of_degrees(p.angle_deg);
    return Setup(
        p.gravity * sin_turn(slope),
        -p.gravity * cos_turn(slope),
        one / p.m,
        one / (p.gyration * p.m * (p.radius * p.radius)),
        p.radius,
        p.offset * p.radius,
        p.gyration / p.gyration_axis - one,
        p.skin,
    );
}

fn model_start(p: ModelParams) -> Start {
    let zero = Real(0.0);
    let half = Real(0.5) * turn_of_degrees(p.lean_deg);
    let sin = sin_turn(half);
    let cos = cos_turn(half);
    let a = vec3<Real>(Real(2.0) * (sin * cos), zero, cos * cos - sin * sin);
    let raised = p.offset * p.radius * (Real(2.0) * (sin * sin));
    let w = vec3<Real>(p.wx0, p.wy0, p.wz0);
    // I3/I1 of the part about the axis.
    let about = space_dot(a, w);
    let ratio = p.gyration_axis / p.gyration;
    let l = w + a * ((ratio - Real(1.0)) * about);
    let phi = (Real(1.0) - ratio) * about;
    return Start(
        Coords(p.x0, p.y0, p.z0 + raised, zero, zero, sin, zero, cos),
        Coords(p.ux0, p.uy0, p.uz0, phi, l.x, l.y, l.z, zero),
    );
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let zero = Real(0.0);
    return Coords(c.g_x, zero, c.g_z, zero, zero, zero, zero, zero);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return q[0].z - c.arm * ball_axis(q).w;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    let a = ball_axis(q).xyz;
    return u[0].xyz + cross_of(ball_spin(c, a, u[1].xyz), ball_lowest(c, a));
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    let a = ball_axis(q).xyz;
    let v = impulse * c.inverse_mass;
    let l = cross_of(ball_lowest(c, a), impulse) * c.inverse_inertia;
    return Coords(v.x, v.y, v.z, c.excess * space_dot(a, l), l.x, l.y, l.z, Real(0.0));
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return u + model_kick(c, q, impulse);
}

// phi adds up; the quaternion moves by the Cayley map.
fn model_travel(q: Coords, by: Coords) -> Coords {
    let r = q[1];
    let t = by[1] * Real(0.5);
    let qx = r.x + (r.w * t.x + t.y * r.z - t.z * r.y);
    let qy = r.y + (r.w * t.y + t.z * r.x - t.x * r.z);
    let qz = r.z + (r.w * t.z + t.x * r.y - t.y * r.x);
    let qw = r.w - (t.x * r.x + t.y * r.y + t.z * r.z);
    let square = qx * qx + qy * qy + qz * qz + qw * qw;
    let turn = t.x * t.x + t.y * t.y + t.z * t.z;
    // What is not turned keeps its bits: a step without correction is then the lean one.
    let length = select(Real(1.0), sqrt(square), Real(0.0) < turn * square);
    return Coords(q[0] + by[0], vec4<Real>(qx / length, qy / length, qz / length, qw / length));
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    let a = ball_axis(q).xyz;
    let r = ball_lowest(c, a);
    // b = a x r has no normal part.
    let bx = -(c.radius * a.y);
    let by = c.radius * a.x;
    return Delassus(
        c.inverse_mass + (r.y * r.y + r.z * r.z + c.excess * (bx * bx)) * c.inverse_inertia,
        (c.excess * (bx * by) - r.x * r.y) * c.inverse_inertia,
        c.inverse_mass + (r.x * r.x + r.z * r.z + c.excess * (by * by)) * c.inverse_inertia,
        -(r.x * r.z) * c.inverse_inertia,
        -(r.y * r.z) * c.inverse_inertia,
        c.inverse_mass + (r.x * r.x + r.y * r.y) * c.inverse_inertia,
    );
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    let a = ball_axis(q).xyz;
    let l = u[1].xyz;
    let turned = cross_of(l, a);
    let faster = turned * (c.excess * space_dot(a, l));
    return cross_of(faster, ball_lowest(c, a)) + cross_of(ball_spin(c, a, l), turned * c.arm);
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
