//! S14: four balls on a table and against each other, in space. Twin: `shaders/model/four_balls.wgsl`. Source: Stewart & Trinkle
//! 1996, Sec. 5, which says neither how heavy, large and rough they are nor how they start.
//!
//! The balls are equal, of mass 1 and with their centres of mass in the middle, so that no force depends on how they are turned. Coordinates:
//! the four places, z from where a ball lies on the table; then the angles turned about the axes of space, the
//! integrals of the angular velocities. Velocities: those of the centres, then the angular ones.
//!
//! Contacts are found by distance: `gap = z` on the table, `|x_a - x_b| - 2 radius` between balls. One is touched where its gap at
//! the midpoint is no more than `skin`; the others are out of the problem ([`Balls`]). A violation is taken back one contact a step, the
//! deepest first. For the scheme of Stewart & Trinkle, which asks where a step ends, `skin` must be more than balls close in a step.

use super::{Model, StateColumn, Still};
use crate::columns::{ANY, Fields, Range};
use crate::real::Real;
use crate::space::{BALL_CONTACTS, BALL_PAIRS, TABLE};
use crate::space::{BallContacts, Balls, balls_kick, balls_local, put_three, three};
use crate::tuple::{Tuple, Vector};

const HEIGHT: Range = Range::Within(0.0, 1e9);

crate::columns! {
    /// Parameters of [`FourBalls`].
    pub struct FourBallsParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 1e6), "acceleration of gravity";
        radius: "m", 0.5, Range::Above(0.0, 1e6), "radius of a ball";
        gyration: "", 0.4, Range::Within(1e-3, 1e3), "moment of inertia of a ball over m radius^2: 2/5 if homogeneous";
        skin: "m", 1e-5, Range::Within(0.0, 1e3), "distance within which a contact is felt: thicker than rounding; for stewart-trinkle more than balls close in a step";
        x1_0: "m", 1.25, ANY, "initial x of ball 1";
        y1_0: "m", 1.25, ANY, "initial y of ball 1";
        z1_0: "m", 0.0, HEIGHT, "initial height of ball 1 above the table";
        x2_0: "m", -1.25, ANY, "initial x of ball 2";
        y2_0: "m", 1.25, ANY, "initial y of ball 2";
        z2_0: "m", 0.0, HEIGHT, "initial height of ball 2 above the table";
        x3_0: "m", -1.25, ANY, "initial x of ball 3";
        y3_0: "m", -1.25, ANY, "initial y of ball 3";
        z3_0: "m", 0.0, HEIGHT, "initial height of ball 3 above the table";
        x4_0: "m", 1.25, ANY, "initial x of ball 4";
        y4_0: "m", -1.25, ANY, "initial y of ball 4";
        z4_0: "m", 0.0, HEIGHT, "initial height of ball 4 above the table";
        ux1_0: "m/s", 0.0, ANY, "initial velocity of ball 1 along x";
        uy1_0: "m/s", 0.0, ANY, "initial velocity of ball 1 along y";
        uz1_0: "m/s", 0.0, ANY, "initial velocity of ball 1 along z";
        ux2_0: "m/s", 0.0, ANY, "initial velocity of ball 2 along x";
        uy2_0: "m/s", 0.0, ANY, "initial velocity of ball 2 along y";
        uz2_0: "m/s", 0.0, ANY, "initial velocity of ball 2 along z";
        ux3_0: "m/s", 0.0, ANY, "initial velocity of ball 3 along x";
        uy3_0: "m/s", 0.0, ANY, "initial velocity of ball 3 along y";
        uz3_0: "m/s", 0.0, ANY, "initial velocity of ball 3 along z";
        ux4_0: "m/s", 0.0, ANY, "initial velocity of ball 4 along x";
        uy4_0: "m/s", 0.0, ANY, "initial velocity of ball 4 along y";
        uz4_0: "m/s", 0.0, ANY, "initial velocity of ball 4 along z";
        wx1_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 1 about x";
        wy1_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 1 about y";
        wz1_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 1 about z";
        wx2_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 2 about x";
        wy2_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 2 about y";
        wz2_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 2 about z";
        wx3_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 3 about x";
        wy3_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 3 about y";
        wz3_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 3 about z";
        wx4_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 4 about x";
        wy4_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 4 about y";
        wz4_0: "rad/s", 0.0, ANY, "initial angular velocity of ball 4 about z";
    }
}

