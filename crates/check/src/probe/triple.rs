//! Probes of a triple: contact frame, model and scheme; the rest is called from here.

use super::delay::of_delay;
use super::further::further_of_model;
use super::given::{Given, components, numbers, of_flag};
use super::law::{law_params, of_law};
use super::ledger::of_ledger;
use super::sampling::of_noise;
use super::tally::{of_tally, of_watch};
use super::text::Call;
use super::{Draw, Probe};
use moreau::columns::Fields;
use moreau::law::Law;
use moreau::model::Model;
use moreau::real::Scalar;
use moreau::scheme::Scheme;
use moreau::space::Space;
use moreau::tuple::Tuple;

/// The numbers from which a probed contact has its H: the first two positive, the third of either sign and large enough
/// that sliding is singular now and then.
const DELASSUS: [(&str, Draw); 3] =
    [("h_a", Draw::Between(0.5, 1.5)), ("h_b", Draw::Between(0.5, 1.5)), ("h_c", Draw::Between(-3.0, 3.0))];
/// A time step long enough that flight and contact both occur.
pub(super) const STEP: Draw = Draw::Between(0.05, 0.5);

/// A step that does not carry coordinates far from where they are drawn, where that matters.
const SHORT_STEP: Draw = Draw::Between(0.01, 0.05);

/// The probes of a triple.
pub fn of_triple<M: Model, L: Law<M::Space>, S: Scheme>() -> Vec<Probe> {
    let mut probes = of_space::<M::Space>();
    probes.extend(of_start::<M>());
    probes.extend(of_force::<M>());
    probes.extend(M::NOISE.then(of_noise));
    probes.extend(of_contact::<M>());
    probes.extend(of_touch::<M>());
    probes.extend(further_of_model::<M>());
    if M::DELAYED {
        probes.extend(of_delay::<M>());
    }
    probes.extend(of_law::<M::Space, L>());
    probes.push(of_ahead::<M, S>());
    probes.push(of_scheme::<M, L, S>());
    probes.extend(of_tally::<M, L>());
    probes.extend(of_watch::<M, L>());
    probes.extend(of_ledger::<M, S>());
    probes
}

fn of_space<P: Space>() -> Vec<Probe> {
    let vector = |name: &'static str| Call::new(name).local::<P>("a");
    let matrix = |name: &'static str| delassus(Call::new(name));
    let respond = |name: &'static str| {
        let call = matrix(name).local::<P>("impulse").say("let v = space_respond(h, impulse);");
        call.put_tuple("v", P::DIM)
    };
    let whole = whole_delassus::<P>(matrix("space_delassus_of").local::<P>("v"));
    let push =
        matrix("space_push").real("speed", Draw::Between(-2.0, 2.0)).say("let n = space_push(h, speed);");
    let gain = matrix("space_gain").local::<P>("impulse").local::<P>("loose").local::<P>("end");
    let powers = matrix("space_powers").local::<P>("impulse").local::<P>("v");
    let powers = powers.say("let w = space_powers(h, impulse, v);").put_tuple("w", 2);
    let reach = matrix("space_reach").local::<P>("loose").local::<P>("impulse");
    let lift = matrix("space_lift").real("gap", Draw::Between(-2.0, 2.0)).real("step", STEP);
    let lift = lift.local::<P>("moved").local::<P>("v").say("let l = space_lift(h, gap, step, moved);");
    let lift = lift.put_tuple("l.by", P::DIM).put_real("space_normal(l.h, v)");
    let lift = probe!(lift, <P: Space> x: R => {
        let h = x.delassus::<P>();
        let (gap, step) = (x.real(), x.real());
        let (h, by) = P::lift(h, gap, step, x.tuple());
        [components(&by), vec![P::normal(h, x.tuple())]].concat()
    });
    let mut probes = vec![
        probe!(matrix("space_normal").local::<P>("a").put_real("space_normal(h, a)"), <P: Space> x: R => {
            let h = x.delassus::<P>();
            vec![P::normal(h, x.tuple())]
        }),
        probe!(vector("space_slide").put_real("space_slide(a)"), <P: Space> x: R => vec![P::slide(x.tuple())]),
        probe!(push.put_tuple("n", P::DIM), <P: Space> x: R => {
            let h = x.delassus::<P>();
            components(&P::push(h, x.real()))
        }),
        probe!(respond("space_respond"), <P: Space> x: R => {
            let h = x.delassus::<P>();
            components(&P::respond(h, x.tuple()))
        }),
        probe!(whole, <P: Space> x: R => {
            let h = x.delassus::<P>();
            seen_delassus::<R, P>(h, x.tuple())
        }),
        probe!(matrix("space_weight").put_real("space_weight(h)"), <P: Space> x: R => {
            vec![P::weight(x.delassus::<P>())]
        }),
        probe!(gain.put_real("space_gain(h, impulse, loose, end)"), <P: Space> x: R => {
            let h = x.delassus::<P>();
            vec![P::gain(h, x.tuple(), x.tuple(), x.tuple())]
        }),
        probe!(powers, <P: Space> x: R => {
            let h = x.delassus::<P>();
            components(&P::powers(h, x.tuple(), x.tuple()))
        }),
        probe!(reach.put_real("space_reach(h, loose, impulse)"), <P: Space> x: R => {
            let h = x.delassus::<P>();
            vec![P::reach(h, x.tuple(), x.tuple())]
        }),
        probe!(
            vector("space_dot").local::<P>("b").put_real("space_dot(a, b)"),
            <P: Space> x: R => vec![x.tuple::<P::Local<R>>().dot(x.tuple())]
        ),
    ];
    probes.extend(P::LIFTS.then_some(lift));
    probes
}

