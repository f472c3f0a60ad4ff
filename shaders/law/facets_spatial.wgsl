// H as it is: what the law of polyhedral cones asks for.

fn facets_h(h: Delassus) -> SpatialDelassus {
    return SpatialDelassus(h.xx, h.xy, h.yy, h.xn, h.yn, h.nn);
}
