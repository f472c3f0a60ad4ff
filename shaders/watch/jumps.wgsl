// Frictional catastrophes: the largest fall of the sliding speed over one step (Moreau 1988, Sec. 15).
// Twin of src/watch/jumps.rs, which says what counts as a jump.

fn watch_start(b: Beginning, limits: Limits) -> Seen {
    let zero = Real(0.0);
    // Apart or closing: what comes first is an impact, however soon.
    let flies = b.kind < Real(2.0);
    var seen: Seen;
    seen.airborne = select(zero, limits.flight + Real(1.0), flies);
    seen.margin = b.margin;
    seen.peak = b.slide;
    seen.start_margin = b.margin;
    seen.start_push = b.push;
    seen.start_kind = b.kind;
    return seen;
}

fn watch_step(
    seen: Seen,
    t: Tally,
    contact: bool,
    fell: bool,
    margin: Real,
    approach: Real,
    spin: Real,
) -> Seen {
    var next = seen;
    next.airborne = select(seen.airborne + Real(1.0), Real(0.0), contact);
    next.margin = margin;
    next.peak = larger(seen.peak, t.slide);
    next.fall_margin = select(seen.fall_margin, margin, fell);
    next.fall_margin_before = select(seen.fall_margin_before, seen.margin, fell);
    next.fall_spin = select(seen.fall_spin, spin, fell);
    next.fall_approach = select(seen.fall_approach, approach, fell);
    return next;
}

fn watch_lifts(before: Seen, after: Seen, limits: Limits) -> bool {
    return (before.airborne <= limits.flight) && (limits.flight < after.airborne);
}

fn watch_outcome(seen: Seen, t: Tally, limits: Limits) -> Real {
    let fell = Real(0.0) < t.drop;
    let large = (limits.least_drop * t.drop_from <= t.drop) && (limits.least_fall * seen.peak <= t.drop);
    var jump = select(Real(2.0), Real(1.0), t.drop < t.drop_from);
    jump = select(jump, Real(3.0), limits.impact * t.drop <= seen.fall_approach);
    let still = select(Real(0.0), Real(4.0), limits.flight < seen.airborne);
    return select(still, jump, fell && large);
}
