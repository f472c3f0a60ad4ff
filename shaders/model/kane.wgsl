// S11: a double pendulum that strikes the floor: Kane's paradox (Acary & Collins-Craft 2023, Sec. 2.3). Twin of src/model/kane.rs,
// which states it in full.

struct Pendulum { sin: vec2<Real>, cos: vec2<Real>, between: Real }

// The angles' sines and cosines.
fn model_pendulum(q: Coords) -> Pendulum {
    let turn1 = turn_of_radians(q.x);
    let turn2 = turn_of_radians(q.y);
    let sin = vec2<Real>(sin_turn(turn1), sin_turn(turn2));
    let cos = vec2<Real>(cos_turn(turn1), cos_turn(turn2));
    return Pendulum(sin, cos, cos.x * cos.y + sin.x * sin.y);
}

// m l^2 inverse(A) v.
fn model_mobility(between: Real, v: vec2<Real>) -> vec2<Real> {
    let couple = Real(3.0) * between;
    let det = Real(16.0) - couple * couple;
    return vec2<Real>(
        Real(6.0) * (Real(2.0) * v.x - couple * v.y) / det,
        Real(6.0) * (Real(8.0) * v.y - couple * v.x) / det,
    );
}

// u A v.
fn model_metric(inverse_inertia: Real, q: Coords, u: Coords, v: Coords) -> Real {
    let couple = Real(3.0) * model_pendulum(q).between;
    return (Real(8.0) * u.x * v.x + couple * (u.x * v.y + u.y * v.x) + Real(2.0) * u.y * v.y)
        / (Real(6.0) * inverse_inertia);
}

fn model_setup(p: ModelParams) -> Setup {
    let s = model_start(p);
    let cos = model_pendulum(s.q).cos;
    let inverse_inertia = Real(1.0) / (p.m * p.l * p.l);
    return Setup(
        inverse_inertia,
        p.l,
        Real(0.5) * p.gravity / p.l,
        p.l * (cos.x + cos.y) + p.clearance,
        p.skin,
        Real(0.5) * model_metric(inverse_inertia, s.q, s.u, s.u),
    );
}

fn model_start(p: ModelParams) -> Start {
    let turn1 = turn_of_degrees(p.q1_0_deg);
    let turn2 = turn_of_degrees(p.q2_0_deg);
    return Start(Coords(tau() * turn1, tau() * turn2), Coords(p.u1_0, p.u2_0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let p = model_pendulum(q);
    let half = Real(0.5) * (p.sin.y * p.cos.x - p.cos.y * p.sin.x);
    let force = Coords(
        half * u.y * u.y - Real(3.0) * c.pull * p.sin.x,
        -(half * u.x * u.x) - c.pull * p.sin.y,
    );
    return model_mobility(p.between, force);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    let cos = model_pendulum(q).cos;
    return c.floor - c.l * (cos.x + cos.y);
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    let p = model_pendulum(q);
    return Local(c.l * space_dot(p.cos, u), c.l * space_dot(p.sin, u));
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    let p = model_pendulum(q);
    let torque = p.cos * impulse.x + p.sin * impulse.y;
    return model_mobility(p.between, torque) * (c.l * c.inverse_inertia);
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return u + model_kick(c, q, impulse);
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    let p = model_pendulum(q);
    let inverse_mass = c.l * c.l * c.inverse_inertia;
    let t = model_mobility(p.between, p.cos);
    let n = model_mobility(p.between, p.sin);
    return Delassus(
        inverse_mass * space_dot(p.cos, t),
        inverse_mass * space_dot(p.cos, n),
        inverse_mass * space_dot(p.sin, n),
    );
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    let p = model_pendulum(q);
    let square = u * u;
    return Local(-(c.l * space_dot(p.sin, square)), c.l * space_dot(p.cos, square));
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
