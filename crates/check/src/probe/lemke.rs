//! Probes of Lemke's method on a desk.

use super::given::{Given, of_flag};
use super::text::Call;
use super::{Draw, Probe};
use moreau::law::FUEL;
use moreau::lemke::*;
use moreau::pile::PileLemke;
use moreau::real::Scalar;

const NUMBER: Draw = Draw::Between(-3.0, 3.0);
/// Numbers that cancel to rounding now and then.
const NEARLY: Draw = Draw::OneOf(&[1.0, -1.0, 1.000_000_1, -0.999_999_9, 0.5, -3.0, 0.0]);
/// What is rounding, in both precisions alike.
pub(super) const TINY_HERE: f64 = 2e-6;
/// Cells of a dictionary that are looked at.
const CELLS: usize = 6;
/// Unknowns of a problem: more than one quad has.
const UNKNOWNS: usize = 5;
/// Numbers of a problem, few of them, so that many ratios are equal, exactly.
const FEW: Draw = Draw::OneOf(&[-1.0, -0.5, 0.0, 0.5, 1.0]);

/// A problem whose M has more on its diagonal, drawn, as a dictionary.
fn dictionary(name: &'static str) -> Call {
    let (call, first) = Call::new(name).inputs(UNKNOWNS * (UNKNOWNS + 1), FEW);
    let n = UNKNOWNS;
    call.say(&format!("lemke_empty({n}u, FUEL, Real(0.000002));"))
        .say(&format!("for (var u = 0u; u < {n}u; u++) {{"))
        .say(&format!("    for (var c = 0u; c < {n}u; c++) {{"))
        .say(&format!(
            "        lemke_set(u, c, x({first}u + u * {}u + c) + select(Real(0.0), Real(2.0), u == c));",
            n + 1
        ))
        .say("    }")
        .say(&format!("    lemke_begin(u, x({first}u + u * {}u + {n}u));", n + 1))
        .say("}")
}

/// Its twin.
fn given_dictionary<R: Scalar>(x: &mut Given<'_, R>) -> PileLemke<R> {
    let mut a = lemke_empty(UNKNOWNS, FUEL, R::of(TINY_HERE));
    for u in 0..UNKNOWNS {
        for c in 0..UNKNOWNS {
            a.t[u][c] = x.real() + R::of(if u == c { 2.0 } else { 0.0 });
        }
        lemke_begin(&mut a, u, x.real());
    }
    a
}

/// A dictionary after its first pivot; `s` is the column that enters next.
fn pivoted(name: &'static str) -> Call {
    dictionary(name)
        .say("lemke.cover = min(lemke_least(), lemke.n - 1u);")
        .say("lemke_pivot(lemke.cover, lemke.n);")
        .say("let s = lemke_complement(lemke.n);")
}

/// Its twin.
fn given_pivoted<R: Scalar>(x: &mut Given<'_, R>) -> (PileLemke<R>, usize) {
    let mut a = given_dictionary::<R>(x);
    a.cover = lemke_least(&a).min(a.n - 1);
    let (cover, n) = (a.cover, a.n);
    lemke_pivot(&mut a, cover, n);
    let s = lemke_complement(&a, n);
    (a, s)
}

/// Some cells, drawn, and what row and column stand for.
fn put_cells(mut call: Call) -> Call {
    for j in 0..CELLS {
        call = call.whole(&format!("i{j}"), 64).whole(&format!("c{j}"), 64);
        call = call.say(&format!("let row{j} = i{j} % lemke.n;"));
        call = call.say(&format!("let column{j} = c{j} % (lemke.n + 1u);"));
    }
    for j in 0..CELLS {
        call = call.put_real(&format!("lemke_at(row{j}, column{j})"));
        call = call.put_real(&format!("lemke_at(row{j}, lemke.n + 1u)"));
        call = call.put_choice(&format!("lemke_at(row{j}, LABEL)"));
        call = call.put_choice(&format!("lemke_at(COLUMNS, column{j})"));
        call = call.put_choice(&format!("lemke_at(PLACES, row{j})"));
        call = call.put_choice(&format!("lemke_at(PLACES + 1u, row{j})"));
    }
    call
}

/// Their twin.
fn seen_cells<R: Scalar>(a: &PileLemke<R>, x: &mut Given<'_, R>) -> Vec<R> {
    let whole = |k: usize| R::of(k as f64);
    let cell = |_| {
        let (i, c) = (x.whole() as usize % a.n, x.whole() as usize % (a.n + 1));
        let places = a.place[i].map(whole);
        [a.t[i][c], a.t[i][a.n + 1], whole(a.row[i]), whole(a.column[c]), places[0], places[1]]
    };
    (0..CELLS).flat_map(cell).collect()
}

