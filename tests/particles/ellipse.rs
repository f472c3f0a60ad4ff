//! Anisotropic friction: the prox to ellipse by the conditions that define it, the law by its residual, and slides whose
//! velocity and place at rest are known.

use moreau::backend::Backend;
use moreau::ellipse::{ellipse_excess, ellipse_support, project_ellipse, prox_ellipse};
use moreau::law::{CoulombEllipse, CoulombEllipseParams, Law, Problem};
use moreau::prox::{project_disk, prox_disk};
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
/// Epsilons of |c| that the projection may be off: about 4 roundings in each coordinate.
const PLACE: f64 = 8.0;

fn length(v: Vector<f64, 2>) -> f64 {
    v.dot(v).sqrt()
}

fn axis(angle: f64) -> Vector<f64, 2> {
    Vector([angle.cos(), angle.sin()])
}

fn vector() -> impl Strategy<Value = Vector<f64, 2>> {
    (-100.0..100.0, -100.0..100.0).prop_map(|(x, y)| Vector([x, y]))
}

/// Semi-axes of every shape: any, equal, segments, points, needles.
fn shape() -> impl Strategy<Value = (f64, f64)> {
    let size = || 0.0..100.0_f64;
    prop_oneof![
        4 => (size(), size()),
        1 => size().prop_map(|a| (a, a)),
        1 => size().prop_map(|a| (a, 0.0)),
        1 => size().prop_map(|b| (0.0, b)),
        1 => Just((0.0, 0.0)),
        2 => (size(), -14.0..-1.0_f64).prop_map(|(a, power)| (a, a * 10_f64.powf(power))),
    ]
}

proptest! {
    #[test]
    fn nearer_points_stay_nearer(c in vector(), z in vector(), (a, b) in shape(), angle in -4.0..4.0) {
        let n = axis(angle);
        let moved = length(project_ellipse(c, a, b, n).0 - project_ellipse(z, a, b, n).0);
        prop_assert!(moved <= length(c - z) + ROUNDING);
        let moved = length(prox_ellipse(c, a, b, n) - prox_ellipse(z, a, b, n));
        prop_assert!(moved <= length(c - z) + ROUNDING);
    }

    #[test]
    fn the_point_is_inside_and_stays(c in vector(), (a, b) in shape(), angle in -4.0..4.0) {
        let n = axis(angle);
        let point = project_ellipse(c, a, b, n).0;
        prop_assert!(ellipse_excess(point, a, b, n) <= SQUARED);
        prop_assert!(length(project_ellipse(point, a, b, n).0 - point) <= ROUNDING);
    }

    /// The rest of c is a normal of the ellipse at the point: no other point of it is nearer.
    #[test]
    fn the_variational_inequality_holds(c in vector(), z in vector(), (a, b) in shape(), angle in -4.0..4.0) {
        let n = axis(angle);
        let (point, inside) = project_ellipse(c, a, b, n);
        let other = project_ellipse(z, a, b, n).0;
        prop_assert!((c - point).dot(other - point) <= SQUARED);
        // And, at once for all of them: the support function says how far the ellipse reaches along a normal.
        let support = ellipse_support(c - point, a, b, n);
        prop_assert!(((c - point).dot(point) - support).abs() <= SQUARED, "support {support}");
        prop_assert!(!inside || point == c);
    }

    #[test]
    fn a_round_ellipse_is_a_disk(c in vector(), r in 0.0..100.0, angle in -4.0..4.0) {
        let (point, inside) = project_ellipse(c, r, r, axis(angle));
        let (disk, within) = project_disk(c, r);
        prop_assert!(length(point - disk) <= ROUNDING);
        prop_assert!(inside == within || (length(c) - r).abs() <= ROUNDING);
        prop_assert!(length(prox_ellipse(c, r, r, axis(angle)) - prox_disk(c, r)) <= ROUNDING);
    }

    #[test]
    fn turning_turns_and_mirroring_mirrors(c in vector(), (a, b) in shape(), angle in -4.0..4.0, by in -4.0..4.0) {
        let turned = |v: Vector<f64, 2>, by: f64| {
            let [x, y] = v.0;
            Vector([x * by.cos() - y * by.sin(), x * by.sin() + y * by.cos()])
        };
        let point = project_ellipse(c, a, b, axis(angle)).0;
        let there = project_ellipse(turned(c, by), a, b, axis(angle + by)).0;
        prop_assert!(length(there - turned(point, by)) <= ROUNDING);
        let crossed = project_ellipse(c, b, a, Vector([-axis(angle).0[1], axis(angle).0[0]])).0;
        prop_assert!(length(crossed - point) <= ROUNDING);
        prop_assert!(length(project_ellipse(c * -1.0, a, b, axis(angle)).0 + point) <= ROUNDING);
    }
}

