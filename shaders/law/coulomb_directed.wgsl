// A friction coefficient for each sense of sliding. Twin of src/law/planar_cone.rs, Directed.

fn law_coefficients(p: LawParams, stuck: bool) -> vec2<Real> {
    return vec2<Real>(p.mu_plus, p.mu_minus);
}
