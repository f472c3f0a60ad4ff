//! The planar cone and its laws: judged by the conditions they must satisfy, never by another solver.

use moreau::law::{CoulombDirected, CoulombPlanar, CoulombSoft, CoulombStatic, Law};
use moreau::space::{Isotropic, Planar, PlanarDelassus, Space};
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

type Directed = <CoulombDirected as Law<Planar>>::Params<f64>;
type DirectedSingle = <CoulombDirected as Law<Planar>>::Params<f32>;
type One = <CoulombPlanar as Law<Planar>>::Params<f64>;
type Soft = <CoulombSoft as Law<Isotropic>>::Params<f64>;
type Static = <CoulombStatic as Law<Planar>>::Params<f64>;

/// A certificate is a sum of at most eight products of rounded factors: the limit the program itself flags by.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// One contact problem with `U_Ln < 0`.
#[derive(Clone, Copy, Debug)]
struct Contact {
    h: PlanarDelassus<f64>,
    mu_plus: f64,
    mu_minus: f64,
    loose: Vector<f64, 2>,
}

/// What the law answers, and what it makes of the velocity.
#[derive(Clone, Copy, Debug)]
struct Answer {
    impulse: Vector<f64, 2>,
    end: Vector<f64, 2>,
    sticks: bool,
}

impl Contact {
    fn params(&self) -> Directed {
        Directed { mu_plus: self.mu_plus, mu_minus: self.mu_minus }
    }

    fn solve(&self) -> Answer {
        let reaction = CoulombDirected::impulse(&self.params(), self.h, self.loose, false);
        let impulse = reaction.impulse;
        Answer { impulse, end: self.loose + Planar::respond(self.h, impulse), sticks: reaction.sticks }
    }

    fn det(&self) -> f64 {
        self.h.tt * self.h.nn - self.h.tn * self.h.tn
    }

    /// Squared velocity that rounding refers to.
    fn reach(&self, impulse: Vector<f64, 2>) -> f64 {
        Planar::reach(self.h, self.loose, impulse)
    }

    /// The condition number of H, or a little more.
    fn condition(&self) -> f64 {
        Planar::weight(self.h).powi(2) / self.det()
    }

    /// `H_nn - mu+ H_tn` and `H_nn + mu- H_tn`.
    fn margins(&self) -> [f64; 2] {
        [self.h.nn - self.mu_plus * self.h.tn, self.h.nn + self.mu_minus * self.h.tn]
    }

    /// How far P lies inside the edge D+, and inside the edge D-: both are zero or more in the cone.
    fn inside(&self, impulse: Vector<f64, 2>) -> [f64; 2] {
        let [t, n] = impulse.0;
        [t + self.mu_plus * n, self.mu_minus * n - t]
    }

    /// The point of the line Δ that leaves the sliding velocity `sigma` (Moreau 1988, (14.7)).
    fn on_delta(&self, sigma: f64) -> Vector<f64, 2> {
        let (PlanarDelassus { tt, tn, nn }, [t, n]) = (self.h, self.loose.0);
        Vector([nn * (sigma - t) + tn * n, -tn * (sigma - t) - tt * n]) * (1.0 / self.det())
    }

    fn mirrored(&self) -> Contact {
        let [t, n] = self.loose.0;
        Contact {
            h: PlanarDelassus { tn: -self.h.tn, ..self.h },
            mu_plus: self.mu_minus,
            mu_minus: self.mu_plus,
            loose: Vector([-t, n]),
        }
    }
}

fn length(v: Vector<f64, 2>) -> f64 {
    v.dot(v).sqrt()
}

fn loose() -> impl Strategy<Value = Vector<f64, 2>> {
    (-20.0..20.0, -10.0..-1e-6).prop_map(|(t, n)| Vector([t, n]))
}

/// Any positive definite H, often with one singular side.
fn any_contact() -> impl Strategy<Value = Contact> {
    (0.1..5.0, 0.1..5.0, -5.0..5.0, 0.0..5.0, 0.0..5.0, loose()).prop_map(
        |(a, b, c, mu_plus, mu_minus, loose)| Contact {
            h: Planar::delassus_of(a, b, c),
            mu_plus,
            mu_minus,
            loose,
        },
    )
}

