// S4: a particle inside a sphere. Twin of src/model/sphere.rs.

fn model_setup(p: ModelParams) -> Setup {
    return Setup(p.gravity, p.radius, p.skin);
}

fn model_start(p: ModelParams) -> Start {
    let slope = turn_of_degrees(p.slope0_deg);
    let azimuth = turn_of_degrees(p.azimuth0_deg);
    let rise = sin_turn(slope);
    let run = cos_turn(slope);
    let y = sin_turn(azimuth);
    let x = cos_turn(azimuth);
    let away = p.radius - p.lift0;
    let outward = run * p.u_slope - rise * p.u_lift;
    return Start(
        Coords(away * rise * x, away * rise * y, p.radius - away * run),
        Coords(outward * x - p.u_round * y, outward * y + p.u_round * x, rise * p.u_slope + run * p.u_lift),
    );
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(Real(0.0), Real(0.0), -c.gravity);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    let r = Coords(q.x, q.y, q.z - c.radius);
    return c.radius - sqrt(space_dot(r, r));
}

fn model_normal(c: Setup, q: Coords) -> Coords {
    let r = Coords(q.x, q.y, q.z - c.radius);
    let length = sqrt(space_dot(r, r));
    // 0 at the centre itself, where nothing touches.
    let inverse = select(Real(0.0), Real(-1.0) / length, Real(0.0) < length);
    return r * inverse;
}

fn model_bend(c: Setup, q: Coords, u: Coords) -> Real {
    let r = Coords(q.x, q.y, q.z - c.radius);
    let length = sqrt(space_dot(r, r));
    let inverse = select(Real(0.0), Real(-1.0) / length, Real(0.0) < length);
    let across = space_dot(r * inverse, u);
    return (space_dot(u, u) - across * across) * inverse;
}
