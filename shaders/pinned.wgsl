// Two planar contacts of which one sticks: it is eliminated, and the other has a problem of its own. Twin of
// src/pinned.rs.

struct Pinned {
    two: PlanarDelassus,
    loose: vec2<Real>,
    own: vec2<Real>,
    by_t: vec2<Real>,
    by_n: vec2<Real>,
}

// H with a stiff inner direction: regular, and the same for all impulses that have no inner part.
fn pair_stiff(h: PairDelassus) -> PairDelassus {
    let z = h.inner;
    let scale = space_weight(h);
    let a = scale * z.x;
    let b = scale * z.y;
    let c = scale * z.z;
    let d = scale * z.w;
    return PairDelassus(
        PlanarDelassus(h.one.tt + a * z.x, h.one.tn + a * z.y, h.one.nn + b * z.y),
        PlanarDelassus(h.two.tt + c * z.z, h.two.tn + c * z.w, h.two.nn + d * z.w),
        h.tt + a * z.z,
        h.tn + a * z.w,
        h.nt + b * z.z,
        h.nn + b * z.w,
        h.gaps,
        h.inner,
    );
}

// -inverse(H) (t, n) of one contact; its normal part is such that rounding leaves no normal velocity.
fn pair_hold(h: PlanarDelassus, t: Real, n: Real) -> vec2<Real> {
    let det = h.tt * h.nn - h.tn * h.tn;
    let hold_t = (h.tn * n - h.nn * t) / det;
    return vec2<Real>(hold_t, -(n + h.tn * hold_t) / h.nn);
}

// Eliminates the first contact, which sticks.
fn pair_pinned(h: PairDelassus, loose: vec4<Real>) -> Pinned {
    let own = pair_hold(h.one, loose.x, loose.y);
    let by_t = pair_hold(h.one, h.tt, h.nt);
    let by_n = pair_hold(h.one, h.tn, h.nn);
    return Pinned(
        PlanarDelassus(
            h.two.tt + h.tt * by_t.x + h.nt * by_t.y,
            h.two.tn + h.tn * by_t.x + h.nn * by_t.y,
            h.two.nn + h.tn * by_n.x + h.nn * by_n.y,
        ),
        vec2<Real>(loose.z + h.tt * own.x + h.nt * own.y, loose.w + h.tn * own.x + h.nn * own.y),
        own,
        by_t,
        by_n,
    );
}

// The whole impulse, where the second contact has (t, n) and the first sticks.
fn pair_follow(p: Pinned, t: Real, n: Real) -> vec4<Real> {
    let one = p.own + p.by_t * t + p.by_n * n;
    return vec4<Real>(one.x, one.y, t, n);
}
