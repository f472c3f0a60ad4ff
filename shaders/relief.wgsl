// The spline through a grid of heights. Twin of src/relief.rs. The grid is bound as `relief`: a head of RELIEF_HEAD numbers,
// then the coefficients, row by row; src/wgsl.rs declares both.

struct Along { cell: Real, height: vec4<Real>, slope: vec4<Real>, bend: vec4<Real> }

// The weights at s cells from the first of last + 1 points. Beyond the ends they go on as straight lines.
fn relief_along(s: Real, last: Real) -> Along {
    let one = Real(1.0);
    // NaN is held, too: it must not become a place in memory.
    let held = smaller(larger(Real(0.0), s), last);
    let near = nearest(held);
    let cell = smaller(select(near, near - one, held < near), last - one);
    let t = held - cell;
    let r = one - t;
    let tt = t * t;
    let rr = r * r;
    let two = Real(2.0);
    let half = Real(0.5);
    let more = Real(1.5);
    let sixth = Real(0.16666666666666666);
    let thirds = Real(0.6666666666666666);
    let slope = vec4<Real>(-half * rr, (more * t - two) * t, (two - more * r) * r, half * tt);
    let height = vec4<Real>(
        sixth * rr * r, thirds - (one - half * t) * tt, thirds - (one - half * r) * rr, sixth * tt * t);
    let three = Real(3.0);
    let bend = vec4<Real>(r, three * t - two, three * r - two, t);
    return Along(cell, height + slope * (s - held), slope, bend);
}

// Four coefficients of a row.
fn relief_four(at: u32) -> vec4<Real> {
    return vec4<Real>(relief[at], relief[at + 1u], relief[at + 2u], relief[at + 3u]);
}

// Four numbers weighed, from the first one on.
fn relief_sum(weights: vec4<Real>, c: vec4<Real>) -> Real {
    return weights.x * c.x + weights.y * c.y + weights.z * c.z + weights.w * c.w;
}
