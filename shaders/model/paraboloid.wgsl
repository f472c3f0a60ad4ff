// S4: a particle in a paraboloid. Twin of src/model/paraboloid.rs.

fn model_setup(p: ModelParams) -> Setup {
    let one = Real(1.0);
    return Setup(p.gravity, one / p.radius_x, one / p.radius_y, p.skin);
}

fn model_start(p: ModelParams) -> Start {
    let ground = Real(0.5) * (p.x0 * p.x0 / p.radius_x + p.y0 * p.y0 / p.radius_y);
    return Start(Coords(p.x0, p.y0, ground + p.lift0), Coords(p.ux0, p.uy0, p.uz0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(Real(0.0), Real(0.0), -c.gravity);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    let rise = Coords(-q.x * c.bend_x, -q.y * c.bend_y, Real(1.0));
    let f = q.z - Real(0.5) * (q.x * q.x * c.bend_x + q.y * q.y * c.bend_y);
    return f / sqrt(space_dot(rise, rise));
}

fn model_normal(c: Setup, q: Coords) -> Coords {
    let rise = Coords(-q.x * c.bend_x, -q.y * c.bend_y, Real(1.0));
    return rise * (Real(1.0) / sqrt(space_dot(rise, rise)));
}

fn model_bend(c: Setup, q: Coords, u: Coords) -> Real {
    let rise = Coords(-q.x * c.bend_x, -q.y * c.bend_y, Real(1.0));
    let inverse = Real(1.0) / sqrt(space_dot(rise, rise));
    let n = rise * inverse;
    let w = Coords(-u.x * c.bend_x, -u.y * c.bend_y, Real(0.0));
    return (space_dot(w, u) - space_dot(n, u) * space_dot(n, w)) * inverse;
}
