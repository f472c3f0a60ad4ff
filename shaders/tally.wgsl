// Certificates, mode counts, flags. Twin of src/tally.rs.

// The tally before the first step.
fn tally_start(b: Beginning) -> Tally {
    let zero = Real(0.0);
    let flies = b.kind < Real(2.0);
    let slides = Real(2.0) < b.kind;
    var t: Tally;
    t.slide = b.slide;
    t.mode = select(select(Real(2.0), Real(1.0), slides), zero, flies);
    return t;
}

// Where the last step stuck.
fn tally_stuck(t: Tally) -> bool {
    return Real(1.5) < t.mode;
}

// Takes one step into account. Certificates are brought to squared velocities by the weight of H.
fn tally_step(t: Tally, law: LawParams, s: Step, gap: Real) -> Tally {
    let zero = Real(0.0);
    let one = Real(1.0);
    let stuck = tally_stuck(t);
    let weight = space_weight(s.delassus);
    // What rounding leaves of the velocity of a contact that sticks is no motion.
    let slide = select(space_slide(s.end), zero, s.sticks);
    let fall = select(zero, t.slide - slide, s.contact);
    let deeper = t.drop < fall;
    var r: Tally;
    r.slide = slide;
    r.mode = select(zero, select(one, Real(2.0), s.sticks), s.contact);
    r.residual = larger(t.residual, weight * law_residual(law, s.impulse, s.end, slide, stuck));
    r.cone = larger(t.cone, weight * weight * law_cone(law, s.impulse, stuck));
    r.gain = larger(t.gain, weight * (Real(0.5) * space_dot(s.impulse, s.loose + s.end)));
    r.depth = larger(t.depth, -gap);
    r.energy = larger(t.energy, space_reach(s.delassus, s.loose, s.impulse));
    r.drop = select(t.drop, fall, deeper);
    r.drop_from = select(t.drop_from, t.slide, deeper);
    return r;
}

// Counts the step numbered `place` (from 1) of this run, between the tallies before and after it; `lifts` where
// flight was noticed in it.
fn tally_count(n: Counts, before: Tally, after: Tally, lifts: bool, place: Real) -> Counts {
    let zero = Real(0.0);
    let half = Real(0.5);
    let contact = select(zero, Real(1.0), half < after.mode);
    let fell = before.drop < after.drop;
    let first = lifts && (n.lift_step <= zero);
    return Counts(
        n.contacts + contact,
        n.modes + after.mode,
        n.impacts + select(zero, contact, before.mode < half),
        select(n.drop_step, place, fell),
        select(select(n.lift_step, place, first), zero, fell),
    );
}

// The flags, bits added up as a number: every test is written so that NaN sets the flag.
fn tally_flags(t: Tally, size: Real, h: Real, limits: Limits) -> Real {
    let zero = Real(0.0);
    let rounding = limits.rounding * t.energy;
    let steps = limits.depth_steps * h;
    var flags = select(Real(1.0), zero, size <= limits.overflow);
    flags += select(Real(2.0), zero, t.depth * t.depth <= steps * steps * t.energy);
    flags += select(Real(4.0), zero, t.cone <= rounding);
    flags += select(Real(8.0), zero, t.residual <= rounding);
    flags += select(Real(16.0), zero, t.gain <= rounding);
    return flags;
}
