//! The laws of the planar cone: where their coefficients come from, the particle as a special case, f32.

use moreau::law::{CoulombDirected, CoulombPlanar, CoulombSoft, CoulombStatic, Law, Problem};
use moreau::space::{Isotropic, Planar, PlanarDelassus, Space};
use moreau::tuple::Vector;
use proptest::prelude::*;

use crate::{Contact, ROUNDING, contact, length, loose};

type DirectedSingle = <CoulombDirected as Law<Planar>>::Params<f32>;
type One = <CoulombPlanar as Law<Planar>>::Params<f64>;
type Soft = <CoulombSoft as Law<Isotropic>>::Params<f64>;
type Static = <CoulombStatic as Law<Planar>>::Params<f64>;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn an_isotropic_contact_is_the_prox_to_the_disk(u in loose(), w in 0.1..10.0, mu in 0.0..5.0) {
        let h = PlanarDelassus { tt: w, tn: 0.0, nn: w };
        let planar = CoulombPlanar::impulse(&One { mu }, &Problem::active(h, u, false));
        let [t, n] = u.0;
        let spatial = CoulombSoft::impulse(&Soft { mu }, &Problem::active(w, Vector([t, 0.0, n]), false));
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
            let reaction = CoulombStatic::impulse(&p, &c.asked(stuck));
            prop_assert_eq!((reaction.impulse, reaction.sticks), (answer.impulse, answer.sticks));
            let told = [
                CoulombStatic::margin(&p, &c.asked(stuck)),
                CoulombStatic::cone(&p, &c.asked(stuck), answer.impulse),
                CoulombStatic::residual(&p, &c.asked(stuck), answer.impulse, answer.end, answer.end.0[0].abs()),
            ];
            let expected = [
                CoulombDirected::margin(&q, &c.asked(false)),
                CoulombDirected::cone(&q, &c.asked(false), answer.impulse),
                CoulombDirected::residual(&q, &c.asked(false), answer.impulse, answer.end, answer.end.0[0].abs()),
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
        let held = CoulombStatic::impulse(&p, &Problem::active(h, u, true));
        prop_assert!(held.sticks && length(u + Planar::respond(h, held.impulse)) <= ROUNDING * length(u));
        let slides = CoulombStatic::impulse(&p, &Problem::active(h, u, false));
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
        let single = CoulombDirected::impulse(&p, &Problem::active(h, u, false));
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