/// The place of the first coordinate among the parameters.
const START: usize = 4;

crate::fields! {
    /// Gravity, radius, what an impulse's moment is multiplied by, and the skin.
    pub struct FourBallsSetup { gravity, radius, spin, skin }
}

/// Four balls on a table.
pub struct FourBalls;

impl FourBalls {
    /// The square of how far apart two balls are.
    #[inline(always)]
    pub fn square<R: Real>(q: &Vector<R, 24>, a: usize, b: usize) -> R {
        let d = three(q, a) - three(q, b);
        d.dot(d)
    }

    /// The normal between two balls.
    #[inline(always)]
    pub fn normal<R: Real>(q: &Vector<R, 24>, a: usize, b: usize) -> Vector<R, 3> {
        (three(q, a) - three(q, b)) * (R::of(1.0) / Self::square(q, a, b).sqrt())
    }

    /// Balls that pass each other part the faster: `|v_t|²/distance` along the normal.
    #[inline(always)]
    pub fn parting<R: Real>(q: &Vector<R, 24>, u: &Vector<R, 24>, a: usize, b: usize) -> Vector<R, 3> {
        let (n, v) = (Self::normal(q, a, b), three(u, a) - three(u, b));
        let closing = n.dot(v);
        n * ((v.dot(v) - closing * closing) / Self::square(q, a, b).sqrt())
    }

    /// The distance at each contact.
    #[inline(always)]
    pub fn gaps<R: Real>(c: &FourBallsSetup<R>, q: Vector<R, 24>) -> [R; BALL_CONTACTS] {
        let mut gaps = [q.0[2]; BALL_CONTACTS];
        for (k, &(a, b)) in BALL_PAIRS.iter().enumerate() {
            gaps[k] = match b {
                TABLE => q.0[3 * a + 2],
                _ => Self::square(&q, a, b).sqrt() - R::of(2.0) * c.radius,
            };
        }
        gaps
    }
}

macro_rules! columns_of_balls {
    ($(($x:literal, $y:literal, $z:literal, $unit:literal)),*) => {
        &[$(($x, $unit), ($y, $unit), ($z, $unit)),*]
    };
}

