// The friction directions of polyhedral cones. Twin of src/directions.rs.

const MOST_FACETS = 16u;

var<private> facet: array<vec2<Real>, MOST_FACETS>;

// The directions; each in the second half is minus one of the first, exactly.
fn facets_directions(count: Real, turn: Real) {
    let half = u32(count) / 2u;
    for (var k = 0u; k < half; k++) {
        let at = turn + Real(k) / count;
        let whole = at - nearest(at);
        facet[k] = vec2<Real>(cos_turn(whole), sin_turn(whole));
        facet[k + half] = vec2<Real>(-facet[k].x, -facet[k].y);
    }
}
