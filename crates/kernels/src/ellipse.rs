//! The ellipse as a friction set: the point nearest to a velocity. Twin: `shaders/ellipse.wgsl`.
//!
//! Semi-axes `a <= b`, and c in its first quadrant, outside. The nearest point is `(a s_1, b s_2)` with a unit vector s, and c
//! lies on the normal there: `s_1 = a c_1/(a² + t)`, `s_2 = b c_2/(b² + t)`, and `|s(t)| = 1` is the secular equation for `t >= 0`.
//! With `alpha = a c_1`, `beta = b c_2`, `d = beta - b² + a²` and the unknown `e = b² + t - beta >= 0` it reads
//!
//! ```text
//! s_2 = beta/(e + beta),  s_1 = √(1 - s_2²) = z/(e + beta),  z = √(e (e + 2 beta))
//! 0 = f(e) = e + d - alpha (e + beta)/z
//! ```
//!
//! f grows and is concave, so Newton from below never passes the root. Where the ellipse is thin and c beyond its end (a
//! cusp of the evolute) the root goes like `alpha^(2/3)`: [`ellipse_start`] knows that, and [`STEPS`] steps reach rounding
//! from there for every shape. And s is a unit vector whatever e is: the point lies on the ellipse to rounding.

use crate::real::Real;
use crate::tuple::Vector;

/// Steps of Newton: 5 are enough for f32 and 7 for f64, over 10^6 ellipses with axes from 1:1 to 1:10^14.
pub const STEPS: usize = 7;
/// 2^-60: what is smaller than this share of the rest shows in no precision. It stands for zero where zero would divide.
const NOTHING: f64 = 1.0 / (1_u64 << 60) as f64;

/// A number not above the root of f, within a factor of 2 or so: `least` is another one.
///
/// For small e, `z ≈ √(2 beta e)` makes f a cubic in `m = √e`: `m³ + d m = pull`, and `pull/(d + pull^(2/3))` is below its
/// root. A cube root from square roots: 1/2 + 1/8 + 1/32 is near 2/3, and errs on the safe side.
#[inline(always)]
pub fn ellipse_start<R: Real>(alpha: R, beta: R, d: R, least: R) -> R {
    let pull = alpha * (R::of(0.5) * beta).sqrt();
    let second = pull.sqrt();
    let eighth = second.sqrt().sqrt();
    let root = second * eighth * eighth.sqrt().sqrt();
    // 0/0 where there is no pull: then `least` it is.
    let m = pull / (R::of(0.0).larger(d) + root);
    least.larger(m * m)
}

/// One step of Newton from below the root of f; none (0/0) at e = 0, where alpha is 0 and nothing is left to do.
#[inline(always)]
pub fn ellipse_newton<R: Real>(alpha: R, beta: R, d: R, e: R) -> R {
    let q = e + beta;
    let square = e * (q + beta);
    let z = square.sqrt();
    e.larger(e + square * (alpha * q - (e + d) * z) / (square * z + alpha * beta * beta))
}

/// The unit vector s (thin axis first) that leads to the nearest point, for `c` in the first quadrant and outside; semi-axes
/// `ratio <= 1` and 1.
#[inline(always)]
pub fn ellipse_normal<R: Real>(c: Vector<R, 2>, ratio: R) -> Vector<R, 2> {
    let one = R::of(1.0);
    let thin = ratio.larger(R::of(NOTHING));
    // Products of lengths, divided by the largest of them: nothing overflows.
    let scale = one / one.larger((thin * c.0[0]).larger(c.0[1]));
    let alpha = thin * c.0[0] * scale;
    let beta = c.0[1] * scale;
    let square = thin * thin;
    let d = ((c.0[1] - one) + square) * scale;
    // As s_1 <= 1, t >= 0 and s_2 <= 1.
    let least = R::of(0.0).larger(alpha.larger(square * scale) - d);
    let mut e = ellipse_start(alpha, beta, d, least);
    for _ in 0..STEPS {
        e = ellipse_newton(alpha, beta, d, e);
    }
    let q = e + beta;
    Vector([(e * (q + beta)).sqrt() / q, beta / q])
}

