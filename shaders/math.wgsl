// Functions from + - * / and square roots alone. Twin of src/math.rs. Polynomials and what differs between f32 and f64 are
// generated from src/math/constants.rs.

// sin(2 pi y) for |y| <= 1/4.
fn sin_quarter(y: Real) -> Real {
    return y * sin_series(y * y);
}

// sin(2 pi x) for |x| <= 1/2.
fn sin_turn(x: Real) -> Real {
    let half = select(Real(0.5), Real(-0.5), x < Real(0.0));
    let y = select(x, half - x, Real(0.25) < abs(x));
    return sin_quarter(y);
}

// cos(2 pi x) for |x| <= 1/2.
fn cos_turn(x: Real) -> Real {
    return sin_quarter(Real(0.25) - abs(x));
}

// 2 pi.
fn tau() -> Real {
    return Real(6.283185307179586);
}

// The nearest whole number, ties to the even one.
fn nearest(x: Real) -> Real {
    return round(x);
}

// An angle in radians as a fraction of a turn in [-1/2, 1/2], whole turns dropped.
fn turn_of_radians(angle: Real) -> Real {
    let turns = angle * Real(0.15915494309189535);
    return turns - nearest(turns);
}

// Degrees as a fraction of a turn.
fn turn_of_degrees(degrees: Real) -> Real {
    return degrees / Real(360.0);
}

// The smaller one; a if b is NaN. Written out, because drivers differ in what min does with NaN and with -0.
fn smaller(a: Real, b: Real) -> Real {
    return select(a, b, b < a);
}

// a divided by the root of a square.
fn over_root(a: Real, square: Real) -> Real {
    return a / sqrt(square);
}

// The larger one; a if b is NaN.
fn larger(a: Real, b: Real) -> Real {
    return select(a, b, a < b);
}

// The natural logarithm of a positive normal number. `ln_split`, `ln_series` and LN2_* are generated.
fn ln_of(x: Real) -> Real {
    let split = ln_split(x);
    let s = (split.y - Real(1.0)) / (split.y + Real(1.0));
    let z = s * s;
    let small = (s + s) + s * z * ln_series(z);
    return split.x * LN2_HIGH + (small + split.x * LN2_LOW);
}

// 2^x, held where it is a normal number. `exp2_scale`, `exp2_series` and *_POWER are generated.
fn exp2_of(x: Real) -> Real {
    let held = larger(LEAST_POWER, smaller(MOST_POWER, x));
    let n = nearest(held);
    let f = held - n;
    return exp2_scale(Real(1.0) + f * exp2_series(f), n);
}

// Where the standard normal distribution has the share p below it: Wichura's AS 241. `normal_middle`, `normal_near`
// and `normal_far` are generated.
fn normal_quantile(p: Real) -> Real {
    let q = p - Real(0.5);
    if (abs(q) <= Real(0.425)) {
        return q * normal_middle(Real(0.180625) - q * q);
    }
    let tail = smaller(p, Real(1.0) - p);
    let r = sqrt(-ln_of(tail));
    var z = Real(0.0);
    if (r <= Real(5.0)) {
        z = normal_near(r - Real(1.6));
    } else {
        z = normal_far(r - Real(5.0));
    }
    return select(z, -z, q < Real(0.0));
}
