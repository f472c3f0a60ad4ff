// The production entry point: load members, run many steps with everything in registers, store.
// Twin of src/ensemble.rs. The structs, `load_*`, `store_*`, `steps_of`, `drive_at`, `clock_next`, `recall`, `note`, `spin_of`,
// `size_of` and `sample` are composed by src/wgsl.rs. One invocation advances a pack of members: a line with a dollar sign is repeated for
// each of them, and a line with a hash for each step of an iteration.

// What a member keeps over all steps; `left` is the number of steps it makes in this dispatch.
struct Constants {
    c: Setup,
    law: LawParams,
    scheme: SchemeParams,
    h: Real,
    turn_step: Phase,
    left: u32,
    memory: Memory,
}

// What every step changes.
struct Moving {
    q: Coords,
    u: Coords,
    ahead: Coords,
    t: Tally,
    touch: Touch,
    seen: Seen,
    books: Books,
    counts: u32,
    places: Places,
    phase: Phase,
}

fn load_constants(i: u32, live: bool) -> Constants {
    let half = load_phase(HALF, i);
    let total = steps_of(i);
    let left = min(total - min(total, run.first), run.steps);
    let c = model_setup(load_model(i));
    let h = load_h(i);
    let memory = load_memory(i, live, c, h);
    return Constants(c, load_law(i), load_scheme(i), h, clock_add(half, half), left, memory);
}

fn load_moving(i: u32, c: Setup, law: LawParams, h: Real, memory: Memory) -> Moving {
    var m: Moving;
    if (run.first == 0u) {
        let start = model_start(load_model(i));
        m.q = start.q;
        m.u = start.u;
        note(0u, m.q, memory);
        let begin = beginning(c, law, limits_of_run(), m.q, m.u);
        m.t = tally_start(begin);
        m.seen = watch_start(begin, limits_of_run());
        m.books = books_start(c, m.q, m.u);
        m.phase = load_phase(HALF, i);
    } else {
        m.q = load_q(i);
        m.u = load_u(i);
        m.t = load_tally(i);
        m.seen = load_seen(i);
        m.books = load_books(i);
        m.phase = load_phase(PHASE, i);
    }
    m.ahead = scheme_ahead(h, m.q, m.u);
    m.touch = tally_touch(m.t);
    return m;
}

fn store_moving(i: u32, m: Moving, h: Real, done: u32) {
    store_q(i, m.q);
    store_u(i, m.u);
    store_tally(i, m.t);
    store_seen(i, m.seen);
    store_books(i, m.books);
    add_word(DONE, i, done);
    if (m.places.drop_step > Real(0.0)) {
        store_word(DROP_STEP, i, run.first + u32(m.places.drop_step));
        store_word(LIFT_STEP, i, 0u);
    }
    if (load_word(LIFT_STEP, i) == 0u && m.places.lift_step > Real(0.0)) {
        store_word(LIFT_STEP, i, run.first + u32(m.places.lift_step));
    }
    store_word(FLAGS, i, u32(tally_flags(m.t, size_of(m.q) + size_of(m.u), h, limits_of_run())));
    store_word(OUTCOME, i, u32(watch_outcome(m.seen, m.t, limits_of_run())));
    store_phase(PHASE, i, m.phase);
}

fn store_counts(i: u32, n: u32) {
    add_word(SLIDES, i, tally_counted(n, 0u) - tally_counted(n, 1u));
    add_word(STICKS, i, tally_counted(n, 1u));
    add_word(IMPACTS, i, tally_counted(n, 2u));
}

// The body of the loop: step k of the segment.
fn advance_once(m: Constants, k: u32, now: Moving) -> Moving {
    let d = recall(k, m.c, m.h, drive_at(k, m.c, now.phase), m.memory);
    let phase = clock_next(now.phase, m.turn_step);
    let stuck = now.touch.sticks;
    let s = scheme_step(m.c, m.law, m.scheme, m.h, d, now.q, now.ahead, now.u, stuck);
    note(run.first + k + 1u, s.q, m.memory);
    let touch = Touch(s.problem.contact, s.sticks);
    let slide = law_slide(m.law, s.problem, s.impulse, s.end, s.sticks);
    var t = tally_mode(now.t, touch);
    var fell = false;
    if (FALLS) {
        fell = tally_fell(t, touch.contact, slide);
        t = tally_fall(t, fell, slide);
    }
    let margin = law_margin(m.law, s.problem);
    let approach = -space_normal(s.problem.h, s.problem.loose);
    let seen = watch_step(now.seen, t, touch.contact, fell, margin, approach, spin_of(s.u));
    let books = books_step(now.books, m.c, d, m.h, now.q, now.u, s);
    let lifts = watch_lifts(now.seen, seen, limits_of_run());
    let counts = tally_count(now.counts, now.touch, touch);
    let places = tally_place(now.places, fell, lifts, Real(i32(k) + 1));
    // Last, when all that the next step waits for is on its way.
    if (CERTIFIED) {
        t = tally_certify(t, m.law, s, slide, model_gap(m.c, s.q));
    }
    return Moving(s.q, s.u, s.ahead, t, touch, seen, books, counts, places, phase);
}

@compute @workgroup_size(WORKGROUP)
fn ensemble(@builtin(global_invocation_id) id: vec3<u32>) {
    // Where members make the same number of steps, a pack's members lie apart, so that neighbouring invocations read
    // neighbouring numbers. Where they do not, the host has sorted them, and those of a pack are neighbours, which end
    // nearly together. Where the last pack runs past the end it advances a copy of the last member, and does not keep it.
    let apart = (run.members + PACK - 1u) / PACK;
    let invocation = id.y * run.row + id.x;
    if (invocation >= apart) {
        return;
    }
    let i$ = select(invocation + $u * apart, invocation * PACK + $u, RAGGED);
    let live$ = i$ < run.members;
    // Very long steps alone need a desk, and these are not packed.
    take_desk(min(i$, run.members - 1u));
    let c$ = load_constants(min(i$, run.members - 1u), live$);
    var m$ = load_moving(min(i$, run.members - 1u), c$.c, c$.law, c$.h, c$.memory);
    // Steps really made: a driver that leaves loops early must not go unseen.
    var made$ = 0u;

    var fewest = c0.left;
    var most = c0.left;
    fewest = min(fewest, c$.left);
    most = max(most, c$.left);
    // Steps to the next instant at which the motion is sampled.
    var until = run.every - run.first % run.every;
    var k = 0u;
    while (k < most) {
        let begun = k;
        let stop = k + min(min(most - k, until), MOST_COUNTED);
        // All members together, several steps an iteration; then what is left of each. One member a step leaves nothing, which drivers
        // must be told: they would compile the body a second time.
        let together = min(stop, fewest);
        for (; k + UNROLL <= together; k += UNROLL) {
            m$ = advance_once(c$, k + #u, m$);
        }
        var k$ = k;
        if (PACK * UNROLL > 1u) {
            for (; k$ < min(stop, c$.left); k$++) { m$ = advance_once(c$, k$, m$); }
        }
        made$ += k$ - begun;
        if (live$) { store_counts(i$, m$.counts); }
        m$.counts = 0u;
        k = stop;
        until -= stop - begun;
        if (until == 0u) {
            until = run.every;
            if (live$ && k <= c$.left) { sample(i$, run.first + k, m$.q, m$.u, m$.t.mode); }
        }
    }
    if (live$) { store_moving(i$, m$, c$.h, made$); }
}
