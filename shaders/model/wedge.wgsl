// S5: a particle in a wedge of two planes that meet in the line Oy, and a wall across it. Twin of src/model/wedge.rs.

alias Coords = vec3<Real>;

fn model_setup(p: ModelParams) -> Setup {
    let tilt = turn_of_degrees(p.tilt_deg);
    let first = turn_of_degrees(p.slope1_deg);
    let second = turn_of_degrees(p.slope2_deg);
    return Setup(
        p.gravity * sin_turn(tilt),
        -p.gravity * cos_turn(tilt),
        sin_turn(first),
        cos_turn(first),
        sin_turn(second),
        cos_turn(second),
        p.skin,
        p.wall,
    );
}

fn model_start(p: ModelParams) -> Start {
    let first = turn_of_degrees(p.slope1_deg);
    let second = turn_of_degrees(p.slope2_deg);
    let rise1 = p.x0 * (sin_turn(first) / cos_turn(first));
    let rise2 = -p.x0 * (sin_turn(second) / cos_turn(second));
    return Start(Coords(p.x0, p.wall + p.y0, larger(rise1, rise2) + p.z0), Coords(p.ux0, p.uy0, p.uz0));
}

// The distances from the planes.
fn model_distances(c: Setup, q: Coords) -> vec3<Real> {
    return vec3<Real>(c.cos1 * q.z - c.sin1 * q.x, c.cos2 * q.z + c.sin2 * q.x, q.y - c.wall);
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(Real(0.0), c.g_y, c.g_z);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return corner_least(model_distances(c, q));
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return u;
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    return impulse;
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    let zero = Real(0.0);
    let one = Real(1.0);
    return Planes(
        vec3<Real>(-c.sin1, zero, c.cos1),
        vec3<Real>(c.sin2, zero, c.cos2),
        vec3<Real>(zero, one, zero),
        model_distances(c, q) - vec3<Real>(c.skin, c.skin, c.skin),
    );
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return u + model_kick(c, q, impulse);
}
