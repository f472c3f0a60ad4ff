//! Friction in a polygon: the projection by the conditions that define it, the law by its residual, and what falls with the
//! square of the number of sides.

use std::f64::consts::PI;

use moreau::backend::Backend;
use moreau::law::{CoulombPolygon, CoulombPolygonParams, Law, Problem};
use moreau::polygon::{polygon_excess, polygon_support, project_polygon, prox_polygon};
use moreau::real::Scalar;
use moreau::space::{Isotropic, Space};
use moreau::study::Study;
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

/// Rounding of some thirty f64 operations on numbers up to 100.
const ROUNDING: f64 = 1e-12;
/// Rounding of a product of two such numbers.
const SQUARED: f64 = 100.0 * ROUNDING;
/// What the program allows a certificate, in epsilon of the squared velocity.
const CERTIFIED: f64 = 64.0;

fn length(v: Vector<f64, 2>) -> f64 {
    v.dot(v).sqrt()
}

fn vector() -> impl Strategy<Value = Vector<f64, 2>> {
    (-100.0..100.0, -100.0..100.0).prop_map(|(x, y)| Vector([x, y]))
}

proptest! {
    #[test]
    fn the_projection_is_one(c in vector(), z in vector(), r in 0.0..100.0, n in 3..=16, axis in -0.5..0.5) {
        let sides = f64::from(n);
        let (point, inside) = project_polygon(c, r, sides, axis);
        prop_assert!(polygon_excess(point, r, sides, axis) <= SQUARED);
        prop_assert!(length(project_polygon(point, r, sides, axis).0 - point) <= ROUNDING);
        // No other point is nearer, and the support function knows it.
        let other = project_polygon(z, r, sides, axis).0;
        prop_assert!((c - point).dot(other - point) <= SQUARED);
        prop_assert!(((c - point).dot(point) - polygon_support(c - point, r, sides, axis)).abs() <= SQUARED);
        prop_assert!(length(point - other) <= length(c - z) + ROUNDING);
        prop_assert!(length(prox_polygon(c, r, sides, axis) - (c - point)) <= ROUNDING);
        prop_assert!(!inside || point == c);
    }

    #[test]
    fn a_turn_by_one_corner_changes_nothing(c in vector(), r in 0.0..100.0, n in 3..=16, axis in -0.1..0.1) {
        let sides = f64::from(n);
        let point = project_polygon(c, r, sides, axis).0;
        let next = project_polygon(c, r, sides, axis + 1.0 / sides).0;
        prop_assert!(length(point - next) <= ROUNDING);
    }
}

/// A square with corners on the axes, by hand.
#[test]
fn a_square_is_a_square() {
    let cut = |x: f64, y: f64| project_polygon(Vector([x, y]), 1.0, 4.0, 0.0).0;
    for (c, point) in [
        ([3.0, 0.0], [1.0, 0.0]),
        ([1.0, 1.0], [0.5, 0.5]),
        ([0.5, 1.0], [0.25, 0.75]),
        ([-0.2, 0.3], [-0.2, 0.3]),
    ] {
        assert!(length(cut(c[0], c[1]) - Vector(point)) <= ROUNDING, "{c:?}");
    }
    assert_eq!(project_polygon(Vector([0.0, 0.0]), 0.0, 3.0, 0.0).0.0, [0.0, 0.0]);
    assert!(length(project_polygon(Vector([2.0, 1.0]), 0.0, 3.0, 0.0).0) <= ROUNDING);
}

/// Every certificate of the program, on problems of every number of sides, corners and sides met head-on among them.
fn certificates_hold<R: Scalar>() {
    for i in 0..20_000_u32 {
        let share = |k: f64| (f64::from(i) * k).fract();
        let p = CoulombPolygonParams {
            mu_corner: R::of([share(0.618), 0.0, 5.0 * share(0.618), 100.0][i as usize % 4]),
            sides: R::of(f64::from(3 + i % 14)),
            axis_deg: R::of(if i % 3 == 0 { 0.0 } else { 360.0 * share(0.445) - 180.0 }),
        };
        let angle = [2.0 * PI * share(0.755), 0.0, PI / f64::from(3 + i % 14)][i as usize / 7 % 3];
        let speed = 10_f64.powf(6.0 * share(0.819) - 4.0);
        let loose = Vector([speed * angle.cos(), speed * angle.sin(), -share(0.671) - 1e-6].map(R::of));
        let a = Problem::<R, Isotropic>::active(R::of([1.0, 0.5, 3.0][i as usize % 3]), loose, false);
        let reaction = CoulombPolygon::impulse(&p, &a);
        let end = loose + reaction.impulse * a.h;
        let slide = CoulombPolygon::slide(&p, &a, reaction.impulse, end, reaction.sticks);
        let weight = a.h.to_f64();
        let allowed = CERTIFIED * R::EPSILON * Isotropic::reach(a.h, loose, reaction.impulse).to_f64();
        let residual = CoulombPolygon::residual(&p, &a, reaction.impulse, end, slide).to_f64() * weight;
        assert!(residual <= allowed, "residual {residual:e} of {allowed:e}: {p:?} {loose:?}");
        let cone = CoulombPolygon::cone(&p, &a, reaction.impulse).to_f64() * weight * weight;
        assert!(cone <= allowed, "cone {cone:e} of {allowed:e}: {p:?} {loose:?}");
        let gain = CoulombPolygon::gain(&p, &a, reaction.impulse, end).to_f64() * weight;
        assert!(gain <= allowed, "gain {gain:e} of {allowed:e}: {p:?} {loose:?}");
        assert!(!reaction.sticks || slide.to_f64() == 0.0);
    }
}

