//! `moreau converge`: the orders that theory gives, phase by phase, and its refusals.

use moreau::backend::Backend;
use moreau::converge::{Convergence, Ladder, Order, Phase, converge};
use moreau::study::Study;

fn settled(preset: &str, changes: &[&str], halvings: u32) -> Convergence {
    let study = Study::preset(preset).unwrap().set(changes.iter().copied()).unwrap();
    let ladder = Ladder { halvings, members: 12, instants: 50, norms: false };
    converge(study, ladder, &mut Backend::cpu(2), &mut |_| {}).unwrap()
}

fn orders(found: &Convergence, phase: Phase) -> [Order; 2] {
    found.phases.iter().find(|settling| settling.phase == phase).expect("the phase occurs").orders
}

/// Gravity is constant: a parabola is exact, and so is a slide from the start. A landing is known to a step.
#[test]
fn a_throw_is_exact_in_flight_and_of_first_order_after_landing() {
    let found = settled("throw", &["duration=1", "h=4e-3"], 5);
    assert!(orders(&found, Phase::Flight).iter().all(|order| matches!(order, Order::Exact)), "{found}");
    let [Order::Fitted { order, .. }, _] = orders(&found, Phase::LaterSlide) else { panic!("{found}") };
    // The instant of landing is off by a random part of a step, so that the fit scatters.
    assert!((order - 1.0).abs() < 0.5, "{found}");
    let [_, velocity] = orders(&found, Phase::LaterStick);
    assert!(matches!(velocity, Order::Exact), "rest is exact: {found}");
}

#[test]
fn a_slide_from_the_start_is_exact() {
    let found = settled("incline", &["duration=0.3", "h=2e-3"], 4);
    assert!(orders(&found, Phase::Slide).iter().all(|order| matches!(order, Order::Exact)), "{found}");
}

/// A flight over the conveyor feels a force that depends on velocity: order 1 (MODELS of the papers, Sec. 6).
#[test]
fn a_force_that_depends_on_velocity_leaves_order_one() {
    let changes = ["duration=0.05", "h=2.5e-4", "z0=50", "uy0=30", "y0={linspace=[5, 60]}"];
    let found = settled("conveyor", &changes, 5);
    for order in orders(&found, Phase::Flight) {
        let Order::Fitted { order, .. } = order else { panic!("{found}") };
        assert!((order - 1.0).abs() < 0.1, "{found}");
    }
}

#[test]
fn a_step_that_is_no_number_and_too_few_halvings_are_refused() {
    let ladder = Ladder { halvings: 4, members: 4, instants: 10, norms: false };
    let run = |study: Study, ladder| converge(study, ladder, &mut Backend::cpu(1), &mut |_| {});
    let varied = Study::preset("catastrophe").unwrap();
    let said = run(varied, ladder).unwrap_err().to_string();
    assert!(said.contains('h') && said.contains("one number"), "{said}");
    let said =
        run(Study::preset("throw").unwrap(), Ladder { halvings: 1, ..ladder }).unwrap_err().to_string();
    assert!(said.contains("halvings") && said.contains("[2, 12]"), "{said}");
}
