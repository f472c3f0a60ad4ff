//! Probes of the law of polyhedral friction cones.

use super::basis::of_basis;
use super::given::{Given, components, of_flag};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use moreau::directions::facets_directions;
use moreau::facets::*;
use moreau::law::{FacetsH, facets_solve};
use moreau::real::Scalar;
use moreau::space::SpatialDelassus;

const VELOCITY: Draw = Draw::Between(-3.0, 3.0);
/// Directions away from those of the drawn velocities' ends: at a corner either side is right.
const TURN: Draw = Draw::Between(0.013, 0.017);
const FACETS: Draw = Draw::OneOf(&[4.0, 8.0, 16.0]);
/// Directions that are looked at.
const SEEN: [usize; 7] = [0, 1, 2, 3, 5, 8, 15];
const FLOW: [&str; 4] = ["slack", "slip", "cover", "size"];

/// A full H, and the same in all directions.
const FULL: &str = "let full = SpatialDelassus(h_a, Real(0.5) * h_c, h_b, h_c, -h_c, Real(1.0));";
const ROUND: &str = "let full = SpatialDelassus(h_a, Real(0.0), h_a, Real(0.0), Real(0.0), h_a);";

/// Arguments `full`, `mu`, `count`, `turn` and `loose` of an active contact.
fn contact(name: &'static str, full: &str) -> Call {
    Call::new(name)
        .real("h_a", Draw::Between(0.5, 1.5))
        .real("h_b", Draw::Between(0.5, 1.5))
        .real("h_c", Draw::Between(-0.25, 0.25))
        .say(full)
        .real("mu", Draw::Between(0.1, 1.0))
        .real("count", FACETS)
        .real("turn", TURN)
        .real("loose_x", VELOCITY)
        .real("loose_y", VELOCITY)
        .real("loose_n", Draw::Between(-3.0, -0.125))
        .say("let loose = vec3<Real>(loose_x, loose_y, loose_n);")
}

/// The twin of the full H.
fn given_h<R: Scalar>(x: &mut Given<'_, R>) -> SpatialDelassus<R> {
    let (xx, yy, c) = (x.real(), x.real(), x.real());
    SpatialDelassus { xx, xy: R::of(0.5) * c, yy, xn: c, yn: -c, nn: R::of(1.0) }
}

/// Its problem, set.
pub(super) fn problem(name: &'static str) -> Call {
    contact(name, FULL).say("facets_problem(full, mu, count, turn, loose);")
}

/// Its twin.
pub(super) fn given_problem<R: Scalar>(x: &mut Given<'_, R>) -> Facets<R> {
    let h = given_h(x);
    facets_problem(h, x.real(), x.real(), x.real(), x.tuple())
}

/// The problem of the other H.
pub(super) fn round_problem(name: &'static str) -> Call {
    contact(name, ROUND).say("facets_problem(full, mu, count, turn, loose);")
}

/// Its twin.
pub(super) fn given_round<R: Scalar>(x: &mut Given<'_, R>) -> Facets<R> {
    let (h, zero) = (given_h(x).xx, R::of(0.0));
    let h = SpatialDelassus { xx: h, xy: zero, yy: h, xn: zero, yn: zero, nn: h };
    facets_problem(h, x.real(), x.real(), x.real(), x.tuple())
}

/// Further an unknown `k` of each kind, or a row.
fn unknown(name: &'static str) -> Call {
    problem(name).whole("drawn", 5).say("let k = select(drawn, facets.count + drawn - 2u, drawn > 1u);")
}

/// Its twin.
fn given_unknown<R: Scalar>(x: &mut Given<'_, R>) -> (Facets<R>, usize) {
    let p = given_problem::<R>(x);
    let drawn = x.whole() as usize;
    let k = if drawn > 1 { p.count + drawn - 2 } else { drawn };
    (p, k)
}

/// All that can be seen of a flow.
pub(super) fn put_flow(call: Call) -> Call {
    call.put_tuple("flow.velocity", 3).put_fields("flow", &FLOW)
}

