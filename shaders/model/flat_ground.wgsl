// A unit-mass particle above the plane z = 0. Twin of flat_ground! in src/model/mod.rs.

alias Coords = vec3<Real>;

fn model_gap(c: Setup, q: Coords) -> Real {
    return q.z;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return u;
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    return impulse;
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
