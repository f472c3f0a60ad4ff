// S9: Painleve's bar, its centre on a line and one end on a rough obstacle (Charles & Ballard 2016, Sec. 6.2). Twin of
// src/model/painleve_bar.rs.

alias Coords = vec2<Real>;

fn model_setup(p: ModelParams) -> Setup {
    let zero = Real(0.0);
    let one = Real(1.0);
    let turn = turn_of_degrees(p.theta0_deg);
    return Setup(
        one / p.m,
        one / p.inertia,
        -p.l * sin_turn(turn),
        p.l * cos_turn(turn),
        turn * tau(),
        p.torque,
        p.force,
        p.micro,
        p.micro_force,
        select(zero, one, zero < p.micro + p.micro_force),
        p.micro_dt,
        p.motion + Real(0.5),
        p.period,
        p.skin,
    );
}

fn model_start(p: ModelParams) -> Start {
    return Start(Coords(Real(0.0), p.lift0), Coords(p.ux0, p.omega0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    let time = select(turn, turn + Real(1.0), turn < Real(0.0)) * c.period;
    var d: Drive;
    d.noise = noise(c.strength, c.motion, time / c.micro_dt);
    return d;
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(
        (c.force + c.micro_force * d.noise) * c.inverse_mass,
        (c.torque + c.micro * d.noise) * c.inverse_inertia,
    );
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return c.up * q.y;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return Local(u.x + c.along * u.y, c.up * u.y);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    return Coords(impulse.x * c.inverse_mass, (c.along * impulse.x + c.up * impulse.y) * c.inverse_inertia);
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return u + model_kick(c, q, impulse);
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    return Delassus(
        c.inverse_mass + c.along * c.along * c.inverse_inertia,
        c.along * c.up * c.inverse_inertia,
        c.up * c.up * c.inverse_inertia,
    );
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
