// Proximal operators. Twin of src/prox.rs.

struct Disk { point: vec2<Real>, inside: bool }

// The point of the disk of centre 0 and radius r >= 0 nearest to c, and whether c lies in it.
fn project_disk(c: vec2<Real>, r: Real) -> Disk {
    let square = c.x * c.x + c.y * c.y;
    // At c = 0 the quotient is infinite or 0/0: either way the smaller one is 1.
    return Disk(c * smaller(Real(1.0), over_root(r, square)), sqrt(square) <= r);
}

// Moreau's prox to disk (Moreau 1988, Sec. 16): the point nearest to the origin of the disk of centre c, radius r.
fn prox_disk(c: vec2<Real>, r: Real) -> vec2<Real> {
    return c - project_disk(c, r).point;
}
