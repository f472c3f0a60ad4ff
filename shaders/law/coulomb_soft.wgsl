// One friction coefficient. Twin of src/law/disk.rs, One.

fn law_coefficient(p: LawParams, stuck: bool) -> Real {
    return p.mu;
}