/// The margin of one side is 0, or a relative 1e-12 above or below it. With mu a power of two, `nn = mu tn` is exact.
fn critical_contact() -> impl Strategy<Value = Contact> {
    let off = prop_oneof![Just(0.0), Just(1e-12), Just(-1e-12), -1e-12..1e-12];
    (-2..3, 0.1..5.0, 0.1..5.0, off, 0.0..5.0, any::<bool>(), loose()).prop_map(
        |(power, a, b, off, mu_minus, left, loose)| {
            let mu = 2.0_f64.powi(power);
            let h = Planar::delassus_of(a, b, a / mu);
            let contact = Contact { h, mu_plus: mu * (1.0 + off), mu_minus, loose };
            if left { contact.mirrored() } else { contact }
        },
    )
}

fn contact() -> impl Strategy<Value = Contact> {
    prop_oneof![any_contact(), critical_contact()]
}

/// H is so flat that a determinant says little, and the point of sticking lies near an edge of the cone, or on it.
fn flat_contact() -> impl Strategy<Value = Contact> {
    let off = prop_oneof![Just(0.0), -1e-15..1e-15, -1e-9..1e-9, -0.1..0.1];
    (any_contact(), -8.0..0.0, 0.01..5.0, off, any::<bool>()).prop_filter_map(
        "the contact opens",
        |(c, power, n, off, left)| {
            let h = PlanarDelassus { tt: 10.0_f64.powf(power) + c.h.tn * c.h.tn / c.h.nn, ..c.h };
            let edge = if left { c.mu_minus } else { -c.mu_plus };
            let loose = Planar::respond(h, Vector([edge * n * (1.0 + off), n])) * -1.0;
            (loose.0[1] < 0.0).then_some(Contact { h, loose, ..c })
        },
    )
}

/// Moreau 1988, (13.7)–(13.10), to the rounding of what goes into them, however flat H is.
fn satisfies_the_law(c: &Contact) -> Result<(), TestCaseError> {
    let Answer { impulse, end, sticks } = c.solve();
    let slack_u = ROUNDING * c.reach(impulse).sqrt();
    let slack_p = ROUNDING * length(impulse) * (1.0 + c.mu_plus + c.mu_minus);
    prop_assert!(impulse.0[1] > 0.0, "pulls: {impulse:?}");
    prop_assert!(end.0[1].abs() <= slack_u, "U_n = {}, slack {slack_u}", end.0[1]);
    let [to_plus, to_minus] = c.inside(impulse);
    prop_assert!(to_plus >= -slack_p && to_minus >= -slack_p, "outside the cone: {impulse:?}");
    let sigma = end.0[0];
    if sticks {
        prop_assert!(sigma.abs() <= slack_u, "sticks at {sigma}");
    } else if to_plus.abs() <= to_minus.abs() {
        prop_assert!(to_plus.abs() <= slack_p && sigma >= -slack_u, "on D+ at {sigma}");
    } else {
        prop_assert!(to_minus.abs() <= slack_p && sigma <= slack_u, "on D- at {sigma}");
    }
    Ok(())
}

/// What the program itself certifies and flags, at its own limits.
fn passes_the_certificates(c: &Contact) -> Result<(), TestCaseError> {
    let Answer { impulse, end, sticks } = c.solve();
    let (p, weight, reach) = (c.params(), Planar::weight(c.h), c.reach(impulse));
    let slide = if sticks { 0.0 } else { Planar::slide(end) };
    let residual = weight * CoulombDirected::residual(&p, impulse, end, slide, false) / reach;
    prop_assert!(residual <= ROUNDING, "residual {} epsilon", residual / f64::EPSILON);
    let cone = weight * weight * CoulombDirected::cone(&p, impulse, false) / reach;
    prop_assert!(cone <= ROUNDING, "cone {} epsilon", cone / f64::EPSILON);
    let gain = weight * 0.5 * impulse.dot(c.loose + end) / reach;
    prop_assert!(gain <= ROUNDING, "gain {} epsilon", gain / f64::EPSILON);
    Ok(())
}

