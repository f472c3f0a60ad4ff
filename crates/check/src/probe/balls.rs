//! Probes of four balls: the geometry of their contacts, and the stages of their law.

use super::fold::of_fold;
use super::given::{Given, components, of_flag};
use super::law::{law_params, problem};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use moreau::fold::{FoldSet, fold_set};
use moreau::law::{GaussSeidel, Law, Sweep};
use moreau::law::{
    balls_excess, balls_friction, balls_lack, balls_mu, balls_settle, balls_strike, balls_sweep,
};
use moreau::model::FourBalls;
use moreau::real::Scalar;
use moreau::space::{BALL_CONTACTS, BALL_PAIRS, Balls, TABLE};
use moreau::space::{
    balls_felt, balls_kick, balls_lift, balls_local, balls_meet, balls_part, balls_push, balls_slip,
    balls_speed, balls_tangents,
};
use moreau::tuple::{Tuple, Vector};

const SPEED: Draw = Draw::Between(-3.0, 3.0);
const FACETS: Draw = Draw::OneOf(&[0.0, 4.0, 8.0, 16.0]);
type Params<R> = <GaussSeidel as Law<Balls>>::Params<R>;

fn vector(call: Call, name: &str) -> Call {
    call.tuple("vec3<Real>", name, 3, SPEED)
}

fn bodies(call: Call) -> Call {
    call.tuple("Bodies", "w", 24, SPEED)
}

/// A contact `k`, and its balls `i` and `j`.
fn contact(call: Call) -> Call {
    let list = |of: fn((usize, usize)) -> usize| {
        let numbers: Vec<String> = BALL_PAIRS.iter().map(|&pair| format!("{}u", of(pair))).collect();
        format!("array<u32, {BALL_CONTACTS}>({})", numbers.join(", "))
    };
    call.whole("k", BALL_CONTACTS as u32)
        .say(&format!("var firsts = {};", list(|pair| pair.0)))
        .say(&format!("var seconds = {};", list(|pair| pair.1)))
        .say("let i = firsts[k];")
        .say("let j = seconds[k];")
}

/// The probes of the contacts' geometry.
fn of_contacts() -> Vec<Probe> {
    let new = |name: &'static str| delassus(Call::new(name));
    let felt = vector(contact(new("balls_felt")), "v");
    let lift = contact(new("balls_lift").real("step", Draw::Between(0.05, 0.5)).local::<Balls>("v"));
    let slip = vector(vector(vector(Call::new("balls_slip"), "v"), "n"), "s");
    let tangents = vector(Call::new("balls_tangents"), "n").say("let t = balls_tangents(n);");
    let meet = contact(bodies(new("balls_meet"))).say("let v = balls_meet(h, w, k, i, j);");
    let push = vector(contact(bodies(new("balls_push"))), "p").say("let v = balls_push(h, w, k, i, j, p);");
    let local = bodies(new("balls_local")).say("let v = balls_local(h, w);");
    let kick =
        new("balls_kick").local::<Balls>("p").real("turn", SPEED).say("let v = balls_kick(h, p, turn);");
    let part = Call::new("balls_part").whole("k", BALL_CONTACTS as u32).put_real("balls_part(k)");
    let speed = new("balls_speed").local::<Balls>("v").whole("k", BALL_CONTACTS as u32);
    let dot = vector(vector(Call::new("balls_dot"), "a"), "b").put_real("balls_dot(a, b)");
    vec![
        probe!(felt.say("let f = balls_felt(h, k, v);").put_tuple("f", 3), <> x: R => {
            let h = x.delassus::<Balls>();
            components(&balls_felt(&h, x.whole() as usize, x.tuple()))
        }),
        probe!(lift.say("let f = balls_lift(h, step, v, k);").put_tuple("f", 3), <> x: R => {
            let h = x.delassus::<Balls>();
            let step = x.real();
            components(&balls_lift(&h, step, &x.tuple(), x.whole() as usize))
        }),
        probe!(slip.say("let f = balls_slip(v, n, s);").put_tuple("f", 3), <> x: R => {
            components(&balls_slip::<R>(x.tuple(), x.tuple(), x.tuple()))
        }),
        probe!(tangents.put_tuple("t.t1", 3).put_tuple("t.t2", 3), <> x: R => {
            balls_tangents::<R>(x.tuple()).iter().flat_map(components).collect()
        }),
        probe!(meet.put_tuple("v", 3), <> x: R => {
            let h = x.delassus::<Balls>();
            components(&balls_meet(&h, &x.tuple(), x.whole() as usize))
        }),
        probe!(push.put_tuple("v", 24), <> x: R => {
            let h = x.delassus::<Balls>();
            let mut w = x.tuple();
            balls_push(&h, &mut w, x.whole() as usize, x.tuple());
            components(&w)
        }),
        probe!(local.put_tuple("v", 30), <> x: R => {
            components(&balls_local(&x.delassus::<Balls>(), &x.tuple()))
        }),
        probe!(kick.put_tuple("v", 24), <> x: R => {
            let h = x.delassus::<Balls>();
            components(&balls_kick(&h, &x.tuple(), x.real()))
        }),
        probe!(part, <> x: R => vec![balls_part(x.whole() as usize)]),
        probe!(speed.put_real("balls_speed(h, v, k)"), <> x: R => {
            let h = x.delassus::<Balls>();
            vec![balls_speed(&h, &x.tuple(), x.whole() as usize)]
        }),
        probe!(dot, <> x: R => vec![x.tuple::<Vector<R, 3>>().dot(x.tuple())]),
    ]
}

