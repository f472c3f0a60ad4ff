//! S8: a rod with two rounded ends, one over each of two planes: it falls and spins on a table, or hangs wedged
//! between two walls. Twin: `shaders/model/rod.wgsl`. Source: Stewart & Trinkle 1996, Sec. 5; Charles & Ballard 2016,
//! Sec. 6.3.
//!
//! Centre of mass (x, y), angle θ counter-clockwise from the horizontal, as Stewart & Trinkle have it; the centres of
//! the ends at `∓l (cos θ, sin θ)` from it, the first one on the left at θ = 0; their radius ρ. Plane i rises by the
//! angle φ towards +x, with `t = (cos φ, sin φ)` along it and the normal `n = (-sin φ, cos φ)`; end i must stay above
//! plane i, and only that one. With the arms `a = ρ ± l sin(θ - φ)` and `b = ∓l cos(θ - φ)`:
//!
//! ```text
//! gap = n·(x, y) - a - offset        G = [[t, a], [n, b]]        A = diag(m, m, J)        Ġu = (-b, a - ρ) ω²
//! ```
//!
//! G has three columns and four rows: opposite impulses along the line between the points of contact move nothing. A plane is
//! felt within a `skin`: rounding would part a bar that is held from a wall for a step now and then, and it would slip.

use super::{Boundary, Model, PLAIN_TRAVEL, StateColumn, Still};
use crate::columns::{ANY, Range};
use crate::math::{cos_turn, sin_turn, tau, turn_of_degrees, turn_of_radians};
use crate::real::Real;
use crate::space::{Pair, PairDelassus, PlanarDelassus};
use crate::tuple::{Tuple, Vector};

/// Slopes of planes and angles of the rod.
const ANGLE: Range = Range::Within(-180.0, 180.0);

crate::columns! {
    /// Parameters of [`Rod`].
    pub struct RodParams {
        m: "kg", 1.0, Range::Above(0.0, 1e6), "mass";
        l: "m", 0.5, Range::Above(0.0, 1e6), "distance from the centre of mass to the centre of each end";
        rho: "m", 0.0, Range::Within(0.0, 1e6), "radius of the ends; 0 for sharp ones";
        inertia: "kg m^2", 0.08333333333333333, Range::Above(0.0, 1e9), "moment of inertia about the centre of mass";
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        plane1_deg: "deg", 0.0, ANGLE, "how the first plane, below the left end, rises towards +x";
        plane2_deg: "deg", 0.0, ANGLE, "how the second plane, below the right end, rises towards +x";
        offset1: "m", 0.0, ANY, "how far the first plane lies from the origin along its normal, or if snug from its end";
        offset2: "m", 0.0, ANY, "how far the second plane lies from the origin along its normal, or if snug from its end";
        skin: "m", 1e-6, Range::Within(0.0, 1e3), "distance within which a plane is felt: thicker than rounding, 1e-6 of the coordinates in f32";
        snug: "", 0.0, Range::OneOf(&[0.0, 1.0]), "1: the planes are put where the ends are at the start";
        x0: "m", 0.0, ANY, "initial x of the centre of mass";
        y0: "m", 0.35, ANY, "initial height of the centre of mass";
        angle0_deg: "deg", 30.0, ANGLE, "initial angle from the horizontal: the left end is lower where it is positive";
        ux0: "m/s", 0.0, ANY, "initial velocity along x";
        uy0: "m/s", 0.0, ANY, "initial velocity along y";
        omega0: "rad/s", 0.0, ANY, "initial angular velocity, counter-clockwise";
    }
}

crate::fields! {
    /// What the step needs; `sin12` and `cos12` are of the angle from the second plane to the first.
    pub struct RodSetup {
        inverse_mass, inverse_inertia, l, rho, gravity, sin1, cos1, sin2, cos2, sin12, cos12, offset1, offset2, skin
    }
}

/// A rod with two rounded ends.
pub struct Rod;

/// The direction of the rod, `(cos θ, sin θ)`.
#[inline(always)]
pub fn rod_axis<R: Real>(theta: R) -> Vector<R, 2> {
    let turn = turn_of_radians(theta);
    Vector([cos_turn(turn), sin_turn(turn)])
}

/// The arms `(a, b)` of the end at `l axis`, of radius `rho`, over a plane of the slope given.
#[inline(always)]
pub fn rod_arms<R: Real>(sin: R, cos: R, l: R, rho: R, axis: Vector<R, 2>) -> Vector<R, 2> {
    let [x, y] = axis.0;
    Vector([rho - l * (y * cos - x * sin), l * (x * cos + y * sin)])
}

/// How far that end is above the plane of that slope through the origin.
#[inline(always)]
pub fn rod_height<R: Real>(sin: R, cos: R, arms: Vector<R, 2>, q: Vector<R, 3>) -> R {
    cos * q.0[1] - arms.0[0] - sin * q.0[0]
}

