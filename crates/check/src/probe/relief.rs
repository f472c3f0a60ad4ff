//! Probes of the spline through a relief.

use super::given::{Given, components, numbers};
use super::text::Call;
use super::{Draw, Probe};
use moreau::model::{HeightField, Rise, relief_at};
use moreau::real::Scalar;
use moreau::relief::{current, relief_along};
use moreau::tuple::{Tuple, Vector};

/// A weight or a coefficient.
const NUMBER: Draw = Draw::Between(-2.0, 2.0);
/// A place in the table that every relief has, with three behind it.
const PLACES: u32 = 24;

/// The probes of `shaders/relief.wgsl`, and of the surface itself, from before the built-in grid to behind it.
pub fn of_relief() -> Vec<Probe> {
    let along = Call::new("relief_along")
        .real("s", Draw::Between(-4.0, 20.0))
        .real("last", Draw::OneOf(&[3.0, 7.0, 15.0]))
        .say("let a = relief_along(s, last);")
        .put_choice("a.cell")
        .put_tuple("a.height", 4)
        .put_tuple("a.slope", 4)
        .put_tuple("a.bend", 4);
    let four = Call::new("relief_four").whole("at", PLACES).say("let c = relief_four(at);").put_tuple("c", 4);
    let sum = Call::new("relief_sum")
        .tuple("vec4<Real>", "weights", 4, NUMBER)
        .tuple("vec4<Real>", "c", 4, NUMBER)
        .put_real("relief_sum(weights, c)");
    let at = Call::new("relief_at")
        .setup::<HeightField>()
        .real("px", Draw::Between(-2.25, 2.25))
        .real("py", Draw::Between(-2.25, 2.25))
        .say("let h = relief_at(c, px, py);")
        .put_fields("h", <Rise<f64> as moreau::columns::Fields<f64>>::NAMES);
    vec![
        probe!(along, <> x: R => {
            let a = relief_along(x.real(), x.real());
            [vec![a.cell], components(&a.height), components(&a.slope), components(&a.bend)].concat()
        }),
        probe!(four, <> x: R => {
            let at = x.whole() as usize;
            current().table::<R>()[at..at + 4].to_vec()
        }),
        probe!(sum, <> x: R => {
            let weights: Vector<R, 4> = x.tuple();
            vec![weights.dot(x.tuple())]
        }),
        probe!(at, <> x: R => {
            let c = x.setup::<HeightField>();
            numbers(&relief_at(&c, x.real(), x.real()))
        }),
    ]
}
