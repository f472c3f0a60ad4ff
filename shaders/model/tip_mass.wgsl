// The kinetic metric of a rigid body in a vertical plane. Twin of RoundTip::inner in src/model/round_tip.rs.

fn model_inner(c: Setup, q: Coords, u: Coords, v: Coords) -> Real {
    return (u.x * v.x + u.y * v.y) / c.inverse_mass + u.z * v.z / c.inverse_inertia;
}
