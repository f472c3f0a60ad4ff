// Several contacts at a time, each with Coulomb's law, by block Gauss-Seidel. Twin of src/law/gauss_seidel.rs, which states the law.

const MOST_SWEEPS = 400;

// What a sweep has found so far.
struct Sweep { impulse: Local, w: Bodies, change: Real, size: Real, sticks: bool }

struct Strike { impulse: vec3<Real>, holds: bool }

// The coefficient of contact k.
fn balls_mu(p: LawParams, rough: Real, k: u32) -> Real {
    return select(p.mu_balls, p.mu, k < TABLE) * rough;
}

// One contact by itself: the impulse it needs where it has `impulse` and moves at u; `many` is how many balls it has.
fn balls_strike(n: vec3<Real>, mu: Real, many: Real, spin: Real, impulse: vec3<Real>, u: vec3<Real>) -> Strike {
    let zero = Real(0.0);
    let one = Real(1.0);
    let push = balls_dot(n, impulse);
    let speed = balls_dot(n, u);
    let end = larger(zero, push - speed / many);
    let across = one / (many * (one + spin));
    let want = (impulse - n * push) - (u - n * speed) * across;
    let square = balls_dot(want, want);
    let reach = mu * end;
    // At want = 0 the quotient is infinite or 0/0: either way the smaller one is 1.
    let share = smaller(one, over_root(reach, square));
    return Strike(n * end + want * share, sqrt(square) <= reach || end <= zero);
}

// The sweep comes to contact k, of balls a and b.
fn balls_sweep(p: LawParams, c: Problem, s: Sweep, k: u32, a: u32, b: u32) -> Sweep {
    if (!(c.h.gaps[k] <= c.h.skin)) {
        return s;
    }
    let old = s.impulse[k];
    let u = c.loose[k] + balls_meet(c.h, s.w, k, a, b);
    let mu = balls_mu(p, c.rough, k);
    let struck = balls_strike(c.h.n[k], mu, balls_of(k), c.h.spin, old, u);
    let step = struck.impulse - old;
    var next = s;
    next.impulse[k] = struck.impulse;
    next.w = balls_push(c.h, s.w, k, a, b, step);
    next.change = larger(s.change, balls_dot(step, step));
    next.size = s.size + balls_dot(struck.impulse, struck.impulse);
    next.sticks = s.sticks && struck.holds;
    return next;
}

// How far a contact's impulse lies outside its cone, as the excess of squared lengths.
fn balls_excess(n: vec3<Real>, mu: Real, impulse: vec3<Real>) -> Real {
    let push = balls_dot(n, impulse);
    let friction = impulse - n * push;
    let reach = mu * larger(Real(0.0), push);
    let pulls = smaller(Real(0.0), push);
    return balls_dot(friction, friction) - reach * reach + pulls * pulls;
}

// What a contact's impulse lacks of Coulomb's law: the normal part does no work, friction as much as it can, and the contact is not
// entered, which weighs as much as `all` impulses together.
fn balls_lack(n: vec3<Real>, mu: Real, impulse: vec3<Real>, end: vec3<Real>, all: Real) -> Real {
    let push = balls_dot(n, impulse);
    let speed = balls_dot(n, end);
    let across = end - n * speed;
    let entered = larger(Real(0.0), -speed);
    let slides = sqrt(balls_dot(across, across));
    return abs(push * speed)
        + abs(balls_dot(impulse - n * push, across) + mu * push * slides)
        + entered * (all + entered);
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let zero = Real(0.0);
    let rounding = p.roundings * (Real(4.0) * HALF_STEP);
    let limit = rounding * rounding;
    var s: Sweep;
    var going = a.contact;
    for (var number = 0; number < MOST_SWEEPS; number++) {
        going = going && Real(number) < p.sweeps;
        if (!going) {
            break;
        }
        s.change = zero;
        s.size = zero;
        s.sticks = true;
        s = balls_sweep(p, a, s, 0u, 0u, TABLE);
        s = balls_sweep(p, a, s, 1u, 1u, TABLE);
        s = balls_sweep(p, a, s, 2u, 2u, TABLE);
        s = balls_sweep(p, a, s, 3u, 3u, TABLE);
        s = balls_sweep(p, a, s, 4u, 0u, 1u);
        s = balls_sweep(p, a, s, 5u, 0u, 2u);
        s = balls_sweep(p, a, s, 6u, 0u, 3u);
        s = balls_sweep(p, a, s, 7u, 1u, 2u);
        s = balls_sweep(p, a, s, 8u, 1u, 3u);
        s = balls_sweep(p, a, s, 9u, 2u, 3u);
        going = limit * s.size < s.change;
    }
    return Reaction(s.impulse, a.contact && s.sticks);
}

fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    return space_weight(a.h);
}

// The worst of the contacts.
fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    var worst = Real(0.0);
    for (var k = 0u; k < 10u; k++) {
        let here = balls_felt(a.h, k, impulse[k]);
        worst = larger(worst, balls_excess(a.h.n[k], balls_mu(p, a.rough, k), here));
    }
    return select(Real(0.0), worst, a.contact);
}

// The sum over the contacts.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let all = space_slide(impulse);
    var sum = Real(0.0);
    for (var k = 0u; k < 10u; k++) {
        let here = balls_felt(a.h, k, impulse[k]);
        let moves = balls_felt(a.h, k, end[k]);
        sum += balls_lack(a.h.n[k], balls_mu(p, a.rough, k), here, moves, all);
    }
    return select(Real(0.0), sum, a.contact);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
