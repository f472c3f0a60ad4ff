//! The geometry of curved boundaries: frames, normals and bends.

use moreau::frame::{frame_kick, frame_local, frame_of};
use moreau::model::{Cylinder, Paraboloid, Sphere};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

use super::curved::{Bowl, Motion};

/// A dozen operations in f64 on numbers up to 10.
const ROUNDING: f64 = 1e-14;
/// Central differences over D: its square times a third derivative of order ten, beside rounding over D.
const D: f64 = 1e-5;
const DIFFERENCED: f64 = 1e-8;

proptest! {
    /// Orthonormal, right-handed, with the normal last; and Gᵀ G = 1.
    #[test]
    fn the_frame_is_one(x in -1.0..1.0, y in -1.0..1.0, z in -1.0..1.0, u in prop::array::uniform3(-9.0..9.0)) {
        let raw: Vector<f64, 3> = Vector([x, y, z]);
        prop_assume!(raw.dot(raw) > 1e-6);
        let n = raw * (1.0 / raw.dot(raw).sqrt());
        let f = frame_of(n);
        let all = [f.t1, f.t2, f.n];
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                prop_assert!((a.dot(*b) - f64::from(u8::from(i == j))).abs() <= ROUNDING);
            }
        }
        let [a, b, c] = all.map(|v| v.0);
        let turned = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        prop_assert!((0..3).all(|j| (turned[j] - c[j]).abs() <= ROUNDING), "left-handed");
        let back = frame_kick(&f, frame_local(&f, Vector(u))) - Vector(u);
        prop_assert!(back.dot(back).sqrt() <= 10.0 * ROUNDING);
    }
}

#[test]
fn the_frame_holds_at_the_poles_and_on_the_equator() {
    for n in [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, -1.0, -0.0], [0.6, -0.8, 0.0]] {
        let f = frame_of::<f64>(Vector(n));
        let u = Vector([1.0, 2.0, 3.0]);
        let back = frame_kick(&f, frame_local(&f, u)) - u;
        assert!(back.dot(back).sqrt() <= ROUNDING, "{n:?}");
    }
}

/// The normal is the gradient of the gap on the boundary, of length 1; the bend is how fast `n·u` changes at constant u;
/// kick is local transposed.
fn normals_are_right<M: Bowl>(set: &[(&str, f64)]) {
    let m = Motion::<f64, M>::new(set, 0.4, 0.0, 1e-3);
    let (q, n) = (m.q, M::normal(&m.c, m.q));
    assert!(M::gap(&m.c, q).abs() <= ROUNDING, "starts on the boundary");
    assert!((n.dot(n) - 1.0).abs() <= ROUNDING);
    for j in 0..3 {
        let aside = |d: f64| q + Vector(std::array::from_fn(|k| if k == j { d } else { 0.0 }));
        let slope = (M::gap(&m.c, aside(D)) - M::gap(&m.c, aside(-D))) / (2.0 * D);
        assert!((slope - n.0[j]).abs() <= DIFFERENCED, "{} component {j}: {slope} {}", M::NAME, n.0[j]);
    }
    let (u, p) = (Vector([0.7, -1.3, 0.4]), Vector([0.2, 0.9, -0.5]));
    let turned = (M::normal(&m.c, q + u * D).dot(u) - M::normal(&m.c, q + u * -D).dot(u)) / (2.0 * D);
    let bend = M::curvature(&m.c, q, u).0[2];
    assert!((bend - turned).abs() <= DIFFERENCED, "{}: {bend} {turned}", M::NAME);
    let power = p.dot(M::local(&m.c, q, u)) - u.dot(M::kick(&m.c, q, p));
    assert!(power.abs() <= ROUNDING && M::delassus(&m.c, q) == 1.0);
}

#[test]
fn normals_bends_and_maps_are_right() {
    for (slope, radius) in [(0.0, 0.3), (20.0, 1.0), (75.0, 2.5), (120.0, 0.7)] {
        let round = [("slope0_deg", slope), ("radius", radius)];
        normals_are_right::<Sphere>(&[round[0], round[1], ("azimuth0_deg", 2.0 * slope - 100.0)]);
        normals_are_right::<Cylinder>(&[round[0], round[1], ("x0", 2.0), ("tilt_deg", 10.0)]);
        let place =
            [("x0", radius * 0.4), ("y0", 0.1 * radius - 0.5), ("radius_x", radius), ("radius_y", 0.8)];
        normals_are_right::<Paraboloid>(&place);
    }
}
