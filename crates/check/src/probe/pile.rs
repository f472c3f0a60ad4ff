//! Probes of several contacts as one linear complementarity problem.

use super::given::{Given, components, of_flag};
use super::lemke::{TINY_HERE, of_method};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use moreau::directions::facets_directions;
use moreau::law::{FUEL, pile_solve};
use moreau::lemke::{lemke_empty, lemke_search};
use moreau::pile::*;
use moreau::real::Scalar;
use moreau::space::{BALL_CONTACTS, BALL_PAIRS, Balls, three};

const MU: Draw = Draw::Between(0.1, 1.0);
const VELOCITY: Draw = Draw::Between(-3.0, 3.0);
const UNKNOWN: u32 = 64;

/// Contacts: two or three of them are touched.
fn contacts(name: &'static str, facets: &'static [f64]) -> Call {
    let call = delassus(Call::new(name)).local::<Balls>("loose").real("mu", MU).real("mu_balls", MU);
    call.real("facets", Draw::OneOf(facets))
}

/// Their pile, with few enough directions for four of them, and one at least.
fn pile(name: &'static str) -> Call {
    contacts(name, &[4.0, 8.0])
        .say("pile_of(h, loose, mu, mu_balls, facets);")
        .say("if (pile.count == 0u) { pile_add(3u, true, h.n[3], loose[3], mu); }")
}

/// Its twin.
fn given_pile<R: Scalar>(x: &mut Given<'_, R>) -> Pile<R> {
    let (h, loose) = (x.delassus::<Balls>(), x.tuple());
    let mu = x.real();
    let mut p = pile_of(&h, &loose, mu, x.real(), x.real());
    if p.count == 0 {
        pile_add(&mut p, 3, true, h.normals[3], three(&loose, 3), mu);
    }
    p
}

/// The dictionary of a pile.
fn dictionary(name: &'static str) -> Call {
    pile(name)
        .say("lemke_empty(pile_unknowns(), FUEL, Real(0.000002));")
        .say("for (var u = 0u; u < lemke.n; u++) { pile_row(u); }")
}

/// Its twin.
fn given_dictionary<R: Scalar>(x: &mut Given<'_, R>) -> (Pile<R>, PileLemke<R>) {
    let p = given_pile(x);
    let mut a = lemke_empty(pile_unknowns(&p), FUEL, R::of(TINY_HERE));
    (0..a.n).for_each(|u| pile_row(&p, &mut a, u));
    (p, a)
}

/// The probes of the law of many contacts in one problem.
pub fn of_lemke() -> Vec<Probe> {
    let mut probes = of_contacts();
    probes.extend(of_unknowns());
    probes.extend(of_method());
    probes
}

/// All that is known of the contact that came last.
fn put_last(call: Call) -> Call {
    let call = call.say("let last = pile.count - 1u;").put_choice("Real(pile.count)");
    let call = call.put_choice("Real(pile_number[last])").put_tuple("pile_normal[last]", 3);
    call.put_tuple("pile_loose[last]", 3).put_real("pile_mu[last]")
}

/// Its twin.
fn seen_last<R: Scalar>(p: &Pile<R>) -> Vec<R> {
    let (count, last) = (R::of(p.count as f64), p.count - 1);
    let (n, loose) = (components(&p.normal[last]), components(&p.loose[last]));
    [vec![count, R::of(p.contact[last] as f64)], n, loose, vec![p.mu[last]]].concat()
}

/// Which contacts are touched, and how they feel each other.
fn of_contacts() -> Vec<Probe> {
    let add = pile("pile_add").whole("k", 10).flag("touched").tuple("vec3<Real>", "n", 3, VELOCITY);
    let add = add.tuple("vec3<Real>", "v", 3, VELOCITY).real("rough", MU);
    let of = put_last(pile("pile_of")).put_choice("Real(pile.facets)").put_real("pile.spin");
    let directions = Call::new("facets_directions").real("count", Draw::OneOf(&[4.0, 8.0, 16.0]));
    let directions =
        directions.real("turn", Draw::Between(0.013, 0.017)).say("facets_directions(count, turn);");
    let directions =
        [0, 1, 2, 3].into_iter().fold(directions, |call, k| call.put_tuple(&format!("facet[{k}u]"), 2));
    let balls = Call::new("pile_balls").whole("k", BALL_CONTACTS as u32).say("let b = pile_balls(k);");
    let shared = Call::new("pile_shared").whole("k", BALL_CONTACTS as u32).whole("i", BALL_CONTACTS as u32);
    let shared = shared.say("let both = pile_shared(k, i);").put_choice("both.x").put_choice("both.y");
    let response = pile("pile_response").whole("k", 64).whole("i", 64).tuple("vec3<Real>", "p", 3, VELOCITY);
    let response =
        response.say("let v = pile_response(k % pile.count, i % pile.count, p);").put_tuple("v", 3);
    vec![
        probe!(put_last(add.say("pile_add(k, touched, n, v, rough);")), <> x: R => {
            let mut p = given_pile::<R>(&mut x);
            let (k, touched) = (x.whole() as usize, x.flag());
            pile_add(&mut p, k, touched, x.tuple(), x.tuple(), x.real());
            seen_last(&p)
        }),
        probe!(of, <> x: R => {
            let p = given_pile::<R>(&mut x);
            [seen_last(&p), vec![R::of(p.facets as f64), p.spin]].concat()
        }),
        probe!(directions, <> x: R => {
            let d = facets_directions(x.real(), x.real());
            [0, 1, 2, 3].map(|k: usize| components(&d[k])).concat()
        }),
        probe!(pile("pile_unknowns").put_choice("Real(pile_unknowns())"), <> x: R => {
            vec![R::of(pile_unknowns(&given_pile::<R>(&mut x)) as f64)]
        }),
        probe!(balls.put_choice("Real(b.x)").put_choice("Real(b.y)"), <> x: R => {
            let (a, b) = BALL_PAIRS[x.whole() as usize];
            vec![R::of(a as f64), R::of(b as f64)]
        }),
        probe!(shared, <> x: R => components(&pile_shared::<R>(x.whole() as usize, x.whole() as usize))),
        probe!(response, <> x: R => {
            let p = given_pile::<R>(&mut x);
            let (k, i) = (x.whole() as usize % p.count, x.whole() as usize % p.count);
            components(&pile_response(&p, k, i, x.tuple()))
        }),
    ]
}