/// The probes of four balls on a table.
pub fn of_four_balls() -> Vec<Probe> {
    let pair = |name: &'static str| {
        let call = contact(Call::new(name).q::<FourBalls>());
        call.say("let a = select(0u, i, j < 4u);").say("let b = select(1u, j, j < 4u);")
    };
    fn two<R: Scalar>(x: &mut Given<'_, R>) -> (usize, usize) {
        match BALL_PAIRS[x.whole() as usize] {
            (_, TABLE) => (0, 1),
            pair => pair,
        }
    }
    let gaps = Call::new("model_gaps").setup::<FourBalls>().q::<FourBalls>().say("let g = model_gaps(c, q);");
    let gaps = (0..BALL_CONTACTS).fold(gaps, |call, k| call.put_real(&format!("g[{k}]")));
    let parting = pair("model_parting").u::<FourBalls>().say("let p = model_parting(q, u, a, b);");
    let mut probes = of_contacts();
    probes.extend([
        probe!(pair("model_square").put_real("model_square(q, a, b)"), <> x: R => {
            let q = x.tuple();
            let (a, b) = two(&mut x);
            vec![FourBalls::square(&q, a, b)]
        }),
        probe!(pair("model_normal").say("let n = model_normal(q, a, b);").put_tuple("n", 3), <> x: R => {
            let q = x.tuple();
            let (a, b) = two(&mut x);
            components(&FourBalls::normal::<R>(&q, a, b))
        }),
        probe!(parting.put_tuple("p", 3), <> x: R => {
            let q = x.tuple();
            let (a, b) = two(&mut x);
            components(&FourBalls::parting::<R>(&q, &x.tuple(), a, b))
        }),
        probe!(gaps, <> x: R => FourBalls::gaps(&x.setup::<FourBalls>(), x.tuple()).to_vec()),
    ]);
    probes
}

