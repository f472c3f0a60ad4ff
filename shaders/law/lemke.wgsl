// Several contacts at a time, with friction in polyhedral cones, all unknowns at once by Lemke's method. Twin of src/law/lemke.rs, which
// states the law.

const FUEL = 7100u;
const PILE_TINY = 64.0;
const LOST = 1e37;

struct Solved { impulse: Local, found: bool }

// The impulses, and whether they were found; `tiny` as in Lemke.
fn pile_solve(h: BallContacts, loose: Local, mu: Real, mu_balls: Real, facets: Real, tiny: Real) -> Solved {
    pile_of(h, loose, mu, mu_balls, facets);
    let n = pile_unknowns();
    if (n > MOST_UNKNOWNS) {
        return Solved(Local(), false);
    }
    lemke_empty(n, FUEL, tiny);
    for (var u = 0u; u < n; u++) {
        pile_row(u);
    }
    let end = lemke_search();
    return Solved(pile_impulse(), end == SOLVED);
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    var solved = Solved(Local(), true);
    if (a.contact) {
        let tiny = Real(PILE_TINY) * (Real(4.0) * HALF_STEP);
        solved = pile_solve(a.h, a.loose, p.mu * a.rough, p.mu_balls * a.rough, p.facets, tiny);
    }
    let w = balls_kick(a.h, solved.impulse, Real(1.0));
    let settled = balls_settle(p, a, solved.impulse, w, a.contact && solved.found);
    if (!solved.found) {
        let lost = vec3<Real>(Real(0.0), Real(0.0), Real(LOST));
        return Reaction(Local(lost, lost, lost, lost, lost, lost, lost, lost, lost, lost), false);
    }
    return settled;
}
