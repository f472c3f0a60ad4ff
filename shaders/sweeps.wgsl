// Sweeps through several contacts, each with Coulomb's law, and what judges their impulses. Twin of src/law/gauss_seidel.rs, which states
// the law.

const MOST_SWEEPS = 400;

// What a sweep has found so far.
struct Sweep { impulse: Local, w: Bodies, change: Real, size: Real, sticks: bool }

struct Strike { impulse: vec3<Real>, holds: bool }

// The coefficient of contact k.
fn balls_mu(p: LawParams, rough: Real, k: u32) -> Real {
    return select(p.mu_balls, p.mu, k < TABLE) * rough;
}

// What of an impulse across a normal friction can give within `reach`, and whether that is all of it.
fn balls_friction(shape: FoldSet, n: vec3<Real>, want: vec3<Real>, reach: Real) -> Strike {
    let square = balls_dot(want, want);
    let one = Real(1.0);
    let inside = square <= reach * reach;
    let share = select(smaller(one, over_root(reach, square)), one, inside);
    let round = want * share;
    if (!shape.faceted) {
        return Strike(round, inside);
    }
    let f = balls_tangents(n);
    let cut = fold_cut(shape, vec2<Real>(balls_dot(f.t1, want), balls_dot(f.t2, want)), reach);
    let edged = f.t1 * cut.point.x + f.t2 * cut.point.y;
    return Strike(edged, cut.inside);
}

// One contact by itself: the impulse it needs where it has `impulse` and moves at u; H_kk is 1 along n and
// 1/`ease` across it, over `part`.
fn balls_strike(
    shape: FoldSet, n: vec3<Real>, mu: Real, part: Real, ease: Real, impulse: vec3<Real>, u: vec3<Real>,
) -> Strike {
    let zero = Real(0.0);
    let push = balls_dot(n, impulse);
    let speed = balls_dot(n, u);
    let end = larger(zero, push - speed * part);
    let want = (impulse - n * push) - (u - n * speed) * (ease * part);
    let friction = balls_friction(shape, n, want, mu * end);
    return Strike(n * end + friction.impulse, friction.holds || end <= zero);
}

// The sweep comes to contact k, of balls a and b, and goes `relax` times as far as its own law asks for.
fn balls_sweep(
    p: LawParams, c: Problem, shape: FoldSet, s: Sweep, ease: Real, relax: Real, k: u32, a: u32, b: u32,
) -> Sweep {
    if (!(c.h.gaps[k] <= c.h.skin)) {
        return s;
    }
    let old = s.impulse[k];
    let u = (c.loose[k] + balls_meet(c.h, s.w, k, a, b)) * relax;
    let mu = balls_mu(p, c.rough, k);
    let struck = balls_strike(shape, c.h.n[k], mu, balls_part(k), ease, old, u);
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
fn balls_excess(shape: FoldSet, n: vec3<Real>, mu: Real, impulse: vec3<Real>) -> Real {
    let push = balls_dot(n, impulse);
    let friction = impulse - n * push;
    let reach = mu * larger(Real(0.0), push);
    let pulls = smaller(Real(0.0), push);
    var excess = balls_dot(friction, friction) - reach * reach;
    if (shape.faceted) {
        let f = balls_tangents(n);
        excess = fold_excess(shape, vec2<Real>(balls_dot(f.t1, friction), balls_dot(f.t2, friction)), reach);
    }
    return excess + pulls * pulls;
}

// What a contact's impulse lacks of Coulomb's law: the normal part does no work, friction as much as it can, and the contact is not
// entered, which weighs as much as `all` impulses together.
fn balls_lack(shape: FoldSet, n: vec3<Real>, mu: Real, impulse: vec3<Real>, end: vec3<Real>, all: Real) -> Real {
    let push = balls_dot(n, impulse);
    let speed = balls_dot(n, end);
    let across = end - n * speed;
    let entered = larger(Real(0.0), -speed);
    var slides = sqrt(balls_dot(across, across));
    if (shape.faceted) {
        let f = balls_tangents(n);
        slides = fold_support(shape, vec2<Real>(balls_dot(f.t1, across), balls_dot(f.t2, across)), Real(1.0));
    }
    return abs(push * speed)
        + abs(balls_dot(impulse - n * push, across) + mu * push * slides)
        + entered * (all + entered);
}

// Sweeps from impulses and motions on, where contact is `felt`, until none of them changes.
fn balls_settle(p: LawParams, a: Problem, impulse: Local, w: Bodies, felt: bool) -> Reaction {
    let zero = Real(0.0);
    let rounding = p.roundings * (Real(4.0) * HALF_STEP);
    let limit = rounding * rounding;
    let shape = fold_set(p.facets);
    let ease = Real(1.0) / (Real(1.0) + a.h.spin);
    var s = Sweep(impulse, w, zero, zero, false);
    var going = felt;
    for (var number = 0; number < MOST_SWEEPS; number++) {
        going = going && Real(number) < p.sweeps;
        if (!going) {
            break;
        }
        let relax = select(p.relaxation, Real(1.0), number == 0);
        s.change = zero;
        s.size = zero;
        s.sticks = true;
        s = balls_sweep(p, a, shape, s, ease, relax, 0u, 0u, TABLE);
        s = balls_sweep(p, a, shape, s, ease, relax, 1u, 1u, TABLE);
        s = balls_sweep(p, a, shape, s, ease, relax, 2u, 2u, TABLE);
        s = balls_sweep(p, a, shape, s, ease, relax, 3u, 3u, TABLE);
        s = balls_sweep(p, a, shape, s, ease, relax, 4u, 0u, 1u);
        s = balls_sweep(p, a, shape, s, ease, relax, 5u, 0u, 2u);
        s = balls_sweep(p, a, shape, s, ease, relax, 6u, 0u, 3u);
        s = balls_sweep(p, a, shape, s, ease, relax, 7u, 1u, 2u);
        s = balls_sweep(p, a, shape, s, ease, relax, 8u, 1u, 3u);
        s = balls_sweep(p, a, shape, s, ease, relax, 9u, 2u, 3u);
        going = limit * s.size < s.change;
    }
    return Reaction(s.impulse, felt && s.sticks);
}

fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

fn law_margin(p: LawParams, a: Problem) -> Real {
    return space_weight(a.h);
}

// The worst of the contacts.
fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let shape = fold_set(p.facets);
    var worst = Real(0.0);
    for (var k = 0u; k < 10u; k++) {
        let here = balls_felt(a.h, k, impulse[k]);
        worst = larger(worst, balls_excess(shape, a.h.n[k], balls_mu(p, a.rough, k), here));
    }
    return select(Real(0.0), worst, a.contact);
}

// The sum over the contacts.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let shape = fold_set(p.facets);
    let all = space_slide(impulse);
    var sum = Real(0.0);
    for (var k = 0u; k < 10u; k++) {
        let here = balls_felt(a.h, k, impulse[k]);
        let moves = balls_felt(a.h, k, end[k]);
        sum += balls_lack(shape, a.h.n[k], balls_mu(p, a.rough, k), here, moves, all);
    }
    return select(Real(0.0), sum, a.contact);
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    return space_gain(a.h, impulse, a.loose, end);
}
