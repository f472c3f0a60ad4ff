// A regular polygon of 4, 8 or 16 corners as a friction set, by its symmetries. Twin of src/fold.rs, which says how.

// The polygon in the unit circle, or the circle itself.
struct FoldSet {
    faceted: bool, eight: bool, sixteen: bool,
    half: vec2<Real>, mirror4: vec2<Real>, mirror8: vec2<Real>, mirror16: vec2<Real>,
}

// A point in the sector, and which mirrors it went through.
struct Folded { c: vec2<Real>, over_y: bool, over_x: bool, over4: bool, over8: bool, over16: bool }

struct FoldCut { point: vec2<Real>, inside: bool }

// Summed the way Rust does.
fn fold_dot(a: vec2<Real>, b: vec2<Real>) -> Real {
    return a.x * b.x + a.y * b.y;
}

// The normal of a mirror at an angle.
fn fold_normal(turn: Real) -> vec2<Real> {
    return vec2<Real>(sin_turn(turn), -cos_turn(turn));
}

// The polygon of so many corners; 0: the circle.
fn fold_set(facets: Real) -> FoldSet {
    let turn = Real(0.5) / larger(facets, Real(4.0));
    return FoldSet(
        Real(0.0) < facets,
        Real(4.0) < facets,
        Real(8.0) < facets,
        vec2<Real>(cos_turn(turn), sin_turn(turn)),
        fold_normal(Real(0.125)),
        fold_normal(Real(0.0625)),
        fold_normal(Real(0.03125)),
    );
}

// A point in a mirror, if it is told to go through it.
fn fold_over(c: vec2<Real>, n: vec2<Real>, over: bool) -> vec2<Real> {
    let behind = fold_dot(c, n);
    return c - n * select(Real(0.0), behind + behind, over);
}

// Whether a point is behind a mirror.
fn fold_behind(c: vec2<Real>, n: vec2<Real>) -> bool {
    return fold_dot(c, n) < Real(0.0);
}

// A point, carried into the sector.
fn fold_in(shape: FoldSet, c: vec2<Real>) -> Folded {
    let zero = Real(0.0);
    let over_y = c.y < zero;
    let over_x = c.x < zero;
    let first = abs(c);
    let over4 = fold_behind(first, shape.mirror4);
    let second = fold_over(first, shape.mirror4, over4);
    let over8 = shape.eight && fold_behind(second, shape.mirror8);
    let third = fold_over(second, shape.mirror8, over8);
    let over16 = shape.sixteen && fold_behind(third, shape.mirror16);
    return Folded(fold_over(third, shape.mirror16, over16), over_y, over_x, over4, over8, over16);
}

// A point of the sector, carried back the way another came.
fn fold_out(shape: FoldSet, f: Folded, c: vec2<Real>) -> vec2<Real> {
    let third = fold_over(c, shape.mirror16, f.over16);
    let second = fold_over(third, shape.mirror8, f.over8);
    let first = fold_over(second, shape.mirror4, f.over4);
    return vec2<Real>(select(first.x, -first.x, f.over_x), select(first.y, -first.y, f.over_y));
}

// The point nearest to c of the polygon in the circle of radius r, and whether c lies in it.
fn fold_cut(shape: FoldSet, c: vec2<Real>, r: Real) -> FoldCut {
    let f = fold_in(shape, c);
    let cosine = shape.half.x;
    let sine = shape.half.y;
    let depth = r * cosine;
    let inside = fold_dot(f.c, shape.half) <= depth;
    // On the side, from its middle to its corner.
    let along = larger(-(r * sine), f.c.y * cosine - f.c.x * sine);
    let nearest = vec2<Real>(cosine * depth - sine * along, sine * depth + cosine * along);
    return FoldCut(select(fold_out(shape, f, nearest), c, inside), inside);
}

// The largest product of v with a point of that polygon: a corner has it.
fn fold_support(shape: FoldSet, v: vec2<Real>, r: Real) -> Real {
    return r * fold_in(shape, v).c.x;
}

// How far a point lies outside, as an excess of squared lengths: zero or less in the polygon.
fn fold_excess(shape: FoldSet, c: vec2<Real>, r: Real) -> Real {
    let out = fold_dot(fold_in(shape, c).c, shape.half);
    let depth = r * shape.half.x;
    return out * out - depth * depth;
}
