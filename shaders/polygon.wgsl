// The regular polygon as a friction set. Twin of src/polygon.rs.

const MOST_SIDES = 16u;

struct Polygon { point: vec2<Real>, inside: bool }

// Of the unit vectors at first + k/sides turns, the one with the largest product with c.
fn polygon_direction(c: vec2<Real>, sides: Real, first: Real) -> vec2<Real> {
    let turn = Real(1.0) / sides;
    let step = vec2<Real>(cos_turn(turn), sin_turn(turn));
    let start = first - nearest(first);
    var v = vec2<Real>(cos_turn(start), sin_turn(start));
    var most = c.x * v.x + c.y * v.y;
    var chosen = Real(0.0);
    for (var k = 1u; k < MOST_SIDES; k++) {
        v = vec2<Real>(v.x * step.x - v.y * step.y, v.x * step.y + v.y * step.x);
        let along = c.x * v.x + c.y * v.y;
        let place = Real(k);
        let better = place < sides && most < along;
        most = select(most, along, better);
        chosen = select(chosen, place, better);
    }
    // Anew from its place: the sixteenth turned vector has sixteen roundings.
    let at = start + chosen * turn;
    let whole = at - nearest(at);
    return vec2<Real>(cos_turn(whole), sin_turn(whole));
}

// The point nearest to c of the regular polygon of centre 0 in the circle of radius r >= 0, one corner at `axis` turns; and
// whether c lies in it.
fn project_polygon(c: vec2<Real>, r: Real, sides: Real, axis: Real) -> Polygon {
    let half = Real(0.5) / sides;
    let n = polygon_direction(c, sides, axis + half);
    let depth = r * cos_turn(half);
    let end = r * sin_turn(half);
    let inside = c.x * n.x + c.y * n.y <= depth;
    let along = larger(-end, smaller(end, c.y * n.x - c.x * n.y));
    let x = select(n.x * depth - n.y * along, c.x, inside);
    let y = select(n.y * depth + n.x * along, c.y, inside);
    return Polygon(vec2<Real>(x, y), inside);
}

// The point nearest to the origin of the polygon of centre c turned by half a turn.
fn prox_polygon(c: vec2<Real>, r: Real, sides: Real, axis: Real) -> vec2<Real> {
    return c - project_polygon(c, r, sides, axis).point;
}

// How far p lies outside, as an excess of squared lengths.
fn polygon_excess(p: vec2<Real>, r: Real, sides: Real, axis: Real) -> Real {
    let half = Real(0.5) / sides;
    let n = polygon_direction(p, sides, axis + half);
    let out = p.x * n.x + p.y * n.y;
    let depth = r * cos_turn(half);
    return out * out - depth * depth;
}

// The support function: a corner has it.
fn polygon_support(v: vec2<Real>, r: Real, sides: Real, axis: Real) -> Real {
    let corner = polygon_direction(v, sides, axis);
    return r * (v.x * corner.x + v.y * corner.y);
}
