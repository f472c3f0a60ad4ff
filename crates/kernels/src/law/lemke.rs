//! Several contacts at a time, with friction in polyhedral cones, all unknowns at once by Lemke's method (Stewart & Trinkle 1996, Sec. 3
//! and 5). Twin: `shaders/law/lemke.wgsl`.
//!
//! The problem is that of [`GaussSeidel`] with facets, see [`crate::pile`]; so are the residual and all else that judges. Pivoting does
//! without convergence: contacts may depend on each other as they like. [Sweeps](balls_settle) from the answer on take away what
//! rounding left in some tens of exchanges: with one sweep no certificate of the preset's is flagged, in either precision.
//!
//! The method has room for [`PILE_UNKNOWNS`], and [`FUEL`] for as many pivots as were seen. More contacts than that, a ray, or a
//! search without fuel are an impulse beyond all bounds, so that the member is flagged and counted as not finite.
//!
//! **Cost.** A member needs 16 KB in f32 for its tableau, and the preset takes 8 (f64, 4 facets) to 50 times (f32, 8 facets) as long as by sweeps:
//! for judging these, not for speed.

// As WGSL has it, line by line.
#![allow(clippy::needless_range_loop)]

use super::gauss_seidel::{FOLD, GaussSeidel, GaussSeidelParams, SWEEPS, balls_settle};
use super::{Law, Problem, Reaction};
use crate::columns::Range;
use crate::lemke::{End, lemke_empty, lemke_search};
use crate::pile::{PILE_UNKNOWNS, PileLemke, pile_impulse, pile_of, pile_row, pile_unknowns};
use crate::real::{Real, Scalar};
use crate::space::{BALL_CONTACTS, BallContacts, BallLocal, Balls, balls_kick};
use crate::tuple::{Tuple, Vector};

/// Iterations of loops that a search may make: 47 pivots of ten contacts with 4 directions, 52 of nine (51 were seen), 74 of six. A step
/// of Stewart and Trinkle's scheme has eight searches, and must fit into a dispatch.
pub const FUEL: u32 = 7100;
/// What is rounding, in epsilon of what cancels to it: with 16 one search of 45,000 (f64, nine contacts in a pile) ended in a ray that theory does not
/// know, with 64 none; in f32 three to five of 45,000 with any number from 16 to 256.
pub const PILE_TINY: f64 = 64.0;
/// Iterations of the other loops: directions, rows with their contacts, the least value, the impulses; those in which a loop is left count.
const AROUND: u32 = 9 + 61 + 60 * 11 + 61 + 61;
/// The most sweeps that can be asked for.
const MOST_POLISHING: u32 = 100;
/// The impulse of a problem that was not solved: beyond all bounds, yet a number in f32.
const LOST: f64 = 1e37;
/// At least as many as lanes have members.
const MOST_LANES: usize = 80;

const MU: Range = Range::Within(0.0, 1000.0);

crate::columns! {
    /// Parameters of [`LemkeLaw`].
    pub struct LemkeParams {
        mu: "", 0.3, MU, "friction coefficient of balls on the table";
        mu_balls: "", 0.2, MU, "friction coefficient between balls";
        facets: "", 4.0, Range::OneOf(&[4.0, 8.0, 16.0]), "friction directions, the cone's facets: for up to 10, 6, 3 contacts at a time";
        sweeps: "", 50.0, Range::Within(1.0, MOST_POLISHING as f64), "sweeps that take away rounding, at most";
        roundings: "", 4.0, Range::Within(0.0, 1e9), "sweeps end where no impulse changes by more than so many roundings of all impulses";
        relaxation: "", 1.0, Range::Within(1.0, 1.5), "from the second sweep on, how far an impulse goes of the way it would";
    }
}

/// Lemke's method for all contacts at once.
pub struct LemkeLaw;

/// What judges it.
#[inline(always)]
fn sweeping<R: Real>(p: &LemkeParams<R>) -> GaussSeidelParams<R> {
    let LemkeParams { mu, mu_balls, facets, sweeps, roundings, relaxation } = *p;
    GaussSeidelParams { mu, mu_balls, facets, sweeps, roundings, relaxation }
}

/// The impulses, and whether they were found; `tiny` as [`crate::lemke::Lemke`] has it.
pub fn pile_solve<R: Scalar>(
    h: &BallContacts<R>,
    loose: &BallLocal<R>,
    mu: R,
    mu_balls: R,
    facets: R,
    tiny: R,
) -> (BallLocal<R>, bool) {
    let pile = pile_of(h, loose, mu, mu_balls, facets);
    let n = pile_unknowns(&pile);
    if n > PILE_UNKNOWNS {
        return (Vector([R::of(0.0); 3 * BALL_CONTACTS]), false);
    }
    let mut a: PileLemke<R> = lemke_empty(n, FUEL, tiny);
    for u in 0..n {
        pile_row(&pile, &mut a, u);
    }
    let (end, _) = lemke_search(&mut a);
    (pile_impulse(&pile, &a), end == End::Solved)
}

