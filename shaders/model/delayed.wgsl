// S6: a particle over a rough plane under a linear force with delay. Twin of src/model/delayed.rs, which states the force.

fn model_setup(p: ModelParams) -> Setup {
    var c: Setup;
    c.f_x = p.f_x;
    c.f_y = p.f_y;
    c.f_z = -p.gravity;
    c.k_xx = p.k_xx;
    c.k_xy = p.k_xy;
    c.k_yx = p.k_yx;
    c.k_yy = p.k_yy;
    c.k_zz = p.k_zz;
    c.d_xx = p.d_xx;
    c.d_xy = p.d_xy;
    c.d_yx = p.d_yx;
    c.d_yy = p.d_yy;
    c.d_zz = p.d_zz;
    c.g_xx = p.g_xx;
    c.g_xy = p.g_xy;
    c.g_yx = p.g_yx;
    c.g_yy = p.g_yy;
    c.g_zz = p.g_zz;
    c.tau = p.tau;
    c.x0 = p.x0;
    c.y0 = p.y0;
    c.z0 = p.z0;
    c.past_ux = p.past_ux;
    c.past_uy = p.past_uy;
    c.past_uz = p.past_uz;
    return c;
}

fn model_start(p: ModelParams) -> Start {
    return Start(Coords(p.x0, p.y0, p.z0), Coords(p.ux0, p.uy0, p.uz0));
}

fn model_lag(c: Setup) -> Real {
    return c.tau;
}

fn model_past(c: Setup, t: Real) -> Coords {
    return Coords(c.x0 + c.past_ux * t, c.y0 + c.past_uy * t, c.z0 + c.past_uz * t);
}

fn model_recall(d: Drive, past: Coords) -> Drive {
    var r = d;
    r.past_x = past.x;
    r.past_y = past.y;
    r.past_z = past.z;
    return r;
}

// Nothing depends on time but where the particle was, and this is the start.
fn model_drive(c: Setup, turn: Real) -> Drive {
    let past = model_past(c, -c.tau);
    var d: Drive;
    d.past_x = past.x;
    d.past_y = past.y;
    d.past_z = past.z;
    return d;
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    let spring_x = c.k_xx * q.x + c.k_xy * q.y;
    let spring_y = c.k_yx * q.x + c.k_yy * q.y;
    let damper_x = c.d_xx * u.x + c.d_xy * u.y;
    let damper_y = c.d_yx * u.x + c.d_yy * u.y;
    let feedback_x = c.g_xx * d.past_x + c.g_xy * d.past_y;
    let feedback_y = c.g_yx * d.past_x + c.g_yy * d.past_y;
    return Coords(
        c.f_x - spring_x - damper_x - feedback_x,
        c.f_y - spring_y - damper_y - feedback_y,
        c.f_z - c.k_zz * q.z - c.d_zz * u.z - c.g_zz * d.past_z,
    );
}
