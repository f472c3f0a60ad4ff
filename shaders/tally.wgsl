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

// The masks of the last step's mode.
fn tally_touch(t: Tally) -> Touch {
    return Touch(Real(0.5) < t.mode, Real(1.5) < t.mode);
}

// Takes the mode of a step into account.
fn tally_mode(t: Tally, touch: Touch) -> Tally {
    var r = t;
    r.mode = select(Real(0.0), select(Real(1.0), Real(2.0), touch.sticks), touch.contact);
    return r;
}

// Where a step with contact takes more of the sliding speed than any before, to leave `slide`.
fn tally_fell(t: Tally, contact: bool, slide: Real) -> bool {
    return contact && (t.drop < t.slide - slide);
}

// Takes the sliding speed at the end of a step into account; `fell` as tally_fell has it.
fn tally_fall(t: Tally, fell: bool, slide: Real) -> Tally {
    var r = t;
    r.slide = slide;
    r.drop = select(t.drop, t.slide - slide, fell);
    r.drop_from = select(t.drop_from, t.slide, fell);
    return r;
}

// Certifies a step that ends at sliding speed `slide` and distance `gap`. Certificates are brought to squared velocities by the weight of H.
fn tally_certify(t: Tally, law: LawParams, s: Step, slide: Real, gap: Real) -> Tally {
    let a = s.problem;
    let weight = space_weight(a.h);
    var r = t;
    r.residual = larger(t.residual, weight * law_residual(law, a, s.impulse, s.judged, slide));
    r.cone = larger(t.cone, weight * weight * law_cone(law, a, s.impulse));
    r.gain = larger(t.gain, weight * law_gain(law, a, s.impulse, s.end));
    r.depth = larger(t.depth, -gap);
    r.energy = larger(t.energy, space_reach(a.h, a.loose, s.impulse));
    return r;
}

// One of the counts that share an integer.
fn tally_counted(n: u32, place: u32) -> u32 {
    return (n >> (place * COUNT_BITS)) & MOST_COUNTED;
}

// Counts a step, between what the contact did before it and in it.
fn tally_count(n: u32, before: Touch, after: Touch) -> u32 {
    let contacts = n + select(0u, 1u, after.contact);
    let sticks = contacts + select(0u, 1u << COUNT_BITS, after.sticks);
    return sticks + select(0u, 1u << (2u * COUNT_BITS), after.contact && !before.contact);
}

// Remembers the step numbered `place` (from 1) of this run where the sliding speed `fell` in it, and the first one
// after that in which flight was noticed, where it `lifts`.
fn tally_place(p: Places, fell: bool, lifts: bool, place: Real) -> Places {
    let zero = Real(0.0);
    let first = lifts && (p.lift_step <= zero);
    return Places(
        select(p.drop_step, place, fell),
        select(select(p.lift_step, place, first), zero, fell),
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
