// S7: a body with a round tip on a rough level boundary (Moreau 1988, Ex. 15.3). Twin of src/model/round_tip.rs.

fn model_setup(p: ModelParams) -> Setup {
    return Setup(Real(1.0) / p.m, Real(1.0) / p.inertia, p.l, p.rho, p.gravity);
}

fn model_start(p: ModelParams) -> Start {
    let arms = tip_arms(p.l, p.rho, p.theta0);
    return Start(
        Coords(p.x0, arms.x + p.gap0, p.theta0),
        Coords(p.slide0 - arms.x * p.omega0, p.normal0 - arms.y * p.omega0, p.omega0),
    );
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(Real(0.0), -c.gravity, Real(0.0));
}
