// A unit-mass particle over a curved boundary. Twin of curved_ground! in src/model/curved_ground.rs; the model itself has
// model_gap, model_normal and model_bend.

alias Coords = vec3<Real>;

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return frame_local(frame_of(model_normal(c, q)), u);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    return frame_kick(frame_of(model_normal(c, q)), impulse);
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    return Real(1.0);
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local(Real(0.0), Real(0.0), model_bend(c, q, u));
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

// What sticks has exactly no velocity: so it is made from the local one.
fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return select(u, model_kick(c, q, local + impulse), contact);
}

// A displacement is added: coordinates are a vector. Twin of Model::travel.
fn model_travel(q: Coords, by: Coords) -> Coords {
    return q + by;
}
