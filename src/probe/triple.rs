//! Probes of a triple: contact frame, model, law, scheme and tally.

use super::given::{Given, components, numbers, of_flag};
use super::text::Call;
use super::{Draw, Probe};
use crate::columns::{Columns, Fields};
use crate::law::Law;
use crate::model::Model;
use crate::real::Scalar;
use crate::scheme::{LocalOf, Scheme, Step};
use crate::space::Space;
use crate::tally::{Counts, Limits, Tally, tally_count, tally_flags, tally_start, tally_step};
use crate::tuple::Tuple;

/// `1/m` of a probed contact.
const INVERSE_MASS: Draw = Draw::Between(0.5, 1.5);
/// A time step long enough that flight and contact both occur.
const STEP: Draw = Draw::Between(0.05, 0.5);

/// Pairs a twin, generic over the number and the parts of a triple, with the text of its call.
macro_rules! probe {
    ($call:expr, <$($P:ident: $bound:path),*> $given:ident: $R:ident => $body:expr) => {{
        fn twin<$R: Scalar, $($P: $bound),*>(x: &[$R]) -> Vec<$R> {
            #[allow(unused_mut, unused_variables)]
            let mut $given = Given::new(x);
            $body
        }
        $call.probe(twin::<f32, $($P),*>, twin::<f64, $($P),*>)
    }};
}

/// The probes of a triple.
pub fn of_triple<M: Model, L: Law<M::Space>, S: Scheme>() -> Vec<Probe> {
    let mut probes = of_space::<M::Space>();
    probes.extend(of_start::<M>());
    probes.extend(of_force::<M>());
    probes.extend(of_contact::<M>());
    probes.extend(of_law::<M::Space, L>());
    probes.push(of_scheme::<M, L, S>());
    probes.extend(of_tally::<M, L>());
    probes
}

fn of_space<P: Space>() -> Vec<Probe> {
    let vector = |name: &'static str| Call::new(name).local::<P>("a");
    let matrix = |name: &'static str| {
        Call::new(name).real("w", INVERSE_MASS).say("let h = space_delassus_of(w);").put_real("space_h_nn(h)")
    };
    vec![
        probe!(vector("space_normal").put_real("space_normal(a)"), <P: Space> x: R => vec![P::normal(x.tuple())]),
        probe!(vector("space_slide").put_real("space_slide(a)"), <P: Space> x: R => vec![P::slide(x.tuple())]),
        probe!(
            Call::new("space_unit_normal").say("let n = space_unit_normal();").put_tuple("n", P::DIM),
            <P: Space> x: R => components(&P::unit_normal::<R>())
        ),
        probe!(matrix("space_h_nn"), <P: Space> x: R => vec![P::h_nn(P::delassus_of(x.real()))]),
        probe!(matrix("space_delassus_of"), <P: Space> x: R => vec![P::h_nn(P::delassus_of(x.real()))]),
        probe!(
            vector("space_dot").local::<P>("b").put_real("space_dot(a, b)"),
            <P: Space> x: R => vec![x.tuple::<P::Local<R>>().dot(x.tuple())]
        ),
    ]
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
        probe!(at("model_delassus").put_real("space_h_nn(model_delassus(c, q))"), <M: Model> x: R => {
            vec![M::Space::h_nn(M::delassus(&x.setup::<M>(), x.tuple()))]
        }),
    ]
}

fn law_params<P: Space, L: Law<P>>(call: Call) -> Call {
    call.params("LawParams", "law", <L::Params<f64> as Columns<f64>>::COLUMNS)
}

fn of_law<P: Space, L: Law<P>>() -> Vec<Probe> {
    let new = |name: &'static str| law_params::<P, L>(Call::new(name));
    let impulse = new("law_impulse")
        .real("w", INVERSE_MASS)
        .local::<P>("loose")
        .say("let r = law_impulse(law, space_delassus_of(w), loose);")
        .put_tuple("r.impulse", P::DIM)
        .put_flag("r.sticks");
    let cone = new("law_cone").local::<P>("impulse").put_real("law_cone(law, impulse)");
    let residual = new("law_residual")
        .local::<P>("impulse")
        .local::<P>("end")
        .put_real("law_residual(law, impulse, end, space_slide(end))");
    fn twin_impulse<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        let reaction = L::impulse(&p, P::delassus_of(x.real()), x.tuple());
        let mut out = components(&reaction.impulse);
        out.push(of_flag(reaction.sticks));
        out
    }
    fn twin_cone<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        vec![L::cone(&p, x.tuple())]
    }
    fn twin_residual<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        let impulse = x.tuple();
        let end = x.tuple();
        vec![L::residual(&p, impulse, end, P::slide(end))]
    }
    vec![
        impulse.probe(twin_impulse::<f32, P, L>, twin_impulse::<f64, P, L>),
        cone.probe(twin_cone::<f32, P, L>, twin_cone::<f64, P, L>),
        residual.probe(twin_residual::<f32, P, L>, twin_residual::<f64, P, L>),
    ]
}

