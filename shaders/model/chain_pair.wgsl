// S13: a viscoelastic chain of four masses over a rough floor that two of them can meet. Twin of src/model/chain_pair.rs;
// chain_row.wgsl comes before it.

// What every chain has of a Setup.
fn chain_setup(p: ModelParams) -> Setup {
    var c: Setup;
    c.m1 = p.m1;
    c.m2 = p.m2;
    c.m3 = p.m3;
    c.m4 = p.m4;
    c.k0 = p.k0;
    c.k1 = p.k1;
    c.k2 = p.k2;
    c.k3 = p.k3;
    c.k4 = p.k4;
    c.c0 = p.c0;
    c.c1 = p.c1;
    c.c2 = p.c2;
    c.c3 = p.c3;
    c.c4 = p.c4;
    c.gravity = -p.gravity;
    c.pull = p.pull;
    c.clearance = p.clearance;
    return c;
}

fn model_setup(p: ModelParams) -> Setup {
    let zero = Real(0.0);
    let one = Real(1.0);
    var c = chain_setup(p);
    c.pick1 = select(zero, one, p.mate < Real(1.5));
    c.pick2 = select(zero, one, (Real(1.5) < p.mate) && (p.mate < Real(2.5)));
    c.pick3 = select(zero, one, Real(2.5) < p.mate);
    c.clearance_mate = p.clearance_mate;
    c.skin = p.skin;
    return c;
}

// 1 for the other body that can meet the floor, 0 for the rest.
fn chain_mate(c: Setup) -> vec4<Real> {
    return vec4<Real>(c.pick1, c.pick2, c.pick3, Real(0.0));
}

// H, of what the links make of unit impulses at the other body, and of the last body's own part.
fn chain_couple(c: Setup, q: Coords, mate: vec4<Real>, last: Real) -> Delassus {
    let zero = Real(0.0);
    let own = chain_dot(chain_mate(c), mate);
    return PairDelassus(
        PlanarDelassus(own, zero, own),
        PlanarDelassus(last, zero, last),
        mate.w,
        zero,
        zero,
        mate.w,
        vec2<Real>(
            chain_dot(chain_mate(c), q[1]) + c.clearance_mate - c.skin,
            q[1].w + c.clearance - c.skin,
        ),
        vec4<Real>(),
    );
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return smaller(chain_dot(chain_mate(c), q[1]) + c.clearance_mate, q[1].w + c.clearance);
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return u + model_kick(c, q, impulse);
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    let mate = chain_mate(c);
    return Local(chain_dot(mate, u[0]), chain_dot(mate, u[1]), u[0].w, u[1].w);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    let zero = Real(0.0);
    let mate = chain_mate(c);
    let along = mate * impulse.x + vec4<Real>(zero, zero, zero, impulse.z);
    let up = mate * impulse.y + vec4<Real>(zero, zero, zero, impulse.w);
    return Coords(along / chain_masses(c), up / chain_masses(c));
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    return chain_couple(c, q, chain_mate(c) / chain_masses(c), Real(1.0) / c.m4);
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}

fn model_soft_delassus(c: Setup, reach: Real, q: Coords) -> Delassus {
    let s = chain_stiffened(c, reach);
    let p = chain_pivots(chain_masses(c), s);
    return chain_couple(c, q, chain_solve(p, s, chain_mate(c)), Real(1.0) / p.w);
}
