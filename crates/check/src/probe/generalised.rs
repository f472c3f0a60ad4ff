//! Probes of friction in generalised forces: the set, its flow rule, and what the law has beyond the functions of every law.

use super::given::{Given, of_flag};
use super::law::{law_params, problem};
use super::text::Call;
use super::{Draw, Probe};
use moreau::friction_set::{FrictionSet, set_domain, set_flow, set_of, set_side, set_support};
use moreau::law::{Generalised, generalised_rebound, generalised_slip};
use moreau::real::Scalar;
use moreau::space::{Planar, PlanarDelassus};

/// The factors of a set: now and then one that is not positive, never one that is nearly 0.
const FACTOR: Draw = Draw::OneOf(&[-1.0, 0.0, 0.25, 0.75, 1.0, 1.5, 3.0]);

fn set(name: &'static str) -> Call {
    let call =
        Call::new(name).real("plus", FACTOR).real("minus", FACTOR).real("reach", Draw::Between(0.0, 2.0));
    call.say("let bounds = FrictionSet(plus, minus, reach);")
}

fn read_set<R: Scalar>(x: &mut Given<'_, R>) -> FrictionSet<R> {
    FrictionSet { plus: x.real(), minus: x.real(), reach: x.real() }
}

/// The probes of the set and of the law.
pub fn of_generalised() -> Vec<Probe> {
    let along = |name: &'static str| set(name).real("v", Draw::Between(-3.0, 3.0));
    let of = Call::new("set_of").real("tt", Draw::Between(2.0, 4.0)).real("tn", Draw::Between(-1.0, 1.0));
    let of = of.real("nn", Draw::Between(0.75, 1.5)).real("mu", Draw::Between(0.0, 2.0));
    let of = of.say("let s = set_of(PlanarDelassus(tt, tn, nn), mu);");
    let flow =
        along("set_flow").real("kappa", Draw::Between(0.0, 2.0)).real("lambda", Draw::Between(0.0, 2.0));
    let flow = flow.say("let f = set_flow(bounds, kappa, lambda, v);").put_real("f.a").put_flag("f.stops");
    let rebound = problem::<Planar>(law_params::<Planar, Generalised>(Call::new("law_rebound")));
    let slip = problem::<Planar>(Call::new("law_slip")).local::<Planar>("v").put_real("law_slip(a, v)");
    vec![
        probe!(of.put_real("s.plus").put_real("s.minus").put_real("s.reach"), <> x: R => {
            let h = PlanarDelassus { tt: x.real(), tn: x.real(), nn: x.real() };
            let s = set_of(h, x.real());
            vec![s.plus, s.minus, s.reach]
        }),
        probe!(along("set_side").put_real("set_side(bounds, v)"), <> x: R => {
            vec![set_side(read_set(&mut x), x.real())]
        }),
        probe!(along("set_domain").put_flag("set_domain(bounds, v)"), <> x: R => {
            vec![of_flag(set_domain(read_set(&mut x), x.real()))]
        }),
        probe!(along("set_support").put_real("set_support(bounds, v)"), <> x: R => {
            vec![set_support(read_set(&mut x), x.real())]
        }),
        probe!(flow, <> x: R => {
            let (set, v) = (read_set(&mut x), x.real());
            let (a, stops) = set_flow(set, x.real(), x.real(), v);
            vec![a, of_flag(stops)]
        }),
        probe!(rebound.put_real("law_rebound(law, a)"), <> x: R => {
            let p = x.fields();
            vec![generalised_rebound(&p, &x.problem())]
        }),
        probe!(slip, <> x: R => {
            let a = x.problem();
            vec![generalised_slip(&a, x.tuple())]
        }),
    ]
}
