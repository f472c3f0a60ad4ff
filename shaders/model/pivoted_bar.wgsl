// S10: a bar pivoted at one end, the other against a rough obstacle, rigid or elastic (Charles & Ballard 2016, Sec. 6.3). Twin
// of src/model/pivoted_bar.rs.

alias Coords = vec2<Real>;

fn model_setup(p: ModelParams) -> Setup {
    let one = Real(1.0);
    let turn = turn_of_degrees(p.beta_deg);
    let gives = one - p.rigid;
    let inverse_tip = one / p.tip_mass;
    return Setup(
        one / p.inertia,
        inverse_tip,
        p.l * cos_turn(turn),
        p.l * sin_turn(turn),
        gives * sin_turn(turn),
        -gives * cos_turn(turn),
        p.rigid * inverse_tip,
        gives * p.stiffness,
        gives * p.damping,
        p.torque,
        p.skin,
    );
}

fn model_start(p: ModelParams) -> Start {
    let turn = turn_of_degrees(p.beta_deg);
    let pushed = (Real(1.0) - p.rigid) * p.compress;
    let theta = (p.gap0 - cos_turn(turn) * pushed) / (p.l * sin_turn(turn));
    return Start(Coords(theta, -pushed), Coords(p.omega0, Real(0.0)));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let spring = c.stiffness * q.y + c.damping * u.y;
    return Coords(c.torque * c.inverse_inertia, -spring * c.inverse_tip);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return c.up * q.x + c.press * q.y;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return Local(c.along * u.x + c.draw * u.y, c.up * u.x + c.press * u.y);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    let t = impulse.x;
    let n = impulse.y;
    return Coords((c.along * t + c.up * n) * c.inverse_inertia, (c.draw * t + c.press * n) * c.inverse_tip);
}

fn model_skin(c: Setup) -> Real {
    return c.skin;
}

fn model_after(c: Setup, q: Coords, u: Coords, local: Local, impulse: Local, contact: bool) -> Coords {
    return u + model_kick(c, q, impulse);
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    return Delassus(
        c.along * c.along * c.inverse_inertia + c.draw * c.draw * c.inverse_tip + c.spare,
        c.along * c.up * c.inverse_inertia + c.draw * c.press * c.inverse_tip,
        c.up * c.up * c.inverse_inertia + c.press * c.press * c.inverse_tip,
    );
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