/// The probes of the method.
pub(super) fn of_method() -> Vec<Probe> {
    let mut probes = of_desk();
    probes.extend(of_rules());
    probes.extend(of_pivots());
    probes
}

/// Cells, and how a dictionary begins.
fn of_desk() -> Vec<Probe> {
    let quad = |name: &'static str| {
        let call = Call::new(name).whole("i", 63).whole("quad", 16).tuple("vec4<Real>", "v", 4, NUMBER);
        // Nothing is left there of what a right copy wrote before.
        let call = call.say("for (var c = 0u; c < 4u; c++) { lemke_set(i, 4u * quad + c, Real(0.0)); }");
        call.say("lemke_put(i, quad, v);").say("let seen = lemke_quad(i, quad);").put_tuple("seen", 4)
    };
    let cell = |name: &'static str| {
        let call = Call::new(name).whole("i", 63).whole("c", 64).real("v", NUMBER).real("other", NUMBER);
        let call =
            call.say("for (var quad = 0u; quad < QUADS; quad++) { lemke_put(i, quad, vec4<Real>()); }");
        let call = call.say("lemke_set(i, (c + 1u) % 64u, other);").say("lemke_set(i, c, v);");
        call.put_real("lemke_at(i, c)").put_real("lemke_at(i, (c + 1u) % 64u)")
    };
    fn four<R: Scalar>(x: &[R]) -> Vec<R> {
        x[2..6].to_vec()
    }
    let begin = dictionary("lemke_begin").whole("k", 64).real("q", NUMBER);
    let empty = dictionary("lemke_empty").put_choice("Real(lemke.n)").put_choice("Real(lemke.cover)");
    let empty = empty.put_choice("Real(lemke.fuel)").put_choice("lemke_at(COLUMNS, lemke.n)");
    vec![
        quad("lemke_put").probe(four, four),
        quad("lemke_quad").probe(four, four),
        probe!(cell("lemke_set"), <> x: R => { x.real(); x.real(); vec![x.real(), x.real()] }),
        probe!(cell("lemke_at"), <> x: R => { x.real(); x.real(); vec![x.real(), x.real()] }),
        probe!(put_cells(begin.say("lemke_begin(k % lemke.n, q);")), <> x: R => {
            let mut a = given_dictionary::<R>(&mut x);
            let k = x.whole() as usize % a.n;
            lemke_begin(&mut a, k, x.real());
            seen_cells(&a, &mut x)
        }),
        probe!(empty.put_real("lemke.tiny"), <> x: R => {
            let a = given_dictionary::<R>(&mut x);
            let whole = |k: usize| R::of(k as f64);
            vec![whole(a.n), whole(a.cover), R::of(f64::from(a.fuel)), whole(a.column[a.n]), a.tiny]
        }),
    ]
}

/// Sums, orders, fuel.
fn of_rules() -> Vec<Probe> {
    let sum = Call::new("lemke_sum").tuple("vec4<Real>", "a", 4, NEARLY).tuple("vec4<Real>", "b", 4, NEARLY);
    let sum = sum.say("let sum = lemke_sum(a, b, Real(0.000002));").put_tuple("sum", 4);
    let order = Call::new("lemke_order").real("a", NEARLY).real("b", NEARLY);
    let cost = Call::new("lemke_cost").whole("n", 61).put_choice("Real(lemke_cost(n))");
    let burn = Call::new("lemke_burn").whole("fuel", 100).whole("amount", 100);
    vec![
        probe!(sum, <> x: R => {
            let (a, b): ([R; 4], [R; 4]) = (std::array::from_fn(|_| x.real()), std::array::from_fn(|_| x.real()));
            (0..4).map(|j| lemke_sum(a[j], b[j], R::of(TINY_HERE))).collect()
        }),
        probe!(order.put_choice("Real(lemke_order(a, b, Real(0.000002)))"), <> x: R => {
            vec![R::of(f64::from(lemke_order(x.real(), x.real(), R::of(TINY_HERE))))]
        }),
        probe!(cost, <> x: R => vec![R::of(f64::from(lemke_cost(x.whole())))]),
        probe!(burn.put_choice("Real(lemke_burn(fuel, amount))"), <> x: R => {
            vec![R::of(f64::from(lemke_burn(x.whole(), x.whole())))]
        }),
    ]
}

