// What stuck in the step before is held by the static coefficient. Twin of src/law/disk.rs, Static.

fn law_coefficient(p: LawParams, stuck: bool) -> Real {
    return select(p.mu, p.mu_static, stuck);
}
