//! Probes of the rod's geometry.

use super::given::{Given, components};
use super::text::Call;
use super::{Draw, Probe};
use moreau::model::{Rod, rod_arms, rod_axis, rod_ends, rod_gaps, rod_height, rod_inner};
use moreau::real::Scalar;

/// The probes of what the rod's WGSL has beyond the functions of every model.
pub fn of_rod() -> Vec<Probe> {
    let part = |call: Call, name: &str| call.real(name, Draw::Between(-1.0, 1.0));
    let pair = |call: Call, name: &str| call.tuple("vec2<Real>", name, 2, Draw::Between(-1.0, 1.0));
    let slope = |name: &'static str| part(part(Call::new(name), "sine"), "cosine");
    let axis = part(Call::new("rod_axis"), "theta").say("let a = rod_axis(theta);").put_tuple("a", 2);
    let arms = pair(part(part(slope("rod_arms"), "l"), "rho"), "axis")
        .say("let a = rod_arms(sine, cosine, l, rho, axis);")
        .put_tuple("a", 2);
    let height = pair(slope("rod_height"), "arms").q::<Rod>().put_real("rod_height(sine, cosine, arms, q)");
    let ends = part(part(Call::new("rod_ends").setup::<Rod>(), "rho"), "theta")
        .say("let a = rod_ends(c, rho, theta);")
        .put_tuple("a", 4);
    let gaps = Call::new("rod_gaps").setup::<Rod>().q::<Rod>().say("let a = rod_gaps(c, q);");
    let inner = part(Call::new("rod_inner").setup::<Rod>(), "theta")
        .say("let a = rod_inner(c, rod_axis(theta));")
        .put_tuple("a", 4);
    vec![
        probe!(axis, <> x: R => components(&rod_axis(x.real()))),
        probe!(arms, <> x: R => {
            components(&rod_arms(x.real(), x.real(), x.real(), x.real(), x.tuple()))
        }),
        probe!(height, <> x: R => vec![rod_height(x.real(), x.real(), x.tuple(), x.tuple())]),
        probe!(ends, <> x: R => {
            let c = x.setup::<Rod>();
            components(&rod_ends(&c, x.real(), x.real()))
        }),
        probe!(gaps.put_tuple("a", 2), <> x: R => {
            let c = x.setup::<Rod>();
            components(&rod_gaps(&c, x.tuple()))
        }),
        probe!(inner, <> x: R => {
            let c = x.setup::<Rod>();
            components(&rod_inner(&c, rod_axis(x.real())))
        }),
    ]
}
