// The kinetic metric of a body of unit mass. Twin of what Model has where a model says nothing of it.

fn model_inner(c: Setup, q: Coords, u: Coords, v: Coords) -> Real {
    return dot(u, v);
}
