// S2: a particle on Moreau's vibrating conveyor table (Moreau 1988, Ex. 16.2). Twin of src/model/conveyor.rs.

fn model_setup(p: ModelParams) -> Setup {
    let tilt = turn_of_degrees(p.tilt_deg);
    return Setup(
        p.gravity * sin_turn(tilt),
        -p.gravity * cos_turn(tilt),
        p.sense * p.radius / p.arm,
        p.turns_per_second * tau(),
        p.radius,
        p.arm,
    );
}

fn model_start(p: ModelParams) -> Start {
    return Start(Coords(p.x0, p.y0, p.z0), Coords(p.ux0, p.uy0, p.uz0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    let sin_phi = c.lever * sin_turn(turn);
    let cos_phi = sqrt(Real(1.0) - sin_phi * sin_phi);
    // Differentiating sin phi = lever sin wt once and twice.
    let rate = c.lever * c.omega * cos_turn(turn) / cos_phi;
    let rate_squared = rate * rate;
    let rate_change = (rate_squared - c.omega * c.omega) * sin_phi / cos_phi;
    // The acceleration of O, from Y_O = Y_c + r cos wt - a cos phi.
    let crank = c.radius * c.omega * c.omega * cos_turn(turn);
    let y_o = c.arm * (rate_change * sin_phi + rate_squared * cos_phi) - crank;
    var d: Drive;
    d.f_y = sin_phi * c.g_z - cos_phi * y_o;
    d.f_z = cos_phi * c.g_z + sin_phi * y_o;
    d.rate = rate;
    d.rate_change = rate_change;
    return d;
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let twice = d.rate + d.rate;
    let rate_squared = d.rate * d.rate;
    return Coords(
        c.g_x,
        d.f_y + d.rate_change * q.z + twice * u.z + rate_squared * q.y,
        d.f_z - d.rate_change * q.y - twice * u.y + rate_squared * q.z,
    );
}
