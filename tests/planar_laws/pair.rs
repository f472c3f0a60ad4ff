//! Two contacts at a time: judged by their conditions, by what one contact does, and by cases with several solutions
//! and none.

use moreau::columns::{Columns, Fields};
use moreau::law::{CoulombPair, CoulombPairParams, CoulombPlanar, Law, Problem};
use moreau::model::{Model, Rod, RodParams};
use moreau::pair::SHARE;
use moreau::space::{Pair, PairDelassus, Planar, PlanarDelassus, Space};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

/// Cramer's rule on two contacts misses by rounding times the condition number of their block, which is below 1e3 here.
const ROUNDING: f64 = 1024.0 * f64::EPSILON;
/// Two orders of elimination, or two signs, part by rounding times a condition number, which is below 1e5 here.
const SAME: f64 = 1e-9;

type Params = CoulombPairParams<f64>;

/// Two contacts of which the first or the second closes.
#[derive(Clone, Copy, Debug)]
struct Case {
    p: Params,
    h: PairDelassus<f64>,
    before: Vector<f64, 4>,
    loose: Vector<f64, 4>,
}

impl Case {
    fn asked(&self) -> Problem<f64, Pair> {
        Problem { before: self.before, ..Problem::active(self.h, self.loose, false) }
    }
    fn impulse(&self) -> Vector<f64, 4> {
        CoulombPair::impulse(&self.p, &self.asked()).impulse
    }
    fn end(&self) -> Vector<f64, 4> {
        self.loose + Pair::respond(self.h, self.impulse())
    }
    /// 1 for one solution, -1 for several, 0 for none.
    fn solutions(&self) -> f64 {
        CoulombPair::margin(&self.p, &self.asked())
    }
    fn closes(&self) -> bool {
        Pair::normal(self.h, self.loose) < 0.0
    }

    /// Residual, excess over the cones and gain, in shares of the squared velocity that rounding refers to.
    fn certificates(&self) -> [f64; 3] {
        let (a, impulse, end) = (self.asked(), self.impulse(), self.end());
        let (weight, reach) = (Pair::weight(self.h), Pair::reach(self.h, self.loose, impulse));
        let slide = Pair::slide(end);
        let residual = weight * CoulombPair::residual(&self.p, &a, impulse, end, slide);
        let cone = weight * weight * CoulombPair::cone(&self.p, &a, impulse);
        [residual, cone, weight * CoulombPair::gain(&self.p, &a, impulse, end)].map(|x| x / reach)
    }

    /// The same with its contacts exchanged.
    fn turned(&self) -> Case {
        let h = &self.h;
        let other = |v: Vector<f64, 4>| Vector([v.0[2], v.0[3], v.0[0], v.0[1]]);
        Case {
            p: friction(self.p.mu * self.p.mu_ratio, self.p.mu, self.p.e2, self.p.e1),
            h: PairDelassus {
                one: h.two,
                two: h.one,
                tn: h.nt,
                nt: h.tn,
                gaps: Vector([h.gaps.0[1], h.gaps.0[0]]),
                inner: other(h.inner),
                ..*h
            },
            before: other(self.before),
            loose: other(self.loose),
        }
    }

    /// The same seen in a mirror: left is right.
    fn mirrored(&self) -> Case {
        let h = &self.h;
        let flip = |v: Vector<f64, 4>| Vector([-v.0[0], v.0[1], -v.0[2], v.0[3]]);
        Case {
            h: PairDelassus {
                one: PlanarDelassus { tn: -h.one.tn, ..h.one },
                two: PlanarDelassus { tn: -h.two.tn, ..h.two },
                tn: -h.tn,
                nt: -h.nt,
                inner: flip(h.inner),
                ..*h
            },
            before: flip(self.before),
            loose: flip(self.loose),
            ..*self
        }
    }
}

/// Coefficients of both contacts.
fn friction(mu1: f64, mu2: f64, e1: f64, e2: f64) -> Params {
    Params { mu: mu1, mu_ratio: if mu1 > 0.0 { mu2 / mu1 } else { 1.0 }, e1, e2 }
}

/// Both have friction, or none has.
fn law(most: f64) -> impl Strategy<Value = Params> {
    let mu = move || 0.01..most;
    let none = prop_oneof![4 => Just(1.0), 1 => Just(0.0)];
    let e = || prop_oneof![2 => Just(0.0), 1 => 0.0..=1.0];
    (mu(), mu(), none, e(), e()).prop_map(|(mu1, mu2, some, e1, e2)| friction(some * mu1, some * mu2, e1, e2))
}

fn touched() -> impl Strategy<Value = Vector<f64, 2>> {
    prop_oneof![3 => Just([0.0, -1e-3]), 1 => Just([0.0, 1.0]), 1 => Just([1.0, -1e-3])].prop_map(Vector)
}

