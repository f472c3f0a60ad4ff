//! One contact in space, any H. Twin: `shaders/spatial.wgsl`.
//!
//! Find `P ∈ K = {|P_t| <= mu P_n}` so that `U = U_L + H P` has `U_n = 0` and `-(U + mu|U_t| n) ∈ N_K(P)`: friction takes as
//! much power as K allows (Moreau 1988, Def. 12.3 and Remark 16.1). H is positive definite and `U_Ln < 0`.
//!
//! `U_n = 0` gives `P_n = β - g·p` with `p = P_t`, `β = -U_Ln/H_nn > 0`, `g = H_tn/H_nn`, and leaves `U_t = c + S p` with the
//! Schur complement `S = H_tt - H_tn g`, positive definite. Friction opposes sliding: `U_t = -α p`, hence
//!
//! ```text
//! p(α) = -(S + α)⁻¹ c,     |p| = mu (β - g·p) where α > 0 (slides),     |p| <= mu (β - g·p) where α = 0 (sticks)
//! ```
//!
//! With `α = σ(1-t)/t`, t from 0 to 1, and in the axes of S, whose eigenvalues are `σ k1` and `σ k2`, `k1 k2 = 1`, all solutions lie on one
//! arc from p = 0, inside the cone, to the impulse that sticks:
//!
//! ```text
//! p_i = -z_i t/(t k_i + y),  y = 1 - t,  z = c/σ;      f(t) = t |e| - mu R(t) = 0,  e = (z1 (t k2 + y), z2 (t k1 + y))
//! ```
//!
//! where R, of degree 2, is `P_n` times the denominators. `f(0) < 0`: if the contact cannot stick, `f(1) > 0`, it slides in at least
//! one way; so there is always a solution. `t²|e|² - mu²R²` is of degree 4. Between the roots of its derivative, of which those of
//! the second derivative are the bounds, f changes its sign once at most: all solutions are found. Their number is odd, but
//! for double ones.
//!
//! **Which one is taken.** The kinetic energy that a solution leaves, `1/2 U_t·S⁻¹U_t` but for a constant, falls along the arc. The
//! one of greatest t is taken: of all solutions the one that leaves least energy, and is nearest to `-H⁻¹U_L` in the
//! metric of H. It sticks if it can; in a plane that is Moreau's rule (see [`crate::cone`]).

use crate::real::Real;
use crate::space::SpatialDelassus;
use crate::tuple::{Tuple, Vector};

/// Steps that narrow each bracket of the derivative: Newton's, or a bisection where that leaves the bracket. A place between two
/// roots need not be sharp; 8 lose one pair of solutions in some 1000 where H has a condition of 10^6, 12 none that were found.
const SPLIT_STEPS: usize = 12;
/// The same for the solution. 10 reach rounding in f64 where H has a condition of 100, 12 where it has 10^6.
const ROOT_STEPS: usize = 12;

/// A contact in the axes of S.
#[derive(Clone, Copy, Debug)]
pub struct SpatialAxes<R> {
    /// The first axis is `(cos, -sin)`, the second `(sin, cos)`.
    pub axis: Vector<R, 2>,
    /// Eigenvalues of S over the root of their product.
    pub k: Vector<R, 2>,
    /// The sliding velocity that a frictionless contact would leave, over the same root.
    pub z: Vector<R, 2>,
    /// `H_tn/H_nn`.
    pub g: Vector<R, 2>,
    /// R: the factors of `t²`, `t y` and `y²`; the last one is β.
    pub push: Vector<R, 3>,
    /// The friction coefficient.
    pub mu: R,
}

