//! Probes of two contacts: the space's operators, the modes, and the stages of the law.

use super::given::{Given, components, of_flag};
use super::law::{law_params, problem};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use moreau::law::{CoulombPair, Law, pair_case, pair_excess, pair_faults, pair_friction, pair_rebound};
use moreau::pair::*;
use moreau::pinned::*;
use moreau::real::Scalar;
use moreau::space::{Pair, PairDelassus, PlanarDelassus, pair_size, pair_touched};
use moreau::tuple::Vector;

const SPEED: Draw = Draw::Between(-3.0, 3.0);
const SENSE: Draw = Draw::OneOf(&[-1.0, 0.0, 1.0]);
const SIGN: Draw = Draw::OneOf(&[-1.0, 1.0]);
type Params<R> = <CoulombPair as Law<Pair>>::Params<R>;

/// An argument `c`, a contact problem.
fn case(name: &'static str) -> Call {
    delassus(Call::new(name))
        .tuple("vec2<Real>", "mu", 2, Draw::Between(0.0, 2.0))
        .local::<Pair>("loose")
        .real("torn", Draw::OneOf(&[0.0, 0.001, 0.5]))
        .say("let c = PairCase(h, mu, loose, torn);")
}

fn given_case<R: Scalar>(x: &mut Given<'_, R>) -> PairCase<R> {
    PairCase { h: x.delassus::<Pair>(), mu: x.tuple(), loose: x.tuple(), torn: x.real() }
}

/// An argument `best`, the best mode so far.
fn offer(call: Call) -> Call {
    call.real("score", SPEED)
        .real("energy", SPEED)
        .local::<Pair>("impulse")
        .flag("sticks")
        .flag("several")
        .say("let best = PairOffer(score, energy, impulse, sticks, several);")
}

fn given_offer<R: Scalar>(x: &mut Given<'_, R>) -> PairOffer<R> {
    PairOffer { score: x.real(), energy: x.real(), impulse: x.tuple(), sticks: x.flag(), several: x.flag() }
}

fn put_offer(call: Call) -> Call {
    call.put_real("o.score")
        .put_real("o.energy")
        .put_tuple("o.impulse", 4)
        .put_flag("o.sticks")
        .put_flag("o.several")
}

fn offered<R: Scalar>(o: &PairOffer<R>) -> Vec<R> {
    [vec![o.score, o.energy], components(&o.impulse), vec![of_flag(o.sticks), of_flag(o.several)]].concat()
}

fn put_pinned(call: Call) -> Call {
    call.put_fields("p.two", &["tt", "tn", "nn"])
        .put_tuple("p.loose", 2)
        .put_tuple("p.own", 2)
        .put_tuple("p.by_t", 2)
        .put_tuple("p.by_n", 2)
}

fn put_delassus(call: Call) -> Call {
    call.put_fields("d.one", &["tt", "tn", "nn"])
        .put_fields("d.two", &["tt", "tn", "nn"])
        .put_fields("d", &["tt", "tn", "nt", "nn"])
        .put_tuple("d.gaps", 2)
        .put_tuple("d.inner", 4)
}

fn entries<R: Scalar>(d: &PairDelassus<R>) -> Vec<R> {
    let own = |h: PlanarDelassus<R>| [h.tt, h.tn, h.nn];
    let blocks = [own(d.one), own(d.two)].concat();
    [blocks, vec![d.tt, d.tn, d.nt, d.nn], components(&d.gaps), components(&d.inner)].concat()
}