/// Any positive definite H: `B Bᵀ` and a little of the identity.
fn regular() -> impl Strategy<Value = Case> {
    let vector = || prop::array::uniform4(-3.0..3.0);
    (prop::array::uniform4(prop::array::uniform4(-1.0..1.0)), law(2.0), vector(), vector(), touched())
        .prop_map(|(b, p, before, loose, gaps): ([[f64; 4]; 4], _, _, _, _)| {
            let dot = |i: usize, j: usize| (0..4).map(|k| b[i][k] * b[j][k]).sum::<f64>();
            let own = |i: usize| PlanarDelassus {
                tt: dot(i, i) + 0.1,
                tn: dot(i, i + 1),
                nn: dot(i + 1, i + 1) + 0.1,
            };
            let h = PairDelassus {
                one: own(0),
                two: own(2),
                tt: dot(0, 2),
                tn: dot(0, 3),
                nt: dot(1, 2),
                nn: dot(1, 3),
                gaps,
                inner: Vector([0.0; 4]),
            };
            Case { p, h, before: Vector(before), loose: Vector(loose) }
        })
        .prop_filter("nothing closes", Case::closes)
}

/// A rod that touches two planes: H has rank 3.
fn rod() -> impl Strategy<Value = Case> {
    let plane = || prop_oneof![2 => -80.0..80.0, 1 => Just(0.0)];
    let body = (0.2..3.0, 0.1..2.0, prop_oneof![Just(0.0), 0.0..0.3], 0.05..2.0, -80.0..80.0);
    let speed = || prop::array::uniform3(prop_oneof![4 => -3.0..3.0, 1 => Just(0.0)]);
    (body, plane(), plane(), law(1.5), speed(), speed(), touched())
        .prop_map(|((m, l, rho, inertia, angle), plane1, plane2, p, before, loose, gaps)| {
            let columns = <RodParams<f64> as Columns<f64>>::COLUMNS;
            let mut params: RodParams<f64> = Fields::from_fn(|j| columns[j].default);
            (params.m, params.l, params.rho, params.inertia) = (m, l, rho, inertia);
            (params.plane1_deg, params.plane2_deg, params.angle0_deg) = (plane1, plane2, angle);
            let c = Rod::setup(&params);
            let (q, _) = Rod::start(&params);
            let h = PairDelassus { gaps, ..Rod::delassus(&c, q) };
            Case { p, h, before: Rod::local(&c, q, Vector(before)), loose: Rod::local(&c, q, Vector(loose)) }
        })
        .prop_filter("nothing closes", Case::closes)
}

fn near(a: Vector<f64, 4>, b: Vector<f64, 4>, size: f64) -> bool {
    (a - b).dot(a - b).sqrt() <= SAME * size
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// A positive definite H always has a solution, and so has a rod that does not rebound: the law finds it.
    #[test]
    fn the_conditions_hold(case in prop_oneof![regular(), rod()]) {
        let [residual, cone, gain] = case.certificates();
        let rebounds = case.p.e1 + case.p.e2 > 0.0 && case.h.inner.0 != [0.0; 4];
        prop_assert!(case.solutions() != 0.0 || rebounds, "no solution: {case:?}");
        if case.solutions() != 0.0 {
            // What misses a solution by less than the share that parts one from none is not told from one; its residual shows it.
            let least = if rebounds { SHARE } else { ROUNDING };
            prop_assert!(residual <= least, "residual {residual:e}: {case:?}");
            prop_assert!(cone <= ROUNDING, "cone {cone:e}: {case:?}");
            prop_assert!(gain <= ROUNDING, "gain {gain:e}: {case:?}");
        }
    }

    /// One contact by itself is Moreau's planar cone.
    #[test]
    fn one_contact_is_the_planar_law(case in prop_oneof![regular(), rod()]) {
        let h = PairDelassus { gaps: Vector([0.0, 1.0]), ..case.h };
        let loose = if case.loose.0[1] > 0.0 { case.loose * -1.0 } else { case.loose };
        let one = Case { h, before: Vector([0.0; 4]), loose, ..case };
        prop_assume!(one.closes());
        let [t, n, ..] = one.loose.0;
        let mu: <CoulombPlanar as Law<Planar>>::Params<f64> = Fields::from_fn(|_| case.p.mu);
        let planar = CoulombPlanar::impulse(&mu, &Problem::active(h.one, Vector([t, n]), false));
        let impulse = one.impulse();
        prop_assert_eq!([impulse.0[2], impulse.0[3]], [0.0, 0.0]);
        let lone = Vector([planar.impulse.0[0], planar.impulse.0[1], 0.0, 0.0]);
        prop_assert!(near(impulse, lone, lone.dot(lone).sqrt()), "{impulse:?} {lone:?}");
        prop_assert_eq!(one.solutions(), 1.0);
    }

    /// Which contact is called the first, and which side the right one, makes no difference to a motion that is unique.
    #[test]
    fn names_and_sides_do_not_matter(case in prop_oneof![regular(), rod()]) {
        let (turned, mirrored) = (case.turned(), case.mirrored());
        prop_assert_eq!(turned.solutions(), case.solutions());
        prop_assert_eq!(mirrored.solutions(), case.solutions());
        if case.solutions() == 1.0 {
            let (end, size) = (case.end(), Pair::reach(case.h, case.loose, case.impulse()).sqrt());
            let [t1, n1, t2, n2] = turned.end().0;
            prop_assert!(near(end, Vector([t2, n2, t1, n1]), size), "{case:?}");
            let [t1, n1, t2, n2] = mirrored.end().0;
            prop_assert!(near(end, Vector([-t1, n1, -t2, n2]), size), "{case:?}");
        }
    }
}

