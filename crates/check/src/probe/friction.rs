//! Probes of friction sets that are no disk: ellipse and polygon.

use super::given::{Given, components, of_flag};
use super::text::Call;
use super::{Draw, Probe};
use moreau::columns::Columns;
use moreau::ellipse;
use moreau::law::{CoulombEllipseParams, law_axis};
use moreau::math::{cos_turn, sin_turn};
use moreau::polygon;
use moreau::real::Scalar;
use moreau::tuple::Vector;

const UNIT: Draw = Draw::Between(0.0, 1.0);
const VELOCITY: Draw = Draw::Between(-3.0, 3.0);

/// The probe of `law_axis`.
pub fn of_axis() -> Probe {
    let call = Call::new("law_axis")
        .params("LawParams", "law", <CoulombEllipseParams<f64> as Columns<f64>>::COLUMNS)
        .say("let axis = law_axis(law);")
        .put_tuple("axis", 2);
    probe!(call, <> x: R => components(&law_axis::<R>(&x.fields())))
}

/// The semi-axes and the first one's direction, as a call reads them.
fn shape<R: Scalar>(x: &mut Given<'_, R>) -> (R, R, Vector<R, 2>) {
    let (a, b, turn) = (x.real(), x.real(), x.real());
    (a, b, Vector([cos_turn(turn), sin_turn(turn)]))
}

/// The probes of the ellipse.
pub fn of_ellipse() -> Vec<Probe> {
    let secular = |name: &'static str| {
        let call = Call::new(name).real("alpha", UNIT).real("beta", UNIT);
        call.real("d", Draw::Between(-1.0, 1.0)).real("e", Draw::Between(0.125, 2.0))
    };
    // Drawn outside: what lies within never asks for it.
    let normal = Call::new("ellipse_normal")
        .tuple("vec2<Real>", "c", 2, Draw::Between(0.75, 3.0))
        .real("ratio", UNIT)
        .say("let s = ellipse_normal(c, ratio);")
        .put_tuple("s", 2);
    let set = |name: &'static str| {
        let call = Call::new(name).tuple("vec2<Real>", "c", 2, VELOCITY);
        let call = call.real("a", Draw::Between(0.0, 2.0)).real("b", Draw::Between(0.0, 2.0));
        let call = call.real("turn", Draw::Between(-0.5, 0.5));
        call.say("let axis = vec2<Real>(cos_turn(turn), sin_turn(turn));")
            .say(&format!("let cut = {name}(c, a, b, axis);"))
    };
    vec![
        probe!(secular("ellipse_start").put_real("ellipse_start(alpha, beta, d, e)"), <> x: R => {
            vec![ellipse::ellipse_start(x.real(), x.real(), x.real(), x.real())]
        }),
        probe!(secular("ellipse_newton").put_real("ellipse_newton(alpha, beta, d, e)"), <> x: R => {
            vec![ellipse::ellipse_newton(x.real(), x.real(), x.real(), x.real())]
        }),
        probe!(normal, <> x: R => components(&ellipse::ellipse_normal::<R>(x.tuple(), x.real()))),
        probe!(set("project_ellipse").put_tuple("cut.point", 2).put_flag("cut.inside"), <> x: R => {
            let c = x.tuple();
            let (a, b, axis) = shape(&mut x);
            let (point, inside) = ellipse::project_ellipse(c, a, b, axis);
            vec![point.0[0], point.0[1], of_flag(inside)]
        }),
        probe!(set("prox_ellipse").put_tuple("cut", 2), <> x: R => {
            let c = x.tuple();
            let (a, b, axis) = shape(&mut x);
            components(&ellipse::prox_ellipse(c, a, b, axis))
        }),
        probe!(set("ellipse_excess").put_real("cut"), <> x: R => {
            let p = x.tuple();
            let (a, b, axis) = shape(&mut x);
            vec![ellipse::ellipse_excess(p, a, b, axis)]
        }),
        probe!(set("ellipse_support").put_real("cut"), <> x: R => {
            let v = x.tuple();
            let (a, b, axis) = shape(&mut x);
            vec![ellipse::ellipse_support(v, a, b, axis)]
        }),
    ]
}

/// The probes of the polygon.
pub fn of_polygon() -> Vec<Probe> {
    // Directions away from those of the drawn velocities' ends: at a corner either side is right.
    let axis = Draw::Between(0.013, 0.017);
    let sides = Draw::OneOf(&[3.0, 4.0, 5.0, 7.0, 8.0, 12.0, 15.0, 16.0]);
    let set = |name: &'static str| {
        let call = Call::new(name).tuple("vec2<Real>", "c", 2, VELOCITY).real("r", Draw::Between(0.0, 2.0));
        let call = call.real("sides", sides).real("axis", axis);
        call.say(&format!("let cut = {name}(c, r, sides, axis);"))
    };
    let direction = Call::new("polygon_direction")
        .tuple("vec2<Real>", "c", 2, VELOCITY)
        .real("sides", sides)
        .real("first", axis)
        .say("let v = polygon_direction(c, sides, first);")
        .put_tuple("v", 2);
    vec![
        probe!(direction, <> x: R => {
            components(&polygon::polygon_direction::<R>(x.tuple(), x.real(), x.real()))
        }),
        probe!(set("project_polygon").put_tuple("cut.point", 2).put_flag("cut.inside"), <> x: R => {
            let (point, inside) = polygon::project_polygon(x.tuple(), x.real(), x.real(), x.real());
            vec![point.0[0], point.0[1], of_flag(inside)]
        }),
        probe!(set("prox_polygon").put_tuple("cut", 2), <> x: R => {
            components(&polygon::prox_polygon::<R>(x.tuple(), x.real(), x.real(), x.real()))
        }),
        probe!(set("polygon_excess").put_real("cut"), <> x: R => {
            vec![polygon::polygon_excess(x.tuple(), x.real(), x.real(), x.real())]
        }),
        probe!(set("polygon_support").put_real("cut"), <> x: R => {
            vec![polygon::polygon_support(x.tuple(), x.real(), x.real(), x.real())]
        }),
    ]
}