#[test]
fn what_lies_on_an_axis_goes_to_its_end() {
    let x = Vector([1.0, 0.0]);
    let cut = |c: [f64; 2], a: f64, b: f64| project_ellipse(Vector(c), a, b, x).0.0;
    assert_eq!(cut([5.0, 0.0], 3.0, 2.0), [3.0, 0.0]);
    assert_eq!(cut([0.0, -5.0], 3.0, 2.0), [0.0, -2.0]);
    assert_eq!(cut([1.0, -1.0], 3.0, 2.0), [1.0, -1.0]);
    assert_eq!(cut([0.0, 0.0], 0.0, 0.0), [0.0, 0.0]);
    assert_eq!(cut([0.0, 0.0], 3.0, 0.0), [0.0, 0.0]);
    // A point and a segment.
    assert_eq!(cut([4.0, 7.0], 0.0, 0.0), [0.0, 0.0]);
    assert_eq!(cut([4.0, 7.0], 3.0, 0.0), [3.0, 0.0]);
    assert_eq!(cut([0.5, 7.0], 3.0, 0.0), [0.5, 0.0]);
    assert_eq!(cut([4.0, 7.0], 0.0, 9.0), [0.0, 7.0]);
}

/// A number without end, from the bits of a counter.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / 9_007_199_254_740_992.0
    }
    fn one_of<const N: usize>(&mut self, values: [f64; N]) -> f64 {
        values[(self.unit() * N as f64) as usize]
    }
    /// Any number of either sign over twelve orders of magnitude, or none, or one of a few that meet.
    fn any(&mut self) -> f64 {
        let wide = 10_f64.powf(-6.0 + 12.0 * self.unit()) * self.one_of([-1.0, 1.0]);
        let near = self.one_of([0.0, 0.1, 0.3, 1.0]);
        let plain = 2.0 * self.unit() - 1.0;
        self.one_of([wide, near, plain, plain])
    }
}

/// Contact problems of every kind: thin and round ellipses, needles and points, velocities on axes and at the ends of them.
fn hard_problems<R: Scalar>(count: u64, check: impl Fn(&CoulombEllipseParams<R>, &Problem<R, Isotropic>)) {
    let mut dice = Dice(11);
    for _ in 0..count {
        let mu = |dice: &mut Dice| R::of(dice.any().abs().min(10.0));
        let axis_deg = 360.0 * dice.unit() - 180.0;
        let p = CoulombEllipseParams {
            mu1: mu(&mut dice),
            mu2: mu(&mut dice),
            axis_deg: R::of(dice.one_of([0.0, 90.0, axis_deg, axis_deg])),
        };
        let loose = Vector([dice.any(), dice.any(), -dice.any().abs().max(1e-6)].map(R::of));
        let h = R::of(dice.one_of([1.0, 0.5, 3.0]));
        let a = Problem { rough: R::of(dice.one_of([1.0, 0.7])), ..Problem::active(h, loose, false) };
        check(&p, &a);
    }
}

/// Every certificate of the program, on 20,000 problems in each precision; and sticking is exact.
fn certificates_hold<R: Scalar>() {
    hard_problems::<R>(20_000, |p, a| {
        let reaction = CoulombEllipse::impulse(p, a);
        let end = a.loose + reaction.impulse * a.h;
        let slide = CoulombEllipse::slide(p, a, reaction.impulse, end, reaction.sticks);
        let reach = Isotropic::reach(a.h, a.loose, reaction.impulse).to_f64();
        let allowed = CERTIFIED * R::EPSILON * reach;
        let weight = a.h.to_f64();
        let residual = CoulombEllipse::residual(p, a, reaction.impulse, end, slide).to_f64() * weight;
        assert!(residual <= allowed, "residual {residual:e} of {allowed:e}: {p:?} {:?}", a.loose);
        let cone = CoulombEllipse::cone(p, a, reaction.impulse).to_f64() * weight * weight;
        assert!(cone <= allowed, "cone {cone:e} of {allowed:e}: {p:?} {:?}", a.loose);
        let gain = CoulombEllipse::gain(p, a, reaction.impulse, end).to_f64() * weight;
        assert!(gain <= allowed, "gain {gain:e} of {allowed:e}: {p:?} {:?}", a.loose);
        assert!(!reaction.sticks || slide.to_f64() == 0.0);
    });
}

#[test]
fn every_problem_is_solved_to_rounding() {
    certificates_hold::<f32>();
    certificates_hold::<f64>();
}

