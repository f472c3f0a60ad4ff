//! Probes of the law of polyhedral friction cones and of its solver.

use super::given::{Given, components, halves, of_flag};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use crate::facets::*;
use crate::law::{FacetsH, facets_solve};
use crate::real::Scalar;
use crate::tuple::Vector;

const VELOCITY: Draw = Draw::Between(-3.0, 3.0);
/// Directions away from those of the drawn velocities' ends: at a corner either side is right.
const TURN: Draw = Draw::Between(0.013, 0.017);
const FACETS: Draw = Draw::OneOf(&[4.0, 8.0, 16.0]);
/// Directions that are looked at.
const SEEN: [usize; 7] = [0, 1, 2, 3, 5, 8, 15];
const FLOW: [&str; 4] = ["slack", "slip", "cover", "size"];

/// Arguments `full`, `mu`, `count`, `turn` and `loose` of an active contact; H as it comes from its frame.
fn contact(name: &'static str) -> Call {
    delassus(Call::new(name))
        .say("let full = facets_h(h);")
        .real("mu", Draw::Between(0.1, 1.0))
        .real("count", FACETS)
        .real("turn", TURN)
        .real("loose_x", VELOCITY)
        .real("loose_y", VELOCITY)
        .real("loose_n", Draw::Between(-3.0, -0.125))
        .say("let loose = vec3<Real>(loose_x, loose_y, loose_n);")
}

/// Its problem, set.
fn problem(name: &'static str) -> Call {
    contact(name).say("facets_problem(full, mu, count, turn, loose);")
}

/// Its twin.
fn given_problem<R: Scalar, P: FacetsH>(x: &mut Given<'_, R>) -> Facets<R> {
    let h = P::facets_h(x.delassus::<P>());
    facets_problem(h, x.real(), x.real(), x.real(), x.tuple())
}

/// Further an unknown `k` of each kind, or a row.
fn unknown(name: &'static str) -> Call {
    problem(name).whole("drawn", 5).say("let k = select(drawn, facets.count + drawn - 2u, drawn > 1u);")
}

/// Its twin.
fn given_unknown<R: Scalar, P: FacetsH>(x: &mut Given<'_, R>) -> (Facets<R>, usize) {
    let p = given_problem::<R, P>(x);
    let drawn = x.whole() as usize;
    let k = if drawn > 1 { p.count + drawn - 2 } else { drawn };
    (p, k)
}

/// A basis of z0, c_n and β_0 with the inverse of its matrix, and the pair of β_2; feasible or not.
fn basis(name: &'static str) -> Call {
    problem(name)
        .flag("rises")
        .say("slots = array<u32, SLOTS>(facets.count + 2u, facets.count, 0u, 0u, 0u);")
        .say("tight = array<u32, SLOTS>(facets.count, 2u, facets.count + 1u, NONE, NONE);")
        .say("basis = Basis(3u, 2u, rises, Real(0.0625));")
        .say("facets_build();")
}

/// Its twin.
fn given_basis<R: Scalar, P: FacetsH>(x: &mut Given<'_, R>) -> (Facets<R>, Basis<R>) {
    let p = given_problem::<R, P>(x);
    let n = p.count + 2;
    let mut a = Basis {
        used: 3,
        slots: [n, p.count, 0, 0, 0],
        tight: [p.count, 2, p.count + 1, NONE, NONE],
        t: [[R::of(0.0); ROW]; SLOTS],
        pair: 2,
        rises: x.flag(),
        gone: R::of(0.0625),
    };
    facets_build(&p, &mut a);
    (p, a)
}

/// The same, inverted.
fn inverted(name: &'static str) -> Call {
    basis(name).say("let regular = facets_invert();")
}

/// Its twin.
fn given_inverted<R: Scalar, P: FacetsH>(x: &mut Given<'_, R>) -> (Facets<R>, Basis<R>) {
    let (p, mut a) = given_basis::<R, P>(x);
    facets_invert(&mut a);
    (p, a)
}

/// Further how it changes as the z of its pair grows.
fn moving(name: &'static str) -> Call {
    inverted(name)
        .say("let enters = facets_add(facets_still(vec3<Real>(), Real(0.0)), basis.pair, Real(1.0));")
        .say("let rate = facets_flow(RATE, enters);")
}

/// Its twin.
fn given_moving<R: Scalar, P: FacetsH>(x: &mut Given<'_, R>) -> (Facets<R>, Basis<R>, Flow<R>) {
    let (p, a) = given_inverted::<R, P>(x);
    let enters = facets_add(&p, facets_still(Vector([R::of(0.0); 3]), R::of(0.0)), a.pair, R::of(1.0));
    let rate = facets_flow(&p, &a, RATE, enters);
    (p, a, rate)
}

