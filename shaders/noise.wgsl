// Noise as a function of place. Twin of src/noise.rs.

// `strength` times a standard normal number for the whole parts of `motion` and `place`, neither negative.
// Where there is no strength nothing is drawn.
fn noise(strength: Real, motion: Real, place: Real) -> Real {
    if (strength == Real(0.0)) {
        return Real(0.0);
    }
    let words = philox(vec4<u32>(u32(place), 0u, 0u, 2u), vec2<u32>(u32(motion), 0u));
    let high = Real(words.x >> 16u) * Real(1.52587890625e-5);
    let low = Real(words.x & 0xffffu) * Real(2.3283064365386963e-10);
    let last = (Real(words.y >> 16u) + Real(0.5)) * Real(3.552713678800501e-15);
    let z = normal_quantile(Real(0.5) * (high + low + last));
    return strength * select(z, -z, (words.y & 1u) == 1u);
}
