//! Probes of the law that gives each plane of a corner Coulomb friction of its own.

use super::corner::operators;
use super::given::{Given, components};
use super::law::{law_params, problem};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use crate::law::{CoulombCorner, Hold, Law};
use crate::law::{
    contact_excess, contact_lack, contact_scale, corner_contacts, corner_hold, corner_mu, hold_first,
    hold_one, hold_slip, hold_two,
};
use crate::real::Scalar;
use crate::space::Corner;
use crate::tuple::Vector;

/// Not 0: what is exactly on the boundary of a cone without width is inside or outside as rounding has it.
const MU: Draw = Draw::Between(0.1, 2.0);
const SPEED: Draw = Draw::Between(-3.0, 3.0);
type Params<R> = <CoulombCorner as Law<Corner>>::Params<R>;

/// An argument of this name that is a way to hold an impulse.
fn hold(call: Call, name: &'static str, parts: [&'static str; 3]) -> Call {
    let call = call.real(&format!("{name}_score"), SPEED).real(&format!("{name}_way"), Draw::Whole(7));
    let call = parts.into_iter().fold(call, |call, part| call.local::<Corner>(part));
    let [a, b, c] = parts;
    call.say(&format!("let {name} = Hold({name}_score, {name}_way, {a}, {b}, {c});"))
}

/// Its twin.
fn given_hold<R: Scalar>(x: &mut Given<'_, R>) -> Hold<R> {
    Hold { score: x.real(), way: x.real(), parts: [x.tuple(), x.tuple(), x.tuple()] }
}

/// All that can be seen of a way to hold an impulse, `s`.
fn put_hold(call: Call) -> Call {
    let call = call.put_choice("s.way").put_real("s.score");
    call.put_tuple("s.p1", 3).put_tuple("s.p2", 3).put_tuple("s.p3", 3)
}

/// Its twin.
fn seen<R: Scalar>(s: Hold<R>) -> Vec<R> {
    [vec![s.way, s.score], s.parts.map(|part| components(&part)).concat()].concat()
}

/// The ways to hold an impulse.
fn of_ways() -> Vec<Probe> {
    let new = |name: &'static str| delassus(Call::new(name)).tuple("Local", "mu", 3, MU).local::<Corner>("w");
    let better = hold(Call::new("hold_first"), "first", ["a1", "a2", "a3"]);
    let better = hold(better, "second", ["b1", "b2", "b3"]).say("let s = hold_first(first, second);");
    let one = new("hold_one").put_real("hold_one(h.n1, mu.x, w)");
    let two = new("hold_two").say("let s = hold_two(h.n1, h.n2, mu.x, mu.y, w);").put_real("s.score");
    let slip = new("hold_slip").say("let s = hold_slip(h, mu, w);");
    let whole = new("corner_hold").say("let s = corner_hold(h, mu, w);");
    vec![
        probe!(put_hold(better), <> x: R => {
            let best = given_hold(&mut x);
            seen(hold_first(best, given_hold(&mut x)))
        }),
        probe!(one, <> x: R => {
            let h = x.delassus::<Corner>();
            let mu: Vector<R, 3> = x.tuple();
            vec![hold_one(h.normals[0], mu.0[0], x.tuple())]
        }),
        probe!(two.put_tuple("s.first", 3).put_tuple("s.second", 3), <> x: R => {
            let h = x.delassus::<Corner>();
            let mu: Vector<R, 3> = x.tuple();
            let s = hold_two(h.normals[0], h.normals[1], mu.0[0], mu.0[1], x.tuple());
            [vec![s.score], components(&s.first), components(&s.second)].concat()
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
    let contact = |name: &'static str| delassus(Call::new(name)).real("mu", MU).local::<Corner>("part");
    let mu =
        law_params::<Corner, CoulombCorner>(Call::new("corner_mu")).real("rough", Draw::Between(0.5, 1.5));
    let mu = mu.say("let s = corner_mu(law, rough);").put_tuple("s", 3);
    let contacts = problem::<Corner>(law_params::<Corner, CoulombCorner>(Call::new("corner_contacts")));
    let contacts = contacts.local::<Corner>("impulse").say("let s = corner_contacts(law, a, impulse);");
    let excess = contact("contact_excess").put_real("contact_excess(h.n1, mu, part)");
    let lack = contact("contact_lack").local::<Corner>("end").real("slide", Draw::Between(0.0, 3.0));
    let scale = hold(Call::new("contact_scale").local::<Corner>("impulse"), "held", ["p1", "p2", "p3"]);
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
            let h = x.delassus::<Corner>();
            let mu = x.real();
            vec![contact_excess(h.normals[0], mu, x.tuple())]
        }),
        probe!(lack.put_real("contact_lack(h.n1, mu, part, end, slide)"), <> x: R => {
            let h = x.delassus::<Corner>();
            let mu = x.real();
            let (part, end) = (x.tuple(), x.tuple());
            vec![contact_lack(h.normals[0], mu, part, end, x.real())]
        }),
        probe!(scale.put_real("contact_scale(impulse, held)"), <> x: R => {
            let impulse = x.tuple();
            vec![contact_scale(impulse, &given_hold(&mut x))]
        }),
    ]);
    probes
}
