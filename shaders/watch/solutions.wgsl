// Two contacts at a time: steps whose contact problem has several solutions, and steps in which it has none. Twin of
// src/watch/solutions.rs.

fn watch_start(b: Beginning, limits: Limits) -> Seen {
    return Seen(Real(0.0), Real(0.0));
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
    let zero = Real(0.0);
    let one = Real(1.0);
    let several = contact && (margin < zero);
    let none = contact && (margin <= zero) && !several;
    var next = seen;
    next.several = seen.several + select(zero, one, several);
    next.none = seen.none + select(zero, one, none);
    return next;
}

fn watch_lifts(before: Seen, after: Seen, limits: Limits) -> bool {
    return false;
}

fn watch_outcome(seen: Seen, t: Tally, limits: Limits) -> Real {
    return t.mode;
}
