//! Coulomb friction at two planar contacts of one body, solved exactly by trying every mode. Twin: `shaders/pair.wgsl`.
//!
//! Find `P` and `U = W + H P` such that at each touched contact, with its own `mu`,
//!
//! ```text
//! 0 <= U_n ⟂ P_n >= 0        P_t ∈ -mu P_n Sgn(U_t)
//! ```
//!
//! and `P = 0` at one that is not. W is the loose velocity, its normal parts moved by what a rebound asks for. A
//! contact is open (`P = 0`), slides to the right or to the left (`P_t = ∓mu P_n`, `U_n = 0`), or sticks (`U_t = U_n
//! = 0`): sixteen pairs of modes, each a linear system. What remains of the conditions, in a mode, is a list of
//! numbers that must not be negative, all brought to velocities; the smallest is the mode's *score*.
//!
//! **Choice.** A mode solves the problem clearly if its score exceeds [`SHARE`] of the size of W. Of clear solutions
//! whose velocities differ by more than that, the one is taken that leaves the least energy; what is held can slip in
//! some problems, but does not. Otherwise the best score wins. Ties go to the mode that [`pair_best`] lists first.
//! There are *several* solutions if two clear ones differ, *none* if the best score is below minus that share:
//! neither depends on rounding.
//!
//! **Singular H.** If both stick and an inner impulse z moves nothing, the motion is unique and forces are not: `P +
//! αz` for an interval of α. The least impulse within the cones is taken, and the score is that of the middle of the
//! interval, or of what lies within one size of the impulse. Both cannot stick if `z·W` is not 0, as rebounds can
//! have it: that much is missed, and is the score; then there may be no solution.
//!
//! Source: Stewart & Trinkle 1996, Sec. 3 (the complementarity problem, here with the whole cone, for in a plane it
//! has two edges); Moreau 1988, Sec. 13 for one contact.

use crate::pinned::{Pinned, pair_follow, pair_hold, pair_pinned, pair_stiff};
use crate::real::{Real, Task};
use crate::space::{OUT_OF_PLAY, Pair, PairDelassus, Space, pair_size, pair_touched};
use crate::tuple::{Tuple, Vector};

/// The share of a velocity that parts two solutions, and a solution from none: far above rounding in f32.
pub const SHARE: f64 = 1.0 / 4096.0;

/// A contact problem.
#[derive(Clone, Copy, Debug)]
pub struct PairCase<R> {
    /// H.
    pub h: PairDelassus<R>,
    /// The two friction coefficients.
    pub mu: Vector<R, 2>,
    /// W, 0 where nothing is touched.
    pub loose: Vector<R, 4>,
    /// `|z·W|`, which is 0 where nothing rebounds: the velocity by which holding both must fail.
    pub torn: R,
}

/// The best mode so far.
#[derive(Clone, Copy, Debug)]
pub struct PairOffer<R: Real> {
    /// The smallest of what must not be negative.
    pub score: R,
    /// The energy that it adds.
    pub energy: R,
    /// The impulse.
    pub impulse: Vector<R, 4>,
    /// Where every contact that presses sticks.
    pub sticks: R::Mask,
    /// Where there is another solution.
    pub several: R::Mask,
}

/// A vector with its contacts exchanged.
#[inline(always)]
pub fn pair_other<R: Real>(v: Vector<R, 4>) -> Vector<R, 4> {
    Vector([v.0[2], v.0[3], v.0[0], v.0[1]])
}

/// A problem with its contacts exchanged.
#[inline(always)]
pub fn pair_turned<R: Real>(c: &PairCase<R>) -> PairCase<R> {
    let h = &c.h;
    PairCase {
        h: PairDelassus {
            one: h.two,
            two: h.one,
            tn: h.nt,
            nt: h.tn,
            gaps: Vector([h.gaps.0[1], h.gaps.0[0]]),
            inner: pair_other(h.inner),
            ..*h
        },
        mu: Vector([c.mu.0[1], c.mu.0[0]]),
        loose: pair_other(c.loose),
        torn: c.torn,
    }
}

/// The velocity after an impulse, summed from W on: a driver may move a number that is added to two products between
/// them, so it stands first, and two parts of an impulse that are 0 leave just that.
#[inline(always)]
pub fn pair_after<R: Real>(c: &PairCase<R>, impulse: Vector<R, 4>) -> Vector<R, 4> {
    let ([t1, n1, t2, n2], [x1, y1, x2, y2], h) = (impulse.0, c.loose.0, &c.h);
    Vector([
        x1 + h.one.tt * t1 + h.one.tn * n1 + h.tt * t2 + h.tn * n2,
        y1 + h.one.tn * t1 + h.one.nn * n1 + h.nt * t2 + h.nn * n2,
        x2 + h.tt * t1 + h.nt * n1 + h.two.tt * t2 + h.two.tn * n2,
        y2 + h.tn * t1 + h.nn * n1 + h.two.tn * t2 + h.two.nn * n2,
    ])
}

