// What functions return: the twins of Model::start, watch::Beginning, law::Reaction, tally::Touch and scheme::Step.

struct Start { q: Coords, u: Coords }

struct Beginning { kind: Real, margin: Real, push: Real, slide: Real }

struct Reaction { impulse: Local, sticks: bool }

struct Touch { contact: bool, sticks: bool }

struct Step {
    q: Coords,
    u: Coords,
    ahead: Coords,
    delassus: Delassus,
    impulse: Local,
    loose: Local,
    end: Local,
    touch: Touch,
}
