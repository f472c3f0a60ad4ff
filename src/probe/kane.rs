//! Probes of what the double pendulum has beyond the functions of every model.

use super::given::{Given, components};
use super::text::Call;
use super::{Draw, Probe};
use crate::model::Kane;
use crate::real::Scalar;

/// The probes of its geometry and its mass matrix.
pub fn of_pendulum() -> Vec<Probe> {
    let pendulum = Call::new("model_pendulum").q::<Kane>().say("let p = model_pendulum(q);");
    let pendulum = pendulum.put_tuple("p.sin", 2).put_tuple("p.cos", 2).put_real("p.between");
    let mobility = Call::new("model_mobility")
        .real("between", Draw::Between(-1.0, 1.0))
        .u::<Kane>()
        .say("let v = model_mobility(between, u);")
        .put_tuple("v", 2);
    let kinetic = Call::new("model_kinetic").real("inverse_inertia", Draw::Between(0.5, 1.5));
    let kinetic = kinetic.q::<Kane>().u::<Kane>().put_real("model_kinetic(inverse_inertia, q, u)");
    vec![
        probe!(pendulum, <> x: R => {
            let p = Kane::pendulum::<R>(x.tuple());
            [components(&p.sin), components(&p.cos), vec![p.between]].concat()
        }),
        probe!(mobility, <> x: R => components(&Kane::mobility::<R>(x.real(), x.tuple()))),
        probe!(kinetic, <> x: R => vec![Kane::kinetic::<R>(x.real(), x.tuple(), x.tuple())]),
    ]
}
