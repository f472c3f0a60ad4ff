// The geometry of a round tip on a level boundary. Twin of src/tip.rs.

// The arms of the lowest point of a tip: (l cos theta + rho, l sin theta), below the centre of mass and to its right.
fn tip_arms(l: Real, rho: Real, theta: Real) -> vec2<Real> {
    let turn = turn_of_radians(theta);
    return vec2<Real>(l * cos_turn(turn) + rho, l * sin_turn(turn));
}
