// A body without springs and dashpots. Twin of what Model has where a model says nothing of them.

fn model_stretch(c: Setup, v: Coords, q: Coords) -> Real {
    return Real(0.0);
}

fn model_drag(c: Setup, v: Coords, u: Coords) -> Real {
    return Real(0.0);
}

fn model_soften(c: Setup, reach: Real, w: Coords) -> Coords {
    return w;
}

fn model_soft_delassus(c: Setup, reach: Real, q: Coords) -> Delassus {
    return model_delassus(c, q);
}
