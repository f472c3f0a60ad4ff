// Proximal operators. Twin of src/prox.rs.

struct Disk { point: vec2<Real>, outside: bool }

// The point of the disk of centre 0 and radius r >= 0 nearest to c, and whether c lies strictly outside.
fn project_disk(c: vec2<Real>, r: Real) -> Disk {
    let length = sqrt(c.x * c.x + c.y * c.y);
    let outside = r < length;
    return Disk(c * select(Real(1.0), r / length, outside), outside);
}

// Moreau's prox to disk (Moreau 1988, Sec. 16): the point nearest to the origin of the disk of centre c, radius r.
fn prox_disk(c: vec2<Real>, r: Real) -> vec2<Real> {
    return c - project_disk(c, r).point;
}
