//! Probes of Lemke's method for one contact.

use super::Probe;
use super::facets::{given_problem, given_round, problem, put_flow, round_problem, seen_flow};
use super::given::{Given, halves, of_flag};
use super::text::Call;
use moreau::basis::*;
use moreau::facets::{Facets, Flow, facets_still};
use moreau::real::Scalar;
use moreau::tuple::Vector;

/// A basis of z0, c_n and β_0 and the pair of β_2, feasible or not: what is basic, without its matrix.
fn listed(problem: Call) -> Call {
    problem
        .flag("rises")
        .say("slots = array<u32, SLOTS>(facets.count + 2u, facets.count, 0u, 0u, 0u);")
        .say("tight = array<u32, SLOTS>(facets.count, 2u, facets.count + 1u, NONE, NONE);")
        .say("basis = Basis(3u, 2u, rises, Real(0.0625));")
}

/// Its twin.
fn given_listed<R: Scalar>(p: Facets<R>, x: &mut Given<'_, R>) -> (Facets<R>, Basis<R>) {
    let n = p.count + 2;
    let a = Basis {
        used: 3,
        slots: [n, p.count, 0, 0, 0],
        tight: [p.count, 2, p.count + 1, NONE, NONE],
        t: [[R::of(0.0); ROW]; SLOTS],
        pair: 2,
        rises: x.flag(),
        gone: R::of(0.0625),
    };
    (p, a)
}

/// The same with its matrix.
fn basis(problem: Call) -> Call {
    listed(problem).say("basis_build();")
}

/// Its twin.
fn given_basis<R: Scalar>(p: Facets<R>, x: &mut Given<'_, R>) -> (Facets<R>, Basis<R>) {
    let (p, mut a) = given_listed::<R>(p, x);
    basis_build(&p, &mut a);
    (p, a)
}

/// The same with the inverse of its matrix.
fn inverted(problem: Call) -> Call {
    basis(problem).say("let regular = basis_invert();")
}

/// Its twin.
fn given_inverted<R: Scalar>(p: Facets<R>, x: &mut Given<'_, R>) -> (Facets<R>, Basis<R>) {
    let (p, mut a) = given_basis::<R>(p, x);
    basis_invert(&mut a);
    (p, a)
}

/// Further how it changes as the z of its pair grows.
fn moving(problem: Call) -> Call {
    inverted(problem).say("let rate = basis_flow(RATE, facets_still(vec3<Real>(), Real(0.0)));")
}

