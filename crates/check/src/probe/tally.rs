//! Probes of what a member carries along: certificates, counts, flags, what is watched.

use super::given::{Given, numbers, of_flag};
use super::law::{law_params, problem};
use super::text::Call;
use super::triple::STEP;
use super::{Draw, Probe};
use moreau::beginning::beginning;
use moreau::columns::Fields;
use moreau::law::Law;
use moreau::model::Model;
use moreau::real::Scalar;
use moreau::scheme::{LocalOf, Step};
use moreau::space::Space;
use moreau::tally::{COUNTS, Limits, Places, Tally, Touch};
use moreau::tally::{tally_certify, tally_count, tally_counted, tally_fall, tally_fell, tally_flags};
use moreau::tally::{tally_mode, tally_place, tally_start, tally_touch};
use moreau::watch::{Beginning, Watch};

/// Limits of a probe: of order one, so that numbers fall on both sides of them.
const LIMIT: Draw = Draw::Between(0.0, 2.0);

pub(super) fn of_tally<M: Model, L: Law<M::Space>>() -> Vec<Probe> {
    let names = Tally::<f64>::NAMES;
    let start = Call::new("tally_start")
        .fields("Beginning", "b", BEGINNING, Draw::Whole(6))
        .say("let t = tally_start(b);")
        .put_fields("t", names);
    // Modes 0, 1 and 2 are all met, and running values on both sides of the new ones.
    let tally = |name: &'static str| Call::new(name).fields("Tally", "t", names, Draw::Whole(3));
    let touch = tally("tally_touch")
        .say("let touch = tally_touch(t);")
        .put_flag("touch.contact")
        .put_flag("touch.sticks");
    let mode = tally("tally_mode")
        .flag("contact")
        .flag("sticks")
        .say("let r = tally_mode(t, Touch(contact, sticks));")
        .put_fields("r", names);
    let slide =
        |name: &'static str, flag: &str| tally(name).flag(flag).real("slide", Draw::Between(0.0, 2.0));
    let fell = slide("tally_fell", "contact").put_flag("tally_fell(t, contact, slide)");
    let fall = slide("tally_fall", "fell").say("let r = tally_fall(t, fell, slide);").put_fields("r", names);
    let count = ["before_contact", "before_sticks", "contact", "sticks"]
        .into_iter()
        .fold(Call::new("tally_count").real("n", Draw::Whole(1000)), |call, name| call.flag(name))
        .say("let before = Touch(before_contact, before_sticks);")
        .say("let m = tally_count(u32(n), before, Touch(contact, sticks));")
        .put_choice("Real(tally_counted(m, 0u))")
        .put_choice("Real(tally_counted(m, 1u))")
        .put_choice("Real(tally_counted(m, 2u))");
    // Far beyond one count, so that its neighbours are there to be left out.
    let counted = Call::new("tally_counted")
        .real("n", Draw::Whole(1_000_000))
        .real("place", Draw::Whole(3))
        .put_choice("Real(tally_counted(u32(n) * 977u, u32(place)))");
    let place = Call::new("tally_place")
        .fields("Places", "p", Places::<f64>::NAMES, Draw::Whole(3))
        .flag("fell")
        .flag("lifts")
        .real("place", Draw::Whole(1000))
        .say("let m = tally_place(p, fell, lifts, place);")
        .put_fields("m", Places::<f64>::NAMES);
    let flags = Call::new("tally_flags")
        .fields("Tally", "t", names, Draw::Between(0.0, 1.0))
        .real("size", Draw::Between(0.0, 1.0))
        .real("h", STEP)
        .fields("Limits", "limits", Limits::<f64>::NAMES, LIMIT)
        .say("let flags = tally_flags(t, size, h, limits);")
        .put_real("flags");
    vec![
        probe!(start, <> x: R => numbers(&tally_start(&given_beginning(&mut x)))),
        probe!(touch, <> x: R => {
            let touch = tally_touch(&x.fields::<Tally<R>>());
            vec![of_flag(touch.contact), of_flag(touch.sticks)]
        }),
        probe!(mode, <> x: R => {
            let t: Tally<R> = x.fields();
            numbers(&tally_mode(&t, given_touch(&mut x)))
        }),
        probe!(fell, <> x: R => {
            let t: Tally<R> = x.fields();
            vec![of_flag(tally_fell(&t, x.flag(), x.real()))]
        }),
        probe!(fall, <> x: R => {
            let t: Tally<R> = x.fields();
            numbers(&tally_fall(&t, x.flag(), x.real()))
        }),
        of_certify::<M, L>(),
        probe!(count, <> x: R => {
            let n = x.whole();
            let before = given_touch(&mut x);
            let n = tally_count::<R>(n, before, given_touch(&mut x));
            COUNTS.map(|place| R::of(f64::from(tally_counted(n, place)))).to_vec()
        }),
        probe!(counted, <> x: R => {
            let n: u32 = x.whole();
            vec![R::of(f64::from(tally_counted(n * 977, x.whole())))]
        }),
        probe!(place, <> x: R => {
            let p: Places<R> = x.fields();
            numbers(&tally_place(&p, x.flag(), x.flag(), x.real()))
        }),
        probe!(flags, <> x: R => {
            let t: Tally<R> = x.fields();
            let size = x.real();
            let h = x.real();
            vec![tally_flags(&t, size, h, &x.fields())]
        }),
    ]
}

fn given_touch<R: Scalar>(x: &mut Given<'_, R>) -> Touch<bool> {
    Touch { contact: x.flag(), sticks: x.flag() }
}

