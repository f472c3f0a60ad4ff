// Energy and work of a member, entered step by step. Twin of EnergyBooks in src/ledger.rs, which states the balance.

fn books_start(c: Setup, q: Coords, u: Coords) -> Books {
    let zero = Real(0.0);
    let energy = Real(0.5) * (model_inner(c, q, u, u) + model_stretch(c, q, q));
    return Books(energy, energy, zero, zero, zero, zero, zero, zero, zero, zero);
}

fn books_step(b: Books, c: Setup, d: Drive, h: Real, q: Coords, u: Coords, s: Step) -> Books {
    let half = Real(0.5);
    let one = Real(1.0);
    let theta = s.problem.theta;
    let place = model_travel(q, u * (theta * h));
    let mean = s.u * theta + u * (one - theta);
    let moved = mean * h;

    let before = half * (model_inner(c, place, u, u) + model_stretch(c, q, q));
    let after = half * (model_inner(c, place, s.u, s.u) + model_stretch(c, s.q, s.q));
    let force = model_inner(c, place, mean, model_acceleration(c, d, place, u));
    let outside = h * (force + model_stretch(c, mean, place) + model_drag(c, mean, u));
    let damping = -(h * model_drag(c, mean, mean));
    let jump = s.u - u;
    let scheme = (half - theta) * (model_inner(c, place, jump, jump) + model_stretch(c, moved, moved));
    let slip = s.end * theta + s.problem.before * (one - theta);
    let powers = space_powers(s.problem.h, s.impulse, slip);
    let normal = powers.x;
    let tangential = powers.y;

    let rise = after - before - outside - damping;
    let imbalance = abs(rise - scheme - normal - tangential);
    let size = abs(before) + abs(after) + abs(outside) + abs(damping) + abs(normal) + abs(tangential);
    return Books(
        b.energy_start,
        half * (model_inner(c, s.q, s.u, s.u) + model_stretch(c, s.q, s.q)),
        b.outside + outside,
        b.damping + damping,
        b.normal + normal,
        b.tangential + tangential,
        b.scheme + scheme,
        larger(b.imbalance, imbalance),
        larger(b.rise, rise),
        larger(b.scale, size),
    );
}
