// The planar contact problem (Moreau 1988, Sec. 13-15). Twin of src/cone.rs, which states it in full.

struct PlanarDelassus { tt: Real, tn: Real, nn: Real }

struct ConeReaction { impulse: vec2<Real>, sticks: bool }

// H_nn -+ mu H_tn of the edge on whose side a velocity slides.
fn cone_margin(h: PlanarDelassus, mu_plus: Real, mu_minus: Real, slide: Real) -> Real {
    return h.nn + select(-mu_plus, mu_minus, slide < Real(0.0)) * h.tn;
}

// The impulse of an active contact (U_Ln < 0), and where it sticks.
fn cone_impulse(h: PlanarDelassus, mu_plus: Real, mu_minus: Real, loose: vec2<Real>) -> ConeReaction {
    let zero = Real(0.0);
    let t = loose.x;
    let n = loose.y;
    // -inverse(H) U_L, its normal part from U_n = 0 and times H_nn: rounding moves it along the line only.
    let det = h.tt * h.nn - h.tn * h.tn;
    let stick_t = (h.tn * n - h.nn * t) / det;
    let stick_n = -(n + h.tn * stick_t);
    let right = stick_t < zero;
    let edge = select(mu_minus, -mu_plus, right);
    let margin = h.nn + edge * h.tn;
    let edge_t = edge * stick_n;
    let reach_t = h.nn * stick_t;
    let beyond = select(edge_t < reach_t, reach_t < edge_t, right);
    let slides = (zero < margin) && beyond;

    let impulse_n = select(stick_n, -n, slides) / select(h.nn, margin, slides);
    let impulse_t = select(stick_t, edge * impulse_n, slides);
    return ConeReaction(vec2<Real>(impulse_t, impulse_n), !slides);
}

// How far P lies outside the cone, as the excess of squared lengths.
fn cone_excess(mu_plus: Real, mu_minus: Real, impulse: vec2<Real>) -> Real {
    let reach = select(mu_minus, mu_plus, impulse.x < Real(0.0)) * impulse.y;
    return impulse.x * impulse.x - reach * reach;
}

// Residual: P_n U_n = 0, and friction takes as much power as the cone allows.
fn cone_residual(mu_plus: Real, mu_minus: Real, impulse: vec2<Real>, end: vec2<Real>, slide: Real) -> Real {
    let mu = select(mu_plus, mu_minus, end.x < Real(0.0));
    return abs(impulse.y * end.y) + abs(impulse.x * end.x + mu * impulse.y * slide);
}