/// The probes of the law's stages.
pub fn of_gauss_seidel<L: Law<Balls>>() -> Vec<Probe> {
    let one = |name: &'static str| {
        let call = Call::new(name).real("facets", FACETS).say("let shape = fold_set(facets);");
        let call = call.real("t", Draw::Between(-1.0, 1.0)).real("mu", Draw::Between(0.0, 1.0));
        let unit = "let n = vec3<Real>(Real(2.0) * t, Real(0.0), Real(1.0) - t * t) / (Real(1.0) + t * t);";
        vector(call.say(unit), "p")
    };
    fn normal<R: Scalar>(x: &mut Given<'_, R>) -> (FoldSet<R>, Vector<R, 3>) {
        let shape = fold_set(x.real());
        let (t, one) = (x.real(), R::of(1.0));
        let square = one + t * t;
        (shape, Vector([R::of(2.0) * t / square, R::of(0.0) / square, (one - t * t) / square]))
    }
    let strike =
        one("balls_strike").real("part", Draw::OneOf(&[1.0, 0.5])).real("ease", Draw::Between(0.25, 0.5));
    let strike = vector(strike, "u").say("let s = balls_strike(shape, n, mu, part, ease, p, u);");
    let friction = one("balls_friction").real("reach", Draw::Between(0.0, 3.0));
    let friction = friction.say("let s = balls_friction(shape, n, p, reach + mu);");
    let excess = one("balls_excess").put_real("balls_excess(shape, n, mu, p)");
    let lack = vector(one("balls_lack"), "u").real("all", Draw::Between(0.0, 3.0));
    let mu = law_params::<Balls, L>(Call::new("balls_mu")).real("rough", Draw::Between(0.5, 1.5));
    let mu = mu.whole("k", BALL_CONTACTS as u32).put_real("balls_mu(law, rough, k)");
    let sweep = problem::<Balls>(law_params::<Balls, L>(Call::new("balls_sweep")));
    let sweep = contact(bodies(sweep.local::<Balls>("p")))
        .real("change", Draw::Between(0.0, 3.0))
        .real("size", Draw::Between(0.0, 3.0))
        .flag("sticks")
        .real("ease", Draw::Between(0.25, 0.5))
        .real("relax", Draw::Between(0.5, 1.5))
        .say("let s = balls_sweep(law, a, fold_set(law.facets), Sweep(p, w, change, size, sticks), ease, relax, k, i, j);")
        .put_tuple("s.impulse", 30)
        .put_tuple("s.w", 24)
        .put_real("s.change")
        .put_real("s.size")
        .put_flag("s.sticks");
    let settle = problem::<Balls>(law_params::<Balls, L>(Call::new("balls_settle"))).local::<Balls>("p");
    let settle = settle.say("let w = balls_kick(a.h, p, Real(1.0));");
    let settle = settle.say("let s = balls_settle(law, a, p, w, a.contact);");
    let mut probes = of_fold();
    probes.extend([
        probe!(friction.put_tuple("s.impulse", 3).put_flag("s.holds"), <> x: R => {
            let (shape, n) = normal(&mut x);
            let (mu, p) = (x.real(), x.tuple());
            let (impulse, holds) = balls_friction(&shape, n, p, x.real() + mu);
            [components(&impulse), vec![of_flag(holds)]].concat()
        }),
        probe!(strike.put_tuple("s.impulse", 3).put_flag("s.holds"), <> x: R => {
            let (shape, n) = normal(&mut x);
            let (mu, p) = (x.real(), x.tuple());
            let (impulse, holds) = balls_strike(&shape, n, mu, x.real(), x.real(), p, x.tuple());
            [components(&impulse), vec![of_flag(holds)]].concat()
        }),
        probe!(settle.put_tuple("s.impulse", 30).put_flag("s.sticks"), <> x: R => {
            let p: Params<R> = x.fields();
            let a = x.problem::<Balls>();
            let start = x.tuple();
            let w = balls_kick(&a.h, &start, R::of(1.0));
            let (s, _) = balls_settle(&p, &a, start, w, a.contact);
            [components(&s.impulse), vec![of_flag(s.sticks)]].concat()
        }),
        probe!(excess, <> x: R => {
            let (shape, n) = normal(&mut x);
            vec![balls_excess(&shape, n, x.real(), x.tuple())]
        }),
        probe!(lack.put_real("balls_lack(shape, n, mu, p, u, all)"), <> x: R => {
            let (shape, n) = normal(&mut x);
            vec![balls_lack(&shape, n, x.real(), x.tuple(), x.tuple(), x.real())]
        }),
        probe!(mu, <> x: R => {
            let p: Params<R> = x.fields();
            vec![balls_mu(&p, x.real(), x.whole() as usize)]
        }),
        probe!(sweep, <> x: R => {
            let p: Params<R> = x.fields();
            let a = x.problem::<Balls>();
            let (impulse, w) = (x.tuple(), x.tuple());
            let k = x.whole() as usize;
            let mut s = Sweep { impulse, w, change: x.real(), size: x.real(), sticks: x.flag() };
            let (ease, relax) = (x.real(), x.real());
            if a.h.gaps[k] <= a.h.skin {
                balls_sweep(&p, &a, &fold_set(p.facets), &mut s, true, ease, relax, k);
            }
            let rest = vec![s.change, s.size, of_flag(s.sticks)];
            [components(&s.impulse), components(&s.w), rest].concat()
        }),
    ]);
    probes
}
