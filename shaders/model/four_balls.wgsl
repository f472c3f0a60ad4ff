// S14: four balls on a table and against each other. Twin of src/model/four_balls.rs: Coords are four places, then four angles; four
// velocities, then four angular ones.

alias Coords = array<vec3<Real>, 8>;

fn model_setup(p: ModelParams) -> Setup {
    return Setup(p.gravity, p.radius, Real(1.0) / p.gyration, p.skin);
}

fn model_start(p: ModelParams) -> Start {
    return Start(
        Coords(
            vec3<Real>(p.x1_0, p.y1_0, p.z1_0),
            vec3<Real>(p.x2_0, p.y2_0, p.z2_0),
            vec3<Real>(p.x3_0, p.y3_0, p.z3_0),
            vec3<Real>(p.x4_0, p.y4_0, p.z4_0),
            vec3<Real>(),
            vec3<Real>(),
            vec3<Real>(),
            vec3<Real>(),
        ),
        Coords(
            vec3<Real>(p.ux1_0, p.uy1_0, p.uz1_0),
            vec3<Real>(p.ux2_0, p.uy2_0, p.uz2_0),
            vec3<Real>(p.ux3_0, p.uy3_0, p.uz3_0),
            vec3<Real>(p.ux4_0, p.uy4_0, p.uz4_0),
            vec3<Real>(p.wx1_0, p.wy1_0, p.wz1_0),
            vec3<Real>(p.wx2_0, p.wy2_0, p.wz2_0),
            vec3<Real>(p.wx3_0, p.wy3_0, p.wz3_0),
            vec3<Real>(p.wx4_0, p.wy4_0, p.wz4_0),
        ),
    );
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let falls = vec3<Real>(Real(0.0), Real(0.0), -c.gravity);
    let none = vec3<Real>();
    return Coords(falls, falls, falls, falls, none, none, none, none);
}

// The square of how far apart two balls are.
fn model_square(q: Coords, a: u32, b: u32) -> Real {
    let d = q[a] - q[b];
    return balls_dot(d, d);
}

// The distance at each contact.
fn model_gaps(c: Setup, q: Coords) -> array<Real, 10> {
    let both = Real(2.0) * c.radius;
    return array<Real, 10>(
        q[0].z,
        q[1].z,
        q[2].z,
        q[3].z,
        sqrt(model_square(q, 0u, 1u)) - both,
        sqrt(model_square(q, 0u, 2u)) - both,
        sqrt(model_square(q, 0u, 3u)) - both,
        sqrt(model_square(q, 1u, 2u)) - both,
        sqrt(model_square(q, 1u, 3u)) - both,
        sqrt(model_square(q, 2u, 3u)) - both,
    );
}

fn model_gap(c: Setup, q: Coords) -> Real {
    let gaps = model_gaps(c, q);
    var least = gaps[0];
    least = smaller(least, gaps[1]);
    least = smaller(least, gaps[2]);
    least = smaller(least, gaps[3]);
    least = smaller(least, gaps[4]);
    least = smaller(least, gaps[5]);
    least = smaller(least, gaps[6]);
    least = smaller(least, gaps[7]);
    least = smaller(least, gaps[8]);
    least = smaller(least, gaps[9]);
    return least;
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    let r = c.radius;
    let w = Bodies(u[0], u[1], u[2], u[3], u[4] * r, u[5] * r, u[6] * r, u[7] * r);
    return balls_local(model_delassus(c, q), w);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    return balls_kick(model_delassus(c, q), impulse, Real(1.0) / c.radius);
}

// The normal between two balls.
fn model_normal(q: Coords, a: u32, b: u32) -> vec3<Real> {
    return (q[a] - q[b]) * (Real(1.0) / sqrt(model_square(q, a, b)));
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    let up = vec3<Real>(Real(0.0), Real(0.0), Real(1.0));
    var h: BallContacts;
    h.n = array<vec3<Real>, 10>(
        up,
        up,
        up,
        up,
        model_normal(q, 0u, 1u),
        model_normal(q, 0u, 2u),
        model_normal(q, 0u, 3u),
        model_normal(q, 1u, 2u),
        model_normal(q, 1u, 3u),
        model_normal(q, 2u, 3u),
    );
    h.gaps = model_gaps(c, q);
    h.skin = c.skin;
    h.spin = c.spin;
    return h;
}

// Balls that pass each other part the faster, along the normal.
fn model_parting(q: Coords, u: Coords, a: u32, b: u32) -> vec3<Real> {
    let n = model_normal(q, a, b);
    let v = u[a] - u[b];
    let closing = balls_dot(n, v);
    return n * ((balls_dot(v, v) - closing * closing) / sqrt(model_square(q, a, b)));
}

// What is across the normals nobody asks for.
fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    let none = vec3<Real>();
    return Local(
        none,
        none,
        none,
        none,
        model_parting(q, u, 0u, 1u),
        model_parting(q, u, 0u, 2u),
        model_parting(q, u, 0u, 3u),
        model_parting(q, u, 1u, 2u),
        model_parting(q, u, 1u, 3u),
        model_parting(q, u, 2u, 3u),
    );
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    let kick = model_kick(c, q, impulse);
    return Coords(
        u[0] + kick[0],
        u[1] + kick[1],
        u[2] + kick[2],
        u[3] + kick[3],
        u[4] + kick[4],
        u[5] + kick[5],
        u[6] + kick[6],
        u[7] + kick[7],
    );
}

fn model_travel(q: Coords, by: Coords) -> Coords {
    return Coords(
        q[0] + by[0],
        q[1] + by[1],
        q[2] + by[2],
        q[3] + by[3],
        q[4] + by[4],
        q[5] + by[5],
        q[6] + by[6],
        q[7] + by[7],
    );
}
