// The phase of a periodic drive in 64-bit fixed point: one turn is 2^64. Twin of src/clock.rs and Real::turns.

struct Phase { lo: u32, hi: u32 }

// Exact sum; whole turns fall off.
fn clock_add(a: Phase, b: Phase) -> Phase {
    let lo = a.lo + b.lo;
    return Phase(lo, a.hi + b.hi + select(0u, 1u, lo < a.lo));
}

// A phase as a fraction of a turn in [-1/2, 1/2]: weights 2^-32 and 2^-64, 53 bits kept.
fn clock_turn(phase: Phase) -> Real {
    let hi = i32(phase.hi);
    let lo = phase.lo & 0xfffff800u;
    return Real(hi) * Real(2.3283064365386963e-10) + Real(lo) * Real(5.421010862427522e-20);
}
