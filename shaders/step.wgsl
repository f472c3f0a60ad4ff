// What functions return: the twins of Model::start, watch::Beginning, law::Reaction, tally::Touch, tally::Counts and
// scheme::Step.

struct Start { q: Coords, u: Coords }

struct Beginning { kind: Real, margin: Real, push: Real, slide: Real }

struct Reaction { impulse: Local, sticks: bool }

struct Touch { contact: bool, sticks: bool }

struct Counts { contacts: u32, sticks: u32, impacts: u32 }

struct Step {
    q: Coords,
    u: Coords,
    delassus: Delassus,
    impulse: Local,
    loose: Local,
    end: Local,
    touch: Touch,
}