/// The one thing certificates cannot see: how far the point is along the ellipse. f32 against f64.
#[test]
fn the_nearest_point_is_right_to_the_last_places_of_f32() {
    hard_problems::<f32>(20_000, |p, a| {
        let axis32 = moreau::law::law_axis(p);
        let (c, n) = (Vector([a.loose.0[0], a.loose.0[1]]), a.loose.0[2].abs());
        let wide = |v: Vector<f32, 2>| Vector([f64::from(v.0[0]), f64::from(v.0[1])]);
        let (semi1, semi2) = (p.mu1 * n, p.mu2 * n);
        let found = project_ellipse(c, semi1, semi2, axis32).0;
        let exact = project_ellipse(wide(c), f64::from(semi1), f64::from(semi2), wide(axis32)).0;
        let off = length(wide(found) - exact);
        assert!(off <= PLACE * f32::EPSILON as f64 * length(wide(c)), "{off:e}: {c:?} {semi1} {semi2}");
    });
}

/// Without contact nothing is cut, whatever the numbers.
#[test]
fn flight_is_left_alone() {
    hard_problems::<f64>(1000, |p, a| {
        let reaction = CoulombEllipse::impulse(p, &Problem { contact: false, ..*a });
        assert_eq!(reaction.impulse.0.map(f64::abs), [0.0; 3]);
        assert!(!reaction.sticks);
    });
}

/// The certificates are real tests: an impulse that is wrong in any one way does not pass them.
#[test]
fn wrong_reactions_are_noticed() {
    let p = CoulombEllipseParams { mu1: 0.2, mu2: 0.9, axis_deg: 60.0 };
    let a = Problem::<f64, Isotropic>::active(1.0, Vector([3.0, 1.0, -2.0]), false);
    let right = CoulombEllipse::impulse(&p, &a).impulse;
    let badness = |impulse: Vector<f64, 3>| {
        let end = a.loose + impulse;
        let residual = CoulombEllipse::residual(&p, &a, impulse, end, 0.0);
        residual.max(CoulombEllipse::cone(&p, &a, impulse))
    };
    assert!(badness(right) <= ROUNDING);
    for wrong in [[1.1, 1.0, 1.0], [1.0, 0.9, 1.0], [1.0, 1.0, 1.1], [-1.0, -1.0, 1.0], [0.0, 0.0, 1.0]] {
        let impulse = Vector([right.0[0] * wrong[0], right.0[1] * wrong[1], right.0[2] * wrong[2]]);
        assert!(badness(impulse) > 1e-3, "{wrong:?} passed");
    }
    // The radius instead of the normal: what a disk bent to an ellipse would do.
    let [x, y, n] = right.0;
    let radial = Vector([-a.loose.0[0], -a.loose.0[1]]) * (length(Vector([x, y])) / 10_f64.sqrt());
    assert!(badness(Vector([radial.0[0], radial.0[1], n])) > 1e-2);
}

fn slides(h: f64, duration: f64) -> moreau::study::Results {
    let text = format!(
        "model = \"plane\"\nlaw = \"coulomb-ellipse\"\nscheme = \"moreau-midpoint\"\n\
         members = 300\nseed = 5\nduration = {duration}\nh = {h}\n[params]\n\
         mu1 = {{ uniform = [0.2, 0.5] }}\nmu2 = {{ uniform = [0.3, 0.9] }}\naxis_deg = {{ uniform = [-180, 180] }}\n\
         gravity = {{ uniform = [5, 15] }}\nux0 = {{ uniform = [-3, 3] }}\nuy0 = {{ uniform = [-3, 3] }}\n"
    );
    Study::parse("slides", &text).unwrap().run(Backend::cpu(1)).unwrap()
}

/// A pair of columns in each member's own axes.
fn in_axes(results: &moreau::study::Results, names: [&str; 2]) -> Vec<[f64; 2]> {
    let column = |name: &str| results.column(name).unwrap();
    let (x, y, deg) = (column(names[0]), column(names[1]), column("axis_deg"));
    let turned = |i: usize| {
        let (sin, cos) = deg[i].to_radians().sin_cos();
        [x[i] * cos + y[i] * sin, y[i] * cos - x[i] * sin]
    };
    (0..x.len()).map(turned).collect()
}

