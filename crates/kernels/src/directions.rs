//! The friction directions of polyhedral cones (Stewart & Trinkle 1996, Sec. 3). Twin: `shaders/directions.wgsl`.

use crate::math::{cos_turn, sin_turn};
use crate::real::Scalar;
use crate::tuple::Vector;

/// Directions at most; WGSL knows their number, too.
pub const MOST_FACETS: usize = 16;

/// The directions; each in the second half is minus one of the first, exactly.
pub fn facets_directions<R: Scalar>(facets: R, turn: R) -> [Vector<R, 2>; MOST_FACETS] {
    let half = facets.to_f64() as usize / 2;
    let mut direction = [Vector([R::of(0.0); 2]); MOST_FACETS];
    for k in 0..half {
        let at = turn + R::of(k as f64) / facets;
        let whole = at - at.nearest();
        direction[k] = Vector([cos_turn(whole), sin_turn(whole)]);
        direction[k + half] = Vector([-direction[k].0[0], -direction[k].0[1]]);
    }
    direction
}