/// Scans Δ: P is its point in C nearest to `-H⁻¹U_L`, and no other one satisfies the conditions.
fn is_the_only_solution(c: &Contact) -> Result<(), TestCaseError> {
    let Answer { impulse, end, sticks } = c.solve();
    let found = if sticks { 0.0 } else { end.0[0] };
    let range = 4.0 * (found.abs() + length(c.loose));
    for k in -200..=200 {
        let sigma = range * f64::from(k) / 200.0;
        // Nearer than this a point is the one found.
        if (sigma - found).abs() <= 1e-3 * range {
            continue;
        }
        let point = c.on_delta(sigma);
        let slack = ROUNDING * c.condition() * (length(impulse) + length(point));
        let [to_plus, to_minus] = c.inside(point);
        let in_cone = to_plus > slack && to_minus > slack;
        prop_assert!(!in_cone || sigma.abs() > found.abs(), "{sigma} is nearer than {found}");
        let on_its_edge = if sigma > 0.0 { to_plus } else { to_minus };
        let solves = to_plus >= -slack && to_minus >= -slack && (sigma == 0.0 || on_its_edge <= slack);
        prop_assert!(!solves, "{sigma} solves it as well as {found}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_cone_solves_the_contact_problem(c in prop_oneof![contact(), flat_contact()]) {
        satisfies_the_law(&c)?;
        passes_the_certificates(&c)?;
    }

    #[test]
    fn mirror_images_react_as_mirror_images(c in contact()) {
        let (here, there) = (c.solve(), c.mirrored().solve());
        prop_assert_eq!(there.impulse.0, [-here.impulse.0[0], here.impulse.0[1]]);
        prop_assert_eq!(here.sticks, there.sticks);
    }

    /// Powers of two only move the exponents: nothing is rounded differently.
    #[test]
    fn the_reaction_grows_with_the_velocity(c in contact(), power in -20..20) {
        let factor = 2.0_f64.powi(power);
        let scaled = Contact { loose: c.loose * factor, ..c }.solve();
        prop_assert_eq!(scaled.impulse, c.solve().impulse * factor);
        prop_assert_eq!(scaled.sticks, c.solve().sticks);
    }

    /// Painlevé: where Δ does not leave C on the side of sliding, no speed is too high to be stopped at once.
    #[test]
    fn singular_sliding_sticks_at_any_speed(c in contact(), power in -6..7) {
        let [right, left] = c.margins();
        let speed = c.loose.0[0].abs() * 10.0_f64.powi(power);
        for (margin, t) in [(right, speed), (left, -speed)] {
            if margin <= 0.0 {
                let c = Contact { loose: Vector([t, c.loose.0[1]]), ..c };
                prop_assert!(c.solve().sticks, "{c:?}");
                satisfies_the_law(&c)?;
                let told = CoulombDirected::margin(&c.params(), c.h, c.loose, false);
                prop_assert_eq!(told, margin);
            }
        }
    }

    /// The margin is what turns the closing velocity into the impulse of a contact that slides on.
    #[test]
    fn the_margin_gives_the_impulse_of_sliding(c in contact()) {
        let Answer { impulse, end, sticks } = c.solve();
        if !sticks && end.0[0] * c.loose.0[0] > 0.0 {
            let margin = CoulombDirected::margin(&c.params(), c.h, c.loose, false);
            let off = margin * impulse.0[1] + c.loose.0[1];
            prop_assert!(off.abs() <= ROUNDING * c.loose.0[1].abs(), "off by {off}");
        }
    }

    #[test]
    fn an_isotropic_contact_is_the_prox_to_the_disk(u in loose(), w in 0.1..10.0, mu in 0.0..5.0) {
        let h = PlanarDelassus { tt: w, tn: 0.0, nn: w };
        let planar = CoulombPlanar::impulse(&One { mu }, h, u, false);
        let [t, n] = u.0;
        let spatial = CoulombSoft::impulse(&Soft { mu }, w, Vector([t, 0.0, n]), false);
        let [x, y, z] = spatial.impulse.0;
        let off = length(planar.impulse - Vector([x, z]));
        prop_assert!(off <= ROUNDING * length(u) * (1.0 + mu) / w, "off by {off}");
        prop_assert_eq!(y, 0.0);
        // At the very edge of the cone rounding decides.
        let edge = (t.abs() - mu * n.abs()).abs();
        prop_assert!(planar.sticks == spatial.sticks || edge <= ROUNDING * length(u));
    }

    #[test]
    fn what_sticks_is_held_by_the_static_coefficients(c in contact(), more in 0.0..3.0, yet in 0.0..3.0) {
        let p = Static {
            mu_plus: c.mu_plus,
            mu_minus: c.mu_minus,
            static_plus: c.mu_plus + more,
            static_minus: c.mu_minus + yet,
        };
        let held = Contact { mu_plus: p.static_plus, mu_minus: p.static_minus, ..c };
        for (stuck, same) in [(true, held), (false, c)] {
            let (q, answer) = (same.params(), same.solve());
            let reaction = CoulombStatic::impulse(&p, c.h, c.loose, stuck);
            prop_assert_eq!((reaction.impulse, reaction.sticks), (answer.impulse, answer.sticks));
            let told = [
                CoulombStatic::margin(&p, c.h, c.loose, stuck),
                CoulombStatic::cone(&p, answer.impulse, stuck),
                CoulombStatic::residual(&p, answer.impulse, answer.end, answer.end.0[0].abs(), stuck),
            ];
            let expected = [
                CoulombDirected::margin(&q, c.h, c.loose, false),
                CoulombDirected::cone(&q, answer.impulse, false),
                CoulombDirected::residual(&q, answer.impulse, answer.end, answer.end.0[0].abs(), false),
            ];
            prop_assert_eq!(told, expected);
        }
    }

    /// A block on a slope pulls with `t` between both coefficients: at rest it stays, sliding it slides on.
    #[test]
    fn a_block_between_its_coefficients_holds_only_at_rest(
        mu in 0.0..2.0_f64, more in 0.1..2.0_f64, share in 0.01..0.99_f64, n in -5.0_f64..-0.1, w in 0.1..10.0, right: bool,
    ) {
        let p = Static { mu_plus: mu, mu_minus: mu, static_plus: mu + more, static_minus: mu + more };
        let h = PlanarDelassus { tt: w, tn: 0.0, nn: w };
        let pull: f64 = (mu + share * more) * -n;
        let u = Vector([if right { pull } else { -pull }, n]);
        let held = CoulombStatic::impulse(&p, h, u, true);
        prop_assert!(held.sticks && length(u + Planar::respond(h, held.impulse)) <= ROUNDING * length(u));
        let slides = CoulombStatic::impulse(&p, h, u, false);
        let rest: f64 = (u + Planar::respond(h, slides.impulse)).0[0].abs();
        prop_assert!(!slides.sticks && (rest - share * more * -n).abs() <= ROUNDING * length(u));
    }

    /// P is a continuous function of the data, whichever branch rounding takes: its error is that of the data times
    /// the condition of H where it sticks, and of the margin where it slides.
    #[test]
    fn f32_is_f64_rounded(c in contact()) {
        let narrow = |x: f64| x as f32;
        let h = PlanarDelassus { tt: narrow(c.h.tt), tn: narrow(c.h.tn), nn: narrow(c.h.nn) };
        let p = DirectedSingle { mu_plus: narrow(c.mu_plus), mu_minus: narrow(c.mu_minus) };
        let u = Vector(c.loose.0.map(narrow));
        let single = CoulombDirected::impulse(&p, h, u, false);
        // The same numbers, widened.
        let c = Contact {
            h: PlanarDelassus { tt: h.tt.into(), tn: h.tn.into(), nn: h.nn.into() },
            mu_plus: p.mu_plus.into(),
            mu_minus: p.mu_minus.into(),
            loose: Vector(u.0.map(f64::from)),
        };
        let double = c.solve();
        let mut condition = c.condition();
        if !(double.sticks && single.sticks) {
            let edge = if double.impulse.0[0] < 0.0 { 0 } else { 1 };
            condition += Planar::weight(c.h) * (1.0 + c.mu_plus + c.mu_minus) / c.margins()[edge].abs();
        }
        let off = length(Vector(single.impulse.0.map(f64::from)) - double.impulse);
        let bound = 16.0 * f64::from(f32::EPSILON) * condition * length(double.impulse);
        prop_assert!(off <= bound, "off by {off}, bound {bound}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_other_point_solves_it(c in contact()) {
        is_the_only_solution(&c)?;
    }
}

/// The residual is a real test: a reaction that is wrong in any one way does not pass it.
#[test]
fn wrong_reactions_are_noticed() {
    let h = Planar::delassus_of(1.0, 0.5, 0.8);
    let slides = Contact { h, mu_plus: 0.5, mu_minus: 0.3, loose: Vector([5.0, -1.0]) };
    let sticks = Contact { loose: Vector([-0.5, -1.0]), ..slides };
    let badness = |c: &Contact, impulse: Vector<f64, 2>| {
        let end = c.loose + Planar::respond(h, impulse);
        let slide = if c.solve().sticks { 0.0 } else { Planar::slide(end) };
        let residual = CoulombDirected::residual(&c.params(), impulse, end, slide, false);
        residual.max(CoulombDirected::cone(&c.params(), impulse, false))
    };
    for c in [slides, sticks] {
        let right = c.solve().impulse;
        assert_eq!(c.solve().sticks, c.loose == sticks.loose);
        assert!(badness(&c, right) <= ROUNDING * c.reach(right) / Planar::weight(h));
        for wrong in [[1.1, 1.0], [0.9, 1.0], [1.0, 1.1], [1.0, 0.9], [-1.0, 1.0], [0.0, 1.0]] {
            let impulse = Vector([right.0[0] * wrong[0], right.0[1] * wrong[1]]);
            assert!(badness(&c, impulse) > 1e-3, "{wrong:?} passed for {c:?}");
        }
    }
}
