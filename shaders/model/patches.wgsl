// A particle over a plane whose roughness depends on the place and on the past (Monteiro Marques & Dzonou 2018).
// Twin of src/model/patches.rs, which states it in full.

alias Coords = vec4<Real>;

fn model_setup(p: ModelParams) -> Setup {
    let slope = turn_of_degrees(p.angle_deg);
    return Setup(
        p.gravity * sin_turn(slope),
        -p.gravity * cos_turn(slope),
        p.depth,
        p.waves_x,
        p.waves_y,
        p.weak,
        Real(1.0) - p.weak,
        Real(1.0) / p.slip,
        p.heal,
    );
}

fn model_start(p: ModelParams) -> Start {
    let heading = turn_of_degrees(p.heading_deg);
    let u_x = p.speed * cos_turn(heading);
    let u_y = p.speed * sin_turn(heading);
    return Start(Coords(p.x0, p.y0, p.z0, Real(0.0)), Coords(u_x, u_y, Real(0.0), p.strength0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let zero = Real(0.0);
    // In flight nothing is worn.
    let slide = select(zero, sqrt(u.x * u.x + u.y * u.y), q.z <= zero);
    let change = c.heal * (Real(1.0) - u.w) - slide * c.wear * u.w;
    return Coords(c.g_x, zero, c.g_z, change);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return q.z;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return u.xyz;
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    return Coords(impulse, Real(0.0));
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    return Real(1.0);
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    let turns_x = c.waves_x * q.x;
    let turns_y = c.waves_y * q.y;
    let wave = cos_turn(turns_x - nearest(turns_x)) * cos_turn(turns_y - nearest(turns_y));
    return (Real(1.0) + c.depth * wave) * (c.weak + c.fresh * u.w);
}
