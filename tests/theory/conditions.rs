//! Every listed solution keeps its conditions, and none is missing: for random contacts of every kind.

use moreau::cone::cone_impulse;
use moreau::space::PlanarDelassus;
use moreau::theory::{Case, Contact, Jump, Mode, Motion, Sense, Solution};
use moreau::tuple::Vector;
use proptest::prelude::*;

use super::{judge, modes, theory};

/// Any contact: open, closing, resting, sliding; its push of either sign or zero; some without friction.
fn contacts() -> impl Strategy<Value = Contact> {
    let friction = || prop_oneof![1 => Just(0.0), 9 => 0.0..6.0];
    (
        (prop_oneof![9 => Just(0.0), 1 => Just(1.0)], prop_oneof![2 => Just(0.0), 1 => -2.0..2.0]),
        prop_oneof![1 => Just(0.0), 2 => -5.0..5.0],
        (0.2..3.0, 0.2..3.0, -3.0..3.0),
        (-9.0..9.0, prop_oneof![9 => -9.0..9.0, 1 => Just(0.0)]),
        (friction(), friction()),
    )
        .prop_map(|((gap, normal), slide, (nn, spare, tn), (free_t, free_n), (mu_plus, mu_minus))| {
            Contact {
                gap,
                velocity: [slide, normal],
                h: PlanarDelassus { tt: spare + tn * tn / nn, tn, nn },
                free: [free_t, free_n],
                mu_plus,
                mu_minus,
                touch: 1e-12,
                still: 1e-12,
            }
        })
}

/// The reaction of one mode, and what slides after it: `before` becomes `(0, 0)`, or `(rate, 0)` by a reaction on the
/// edge against which it slips.
fn mode_of(c: &Contact, before: [f64; 2], slips: Option<Sense>) -> ([f64; 2], f64) {
    let h = c.h;
    if let Some(sense) = slips {
        let edge = if sense == Sense::Right { -c.mu_plus } else { c.mu_minus };
        let normal = -before[1] / (h.tn * edge + h.nn);
        let reaction = [edge * normal, normal];
        return (reaction, before[0] + h.tt * reaction[0] + h.tn * reaction[1]);
    }
    // Gauss, where the crate uses Cramer.
    let factor = h.tn / h.nn;
    let tangent = (factor * before[1] - before[0]) / (h.tt - factor * h.tn);
    ([tangent, -(before[1] + h.tn * tangent) / h.nn], 0.0)
}

/// How clearly a mode holds: the least of what must be positive, each relative to its own scale.
fn slack(c: &Contact, slips: Option<Sense>, [t, n]: [f64; 2], rate: f64) -> f64 {
    let relative = |x: f64, scale: f64| x / (scale + f64::MIN_POSITIVE);
    match slips {
        Some(Sense::Right) => relative(n, n.abs()).min(rate),
        Some(Sense::Left) => relative(n, n.abs()).min(-rate),
        None => {
            let size = t.abs() + n.abs();
            relative(n, size).min(relative(t + c.mu_plus * n, size)).min(relative(c.mu_minus * n - t, size))
        }
    }
}

/// All modes in which a reaction keeps Coulomb's law while `a_n` or `U_n` is zero; `None` if one is too close to call.
fn modes_by_scan(c: &Contact, before: [f64; 2]) -> Option<Vec<[f64; 2]>> {
    const CLEAR: f64 = 1e-7;
    let mut found = Vec::new();
    for slips in [None, Some(Sense::Right), Some(Sense::Left)] {
        let (reaction, rate) = mode_of(c, before, slips);
        let slack = slack(c, slips, reaction, rate);
        if slack.is_nan() || slack.abs() < CLEAR {
            return None;
        }
        found.extend((slack > 0.0).then_some(reaction));
    }
    Some(found)
}

fn forces(solutions: &[Solution]) -> Vec<[f64; 2]> {
    let force = |solution: &Solution| match solution {
        Solution::Force { mode, force, .. } if !matches!(mode, Mode::LiftsOff | Mode::Grazes) => Some(*force),
        _ => None,
    };
    solutions.iter().filter_map(force).collect()
}

