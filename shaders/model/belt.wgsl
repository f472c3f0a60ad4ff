// A block on a moving belt, held to a wall by a spring and a dashpot. Twin of src/model/belt.rs.

alias Coords = vec3<Real>;

fn model_setup(p: ModelParams) -> Setup {
    return Setup(
        Real(1.0) / p.m,
        p.stiffness / p.m,
        p.damping / p.m,
        p.speed,
        p.gravity,
        p.stiffness,
        p.damping,
    );
}

fn model_start(p: ModelParams) -> Start {
    return Start(Coords(p.x0, p.y0, p.z0), Coords(p.ux0, p.uy0, Real(0.0)));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(-c.spring * q.x - c.dashpot * u.x, -c.spring * q.y - c.dashpot * u.y, -c.gravity);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return q.z;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return Local(u.x - c.speed, u.y, u.z);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    return impulse * c.inverse_mass;
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    return c.inverse_mass;
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
