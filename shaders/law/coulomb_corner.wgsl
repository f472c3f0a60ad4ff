// A particle in a corner, each plane with Coulomb's law of its own. Twin of src/law/coulomb_corner.rs, which states the law.

// The coefficients here.
fn corner_mu(p: LawParams, rough: Real) -> Local {
    return Local(p.mu1, p.mu2, p.mu3) * rough;
}

// What each contact does of an impulse: where it leaves no velocity, what holds it; elsewhere, what slips.
fn corner_contacts(p: LawParams, a: Problem, impulse: Local) -> Hold {
    let mu = corner_mu(p, a.rough);
    let end = a.loose + impulse;
    let still = space_dot(end, end) <= Real(0.0);
    let held = corner_hold(a.h, mu, impulse);
    let slips = hold_slip(a.h, mu, impulse);
    return Hold(
        select(slips.score, held.score, still),
        select(slips.way, held.way, still),
        select(slips.p1, held.p1, still),
        select(slips.p2, held.p2, still),
        select(slips.p3, held.p3, still),
    );
}

// How far a contact's impulse lies outside its cone, as the excess of squared lengths.
fn contact_excess(n: Local, mu: Real, part: Local) -> Real {
    let push = space_dot(n, part);
    let friction = part - n * push;
    let reach = mu * larger(Real(0.0), push);
    let pulls = smaller(Real(0.0), push);
    return space_dot(friction, friction) - reach * reach + pulls * pulls;
}

// What a contact's impulse lacks of Coulomb's law: the normal part does no work, friction as much as it can.
fn contact_lack(n: Local, mu: Real, part: Local, end: Local, slide: Real) -> Real {
    let push = space_dot(n, part);
    let friction = part - n * push;
    return abs(push * space_dot(n, end)) + abs(space_dot(friction, end) + mu * push * slide);
}

// The square of an impulse over that of all contacts' parts of it, which are larger where planes press on each other.
fn contact_scale(impulse: Local, held: Hold) -> Real {
    let square = space_dot(impulse, impulse);
    let size = square + space_dot(held.p1, held.p1) + space_dot(held.p2, held.p2) + space_dot(held.p3, held.p3);
    return select(Real(0.0), square / size, Real(0.0) < size);
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let none = Local();
    let half = Real(0.5);
    let mu = corner_mu(p, a.rough);
    let soft = corner_prox(a.h, a.loose);
    let bound = space_dot(mu, soft.push);
    let must = sqrt(space_dot(soft.point, soft.point)) <= bound;
    let can = Real(0.0) <= corner_hold(a.h, mu, none - a.loose).score;
    let wants = half < p.hold && (p.hold < Real(1.5) || a.stuck);
    let sticks = must || (can && wants);
    let slips = corner_total(a.h, soft.push) - corner_cut(soft.point, bound);
    // What sticks has exactly no velocity left.
    let impulse = select(slips, none - a.loose, sticks);
    return Reaction(select(none, impulse, a.contact), a.contact && sticks);
}

fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    return space_weight(a.h);
}

// The worst of the contacts, relative to what they do together.
fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let held = corner_contacts(p, a, impulse);
    let mu = corner_mu(p, a.rough);
    let first = contact_excess(a.h.n1, mu.x, held.p1);
    let second = contact_excess(a.h.n2, mu.y, held.p2);
    let third = contact_excess(a.h.n3, mu.z, held.p3);
    let worst = larger(larger(first, second), third);
    return select(Real(0.0), worst * contact_scale(impulse, held), a.contact);
}

// Each contact has its law; together they make the impulse; no plane is entered.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let zero = Real(0.0);
    let held = corner_contacts(p, a, impulse);
    let mu = corner_mu(p, a.rough);
    let first = contact_lack(a.h.n1, mu.x, held.p1, end, slide);
    let second = contact_lack(a.h.n2, mu.y, held.p2, end, slide);
    let third = contact_lack(a.h.n3, mu.z, held.p3, end, slide);
    let rest = impulse - (held.p1 + held.p2 + held.p3);
    let missing = space_slide(rest) * sqrt(space_dot(impulse, impulse) * contact_scale(impulse, held));
    let entered = larger(zero, -space_normal(a.h, end)) * space_slide(impulse);
    return select(zero, first + second + third + missing + entered, a.contact);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
