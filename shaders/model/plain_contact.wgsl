// Contact is felt on the boundary, and an impulse is a change of velocity. Twin of what Model has where a model says nothing.

fn model_skin(c: Setup) -> Real {
    return Real(0.0);
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return u + model_kick(c, q, impulse);
}

// A displacement is added: coordinates are a vector. Twin of Model::travel.
fn model_travel(q: Coords, by: Coords) -> Coords {
    return q + by;
}