/// All that can be seen of an H `h`, given a vector `v`.
pub(super) fn whole_delassus<P: Space>(call: Call) -> Call {
    call.say("let r = space_respond(h, v);")
        .say("let s = space_push(h, Real(1.0));")
        .put_tuple("r", P::DIM)
        .put_tuple("s", P::DIM)
        .put_real("space_normal(h, v)")
}

/// Its twin.
pub(super) fn seen_delassus<R: Scalar, P: Space>(h: P::Delassus<R>, v: P::Local<R>) -> Vec<R> {
    let (respond, push) = (P::respond(h, v), P::push(h, R::of(1.0)));
    [components(&respond), components(&push), vec![P::normal(h, v)]].concat()
}

/// An argument `h` that is an H.
pub(super) fn delassus(call: Call) -> Call {
    let call = DELASSUS.into_iter().fold(call, |call, (name, draw)| call.real(name, draw));
    call.say("let h = space_delassus_of(h_a, h_b, h_c);")
}

fn of_start<M: Model>() -> Vec<Probe> {
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let setup = Call::new("model_setup")
        .model::<M>()
        .say("let c = model_setup(p);")
        .put_fields("c", <M::Setup<f64> as Fields<f64>>::NAMES);
    let start = Call::new("model_start")
        .model::<M>()
        .say("let s = model_start(p);")
        .put_tuple("s.q", dof)
        .put_tuple("s.u", dof);
    vec![
        probe!(setup, <M: Model> x: R => numbers(&x.setup::<M>())),
        probe!(start, <M: Model> x: R => {
            let (q, u) = M::start(&x.fields::<M::Params<R>>());
            [components(&q), components(&u)].concat()
        }),
    ]
}

fn of_force<M: Model>() -> Vec<Probe> {
    let drive = Call::new("model_drive")
        .setup::<M>()
        .real("turn", Draw::Between(-0.5, 0.5))
        .say("let d = model_drive(c, turn);")
        .put_fields("d", <M::Drive<f64> as Fields<f64>>::NAMES);
    let acceleration = Call::new("model_acceleration")
        .setup::<M>()
        .drive::<M>()
        .q::<M>()
        .u::<M>()
        .say("let a = model_acceleration(c, d, q, u);")
        .put_tuple("a", <M::Coords<f64> as Tuple<f64>>::LEN);
    vec![
        probe!(drive, <M: Model> x: R => numbers(&M::drive(&x.setup::<M>(), x.real()))),
        probe!(acceleration, <M: Model> x: R => {
            let c = x.setup::<M>();
            let d = x.fields::<M::Drive<R>>();
            components(&M::acceleration(&c, &d, x.tuple(), x.tuple()))
        }),
    ]
}

fn of_contact<M: Model>() -> Vec<Probe> {
    let at = |name: &'static str| Call::new(name).setup::<M>().q::<M>();
    let local = at("model_local").u::<M>().say("let a = model_local(c, q, u);");
    let kick = at("model_kick").local::<M::Space>("impulse").say("let a = model_kick(c, q, impulse);");
    let delassus = at("model_delassus").local::<M::Space>("v").say("let h = model_delassus(c, q);");
    let rough = Call::new("model_rough").setup::<M>().drive::<M>().q::<M>().u::<M>();
    let curvature = at("model_curvature").u::<M>().say("let a = model_curvature(c, q, u);");
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    vec![
        probe!(at("model_gap").put_real("model_gap(c, q)"), <M: Model> x: R => {
            vec![M::gap(&x.setup::<M>(), x.tuple())]
        }),
        probe!(local.put_tuple("a", M::Space::DIM), <M: Model> x: R => {
            components(&M::local(&x.setup::<M>(), x.tuple(), x.tuple()))
        }),
        probe!(kick.put_tuple("a", dof), <M: Model> x: R => {
            components(&M::kick(&x.setup::<M>(), x.tuple(), x.tuple()))
        }),
        probe!(whole_delassus::<M::Space>(delassus), <M: Model> x: R => {
            let c = x.setup::<M>();
            let h = M::delassus(&c, x.tuple());
            seen_delassus::<R, M::Space>(h, x.tuple())
        }),
        probe!(rough.put_real("model_rough(c, d, q, u)"), <M: Model> x: R => {
            let c = x.setup::<M>();
            let d = x.fields::<M::Drive<R>>();
            vec![M::rough(&c, &d, x.tuple(), x.tuple())]
        }),
        probe!(curvature.put_tuple("a", M::Space::DIM), <M: Model> x: R => {
            components(&M::curvature(&x.setup::<M>(), x.tuple(), x.tuple()))
        }),
    ]
}

