// One friction coefficient for both senses. Twin of src/law/planar_cone.rs, One.

fn law_coefficients(p: LawParams, stuck: bool) -> vec2<Real> {
    return vec2<Real>(p.mu, p.mu);
}
