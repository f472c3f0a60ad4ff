// H of a particle as that of a body. Twin of FacetsH in src/law/coulomb_facets.rs.

struct SpatialDelassus { xx: Real, xy: Real, yy: Real, xn: Real, yn: Real, nn: Real }

fn facets_h(h: Delassus) -> SpatialDelassus {
    let zero = Real(0.0);
    return SpatialDelassus(h, zero, h, zero, zero, h);
}