/// The probes of vectors and matrices.
fn of_parts() -> Vec<Probe> {
    let local = |name: &'static str| Call::new(name).local::<Pair>("v");
    let touched = Call::new("pair_touched").real("gap", SPEED).real("v", SPEED).real("other", SPEED);
    let other = local("pair_other").say("let o = pair_other(v);").put_tuple("o", 4);
    let turned = put_delassus(case("pair_turned").say("let o = pair_turned(c);").say("let d = o.h;"));
    let stiff = put_delassus(delassus(Call::new("pair_stiff")).say("let d = pair_stiff(h);"));
    let hold = delassus(Call::new("pair_hold")).real("t", SPEED).real("n", SPEED);
    let hold = hold.say("let o = pair_hold(h.one, t, n);").put_tuple("o", 2);
    let pinned = put_pinned(case("pair_pinned").say("let p = pair_pinned(c.h, c.loose);"));
    let follow = case("pair_follow").real("t", SPEED).real("n", SPEED);
    let follow = follow.say("let o = pair_follow(pair_pinned(c.h, c.loose), t, n);").put_tuple("o", 4);
    let bounds = Call::new("pair_bounds").tuple("vec2<Real>", "v", 2, SPEED);
    let bounds = bounds.real("a", SPEED).real("b", SPEED).say("let o = pair_bounds(v, a, b);");
    vec![
        probe!(touched.put_real("pair_touched(gap, v, other)"), <> x: R => {
            vec![pair_touched(x.real(), x.real(), x.real())]
        }),
        probe!(local("pair_size").put_real("pair_size(v)"), <> x: R => vec![pair_size(x.tuple())]),
        probe!(other, <> x: R => components(&pair_other(x.tuple()))),
        probe!(turned.put_tuple("o.mu", 2).put_tuple("o.loose", 4), <> x: R => {
            let o = pair_turned(&given_case(&mut x));
            [entries(&o.h), components(&o.mu), components(&o.loose)].concat()
        }),
        probe!(stiff, <> x: R => entries(&pair_stiff(&x.delassus::<Pair>()))),
        probe!(hold, <> x: R => {
            let h = x.delassus::<Pair>();
            components(&pair_hold(h.one, x.real(), x.real()))
        }),
        probe!(pinned, <> x: R => {
            let c = given_case(&mut x);
            let p = pair_pinned(&c.h, c.loose);
            let shares = [p.loose, p.own, p.by_t, p.by_n].map(|v| components(&v)).concat();
            [vec![p.two.tt, p.two.tn, p.two.nn], shares].concat()
        }),
        probe!(follow, <> x: R => {
            let c = given_case(&mut x);
            components(&pair_follow(&pair_pinned(&c.h, c.loose), x.real(), x.real()))
        }),
        probe!(bounds.put_tuple("o", 2), <> x: R => {
            components(&pair_bounds(x.tuple(), x.real(), x.real()))
        }),
    ]
}