/// The score of a contact that presses with `(t, n)`, brought to a velocity by `weight`; it slides at `slide` in the
/// direction `sense`, or sticks if that is 0.
#[inline(always)]
pub fn pair_pressed<R: Real>(gap: R, weight: R, mu: R, sense: R, t: R, n: R, slide: R) -> R {
    let grip = weight * (mu * n - t.abs());
    let along = sense * slide;
    let sticks = sense.le(R::of(0.0)) & R::of(0.0).le(sense);
    pair_touched(gap, (weight * n).smaller(R::select(sticks, grip, along)), R::of(-OUT_OF_PLAY))
}

/// The score of an impulse at the first contact alone, which slides in the direction `sense` or sticks.
#[inline(always)]
pub fn pair_lone<R: Real>(c: &PairCase<R>, sense: R, p: Vector<R, 4>) -> R {
    let u = pair_after(c, p);
    let weight = Pair::weight(c.h);
    let open = pair_touched(c.h.gaps.0[1], u.0[3], R::of(OUT_OF_PLAY));
    pair_pressed(c.h.gaps.0[0], weight, c.mu.0[0], sense, p.0[0], p.0[1], u.0[0]).smaller(open)
}

/// The score of an impulse at both.
#[inline(always)]
pub fn pair_both<R: Real>(c: &PairCase<R>, senses: Vector<R, 2>, p: Vector<R, 4>) -> R {
    let u = pair_after(c, p);
    let weight = Pair::weight(c.h);
    let one = pair_pressed(c.h.gaps.0[0], weight, c.mu.0[0], senses.0[0], p.0[0], p.0[1], u.0[0]);
    let two = pair_pressed(c.h.gaps.0[1], weight, c.mu.0[1], senses.0[1], p.0[2], p.0[3], u.0[2]);
    one.smaller(two)
}

/// The energy that an impulse adds.
#[inline(always)]
pub fn pair_energy<R: Real>(c: &PairCase<R>, p: Vector<R, 4>) -> R {
    Pair::gain(c.h, p, c.loose, pair_after(c, p))
}

/// The better one of the best so far and a candidate.
#[inline(always)]
pub fn pair_offer<R: Real>(
    c: &PairCase<R>,
    best: PairOffer<R>,
    score: R,
    impulse: Vector<R, 4>,
    sticks: R::Mask,
) -> PairOffer<R> {
    let far = R::of(OUT_OF_PLAY);
    // A singular system has an answer that is not finite, hence no answer.
    let value = R::select(pair_size(impulse).le(far), score, -far);
    let energy = pair_energy(c, impulse);
    let room = R::of(SHARE) * pair_size(c.loose);
    let apart = room.lt(pair_size(Pair::respond(c.h, impulse - best.impulse)));
    let second = room.lt(value) & room.lt(best.score) & apart;
    let better = second & energy.lt(best.energy) | !second & best.score.lt(value);
    PairOffer {
        score: R::select(better, value, best.score),
        energy: R::select(better, energy, best.energy),
        impulse: Tuple::select(better, impulse, best.impulse),
        sticks: better & sticks | !better & best.sticks,
        several: best.several | second,
    }
}

/// The first contact slides alone.
#[inline(always)]
pub fn pair_slide_open<R: Real>(c: &PairCase<R>, best: PairOffer<R>, sense: R) -> PairOffer<R> {
    let edge = -(sense * c.mu.0[0]);
    let n = -c.loose.0[1] / (c.h.one.nn + edge * c.h.one.tn);
    let p = Vector([edge * n, n, R::of(0.0), R::of(0.0)]);
    pair_offer(c, best, pair_lone(c, sense, p), p, R::nowhere())
}

/// The first contact sticks, the second slides.
#[inline(always)]
pub fn pair_stick_slide<R: Real>(
    c: &PairCase<R>,
    best: PairOffer<R>,
    pin: &Pinned<R>,
    sense: R,
) -> PairOffer<R> {
    let edge = -(sense * c.mu.0[1]);
    let n = -pin.loose.0[1] / (pin.two.nn + edge * pin.two.tn);
    let p = pair_follow(pin, edge * n, n);
    pair_offer(c, best, pair_both(c, Vector([R::of(0.0), sense]), p), p, R::nowhere())
}

/// Both slide.
#[inline(always)]
pub fn pair_slide_slide<R: Real>(c: &PairCase<R>, best: PairOffer<R>, senses: Vector<R, 2>) -> PairOffer<R> {
    let edge1 = -(senses.0[0] * c.mu.0[0]);
    let edge2 = -(senses.0[1] * c.mu.0[1]);
    let (a, b) = (c.h.one.nn + edge1 * c.h.one.tn, c.h.nn + edge2 * c.h.nt);
    let (d, e) = (c.h.nn + edge1 * c.h.tn, c.h.two.nn + edge2 * c.h.two.tn);
    let det = a * e - b * d;
    let n1 = (b * c.loose.0[3] - e * c.loose.0[1]) / det;
    let n2 = (d * c.loose.0[1] - a * c.loose.0[3]) / det;
    let p = Vector([edge1 * n1, n1, edge2 * n2, n2]);
    pair_offer(c, best, pair_both(c, senses, p), p, R::nowhere())
}

