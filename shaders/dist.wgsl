// Values of a member from its rule, where a study samples on the device. Twin of src/dist.rs. The struct `Normal` is written
// by src/wgsl.rs.

// Within two ends, whichever is the larger.
fn dist_hold(x: Real, a: Real, b: Real) -> Real {
    let low = smaller(a, b);
    let high = larger(a, b);
    return larger(low, smaller(high, x));
}

// Uniform between two ends.
fn dist_uniform(u: Real, a: Real, b: Real) -> Real {
    return dist_hold(a + (b - a) * u, a, b);
}

// A share of the way from a to b; all of it is b to the bit.
fn dist_spaced(share: Real, a: Real, b: Real) -> Real {
    return select(dist_uniform(share, a, b), b, Real(1.0) <= share);
}

// The same in the logarithm, from the nearer end; `octaves` is log2(b / a).
fn dist_log(share: Real, a: Real, b: Real, octaves: Real) -> Real {
    let near = share < Real(0.5);
    let power = select(-((Real(1.0) - share) * octaves), share * octaves, near);
    return dist_hold(select(b, a, near) * exp2_of(power), a, b);
}

// Normal, by the quantile of the probability from the nearer end. HALF_STEP (generated) puts it into the middle between two
// of the uniform numbers, so that it is never 0; it is added after the choice of the end, since drivers fold constants that
// stand side by side, as in 1 - u - HALF_STEP, which changes the rounding.
fn dist_normal(u: Real, n: Normal) -> Real {
    let lower = n.below + n.between * u < Real(0.5);
    let way = select(Real(1.0) - u, u, lower) + select(-HALF_STEP, HALF_STEP, lower);
    let z = normal_quantile(select(n.above, n.below, lower) + n.between * way);
    return dist_hold(n.mean + n.sd * select(-z, z, lower), n.low, n.high);
}

// The place in a list of `count` that a uniform number stands for.
fn dist_place(u: Real, count: u32) -> u32 {
    return min(u32(u * Real(count)), count - 1u);
}

// A whole number below 2^40, low word first, rounded once.
fn dist_real(whole: vec2<u32>) -> Real {
    let high = Real(whole.y) * Real(4294967296.0) + Real(whole.x >> 16u) * Real(65536.0);
    return high + Real(whole.x & 0xffffu);
}

// Quotient and remainder.
struct Division { quotient: vec2<u32>, remainder: vec2<u32> }

// Division of whole numbers of two words each; bit by bit where one word does not do.
fn dist_divide(a: vec2<u32>, b: vec2<u32>) -> Division {
    if (a.y == 0u && b.y == 0u) {
        return Division(vec2<u32>(a.x / b.x, 0u), vec2<u32>(a.x % b.x, 0u));
    }
    var q = vec2<u32>(0u, 0u);
    var r = vec2<u32>(0u, 0u);
    for (var bit = 64u; bit > 0u; bit--) {
        let place = (bit - 1u) & 31u;
        let digit = (select(a.x, a.y, bit > 32u) >> place) & 1u;
        r = vec2<u32>(r.x << 1u | digit, r.y << 1u | r.x >> 31u);
        if (r.y > b.y || (r.y == b.y && r.x >= b.x)) {
            r = vec2<u32>(r.x - b.x, r.y - b.y - select(0u, 1u, r.x < b.x));
            q = select(vec2<u32>(q.x | 1u << place, q.y), vec2<u32>(q.x, q.y | 1u << place), bit > 32u);
        }
    }
    return Division(q, r);
}

// The place of a member in a grid of `count` values, each of which `stride` members in a row share.
fn dist_turn(member: vec2<u32>, stride: vec2<u32>, count: u32) -> u32 {
    return dist_divide(dist_divide(member, stride).quotient, vec2<u32>(count, 0u)).remainder.x;
}
