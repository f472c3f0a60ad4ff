// The ellipse as a friction set: the point nearest to a velocity, by the secular equation. Twin of src/ellipse.rs, which has
// the derivation.

const ELLIPSE_STEPS = 7u;
// 2^-60, which stands for zero where zero would divide.
const NOTHING = Real(8.673617379884035e-19);

struct Ellipse { point: vec2<Real>, inside: bool }

// A number not above the root of f, within a factor of 2 or so.
fn ellipse_start(alpha: Real, beta: Real, d: Real, least: Real) -> Real {
    let pull = alpha * sqrt(Real(0.5) * beta);
    let second = sqrt(pull);
    let eighth = sqrt(sqrt(second));
    let root = second * eighth * sqrt(sqrt(eighth));
    // 0/0 where there is no pull: then `least` it is.
    let m = pull / (larger(Real(0.0), d) + root);
    return larger(least, m * m);
}

// One step of Newton from below the root of f; none (0/0) at e = 0, where alpha is 0 and nothing is left to do.
fn ellipse_newton(alpha: Real, beta: Real, d: Real, e: Real) -> Real {
    let q = e + beta;
    let square = e * (q + beta);
    let z = sqrt(square);
    return larger(e, e + square * (alpha * q - (e + d) * z) / (square * z + alpha * beta * beta));
}

// The unit vector (thin axis first) that leads to the nearest point; semi-axes ratio <= 1 and 1.
fn ellipse_normal(c: vec2<Real>, ratio: Real) -> vec2<Real> {
    let one = Real(1.0);
    let thin = larger(ratio, NOTHING);
    // Products of lengths, divided by the largest of them: nothing overflows.
    let scale = one / larger(one, larger(thin * c.x, c.y));
    let alpha = thin * c.x * scale;
    let beta = c.y * scale;
    let square = thin * thin;
    let d = ((c.y - one) + square) * scale;
    // As s_1 <= 1, t >= 0 and s_2 <= 1.
    let least = larger(Real(0.0), larger(alpha, square * scale) - d);
    var e = ellipse_start(alpha, beta, d, least);
    for (var k = 0u; k < ELLIPSE_STEPS; k++) {
        e = ellipse_newton(alpha, beta, d, e);
    }
    let q = e + beta;
    return vec2<Real>(sqrt(e * (q + beta)) / q, beta / q);
}

// The point nearest to c of the ellipse of centre 0 and semi-axes a, b >= 0, the first along `axis`; and whether c lies in it.
fn project_ellipse(c: vec2<Real>, a: Real, b: Real, axis: vec2<Real>) -> Ellipse {
    let zero = Real(0.0);
    let one = Real(1.0);
    let along = axis.x * c.x + axis.y * c.y;
    let across = axis.x * c.y - axis.y * c.x;
    let wide = b < a;
    let thin = select(a, b, wide);
    let long = select(b, a, wide);
    let c_thin = abs(select(along, across, wide));
    let c_long = abs(select(across, along, wide));
    let ratio = select(one, thin / long, zero < long);
    // An ellipse far smaller than c is a point; if both are nothing, any unit will do.
    let size = larger(long, NOTHING * larger(c_thin, c_long));
    let unit = select(one, size, zero < size);
    let scaled = vec2<Real>(c_thin / unit, c_long / unit);
    let lean = scaled.y * ratio;
    let within = scaled.x * scaled.x + lean * lean <= ratio * ratio;
    // The first two see to ellipses that are segments or points.
    let inside = c_thin <= thin && c_long <= long && within;
    let s = ellipse_normal(scaled, ratio);
    let p_thin = thin * s.x;
    let p_long = long * s.y;
    let p_along = select(p_thin, p_long, wide);
    let p_across = select(p_long, p_thin, wide);
    let x = select(p_along, -p_along, along < zero);
    let y = select(p_across, -p_across, across < zero);
    // What lies inside is not turned to and fro: it sticks to the bit.
    let p_x = select(axis.x * x - axis.y * y, c.x, inside);
    let p_y = select(axis.y * x + axis.x * y, c.y, inside);
    return Ellipse(vec2<Real>(p_x, p_y), inside);
}

// Prox to ellipse (Moreau 1988, Sec. 12): the point nearest to the origin of the ellipse of centre c.
fn prox_ellipse(c: vec2<Real>, a: Real, b: Real, axis: vec2<Real>) -> vec2<Real> {
    return c - project_ellipse(c, a, b, axis).point;
}

// How far p lies outside, as an excess of squared lengths.
fn ellipse_excess(p: vec2<Real>, a: Real, b: Real, axis: vec2<Real>) -> Real {
    let along = axis.x * p.x + axis.y * p.y;
    let across = axis.x * p.y - axis.y * p.x;
    let wide = b < a;
    let thin = select(along, across, wide);
    let long = select(across, along, wide);
    let longest = select(b, a, wide);
    let ratio = select(Real(1.0), select(a, b, wide) / longest, Real(0.0) < longest);
    let over = long * long - longest * longest;
    // Seen across the thin axis; an ellipse without thickness says nothing there of its length.
    return larger(over, thin * thin + ratio * ratio * over);
}

// The support function: the largest product of v with a point of the ellipse.
fn ellipse_support(v: vec2<Real>, a: Real, b: Real, axis: vec2<Real>) -> Real {
    let along = a * (axis.x * v.x + axis.y * v.y);
    let across = b * (axis.x * v.y - axis.y * v.x);
    return sqrt(along * along + across * across);
}
