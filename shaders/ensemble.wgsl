// The production entry point: load a member, run many steps with everything in registers, store.
// Twin of src/ensemble.rs. The structs, `load_*`, `store_*`, `drive_at` and `sample` are composed by
// src/backend/wgsl.rs from the parameter tables.

@compute @workgroup_size(WORKGROUP)
fn ensemble(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.y * run.row + id.x;
    if (i >= run.members) {
        return;
    }
    let model = load_model(i);
    let law = load_law(i);
    let scheme = load_scheme(i);
    let h = load_h(i);
    let c = model_setup(model);

    var q: Coords;
    var u: Coords;
    var t: Tally;
    let half = Phase(load_word(HALF, i), load_word(HALF + 1u, i));
    let turn_step = clock_add(half, half);
    var phase = half;
    if (run.first == 0u) {
        let start = model_start(model);
        q = start.q;
        u = start.u;
        t = tally_start(c, q, u);
    } else {
        q = load_q(i);
        u = load_u(i);
        t = load_tally(i);
        phase = Phase(load_word(PHASE, i), load_word(PHASE + 1u, i));
    }
    let total = load_word(TOTAL, i);
    let left = min(total - min(total, run.first), run.steps);

    var counts: Counts;
    var k = 0u;
    while (k < left) {
        // Up to the next instant at which the motion is sampled.
        let stop = k + min(left - k, run.every - (run.first + k) % run.every);
        for (; k < stop; k++) {
            let d = drive_at(k, c, phase);
            phase = clock_add(phase, turn_step);
            let s = scheme_step(c, law, scheme, h, d, q, u);
            let after = tally_step(t, law, s, model_gap(c, s.q));
            counts = tally_count(counts, t, after, Real(k + 1u));
            q = s.q;
            u = s.u;
            t = after;
        }
        if ((run.first + k) % run.every == 0u) {
            sample(i, run.first + k, q, u);
        }
    }

    store_q(i, q);
    store_u(i, u);
    store_tally(i, t);
    add_word(DONE, i, k);
    add_word(SLIDES, i, u32(counts.slides));
    add_word(STICKS, i, u32(counts.sticks));
    add_word(IMPACTS, i, u32(counts.impacts));
    if (counts.drop_step > Real(0.0)) {
        store_word(DROP_STEP, i, run.first + u32(counts.drop_step));
    }
    store_word(FLAGS, i, tally_flags(t, size_of(q, u), h, limits_of_run()));
    store_word(PHASE, i, phase.lo);
    store_word(PHASE + 1u, i, phase.hi);
}
