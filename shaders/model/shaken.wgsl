// S3: a block on a rough plane that shakes. Twin of src/model/shaken.rs.

alias Coords = vec4<Real>;

fn model_setup(p: ModelParams) -> Setup {
    let slope = turn_of_degrees(p.angle_deg);
    let omega = p.ground_hz * tau();
    return Setup(
        p.gravity * sin_turn(slope),
        -p.gravity * cos_turn(slope),
        p.vertical,
        p.period,
        p.pulse,
        p.pulse_time,
        p.sweep,
        p.sweep_from,
        Real(0.5) * (p.sweep_to - p.sweep_from) / p.sweep_time,
        p.sweep_time,
        sqrt(p.noise * tau() / p.noise_dt),
        p.noise_dt,
        p.motion + Real(0.5),
        p.rise,
        p.rise + p.strong + p.decay,
        p.decay,
        omega * omega,
        (p.ground_damping + p.ground_damping) * omega,
        p.record_scale,
    );
}

fn model_start(p: ModelParams) -> Start {
    let zero = Real(0.0);
    return Start(Coords(), Coords(p.speed, zero, zero, zero));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    let zero = Real(0.0);
    let one = Real(1.0);
    let time = select(turn, turn + one, turn < zero) * c.period;
    let turns = (c.sweep_from + c.sweep_rise * time) * time;
    let wave = sin_turn(turns - nearest(turns));
    let envelope = larger(zero, smaller(smaller(one, time / c.rise), (c.fading - time) / c.decay));
    var d: Drive;
    d.pulse = select(zero, one, time < c.pulse_time);
    d.sweep = select(zero, wave, time < c.sweep_time);
    d.white = noise(envelope * c.white, c.motion, time / c.noise_dt);
    d.record_x = zero;
    d.record_y = zero;
    d.record_z = zero;
    return d;
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    // What the layer of soil pulls its ground back with: Kanai and Tajimi's filter.
    let soil = c.stiffness * q.w + c.drag * u.w;
    let shake = c.pulse * d.pulse + c.sweep * d.sweep - soil;
    return Coords(
        c.g_x - shake - c.record_scale * d.record_x,
        -c.record_scale * d.record_y,
        c.g_z - c.vertical * shake - c.record_scale * d.record_z,
        -d.white - soil,
    );
}

fn model_gap(c: Setup, q: Coords) -> Real {
    return q.z;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    return u.xyz;
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    return Coords(impulse, Real(0.0));
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    return Real(1.0);
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    return Local();
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