/// Its twin.
fn given_moving<R: Scalar>(p: Facets<R>, x: &mut Given<'_, R>) -> (Facets<R>, Basis<R>, Flow<R>) {
    let (p, a) = given_inverted::<R>(p, x);
    let rate = basis_flow(&p, &a, RATE, facets_still(Vector([R::of(0.0); 3]), R::of(0.0)));
    (p, a, rate)
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

/// The probes of the method.
pub(super) fn of_basis() -> Vec<Probe> {
    let mut probes = of_system();
    probes.extend(of_candidates());
    probes.extend(of_search());
    probes
}

/// The matrix of a basis.
fn of_system() -> Vec<Probe> {
    let at = basis(problem("basis_at")).whole("i", 3).whole("j", ROW as u32 - 1);
    let flow = inverted(problem("basis_flow")).whole("j", ROW as u32 - 1);
    let flow = flow.say("let flow = basis_flow(j, facets_still(facets.loose, Real(1.0)));");
    let place = listed(problem("basis_place")).whole("i", 6).put_choice("Real(basis_place(i))");
    vec![
        probe!(put_numbers(basis(problem("basis_build"))), <> x: R => {
            seen_numbers(&given_basis::<R>(given_problem(&mut x), &mut x).1)
        }),
        probe!(put_numbers(inverted(problem("basis_invert"))).put_flag("regular"), <> x: R => {
            let (_, mut a) = given_basis::<R>(given_problem(&mut x), &mut x);
            let regular = basis_invert(&mut a);
            [seen_numbers(&a), vec![of_flag(regular)]].concat()
        }),
        probe!(at.put_real("basis_at(i, j)"), <> x: R => {
            let (_, a) = given_basis::<R>(given_problem(&mut x), &mut x);
            vec![a.t[x.whole() as usize][x.whole() as usize]]
        }),
        probe!(put_flow(flow), <> x: R => {
            let (p, a) = given_inverted::<R>(given_problem(&mut x), &mut x);
            seen_flow(basis_flow(&p, &a, x.whole() as usize, facets_still(p.loose, R::of(1.0))))
        }),
        probe!(place, <> x: R => {
            let (_, a) = given_listed::<R>(given_problem(&mut x), &mut x);
            of_whole(basis_place(&a, x.whole() as usize))
        }),
    ]
}

/// What may leave. Which of two candidates is the first, or that both are, is for rounding to say where they come as near to each other as
/// f32 knows; with an H that is all alike such ties are exact ones.
fn of_candidates() -> Vec<Probe> {
    let part =
        moving(problem("basis_part")).whole("k", 7).say("let which = select(k, k + SLOTS - 3u, k > 2u);");
    let first = moving(round_problem("basis_first"))
        .say("let value = basis_flow(VALUE, facets_still(facets.loose, Real(1.0)));");
    let first =
        first.say("let chosen = basis_first(basis_candidates(), VALUE, Real(1.0), value, RATE, rate);");
    vec![
        probe!(part.put_real("basis_part(which, RATE, rate)"), <> x: R => {
            let (p, a, rate) = given_moving::<R>(given_problem(&mut x), &mut x);
            let k = x.whole() as usize;
            vec![basis_part(&p, &a, if k > 2 { k + SLOTS - 3 } else { k }, RATE, rate)]
        }),
        probe!(listed(problem("basis_candidates")).put_word("basis_candidates()"), <> x: R => {
            let (p, a) = given_listed::<R>(given_problem(&mut x), &mut x);
            halves(basis_candidates(&p, &a))
        }),
        probe!(first.put_word("chosen"), <> x: R => {
            let (p, a, rate) = given_moving::<R>(given_round(&mut x), &mut x);
            let value = basis_flow(&p, &a, VALUE, facets_still(p.loose, R::of(1.0)));
            halves(basis_first(&p, &a, basis_candidates(&p, &a), VALUE, R::of(1.0), value, RATE, rate))
        }),
        probe!(moving(round_problem("basis_leaves")).put_choice("Real(basis_leaves(RATE, rate))"), <> x: R => {
            let (p, a, rate) = given_moving::<R>(given_round(&mut x), &mut x);
            of_whole(basis_leaves(&p, &a, RATE, rate))
        }),
    ]
}

/// From pivot to pivot.
fn of_search() -> Vec<Probe> {
    let exchange =
        listed(problem("basis_exchange")).whole("k", 5).say("let which = select(k, k + SLOTS - 2u, k > 2u);");
    let exchange = exchange.say("let fits = basis_exchange(which);");
    let start = put_lists(problem("basis_start").say("basis_start();")).put_real("basis.gone");
    let pivot =
        put_lists(inverted(problem("basis_pivot")).say("let end = basis_pivot();")).put_choice("Real(end)");
    let search = problem("basis_search").say("let end = basis_search();").say("var sum = Real(0.0);");
    let search = search.say("for (var c = 0u; c < basis.used; c++) { sum += basis_at(c, VALUE); }");
    vec![
        probe!(put_lists(exchange).put_flag("fits"), <> x: R => {
            let (_, mut a) = given_listed::<R>(given_problem(&mut x), &mut x);
            let k = x.whole() as usize;
            let fits = basis_exchange(&mut a, if k > 2 { k + SLOTS - 2 } else { k });
            [seen_lists(&a), vec![of_flag(fits)]].concat()
        }),
        probe!(start, <> x: R => {
            let a = basis_start(&given_problem::<R>(&mut x));
            [seen_lists(&a), vec![a.gone]].concat()
        }),
        probe!(pivot, <> x: R => {
            let (p, mut a) = given_inverted::<R>(given_problem(&mut x), &mut x);
            let end = basis_pivot(&p, &mut a);
            [seen_lists(&a), of_whole(end as usize)].concat()
        }),
        probe!(search.put_choice("Real(end)").put_real("sum"), <> x: R => {
            let (a, end, _) = basis_search(&given_problem::<R>(&mut x));
            let sum = (0..a.used).fold(R::of(0.0), |sum, c| sum + a.t[c][VALUE]);
            [of_whole(end as usize), vec![sum]].concat()
        }),
    ]
}
