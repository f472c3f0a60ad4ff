// A displacement is added: coordinates are a vector. Twin of Model::travel.
fn model_travel(q: Coords, by: Coords) -> Coords {
    return q + by;
}
