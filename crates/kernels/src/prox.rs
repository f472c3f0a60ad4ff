//! Proximal operators, and what tests judge them by. Twin: `shaders/prox.wgsl`.

use crate::real::Real;
use crate::tuple::{Tuple, Vector};

/// The point of the disk of centre 0 and radius `r >= 0` nearest to `c`. Returned with whether `c` lies in
/// it, that is, whether the contact sticks.
#[inline(always)]
pub fn project_disk<R: Real>(c: Vector<R, 2>, r: R) -> (Vector<R, 2>, R::Mask) {
    let square = c.dot(c);
    // At c = 0 the quotient is infinite or 0/0: either way the smaller one is 1.
    (c * R::of(1.0).smaller(r.over_root(square)), square.sqrt().le(r))
}

/// Moreau's prox to disk (Moreau 1988, Sec. 16): the point nearest to the origin of the disk of centre `c` and
/// radius `r`, `c·max(0, 1 - r/|c|)`; exactly 0 when `|c| <= r`, also when `c = 0`.
///
/// Written as `c - project_disk(c, r)` (Moreau's decomposition), so that the friction impulse, which is the
/// subtracted part, suffers no cancellation.
#[inline(always)]
pub fn prox_disk<R: Real>(c: Vector<R, 2>, r: R) -> Vector<R, 2> {
    c - project_disk(c, r).0
}
