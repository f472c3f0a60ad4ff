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
        select(slips.push, held.push, still),
        select(slips.f1, held.f1, still),
        select(slips.f2, held.f2, still),
        select(slips.f3, held.f3, still),
    );
}

// How far a contact's impulse lies outside its cone, as the excess of squared lengths.
fn contact_excess(mu: Real, push: Real, friction: Local) -> Real {
    let reach = mu * larger(Real(0.0), push);
    let pulls = smaller(Real(0.0), push);
    return space_dot(friction, friction) - reach * reach + pulls * pulls;
}

// What a contact's impulse lacks of Coulomb's law: the normal part does no work, friction as much as it can.
fn contact_lack(n: Local, mu: Real, push: Real, friction: Local, end: Local, slide: Real) -> Real {
    return abs(push * space_dot(n, end)) + abs(space_dot(friction, end) + mu * push * slide);
}

// What an impulse has beyond the contacts' pushes and frictions together, and what these frictions have along the normals.
fn contact_rest(a: Problem, impulse: Local, held: Hold) -> Real {
    // Contact by contact: drivers draw the common factor out of frictions that stand side by side.
    let p1 = a.h.n1 * held.push.x + held.f1;
    let p2 = a.h.n2 * held.push.y + held.f2;
    let p3 = a.h.n3 * held.push.z + held.f3;
    let rest = impulse - (p1 + p2 + p3);
    return space_slide(rest) + abs(space_dot(a.h.n1, held.f1)) + abs(space_dot(a.h.n2, held.f2)) + abs(space_dot(a.h.n3, held.f3));
}

// The square of an impulse over that of all pushes and frictions of it, which are larger where planes press on each other.
fn contact_scale(impulse: Local, held: Hold) -> Real {
    let square = space_dot(impulse, impulse);
    let pushes = space_dot(held.push, held.push);
    let size = square + pushes + space_dot(held.f1, held.f1) + space_dot(held.f2, held.f2) + space_dot(held.f3, held.f3);
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
    let first = contact_excess(mu.x, held.push.x, held.f1);
    let second = contact_excess(mu.y, held.push.y, held.f2);
    let third = contact_excess(mu.z, held.push.z, held.f3);
    let worst = larger(larger(first, second), third);
    return select(Real(0.0), worst * contact_scale(impulse, held), a.contact);
}

// Each contact has its law; together they make the impulse; no plane is entered.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let zero = Real(0.0);
    let held = corner_contacts(p, a, impulse);
    let mu = corner_mu(p, a.rough);
    let first = contact_lack(a.h.n1, mu.x, held.push.x, held.f1, end, slide);
    let second = contact_lack(a.h.n2, mu.y, held.push.y, held.f2, end, slide);
    let third = contact_lack(a.h.n3, mu.z, held.push.z, held.f3, end, slide);
    let scale = sqrt(space_dot(impulse, impulse) * contact_scale(impulse, held));
    let missing = contact_rest(a, impulse, held) * scale;
    let entered = larger(zero, -space_normal(a.h, end)) * space_slide(impulse);
    return select(zero, first + second + third + missing + entered, a.contact);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