/// A contact that hits, and one apart from it that does not: `h` and `loose` of the second.
fn beside(h: PlanarDelassus<f64>, mu: f64, loose: [f64; 2]) -> Case {
    let one = PlanarDelassus { tt: 1.0, tn: 0.0, nn: 1.0 };
    let (gaps, inner) = (Vector([0.0, 0.0]), Vector([0.0; 4]));
    let h = PairDelassus { one, two: h, tt: 0.0, tn: 0.0, nt: 0.0, nn: 0.0, gaps, inner };
    let p = friction(0.3, mu, 0.0, 0.0);
    let loose = Vector([0.5, -1.0, loose[0], loose[1]]);
    Case { p, h, before: loose, loose }
}

/// Where `H_nn - mu H_tn < 0`, a contact that slides to the right and opens may as well catch: open, sliding and
/// stuck are all solutions (Moreau 1988, Sec. 14; Stewart & Trinkle 1996, Sec. 1.5). Each `mu` and each velocity
/// below is a case of its own.
#[test]
fn painleve_has_several_solutions() {
    let h = PlanarDelassus { tt: 2.0, tn: 1.0, nn: 1.0 };
    for (mu, loose, several) in [
        (2.0, [3.0, 0.5], true),
        (3.0, [3.0, 0.5], true),
        (1.5, [9.0, 0.5], true),
        (0.9, [3.0, 0.5], false),
        (2.0, [-3.0, 0.5], false),
        (0.0, [3.0, 0.5], false),
    ] {
        let case = beside(h, mu, loose);
        assert_eq!(case.solutions(), if several { -1.0 } else { 1.0 }, "mu = {mu}, {loose:?}");
        // Whichever is taken is a solution.
        assert!(case.certificates()[0] <= ROUNDING, "{:?}", case.certificates());
        assert!(case.certificates()[1] <= ROUNDING, "{:?}", case.certificates());
    }
}

/// Two planes that close on a particle from both sides leave no solution: it is counted, and the residual shows it.
#[test]
fn a_vice_has_no_solution() {
    let block = PlanarDelassus { tt: 1.0, tn: 0.0, nn: 1.0 };
    for (closing, mu) in [(0.1, 0.0), (1.0, 0.5), (7.0, 3.0)] {
        let mut case = beside(block, mu, [0.0, 0.0]);
        (case.h.tt, case.h.nn) = (-1.0, -1.0);
        case.loose = Vector([0.0, -closing, 0.0, -closing]);
        assert_eq!(case.solutions(), 0.0);
        assert!(case.certificates()[0] > 1e-3, "{:?}", case.certificates());
    }
}

/// Certificates see wrong answers: too much friction, a pull, an impulse where nothing is touched.
#[test]
fn certificates_can_fail() {
    let case = beside(PlanarDelassus { tt: 2.0, tn: 0.5, nn: 1.0 }, 0.5, [1.0, -1.0]);
    let a = case.asked();
    let judge = |impulse: Vector<f64, 4>| {
        let end = case.loose + Pair::respond(case.h, impulse);
        let residual = CoulombPair::residual(&case.p, &a, impulse, end, Pair::slide(end));
        [residual, CoulombPair::cone(&case.p, &a, impulse), CoulombPair::gain(&case.p, &a, impulse, end)]
    };
    let good = case.impulse();
    assert!(judge(good).iter().all(|x| *x <= ROUNDING), "{:?}", judge(good));
    assert!(judge(good + Vector([0.0, 0.1, 0.0, 0.0]))[0] > 1e-2);
    assert!(judge(good + Vector([0.0, 0.0, -0.3, 0.0]))[1] > 1e-2);
    assert!(judge(Vector([0.0, -0.2, 0.0, 0.0]))[1] > 1e-2);
    assert!(judge(good * 3.0)[2] > 1e-2);
    let apart = Problem { h: PairDelassus { gaps: Vector([0.0, 1.0]), ..case.h }, ..a };
    let end = case.loose + Pair::respond(case.h, good);
    assert!(CoulombPair::residual(&case.p, &apart, good, end, 0.0) > 1e-2);
}
