//! Probes of what the double pendulum has beyond the functions of every model.

use super::given::{Given, components};
use super::text::Call;
use super::{Draw, Probe};
use moreau::model::Kane;
use moreau::real::Scalar;

/// The probes of its geometry and its mass matrix.
pub fn of_pendulum() -> Vec<Probe> {
    let pendulum = Call::new("model_pendulum").q::<Kane>().say("let p = model_pendulum(q);");
    let pendulum = pendulum.put_tuple("p.sin", 2).put_tuple("p.cos", 2).put_real("p.between");
    let mobility = Call::new("model_mobility")
        .real("between", Draw::Between(-1.0, 1.0))
        .u::<Kane>()
        .say("let v = model_mobility(between, u);")
        .put_tuple("v", 2);
    let metric =
        Call::new("model_metric").real("inverse_inertia", Draw::Between(0.5, 1.5)).q::<Kane>().u::<Kane>();
    let metric = metric
        .tuple("Coords", "v", 2, Draw::Between(-3.0, 3.0))
        .put_real("model_metric(inverse_inertia, q, u, v)");
    vec![
        probe!(pendulum, <> x: R => {
            let p = Kane::pendulum::<R>(x.tuple());
            [components(&p.sin), components(&p.cos), vec![p.between]].concat()
        }),
        probe!(mobility, <> x: R => components(&Kane::mobility::<R>(x.real(), x.tuple()))),
        probe!(metric, <> x: R => vec![Kane::metric::<R>(x.real(), x.tuple(), x.tuple(), x.tuple())]),
    ]
}
