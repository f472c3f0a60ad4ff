//! Probes of the polygon by its symmetries.

use super::given::{Given, components, of_flag};
use super::text::Call;
use super::{Draw, Probe};
use moreau::fold::*;
use moreau::real::Scalar;
use moreau::tuple::{Tuple, Vector};

const POINT: Draw = Draw::Between(-3.0, 3.0);
const RADIUS: Draw = Draw::Between(0.125, 3.0);
const FACETS: Draw = Draw::OneOf(&[0.0, 4.0, 8.0, 16.0]);
const CORNERS: Draw = Draw::OneOf(&[4.0, 8.0, 16.0]);

fn point(call: Call, name: &str) -> Call {
    call.tuple("vec2<Real>", name, 2, POINT)
}

/// A polygon `shape`, and a point `c`.
fn polygon(name: &'static str) -> Call {
    point(Call::new(name).real("facets", CORNERS).say("let shape = fold_set(facets);"), "c")
}

/// Its twin.
fn given_polygon<R: Scalar>(x: &mut Given<'_, R>) -> (FoldSet<R>, Vector<R, 2>) {
    (fold_set(x.real()), x.tuple())
}

/// The probes of its functions.
pub fn of_fold() -> Vec<Probe> {
    let dot = point(point(Call::new("fold_dot"), "a"), "b").put_real("fold_dot(a, b)");
    let normal = Call::new("fold_normal").real("turn", Draw::Between(-0.5, 0.5));
    let normal = normal.say("let n = fold_normal(turn);").put_tuple("n", 2);
    let shape = Call::new("fold_set").real("facets", FACETS).say("let shape = fold_set(facets);");
    let shape = ["half", "mirror4", "mirror8", "mirror16"]
        .iter()
        .fold(shape, |call, field| call.put_tuple(&format!("shape.{field}"), 2));
    let shape = shape.put_flag("shape.faceted").put_flag("shape.eight").put_flag("shape.sixteen");
    let over = point(point(Call::new("fold_over"), "c"), "n").flag("over");
    let over = over.say("let m = fold_over(c, n, over);").put_tuple("m", 2);
    let behind = point(point(Call::new("fold_behind"), "c"), "n").put_flag("fold_behind(c, n)");
    let inner = polygon("fold_in").say("let f = fold_in(shape, c);").put_tuple("f.c", 2);
    let back = point(polygon("fold_out"), "d").say("let m = fold_out(shape, fold_in(shape, c), d);");
    let cut = polygon("fold_cut").real("r", RADIUS).say("let f = fold_cut(shape, c, r);");
    let support = polygon("fold_support").real("r", RADIUS).put_real("fold_support(shape, c, r)");
    let excess = polygon("fold_excess").real("r", RADIUS).put_real("fold_excess(shape, c, r)");
    vec![
        probe!(dot, <> x: R => vec![x.tuple::<Vector<R, 2>>().dot(x.tuple())]),
        probe!(normal, <> x: R => components(&fold_normal(x.real()))),
        probe!(shape, <> x: R => {
            let shape = fold_set(x.real());
            let flags = [shape.faceted, shape.eight, shape.sixteen].map(of_flag).to_vec();
            let lines = [shape.half, shape.mirror4, shape.mirror8, shape.mirror16];
            [lines.map(|line| components(&line)).concat(), flags].concat()
        }),
        probe!(over, <> x: R => components(&fold_over::<R>(x.tuple(), x.tuple(), x.flag()))),
        probe!(behind, <> x: R => vec![of_flag(fold_behind::<R>(x.tuple(), x.tuple()))]),
        probe!(inner, <> x: R => {
            let (shape, c) = given_polygon::<R>(&mut x);
            components(&fold_in(&shape, c).c)
        }),
        probe!(back.put_tuple("m", 2), <> x: R => {
            let (shape, c) = given_polygon::<R>(&mut x);
            components(&fold_out(&shape, &fold_in(&shape, c), x.tuple()))
        }),
        probe!(cut.put_tuple("f.point", 2).put_flag("f.inside"), <> x: R => {
            let (shape, c) = given_polygon::<R>(&mut x);
            let (point, inside) = fold_cut(&shape, c, x.real());
            [components(&point), vec![of_flag(inside)]].concat()
        }),
        probe!(support, <> x: R => {
            let (shape, c) = given_polygon::<R>(&mut x);
            vec![fold_support(&shape, c, x.real())]
        }),
        probe!(excess, <> x: R => {
            let (shape, c) = given_polygon::<R>(&mut x);
            vec![fold_excess(&shape, c, x.real())]
        }),
    ]
}
