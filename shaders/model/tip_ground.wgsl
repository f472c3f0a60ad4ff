// A rigid body in a vertical plane with a round tip over the boundary y = 0. Twin of tip_ground! in
// src/model/tip_ground.rs. Coordinates beyond x, y, theta are untouched by the contact.

fn model_gap(c: Setup, q: Coords) -> Real {
    return q.y - tip_arms(c.l, c.rho, q.z).x;
}

fn model_local(c: Setup, q: Coords, u: Coords) -> Local {
    let arms = tip_arms(c.l, c.rho, q.z);
    return Local(u.x + arms.x * u.z, u.y + arms.y * u.z);
}

fn model_kick(c: Setup, q: Coords, impulse: Local) -> Coords {
    let arms = tip_arms(c.l, c.rho, q.z);
    var kick: Coords;
    kick.x = impulse.x * c.inverse_mass;
    kick.y = impulse.y * c.inverse_mass;
    kick.z = (arms.x * impulse.x + arms.y * impulse.y) * c.inverse_inertia;
    return kick;
}

fn model_delassus(c: Setup, q: Coords) -> Delassus {
    let arms = tip_arms(c.l, c.rho, q.z);
    return Delassus(
        c.inverse_mass + arms.x * arms.x * c.inverse_inertia,
        arms.x * arms.y * c.inverse_inertia,
        c.inverse_mass + arms.y * arms.y * c.inverse_inertia,
    );
}

fn model_curvature(c: Setup, q: Coords, u: Coords) -> Local {
    // The centre of the tip, which the lowest point only follows.
    let arms = tip_arms(c.l, Real(0.0), q.z);
    let spin_squared = u.z * u.z;
    return Local(-arms.y * spin_squared, arms.x * spin_squared);
}

fn model_rough(c: Setup, d: Drive, q: Coords, u: Coords) -> Real {
    return Real(1.0);
}