/// The contact in the axes of S.
#[inline(always)]
pub fn spatial_axes<R: Real>(h: SpatialDelassus<R>, mu: R, loose: Vector<R, 3>) -> SpatialAxes<R> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let [x, y, n] = loose.0;
    let (gx, gy) = (h.xn / h.nn, h.yn / h.nn);
    let beta = -n / h.nn;
    let (cx, cy) = (x - gx * n, y - gy * n);
    let (sxx, sxy, syy) = (h.xx - gx * h.xn, h.xy - gx * h.yn, h.yy - gy * h.yn);
    // Jacobi's rotation: the smaller of the two angles, none at all where S is a multiple of 1.
    let apart = syy - sxx;
    let root = (apart * apart + R::of(4.0) * sxy * sxy).sqrt();
    let both = apart + R::select(apart.lt(zero), -root, root);
    let off = R::of(2.0) * sxy;
    let length = (both * both + off * off).sqrt();
    let turned = zero.lt(root);
    let tan = R::select(turned, off / both, zero);
    let cos = R::select(turned, both / length, one);
    let sin = R::select(turned, off / length, zero);
    let (s1, s2) = (sxx - tan * sxy, syy + tan * sxy);
    let size = (s1 * s2).sqrt();
    let (k1, k2) = (s1 / size, s2 / size);
    let (z1, z2) = ((cos * cx - sin * cy) / size, (sin * cx + cos * cy) / size);
    let (g1, g2) = (cos * gx - sin * gy, sin * gx + cos * gy);
    let most = beta * (k1 * k2) + g1 * z1 * k2 + g2 * z2 * k1;
    let middle = beta * (k1 + k2) + g1 * z1 + g2 * z2;
    SpatialAxes {
        axis: Vector([cos, sin]),
        k: Vector([k1, k2]),
        z: Vector([z1, z2]),
        g: Vector([g1, g2]),
        push: Vector([most, middle, beta]),
        mu,
    }
}

/// f at t, and what Newton's step takes from t.
#[inline(always)]
pub fn spatial_excess<R: Real>(a: &SpatialAxes<R>, t: R) -> Vector<R, 2> {
    let (zero, one, two) = (R::of(0.0), R::of(1.0), R::of(2.0));
    let ([k1, k2], [z1, z2], [r2, r1, r0]) = (a.k.0, a.z.0, a.push.0);
    let y = one - t;
    let (e1, e2) = (z1 * (t * k2 + y), z2 * (t * k1 + y));
    let turn = e1 * (z1 * (k2 - one)) + e2 * (z2 * (k1 - one));
    let square = e1 * e1 + e2 * e2;
    let length = square.sqrt();
    let push = (r2 * t + r1 * y) * t + r0 * y * y;
    let growth = two * (r2 * t) + r1 * (y - t) - two * (r0 * y);
    let value = t * length - a.mu * push;
    // Times the length, to spare a division; nothing to step where nothing slides.
    let slope = square + t * turn - a.mu * growth * length;
    Vector([value, R::select(zero.lt(length), value * length / slope, zero)])
}

/// The derivative of `t²|e|² - mu²R²`: the factors of `y³`, `t y²`, `t²y`, `t³`; and those of `y²`, `t y`, `t²` of the second one.
#[derive(Clone, Copy, Debug)]
pub struct SpatialSlopes<R> {
    /// Of the first derivative.
    pub first: Vector<R, 4>,
    /// Of the second.
    pub second: Vector<R, 3>,
}

/// The derivatives of `t²|e|² - mu²R²`.
#[inline(always)]
pub fn spatial_slopes<R: Real>(a: &SpatialAxes<R>) -> SpatialSlopes<R> {
    let (two, three, four) = (R::of(2.0), R::of(3.0), R::of(4.0));
    let ([k1, k2], [z1, z2], [r2, r1, r0]) = (a.k.0, a.z.0, a.push.0);
    let (e1, e2) = (z1 * k2, z2 * k1);
    let square = a.mu * a.mu;
    let g4 = e1 * e1 + e2 * e2 - square * (r2 * r2);
    let g3 = two * (e1 * z1 + e2 * z2 - square * (r2 * r1));
    let g2 = z1 * z1 + z2 * z2 - square * (r1 * r1 + two * (r2 * r0));
    let g1 = -(two * square * (r1 * r0));
    let g0 = -(square * (r0 * r0));
    // d/dt of t^k y^(4-k), for y = 1 - t.
    let (d0, d1) = (g1 - four * g0, two * g2 - three * g1);
    let (d2, d3) = (three * g3 - two * g2, four * g4 - g3);
    let second = Vector([d1 - three * d0, two * (d2 - d1), three * d3 - d2]);
    SpatialSlopes { first: Vector([d0, d1, d2, d3]), second }
}

