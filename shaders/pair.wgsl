// Coulomb friction at two planar contacts of one body, solved exactly by trying every mode. Twin of src/pair.rs,
// which states the problem, the choice and the count of solutions.

struct PairCase { h: PairDelassus, mu: vec2<Real>, loose: vec4<Real>, torn: Real }

struct PairOffer { score: Real, energy: Real, impulse: vec4<Real>, sticks: bool, several: bool }

// A vector with its contacts exchanged.
fn pair_other(v: vec4<Real>) -> vec4<Real> {
    return vec4<Real>(v.z, v.w, v.x, v.y);
}

// A problem with its contacts exchanged.
fn pair_turned(c: PairCase) -> PairCase {
    let h = c.h;
    let gaps = vec2<Real>(h.gaps.y, h.gaps.x);
    return PairCase(
        PairDelassus(h.two, h.one, h.tt, h.nt, h.tn, h.nn, gaps, pair_other(h.inner)),
        vec2<Real>(c.mu.y, c.mu.x),
        pair_other(c.loose),
        c.torn,
    );
}

// The velocity after an impulse, summed from W on: a driver may move a number that is added to two products between
// them.
fn pair_after(c: PairCase, impulse: vec4<Real>) -> vec4<Real> {
    let h = c.h;
    let t1 = impulse.x;
    let n1 = impulse.y;
    let t2 = impulse.z;
    let n2 = impulse.w;
    return vec4<Real>(
        c.loose.x + h.one.tt * t1 + h.one.tn * n1 + h.tt * t2 + h.tn * n2,
        c.loose.y + h.one.tn * t1 + h.one.nn * n1 + h.nt * t2 + h.nn * n2,
        c.loose.z + h.tt * t1 + h.nt * n1 + h.two.tt * t2 + h.two.tn * n2,
        c.loose.w + h.tn * t1 + h.nn * n1 + h.two.tn * t2 + h.two.nn * n2,
    );
}

// The score of a contact that presses with (t, n); it slides in the direction `sense`, or sticks if that is 0.
fn pair_pressed(gap: Real, weight: Real, mu: Real, sense: Real, t: Real, n: Real, slide: Real) -> Real {
    let grip = weight * (mu * n - abs(t));
    let along = sense * slide;
    let sticks = (sense <= Real(0.0)) && (Real(0.0) <= sense);
    return pair_touched(gap, smaller(weight * n, select(along, grip, sticks)), Real(-1e30));
}

// The score of an impulse at the first contact alone, which slides in the direction `sense` or sticks.
fn pair_lone(c: PairCase, sense: Real, p: vec4<Real>) -> Real {
    let u = pair_after(c, p);
    let weight = space_weight(c.h);
    let open = pair_touched(c.h.gaps.y, u.w, Real(1e30));
    return smaller(pair_pressed(c.h.gaps.x, weight, c.mu.x, sense, p.x, p.y, u.x), open);
}

// The score of an impulse at both.
fn pair_both(c: PairCase, senses: vec2<Real>, p: vec4<Real>) -> Real {
    let u = pair_after(c, p);
    let weight = space_weight(c.h);
    let one = pair_pressed(c.h.gaps.x, weight, c.mu.x, senses.x, p.x, p.y, u.x);
    let two = pair_pressed(c.h.gaps.y, weight, c.mu.y, senses.y, p.z, p.w, u.z);
    return smaller(one, two);
}

// The energy that an impulse adds.
fn pair_energy(c: PairCase, p: vec4<Real>) -> Real {
    return space_gain(c.h, p, c.loose, pair_after(c, p));
}

// The better one of the best so far and a candidate.
fn pair_offer(c: PairCase, best: PairOffer, score: Real, impulse: vec4<Real>, sticks: bool) -> PairOffer {
    let far = Real(1e30);
    // A singular system has an answer that is not finite, hence no answer.
    let value = select(-far, score, pair_size(impulse) <= far);
    let energy = pair_energy(c, impulse);
    let room = Real(0.000244140625) * pair_size(c.loose);
    let apart = room < pair_size(space_respond(c.h, impulse - best.impulse));
    let second = (room < value) && (room < best.score) && apart;
    let better = select(best.score < value, energy < best.energy, second);
    return PairOffer(
        select(best.score, value, better),
        select(best.energy, energy, better),
        select(best.impulse, impulse, vec4<bool>(better, better, better, better)),
        select(best.sticks, sticks, better),
        best.several || second,
    );
}

// The first contact slides alone.
fn pair_slide_open(c: PairCase, best: PairOffer, sense: Real) -> PairOffer {
    let edge = -(sense * c.mu.x);
    let n = -c.loose.y / (c.h.one.nn + edge * c.h.one.tn);
    let p = vec4<Real>(edge * n, n, Real(0.0), Real(0.0));
    return pair_offer(c, best, pair_lone(c, sense, p), p, false);
}

// The first contact sticks, the second slides.
fn pair_stick_slide(c: PairCase, best: PairOffer, pin: Pinned, sense: Real) -> PairOffer {
    let edge = -(sense * c.mu.y);
    let n = -pin.loose.y / (pin.two.nn + edge * pin.two.tn);
    let p = pair_follow(pin, edge * n, n);
    return pair_offer(c, best, pair_both(c, vec2<Real>(Real(0.0), sense), p), p, false);
}

