// A delay in steps, and the position between two of them (Monteiro Marques & Dzonou 2018, Sec. 1.2). Twin of src/delay.rs.

struct Lag { whole: Real, part: Real }

fn lag_of(tau: Real, h: Real) -> Lag {
    let steps = tau / h;
    let near = nearest(steps);
    let whole = select(near, near - Real(1.0), steps < near);
    return Lag(whole, steps - whole);
}

// The time that step k asks for.
fn lag_time(lag: Lag, k: Real, h: Real) -> Real {
    return (k - lag.whole - lag.part) * h;
}

// The position between two steps that are `whole` and `whole + 1` back.
fn lag_between(lag: Lag, newer: Coords, older: Coords) -> Coords {
    return newer + (older - newer) * lag.part;
}