/// The modes in which the first contact presses alone, or sticks while the second slides.
#[inline(always)]
pub fn pair_side<R: Real>(c: &PairCase<R>, best: PairOffer<R>) -> PairOffer<R> {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let right = pair_slide_open(c, best, one);
    let left = pair_slide_open(c, right, -one);
    let pin = pair_pinned(&c.h, c.loose);
    let p = Vector([pin.own.0[0], pin.own.0[1], zero, zero]);
    let stick = pair_offer(c, left, pair_lone(c, zero, p), p, !R::nowhere());
    pair_stick_slide(c, pair_stick_slide(c, stick, &pin, one), &pin, -one)
}

/// What of `α` keeps `x + αy >= 0`: a lower bound where y is positive, an upper one where it is negative.
#[inline(always)]
pub fn pair_bounds<R: Real>(bounds: Vector<R, 2>, x: R, y: R) -> Vector<R, 2> {
    let zero = R::of(0.0);
    let at = -x / y;
    let low = bounds.0[0].larger(R::select(zero.lt(y), at, bounds.0[0]));
    let high = bounds.0[1].smaller(R::select(y.lt(zero), at, bounds.0[1]));
    Vector([low, high])
}

/// Both stick.
#[inline(always)]
pub fn pair_stick_stick<R: Real>(c: &PairCase<R>) -> PairOffer<R> {
    let (zero, half) = (R::of(0.0), R::of(0.5));
    let far = R::of(OUT_OF_PLAY);
    let pin = pair_pinned(&pair_stiff(&c.h), c.loose);
    let two = pair_hold(pin.two, pin.loose.0[0], pin.loose.0[1]);
    // The least of all impulses that hold, then the least that the cones allow.
    let least = pair_follow(&pin, two.0[0], two.0[1]);
    let ([t1, n1, t2, n2], z) = (least.0, c.h.inner);
    let (reach1, reach2) = (c.mu.0[0] * n1, c.mu.0[1] * n2);
    let (along1, along2) = (c.mu.0[0] * z.0[1], c.mu.0[1] * z.0[3]);
    let mut bounds = Vector([-far, far]);
    bounds = pair_bounds(bounds, reach1 - t1, along1 - z.0[0]);
    bounds = pair_bounds(bounds, reach1 + t1, along1 + z.0[0]);
    bounds = pair_bounds(bounds, reach2 - t2, along2 - z.0[2]);
    bounds = pair_bounds(bounds, reach2 + t2, along2 + z.0[2]);
    let [low, high] = bounds.0;
    let alpha = high.smaller(low.larger(zero));
    let impulse = least + z * alpha;
    let size = pair_size(impulse);
    let middle = (alpha - size).larger((alpha + size).smaller(half * low + half * high));
    let score = pair_both(c, Vector([zero, zero]), least + z * middle);
    // No impulse changes z·W, so what is torn remains: it is missed by that.
    let missed = R::select(zero.lt(c.torn), score.smaller(-c.torn), score);
    let value = R::select(size.le(far), missed, -far);
    PairOffer {
        score: value,
        energy: pair_energy(c, impulse),
        impulse,
        sticks: !R::nowhere(),
        several: R::nowhere(),
    }
}

/// The best of all modes: both stick; both open; the first presses alone or sticks while the second slides; the
/// reverse; both slide.
#[inline(always)]
pub fn pair_best<R: Real>(c: &PairCase<R>) -> PairOffer<R> {
    let one = R::of(1.0);
    let none = Vector([R::of(0.0); 4]);
    let open = pair_offer(c, pair_stick_stick(c), Pair::normal(c.h, c.loose), none, R::nowhere());
    let first = R::apart(&Side { case: *c, best: open });
    let turned = PairOffer { impulse: pair_other(first.impulse), ..first };
    let second = R::apart(&Side { case: pair_turned(c), best: turned });
    let mut best = PairOffer { impulse: pair_other(second.impulse), ..second };
    best = pair_slide_slide(c, best, Vector([one, one]));
    best = pair_slide_slide(c, best, Vector([-one, -one]));
    best = pair_slide_slide(c, best, Vector([one, -one]));
    pair_slide_slide(c, best, Vector([-one, one]))
}

/// [`pair_side`], apart: sixteen modes inlined twice into each loop took the compiler longer than everything else in it.
struct Side<R: Real> {
    case: PairCase<R>,
    best: PairOffer<R>,
}

impl<R: Real> Task for Side<R> {
    type Answer = PairOffer<R>;
    #[inline(always)]
    fn run(&self) -> PairOffer<R> {
        pair_side(&self.case, self.best)
    }
}

/// How many solutions: 1 for one, -1 for several, 0 for none.
#[inline(always)]
pub fn pair_solutions<R: Real>(c: &PairCase<R>, best: &PairOffer<R>) -> R {
    let (zero, one) = (R::of(0.0), R::of(1.0));
    let room = R::of(SHARE) * pair_size(c.loose);
    let found = (-room).le(best.score);
    R::select(best.several, -one, R::select(found, one, zero))
}
