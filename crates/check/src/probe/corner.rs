//! Probes of the corner: its operators, and the stages of its laws.

use super::given::{Given, components, of_flag};
use super::law::{law_params, problem};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use moreau::law::{CharlesBallard, Law};
use moreau::law::{corner_bound, corner_rebound, corner_slip, corner_smooth};
use moreau::model::Wedge;
use moreau::real::Scalar;
use moreau::space::{Corner, Offer};
use moreau::space::{
    corner_along, corner_cut, corner_least, corner_offer, corner_parts, corner_prox, corner_total,
    corner_touched,
};
use moreau::tuple::Vector;

const SPEED: Draw = Draw::Between(-3.0, 3.0);
type Params<R> = <CharlesBallard as Law<Corner>>::Params<R>;

/// The probe of the distances from a wedge's planes.
pub fn of_distances() -> Probe {
    let call = Call::new("model_distances").setup::<Wedge>().q::<Wedge>();
    probe!(call.say("let d = model_distances(c, q);").put_tuple("d", 3), <> x: R => {
        let c = x.setup::<Wedge>();
        components(&Wedge::distances(&c, x.tuple()))
    })
}

/// The probes of the corner's operators.
pub(super) fn operators() -> Vec<Probe> {
    let new = |name: &'static str| delassus(Call::new(name)).local::<Corner>("v");
    let parts = new("corner_parts").say("let p = corner_parts(h, v);").put_tuple("p", 3);
    let total = new("corner_total").say("let p = corner_total(h, v);").put_tuple("p", 3);
    let touched = new("corner_touched").real("other", SPEED).say("let p = corner_touched(h, v, other);");
    let along = new("corner_along").say("let p = corner_along(h, v);").put_tuple("p", 3);
    let prox = new("corner_prox").say("let p = corner_prox(h, v);").put_tuple("p.point", 3);
    let least = Call::new("corner_least").local::<Corner>("v").put_real("corner_least(v)");
    let offer = Call::new("corner_offer")
        .real("score", SPEED)
        .local::<Corner>("push")
        .local::<Corner>("candidate")
        .local::<Corner>("rest")
        .say("let o = corner_offer(Offer(score, push), candidate, rest);")
        .put_real("o.score")
        .put_tuple("o.push", 3);
    let cut = Call::new("corner_cut").local::<Corner>("v").real("bound", Draw::Between(0.0, 3.0));
    let cut = cut.say("let s = corner_cut(v, bound);").put_tuple("s", 3);
    vec![
        probe!(cut, <> x: R => {
            let v = x.tuple();
            components(&corner_cut(v, x.real()))
        }),
        probe!(parts, <> x: R => components(&corner_parts(&x.delassus::<Corner>(), x.tuple()))),
        probe!(total, <> x: R => components(&corner_total(&x.delassus::<Corner>(), x.tuple()))),
        probe!(touched.put_tuple("p", 3), <> x: R => {
            let h = x.delassus::<Corner>();
            let v = x.tuple();
            components(&corner_touched(&h, v, x.real()))
        }),
        probe!(along, <> x: R => components(&corner_along(&x.delassus::<Corner>(), x.tuple()))),
        probe!(prox.put_tuple("p.push", 3), <> x: R => {
            let prox = corner_prox(&x.delassus::<Corner>(), x.tuple());
            [components(&prox.point), components(&prox.push)].concat()
        }),
        probe!(least, <> x: R => vec![corner_least(x.tuple())]),
        probe!(offer, <> x: R => {
            let best = Offer { score: x.real(), push: x.tuple() };
            let candidate: Vector<R, 3> = x.tuple();
            let best = corner_offer(best, candidate, x.tuple());
            [vec![best.score], components(&best.push)].concat()
        }),
    ]
}

/// The probes of the corner: operators, and the stages of Charles & Ballard's law.
pub fn of_corner() -> Vec<Probe> {
    let new = |name: &'static str| problem::<Corner>(law_params::<Corner, CharlesBallard>(Call::new(name)));
    let bound = law_params::<Corner, CharlesBallard>(Call::new("corner_bound"))
        .real("rough", Draw::Between(0.5, 1.5))
        .local::<Corner>("push")
        .put_real("corner_bound(law, rough, push)");
    let rebound = new("corner_rebound").say("let r = corner_rebound(law, a);").put_tuple("r", 3);
    let slip = new("corner_slip").say("let s = corner_slip(law, a);").put_tuple("s.impulse", 3);
    let no_impact = new("corner_smooth").put_flag("corner_smooth(a)");
    let mut probes = operators();
    probes.extend([
        probe!(bound, <> x: R => {
            let p: Params<R> = x.fields();
            let rough = x.real();
            vec![corner_bound(&p, rough, x.tuple())]
        }),
        probe!(no_impact, <> x: R => {
            let _: Params<R> = x.fields();
            vec![of_flag(corner_smooth(&x.problem()))]
        }),
        probe!(rebound, <> x: R => {
            let p: Params<R> = x.fields();
            components(&corner_rebound(&p, &x.problem()))
        }),
        probe!(slip.put_tuple("s.soft", 3).put_real("s.bound"), <> x: R => {
            let p: Params<R> = x.fields();
            let slip = corner_slip(&p, &x.problem());
            [components(&slip.impulse), components(&slip.soft), vec![slip.bound]].concat()
        }),
    ]);
    probes
}