fn of_scheme<M: Model, L: Law<M::Space>, S: Scheme>() -> Probe {
    let dof = <M::Coords<f64> as Tuple<f64>>::LEN;
    let call = law_params::<M::Space, L>(Call::new("scheme_step").setup::<M>())
        .params("SchemeParams", "scheme", <S::Params<f64> as Columns<f64>>::COLUMNS)
        .real("h", STEP)
        .drive::<M>()
        .q::<M>()
        .u::<M>()
        .say("let s = scheme_step(c, law, scheme, h, d, q, u);")
        .put_tuple("s.q", dof)
        .put_tuple("s.u", dof)
        .put_tuple("s.impulse", M::Space::DIM)
        .put_tuple("s.loose", M::Space::DIM)
        .put_tuple("s.end", M::Space::DIM)
        .put_flag("s.contact")
        .put_flag("s.sticks");
    fn twin<R: Scalar, M: Model, L: Law<M::Space>, S: Scheme>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let c = x.setup::<M>();
        let law: L::Params<R> = x.fields();
        let p: S::Params<R> = x.fields();
        let h = x.real();
        let d: M::Drive<R> = x.fields();
        let s = S::step::<R, M, L>(&c, &law, &p, h, &d, x.tuple(), x.tuple());
        let flags = vec![of_flag(s.contact), of_flag(s.sticks)];
        let local = [components(&s.impulse), components(&s.loose), components(&s.end)].concat();
        [components(&s.q), components(&s.u), local, flags].concat()
    }
    call.probe(twin::<f32, M, L, S>, twin::<f64, M, L, S>)
}

fn of_tally<M: Model, L: Law<M::Space>>() -> Vec<Probe> {
    let names = Tally::<f64>::NAMES;
    let start = Call::new("tally_start")
        .setup::<M>()
        .q::<M>()
        .u::<M>()
        .say("let t = tally_start(c, q, u);")
        .put_fields("t", names);
    // Modes 0, 1 and 2 are all met, and running values on both sides of the new ones.
    let count = Call::new("tally_count")
        .fields("Counts", "n", Counts::<f64>::NAMES, Draw::Whole(1000))
        .fields("Tally", "before", names, Draw::Whole(3))
        .fields("Tally", "after", names, Draw::Whole(3))
        .real("place", Draw::Whole(1000))
        .say("let m = tally_count(n, before, after, place);")
        .put_fields("m", Counts::<f64>::NAMES);
    let flags = Call::new("tally_flags")
        .fields("Tally", "t", names, Draw::Between(0.0, 1.0))
        .real("size", Draw::Between(0.0, 1.0))
        .real("h", STEP)
        .fields("Limits", "limits", Limits::<f64>::NAMES, Draw::Between(0.0, 2.0))
        .say("let flags = tally_flags(t, size, h, limits);")
        .put_real("flags");
    vec![
        probe!(start, <M: Model> x: R => {
            numbers(&tally_start::<R, M>(&x.setup::<M>(), x.tuple(), x.tuple()))
        }),
        of_tally_step::<M, L>(),
        probe!(count, <> x: R => {
            let n: Counts<R> = x.fields();
            let before: Tally<R> = x.fields();
            let after: Tally<R> = x.fields();
            numbers(&tally_count(&n, &before, &after, x.real()))
        }),
        probe!(flags, <> x: R => {
            let t: Tally<R> = x.fields();
            let size = x.real();
            let h = x.real();
            vec![tally_flags(&t, size, h, &x.fields())]
        }),
    ]
}

fn of_tally_step<M: Model, L: Law<M::Space>>() -> Probe {
    let call = law_params::<M::Space, L>(Call::new("tally_step"))
        .fields("Tally", "t", Tally::<f64>::NAMES, Draw::Between(0.0, 5.0))
        .q::<M>()
        .u::<M>()
        .local::<M::Space>("impulse")
        .local::<M::Space>("loose")
        .local::<M::Space>("end")
        .flag("contact")
        .flag("sticks")
        .real("gap", Draw::Between(-8.0, 2.0))
        .say("let s = Step(q, u, impulse, loose, end, contact, sticks);")
        .say("let r = tally_step(t, law, s, gap);")
        .put_fields("r", Tally::<f64>::NAMES);
    fn twin<R: Scalar, M: Model, L: Law<M::Space>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let law: L::Params<R> = x.fields();
        let t: Tally<R> = x.fields();
        let q: M::Coords<R> = x.tuple();
        let u: M::Coords<R> = x.tuple();
        let impulse: LocalOf<R, M> = x.tuple();
        let loose: LocalOf<R, M> = x.tuple();
        let end: LocalOf<R, M> = x.tuple();
        let s = Step { q, u, impulse, loose, end, contact: x.flag(), sticks: x.flag() };
        numbers(&tally_step::<R, M, L>(&t, &law, &s, x.real()))
    }
    call.probe(twin::<f32, M, L>, twin::<f64, M, L>)
}
