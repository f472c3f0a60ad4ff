// S4: a particle over a height field. Twin of src/model/height_field.rs.

// The height, and its derivatives up to the second.
struct Rise { z: Real, x: Real, y: Real, xx: Real, xy: Real, yy: Real }

fn relief_at(c: Setup, x: Real, y: Real) -> Rise {
    let a = relief_along((x - c.left) * c.per_x, c.last_x);
    let b = relief_along((y - c.front) * c.per_y, c.last_y);
    let across = u32(c.across);
    let first = RELIEF_HEAD + u32(b.cell * c.across + a.cell);
    let c0 = relief_four(first);
    let c1 = relief_four(first + across);
    let c2 = relief_four(first + 2u * across);
    let c3 = relief_four(first + 3u * across);
    let heights = vec4<Real>(
        relief_sum(a.height, c0), relief_sum(a.height, c1), relief_sum(a.height, c2), relief_sum(a.height, c3));
    let slopes = vec4<Real>(
        relief_sum(a.slope, c0), relief_sum(a.slope, c1), relief_sum(a.slope, c2), relief_sum(a.slope, c3));
    let bends = vec4<Real>(
        relief_sum(a.bend, c0), relief_sum(a.bend, c1), relief_sum(a.bend, c2), relief_sum(a.bend, c3));
    return Rise(
        relief_sum(b.height, heights),
        relief_sum(b.height, slopes) * c.per_x,
        relief_sum(b.slope, heights) * c.per_y,
        relief_sum(b.height, bends) * c.per_x * c.per_x,
        relief_sum(b.slope, slopes) * c.per_x * c.per_y,
        relief_sum(b.bend, heights) * c.per_y * c.per_y);
}

fn model_setup(p: ModelParams) -> Setup {
    return Setup(p.gravity, p.skin, relief[0], relief[1], relief[2], relief[3], relief[4], relief[5], relief[6]);
}

fn model_start(p: ModelParams) -> Start {
    let ground = relief_at(model_setup(p), p.x0, p.y0);
    return Start(Coords(p.x0, p.y0, ground.z + p.lift0), Coords(p.ux0, p.uy0, p.uz0));
}

fn model_drive(c: Setup, turn: Real) -> Drive {
    return Drive();
}

fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
    return Coords(Real(0.0), Real(0.0), -c.gravity);
}

fn model_gap(c: Setup, q: Coords) -> Real {
    let h = relief_at(c, q.x, q.y);
    // |grad f|^2, the constant first: drivers may move it there.
    return (q.z - h.z) / sqrt(Real(1.0) + h.x * h.x + h.y * h.y);
}

fn model_normal(c: Setup, q: Coords) -> Coords {
    let h = relief_at(c, q.x, q.y);
    let rise = Coords(-h.x, -h.y, Real(1.0));
    return rise * (Real(1.0) / sqrt(Real(1.0) + h.x * h.x + h.y * h.y));
}

fn model_bend(c: Setup, q: Coords, u: Coords) -> Real {
    let h = relief_at(c, q.x, q.y);
    let rise = Coords(-h.x, -h.y, Real(1.0));
    let inverse = Real(1.0) / sqrt(Real(1.0) + h.x * h.x + h.y * h.y);
    let n = rise * inverse;
    let w = Coords(-(h.xx * u.x + h.xy * u.y), -(h.xy * u.x + h.yy * u.y), Real(0.0));
    return (space_dot(w, u) - space_dot(n, u) * space_dot(n, w)) * inverse;
}
