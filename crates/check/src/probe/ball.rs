//! Probes of the ball's geometry.

use super::given::{Given, components};
use super::text::Call;
use super::{Draw, Probe};
use moreau::model::{Ball, ball_axis, ball_lowest, ball_spin, cross_add, cross_of};
use moreau::real::Scalar;

const NUMBER: Draw = Draw::Between(-2.0, 2.0);

fn vector(call: Call, name: &str) -> Call {
    call.tuple("vec3<Real>", name, 3, NUMBER)
}

/// The probes of the ball's geometry.
pub fn of_ball() -> Vec<Probe> {
    let cross = vector(vector(Call::new("cross_of"), "a"), "b").say("let v = cross_of(a, b);");
    let add = vector(vector(vector(Call::new("cross_add"), "p"), "a"), "b");
    let add = add.say("let v = cross_add(p, a, b);");
    let axis = Call::new("ball_axis").q::<Ball>().say("let v = ball_axis(q);");
    let lowest = vector(Call::new("ball_lowest").setup::<Ball>(), "a").say("let v = ball_lowest(c, a);");
    let spin = vector(vector(Call::new("ball_spin").setup::<Ball>(), "a"), "l");
    let spin = spin.say("let v = ball_spin(c, a, l);");
    vec![
        probe!(cross.put_tuple("v", 3), <> x: R => components(&cross_of::<R>(x.tuple(), x.tuple()))),
        probe!(add.put_tuple("v", 3), <> x: R => {
            components(&cross_add::<R>(x.tuple(), x.tuple(), x.tuple()))
        }),
        probe!(axis.put_tuple("v", 4), <> x: R => components(&ball_axis::<R>(x.tuple()))),
        probe!(lowest.put_tuple("v", 3), <> x: R => {
            components(&ball_lowest(&x.setup::<Ball>(), x.tuple()))
        }),
        probe!(spin.put_tuple("v", 3), <> x: R => {
            components(&ball_spin(&x.setup::<Ball>(), x.tuple(), x.tuple()))
        }),
    ]
}