/// The arms of both ends, `(a1, b1, a2, b2)`, if their radius is `rho`.
#[inline(always)]
pub fn rod_ends<R: Real>(c: &RodSetup<R>, rho: R, theta: R) -> Vector<R, 4> {
    let axis = rod_axis(theta);
    let one = rod_arms(c.sin1, c.cos1, -c.l, rho, axis);
    let two = rod_arms(c.sin2, c.cos2, c.l, rho, axis);
    Vector([one.0[0], one.0[1], two.0[0], two.0[1]])
}

/// Both gaps.
#[inline(always)]
pub fn rod_gaps<R: Real>(c: &RodSetup<R>, q: Vector<R, 3>) -> Vector<R, 2> {
    let [a1, b1, a2, b2] = rod_ends(c, c.rho, q.0[2]).0;
    let one = rod_height(c.sin1, c.cos1, Vector([a1, b1]), q) - c.offset1;
    Vector([one, rod_height(c.sin2, c.cos2, Vector([a2, b2]), q) - c.offset2])
}

/// Opposite impulses along the line from one point of contact to the other, a unit vector in both frames together.
#[inline(always)]
pub fn rod_inner<R: Real>(c: &RodSetup<R>, axis: Vector<R, 2>) -> Vector<R, 4> {
    let two = R::of(2.0);
    let x = two * c.l * axis.0[0] - c.rho * (c.sin1 - c.sin2);
    let y = two * c.l * axis.0[1] - c.rho * (c.cos2 - c.cos1);
    let scale = R::of(1.0).over_root(two * (x * x + y * y));
    let (x, y) = (x * scale, y * scale);
    Vector([
        -(c.cos1 * x + c.sin1 * y),
        -(c.cos1 * y - c.sin1 * x),
        c.cos2 * x + c.sin2 * y,
        c.cos2 * y - c.sin2 * x,
    ])
}

