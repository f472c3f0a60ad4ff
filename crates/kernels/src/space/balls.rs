//! Four equal balls on a table: up to ten contacts at a time, each with the table or between two balls. Twin:
//! `shaders/space/balls.wgsl`. Source: Stewart & Trinkle 1996, Sec. 5.
//!
//! Masses are 1, and a ball turns at `s`, its angular velocity times its radius; `spin` is `radius²` over its inertia, 5/2 if
//! it is homogeneous. A contact k of ball a with ball b, normal n from b to a, or with the table, which has no b, has
//!
//! ```text
//! U_k = v_a - v_b + n × (s_a + s_b)        a push P_k there: v_a += P_k, v_b -= P_k, s_a -= spin n × P_k, s_b -= spin n × P_k
//! H_kk: 1 along n and 1 + spin across it on the table, twice that between balls
//! ```
//!
//! Local vectors are three numbers a contact, along the axes of space, and nothing where it is not touched. H is never written out:
//! an impulse moves the balls ([`balls_kick`]), and these have velocities at each contact ([`balls_local`]).

use super::Space;
use super::corner::OUT_OF_PLAY;
use crate::real::Real;
use crate::tuple::{Tuple, Vector};
use crate::watch::Modes;

/// Four balls on a table.
pub struct Balls;