impl Model for FourBalls {
    const NAME: &'static str = "four-balls";
    const ABOUT: &'static str = "S14: four balls on a table and against each other, up to ten contacts at a time (Stewart & Trinkle 1996, Sec. 5)";
    const WGSL: &'static [&'static str] = &[crate::shader!("model/four_balls.wgsl")];
    const STATE: &'static [StateColumn] = columns_of_balls![
        ("x1", "y1", "z1", "m"),
        ("x2", "y2", "z2", "m"),
        ("x3", "y3", "z3", "m"),
        ("x4", "y4", "z4", "m"),
        ("turned_x1", "turned_y1", "turned_z1", "rad"),
        ("turned_x2", "turned_y2", "turned_z2", "rad"),
        ("turned_x3", "turned_y3", "turned_z3", "rad"),
        ("turned_x4", "turned_y4", "turned_z4", "rad"),
        ("ux1", "uy1", "uz1", "m/s"),
        ("ux2", "uy2", "uz2", "m/s"),
        ("ux3", "uy3", "uz3", "m/s"),
        ("ux4", "uy4", "uz4", "m/s"),
        ("wx1", "wy1", "wz1", "rad/s"),
        ("wx2", "wy2", "wz2", "rad/s"),
        ("wx3", "wy3", "wz3", "rad/s"),
        ("wx4", "wy4", "wz4", "rad/s")
    ];
    const OBSERVED: &'static [StateColumn] = &[("gap", "m"), ("touching", ""), ("energy", "J/kg")];
    /// Each ball in a corner of its own, so that no two have the same centre.
    const PROBED: &'static [(f64, f64)] = &[
        (0.3, 1.0),
        (0.3, 1.0),
        (-0.125, 0.5),
        (-1.0, -0.3),
        (0.3, 1.0),
        (-0.125, 0.5),
        (-1.0, -0.3),
        (-1.0, -0.3),
        (-0.125, 0.5),
        (0.3, 1.0),
        (-1.0, -0.3),
        (-0.125, 0.5),
    ];
    type Space = Balls;
    type Coords<R: Real> = Vector<R, 24>;
    type Params<R: Real> = FourBallsParams<R>;
    type Setup<R: Real> = FourBallsSetup<R>;
    type Drive<R: Real> = Still<R>;

    #[inline(always)]
    fn setup<R: Real>(p: &FourBallsParams<R>) -> FourBallsSetup<R> {
        FourBallsSetup { gravity: p.gravity, radius: p.radius, spin: R::of(1.0) / p.gyration, skin: p.skin }
    }

    #[inline(always)]
    fn start<R: Real>(p: &FourBallsParams<R>) -> (Vector<R, 24>, Vector<R, 24>) {
        let q = Tuple::from_fn(|j| if j < 12 { p.get(START + j) } else { R::of(0.0) });
        (q, Tuple::from_fn(|j| p.get(START + 12 + j)))
    }

    #[inline(always)]
    fn drive<R: Real>(_: &FourBallsSetup<R>, turn: R) -> Still<R> {
        Fields::from_fn(|_| turn)
    }

    #[inline(always)]
    fn acceleration<R: Real>(
        c: &FourBallsSetup<R>,
        _: &Still<R>,
        _: Vector<R, 24>,
        _: Vector<R, 24>,
    ) -> Vector<R, 24> {
        Tuple::from_fn(|j| if j < 12 && j % 3 == 2 { -c.gravity } else { R::of(0.0) })
    }

    #[inline(always)]
    fn gap<R: Real>(c: &FourBallsSetup<R>, q: Vector<R, 24>) -> R {
        let gaps = Self::gaps(c, q);
        let mut least = gaps[0];
        for gap in &gaps[1..] {
            least = least.smaller(*gap);
        }
        least
    }

    #[inline(always)]
    fn skin<R: Real>(c: &FourBallsSetup<R>) -> R {
        c.skin
    }

    #[inline(always)]
    fn local<R: Real>(c: &FourBallsSetup<R>, q: Vector<R, 24>, u: Vector<R, 24>) -> Vector<R, 30> {
        let w = Tuple::from_fn(|j| if j < 12 { u.0[j] } else { u.0[j] * c.radius });
        balls_local(&Self::delassus(c, q), &w)
    }

    #[inline(always)]
    fn kick<R: Real>(c: &FourBallsSetup<R>, q: Vector<R, 24>, impulse: Vector<R, 30>) -> Vector<R, 24> {
        balls_kick(&Self::delassus(c, q), &impulse, R::of(1.0) / c.radius)
    }

    #[inline(always)]
    fn delassus<R: Real>(c: &FourBallsSetup<R>, q: Vector<R, 24>) -> BallContacts<R> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let mut normals = [Vector([zero, zero, one]); BALL_CONTACTS];
        for (k, &(a, b)) in BALL_PAIRS.iter().enumerate() {
            if b < TABLE {
                normals[k] = Self::normal(&q, a, b);
            }
        }
        BallContacts { normals, gaps: Self::gaps(c, q), skin: c.skin, spin: c.spin }
    }

    /// What is across the normals nobody asks for.
    #[inline(always)]
    fn curvature<R: Real>(_: &FourBallsSetup<R>, q: Vector<R, 24>, u: Vector<R, 24>) -> Vector<R, 30> {
        let mut local = Vector([R::of(0.0); 30]);
        for (k, &(a, b)) in BALL_PAIRS.iter().enumerate().skip(TABLE) {
            put_three(&mut local, k, Self::parting(&q, &u, a, b));
        }
        local
    }

    fn observed(c: &FourBallsSetup<f64>, q: Vector<f64, 24>, u: Vector<f64, 24>) -> Vec<f64> {
        let touching = Self::gaps(c, q).iter().filter(|&&gap| gap <= c.skin).count();
        let inertia = c.radius * c.radius / c.spin;
        let square = |j: usize| u.0[j] * u.0[j] * if j < 12 { 1.0 } else { inertia };
        let kinetic = 0.5 * (0..24).map(square).sum::<f64>();
        let potential: f64 = (0..4).map(|a| c.gravity * q.0[3 * a + 2]).sum();
        vec![Self::gap(c, q), touching as f64, kinetic + potential]
    }
}