/// All that can be seen of a flow.
fn put_flow(call: Call) -> Call {
    call.put_tuple("flow.velocity", 3).put_fields("flow", &FLOW)
}

/// Its twin.
fn seen_flow<R: Scalar>(flow: Flow<R>) -> Vec<R> {
    [components(&flow.velocity), vec![flow.slack, flow.slip, flow.cover, flow.size]].concat()
}

/// The numbers of a basis of three slots.
fn put_numbers(call: Call) -> Call {
    (0..3).fold(call, |call, r| {
        let low = call.put_tuple(&format!("basis_t[{}u]", 2 * r), 4);
        low.put_tuple(&format!("basis_t[{}u]", 2 * r + 1), 4).put_choice(&format!("Real(tight[{r}u])"))
    })
}

/// Their twin.
fn seen_numbers<R: Scalar>(a: &Basis<R>) -> Vec<R> {
    (0..3).flat_map(|r| [&a.t[r][..], &[R::of(a.tight[r] as f64)]].concat()).collect()
}

/// What is basic.
fn put_lists(call: Call) -> Call {
    let call = call.put_choice("Real(basis.used)").put_choice("Real(basis.pair)").put_flag("basis.rises");
    (0..SLOTS).fold(call, |call, r| {
        call.put_choice(&format!("Real(slots[{r}u])")).put_choice(&format!("Real(tight[{r}u])"))
    })
}

/// Its twin.
fn seen_lists<R: Scalar>(a: &Basis<R>) -> Vec<R> {
    let head = [of_whole(a.used), of_whole(a.pair), vec![of_flag(a.rises)]].concat();
    let lists = (0..SLOTS).flat_map(|r| [a.slots[r], a.tight[r]].map(|x| R::of(x as f64)));
    head.into_iter().chain(lists).collect()
}

fn of_whole<R: Scalar>(x: usize) -> Vec<R> {
    vec![R::of(x as f64)]
}

/// The probes of what the law has beyond the functions of every law, and beyond the polygon.
pub fn of_facets<P: FacetsH>() -> Vec<Probe> {
    let mut probes = of_contact::<P>();
    probes.extend(of_flows::<P>());
    probes.extend(of_system::<P>());
    probes.extend(of_candidates::<P>());
    probes.extend(of_search::<P>());
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
    vec![
        probe!(h, <P: FacetsH> x: R => {
            let h = P::facets_h(x.delassus::<P>());
            vec![h.xx, h.xy, h.yy, h.xn, h.yn, h.nn]
        }),
        probe!(directions, <> x: R => {
            let d = facets_directions(x.real(), x.real());
            SEEN.map(|k| components(&d[k])).concat()
        }),
        probe!(set, <P: FacetsH> x: R => {
            let Facets { h, loose, mu, unit, .. } = given_problem::<R, P>(&mut x);
            [vec![h.xx, h.xy, h.yy, h.xn, h.yn, h.nn], components(&loose), vec![mu, unit]].concat()
        }),
    ]
}

/// What rows see.
fn of_flows<P: FacetsH>() -> Vec<Probe> {
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
        probe!(add, <P: FacetsH> x: R => {
            let (p, k) = given_unknown::<R, P>(&mut x);
            seen_flow(facets_add(&p, facets_still(p.loose, R::of(1.0)), k, x.real()))
        }),
        probe!(row, <P: FacetsH> x: R => {
            let (p, k) = given_unknown::<R, P>(&mut x);
            let i = x.whole() as usize;
            let flow = facets_add(&p, facets_still(p.loose, R::of(1.0)), k, x.real());
            vec![facets_row(&p, if i > 1 { p.count + i - 2 } else { i }, flow)]
        }),
    ]
}

/// The matrix of a basis.
fn of_system<P: FacetsH>() -> Vec<Probe> {
    let at = inverted("facets_at").whole("i", 3).whole("j", ROW as u32 - 1);
    let flow = inverted("facets_flow").whole("j", ROW as u32 - 1);
    let flow = flow.say("let flow = facets_flow(j, facets_still(facets.loose, Real(1.0)));");
    let place = inverted("facets_place").whole("i", 6).put_choice("Real(facets_place(i))");
    vec![
        probe!(put_numbers(basis("facets_build")), <P: FacetsH> x: R => {
            seen_numbers(&given_basis::<R, P>(&mut x).1)
        }),
        probe!(put_numbers(inverted("facets_invert")).put_flag("regular"), <P: FacetsH> x: R => {
            let (_, mut a) = given_basis::<R, P>(&mut x);
            let regular = facets_invert(&mut a);
            [seen_numbers(&a), vec![of_flag(regular)]].concat()
        }),
        probe!(at.put_real("facets_at(i, j)"), <P: FacetsH> x: R => {
            let (_, a) = given_inverted::<R, P>(&mut x);
            vec![a.t[x.whole() as usize][x.whole() as usize]]
        }),
        probe!(put_flow(flow), <P: FacetsH> x: R => {
            let (p, a) = given_inverted::<R, P>(&mut x);
            seen_flow(facets_flow(&p, &a, x.whole() as usize, facets_still(p.loose, R::of(1.0))))
        }),
        probe!(place, <P: FacetsH> x: R => {
            let (_, a) = given_inverted::<R, P>(&mut x);
            of_whole(facets_place(&a, x.whole() as usize))
        }),
    ]
}