/// The problem's unknowns, its rows and its solution.
fn of_unknowns() -> Vec<Probe> {
    let unknown =
        |name: &'static str| pile(name).whole("drawn", UNKNOWN).say("let u = drawn % pile_unknowns();");
    let contact = unknown("pile_contact").put_choice("Real(pile_contact(u))");
    let axis = unknown("pile_axis").say("let d = pile_axis(u);").put_tuple("d", 3);
    let row = dictionary("pile_row").whole("drawn", UNKNOWN).whole("c", 64).say("let u = drawn % lemke.n;");
    // In each row a number of every kind of column.
    let row = row.put_real("lemke_at(u, c % lemke.n)").put_real("lemke_at(u, lemke.n - 1u)");
    let row = row.put_real("lemke_at(u, lemke.n - pile.count - 1u)").put_real("lemke_at(u, lemke.n + 1u)");
    let quad = pile("pile_quad")
        .real("along", VELOCITY)
        .real("across", VELOCITY)
        .flag("bounds")
        .flag("own")
        .whole("drawn", UNKNOWN);
    let quad = quad.say("let k = drawn % pile.count;").say("let j = 4u * (drawn % (pile.facets / 4u));");
    let quad = quad
        .say("pile_quad(7u, k, j, along, across, bounds, own);")
        .say("let seen = lemke_quad(7u, (k * pile.facets + j) / 4u);");
    let impulse = dictionary("pile_impulse").say("let end = lemke_search();").say("let p = pile_impulse();");
    let solve = contacts("pile_solve", &[4.0, 8.0, 16.0]);
    let solve = solve.say("let r = pile_solve(h, loose, mu, mu_balls, facets, Real(0.000002));");
    vec![
        probe!(contact, <> x: R => {
            let p = given_pile::<R>(&mut x);
            vec![R::of(pile_contact(&p, x.whole() as usize % pile_unknowns(&p)) as f64)]
        }),
        probe!(axis, <> x: R => {
            let p = given_pile::<R>(&mut x);
            components(&pile_axis(&p, x.whole() as usize % pile_unknowns(&p)))
        }),
        probe!(quad.put_tuple("seen", 4), <> x: R => {
            let p = given_pile::<R>(&mut x);
            let (v, bounds, own, drawn) = (x.tuple(), x.flag(), x.flag(), x.whole() as usize);
            let (k, j) = (drawn % p.count, 4 * (drawn % (p.facets / 4)));
            let mut a = lemke_empty(pile_unknowns(&p).max(8), FUEL, R::of(TINY_HERE));
            pile_quad(&p, &mut a, 7, [k, j], v, bounds, own);
            a.t[7][k * p.facets + j..][..4].to_vec()
        }),
        probe!(row, <> x: R => {
            let (p, a) = given_dictionary::<R>(&mut x);
            let (u, c) = (x.whole() as usize % a.n, x.whole() as usize % a.n);
            vec![a.t[u][c], a.t[u][a.n - 1], a.t[u][a.n - p.count - 1], a.t[u][a.n + 1]]
        }),
        probe!(impulse.put_tuple("p", 30), <> x: R => {
            let (p, mut a) = given_dictionary::<R>(&mut x);
            lemke_search(&mut a);
            components(&pile_impulse(&p, &a))
        }),
        probe!(solve.put_tuple("r.impulse", 30).put_flag("r.found"), <> x: R => {
            let h = x.delassus::<Balls>();
            let (impulse, found) = pile_solve::<R>(&h, &x.tuple(), x.real(), x.real(), x.real(), R::of(TINY_HERE));
            [components(&impulse), vec![of_flag(found)]].concat()
        }),
    ]
}