/// Both derivatives at t.
#[inline(always)]
pub fn spatial_slope<R: Real>(s: &SpatialSlopes<R>, t: R) -> Vector<R, 2> {
    let ([d0, d1, d2, d3], [e0, e1, e2]) = (s.first.0, s.second.0);
    let y = R::of(1.0) - t;
    let square = y * y;
    let first = ((d3 * t + d2 * y) * t + d1 * square) * t + d0 * square * y;
    Vector([first, (e2 * t + e1 * y) * t + e0 * square])
}

/// 1 where the first derivative rises from there to a root, -1 where it falls.
#[inline(always)]
pub fn spatial_side<R: Real>(s: &SpatialSlopes<R>, t: R) -> R {
    R::select(spatial_slope(s, t).0[0].le(R::of(0.0)), R::of(1.0), R::of(-1.0))
}

/// The roots of the second derivative, the smaller one first; 0 or 1 for one that is not between them.
#[inline(always)]
pub fn spatial_bends<R: Real>(s: &SpatialSlopes<R>) -> Vector<R, 2> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let [e0, e1, e2] = s.second.0;
    let root = zero.larger(e1 * e1 - R::of(4.0) * (e2 * e0)).sqrt();
    let q = R::of(-0.5) * (e1 + R::select(e1.lt(zero), -root, root));
    let (a, b) = (q / (q + e2), e0 / (e0 + q));
    // 1 for NaN: a place too many does no harm.
    let (a, b) = (zero.larger(one.smaller(a)), zero.larger(one.smaller(b)));
    Vector([a.smaller(b), a.larger(b)])
}

/// Three places in order, between which, 0 and 1, f changes its sign once at most.
#[inline(always)]
pub fn spatial_splits<R: Real>(a: &SpatialAxes<R>) -> Vector<R, 3> {
    let (zero, one, half) = (R::of(0.0), R::of(1.0), R::of(0.5));
    let s = spatial_slopes(a);
    let [near, far] = spatial_bends(&s).0;
    let (mut low, end) = (Vector([zero, near, far]), Vector([near, far, one]));
    let sense: Vector<R, 3> = Tuple::from_fn(|j| spatial_side(&s, low.0[j]));
    let change: Vector<R, 3> = Tuple::from_fn(|j| sense.0[j] * spatial_side(&s, end.0[j]));
    let mut high = end;
    let mut t = (low + high) * half;
    // All three together: one by one they would wait for their divisions.
    for _ in 0..SPLIT_STEPS {
        for j in 0..3 {
            let [first, second] = spatial_slope(&s, t.0[j]).0;
            let before = (sense.0[j] * first).le(zero);
            low.0[j] = R::select(before, t.0[j], low.0[j]);
            high.0[j] = R::select(before, high.0[j], t.0[j]);
            let next = t.0[j] - first / second;
            let within = low.0[j].le(next) & next.le(high.0[j]);
            t.0[j] = R::select(within, next, half * (low.0[j] + high.0[j]));
        }
    }
    // Where there is no root, the end of the bracket.
    Tuple::from_fn(|j| R::select(change.0[j].lt(zero), t.0[j], end.0[j]))
}

/// Where the last solution lies that slides.
#[derive(Clone, Copy, Debug)]
pub struct SpatialBracket<R, M> {
    /// Not after it.
    pub low: R,
    /// Not before it.
    pub high: R,
    /// How many solutions there are, the one that sticks among them.
    pub solutions: R,
    /// Where that one is.
    pub sticks: M,
}