/// Its twin.
pub(super) fn seen_flow<R: Scalar>(flow: Flow<R>) -> Vec<R> {
    [components(&flow.velocity), vec![flow.slack, flow.slip, flow.cover, flow.size]].concat()
}

/// The probes of what the law has beyond the functions of every law, and beyond the polygon.
pub fn of_facets<P: FacetsH>() -> Vec<Probe> {
    let mut probes = of_contact::<P>();
    probes.extend(of_flows());
    probes.extend(of_basis());
    probes
}

/// The contact.
fn of_contact<P: FacetsH>() -> Vec<Probe> {
    let h = delassus(Call::new("facets_h")).say("let f = facets_h(h);");
    let h = h.put_fields("f", &["xx", "xy", "yy", "xn", "yn", "nn"]);
    let directions = Call::new("facets_directions").real("count", FACETS).real("turn", TURN);
    let directions = directions.say("facets_directions(count, turn);");
    let directions = SEEN.into_iter().fold(directions, |call, k| call.put_tuple(&format!("facet[{k}u]"), 2));
    let set = problem("facets_problem").put_fields("facets.h", &["xx", "xy", "yy", "xn", "yn", "nn"]);
    let set = set.put_tuple("facets.loose", 3).put_fields("facets", &["mu", "unit"]);
    let solve = contact("facets_solve", FULL).say("let r = facets_solve(full, mu, count, turn, loose);");
    vec![
        probe!(h, <P: FacetsH> x: R => {
            let h = P::facets_h(x.delassus::<P>());
            vec![h.xx, h.xy, h.yy, h.xn, h.yn, h.nn]
        }),
        probe!(directions, <> x: R => {
            let d = facets_directions(x.real(), x.real());
            SEEN.map(|k| components(&d[k])).concat()
        }),
        probe!(set, <> x: R => {
            let Facets { h, loose, mu, unit, .. } = given_problem::<R>(&mut x);
            [vec![h.xx, h.xy, h.yy, h.xn, h.yn, h.nn], components(&loose), vec![mu, unit]].concat()
        }),
        probe!(solve.put_tuple("r.impulse", 3).put_flag("r.sticks"), <> x: R => {
            let h = given_h(&mut x);
            let (impulse, sticks) = facets_solve(h, x.real(), x.real(), x.real(), x.tuple());
            [components(&impulse), vec![of_flag(sticks)]].concat()
        }),
    ]
}

/// What rows see.
fn of_flows() -> Vec<Probe> {
    let start = "facets_still(facets.loose, Real(1.0))";
    let sharp = Call::new("facets_sharp").real("a", Draw::OneOf(&[0.0, 1e-20, -1e-20, 0.5, -3.0]));
    let sharp = sharp.real("size", Draw::Between(0.5, 4.0)).put_real("facets_sharp(a, size)");
    let still = Call::new("facets_still").tuple("vec3<Real>", "v", 3, VELOCITY).real("size", VELOCITY);
    let still = put_flow(still.say("let flow = facets_still(v, size);"));
    let add = unknown("facets_add").real("amount", VELOCITY);
    let add = put_flow(add.say(&format!("let flow = facets_add({start}, k, amount);")));
    let row = unknown("facets_row").whole("i", 4).real("amount", VELOCITY);
    let row = row.say(&format!("let flow = facets_add({start}, k, amount);"));
    let row = row.put_real("facets_row(select(i, facets.count + i - 2u, i > 1u), flow)");
    vec![
        probe!(sharp, <> x: R => vec![facets_sharp(x.real(), x.real())]),
        probe!(still, <> x: R => seen_flow(facets_still(x.tuple(), x.real()))),
        probe!(add, <> x: R => {
            let (p, k) = given_unknown::<R>(&mut x);
            seen_flow(facets_add(&p, facets_still(p.loose, R::of(1.0)), k, x.real()))
        }),
        probe!(row, <> x: R => {
            let (p, k) = given_unknown::<R>(&mut x);
            let i = x.whole() as usize;
            let flow = facets_add(&p, facets_still(p.loose, R::of(1.0)), k, x.real());
            vec![facets_row(&p, if i > 1 { p.count + i - 2 } else { i }, flow)]
        }),
    ]
}
