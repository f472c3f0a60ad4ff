//! Probes of the contact problem in space.

use super::given::{Given, components, of_flag};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use moreau::law::spatial_rebound;
use moreau::real::Scalar;
use moreau::space::Spatial;
use moreau::spatial::*;
use moreau::tuple::Vector;

const PLACE: Draw = Draw::Between(0.0, 1.0);
const SLOPE: Draw = Draw::Between(-3.0, 3.0);

/// Arguments `h`, `mu` and `loose` of an active contact.
fn contact(name: &'static str) -> Call {
    delassus(Call::new(name))
        .real("mu", Draw::Between(0.0, 1.5))
        .real("loose_x", Draw::Between(-3.0, 3.0))
        .real("loose_y", Draw::Between(-3.0, 3.0))
        .real("loose_n", Draw::Between(-3.0, -0.125))
        .say("let loose = vec3<Real>(loose_x, loose_y, loose_n);")
}

/// The same, in the axes of S.
fn in_axes(name: &'static str) -> Call {
    contact(name).say("let a = spatial_axes(h, mu, loose);")
}

/// Their twin.
fn axes<R: Scalar>(x: &mut Given<'_, R>) -> SpatialAxes<R> {
    let h = x.delassus::<Spatial>();
    let mu = x.real();
    spatial_axes(h, mu, x.tuple())
}

/// Slopes by their factors.
fn factors(name: &'static str) -> Call {
    Call::new(name)
        .tuple("vec4<Real>", "first", 4, SLOPE)
        .tuple("vec3<Real>", "second", 3, SLOPE)
        .say("let s = SpatialSlopes(first, second);")
}

fn slopes<R: Scalar>(x: &mut Given<'_, R>) -> SpatialSlopes<R> {
    SpatialSlopes { first: x.tuple(), second: x.tuple() }
}

/// The probes of the contact problem in space.
pub fn of_spatial() -> Vec<Probe> {
    let mut probes = of_arc();
    probes.extend(of_splits());
    let solve = contact("spatial_solve").say("let r = spatial_solve(h, mu, loose);");
    let rebound = Call::new("spatial_rebound")
        .real("e", PLACE)
        .real("before", SLOPE)
        .real("loose", SLOPE)
        .put_real("spatial_rebound(e, before, loose)");
    probes.extend([
        probe!(solve.put_tuple("r.impulse", 3).put_flag("r.sticks"), <> x: R => {
            let h = x.delassus::<Spatial>();
            let mu = x.real();
            let (impulse, sticks) = spatial_solve(h, mu, x.tuple());
            [components(&impulse), vec![of_flag(sticks)]].concat()
        }),
        probe!(rebound, <> x: R => vec![spatial_rebound(x.real(), x.real(), x.real())]),
    ]);
    probes
}

/// What is on the arc of all solutions.
fn of_arc() -> Vec<Probe> {
    let whole = in_axes("spatial_axes")
        .put_tuple("a.axis", 2)
        .put_tuple("a.k", 2)
        .put_tuple("a.z", 2)
        .put_tuple("a.g", 2)
        .put_tuple("a.push", 3);
    let excess = in_axes("spatial_excess").real("t", PLACE).say("let v = spatial_excess(a, t);");
    let impulse = in_axes("spatial_impulse").real("t", PLACE).say("let v = spatial_impulse(a, t);");
    let root = in_axes("spatial_root")
        .say("let b = spatial_bracket(a, spatial_splits(a));")
        .put_real("select(spatial_root(a, b.low, b.high), Real(1.0), b.sticks)")
        .put_flag("b.sticks");
    vec![
        probe!(whole, <> x: R => {
            let a = axes(&mut x);
            let pairs = [a.axis, a.k, a.z, a.g].map(|v| components(&v)).concat();
            [pairs, components(&a.push)].concat()
        }),
        probe!(excess.put_real("v.x"), <> x: R => {
            let a = axes(&mut x);
            vec![spatial_excess(&a, x.real()).0[0]]
        }),
        probe!(impulse.put_tuple("v", 3), <> x: R => {
            let a = axes(&mut x);
            components(&spatial_impulse(&a, x.real()))
        }),
        probe!(root, <> x: R => {
            let a = axes(&mut x);
            let b = spatial_bracket(&a, spatial_splits(&a));
            // Where it sticks there need not be a root.
            let root = R::select(b.sticks, R::of(1.0), spatial_root(&a, b.low, b.high));
            vec![root, of_flag(b.sticks)]
        }),
    ]
}

/// What parts the solutions.
fn of_splits() -> Vec<Probe> {
    let all = in_axes("spatial_slopes")
        .say("let s = spatial_slopes(a);")
        .put_tuple("s.first", 4)
        .put_tuple("s.second", 3);
    let slope = factors("spatial_slope").real("t", PLACE).say("let v = spatial_slope(s, t);");
    let side = factors("spatial_side").real("t", PLACE).put_choice("spatial_side(s, t)");
    let bends = factors("spatial_bends").say("let v = spatial_bends(s);").put_tuple("v", 2);
    let splits = in_axes("spatial_splits").say("let v = spatial_splits(a);").put_tuple("v", 3);
    let bracket = in_axes("spatial_bracket")
        .real("t1", Draw::Between(0.0, 0.25))
        .real("t2", Draw::Between(0.25, 0.5))
        .real("t3", Draw::Between(0.5, 1.0))
        .say("let b = spatial_bracket(a, vec3<Real>(t1, t2, t3));")
        .put_real("b.low")
        .put_real("b.high")
        .put_choice("b.solutions")
        .put_flag("b.sticks");
    vec![
        probe!(all, <> x: R => {
            let s = spatial_slopes(&axes(&mut x));
            [components(&s.first), components(&s.second)].concat()
        }),
        probe!(slope.put_tuple("v", 2), <> x: R => {
            let s = slopes(&mut x);
            components(&spatial_slope(&s, x.real()))
        }),
        probe!(side, <> x: R => {
            let s = slopes(&mut x);
            vec![spatial_side(&s, x.real())]
        }),
        probe!(bends, <> x: R => components(&spatial_bends(&slopes(&mut x)))),
        probe!(splits, <> x: R => components(&spatial_splits(&axes(&mut x)))),
        probe!(bracket, <> x: R => {
            let a = axes(&mut x);
            let splits: Vector<R, 3> = x.tuple();
            let b = spatial_bracket(&a, splits);
            vec![b.low, b.high, b.solutions, of_flag(b.sticks)]
        }),
    ]
}