/// The bracket of the last solution that slides, from [`spatial_splits`].
#[inline(always)]
pub fn spatial_bracket<R: Real>(a: &SpatialAxes<R>, splits: Vector<R, 3>) -> SpatialBracket<R, R::Mask> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let [t1, t2, t3] = splits.0;
    let inside = |t: R| spatial_excess(a, t).0[0].le(zero);
    let (in1, in2, in3, sticks) = (inside(t1), inside(t2), inside(t3), inside(one));
    let low = R::select(in3, t3, R::select(in2, t2, R::select(in1, t1, zero)));
    let high = R::select(in3, one, R::select(in2, t3, R::select(in1, t2, t1)));
    // Each way out of the cone is a solution, each way back in, and the end of the arc if it is inside.
    let once = |from: R::Mask, to: R::Mask| R::select((from & !to) | (!from & to), one, zero);
    let first = R::select(in1, zero, one);
    let last = R::select(sticks, one, zero);
    let solutions = first + once(in1, in2) + once(in2, in3) + once(in3, sticks) + last;
    SpatialBracket { low, high, solutions, sticks }
}

/// Where f changes from negative to positive, or back, within a bracket.
#[inline(always)]
pub fn spatial_root<R: Real>(a: &SpatialAxes<R>, mut low: R, mut high: R) -> R {
    let (zero, one, half) = (R::of(0.0), R::of(1.0), R::of(0.5));
    let (start, stop) = (spatial_excess(a, low).0[0], spatial_excess(a, high).0[0]);
    let sense = R::select(start.le(zero), one, -one);
    // The chord's: exact where S is a multiple of 1.
    let chord = low + (high - low) * (start / (start - stop));
    let mut t = R::select(low.le(chord) & chord.le(high), chord, half * (low + high));
    for _ in 0..ROOT_STEPS {
        let [value, step] = spatial_excess(a, t).0;
        let before = (sense * value).le(zero);
        low = R::select(before, t, low);
        high = R::select(before, high, t);
        let next = t - step;
        t = R::select(low.le(next) & next.le(high), next, half * (low + high));
    }
    t
}

/// The impulse at t on the arc.
#[inline(always)]
pub fn spatial_impulse<R: Real>(a: &SpatialAxes<R>, t: R) -> Vector<R, 3> {
    let ([cos, sin], [k1, k2], [z1, z2]) = (a.axis.0, a.k.0, a.z.0);
    let y = R::of(1.0) - t;
    let (p1, p2) = (-(z1 * t) / (t * k1 + y), -(z2 * t) / (t * k2 + y));
    let normal = a.push.0[2] - (a.g.0[0] * p1 + a.g.0[1] * p2);
    Vector([cos * p1 + sin * p2, cos * p2 - sin * p1, normal])
}

/// The impulse of an active contact (`U_Ln < 0`), and where it sticks.
#[inline(always)]
pub fn spatial_solve<R: Real>(h: SpatialDelassus<R>, mu: R, loose: Vector<R, 3>) -> (Vector<R, 3>, R::Mask) {
    let a = spatial_axes(h, mu, loose);
    let b = spatial_bracket(&a, spatial_splits(&a));
    let t = R::select(b.sticks, R::of(1.0), spatial_root(&a, b.low, b.high));
    (spatial_impulse(&a, t), b.sticks)
}

/// All solutions, in the order of the energy they leave, the most first. Host only.
pub fn spatial_solutions(h: SpatialDelassus<f64>, mu: f64, loose: Vector<f64, 3>) -> Vec<Vector<f64, 3>> {
    let a = spatial_axes(h, mu, loose);
    let [t1, t2, t3] = spatial_splits(&a).0;
    let places = [0.0, t1, t2, t3, 1.0];
    let inside = places.map(|t| t == 0.0 || spatial_excess(&a, t).0[0] <= 0.0);
    let changes = (0..4).filter(|&j| inside[j] != inside[j + 1]);
    let slides = changes.map(|j| spatial_root(&a, places[j], places[j + 1]));
    slides.chain(inside[4].then_some(1.0)).map(|t| spatial_impulse(&a, t)).collect()
}
