//! A member before its first step, as theory sees it. Twin: `shaders/beginning.wgsl`.

use crate::law::{Law, Problem};
use crate::model::Model;
use crate::real::Real;
use crate::space::Space;
use crate::tally::Limits;
use crate::theory::theory_class;
use crate::tuple::Tuple;
use crate::watch::Beginning;

/// What theory says of a member before its first step.
#[inline(always)]
pub fn beginning<R: Real, M: Model, L: Law<M::Space>>(
    c: &M::Setup<R>,
    law: &L::Params<R>,
    limits: &Limits<R>,
    q: M::Coords<R>,
    u: M::Coords<R>,
) -> Beginning<R> {
    let zero = R::of(0.0);
    // A start on the boundary or at rest is so to rounding only.
    let touch = limits.rounding * size_of::<R, M>(q) + M::skin(c);
    let still = limits.rounding * size_of::<R, M>(u);
    let local = M::local(c, q, u);
    let slide = M::Space::slide(local);
    let h = M::delassus(c, q);
    let d = M::drive(c, zero);
    let rests = slide.le(still);
    let (rough, theta) = (M::rough(c, &d, q, u), R::of(0.5));
    let problem = Problem { h, before: local, loose: local, rough, theta, contact: rests, stuck: rests };
    let margin = L::margin(law, &problem);
    let loose = M::acceleration(c, &d, q, u);
    let push = M::Space::normal(h, M::local(c, q, loose)) + M::Space::normal(h, M::curvature(c, q, u));
    let kind = theory_class(M::gap(c, q), touch, M::Space::normal(h, local), slide, still, margin, push);
    Beginning { kind, margin, push, slide }
}

/// The sum of all magnitudes.
#[inline(always)]
pub fn size_of<R: Real, M: Model>(v: M::Coords<R>) -> R {
    let mut size = v.get(0).abs();
    v.each(|j, x| {
        if 0 < j {
            size += x.abs();
        }
    });
    size
}