#[test]
fn every_problem_is_solved_to_rounding() {
    certificates_hold::<f32>();
    certificates_hold::<f64>();
}

#[test]
fn wrong_reactions_are_noticed() {
    let p = CoulombPolygonParams { mu_corner: 0.5, sides: 5.0, axis_deg: 20.0 };
    let a = Problem::<f64, Isotropic>::active(1.0, Vector([3.0, 1.0, -2.0]), false);
    let right = CoulombPolygon::impulse(&p, &a).impulse;
    let badness = |impulse: Vector<f64, 3>| {
        let residual = CoulombPolygon::residual(&p, &a, impulse, a.loose + impulse, 0.0);
        residual.max(CoulombPolygon::cone(&p, &a, impulse))
    };
    assert!(badness(right) <= ROUNDING);
    for wrong in [[1.1, 1.0, 1.0], [1.0, 0.9, 1.0], [1.0, 1.0, 1.1], [-1.0, -1.0, 1.0], [0.0, 0.0, 1.0]] {
        let impulse = Vector([right.0[0] * wrong[0], right.0[1] * wrong[1], right.0[2] * wrong[2]]);
        assert!(badness(impulse) > 1e-3, "{wrong:?} passed");
    }
}

/// What falls as sides^-2 is the friction power that is missing, not the force: that one errs by up to π/sides along the rim.
#[test]
fn the_missing_power_falls_with_the_square_of_the_sides() {
    let missing = |sides: f64| {
        let power = |i: i32| {
            let angle = f64::from(i) / 720.0 * PI;
            polygon_support(Vector([angle.cos(), angle.sin()]), 1.0, sides, 0.0)
        };
        1.0 - (0..1440).map(power).fold(f64::INFINITY, f64::min)
    };
    for sides in [4.0, 8.0, 16.0] {
        assert!((missing(sides) - (1.0 - (PI / sides).cos())).abs() <= ROUNDING, "{sides} sides");
    }
    let order = (missing(8.0) / missing(16.0)).log2();
    assert!((order - 2.0).abs() <= 0.02, "order {order}");
}

/// A slide along the normal of a side decelerates by `mu cos(π/sides) g`, one towards a corner by `mu g`.
#[test]
fn slides_along_normals_are_longer_by_the_secant() {
    let h = 1e-3;
    let text = format!(
        "model = \"plane\"\nlaw = \"coulomb-polygon\"\nscheme = \"moreau-midpoint\"\nmembers = 60\nseed = 3\n\
         duration = 2\nh = {h}\n[params]\nmu_corner = {{ uniform = [0.3, 0.9] }}\nsides = {{ grid = [4, 8, 16] }}\n\
         ux0 = {{ uniform = [0.5, 2] }}\naxis_deg = {{ grid = {{ from = 0, to = 180, count = 20 }} }}\n"
    );
    let results = Study::parse("slides", &text).unwrap().run(Backend::cpu(1)).unwrap();
    let column = |name: &str| results.column(name).unwrap();
    let (mu, sides, axis, speed) = (column("mu_corner"), column("sides"), column("axis_deg"), column("ux0"));
    let (x, stuck) = (column("x"), column("outcome"));
    assert_eq!(results.summary.flagged(), 0);
    for i in 0..60 {
        let distance = |friction: f64| speed[i].powi(2) / (2.0 * friction * 9.81);
        let (least, most) = (distance(mu[i]), distance(mu[i] * (PI / sides[i]).cos()));
        // The last, cut step.
        let cut = h * h * 9.81;
        assert!(
            x[i] >= least * (PI / sides[i]).cos().powi(2) - cut && x[i] <= most + cut,
            "member {i}: {}",
            x[i]
        );
        assert_eq!(stuck[i], 2.0);
        if axis[i] == 180.0 {
            assert!((x[i] - least).abs() <= cut, "a corner: {} of {least}", x[i]);
        }
    }
    // Head-on into a side, one study a number of sides.
    for sides in [4.0, 8.0, 16.0] {
        let axis = format!("axis_deg={}", 180.0 / sides);
        let sides_text = format!("sides={sides}");
        let set = ["members=1", "mu_corner=0.4", "ux0=1.5", &axis, &sides_text];
        let results = Study::parse("slide", &text).unwrap().set(set).unwrap().run(Backend::cpu(1)).unwrap();
        let exact = 1.5_f64.powi(2) / (2.0 * 0.4 * (PI / sides).cos() * 9.81);
        let found = results.column("x").unwrap()[0];
        assert!((found - exact).abs() <= h * h * 9.81, "{sides} sides: {found} of {exact}");
    }
}

#[test]
fn sides_are_counted() {
    let with = |sides: &str| Study::preset("polygon").unwrap().set([sides]).err().map(|e| e.to_string());
    assert_eq!(with("sides=3"), None);
    for wrong in ["sides=2", "sides=17", "sides=4.5", "sides={uniform=[3, 16]}"] {
        let said = with(wrong).unwrap_or_else(|| panic!("{wrong} accepted"));
        assert!(said.contains("sides"), "{said}");
    }
}
