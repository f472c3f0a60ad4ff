// Sine and cosine of a fraction of a turn in [-1/2, 1/2]. Twin of src/math.rs.
// `sin_series` is generated from the coefficients in src/math.rs.

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

// The larger one; a if b is NaN.
fn larger(a: Real, b: Real) -> Real {
    return select(a, b, a < b);
}