impl Model for Rod {
    const NAME: &'static str = "rod";
    const ABOUT: &'static str =
        "S8: a rod with two rounded ends over two planes, falling or wedged (Stewart & Trinkle 1996, Sec. 5)";
    const WGSL: &'static [&'static str] = &[PLAIN_TRAVEL, crate::shader!("model/rod.wgsl")];
    const STATE: &'static [StateColumn] =
        &[("x", "m"), ("y", "m"), ("theta", "rad"), ("ux", "m/s"), ("uy", "m/s"), ("omega", "rad/s")];
    const SPIN: Option<usize> = Some(2);
    const OBSERVED: &'static [StateColumn] = &[("gap1", "m"), ("gap2", "m")];
    type Space = Pair;
    type Coords<R: Real> = Vector<R, 3>;
    type Params<R: Real> = RodParams<R>;
    type Setup<R: Real> = RodSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &RodParams<R>) -> RodSetup<R> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let (first, second) = (turn_of_degrees(p.plane1_deg), turn_of_degrees(p.plane2_deg));
        let (sin1, cos1) = (sin_turn(first), cos_turn(first));
        let (sin2, cos2) = (sin_turn(second), cos_turn(second));
        let snug = R::of(0.5).lt(p.snug);
        let (q, _) = Self::start(p);
        // Not from radians and back: a driver would cancel the factors, which rounding does not.
        let turn = turn_of_degrees(p.angle0_deg);
        let axis = Vector([cos_turn(turn), sin_turn(turn)]);
        let height1 = rod_height(sin1, cos1, rod_arms(sin1, cos1, -p.l, p.rho, axis), q);
        let height2 = rod_height(sin2, cos2, rod_arms(sin2, cos2, p.l, p.rho, axis), q);
        RodSetup {
            inverse_mass: one / p.m,
            inverse_inertia: one / p.inertia,
            l: p.l,
            rho: p.rho,
            gravity: p.gravity,
            sin1,
            cos1,
            sin2,
            cos2,
            sin12: sin1 * cos2 - cos1 * sin2,
            cos12: cos1 * cos2 + sin1 * sin2,
            offset1: R::select(snug, height1, zero) + p.offset1,
            offset2: R::select(snug, height2, zero) + p.offset2,
            skin: p.skin,
        }
    }

    #[inline(always)]
    fn start<R: Real>(p: &RodParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let theta = turn_of_degrees(p.angle0_deg) * tau::<R>();
        (Vector([p.x0, p.y0, theta]), Vector([p.ux0, p.uy0, p.omega0]))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &RodSetup<R>, turn: R) -> Still<R> {
        crate::columns::Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &RodSetup<R>,
        _: &Still<R>,
        _: Vector<R, 3>,
        _: Vector<R, 3>,
    ) -> Vector<R, 3> {
        Vector([R::of(0.0), -c.gravity, R::of(0.0)])
    }

    #[inline(always)]
    fn gap<R: Real>(c: &RodSetup<R>, q: Vector<R, 3>) -> R {
        let [one, two] = rod_gaps(c, q).0;
        one.smaller(two)
    }

    #[inline(always)]
    fn skin<R: Real>(c: &RodSetup<R>) -> R {
        c.skin
    }

    #[inline(always)]
    fn local<R: Real>(c: &RodSetup<R>, q: Vector<R, 3>, u: Vector<R, 3>) -> Vector<R, 4> {
        let [a1, b1, a2, b2] = rod_ends(c, c.rho, q.0[2]).0;
        let [x, y, spin] = u.0;
        Vector([
            c.cos1 * x + c.sin1 * y + a1 * spin,
            c.cos1 * y - c.sin1 * x + b1 * spin,
            c.cos2 * x + c.sin2 * y + a2 * spin,
            c.cos2 * y - c.sin2 * x + b2 * spin,
        ])
    }

    #[inline(always)]
    fn kick<R: Real>(c: &RodSetup<R>, q: Vector<R, 3>, impulse: Vector<R, 4>) -> Vector<R, 3> {
        let [t1, n1, t2, n2] = impulse.0;
        let x = c.cos1 * t1 - c.sin1 * n1 + c.cos2 * t2 - c.sin2 * n2;
        let y = c.sin1 * t1 + c.cos1 * n1 + c.sin2 * t2 + c.cos2 * n2;
        let turn = rod_ends(c, c.rho, q.0[2]).dot(impulse);
        Vector([x * c.inverse_mass, y * c.inverse_mass, turn * c.inverse_inertia])
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &RodSetup<R>, q: Vector<R, 3>) -> PairDelassus<R> {
        let [a1, b1, a2, b2] = rod_ends(c, c.rho, q.0[2]).0;
        let (w, v) = (c.inverse_mass, c.inverse_inertia);
        PairDelassus {
            one: PlanarDelassus { tt: w + a1 * a1 * v, tn: a1 * b1 * v, nn: w + b1 * b1 * v },
            two: PlanarDelassus { tt: w + a2 * a2 * v, tn: a2 * b2 * v, nn: w + b2 * b2 * v },
            tt: c.cos12 * w + a1 * a2 * v,
            tn: c.sin12 * w + a1 * b2 * v,
            nt: -c.sin12 * w + b1 * a2 * v,
            nn: c.cos12 * w + b1 * b2 * v,
            gaps: rod_gaps(c, q) - Vector([c.skin; 2]),
            inner: rod_inner(c, rod_axis(q.0[2])),
        }
    }

    #[inline(always)]
    fn curvature<R: Real>(c: &RodSetup<R>, q: Vector<R, 3>, u: Vector<R, 3>) -> Vector<R, 4> {
        // Not (a - rho): a driver would cancel the radius, which rounding does not.
        let [a1, b1, a2, b2] = rod_ends(c, R::of(0.0), q.0[2]).0;
        Vector([-b1, a1, -b2, a2]) * (u.0[2] * u.0[2])
    }

    fn observed(c: &RodSetup<f64>, q: Vector<f64, 3>, _: Vector<f64, 3>) -> Vec<f64> {
        rod_gaps(c, q).0.to_vec()
    }

    fn outline(c: &RodSetup<f64>, q: Vector<f64, 3>) -> Vec<(f64, f64)> {
        stadium(c.l, c.rho, q.0)
    }

    /// Sharp ends, in a groove of two planes that rise by the same angle β to both sides: a rod at rest is held where
    /// `2 tan θ <= cot(β - φ1) - cot(β + φ2)`, φ the friction angles, and everywhere where `φ1 >= β`. The reactions
    /// of both ends meet above the centre of mass, each within the friction angle of its normal. For equal ones that
    /// is `tan θ <= mu/(sin²β - mu² cos²β)`.
    fn boundaries(over: [&str; 2], value: &dyn Fn(&str) -> f64) -> Vec<Boundary> {
        let (beta, ratio) = (value("plane2_deg").to_radians(), value("mu_ratio"));
        let symmetric = value("plane1_deg") == -value("plane2_deg") && beta > 0.0 && value("rho") == 0.0;
        if over != ["mu", "angle0_deg"] || !symmetric || !ratio.is_finite() {
            return Vec::new();
        }
        let point = |k: u32| {
            let mu = beta.tan() * f64::from(k) / 200.0;
            let [steepest, flattest] = [beta - mu.atan(), beta + (ratio * mu).atan()];
            (mu, (0.5 * (1.0 / steepest.tan() - 1.0 / flattest.tan())).atan().to_degrees())
        };
        vec![Boundary { what: "the groove holds the bar below", points: (0..200).map(point).collect() }]
    }
}

/// Points of the half circle of a drawn end.
const ARC: usize = 16;

/// The rod as it is drawn; sharp ends are drawn a fiftieth of `l` wide.
fn stadium(l: f64, rho: f64, [x, y, theta]: [f64; 3]) -> Vec<(f64, f64)> {
    let radius = rho.max(l / 100.0);
    let half = |end: f64| {
        (0..=ARC).map(move |k| {
            let angle = std::f64::consts::PI * (k as f64 / ARC as f64 - 0.5) + theta;
            let (sin, cos) = angle.sin_cos();
            let (along, across) = (l * theta.cos(), l * theta.sin());
            (x + end * (along + radius * cos), y + end * (across + radius * sin))
        })
    };
    half(1.0).chain(half(-1.0)).collect()
}