/// How many contacts there can be.
pub const BALL_CONTACTS: usize = 10;
/// What stands for the second ball where there is none.
pub const TABLE: usize = 4;
/// The balls of each contact.
pub const BALL_PAIRS: [(usize, usize); BALL_CONTACTS] =
    [(0, TABLE), (1, TABLE), (2, TABLE), (3, TABLE), (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// Squared level part of a normal below which it is vertical, in both precisions alike. WGSL has it, too.
const UPRIGHT: f64 = 1e-6;

/// Velocities `v` of four balls, then their `s`.
pub type Bodies<R> = Vector<R, 24>;
/// Three numbers a contact.
pub type BallLocal<R> = Vector<R, 30>;

/// The contacts of four balls as they lie.
#[derive(Clone, Copy, Debug)]
pub struct BallContacts<R> {
    /// Unit normals, towards the first ball.
    pub normals: [Vector<R, 3>; BALL_CONTACTS],
    /// Distances.
    pub gaps: [R; BALL_CONTACTS],
    /// Contacts that are no further are touched.
    pub skin: R,
    /// `radius²` over the inertia of a ball of unit mass.
    pub spin: R,
}

/// The numbers `3 k ..` of a vector.
#[inline(always)]
pub fn three<R: Real, const N: usize>(v: &Vector<R, N>, k: usize) -> Vector<R, 3> {
    Vector([v.0[3 * k], v.0[3 * k + 1], v.0[3 * k + 2]])
}

/// Puts numbers into their place.
#[inline(always)]
pub fn put_three<R: Real, const N: usize>(v: &mut Vector<R, N>, k: usize, part: Vector<R, 3>) {
    v.0[3 * k..3 * k + 3].copy_from_slice(&part.0);
}

/// `v` where contact k is touched, nothing elsewhere.
#[inline(always)]
pub fn balls_felt<R: Real>(h: &BallContacts<R>, k: usize, v: Vector<R, 3>) -> Vector<R, 3> {
    Tuple::select(h.gaps[k].le(h.skin), v, Vector([R::of(0.0); 3]))
}

/// Which contacts are touched, as a number: contact k has the bit k.
#[inline(always)]
pub fn balls_which<R: Real>(h: &BallContacts<R>) -> R {
    let mut which = R::of(0.0);
    for k in 0..BALL_CONTACTS {
        which += R::select(h.gaps[k].le(h.skin), R::of(f64::from(1 << k)), R::of(0.0));
    }
    which
}

/// What contact k is lifted by: see [`Space::lift`].
#[inline(always)]
pub fn balls_lift<R: Real>(h: &BallContacts<R>, step: R, moved: &BallLocal<R>, k: usize) -> Vector<R, 3> {
    let n = h.normals[k];
    balls_felt(h, k, n * (h.gaps[k] / step - n.dot(three(moved, k))))
}

/// `v + n × s`, the way drivers add two products to a third number.
#[inline(always)]
pub fn balls_slip<R: Real>(v: Vector<R, 3>, n: Vector<R, 3>, s: Vector<R, 3>) -> Vector<R, 3> {
    let ([vx, vy, vz], [nx, ny, nz], [sx, sy, sz]) = (v.0, n.0, s.0);
    Vector([vx + ny * sz - nz * sy, vy + nz * sx - nx * sz, vz + nx * sy - ny * sx])
}

/// Tangents of a contact with normal n, right-handed with it: the first is level. Along a vertical normal they are those of the table. A
/// [frame](crate::frame) would turn about normals that are level but for rounding, which balls on a table have; facets see that.
#[inline(always)]
pub fn balls_tangents<R: Real>(n: Vector<R, 3>) -> [Vector<R, 3>; 2] {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let [x, y, z] = n.0;
    let square = x * x + y * y;
    let upright = square.le(R::of(UPRIGHT));
    let share = R::select(upright, zero, one.over_root(square));
    let (a, b) = (R::select(upright, one, -y * share), x * share);
    [Vector([a, b, zero]), Vector([-z * b, z * a, x * b - y * a])]
}

/// The velocity at contact k of balls that move like `w`.
#[inline(always)]
pub fn balls_meet<R: Real>(h: &BallContacts<R>, w: &Bodies<R>, k: usize) -> Vector<R, 3> {
    let (a, b) = BALL_PAIRS[k];
    let (mut v, mut s) = (three(w, a), three(w, 4 + a));
    if b < TABLE {
        v = v - three(w, b);
        s = s + three(w, 4 + b);
    }
    balls_slip(v, h.normals[k], s)
}

/// Balls that move like `w` are pushed at contact k. In place: with wide lanes a copy takes longer than the push.
#[inline(always)]
pub fn balls_push<R: Real>(h: &BallContacts<R>, w: &mut Bodies<R>, k: usize, push: Vector<R, 3>) {
    let (a, b) = BALL_PAIRS[k];
    let twist = balls_slip(Vector([R::of(0.0); 3]), h.normals[k], push) * h.spin;
    let (v, s) = (three(w, a) + push, three(w, 4 + a) - twist);
    put_three(w, a, v);
    put_three(w, 4 + a, s);
    if b < TABLE {
        let (v, s) = (three(w, b) - push, three(w, 4 + b) - twist);
        put_three(w, b, v);
        put_three(w, 4 + b, s);
    }
}

/// `G w`: velocities at the contacts that are touched.
#[inline(always)]
pub fn balls_local<R: Real>(h: &BallContacts<R>, w: &Bodies<R>) -> BallLocal<R> {
    let mut local = Vector([R::of(0.0); 30]);
    for k in 0..BALL_CONTACTS {
        put_three(&mut local, k, balls_felt(h, k, balls_meet(h, w, k)));
    }
    local
}

/// `A⁻¹Gᵀ P`: how the balls move by the impulses of the contacts that are touched; `s` is multiplied by `turn`.
#[inline(always)]
pub fn balls_kick<R: Real>(h: &BallContacts<R>, impulse: &BallLocal<R>, turn: R) -> Bodies<R> {
    let mut w = Vector([R::of(0.0); 24]);
    for k in 0..BALL_CONTACTS {
        balls_push(h, &mut w, k, balls_felt(h, k, three(impulse, k)));
    }
    Tuple::from_fn(|j| if j < 12 { w.0[j] } else { w.0[j] * turn })
}

/// One over the number of balls that a contact has: H_kk is that of the table over this.
#[inline(always)]
pub fn balls_part<R: Real>(k: usize) -> R {
    R::of(if BALL_PAIRS[k].1 < TABLE { 0.5 } else { 1.0 })
}

/// The speed along the normal, where contact k is touched.
#[inline(always)]
pub fn balls_speed<R: Real>(h: &BallContacts<R>, v: &BallLocal<R>, k: usize) -> R {
    R::select(h.gaps[k].le(h.skin), h.normals[k].dot(three(v, k)), R::of(OUT_OF_PLAY))
}

impl Space for Balls {
    type Local<R: Real> = BallLocal<R>;
    type Delassus<R: Real> = BallContacts<R>;
    type Watch = Modes;
    const WGSL: &'static str = crate::shader!("space/balls.wgsl");
    const DIM: usize = 30;
    const SHORT_STEP: bool = false;

    #[inline(always)]
    fn normal<R: Real>(h: BallContacts<R>, v: BallLocal<R>) -> R {
        let mut least = R::of(OUT_OF_PLAY);
        for k in 0..BALL_CONTACTS {
            least = least.smaller(balls_speed(&h, &v, k));
        }
        least
    }
    /// All that the touched contacts move.
    #[inline(always)]
    fn slide<R: Real>(v: BallLocal<R>) -> R {
        v.dot(v).sqrt()
    }
    /// At the contact that is entered most.
    #[inline(always)]
    fn push<R: Real>(h: BallContacts<R>, speed: R) -> BallLocal<R> {
        let mut deepest = h.gaps[0];
        for k in 1..BALL_CONTACTS {
            deepest = deepest.smaller(h.gaps[k]);
        }
        // Where two are equally deep, the first one.
        let mut left = speed;
        let mut push = Vector([R::of(0.0); 30]);
        for k in 0..BALL_CONTACTS {
            let here = R::select(h.gaps[k].le(deepest), left, R::of(0.0));
            left = R::select(h.gaps[k].le(deepest), R::of(0.0), left);
            put_three(&mut push, k, h.normals[k] * (here * balls_part(k)));
        }
        push
    }
    #[inline(always)]
    fn respond<R: Real>(h: BallContacts<R>, impulse: BallLocal<R>) -> BallLocal<R> {
        balls_local(&h, &balls_kick(&h, &impulse, R::of(1.0)))
    }
    #[inline(always)]
    fn gain<R: Real>(_: BallContacts<R>, impulse: BallLocal<R>, loose: BallLocal<R>, end: BallLocal<R>) -> R {
        R::of(0.5) * (impulse.dot(loose) + impulse.dot(end))
    }
    #[inline(always)]
    fn powers<R: Real>(h: BallContacts<R>, impulse: BallLocal<R>, v: BallLocal<R>) -> Vector<R, 2> {
        let mut normal = R::of(0.0);
        for k in 0..BALL_CONTACTS {
            normal += h.normals[k].dot(three(&impulse, k)) * h.normals[k].dot(three(&v, k));
        }
        Vector([normal, impulse.dot(v) - normal])
    }
    const LIFTS: bool = true;
    /// Each contact that is touched, which is in play, has a gap of its own.
    #[inline(always)]
    fn lift<R: Real>(
        h: BallContacts<R>,
        _: R,
        step: R,
        moved: BallLocal<R>,
    ) -> (BallContacts<R>, BallLocal<R>) {
        let mut by = Vector([R::of(0.0); 30]);
        for k in 0..BALL_CONTACTS {
            put_three(&mut by, k, balls_lift(&h, step, &moved, k));
        }
        (h, by)
    }
    /// That of a contact between two balls, across its normal.
    #[inline(always)]
    fn weight<R: Real>(h: BallContacts<R>) -> R {
        R::of(2.0) * (R::of(1.0) + h.spin)
    }
    /// Balls that press on each other do so by more than they move.
    #[inline(always)]
    fn reach<R: Real>(h: BallContacts<R>, loose: BallLocal<R>, impulse: BallLocal<R>) -> R {
        let weight = Self::weight(h);
        loose.dot(loose) + weight * weight * impulse.dot(impulse)
    }
    /// Normals in many directions; `c` has two or three contacts touched, which one after another are all of them.
    #[inline(always)]
    fn delassus_of<R: Real>(a: R, b: R, c: R) -> BallContacts<R> {
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let up = Vector([zero, zero, one]);
        let (s1, c1) = unit(R::of(0.5) * a);
        let (s2, c2) = unit(R::of(0.5) * b);
        BallContacts {
            normals: [
                up,
                up,
                up,
                up,
                Vector([c1, s1, zero]),
                Vector([zero, c2, s2]),
                Vector([s2, zero, c2]),
                Vector([-s1, c1, zero]),
                Vector([c1 * c2, s1 * c2, s2]),
                Vector([-(c1 * s2), -(s1 * s2), c2]),
            ],
            gaps: std::array::from_fn(|k| (c - R::of(0.625 * k as f64 - 2.8125)).abs() - R::of(0.5)),
            skin: R::of(0.3125) * b,
            spin: a + b,
        }
    }
}

/// Sine and cosine of the angle whose half has this tangent.
#[inline(always)]
fn unit<R: Real>(t: R) -> (R, R) {
    let (one, square) = (R::of(1.0), t * t);
    (R::of(2.0) * t / (one + square), (one - square) / (one + square))
}