/// Whether two lists have the same members, in any order.
fn same(a: &[[f64; 2]], b: &[[f64; 2]]) -> bool {
    let near = |x: &[f64; 2], y: &[f64; 2]| judge::agree(*x, *y, 1e3 * (x[0].abs() + x[1].abs()));
    a.len() == b.len() && a.iter().all(|x| b.iter().any(|y| near(x, y)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_listed_solution_keeps_its_conditions(c in contacts()) {
        let answer = theory(&c);
        prop_assert!(!answer.solutions.is_empty(), "theory always has an answer");
        for solution in &answer.solutions {
            prop_assert!(judge::solution(&c, solution).is_ok(), "{:?}", judge::solution(&c, solution));
        }
        if c.motion() != Motion::Apart {
            for jump in &answer.jumps.outcomes {
                prop_assert!(judge::jump(&c, jump).is_ok(), "{:?}", judge::jump(&c, jump));
            }
        }
    }

    /// The judge's own control: a thousandth more or less of a reaction is refused.
    #[test]
    fn a_solution_that_is_a_little_wrong_is_refused(c in contacts(), part in 0..2usize, more in any::<bool>()) {
        let factor = if more { 1.001 } else { 0.999 };
        for solution in theory(&c).solutions {
            let wrong = match solution {
                Solution::Force { mode, mut force, acceleration } if force[part] != 0.0 => {
                    force[part] *= factor;
                    Solution::Force { mode, force, acceleration }
                }
                Solution::Impulse(Jump { mut impulse, after }) if impulse[part] != 0.0 => {
                    impulse[part] *= factor;
                    Solution::Impulse(Jump { impulse, after })
                }
                _ => continue,
            };
            prop_assert!(judge::solution(&c, &wrong).is_err(), "accepted: {wrong:?}");
        }
    }

    #[test]
    fn no_force_on_a_resting_contact_is_missing(mut c in contacts()) {
        (c.gap, c.velocity) = (0.0, [0.0, 0.0]);
        prop_assume!(c.push() != 0.0);
        let answer = theory(&c);
        let lifts = modes(&answer).contains(&Mode::LiftsOff);
        prop_assert_eq!(lifts, c.push() > 0.0);
        let Some(found) = modes_by_scan(&c, c.free) else { return Err(TestCaseError::reject("too close to call")) };
        prop_assert!(same(&forces(&answer.solutions), &found), "{:?} and by scan {:?}", answer.solutions, found);
        // Pressed, it is Moreau's impact with accelerations: one solution. Else it opens, alone or with two others.
        if c.push() < 0.0 {
            let (impact, _) = cone_impulse(c.h, c.mu_plus, c.mu_minus, Vector(c.free));
            prop_assert!(same(&found, &[impact.0]));
        } else {
            prop_assert!([0, 2].contains(&found.len()));
        }
    }

    #[test]
    fn no_force_on_a_sliding_contact_is_missing(mut c in contacts(), slide in 0.1..5.0f64, left in any::<bool>()) {
        (c.gap, c.velocity) = (0.0, [if left { -slide } else { slide }, 0.0]);
        let sense = if left { Sense::Left } else { Sense::Right };
        prop_assume!(c.push() != 0.0);
        let answer = theory(&c);
        // The one mode with a force: on this edge, whatever the acceleration along it.
        let (force, _) = mode_of(&c, c.free, Some(sense));
        let slides: Vec<[f64; 2]> = (force[1] > 0.0).then_some(force).into_iter().collect();
        prop_assert!(same(&forces(&answer.solutions), &slides));
        prop_assert_eq!(modes(&answer).contains(&Mode::LiftsOff), c.push() > 0.0);
        // Jumps by Moreau's modes: on an edge P_n = -U_n/margin = 0, so only the sudden stop is left to look at.
        let (stop, _) = mode_of(&c, c.velocity, None);
        let clear = slack(&c, None, stop, 0.0);
        prop_assume!(clear.abs() > 1e-7);
        prop_assert_eq!(answer.jumps.stop().is_some(), clear > 0.0);
        prop_assert_eq!(clear > 0.0, c.margin(sense) < 0.0);
        let count = usize::from(clear > 0.0) + answer.finite_forces();
        prop_assert_eq!(answer.solutions.len(), count);
    }
}

/// What is degenerate is said to be: no number is invented.
#[test]
fn a_push_of_zero_grazes_and_a_margin_of_zero_too_leaves_the_force_open() {
    let h = PlanarDelassus { tt: 9.0, tn: 2.0, nn: 1.0 };
    let at = |mu_plus: f64, slide: f64, free: [f64; 2]| Contact {
        gap: 0.0,
        velocity: [slide, 0.0],
        h,
        free,
        mu_plus,
        mu_minus: 0.1,
        touch: 0.0,
        still: 0.0,
    };
    // Margins 1/2, 0 and -1 for sliding to the right.
    let told = |c: Contact| (modes(&theory(&c)), theory(&c).jumps.case);
    assert_eq!(told(at(0.25, 1.0, [3.0, 0.0])), (vec![Mode::Grazes], Case::NoJump));
    assert_eq!(told(at(1.0, 1.0, [3.0, 0.0])), (vec![Mode::Grazes], Case::PossibleJump));
    assert_eq!(told(at(0.5, 1.0, [3.0, 0.0])), (vec![Mode::AnyForce], Case::Segment));
    // With a margin of zero no force holds what is pressed, and what is not lifts off: never three.
    assert_eq!(told(at(0.5, 1.0, [3.0, -1.0])), (vec![], Case::Segment));
    assert_eq!(told(at(0.5, 1.0, [3.0, 1.0])), (vec![Mode::LiftsOff], Case::Segment));
    // At rest the same, with the acceleration in the place of the velocity.
    assert_eq!(told(at(0.25, 0.0, [3.0, 0.0])), (vec![Mode::Grazes], Case::Rest));
    assert_eq!(told(at(1.0, 0.0, [3.0, 0.0])), (vec![Mode::Grazes, Mode::Sticks], Case::Rest));
    assert_eq!(told(at(0.5, 0.0, [3.0, 0.0])), (vec![Mode::AnyForce, Mode::Sticks], Case::Rest));
    assert_eq!(told(at(0.5, 0.0, [0.0, 0.0])), (vec![Mode::Grazes], Case::Rest));
}
