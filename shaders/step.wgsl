// What functions return: the twins of Model::start, law::Reaction and scheme::Step.

struct Start { q: Coords, u: Coords }

struct Reaction { impulse: Local, sticks: bool }

struct Step {
    q: Coords,
    u: Coords,
    impulse: Local,
    loose: Local,
    end: Local,
    contact: bool,
    sticks: bool,
}
