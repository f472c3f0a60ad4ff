//! Probes of Lemke's method.

// As WGSL has it, line by line.
#![allow(clippy::needless_range_loop)]

use super::given::Given;
use super::text::Call;
use super::{Draw, Probe};
use crate::law::LCP_MOST;
use crate::lcp::*;
use crate::real::Scalar;

/// Unknowns of the probed problems: with the two further columns one more than a vector of WGSL has.
const N: usize = 3;
const W: usize = LCP_MOST + 2;
type Matrix<R> = [[R; LCP_MOST]; LCP_MOST];
type Tableau<R> = Lemke<R, LCP_MOST, W>;

/// Diagonally dominant, so that there is one solution, whatever pivots lead to it.
const DIAGONAL: Draw = Draw::Between(2.5, 4.0);
const OTHERS: Draw = Draw::Between(-1.0, 1.0);
const ENTRY: Draw = Draw::Between(-3.0, 3.0);
/// Now and then met by drawn numbers.
const LARGE_TINY: f64 = 0.0625;

/// A problem `lcp` with a negative constant.
fn problem(name: &'static str) -> Call {
    // Drawn, so that no driver unrolls the loops over it.
    let mut call = Call::new(name).real("unknowns", Draw::OneOf(&[N as f64])).say("lcp.n = u32(unknowns);");
    for i in 0..N {
        for j in 0..N {
            call = call.real(&format!("m_{i}{j}"), if i == j { DIAGONAL } else { OTHERS });
        }
        let row = format!("vec4<Real>(m_{i}0, m_{i}1, m_{i}2, Real(0.0))");
        call = call.say(&format!("lcp.m[{i}u * LCP_QUADS] = {row};"));
        call = call.real(&format!("q_{i}"), if i == 0 { Draw::Between(-3.0, -0.125) } else { ENTRY });
        call = call.say(&format!("lcp.q[{i}u] = q_{i};"));
    }
    call
}

/// Its twin.
fn given_problem<R: Scalar>(x: &mut Given<'_, R>) -> (Matrix<R>, [R; LCP_MOST]) {
    x.real();
    let (mut m, mut q) = ([[R::of(0.0); LCP_MOST]; LCP_MOST], [R::of(0.0); LCP_MOST]);
    for i in 0..N {
        m[i][..N].fill_with(|| x.real());
        q[i] = x.real();
    }
    (m, q)
}

/// Further its tableau after the first pivot, and the column `s` that enters next.
fn pivoted(name: &'static str) -> Call {
    problem(name)
        .say("lemke_start(LCP_TINY);")
        .say("tableau.cover = lemke_least();")
        .say(&format!("lemke_pivot(tableau.cover, {N}u);"))
        .say(&format!("let s = lemke_complement({N}u);"))
}

/// Its twin.
fn given_pivoted<R: Scalar>(x: &mut Given<'_, R>) -> (Tableau<R>, usize, Matrix<R>, [R; LCP_MOST]) {
    let (m, q) = given_problem(x);
    let mut a = lemke_start(N, &m, &q, R::of(TINY * R::EPSILON));
    a.cover = lemke_least(&a);
    let r = a.cover;
    lemke_pivot(&mut a, r, N);
    let s = lemke_complement(&a, N);
    (a, s, m, q)
}

/// All that can be seen of the tableau.
fn put_tableau(mut call: Call) -> Call {
    for i in 0..N {
        call = call.put_tuple(&format!("tableau.t[{i}u * LCP_QUADS]"), 4);
        call = call.put_real(&format!("tableau.t[{i}u * LCP_QUADS + 1u].x"));
        for what in ["row[{}]", "column[{}]", "place[{}].x", "place[{}].y"] {
            call = call.put_choice(&format!("Real(tableau.{})", what.replace("{}", &format!("{i}u"))));
        }
    }
    call
}

/// Its twin.
fn seen<R: Scalar>(a: &Tableau<R>) -> Vec<R> {
    let row = |i: usize| {
        let whole = [a.row[i], a.column[i], a.place[i][0], a.place[i][1]].map(|x| R::of(x as f64));
        [&a.t[i][..N + 2], &whole[..]].concat()
    };
    (0..N).flat_map(row).collect()
}

fn of_whole<R: Scalar>(x: usize) -> Vec<R> {
    vec![R::of(x as f64)]
}

/// What is done to numbers.
fn of_numbers() -> Vec<Probe> {
    let sum = Call::new("lemke_sum").tuple("vec4<Real>", "a", 4, ENTRY).tuple("vec4<Real>", "b", 4, ENTRY);
    let sum = sum.say(&format!("let v = lemke_sum(a, b, Real({LARGE_TINY:?}));")).put_tuple("v", 4);
    let order = Call::new("lemke_order").real("a", ENTRY).real("b", ENTRY);
    let order = order.put_choice(&format!("Real(lemke_order(a, b, Real({LARGE_TINY:?})))"));
    vec![
        probe!(sum, <> x: R => {
            let a: [R; 4] = std::array::from_fn(|_| x.real());
            a.map(|a| lemke_sum(a, x.real(), R::of(LARGE_TINY))).to_vec()
        }),
        probe!(order, <> x: R => {
            vec![R::of(f64::from(lemke_order(x.real(), x.real(), R::of(LARGE_TINY))))]
        }),
    ]
}

