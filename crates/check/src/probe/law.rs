//! Probes of a contact law.

use super::further::further_of_law;
use super::given::{Given, components, of_flag};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use moreau::columns::Columns;
use moreau::cone::{cone_excess, cone_impulse, cone_margin, cone_residual};
use moreau::law::{Coefficient, Coefficients, Friction, Impact, Law};
use moreau::real::Scalar;
use moreau::space::{Planar, PlanarDelassus, Space};

/// An argument `law`, its parameters.
pub(super) fn law_params<P: Space, L: Law<P>>(call: Call) -> Call {
    call.params("LawParams", "law", <L::Params<f64> as Columns<f64>>::COLUMNS)
}

/// An argument `a`, what a law is asked.
pub(super) fn problem<P: Space>(call: Call) -> Call {
    delassus(call)
        .local::<P>("before")
        .local::<P>("loose")
        .real("rough", Draw::Between(0.5, 1.5))
        .real("theta", Draw::Between(0.5, 1.0))
        .flag("contact")
        .flag("stuck")
        .say("let a = Problem(h, before, loose, rough, theta, contact, stuck);")
}

pub(super) fn of_law<P: Space, L: Law<P>>() -> Vec<Probe> {
    let new = |name: &'static str| problem::<P>(law_params::<P, L>(Call::new(name)));
    let impulse = new("law_impulse")
        .say("let r = law_impulse(law, a);")
        .put_tuple("r.impulse", P::DIM)
        .put_flag("r.sticks");
    let answered = |name: &'static str| new(name).local::<P>("impulse").local::<P>("end");
    let slide = answered("law_slide").flag("sticks").put_real("law_slide(law, a, impulse, end, sticks)");
    let margin = new("law_margin").put_real("law_margin(law, a)");
    let cone = new("law_cone").local::<P>("impulse").put_real("law_cone(law, a, impulse)");
    let residual = answered("law_residual").put_real("law_residual(law, a, impulse, end, space_slide(end))");
    let gain = answered("law_gain").put_real("law_gain(law, a, impulse, end)");
    fn twin_impulse<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        let reaction = L::impulse(&p, &x.problem());
        let mut out = components(&reaction.impulse);
        out.push(of_flag(reaction.sticks));
        out
    }
    fn twin_slide<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        vec![L::slide(&p, &x.problem(), x.tuple(), x.tuple(), x.flag())]
    }
    fn twin_margin<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        vec![L::margin(&p, &x.problem())]
    }
    fn twin_cone<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        vec![L::cone(&p, &x.problem(), x.tuple())]
    }
    fn twin_residual<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        let a = x.problem();
        let impulse = x.tuple();
        let end = x.tuple();
        vec![L::residual(&p, &a, impulse, end, P::slide(end))]
    }
    fn twin_gain<R: Scalar, P: Space, L: Law<P>>(x: &[R]) -> Vec<R> {
        let mut x = Given::new(x);
        let p: L::Params<R> = x.fields();
        vec![L::gain(&p, &x.problem(), x.tuple(), x.tuple())]
    }
    let mut probes = vec![
        impulse.probe(twin_impulse::<f32, P, L>, twin_impulse::<f64, P, L>),
        slide.probe(twin_slide::<f32, P, L>, twin_slide::<f64, P, L>),
        margin.probe(twin_margin::<f32, P, L>, twin_margin::<f64, P, L>),
        cone.probe(twin_cone::<f32, P, L>, twin_cone::<f64, P, L>),
        residual.probe(twin_residual::<f32, P, L>, twin_residual::<f64, P, L>),
        gain.probe(twin_gain::<f32, P, L>, twin_gain::<f64, P, L>),
    ];
    probes.extend(further_of_law::<P, L>());
    probes
}

/// The probe of `law_coefficient`, which the laws of a disk have beyond the functions of every law.
pub fn of_coefficient<C: Coefficient>() -> Probe {
    let call = Call::new("law_coefficient")
        .params("LawParams", "law", <C::Params<f64> as Columns<f64>>::COLUMNS)
        .flag("stuck")
        .put_real("law_coefficient(law, stuck)");
    probe!(call, <C: Coefficient> x: R => {
        let p: C::Params<R> = x.fields();
        vec![C::coefficient(&p, x.flag())]
    })
}

/// The probe of `law_coefficients`, which planar laws have beyond the functions of every law.
pub fn of_coefficients<C: Coefficients>() -> Probe {
    let call = Call::new("law_coefficients")
        .params("LawParams", "law", <C::Params<f64> as Columns<f64>>::COLUMNS)
        .flag("stuck")
        .say("let mu = law_coefficients(law, stuck);")
        .put_tuple("mu", 2);
    probe!(call, <C: Coefficients> x: R => {
        let p: C::Params<R> = x.fields();
        components(&C::coefficients(&p, x.flag()))
    })
}

/// The probe of `law_shift`, which impact laws have beyond the functions of every law.
pub fn of_shift<F: Friction>() -> Probe {
    let call = law_params::<Planar, Impact<F>>(Call::new("law_shift"));
    let call = problem::<Planar>(call).say("let v = law_shift(law, a);").put_tuple("v", 2);
    probe!(call, <F: Friction> x: R => {
        let p = x.fields();
        components(&F::shift(&p, &x.problem()))
    })
}

/// H by its entries, positive definite and now and then such that sliding is singular.
fn planar_delassus<R: Scalar>(x: &mut Given<'_, R>) -> PlanarDelassus<R> {
    PlanarDelassus { tt: x.real(), tn: x.real(), nn: x.real() }
}

/// The probes of the planar contact problem.
pub fn of_cone() -> Vec<Probe> {
    let new = |name: &'static str| {
        let call = Call::new(name).real("tt", Draw::Between(2.0, 4.0)).real("tn", Draw::Between(-1.0, 1.0));
        let call = call.real("nn", Draw::Between(0.75, 1.5)).say("let h = PlanarDelassus(tt, tn, nn);");
        call.real("mu_plus", Draw::Between(0.0, 2.0)).real("mu_minus", Draw::Between(0.0, 2.0))
    };
    let local = |call: Call, name| call.tuple("vec2<Real>", name, 2, Draw::Between(-3.0, 3.0));
    let margin = new("cone_margin").real("slide", Draw::Between(-1.0, 1.0));
    let impulse =
        local(new("cone_impulse"), "loose").say("let r = cone_impulse(h, mu_plus, mu_minus, loose);");
    let excess = local(new("cone_excess"), "impulse");
    let residual =
        local(local(new("cone_residual"), "impulse"), "end").real("slide", Draw::Between(0.0, 1.0));
    vec![
        probe!(margin.put_real("cone_margin(h, mu_plus, mu_minus, slide)"), <> x: R => {
            vec![cone_margin(planar_delassus(&mut x), x.real(), x.real(), x.real())]
        }),
        probe!(impulse.put_tuple("r.impulse", 2).put_flag("r.sticks"), <> x: R => {
            let (impulse, sticks) = cone_impulse(planar_delassus(&mut x), x.real(), x.real(), x.tuple());
            vec![impulse.0[0], impulse.0[1], of_flag(sticks)]
        }),
        probe!(excess.put_real("cone_excess(mu_plus, mu_minus, impulse)"), <> x: R => {
            planar_delassus(&mut x);
            vec![cone_excess(x.real(), x.real(), x.tuple())]
        }),
        probe!(residual.put_real("cone_residual(mu_plus, mu_minus, impulse, end, slide)"), <> x: R => {
            planar_delassus(&mut x);
            vec![cone_residual(x.real(), x.real(), x.tuple(), x.tuple(), x.real())]
        }),
    ]
}