/// From pivot to pivot.
fn of_pivots() -> Vec<Probe> {
    let whole = |call: Call, value: &str| call.put_choice(&format!("Real({value})"));
    let inverse = pivoted("lemke_inverse").whole("i", 64).whole("k", 64);
    let before = pivoted("lemke_before").whole("i", 64).whole("r", 64);
    let before = before.put_flag("lemke_before(i % lemke.n, r % lemke.n, s)");
    let add = pivoted("lemke_add").whole("i", 64).whole("r", 64).real("factor", NUMBER);
    let add = add.say("lemke_add(i % lemke.n, r % lemke.n, factor, 1u);");
    let add = (0..7).fold(add, |call, c| call.put_real(&format!("lemke_at(i % lemke.n, {c}u)")));
    let first = pivoted("lemke_first").whole("i", 64).whole("r", 64).real("least", Draw::Between(-0.5, 0.0));
    let first = first.put_choice("Real(lemke_first(i % (lemke.n + 1u), r % (lemke.n + 1u), s, least))");
    // Rows of the exchange that follows, one of them as if it had been made.
    let reduce = pivoted("lemke_reduce").whole("i", 64).whole("r", 64).real("pivot", Draw::Between(0.5, 1.0));
    let reduce = reduce.say("lemke_reduce(i % lemke.n, r % lemke.n, s, pivot);");
    let reduce = (0..7).fold(reduce, |call, c| call.put_real(&format!("lemke_at(i % lemke.n, {c}u)")));
    let reduce = reduce.put_real("lemke_at(i % lemke.n, s)").put_choice("lemke_at(i % lemke.n, LABEL)");
    let search = dictionary("lemke_search").say("let end = lemke_search();").say("var sum = Real(0.0);");
    let search = search.say("for (var r = 0u; r < lemke.n; r++) { sum += lemke_at(r, lemke.n + 1u); }");
    vec![
        probe!(whole(dictionary("lemke_least"), "lemke_least()"), <> x: R => {
            vec![R::of(lemke_least(&given_dictionary::<R>(&mut x)) as f64)]
        }),
        probe!(inverse.put_real("lemke_inverse(i % lemke.n, k % lemke.n)"), <> x: R => {
            let (a, _) = given_pivoted::<R>(&mut x);
            vec![lemke_inverse(&a, x.whole() as usize % a.n, x.whole() as usize % a.n)]
        }),
        probe!(before, <> x: R => {
            let (mut a, s) = given_pivoted::<R>(&mut x);
            let (i, r) = (x.whole() as usize % a.n, x.whole() as usize % a.n);
            vec![of_flag(lemke_before(&mut a, i, r, s))]
        }),
        probe!(whole(pivoted("lemke_leaves"), "lemke_leaves(s)"), <> x: R => {
            let (mut a, s) = given_pivoted::<R>(&mut x);
            vec![R::of(lemke_leaves(&mut a, s) as f64)]
        }),
        probe!(add, <> x: R => {
            let (mut a, _) = given_pivoted::<R>(&mut x);
            let (i, r, factor) = (x.whole() as usize % a.n, x.whole() as usize % a.n, x.real());
            for c in 4..7 {
                a.t[i][c] = lemke_sum(a.t[i][c], a.t[r][c] * factor, a.tiny);
            }
            a.t[i][..7].to_vec()
        }),
        probe!(first, <> x: R => {
            let (mut a, s) = given_pivoted::<R>(&mut x);
            let (i, r, least) = (x.whole() as usize % (a.n + 1), x.whole() as usize % (a.n + 1), x.real());
            vec![R::of((if i < a.n { lemke_first(&mut a, i, r, s, least) } else { r }) as f64)]
        }),
        probe!(reduce, <> x: R => {
            let (mut a, s) = given_pivoted::<R>(&mut x);
            let (i, r, pivot) = (x.whole() as usize % a.n, x.whole() as usize % a.n, x.real());
            let from = a.t[r];
            if i != r {
                lemke_reduce(&mut a, i, &from, s, pivot);
            }
            [&a.t[i][..7], &[a.t[i][s], R::of(a.row[i] as f64)]].concat()
        }),
        probe!(put_cells(pivoted("lemke_pivot")), <> x: R => {
            let (a, _) = given_pivoted::<R>(&mut x);
            seen_cells(&a, &mut x)
        }),
        probe!(whole(pivoted("lemke_complement"), "s"), <> x: R => {
            vec![R::of(given_pivoted::<R>(&mut x).1 as f64)]
        }),
        probe!(whole(pivoted("lemke_rest"), "lemke_rest(s)"), <> x: R => {
            let (a, s) = given_pivoted::<R>(&mut x);
            vec![R::of(lemke_rest(&a, s) as f64)]
        }),
        probe!(whole(search, "end").put_real("sum"), <> x: R => {
            let mut a = given_dictionary::<R>(&mut x);
            let (end, _) = lemke_search(&mut a);
            let sum = (0..a.n).fold(R::of(0.0), |sum, r| sum + a.t[r][a.n + 1]);
            vec![R::of(f64::from(end as u8)), sum]
        }),
    ]
}
