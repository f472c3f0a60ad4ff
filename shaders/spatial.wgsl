// One contact in space, any H: all solutions on one arc, and of them the one that leaves least energy (Moreau 1988,
// Def. 12.3 and Remark 16.1). Twin of src/spatial.rs, which states the problem and the way to solve it in full.

const SPLIT_STEPS = 12u;
const ROOT_STEPS = 12u;

struct SpatialAxes {
    axis: vec2<Real>,
    k: vec2<Real>,
    z: vec2<Real>,
    g: vec2<Real>,
    push: vec3<Real>,
    mu: Real,
}

struct SpatialSlopes { first: vec4<Real>, second: vec3<Real> }

struct SpatialBracket { low: Real, high: Real, solutions: Real, sticks: bool }

struct SpatialReaction { impulse: vec3<Real>, sticks: bool }

// The contact in the axes of S.
fn spatial_axes(h: SpatialDelassus, mu: Real, loose: vec3<Real>) -> SpatialAxes {
    let zero = Real(0.0);
    let one = Real(1.0);
    let n = loose.z;
    let gx = h.xn / h.nn;
    let gy = h.yn / h.nn;
    let beta = -n / h.nn;
    let cx = loose.x - gx * n;
    let cy = loose.y - gy * n;
    let sxx = h.xx - gx * h.xn;
    let sxy = h.xy - gx * h.yn;
    let syy = h.yy - gy * h.yn;
    // Jacobi's rotation: the smaller of the two angles, none at all where S is a multiple of 1.
    let apart = syy - sxx;
    let root = sqrt(apart * apart + Real(4.0) * sxy * sxy);
    let both = apart + select(root, -root, apart < zero);
    let off = Real(2.0) * sxy;
    let length = sqrt(both * both + off * off);
    let turned = zero < root;
    let tan = select(zero, off / both, turned);
    let cos = select(one, both / length, turned);
    let sin = select(zero, off / length, turned);
    let s1 = sxx - tan * sxy;
    let s2 = syy + tan * sxy;
    let size = sqrt(s1 * s2);
    let k1 = s1 / size;
    let k2 = s2 / size;
    let z1 = (cos * cx - sin * cy) / size;
    let z2 = (sin * cx + cos * cy) / size;
    let g1 = cos * gx - sin * gy;
    let g2 = sin * gx + cos * gy;
    let most = beta * (k1 * k2) + g1 * z1 * k2 + g2 * z2 * k1;
    let middle = beta * (k1 + k2) + g1 * z1 + g2 * z2;
    return SpatialAxes(
        vec2<Real>(cos, sin),
        vec2<Real>(k1, k2),
        vec2<Real>(z1, z2),
        vec2<Real>(g1, g2),
        vec3<Real>(most, middle, beta),
        mu,
    );
}

// f at t, and what Newton's step takes from t.
fn spatial_excess(a: SpatialAxes, t: Real) -> vec2<Real> {
    let zero = Real(0.0);
    let one = Real(1.0);
    let two = Real(2.0);
    let y = one - t;
    let e1 = a.z.x * (t * a.k.y + y);
    let e2 = a.z.y * (t * a.k.x + y);
    let turn = e1 * (a.z.x * (a.k.y - one)) + e2 * (a.z.y * (a.k.x - one));
    let square = e1 * e1 + e2 * e2;
    let length = sqrt(square);
    let push = (a.push.x * t + a.push.y * y) * t + a.push.z * y * y;
    let growth = two * (a.push.x * t) + a.push.y * (y - t) - two * (a.push.z * y);
    let value = t * length - a.mu * push;
    // Times the length, to spare a division; nothing to step where nothing slides.
    let slope = square + t * turn - a.mu * growth * length;
    return vec2<Real>(value, select(zero, value * length / slope, zero < length));
}

// The derivatives of t^2 |e|^2 - mu^2 R^2.
fn spatial_slopes(a: SpatialAxes) -> SpatialSlopes {
    let two = Real(2.0);
    let three = Real(3.0);
    let four = Real(4.0);
    let r2 = a.push.x;
    let r1 = a.push.y;
    let r0 = a.push.z;
    let e1 = a.z.x * a.k.y;
    let e2 = a.z.y * a.k.x;
    let square = a.mu * a.mu;
    let g4 = e1 * e1 + e2 * e2 - square * (r2 * r2);
    let g3 = two * (e1 * a.z.x + e2 * a.z.y - square * (r2 * r1));
    let g2 = a.z.x * a.z.x + a.z.y * a.z.y - square * (r1 * r1 + two * (r2 * r0));
    let g1 = -(two * square * (r1 * r0));
    let g0 = -(square * (r0 * r0));
    // d/dt of t^k y^(4-k), for y = 1 - t.
    let d0 = g1 - four * g0;
    let d1 = two * g2 - three * g1;
    let d2 = three * g3 - two * g2;
    let d3 = four * g4 - g3;
    return SpatialSlopes(
        vec4<Real>(d0, d1, d2, d3),
        vec3<Real>(d1 - three * d0, two * (d2 - d1), three * d3 - d2),
    );
}

// Both derivatives at t.
fn spatial_slope(s: SpatialSlopes, t: Real) -> vec2<Real> {
    let y = Real(1.0) - t;
    let square = y * y;
    let first = ((s.first.w * t + s.first.z * y) * t + s.first.y * square) * t + s.first.x * square * y;
    return vec2<Real>(first, (s.second.z * t + s.second.y * y) * t + s.second.x * square);
}

