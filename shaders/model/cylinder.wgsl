// S4: a particle inside a cylinder along x. Twin of src/model/cylinder.rs.

fn model_setup(p: ModelParams) -> Setup {
    let tilt = turn_of_degrees(p.tilt_deg);
    return Setup(p.gravity * sin_turn(tilt), -p.gravity * cos_turn(tilt), p.radius, p.skin);
}

fn model_start(p: ModelParams) -> Start {
    let slope = turn_of_degrees(p.slope0_deg);
    let rise = sin_turn(slope);
    let run = cos_turn(slope);
    let away = p.radius - p.lift0;
    return Start(
        Coords(p.x0, away * rise, p.radius - away * run),
        Coords(p.ux0, run * p.u_slope - rise * p.u_lift, rise * p.u_slope + run * p.u_lift),
    );
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(c.g_x, Real(0.0), c.g_z);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    let r = Coords(Real(0.0), q.y, q.z - c.radius);
    return c.radius - sqrt(space_dot(r, r));
}

fn model_normal(c: Setup, q: Coords) -> Coords {
    let r = Coords(Real(0.0), q.y, q.z - c.radius);
    let length = sqrt(space_dot(r, r));
    // 0 on the axis itself, where nothing touches.
    let inverse = select(Real(0.0), Real(-1.0) / length, Real(0.0) < length);
    return r * inverse;
}

fn model_bend(c: Setup, q: Coords, u: Coords) -> Real {
    let r = Coords(Real(0.0), q.y, q.z - c.radius);
    let length = sqrt(space_dot(r, r));
    let inverse = select(Real(0.0), Real(-1.0) / length, Real(0.0) < length);
    let v = Coords(Real(0.0), u.y, u.z);
    let across = space_dot(r * inverse, v);
    return (space_dot(v, v) - across * across) * inverse;
}
