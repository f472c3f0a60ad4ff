//! Coefficients of the spline through given heights, in f64 on the host.
//!
//! In one direction, `(c_{i-1} + 4 c_i + c_{i+1})/6 = f_i` at each point; natural ends, `c_{-1} - 2 c_0 + c_1 = 0`, make the
//! first and the last coefficient the heights there. What is left is tridiagonal and strongly diagonal: elimination
//! without pivots is stable.

/// The coefficients of a grid, `(points[0] + 2) × (points[1] + 2)`, row by row: along x first, then along y.
pub(super) fn coefficients([nx, ny]: [usize; 2], heights: &[f64]) -> Vec<f64> {
    let across = nx + 2;
    let rows: Vec<f64> = heights.chunks(nx).flat_map(of_line).collect();
    let mut all = vec![0.0; across * (ny + 2)];
    for i in 0..across {
        let line: Vec<f64> = (0..ny).map(|j| rows[j * across + i]).collect();
        for (j, c) in of_line(&line).into_iter().enumerate() {
            all[j * across + i] = c;
        }
    }
    all
}

/// The coefficients of one line, two more than heights.
fn of_line(f: &[f64]) -> Vec<f64> {
    let n = f.len();
    let mut c = vec![0.0; n + 2];
    (c[1], c[n]) = (f[0], f[n - 1]);
    // Downwards, c_i = rest_i - share_i c_{i+1}; the unknown ones are the points but for both ends.
    let mut share = vec![0.0; n];
    let mut rest = vec![0.0; n];
    rest[0] = f[0];
    for i in 1..n - 1 {
        share[i] = 1.0 / (4.0 - share[i - 1]);
        rest[i] = (6.0 * f[i] - rest[i - 1]) * share[i];
    }
    for i in (1..n - 1).rev() {
        c[i + 1] = rest[i] - share[i] * c[i + 2];
    }
    c[0] = 2.0 * c[1] - c[2];
    c[n + 1] = 2.0 * c[n] - c[n - 1];
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_through_its_points_and_is_straight_at_its_ends() {
        let f = [1.0, -2.0, 0.5, 4.0, 3.0];
        let c = of_line(&f);
        for (i, f) in f.iter().enumerate() {
            assert!(((c[i] + 4.0 * c[i + 1] + c[i + 2]) / 6.0 - f).abs() <= 1e-14);
        }
        assert!((c[0] - 2.0 * c[1] + c[2]).abs() <= 1e-14);
        assert!((c[4] - 2.0 * c[5] + c[6]).abs() <= 1e-14);
    }
}
