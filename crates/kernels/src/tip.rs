//! The geometry of a round tip on a level boundary. Twin: `shaders/tip.wgsl`.

use crate::math::{cos_turn, sin_turn, turn_of_radians};
use crate::real::Real;
use crate::tuple::Vector;

/// The arms of the lowest point of a tip of radius `rho`, whose centre lies at `(l sin θ, -l cos θ)` from the centre of
/// mass: `(l cos θ + rho, l sin θ)`, below it and to its right.
#[inline(always)]
pub fn tip_arms<R: Real>(l: R, rho: R, theta: R) -> Vector<R, 2> {
    let turn = turn_of_radians(theta);
    Vector([l * cos_turn(turn) + rho, l * sin_turn(turn)])
}
