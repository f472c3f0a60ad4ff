// A particle in a rectangular box. Twin of src/model/box_walls.rs.

alias Coords = vec3<Real>;

// The nearest wall: distance, side (1 at 0, -1 opposite), and whether it is one across y or z.
struct Wall { gap: Real, side: Real, on_y: bool, on_z: bool }

fn model_setup(p: ModelParams) -> Setup {
    return Setup(p.size_x, p.size_y, p.size_z, p.gravity);
}

fn model_start(p: ModelParams) -> Start {
    return Start(Coords(p.x0, p.y0, p.z0), Coords(p.ux0, p.uy0, p.uz0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(Real(0.0), Real(0.0), -c.gravity);
}

// The wall nearest to q; of several, the first along x, y, z, and the one at 0.
fn model_wall(c: Setup, q: Coords) -> Wall {
    let far_x = c.size_x - q.x;
    let far_y = c.size_y - q.y;
    let far_z = c.size_z - q.z;
    let gap_x = smaller(q.x, far_x);
    let gap_y = smaller(q.y, far_y);
    let gap_z = smaller(q.z, far_z);
    let gap_xy = smaller(gap_x, gap_y);
    let on_z = gap_z < gap_xy;
    let on_y = (gap_y < gap_x) && !on_z;
    let near = select(select(q.x, q.y, on_y), q.z, on_z);
    let far = select(select(far_x, far_y, on_y), far_z, on_z);
    return Wall(smaller(near, far), select(Real(1.0), Real(-1.0), far < near), on_y, on_z);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return model_wall(c, q).gap;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    let w = model_wall(c, q);
    let across = select(Local(u.y, u.z, u.x), Local(u.z, u.x, u.y), w.on_y);
    let v = select(across, Local(u.x, u.y, u.z), w.on_z);
    return Local(v.x, v.y, w.side * v.z);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    let w = model_wall(c, q);
    let n = w.side * impulse.z;
    let across = select(Coords(n, impulse.x, impulse.y), Coords(impulse.y, n, impulse.x), w.on_y);
    return select(across, Coords(impulse.x, impulse.y, n), w.on_z);
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    return Real(1.0);
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