/// What is asked of a tableau.
fn of_questions() -> Vec<Probe> {
    let two = |name: &'static str| pivoted(name).whole("i", N as u32).whole("k", N as u32);
    let least = problem("lemke_least").say("lemke_start(LCP_TINY);");
    let before =
        two("lemke_before").say("let both = lemke_at(i, s) < Real(0.0) && lemke_at(k, s) < Real(0.0);");
    let before = before.put_flag("both && i != k && lemke_before(i, k, s)");
    vec![
        probe!(two("lemke_at").put_real("lemke_at(i, k + 2u)"), <> x: R => {
            let (a, ..) = given_pivoted(&mut x);
            let (i, k) = (x.whole() as usize, x.whole() as usize);
            vec![a.t[i][k + 2]]
        }),
        probe!(least.put_choice("Real(lemke_least())"), <> x: R => {
            let (m, q) = given_problem(&mut x);
            let a: Tableau<R> = lemke_start(N, &m, &q, R::of(TINY * R::EPSILON));
            of_whole(lemke_least(&a))
        }),
        probe!(two("lemke_inverse").put_real("lemke_inverse(i, k)"), <> x: R => {
            let (a, ..) = given_pivoted(&mut x);
            vec![lemke_inverse(&a, x.whole() as usize, x.whole() as usize)]
        }),
        probe!(before, <> x: R => {
            let (a, s, ..) = given_pivoted(&mut x);
            let (i, k) = (x.whole() as usize, x.whole() as usize);
            let both = a.t[i][s] < R::of(0.0) && a.t[k][s] < R::of(0.0);
            of_whole(usize::from(both && i != k && lemke_before(&a, i, k, s)))
        }),
        probe!(pivoted("lemke_leaves").put_choice("Real(lemke_leaves(s))"), <> x: R => {
            let (a, s, ..) = given_pivoted(&mut x);
            of_whole(lemke_leaves(&a, s))
        }),
        probe!(pivoted("lemke_complement").put_choice("Real(lemke_complement(s))"), <> x: R => {
            let (a, s, ..) = given_pivoted(&mut x);
            of_whole(lemke_complement(&a, s))
        }),
        probe!(pivoted("lemke_rest").put_choice("Real(lemke_rest(s))"), <> x: R => {
            let (a, s, ..) = given_pivoted(&mut x);
            of_whole(lemke_rest(&a, s))
        }),
    ]
}

/// The probes of Lemke's method.
pub fn of_lemke() -> Vec<Probe> {
    let start = put_tableau(problem("lemke_start").say("lemke_start(LCP_TINY);"));
    let pivot = pivoted("lemke_pivot").say("let r = lemke_leaves(s);").say("lemke_pivot(r, s);");
    let second = |name: &'static str| pivoted(name).say("let r = lemke_leaves(s);").say("lemke_pivot(r, s);");
    let values = second("lemke_values").say("lemke_values();");
    // Values with an error, so that there is something to refine.
    let refine = second("lemke_refine").say("lemke_values();").say("solution[0] += Real(0.25);");
    let refine = refine.say("lemke_refine();");
    let solve = problem("lemke_solve").say("let answer = lemke_solve(9u, LCP_TINY);");
    let put = |call: Call| (0..N).fold(call, |call, j| call.put_real(&format!("solution[{j}u]")));
    let solve = put(solve).put_choice("Real(answer.end)");
    let mut probes = of_numbers();
    probes.extend(of_questions());
    probes.extend([
        probe!(start, <> x: R => {
            let (m, q) = given_problem(&mut x);
            seen::<R>(&lemke_start(N, &m, &q, R::of(TINY * R::EPSILON)))
        }),
        probe!(put_tableau(pivot), <> x: R => {
            let (mut a, s, ..) = given_pivoted(&mut x);
            let r = lemke_leaves(&a, s);
            lemke_pivot(&mut a, r, s);
            seen(&a)
        }),
        probe!(put(values), <> x: R => {
            let (mut a, s, ..) = given_pivoted(&mut x);
            let r = lemke_leaves(&a, s);
            lemke_pivot(&mut a, r, s);
            lemke_values(&a)[..N].to_vec()
        }),
        probe!(put(refine), <> x: R => {
            let (mut a, s, m, q) = given_pivoted(&mut x);
            let r = lemke_leaves(&a, s);
            lemke_pivot(&mut a, r, s);
            let mut z = lemke_values(&a);
            z[0] += R::of(0.25);
            lemke_refine(&a, &m, &q, &z)[..N].to_vec()
        }),
        probe!(solve, <> x: R => {
            let (m, q) = given_problem(&mut x);
            let answer = lemke_solve::<R, LCP_MOST, W>(N, &m, &q, 9, R::of(TINY * R::EPSILON));
            [&answer.z[..N], &of_whole(answer.end as usize)[..]].concat()
        }),
    ]);
    probes
}
