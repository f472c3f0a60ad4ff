//! Probes of what models with a delay have.

use super::given::{Given, components, numbers};
use super::text::Call;
use super::triple::STEP;
use super::{Draw, Probe};
use moreau::columns::Fields;
use moreau::delay::{Lag, lag_between, lag_of, lag_time};
use moreau::model::Model;
use moreau::real::Scalar;
use moreau::tuple::Tuple;

/// A delay from none to a few steps.
const DELAY: Draw = Draw::Between(0.0, 3.0);

/// An argument `lag`, with a whole number of steps.
fn lag(call: Call) -> Call {
    let call = call.real("whole", Draw::Whole(100)).real("part", Draw::Between(0.0, 1.0));
    call.say("let lag = Lag(whole, part);")
}

/// The probes of a model that looks back.
pub(super) fn of_delay<M: Model>() -> Vec<Probe> {
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let coords = |call: Call, name: &str| call.tuple("Coords", name, dof, Draw::Between(-2.0, 2.0));
    let of = Call::new("lag_of").real("tau", DELAY).real("h", STEP).say("let lag = lag_of(tau, h);");
    // Where τ/h is nearly whole the two parts may turn together; the sum is what counts.
    let of = of.put_real("lag.whole + lag.part");
    let time = lag(Call::new("lag_time")).real("k", Draw::Whole(100)).real("h", STEP);
    let between = coords(coords(lag(Call::new("lag_between")), "newer"), "older");
    let between = between.say("let q = lag_between(lag, newer, older);").put_tuple("q", dof);
    let past = Call::new("model_past").setup::<M>().real("t", Draw::Between(-3.0, 0.0));
    let past = past.say("let q = model_past(c, t);").put_tuple("q", dof);
    let recall = coords(Call::new("model_recall").drive::<M>(), "q").say("let r = model_recall(d, q);");
    let recall = recall.put_fields("r", <M::Drive<f64> as Fields<f64>>::NAMES);
    vec![
        probe!(of, <> x: R => {
            let lag = lag_of::<R>(x.real(), x.real());
            vec![lag.whole + lag.part]
        }),
        probe!(time.put_real("lag_time(lag, k, h)"), <> x: R => {
            let lag: Lag<R> = x.fields();
            vec![lag_time(&lag, x.real(), x.real())]
        }),
        probe!(between, <M: Model> x: R => {
            let lag: Lag<R> = x.fields();
            components(&lag_between::<R, M::Coords<R>>(&lag, x.tuple(), x.tuple()))
        }),
        probe!(Call::new("model_lag").setup::<M>().put_real("model_lag(c)"), <M: Model> x: R => {
            vec![M::lag(&x.setup::<M>())]
        }),
        probe!(past, <M: Model> x: R => components(&M::past(&x.setup::<M>(), x.real()))),
        probe!(recall, <M: Model> x: R => {
            let d = x.fields::<M::Drive<R>>();
            numbers(&M::recall(d, x.tuple()))
        }),
    ]
}
