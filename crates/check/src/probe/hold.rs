//! Probes of the law that gives each plane of a corner Coulomb friction of its own.

use super::corner::operators;
use super::given::{Given, components};
use super::law::{law_params, problem};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use moreau::law::{CoulombCorner, Hold, Law, Pair};
use moreau::law::{
    contact_excess, contact_lack, contact_rest, contact_scale, corner_contacts, corner_hold, corner_mu,
    hold_first, hold_one, hold_slip, hold_two,
};
use moreau::real::Scalar;
use moreau::space::Corner;
use moreau::tuple::Vector;

/// Not 0: what is exactly on the boundary of a cone without width is inside or outside as rounding has it.
const MU: Draw = Draw::Between(0.1, 2.0);
const SPEED: Draw = Draw::Between(-3.0, 3.0);
type Params<R> = <CoulombCorner as Law<Corner>>::Params<R>;

/// An argument of this name that is a way to hold an impulse.
fn hold(call: Call, name: &str) -> Call {
    let call = call.real(&format!("{name}_score"), SPEED).real(&format!("{name}_way"), Draw::Whole(7));
    let [push, f1, f2, f3] = ["push", "f1", "f2", "f3"].map(|part| format!("{name}_{part}"));
    let call = [&push, &f1, &f2, &f3].into_iter().fold(call, |call, part| call.local::<Corner>(part));
    call.say(&format!("let {name} = Hold({name}_score, {name}_way, {push}, {f1}, {f2}, {f3});"))
}

/// Its twin.
fn given_hold<R: Scalar>(x: &mut Given<'_, R>) -> Hold<R> {
    let (score, way, push) = (x.real(), x.real(), x.tuple());
    Hold { score, way, push, friction: [x.tuple(), x.tuple(), x.tuple()] }
}

/// All that can be seen of a way to hold an impulse, `s`.
fn put_hold(call: Call) -> Call {
    let call = call.put_choice("s.way").put_real("s.score").put_tuple("s.push", 3);
    call.put_tuple("s.f1", 3).put_tuple("s.f2", 3).put_tuple("s.f3", 3)
}

/// Its twin.
fn seen<R: Scalar>(s: Hold<R>) -> Vec<R> {
    let frictions = s.friction.map(|friction| components(&friction)).concat();
    [vec![s.way, s.score], components(&s.push), frictions].concat()
}

/// All that can be seen of what one or two planes do, `s`.
fn put_pair(call: Call) -> Call {
    let call = call.put_real("s.score").put_real("s.push1").put_real("s.push2");
    call.put_tuple("s.friction1", 3).put_tuple("s.friction2", 3)
}

/// Its twin.
fn seen_pair<R: Scalar>(s: Pair<R>) -> Vec<R> {
    [vec![s.score, s.push1, s.push2], components(&s.friction1), components(&s.friction2)].concat()
}

/// The ways to hold an impulse.
fn of_ways() -> Vec<Probe> {
    let new = |name: &'static str| delassus(Call::new(name)).tuple("Local", "mu", 3, MU).local::<Corner>("w");
    let first = hold(hold(Call::new("hold_first"), "first"), "second");
    let first = first.say("let s = hold_first(first, second);");
    let one = new("hold_one").say("let s = hold_one(h.n1, mu.x, w);");
    let two = new("hold_two").say("let s = hold_two(h.n1, h.n2, mu.x, mu.y, w);");
    let slip = new("hold_slip").say("let s = hold_slip(h, mu, w);");
    let whole = new("corner_hold").say("let s = corner_hold(h, mu, w);");
    vec![
        probe!(put_hold(first), <> x: R => {
            let first = given_hold(&mut x);
            seen(hold_first(first, given_hold(&mut x)))
        }),
        probe!(put_pair(one), <> x: R => {
            let h = x.delassus::<Corner>();
            let mu: Vector<R, 3> = x.tuple();
            seen_pair(hold_one(h.normals[0], mu.0[0], x.tuple()))
        }),
        probe!(put_pair(two), <> x: R => {
            let h = x.delassus::<Corner>();
            let mu: Vector<R, 3> = x.tuple();
            seen_pair(hold_two(h.normals[0], h.normals[1], mu.0[0], mu.0[1], x.tuple()))
        }),
        probe!(put_hold(slip), <> x: R => {
            let h = x.delassus::<Corner>();
            let mu = x.tuple();
            seen(hold_slip(&h, mu, x.tuple()))
        }),
        probe!(put_hold(whole), <> x: R => {
            let h = x.delassus::<Corner>();
            let mu = x.tuple();
            seen(corner_hold(&h, mu, x.tuple()))
        }),
    ]
}

/// The probes of the corner's operators, and of what the law of its contacts has beyond the functions of every law.
pub fn of_hold() -> Vec<Probe> {
    let mu =
        law_params::<Corner, CoulombCorner>(Call::new("corner_mu")).real("rough", Draw::Between(0.5, 1.5));
    let mu = mu.say("let s = corner_mu(law, rough);").put_tuple("s", 3);
    let contacts = problem::<Corner>(law_params::<Corner, CoulombCorner>(Call::new("corner_contacts")));
    let contacts = contacts.local::<Corner>("impulse").say("let s = corner_contacts(law, a, impulse);");
    let contact = |call: Call| call.real("mu", MU).real("push", SPEED).local::<Corner>("friction");
    let excess = contact(Call::new("contact_excess")).put_real("contact_excess(mu, push, friction)");
    let lack = contact(delassus(Call::new("contact_lack"))).local::<Corner>("end");
    let lack = lack.real("slide", Draw::Between(0.0, 3.0));
    let held = |call: Call| hold(call.local::<Corner>("impulse"), "held");
    let rest = held(problem::<Corner>(Call::new("contact_rest"))).put_real("contact_rest(a, impulse, held)");
    let scale = held(Call::new("contact_scale")).put_real("contact_scale(impulse, held)");
    let mut probes = operators();
    probes.extend(of_ways());
    probes.extend([
        probe!(mu, <> x: R => {
            let p: Params<R> = x.fields();
            components(&corner_mu(&p, x.real()))
        }),
        probe!(put_hold(contacts), <> x: R => {
            let p: Params<R> = x.fields();
            let a = x.problem();
            seen(corner_contacts(&p, &a, x.tuple()))
        }),
        probe!(excess, <> x: R => {
            let (mu, push) = (x.real(), x.real());
            vec![contact_excess(mu, push, x.tuple())]
        }),
        probe!(lack.put_real("contact_lack(h.n1, mu, push, friction, end, slide)"), <> x: R => {
            let h = x.delassus::<Corner>();
            let (mu, push) = (x.real(), x.real());
            let (friction, end) = (x.tuple(), x.tuple());
            vec![contact_lack(h.normals[0], mu, push, friction, end, x.real())]
        }),
        probe!(rest, <> x: R => {
            let a = x.problem();
            let impulse = x.tuple();
            vec![contact_rest(&a, impulse, &given_hold(&mut x))]
        }),
        probe!(scale, <> x: R => {
            let impulse = x.tuple();
            vec![contact_scale(impulse, &given_hold(&mut x))]
        }),
    ]);
    probes
}
