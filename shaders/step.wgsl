// What functions take and return: the twins of Model::start, watch::Beginning, law::Problem, law::Reaction, tally::Touch and
// scheme::Step.

struct Start { q: Coords, u: Coords }

struct Beginning { kind: Real, margin: Real, push: Real, slide: Real }

struct Problem { h: Delassus, before: Local, loose: Local, rough: Real, theta: Real, contact: bool, stuck: bool }

struct Reaction { impulse: Local, sticks: bool }

struct Touch { contact: bool, sticks: bool }

struct Step {
    q: Coords,
    u: Coords,
    ahead: Coords,
    problem: Problem,
    impulse: Local,
    end: Local,
    judged: Local,
    sticks: bool,
    settled: bool,
}
