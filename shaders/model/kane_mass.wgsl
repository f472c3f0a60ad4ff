// The kinetic metric of the double pendulum. Twin of Kane::inner in src/model/kane.rs.

fn model_inner(c: Setup, q: Coords, u: Coords, v: Coords) -> Real {
    return model_metric(c.inverse_inertia, q, u, v);
}
