// Coulomb friction at two planar contacts of one body, with Newton's restitution. Twin of src/law/coulomb_pair.rs;
// shaders/pair.wgsl comes before it.

// What each rebound asks for.
fn pair_rebound(p: LawParams, a: Problem) -> vec2<Real> {
    let zero = Real(0.0);
    return vec2<Real>(p.e1 * smaller(a.before.y, zero), p.e2 * smaller(a.before.w, zero));
}

// Both friction coefficients.
fn pair_friction(p: LawParams, rough: Real) -> vec2<Real> {
    let mu = rough * p.mu;
    return vec2<Real>(mu, mu * p.mu_ratio);
}

// The problem that the modes are tried on.
fn pair_case(p: LawParams, a: Problem) -> PairCase {
    let zero = Real(0.0);
    let back = pair_rebound(p, a);
    let one = a.h.gaps.x;
    let two = a.h.gaps.y;
    return PairCase(
        a.h,
        pair_friction(p, a.rough),
        vec4<Real>(
            pair_touched(one, a.loose.x, zero),
            pair_touched(one, a.loose.y + back.x, zero),
            pair_touched(two, a.loose.z, zero),
            pair_touched(two, a.loose.w + back.y, zero),
        ),
        abs(a.h.inner.y * back.x + a.h.inner.w * back.y),
    );
}

// How far (t, n) lies outside a cone, as the excess of squared lengths; all of a pull does.
fn pair_excess(mu: Real, t: Real, n: Real) -> Real {
    let zero = Real(0.0);
    let reach = mu * larger(n, zero);
    let pull = smaller(n, zero);
    return t * t - reach * reach + pull * pull;
}

// Residual of one contact: the normal part does no work, friction as much as it can, and nothing is entered.
fn pair_faults(mu: Real, t: Real, n: Real, slide: Real, lift: Real, size: Real) -> Real {
    let entered = larger(Real(0.0), -lift) * size;
    return abs(n * lift) + abs(t * slide + mu * n * abs(slide)) + entered;
}

fn law_impulse(p: LawParams, a: Problem) -> Reaction {
    let best = pair_best(pair_case(p, a));
    return Reaction(select(Local(), best.impulse, a.contact), a.contact && best.sticks);
}

fn law_slide(p: LawParams, a: Problem, impulse: Local, end: Local, sticks: bool) -> Real {
    return select(space_slide(end), Real(0.0), sticks);
}

// How many solutions there are: 1 for one, -1 for several, 0 for none.
fn law_margin(p: LawParams, a: Problem) -> Real {
    let c = pair_case(p, a);
    return select(Real(1.0), pair_solutions(c, pair_best(c)), a.contact);
}

fn law_cone(p: LawParams, a: Problem, impulse: Local) -> Real {
    let mu = pair_friction(p, a.rough);
    return larger(pair_excess(mu.x, impulse.x, impulse.y), pair_excess(mu.y, impulse.z, impulse.w));
}

// A contact that is not touched has no impulse.
fn law_residual(p: LawParams, a: Problem, impulse: Local, end: Local, slide: Real) -> Real {
    let mu = pair_friction(p, a.rough);
    let back = pair_rebound(p, a);
    let weight = space_weight(a.h);
    // Without any impulse, too, entering is a fault.
    let size = pair_size(impulse) + select(Real(0.0), pair_size(a.loose) / weight, a.contact);
    let one = pair_faults(mu.x, impulse.x, impulse.y, end.x, end.y + back.x, size);
    let two = pair_faults(mu.y, impulse.z, impulse.w, end.z, end.w + back.y, size);
    let first = pair_touched(a.h.gaps.x, one, weight * (impulse.x * impulse.x + impulse.y * impulse.y));
    return first + pair_touched(a.h.gaps.y, two, weight * (impulse.z * impulse.z + impulse.w * impulse.w));
}

fn law_gain(p: LawParams, a: Problem, impulse: Local, end: Local) -> Real {
    let back = pair_rebound(p, a);
    return space_gain(a.h, impulse, a.loose, end) + back.x * impulse.y + back.y * impulse.w;
}
