// S12: chalk pushed over a board through a spring (Moreau 1988, Rem. 14.1). Twin of src/model/chalk.rs.

fn model_setup(p: ModelParams) -> Setup {
    return Setup(
        Real(1.0) / p.m,
        Real(1.0) / p.inertia,
        p.l,
        p.rho,
        p.top,
        p.gravity,
        p.speed,
        p.stiffness,
        p.damping,
        p.press,
        p.hold,
        p.grip,
        p.grip_damping,
    );
}

fn model_start(p: ModelParams) -> Start {
    let arms = tip_arms(p.l, p.rho, p.theta0);
    let hand = p.x0 - p.top * sin_turn(turn_of_radians(p.theta0)) + p.stretch0;
    return Start(
        Coords(p.x0, arms.x + p.gap0, p.theta0, hand),
        Coords(p.slide0 - arms.x * p.omega0, p.normal0 - arms.y * p.omega0, p.omega0, p.speed),
    );
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let turn = turn_of_radians(q.z);
    let r_x = -c.top * sin_turn(turn);
    let r_y = c.top * cos_turn(turn);
    let pull = c.stiffness * (q.w - q.x - r_x) + c.damping * (c.speed - u.x + r_y * u.z);
    let push = -c.press - c.damping * (u.y + r_x * u.z);
    let torque = r_x * push - r_y * pull - c.grip * (q.z - c.hold) - c.grip_damping * u.z;
    return Coords(
        pull * c.inverse_mass,
        push * c.inverse_mass - c.gravity,
        torque * c.inverse_inertia,
        Real(0.0),
    );
}