fn of_certify<M: Model, L: Law<M::Space>>() -> Probe {
    let call = problem::<M::Space>(law_params::<M::Space, L>(Call::new("tally_certify")))
        .fields("Tally", "t", Tally::<f64>::NAMES, Draw::Between(0.0, 5.0))
        .q::<M>()
        .u::<M>()
        .local::<M::Space>("impulse")
        .local::<M::Space>("end")
        .local::<M::Space>("judged")
        .flag("sticks")
        .real("slide", Draw::Between(0.0, 2.0))
        .real("gap", Draw::Between(-8.0, 2.0))
        .say("let s = Step(q, u, q, a, impulse, end, judged, sticks, true);")
        .say("let r = tally_certify(t, law, s, slide, gap);")
        .put_fields("r", Tally::<f64>::NAMES);
    fn twin<R: Scalar, M: Model, L: Law<M::Space>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let law: L::Params<R> = x.fields();
        let problem = x.problem();
        let t: Tally<R> = x.fields();
        let q: M::Coords<R> = x.tuple();
        let u: M::Coords<R> = x.tuple();
        let impulse: LocalOf<R, M> = x.tuple();
        let end: LocalOf<R, M> = x.tuple();
        let judged: LocalOf<R, M> = x.tuple();
        let (sticks, settled) = (x.flag(), true);
        let [margin, effort] = [R::of(0.0); 2];
        let s: Step<R, M> =
            Step { q, u, ahead: q, problem, impulse, end, judged, sticks, margin, effort, settled };
        let (slide, gap) = (x.real(), x.real());
        numbers(&tally_certify::<R, M, L>(&t, &law, &s, slide, gap))
    }
    call.probe(twin::<f32, M, L>, twin::<f64, M, L>)
}

/// What is seen: small whole numbers, so that equal ones and both sides of every threshold are met.
fn seen<M: Model>(call: Call, name: &str) -> Call {
    let fields = <<M::Space as Space>::Watch as Watch>::Seen::<f64>::NAMES;
    call.fields("Seen", name, fields, Draw::Whole(4))
}

pub(super) fn of_watch<M: Model, L: Law<M::Space>>() -> Vec<Probe> {
    let (names, fields) = (Tally::<f64>::NAMES, <<M::Space as Space>::Watch as Watch>::Seen::<f64>::NAMES);
    let limits = |call: Call| call.fields("Limits", "limits", Limits::<f64>::NAMES, LIMIT);
    let start = Call::new("watch_start").fields("Beginning", "b", BEGINNING, Draw::Whole(6));
    let start = limits(start).say("let s = watch_start(b, limits);").put_fields("s", fields);
    let step = seen::<M>(Call::new("watch_step"), "seen")
        .fields("Tally", "t", names, Draw::Whole(3))
        .flag("contact")
        .flag("fell")
        .real("margin", Draw::Between(-2.0, 2.0))
        .real("approach", Draw::Between(-2.0, 2.0))
        .real("spin", Draw::Between(-2.0, 2.0))
        .say("let s = watch_step(seen, t, contact, fell, margin, approach, spin);")
        .put_fields("s", fields);
    let lifts = limits(seen::<M>(seen::<M>(Call::new("watch_lifts"), "before"), "after"))
        .put_flag("watch_lifts(before, after, limits)");
    let outcome = seen::<M>(Call::new("watch_outcome"), "seen").fields("Tally", "t", names, Draw::Whole(3));
    let outcome = limits(outcome).put_choice("watch_outcome(seen, t, limits)");
    vec![
        of_beginning::<M, L>(),
        probe!(start, <M: Model> x: R => {
            let b = given_beginning(&mut x);
            numbers(&<M::Space as Space>::Watch::start(&b, &x.fields()))
        }),
        probe!(step, <M: Model> x: R => {
            let seen = x.fields();
            let t: Tally<R> = x.fields();
            let (contact, fell) = (x.flag(), x.flag());
            let next = <M::Space as Space>::Watch::step(&seen, &t, contact, fell, x.real(), x.real(), x.real());
            numbers(&next)
        }),
        probe!(lifts, <M: Model> x: R => {
            let before = x.fields();
            let after = x.fields();
            vec![of_flag(<M::Space as Space>::Watch::lifts(&before, &after, &x.fields()))]
        }),
        probe!(outcome, <M: Model> x: R => {
            let seen = x.fields();
            let t: Tally<R> = x.fields();
            vec![<M::Space as Space>::Watch::outcome(&seen, &t, &x.fields())]
        }),
    ]
}

/// The fields of `Beginning` in `shaders/step.wgsl`.
const BEGINNING: &[&str] = &["kind", "margin", "push", "slide"];

fn given_beginning<R: Scalar>(x: &mut Given<'_, R>) -> Beginning<R> {
    Beginning { kind: x.real(), margin: x.real(), push: x.real(), slide: x.real() }
}

fn of_beginning<M: Model, L: Law<M::Space>>() -> Probe {
    let call = law_params::<M::Space, L>(Call::new("beginning").setup::<M>())
        .fields("Limits", "limits", Limits::<f64>::NAMES, Draw::Between(0.0, 0.1))
        .q::<M>()
        .u::<M>()
        .say("let b = beginning(c, law, limits, q, u);")
        .put_choice("b.kind")
        .put_fields("b", &BEGINNING[1..]);
    fn twin<R: Scalar, M: Model, L: Law<M::Space>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let c = x.setup::<M>();
        let law: L::Params<R> = x.fields();
        let limits: Limits<R> = x.fields();
        let b = beginning::<R, M, L>(&c, &law, &limits, x.tuple(), x.tuple());
        vec![b.kind, b.margin, b.push, b.slide]
    }
    call.probe(twin::<f32, M, L>, twin::<f64, M, L>)
}
