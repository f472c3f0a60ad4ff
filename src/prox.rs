//! Proximal operators, and what tests judge them by. Twin: `shaders/prox.wgsl`.

use crate::real::Real;
use crate::tuple::{Tuple, Vector};

/// The point of the disk of centre 0 and radius `r >= 0` nearest to `c`. Returned with whether `c` lies strictly
/// outside, that is, whether the contact slides.
#[inline(always)]
pub fn project_disk<R: Real>(c: Vector<R, 2>, r: R) -> (Vector<R, 2>, R::Mask) {
    let length = c.dot(c).sqrt();
    let outside = r.lt(length);
    // A discarded 0/0 may stand in the other lane of this select; it never gets out.
    (c * R::select(outside, r / length, R::of(1.0)), outside)
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
