// S13: a viscoelastic chain of four masses over a rough floor that the last one can meet. Twin of src/model/chain.rs;
// chain_row.wgsl comes before it.

fn model_setup(p: ModelParams) -> Setup {
    return Setup(
        p.m1,
        p.m2,
        p.m3,
        p.m4,
        p.k0,
        p.k1,
        p.k2,
        p.k3,
        p.k4,
        p.c0,
        p.c1,
        p.c2,
        p.c3,
        p.c4,
        -p.gravity,
        p.pull,
        p.clearance,
    );
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return q[1].w + c.clearance;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return Local(u[0].w, u[1].w);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    let zero = Real(0.0);
    let along = vec4<Real>(zero, zero, zero, impulse.x / c.m4);
    return Coords(along, vec4<Real>(zero, zero, zero, impulse.y / c.m4));
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    let w = Real(1.0) / c.m4;
    return Delassus(w, Real(0.0), w);
}

fn model_soft_delassus(c: Setup, reach: Real, q: Coords) -> Delassus {
    let w = Real(1.0) / chain_pivots(chain_masses(c), chain_stiffened(c, reach)).w;
    return Delassus(w, Real(0.0), w);
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}
