// S13: a viscoelastic chain of four masses, but for its contacts. Rust: src/model/chain.rs. The columns of a Coords are the two
// axes: displacements or velocities along the row, and upwards.

alias Coords = mat2x4<Real>;
alias Links = array<Real, 5>;

fn chain_links(k: Links, v: vec4<Real>) -> vec4<Real> {
    let first = k[0] * v.x;
    let second = k[1] * (v.y - v.x);
    let third = k[2] * (v.z - v.y);
    let fourth = k[3] * (v.w - v.z);
    let last = k[4] * v.w;
    return vec4<Real>(first - second, second - third, third - fourth, fourth + last);
}

fn chain_pivots(m: vec4<Real>, s: Links) -> vec4<Real> {
    let p1 = m.x + s[0] + s[1];
    let p2 = m.y + s[1] + s[2] - s[1] * (s[1] / p1);
    let p3 = m.z + s[2] + s[3] - s[2] * (s[2] / p2);
    let p4 = m.w + s[3] + s[4] - s[3] * (s[3] / p3);
    return vec4<Real>(p1, p2, p3, p4);
}

fn chain_solve(p: vec4<Real>, s: Links, b: vec4<Real>) -> vec4<Real> {
    let b1 = b.x;
    let b2 = b.y + s[1] / p.x * b1;
    let b3 = b.z + s[2] / p.y * b2;
    let b4 = b.w + s[3] / p.z * b3;
    let w4 = b4 / p.w;
    let w3 = (b3 + s[3] * w4) / p.z;
    let w2 = (b2 + s[2] * w3) / p.y;
    let w1 = (b1 + s[1] * w2) / p.x;
    return vec4<Real>(w1, w2, w3, w4);
}

fn chain_masses(c: Setup) -> vec4<Real> {
    return vec4<Real>(c.m1, c.m2, c.m3, c.m4);
}

fn chain_springs(c: Setup) -> Links {
    return Links(c.k0, c.k1, c.k2, c.k3, c.k4);
}

fn chain_dashpots(c: Setup) -> Links {
    return Links(c.c0, c.c1, c.c2, c.c3, c.c4);
}

fn chain_dot(a: vec4<Real>, b: vec4<Real>) -> Real {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

fn chain_stiffened(c: Setup, r: Real) -> Links {
    return Links(
        r * c.c0 + r * r * c.k0,
        r * c.c1 + r * r * c.k1,
        r * c.c2 + r * r * c.k2,
        r * c.c3 + r * r * c.k3,
        r * c.c4 + r * r * c.k4,
    );
}

fn model_start(p: ModelParams) -> Start {
    return Start(Coords(vec4<Real>(p.x0), vec4<Real>(p.y0)), Coords(vec4<Real>(p.ux0), vec4<Real>(p.uy0)));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let zero = Real(0.0);
    let pull = vec4<Real>(zero, zero, zero, c.pull);
    let weight = chain_masses(c) * c.gravity;
    let along = pull - chain_links(chain_springs(c), q[0]) - chain_links(chain_dashpots(c), u[0]);
    let up = chain_links(chain_springs(c), q[1]) + chain_links(chain_dashpots(c), u[1]) - weight;
    return Coords(along / chain_masses(c), up * Real(-1.0) / chain_masses(c));
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}

fn model_inner(c: Setup, q: Coords, u: Coords, v: Coords) -> Real {
    return chain_dot(u[0] * v[0], chain_masses(c)) + chain_dot(u[1] * v[1], chain_masses(c));
}

fn model_stretch(c: Setup, v: Coords, q: Coords) -> Real {
    let along = chain_dot(v[0], chain_links(chain_springs(c), q[0]));
    return along + chain_dot(v[1], chain_links(chain_springs(c), q[1]));
}

fn model_drag(c: Setup, v: Coords, u: Coords) -> Real {
    let along = chain_dot(v[0], chain_links(chain_dashpots(c), u[0]));
    return along + chain_dot(v[1], chain_links(chain_dashpots(c), u[1]));
}

fn model_soften(c: Setup, reach: Real, w: Coords) -> Coords {
    let s = chain_stiffened(c, reach);
    let m = chain_masses(c);
    let p = chain_pivots(m, s);
    return Coords(chain_solve(p, s, w[0] * m), chain_solve(p, s, w[1] * m));
}