// 1 where the first derivative rises from there to a root, -1 where it falls.
fn spatial_side(s: SpatialSlopes, t: Real) -> Real {
    return select(Real(-1.0), Real(1.0), spatial_slope(s, t).x <= Real(0.0));
}

// The roots of the second derivative, the smaller one first; 0 or 1 for one that is not between them.
fn spatial_bends(s: SpatialSlopes) -> vec2<Real> {
    let zero = Real(0.0);
    let one = Real(1.0);
    let e = s.second;
    let root = sqrt(larger(zero, e.y * e.y - Real(4.0) * (e.z * e.x)));
    let q = Real(-0.5) * (e.y + select(root, -root, e.y < zero));
    let far = q / (q + e.z);
    let near = e.x / (e.x + q);
    // 1 for NaN: a place too many does no harm.
    let a = larger(zero, smaller(one, far));
    let b = larger(zero, smaller(one, near));
    return vec2<Real>(smaller(a, b), larger(a, b));
}

// Three places in order, between which, 0 and 1, f changes its sign once at most.
fn spatial_splits(a: SpatialAxes) -> vec3<Real> {
    let zero = Real(0.0);
    let one = Real(1.0);
    let half = Real(0.5);
    let s = spatial_slopes(a);
    let bends = spatial_bends(s);
    var low = vec3<Real>(zero, bends.x, bends.y);
    let end = vec3<Real>(bends.x, bends.y, one);
    var high = end;
    var sense: vec3<Real>;
    var change: vec3<Real>;
    for (var j = 0u; j < 3u; j++) {
        sense[j] = spatial_side(s, low[j]);
        change[j] = sense[j] * spatial_side(s, end[j]);
    }
    var t = (low + high) * half;
    for (var k = 0u; k < SPLIT_STEPS; k++) {
        for (var j = 0u; j < 3u; j++) {
            let slope = spatial_slope(s, t[j]);
            let before = sense[j] * slope.x <= zero;
            low[j] = select(low[j], t[j], before);
            high[j] = select(t[j], high[j], before);
            let next = t[j] - slope.x / slope.y;
            let within = (low[j] <= next) && (next <= high[j]);
            t[j] = select(half * (low[j] + high[j]), next, within);
        }
    }
    // Where there is no root, the end of the bracket.
    return select(end, t, change < vec3<Real>());
}

// The bracket of the last solution that slides, from spatial_splits.
fn spatial_bracket(a: SpatialAxes, splits: vec3<Real>) -> SpatialBracket {
    let zero = Real(0.0);
    let one = Real(1.0);
    let in1 = spatial_excess(a, splits.x).x <= zero;
    let in2 = spatial_excess(a, splits.y).x <= zero;
    let in3 = spatial_excess(a, splits.z).x <= zero;
    let sticks = spatial_excess(a, one).x <= zero;
    let low = select(select(select(zero, splits.x, in1), splits.y, in2), splits.z, in3);
    let high = select(select(select(splits.x, splits.y, in1), splits.z, in2), one, in3);
    // Each way out of the cone is a solution, each way back in, and the end of the arc if it is inside.
    let first = select(one, zero, in1);
    let last = select(zero, one, sticks);
    let second = select(zero, one, in1 != in2);
    let third = select(zero, one, in2 != in3);
    let fourth = select(zero, one, in3 != sticks);
    return SpatialBracket(low, high, first + second + third + fourth + last, sticks);
}

// Where f changes from negative to positive, or back, within a bracket.
fn spatial_root(a: SpatialAxes, from_low: Real, to_high: Real) -> Real {
    let zero = Real(0.0);
    let one = Real(1.0);
    let half = Real(0.5);
    var low = from_low;
    var high = to_high;
    let start = spatial_excess(a, low).x;
    let stop = spatial_excess(a, high).x;
    let sense = select(-one, one, start <= zero);
    // The chord's: exact where S is a multiple of 1.
    let chord = low + (high - low) * (start / (start - stop));
    var t = select(half * (low + high), chord, (low <= chord) && (chord <= high));
    for (var k = 0u; k < ROOT_STEPS; k++) {
        let excess = spatial_excess(a, t);
        let before = sense * excess.x <= zero;
        low = select(low, t, before);
        high = select(t, high, before);
        let next = t - excess.y;
        t = select(half * (low + high), next, (low <= next) && (next <= high));
    }
    return t;
}

// The impulse at t on the arc.
fn spatial_impulse(a: SpatialAxes, t: Real) -> vec3<Real> {
    let y = Real(1.0) - t;
    let p1 = -(a.z.x * t) / (t * a.k.x + y);
    let p2 = -(a.z.y * t) / (t * a.k.y + y);
    let normal = a.push.z - (a.g.x * p1 + a.g.y * p2);
    return vec3<Real>(a.axis.x * p1 + a.axis.y * p2, a.axis.x * p2 - a.axis.y * p1, normal);
}

// The impulse of an active contact (U_Ln < 0), and where it sticks.
fn spatial_solve(h: SpatialDelassus, mu: Real, loose: vec3<Real>) -> SpatialReaction {
    let a = spatial_axes(h, mu, loose);
    let b = spatial_bracket(a, spatial_splits(a));
    let t = select(spatial_root(a, b.low, b.high), Real(1.0), b.sticks);
    return SpatialReaction(spatial_impulse(a, t), b.sticks);
}