/// The point nearest to `c` of the ellipse of centre 0 and semi-axes `a`, `b >= 0`, the first along the unit vector `axis`.
/// Returned with whether `c` lies in it, that is, whether the contact sticks.
#[inline(always)]
pub fn project_ellipse<R: Real>(c: Vector<R, 2>, a: R, b: R, axis: Vector<R, 2>) -> (Vector<R, 2>, R::Mask) {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let along = axis.0[0] * c.0[0] + axis.0[1] * c.0[1];
    let across = axis.0[0] * c.0[1] - axis.0[1] * c.0[0];
    let wide = b.lt(a);
    let thin = R::select(wide, b, a);
    let long = R::select(wide, a, b);
    let c_thin = R::select(wide, across, along).abs();
    let c_long = R::select(wide, along, across).abs();
    let ratio = R::select(zero.lt(long), thin / long, one);
    // An ellipse far smaller than c is a point; if both are nothing, any unit will do.
    let size = long.larger(R::of(NOTHING) * c_thin.larger(c_long));
    let unit = R::select(zero.lt(size), size, one);
    let scaled = Vector([c_thin / unit, c_long / unit]);
    let lean = scaled.0[1] * ratio;
    let within = (scaled.0[0] * scaled.0[0] + lean * lean).le(ratio * ratio);
    // The first two see to ellipses that are segments or points.
    let inside = c_thin.le(thin) & c_long.le(long) & within;
    let s = ellipse_normal(scaled, ratio);
    let p_thin = thin * s.0[0];
    let p_long = long * s.0[1];
    let p_along = R::select(wide, p_long, p_thin);
    let p_across = R::select(wide, p_thin, p_long);
    let x = R::select(along.lt(zero), -p_along, p_along);
    let y = R::select(across.lt(zero), -p_across, p_across);
    // What lies inside is not turned to and fro: it sticks to the bit.
    let p_x = R::select(inside, c.0[0], axis.0[0] * x - axis.0[1] * y);
    let p_y = R::select(inside, c.0[1], axis.0[1] * x + axis.0[0] * y);
    (Vector([p_x, p_y]), inside)
}

/// Prox to ellipse (Moreau 1988, Sec. 12): the point nearest to the origin of the ellipse of centre `c`; exactly 0 where the
/// origin lies in it. By the symmetry of the ellipse it is `c - project_ellipse(c)`.
#[inline(always)]
pub fn prox_ellipse<R: Real>(c: Vector<R, 2>, a: R, b: R, axis: Vector<R, 2>) -> Vector<R, 2> {
    c - project_ellipse(c, a, b, axis).0
}

/// How far `p` lies outside, as an excess of squared lengths: zero or less in the ellipse.
#[inline(always)]
pub fn ellipse_excess<R: Real>(p: Vector<R, 2>, a: R, b: R, axis: Vector<R, 2>) -> R {
    let along = axis.0[0] * p.0[0] + axis.0[1] * p.0[1];
    let across = axis.0[0] * p.0[1] - axis.0[1] * p.0[0];
    let wide = b.lt(a);
    let thin = R::select(wide, across, along);
    let long = R::select(wide, along, across);
    let longest = R::select(wide, a, b);
    let ratio = R::select(R::of(0.0).lt(longest), R::select(wide, b, a) / longest, R::of(1.0));
    let over = long * long - longest * longest;
    // Seen across the thin axis; an ellipse without thickness says nothing there of its longest.
    over.larger(thin * thin + ratio * ratio * over)
}

/// The support function, the largest product of `v` with a point of the ellipse: what friction dissipates at sliding velocity v.
#[inline(always)]
pub fn ellipse_support<R: Real>(v: Vector<R, 2>, a: R, b: R, axis: Vector<R, 2>) -> R {
    let along = a * (axis.0[0] * v.0[0] + axis.0[1] * v.0[1]);
    let across = b * (axis.0[0] * v.0[1] - axis.0[1] * v.0[0]);
    (along * along + across * across).sqrt()
}
