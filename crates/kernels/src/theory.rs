//! What theory says of a contact before anything is integrated. Twin of its first function: `shaders/theory.wgsl`.
//!
//! Force level (Stewart & Trinkle 1996, Sec. 1.4–1.5): while the contact slides, `a_n = margin·N + push` must be
//! complementary to `N >= 0`, where `push` is the normal acceleration without contact. Impulse level (Moreau 1988,
//! Sec. 14): the jumps that the friction law admits at a contact that is neither closing nor opening.
//!
//! On the host [`Theory`] answers in full for one [`Contact`].

use crate::real::Real;

mod answer;
mod contact;
mod forces;
mod jumps;
mod text;
pub use answer::{TOLERANCE, Theory};
pub use contact::{Contact, Motion, Sense};
pub use forces::{Mode, Solution};
pub use jumps::{Case, Jump, Jumps};

/// The classes of [`theory_class`], in the order of their numbers.
pub const CLASSES: [&str; 7] = ["apart", "impact", "rest", "slides", "lifts-off", "none", "three"];

/// One of [`CLASSES`] for a contact with this gap and local velocity; what lies within `touch` and `still` counts as
/// touching and as at rest. A sliding contact has one solution for its force where `margin > 0` (it slides on, or
/// lifts off); where `margin < 0` it has none (only an impulse stops it), or three (lift-off, an unstable slide, and
/// the impulse).
#[inline(always)]
pub fn theory_class<R: Real>(gap: R, touch: R, normal: R, slide: R, still: R, margin: R, push: R) -> R {
    let zero = R::of(0.0);
    let apart = touch.lt(gap) | still.lt(normal);
    let regular = zero.lt(margin);
    let pressed = push.lt(zero);
    let mut kind = R::select(regular, R::of(4.0), R::of(6.0));
    kind = R::select(pressed, R::select(regular, R::of(3.0), R::of(5.0)), kind);
    kind = R::select(slide.le(still), R::of(2.0), kind);
    kind = R::select(normal.lt(-still), R::of(1.0), kind);
    R::select(apart, zero, kind)
}
