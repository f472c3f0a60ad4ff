// S8: a rod with two rounded ends over two planes (Stewart & Trinkle 1996, Sec. 5). Twin of src/model/rod.rs.

alias Coords = vec3<Real>;

// The direction of the rod, (cos theta, sin theta).
fn rod_axis(theta: Real) -> vec2<Real> {
    let turn = turn_of_radians(theta);
    return vec2<Real>(cos_turn(turn), sin_turn(turn));
}

// The arms (a, b) of the end at `l axis`, of radius `rho`, over a plane of the slope given.
fn rod_arms(sin: Real, cos: Real, l: Real, rho: Real, axis: vec2<Real>) -> vec2<Real> {
    return vec2<Real>(rho - l * (axis.y * cos - axis.x * sin), l * (axis.x * cos + axis.y * sin));
}

// How far that end is above the plane of that slope through the origin.
fn rod_height(sin: Real, cos: Real, arms: vec2<Real>, q: vec3<Real>) -> Real {
    return cos * q.y - arms.x - sin * q.x;
}

// The arms of both ends, (a1, b1, a2, b2), if their radius is `rho`.
fn rod_ends(c: Setup, rho: Real, theta: Real) -> vec4<Real> {
    let axis = rod_axis(theta);
    let one = rod_arms(c.sin1, c.cos1, -c.l, rho, axis);
    let two = rod_arms(c.sin2, c.cos2, c.l, rho, axis);
    return vec4<Real>(one.x, one.y, two.x, two.y);
}

// Both gaps.
fn rod_gaps(c: Setup, q: vec3<Real>) -> vec2<Real> {
    let ends = rod_ends(c, c.rho, q.z);
    let one = rod_height(c.sin1, c.cos1, vec2<Real>(ends.x, ends.y), q) - c.offset1;
    return vec2<Real>(one, rod_height(c.sin2, c.cos2, vec2<Real>(ends.z, ends.w), q) - c.offset2);
}

// Opposite impulses along the line from one point of contact to the other, a unit vector in both frames together.
fn rod_inner(c: Setup, axis: vec2<Real>) -> vec4<Real> {
    let two = Real(2.0);
    let along = two * c.l * axis.x - c.rho * (c.sin1 - c.sin2);
    let across = two * c.l * axis.y - c.rho * (c.cos2 - c.cos1);
    let scale = over_root(Real(1.0), two * (along * along + across * across));
    let x = along * scale;
    let y = across * scale;
    return vec4<Real>(
        -(c.cos1 * x + c.sin1 * y),
        -(c.cos1 * y - c.sin1 * x),
        c.cos2 * x + c.sin2 * y,
        c.cos2 * y - c.sin2 * x,
    );
}

fn model_setup(p: ModelParams) -> Setup {
    let zero = Real(0.0);
    let one = Real(1.0);
    let first = turn_of_degrees(p.plane1_deg);
    let second = turn_of_degrees(p.plane2_deg);
    let sin1 = sin_turn(first);
    let cos1 = cos_turn(first);
    let sin2 = sin_turn(second);
    let cos2 = cos_turn(second);
    let snug = Real(0.5) < p.snug;
    let q = model_start(p).q;
    // Not from radians and back: a driver would cancel the factors, which rounding does not.
    let turn = turn_of_degrees(p.angle0_deg);
    let axis = vec2<Real>(cos_turn(turn), sin_turn(turn));
    let height1 = rod_height(sin1, cos1, rod_arms(sin1, cos1, -p.l, p.rho, axis), q);
    let height2 = rod_height(sin2, cos2, rod_arms(sin2, cos2, p.l, p.rho, axis), q);
    return Setup(
        one / p.m,
        one / p.inertia,
        p.l,
        p.rho,
        p.gravity,
        sin1,
        cos1,
        sin2,
        cos2,
        sin1 * cos2 - cos1 * sin2,
        cos1 * cos2 + sin1 * sin2,
        select(zero, height1, snug) + p.offset1,
        select(zero, height2, snug) + p.offset2,
        p.skin,
    );
}

fn model_start(p: ModelParams) -> Start {
    let theta = turn_of_degrees(p.angle0_deg) * tau();
    return Start(Coords(p.x0, p.y0, theta), Coords(p.ux0, p.uy0, p.omega0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(Real(0.0), -c.gravity, Real(0.0));
}

fn model_gap(c: Setup, q: Coords) -> Real {
    let gaps = rod_gaps(c, q);
    return smaller(gaps.x, gaps.y);
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return u + model_kick(c, q, impulse);
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    let ends = rod_ends(c, c.rho, q.z);
    return Local(
        c.cos1 * u.x + c.sin1 * u.y + ends.x * u.z,
        c.cos1 * u.y - c.sin1 * u.x + ends.y * u.z,
        c.cos2 * u.x + c.sin2 * u.y + ends.z * u.z,
        c.cos2 * u.y - c.sin2 * u.x + ends.w * u.z,
    );
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    let t1 = impulse.x;
    let n1 = impulse.y;
    let t2 = impulse.z;
    let n2 = impulse.w;
    let x = c.cos1 * t1 - c.sin1 * n1 + c.cos2 * t2 - c.sin2 * n2;
    let y = c.sin1 * t1 + c.cos1 * n1 + c.sin2 * t2 + c.cos2 * n2;
    let turn = space_dot(rod_ends(c, c.rho, q.z), impulse);
    return Coords(x * c.inverse_mass, y * c.inverse_mass, turn * c.inverse_inertia);
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    let ends = rod_ends(c, c.rho, q.z);
    let a1 = ends.x;
    let b1 = ends.y;
    let a2 = ends.z;
    let b2 = ends.w;
    let w = c.inverse_mass;
    let v = c.inverse_inertia;
    return PairDelassus(
        PlanarDelassus(w + a1 * a1 * v, a1 * b1 * v, w + b1 * b1 * v),
        PlanarDelassus(w + a2 * a2 * v, a2 * b2 * v, w + b2 * b2 * v),
        c.cos12 * w + a1 * a2 * v,
        c.sin12 * w + a1 * b2 * v,
        -c.sin12 * w + b1 * a2 * v,
        c.cos12 * w + b1 * b2 * v,
        rod_gaps(c, q) - vec2<Real>(c.skin, c.skin),
        rod_inner(c, rod_axis(q.z)),
    );
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    // Not (a - rho): a driver would cancel the radius, which rounding does not.
    let ends = rod_ends(c, Real(0.0), q.z);
    return Local(-ends.y, ends.x, -ends.w, ends.z) * (u.z * u.z);
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