/// The probes of scores and modes.
fn of_modes() -> Vec<Probe> {
    let pressed =
        ["gap", "weight", "mu"].into_iter().fold(Call::new("pair_pressed"), |c, n| c.real(n, SPEED));
    let pressed = ["t", "n", "slide"].into_iter().fold(pressed.real("sense", SENSE), |c, n| c.real(n, SPEED));
    let lone = case("pair_lone").real("sense", SENSE).local::<Pair>("p");
    let both = case("pair_both").tuple("vec2<Real>", "senses", 2, SENSE).local::<Pair>("p");
    let mode = |name: &'static str, call: &str| put_offer(offer(case(name)).real("sense", SIGN).say(call));
    let open = mode("pair_slide_open", "let o = pair_slide_open(c, best, sense);");
    let hangs =
        mode("pair_stick_slide", "let o = pair_stick_slide(c, best, pair_pinned(c.h, c.loose), sense);");
    let slides = offer(case("pair_slide_slide")).tuple("vec2<Real>", "senses", 2, SIGN);
    let slides = put_offer(slides.say("let o = pair_slide_slide(c, best, senses);"));
    let candidate = offer(case("pair_offer")).real("value", SPEED).local::<Pair>("p").flag("held");
    let candidate = put_offer(candidate.say("let o = pair_offer(c, best, value, p, held);"));
    let side = put_offer(offer(case("pair_side")).say("let o = pair_side(c, best);"));
    let sticks = put_offer(case("pair_stick_stick").say("let o = pair_stick_stick(c);"));
    let best = put_offer(case("pair_best").say("let o = pair_best(c);"));
    let after = case("pair_after").local::<Pair>("p").say("let o = pair_after(c, p);").put_tuple("o", 4);
    let energy = case("pair_energy").local::<Pair>("p").put_real("pair_energy(c, p)");
    let solutions = offer(case("pair_solutions")).put_choice("pair_solutions(c, best)");
    vec![
        probe!(pressed.put_real("pair_pressed(gap, weight, mu, sense, t, n, slide)"), <> x: R => {
            vec![pair_pressed(x.real(), x.real(), x.real(), x.real(), x.real(), x.real(), x.real())]
        }),
        probe!(lone.put_real("pair_lone(c, sense, p)"), <> x: R => {
            vec![pair_lone(&given_case(&mut x), x.real(), x.tuple())]
        }),
        probe!(both.put_real("pair_both(c, senses, p)"), <> x: R => {
            vec![pair_both(&given_case(&mut x), x.tuple(), x.tuple())]
        }),
        probe!(after, <> x: R => components(&pair_after(&given_case(&mut x), x.tuple()))),
        probe!(energy, <> x: R => vec![pair_energy(&given_case(&mut x), x.tuple())]),
        probe!(open, <> x: R => {
            let (c, best) = (given_case(&mut x), given_offer(&mut x));
            offered(&pair_slide_open(&c, best, x.real()))
        }),
        probe!(hangs, <> x: R => {
            let (c, best) = (given_case(&mut x), given_offer(&mut x));
            offered(&pair_stick_slide(&c, best, &pair_pinned(&c.h, c.loose), x.real()))
        }),
        probe!(slides, <> x: R => {
            let (c, best) = (given_case(&mut x), given_offer(&mut x));
            offered(&pair_slide_slide(&c, best, x.tuple()))
        }),
        probe!(candidate, <> x: R => {
            let (c, best) = (given_case(&mut x), given_offer(&mut x));
            offered(&pair_offer(&c, best, x.real(), x.tuple(), x.flag()))
        }),
        probe!(side, <> x: R => {
            let (c, best) = (given_case(&mut x), given_offer(&mut x));
            offered(&pair_side(&c, best))
        }),
        probe!(sticks, <> x: R => offered(&pair_stick_stick(&given_case(&mut x)))),
        probe!(best, <> x: R => offered(&pair_best(&given_case(&mut x)))),
        probe!(solutions, <> x: R => {
            let (c, best) = (given_case(&mut x), given_offer(&mut x));
            vec![pair_solutions(&c, &best)]
        }),
    ]
}

/// The probes of two contacts.
pub fn of_pair() -> Vec<Probe> {
    let new = |name: &'static str| problem::<Pair>(law_params::<Pair, CoulombPair>(Call::new(name)));
    let reals = |name: &'static str, names: &[&str]| {
        names.iter().fold(Call::new(name), |call, name| call.real(name, SPEED))
    };
    let rebound = new("pair_rebound").say("let o = pair_rebound(law, a);").put_tuple("o", 2);
    let friction = law_params::<Pair, CoulombPair>(Call::new("pair_friction")).real("rough", SPEED);
    let friction = friction.say("let o = pair_friction(law, rough);").put_tuple("o", 2);
    let asked = new("pair_case")
        .say("let o = pair_case(law, a);")
        .put_tuple("o.mu", 2)
        .put_tuple("o.loose", 4)
        .put_real("o.torn");
    let excess = reals("pair_excess", &["mu", "t", "n"]).put_real("pair_excess(mu, t, n)");
    let faults = reals("pair_faults", &["mu", "t", "n", "slide", "lift", "size"]);
    let mut probes = of_parts();
    probes.extend(of_modes());
    probes.extend([
        probe!(rebound, <> x: R => {
            let p: Params<R> = x.fields();
            components::<R, Vector<R, 2>>(&pair_rebound(&p, &x.problem()))
        }),
        probe!(friction, <> x: R => {
            let p: Params<R> = x.fields();
            components(&pair_friction(&p, x.real()))
        }),
        probe!(asked, <> x: R => {
            let p: Params<R> = x.fields();
            let c = pair_case(&p, &x.problem());
            [components(&c.mu), components(&c.loose), vec![c.torn]].concat()
        }),
        probe!(excess, <> x: R => vec![pair_excess(x.real(), x.real(), x.real())]),
        probe!(faults.put_real("pair_faults(mu, t, n, slide, lift, size)"), <> x: R => {
            vec![pair_faults(x.real(), x.real(), x.real(), x.real(), x.real(), x.real())]
        }),
    ]);
    probes
}