/// From `v̇_j = -g mu_j² v_j/σ(v)`, σ the support function: `|v_1|^(1/mu1²) / |v_2|^(1/mu2²)` does not change on the way.
#[test]
fn a_slide_turns_as_the_ellipse_says() {
    // The step is implicit in the direction of sliding: of first order in h, with a constant that grows as the speed falls.
    // Checked where no more than half of either component is lost.
    let worst = |h: f64| {
        let results = slides(h, 0.04);
        let (before, after) = (in_axes(&results, ["ux0", "uy0"]), in_axes(&results, ["ux", "uy"]));
        let (mu1, mu2) = (results.column("mu1").unwrap(), results.column("mu2").unwrap());
        let (mut worst, mut checked, mut turned) = (0.0_f64, 0, 0.0_f64);
        for i in 0..before.len() {
            let lost = [0, 1].map(|j| (after[i][j] / before[i][j]).abs());
            if lost.iter().all(|left| *left > 0.5) {
                // The exponents of decay, each times its mu²; equal if the invariant is one.
                let [one, two] = [lost[0].ln() * mu2[i].powi(2), lost[1].ln() * mu1[i].powi(2)];
                worst = worst.max((one - two).abs());
                turned = turned.max((lost[0] - lost[1]).abs());
                checked += 1;
            }
        }
        assert_eq!(results.summary.flagged(), 0);
        assert!(checked > 200 && turned > 0.2, "{checked} slides, turned by {turned}");
        worst
    };
    let (coarse, fine) = (worst(4e-3), worst(1e-3));
    assert!(fine <= 1e-3, "{fine}");
    let ratio = coarse / fine;
    assert!((3.0..5.0).contains(&ratio), "a quarter of the step leaves 1/{ratio} of the error");
}

/// Time and place of rest: `v_j = v_j0 exp(-mu_j² s)` with `ds = g dt/σ(v)`, summed by the midpoint rule.
fn rest(mu: [f64; 2], g: f64, v: [f64; 2]) -> (f64, [f64; 2]) {
    // Both speeds fall as exp(-mu_j² s), ds = g dt/σ: up to where nothing that shows is left.
    let (end, cuts) = (40.0 / mu[0].min(mu[1]).powi(2), 10_000);
    let ds = end / f64::from(cuts);
    let (mut t, mut x) = (0.0, [0.0; 2]);
    for i in 0..cuts {
        let s = (f64::from(i) + 0.5) * ds;
        let now = [0, 1].map(|j| v[j] * (-mu[j].powi(2) * s).exp());
        let dt = (mu[0] * now[0]).hypot(mu[1] * now[1]) * ds / g;
        t += dt;
        x = [x[0] + now[0] * dt, x[1] + now[1] * dt];
    }
    (t, x)
}

#[test]
fn slides_end_where_theory_says_and_never_creep() {
    let h = 1e-3;
    let results = slides(h, 3.0);
    let (v, x) = (in_axes(&results, ["ux0", "uy0"]), in_axes(&results, ["x", "y"]));
    let column = |name: &str| results.column(name).unwrap();
    let (mu1, mu2, g, t) = (column("mu1"), column("mu2"), column("gravity"), column("t_slide"));
    let stuck = column("outcome");
    assert_eq!(results.summary.flagged(), 0);
    for i in 0..v.len() {
        let (time, place) = rest([mu1[i], mu2[i]], g[i], v[i]);
        // First order in h: the speed errs by a few h g mu, for as long as the slide lasts.
        let off = (x[i][0] - place[0]).hypot(x[i][1] - place[1]);
        assert!(off <= 2.0 * h * g[i] * time, "member {i}: {off} of {place:?}");
        assert!((t[i] - time).abs() <= 5.0 * h, "member {i}: {} of {time} s", t[i]);
        assert_eq!([column("ux")[i], column("uy")[i], stuck[i]], [0.0, 0.0, 2.0], "member {i} creeps");
    }
}

/// The last velocity before rest lies along the axis of less friction.
#[test]
fn the_end_of_a_slide_is_along_the_axis_of_less_friction() {
    let p = CoulombEllipseParams { mu1: 0.2, mu2: 0.6, axis_deg: 25.0 };
    for start in [[2.0, 1.0], [-1.0, 2.0], [0.3, -2.0], [-2.0, -0.1]] {
        let (mut u, mut last) = (Vector([start[0], start[1], 0.0]), [0.0; 2]);
        while u.0[0] != 0.0 || u.0[1] != 0.0 {
            last = [u.0[0], u.0[1]];
            let loose = Vector([u.0[0], u.0[1], -9.81e-4]);
            u = loose + CoulombEllipse::impulse(&p, &Problem::active(1.0, loose, false)).impulse;
        }
        let (sin, cos) = 25_f64.to_radians().sin_cos();
        let off = (last[1] * cos - last[0] * sin) / (last[0] * cos + last[1] * sin);
        // (mu2/mu1)² = 9: the other component falls with the ninth power of this one.
        assert!(off.abs() <= 1e-3, "{start:?} ends at slope {off} to the axis");
    }
}
