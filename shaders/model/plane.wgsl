// S1: a particle over a rough plane; x points down the slope. Twin of src/model/plane.rs.

fn model_setup(p: ModelParams) -> Setup {
    let slope = turn_of_degrees(p.angle_deg);
    return Setup(p.gravity * sin_turn(slope), -p.gravity * cos_turn(slope));
}

fn model_start(p: ModelParams) -> Start {
    return Start(Coords(p.x0, p.y0, p.z0), Coords(p.ux0 + p.speed, p.uy0, p.uz0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(c.g_x, Real(0.0), c.g_z);
}
