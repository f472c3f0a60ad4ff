// What stuck in the step before is held by the static coefficients. Twin of src/law/planar_cone.rs, Static.

fn law_coefficients(p: LawParams, stuck: bool) -> vec2<Real> {
    return vec2<Real>(select(p.mu_plus, p.static_plus, stuck), select(p.mu_minus, p.static_minus, stuck));
}
