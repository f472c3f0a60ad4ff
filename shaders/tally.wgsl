// Certificates, mode counts, flags. Twin of src/tally.rs.

// The tally before the first step.
fn tally_start(c: Setup, q: Coords, u: Coords) -> Tally {
    let zero = Real(0.0);
    let local = model_local(c, q, u);
    let touches = (model_gap(c, q) <= zero) && (zero <= space_normal(local));
    var t: Tally;
    t.slide = space_slide(local);
    t.mode = select(zero, Real(1.0), touches);
    return t;
}

// Takes one step into account.
fn tally_step(t: Tally, law: LawParams, s: Step, gap: Real) -> Tally {
    let zero = Real(0.0);
    let one = Real(1.0);
    let slide = space_slide(s.end);
    let fall = select(zero, t.slide - slide, s.contact);
    let deeper = t.drop < fall;
    var r: Tally;
    r.slide = slide;
    r.mode = select(zero, select(one, Real(2.0), s.sticks), s.contact);
    r.residual = larger(t.residual, law_residual(law, s.impulse, s.end, slide));
    r.cone = larger(t.cone, law_cone(law, s.impulse));
    r.gain = larger(t.gain, Real(0.5) * space_dot(s.impulse, s.loose + s.end));
    r.depth = larger(t.depth, -gap);
    r.energy = larger(t.energy, space_dot(s.loose, s.loose));
    r.drop = select(t.drop, fall, deeper);
    r.drop_from = select(t.drop_from, t.slide, deeper);
    return r;
}

// Counts the step numbered `place` (from 1) of this run, between the tallies before and after it.
fn tally_count(n: Counts, before: Tally, after: Tally, place: Real) -> Counts {
    let half = Real(0.5);
    let contact = select(Real(0.0), Real(1.0), half < after.mode);
    return Counts(
        n.contacts + contact,
        n.modes + after.mode,
        n.impacts + select(Real(0.0), contact, before.mode < half),
        select(n.drop_step, place, before.drop < after.drop),
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