// Both slide.
fn pair_slide_slide(c: PairCase, best: PairOffer, senses: vec2<Real>) -> PairOffer {
    let edge1 = -(senses.x * c.mu.x);
    let edge2 = -(senses.y * c.mu.y);
    let a = c.h.one.nn + edge1 * c.h.one.tn;
    let b = c.h.nn + edge2 * c.h.nt;
    let d = c.h.nn + edge1 * c.h.tn;
    let e = c.h.two.nn + edge2 * c.h.two.tn;
    let det = a * e - b * d;
    let n1 = (b * c.loose.w - e * c.loose.y) / det;
    let n2 = (d * c.loose.y - a * c.loose.w) / det;
    let p = vec4<Real>(edge1 * n1, n1, edge2 * n2, n2);
    return pair_offer(c, best, pair_both(c, senses, p), p, false);
}

// The modes in which the first contact presses alone, or sticks while the second slides.
fn pair_side(c: PairCase, best: PairOffer) -> PairOffer {
    let zero = Real(0.0);
    let one = Real(1.0);
    let right = pair_slide_open(c, best, one);
    let left = pair_slide_open(c, right, -one);
    let pin = pair_pinned(c.h, c.loose);
    let p = vec4<Real>(pin.own.x, pin.own.y, zero, zero);
    let stick = pair_offer(c, left, pair_lone(c, zero, p), p, true);
    return pair_stick_slide(c, pair_stick_slide(c, stick, pin, one), pin, -one);
}

// What of alpha keeps x + alpha y >= 0: a lower bound where y is positive, an upper one where it is negative.
fn pair_bounds(bounds: vec2<Real>, x: Real, y: Real) -> vec2<Real> {
    let zero = Real(0.0);
    let at = -x / y;
    let low = larger(bounds.x, select(bounds.x, at, zero < y));
    let high = smaller(bounds.y, select(bounds.y, at, y < zero));
    return vec2<Real>(low, high);
}

// Both stick.
fn pair_stick_stick(c: PairCase) -> PairOffer {
    let zero = Real(0.0);
    let half = Real(0.5);
    let far = Real(1e30);
    let pin = pair_pinned(pair_stiff(c.h), c.loose);
    let two = pair_hold(pin.two, pin.loose.x, pin.loose.y);
    // The least of all impulses that hold, then the least that the cones allow.
    let least = pair_follow(pin, two.x, two.y);
    let z = c.h.inner;
    let reach1 = c.mu.x * least.y;
    let reach2 = c.mu.y * least.w;
    let along1 = c.mu.x * z.y;
    let along2 = c.mu.y * z.w;
    var bounds = vec2<Real>(-far, far);
    bounds = pair_bounds(bounds, reach1 - least.x, along1 - z.x);
    bounds = pair_bounds(bounds, reach1 + least.x, along1 + z.x);
    bounds = pair_bounds(bounds, reach2 - least.z, along2 - z.z);
    bounds = pair_bounds(bounds, reach2 + least.z, along2 + z.z);
    let low = bounds.x;
    let high = bounds.y;
    let alpha = smaller(high, larger(low, zero));
    let impulse = least + z * alpha;
    let size = pair_size(impulse);
    let middle = larger(alpha - size, smaller(alpha + size, half * low + half * high));
    let score = pair_both(c, vec2<Real>(zero, zero), least + z * middle);
    // No impulse changes the inner part of W, so what is torn remains: it is missed by that.
    let missed = select(score, smaller(score, -c.torn), zero < c.torn);
    let value = select(-far, missed, size <= far);
    return PairOffer(value, pair_energy(c, impulse), impulse, true, false);
}

// The best of all modes: both stick; both open; the first presses alone or sticks while the second slides; the
// reverse; both slide.
fn pair_best(c: PairCase) -> PairOffer {
    let one = Real(1.0);
    let open = pair_offer(c, pair_stick_stick(c), space_normal(c.h, c.loose), vec4<Real>(), false);
    let first = pair_side(c, open);
    let other = PairOffer(first.score, first.energy, pair_other(first.impulse), first.sticks, first.several);
    let second = pair_side(pair_turned(c), other);
    var best = PairOffer(second.score, second.energy, pair_other(second.impulse), second.sticks, second.several);
    best = pair_slide_slide(c, best, vec2<Real>(one, one));
    best = pair_slide_slide(c, best, vec2<Real>(-one, -one));
    best = pair_slide_slide(c, best, vec2<Real>(one, -one));
    return pair_slide_slide(c, best, vec2<Real>(-one, one));
}

// How many solutions: 1 for one, -1 for several, 0 for none.
fn pair_solutions(c: PairCase, best: PairOffer) -> Real {
    let zero = Real(0.0);
    let one = Real(1.0);
    let room = Real(0.000244140625) * pair_size(c.loose);
    let found = -room <= best.score;
    return select(select(zero, one, found), -one, best.several);
}