/// What may leave.
fn of_candidates<P: FacetsH>() -> Vec<Probe> {
    let part = moving("facets_part").whole("k", 7).say("let which = select(k, k + SLOTS - 3u, k > 2u);");
    let first =
        moving("facets_first").say("let value = facets_flow(VALUE, facets_still(facets.loose, Real(1.0)));");
    let first = first.say("let falling = facets_falling(RATE, rate);");
    let first = first.say("let set = facets_first(falling, VALUE, Real(1.0), value, RATE, rate);");
    vec![
        probe!(part.put_real("facets_part(which, RATE, rate)"), <P: FacetsH> x: R => {
            let (p, a, rate) = given_moving::<R, P>(&mut x);
            let k = x.whole() as usize;
            vec![facets_part(&p, &a, if k > 2 { k + SLOTS - 3 } else { k }, RATE, rate)]
        }),
        probe!(moving("facets_falling").put_word("facets_falling(RATE, rate)"), <P: FacetsH> x: R => {
            let (p, a, rate) = given_moving::<R, P>(&mut x);
            halves(facets_falling(&p, &a, RATE, rate))
        }),
        probe!(first.put_word("set"), <P: FacetsH> x: R => {
            let (p, a, rate) = given_moving::<R, P>(&mut x);
            let value = facets_flow(&p, &a, VALUE, facets_still(p.loose, R::of(1.0)));
            let falling = facets_falling(&p, &a, RATE, rate);
            halves(facets_first(&p, &a, falling, VALUE, R::of(1.0), value, RATE, rate))
        }),
        probe!(moving("facets_leaves").put_choice("Real(facets_leaves(RATE, rate))"), <P: FacetsH> x: R => {
            let (p, a, rate) = given_moving::<R, P>(&mut x);
            of_whole(facets_leaves(&p, &a, RATE, rate))
        }),
    ]
}

/// From pivot to pivot.
fn of_search<P: FacetsH>() -> Vec<Probe> {
    let exchange =
        basis("facets_exchange").whole("k", 5).say("let which = select(k, k + SLOTS - 2u, k > 2u);");
    let exchange = exchange.say("let fits = facets_exchange(which);");
    let start = put_lists(problem("facets_start").say("facets_start();")).put_real("basis.gone");
    let pivot = put_lists(inverted("facets_pivot").say("let end = facets_pivot();")).put_choice("Real(end)");
    let search = problem("facets_search").say("let end = facets_search();").say("var sum = Real(0.0);");
    let search = search.say("for (var c = 0u; c < basis.used; c++) { sum += facets_at(c, VALUE); }");
    let solve = contact("facets_solve").say("let r = facets_solve(full, mu, count, turn, loose);");
    vec![
        probe!(put_lists(exchange).put_flag("fits"), <P: FacetsH> x: R => {
            let (_, mut a) = given_basis::<R, P>(&mut x);
            let k = x.whole() as usize;
            let fits = facets_exchange(&mut a, if k > 2 { k + SLOTS - 2 } else { k });
            [seen_lists(&a), vec![of_flag(fits)]].concat()
        }),
        probe!(start, <P: FacetsH> x: R => {
            let a = facets_start(&given_problem::<R, P>(&mut x));
            [seen_lists(&a), vec![a.gone]].concat()
        }),
        probe!(pivot, <P: FacetsH> x: R => {
            let (p, mut a) = given_inverted::<R, P>(&mut x);
            let end = facets_pivot(&p, &mut a);
            [seen_lists(&a), of_whole(end as usize)].concat()
        }),
        probe!(search.put_choice("Real(end)").put_real("sum"), <P: FacetsH> x: R => {
            let (a, end, _) = facets_search(&given_problem::<R, P>(&mut x));
            let sum = (0..a.used).fold(R::of(0.0), |sum, c| sum + a.t[c][VALUE]);
            [of_whole(end as usize), vec![sum]].concat()
        }),
        probe!(solve.put_tuple("r.impulse", 3).put_flag("r.sticks"), <P: FacetsH> x: R => {
            let h = P::facets_h(x.delassus::<P>());
            let (impulse, sticks) = facets_solve(h, x.real(), x.real(), x.real(), x.tuple());
            [components(&impulse), vec![of_flag(sticks)]].concat()
        }),
    ]
}