/// Where contact is felt, what it leaves, and where that leads.
fn of_touch<M: Model>() -> Vec<Probe> {
    let skin = Call::new("model_skin").setup::<M>().put_real("model_skin(c)");
    let after = Call::new("model_after")
        .setup::<M>()
        .q::<M>()
        .u::<M>()
        .local::<M::Space>("local")
        .local::<M::Space>("impulse")
        .flag("contact")
        .say("let a = model_after(c, q, u, local, impulse, contact);")
        .put_tuple("a", <M::Coords<f64> as Tuple<f64>>::LEN);
    let travel = Call::new("model_travel").q::<M>().u::<M>().say("let a = model_travel(q, u);");
    let travel = travel.put_tuple("a", <M::Coords<f64> as Tuple<f64>>::LEN);
    vec![
        probe!(travel, <M: Model> x: R => components(&M::travel::<R>(x.tuple(), x.tuple()))),
        probe!(skin, <M: Model> x: R => vec![M::skin(&x.setup::<M>())]),
        probe!(after, <M: Model> x: R => {
            let c = x.setup::<M>();
            components(&M::after(&c, x.tuple(), x.tuple(), x.tuple(), x.tuple(), x.flag()))
        }),
    ]
}

fn of_ahead<M: Model, S: Scheme>() -> Probe {
    let call = Call::new("scheme_ahead").real("h", STEP).q::<M>().u::<M>();
    let call = call.say("let a = scheme_ahead(h, q, u);").put_tuple("a", <M::Coords<f64> as Tuple<f64>>::LEN);
    probe!(call, <M: Model, S: Scheme> x: R => {
        let h = x.real();
        components(&S::ahead::<R, M>(h, x.tuple(), x.tuple()))
    })
}

fn of_scheme<M: Model, L: Law<M::Space>, S: Scheme>() -> Probe {
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let call = law_params::<M::Space, L>(Call::new("scheme_step").setup::<M>())
        .params("SchemeParams", "scheme", &S::probed())
        .real("h", if M::PROBED.is_empty() { STEP } else { SHORT_STEP })
        .drive::<M>()
        .q::<M>()
        .u::<M>()
        .flag("stuck")
        .say("let s = scheme_step(c, law, scheme, h, d, q, scheme_ahead(h, q, u), u, stuck);")
        .put_tuple("s.q", dof)
        .put_tuple("s.u", dof)
        .put_tuple("s.ahead", dof)
        .put_tuple("s.impulse", M::Space::DIM)
        .put_tuple("s.problem.before", M::Space::DIM)
        .put_tuple("s.problem.loose", M::Space::DIM)
        .put_tuple("s.end", M::Space::DIM)
        .put_tuple("s.judged", M::Space::DIM)
        .put_real("space_weight(s.problem.h)")
        .put_real("s.problem.rough")
        .put_real("s.problem.theta")
        .put_flag("s.problem.contact")
        .put_flag("s.problem.stuck")
        .put_flag("s.sticks")
        .put_flag("s.settled");
    fn twin<R: Scalar, M: Model, L: Law<M::Space>, S: Scheme>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let c = x.setup::<M>();
        let law: L::Params<R> = x.fields();
        let p: S::Params<R> = x.fields();
        let h = x.real();
        let d: M::Drive<R> = x.fields();
        let (q, u) = (x.tuple(), x.tuple());
        let ahead = S::ahead::<R, M>(h, q, u);
        let s = S::step::<R, M, L, false>(&c, &law, &p, h, &d, q, ahead, u, x.flag());
        let a = &s.problem;
        let local = [s.impulse, a.before, a.loose, s.end, s.judged].map(|v| components(&v)).concat();
        let rest = vec![M::Space::weight(a.h), a.rough, a.theta];
        let flags = [a.contact, a.stuck, s.sticks, s.settled].map(of_flag).to_vec();
        [components(&s.q), components(&s.u), components(&s.ahead), local, rest, flags].concat()
    }
    call.probe(twin::<f32, M, L, S>, twin::<f64, M, L, S>)
}
