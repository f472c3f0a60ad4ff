//! Probes of what a curved boundary adds to a model.

use super::Probe;
use super::given::{Given, components};
use super::text::Call;
use moreau::model::Curved;
use moreau::real::Scalar;

/// The probes of the normal of a curved boundary, and of how it turns.
pub fn of_curved<M: Curved>() -> Vec<Probe> {
    let at = |name: &'static str| Call::new(name).setup::<M>().q::<M>();
    let normal = at("model_normal").say("let n = model_normal(c, q);").put_tuple("n", 3);
    let bend = at("model_bend").u::<M>().put_real("model_bend(c, q, u)");
    vec![
        probe!(normal, <M: Curved> x: R => {
            let c = x.setup::<M>();
            components(&M::normal(&c, x.tuple()))
        }),
        probe!(bend, <M: Curved> x: R => {
            let c = x.setup::<M>();
            vec![M::bend(&c, x.tuple(), x.tuple())]
        }),
    ]
}
