// What functions return: the twins of Model::start, watch::Beginning, law::Reaction and scheme::Step.

struct Start { q: Coords, u: Coords }

struct Beginning { kind: Real, margin: Real, push: Real, slide: Real }

struct Reaction { impulse: Local, sticks: bool }

struct Step {
    q: Coords,
    u: Coords,
    delassus: Delassus,
    impulse: Local,
    loose: Local,
    end: Local,
    contact: bool,
    sticks: bool,
}