/// The same where there is contact, member by member: pivots differ, and lanes that wait for one another would gain nothing.
fn each_lane<R: Real>(p: &LemkeParams<R>, a: &Problem<R, Balls>) -> (BallLocal<R>, R::Mask) {
    const { assert!(R::LANES <= MOST_LANES) };
    let (mu, mu_balls) = (p.mu * a.rough, p.mu_balls * a.rough);
    let touch = R::select(a.contact, R::of(1.0), R::of(0.0));
    let mut answers = [[R::Scalar::of(0.0); MOST_LANES]; 3 * BALL_CONTACTS + 1];
    for i in 0..R::LANES {
        if touch.lane(i) <= R::Scalar::of(0.5) {
            continue;
        }
        let at = |x: R| x.lane(i);
        let h = BallContacts {
            normals: a.h.normals.map(|n| Vector(n.0.map(at))),
            gaps: a.h.gaps.map(at),
            skin: at(a.h.skin),
            spin: at(a.h.spin),
        };
        let (loose, tiny) = (Vector(a.loose.0.map(at)), R::Scalar::of(PILE_TINY * R::Scalar::EPSILON));
        let (impulse, found) = pile_solve(&h, &loose, at(mu), at(mu_balls), at(p.facets), tiny);
        (0..3 * BALL_CONTACTS).for_each(|j| answers[j][i] = impulse.0[j]);
        answers[3 * BALL_CONTACTS][i] = R::Scalar::of(if found { 1.0 } else { 0.0 });
    }
    let lanes = |j: usize| R::load(&answers[j][..R::LANES]);
    (Tuple::from_fn(lanes), R::of(0.5).lt(lanes(3 * BALL_CONTACTS)))
}

impl Law<Balls> for LemkeLaw {
    const NAME: &'static str = "lemke";
    const ABOUT: &'static str = "soft contact with friction in polyhedral cones at many contacts: one LCP by Lemke's method (Stewart & Trinkle, Sec. 3, 5)";
    const ROOTS: bool = true;
    const LOOPS: u32 = FUEL + AROUND + MOST_POLISHING + 4 * BALL_CONTACTS as u32;
    const DESK: usize = 63 * 64;
    const WGSL: &'static [&'static str] = &[
        FOLD,
        SWEEPS,
        crate::shader!("directions.wgsl"),
        crate::shader!("lemke.wgsl"),
        crate::shader!("pile.wgsl"),
        crate::shader!("law/lemke.wgsl"),
    ];
    type Params<R: Real> = LemkeParams<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &LemkeParams<R>, a: &Problem<R, Balls>) -> Reaction<R, Balls> {
        let (start, found) = each_lane(p, a);
        let w = balls_kick(&a.h, &start, R::of(1.0));
        let (settled, _) = balls_settle(&sweeping(p), a, start, w, a.contact & found);
        let lost = Tuple::from_fn(|j| R::of(if j % 3 == 2 { LOST } else { 0.0 }));
        Reaction {
            impulse: Tuple::select(a.contact & !found, lost, settled.impulse),
            sticks: found & settled.sticks,
        }
    }

    #[inline(always)]
    fn slide<R: Real>(
        p: &LemkeParams<R>,
        a: &Problem<R, Balls>,
        impulse: BallLocal<R>,
        end: BallLocal<R>,
        sticks: R::Mask,
    ) -> R {
        GaussSeidel::slide(&sweeping(p), a, impulse, end, sticks)
    }

    #[inline(always)]
    fn margin<R: Real>(p: &LemkeParams<R>, a: &Problem<R, Balls>) -> R {
        GaussSeidel::margin(&sweeping(p), a)
    }

    #[inline(always)]
    fn cone<R: Real>(p: &LemkeParams<R>, a: &Problem<R, Balls>, impulse: BallLocal<R>) -> R {
        GaussSeidel::cone(&sweeping(p), a, impulse)
    }

    #[inline(always)]
    fn residual<R: Real>(
        p: &LemkeParams<R>,
        a: &Problem<R, Balls>,
        impulse: BallLocal<R>,
        end: BallLocal<R>,
        slide: R,
    ) -> R {
        GaussSeidel::residual(&sweeping(p), a, impulse, end, slide)
    }
}
