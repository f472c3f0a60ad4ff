//! Probes of the energy books, and of what a model says of its energy.

use super::given::{Given, components, numbers};
use super::law::problem;
use super::text::Call;
use super::triple::{STEP, seen_delassus, whole_delassus};
use super::{Draw, Probe};
use moreau::columns::Fields;
use moreau::ledger::Ledger;
use moreau::model::Model;
use moreau::real::Scalar;
use moreau::scheme::{LocalOf, Scheme, Step};
use moreau::tuple::Tuple;

/// What a scheme's books are called.
fn fields<S: Scheme>() -> &'static [&'static str] {
    <<S::Ledger as Ledger>::Books<f64> as Fields<f64>>::NAMES
}

pub(super) fn of_ledger<M: Model, S: Scheme>() -> Vec<Probe> {
    // What keeps no books has nothing that could be wrong.
    if !S::Ledger::KEPT {
        return Vec::new();
    }
    let mut probes = vec![of_start::<M, S>(), of_step::<M, S>()];
    probes.extend(of_energy::<M>());
    probes
}

fn of_start<M: Model, S: Scheme>() -> Probe {
    let call = Call::new("books_start").setup::<M>().q::<M>().u::<M>();
    let call = call.say("let b = books_start(c, q, u);").put_fields("b", fields::<S>());
    probe!(call, <M: Model, S: Scheme> x: R => {
        let c = x.setup::<M>();
        numbers(&S::Ledger::start::<R, M>(&c, x.tuple(), x.tuple()))
    })
}

fn of_step<M: Model, S: Scheme>() -> Probe {
    let call = problem::<M::Space>(Call::new("books_step").setup::<M>())
        .fields("Books", "b", fields::<S>(), Draw::Between(0.0, 5.0))
        .drive::<M>()
        .real("dt", STEP)
        .q::<M>()
        .u::<M>()
        .tuple("Coords", "v", <M::Coords<f64> as Tuple<f64>>::LEN, Draw::Between(-3.0, 3.0))
        .local::<M::Space>("impulse")
        .local::<M::Space>("end")
        .flag("sticks")
        .say("let s = Step(model_travel(q, v * dt), v, q, a, impulse, end, end, sticks, true);")
        .say("let r = books_step(b, c, d, dt, q, u, s);")
        .put_fields("r", fields::<S>());
    fn twin<R: Scalar, M: Model, S: Scheme>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let c = x.setup::<M>();
        let problem = x.problem();
        let books = x.fields();
        let d: M::Drive<R> = x.fields();
        let h = x.real();
        let q: M::Coords<R> = x.tuple();
        let u: M::Coords<R> = x.tuple();
        let v: M::Coords<R> = x.tuple();
        let impulse: LocalOf<R, M> = x.tuple();
        let end: LocalOf<R, M> = x.tuple();
        let there = M::travel(q, v * h);
        let (judged, sticks, settled) = (end, x.flag(), true);
        let [margin, effort] = [R::of(0.0); 2];
        let s: Step<R, M> =
            Step { q: there, u: v, ahead: q, problem, impulse, end, judged, sticks, margin, effort, settled };
        numbers(&S::Ledger::step::<R, M>(&books, &c, &d, h, q, u, &s))
    }
    call.probe(twin::<f32, M, S>, twin::<f64, M, S>)
}

fn of_energy<M: Model>() -> Vec<Probe> {
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let new = |name: &'static str| Call::new(name).setup::<M>();
    let more = |call: Call, name: &str| call.tuple("Coords", name, dof, Draw::Between(-3.0, 3.0));
    let inner = more(new("model_inner").q::<M>().u::<M>(), "v").put_real("model_inner(c, q, u, v)");
    let stretch = new("model_stretch").q::<M>().u::<M>().put_real("model_stretch(c, u, q)");
    let drag = more(new("model_drag").u::<M>(), "v").put_real("model_drag(c, v, u)");
    let soften = new("model_soften").real("reach", STEP).u::<M>();
    let soften = soften.say("let w = model_soften(c, reach, u);").put_tuple("w", dof);
    let delassus = new("model_soft_delassus").real("reach", STEP).q::<M>().local::<M::Space>("v");
    let delassus = whole_delassus::<M::Space>(delassus.say("let h = model_soft_delassus(c, reach, q);"));
    let mut probes = vec![
        probe!(inner, <M: Model> x: R => {
            vec![M::inner(&x.setup::<M>(), x.tuple(), x.tuple(), x.tuple())]
        }),
        probe!(stretch, <M: Model> x: R => {
            let c = x.setup::<M>();
            let q = x.tuple();
            vec![M::stretch(&c, x.tuple(), q)]
        }),
        probe!(drag, <M: Model> x: R => {
            let c = x.setup::<M>();
            let u = x.tuple();
            vec![M::drag(&c, x.tuple(), u)]
        }),
        probe!(soften, <M: Model> x: R => {
            let c = x.setup::<M>();
            let reach = x.real();
            components(&M::soften(&c, reach, x.tuple()))
        }),
    ];
    if M::SPRINGS {
        probes.push(probe!(delassus, <M: Model> x: R => {
            let c = x.setup::<M>();
            let reach = x.real();
            let h = M::soft_delassus(&c, reach, x.tuple());
            seen_delassus::<R, M::Space>(h, x.tuple())
        }));
    }
    probes
}
