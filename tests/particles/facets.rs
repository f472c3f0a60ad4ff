//! Friction in a polyhedral cone by Lemke's method: beside the polygon's projection, by its certificates for any H, and by the closed form of
//! the slides it bends.

use std::f64::consts::PI;

use moreau::backend::Backend;
use moreau::law::{CoulombFacets, CoulombFacetsParams, CoulombPolygon, CoulombPolygonParams, Law, Problem};
use moreau::real::Scalar;
use moreau::space::{Isotropic, Space, Spatial};
use moreau::study::Study;
use moreau::tuple::{Tuple, Vector};
use proptest::prelude::*;

/// Rounding of a dozen pivots on numbers of order 1, and of impulses up to 10.
const ROUNDING: f64 = 1e-12;
/// What the program allows a certificate, in epsilon of the squared velocity.
const CERTIFIED: f64 = 64.0;

fn loose() -> impl Strategy<Value = Vector<f64, 3>> {
    (-3.0..3.0, -3.0..3.0, -3.0..-0.01).prop_map(|(x, y, n)| Vector([x, y, n]))
}

fn facets() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![4.0, 8.0, 16.0])
}

/// The certificates of an answer, in epsilon of the reach.
fn certified<S: Space, L: Law<S>, R: Scalar>(p: &L::Params<R>, a: &Problem<R, S>) -> [f64; 3] {
    let reaction = L::impulse(p, a);
    let end = a.loose + S::respond(a.h, reaction.impulse);
    let slide = L::slide(p, a, reaction.impulse, end, reaction.sticks);
    let reach = S::reach(a.h, a.loose, reaction.impulse).to_f64() * R::EPSILON;
    let weight = S::weight(a.h);
    [
        (weight * L::residual(p, a, reaction.impulse, end, slide)).to_f64() / reach,
        (weight * weight * L::cone(p, a, reaction.impulse)).to_f64() / reach,
        (weight * L::gain(p, a, reaction.impulse, end)).to_f64() / reach,
    ]
}

proptest! {
    #[test]
    fn a_particle_gets_what_the_projection_gives(
        loose in loose(), h in 0.1..10.0, mu in 0.0..2.0, n in facets(), turn in -180.0..180.0
    ) {
        let a = Problem::<f64, Isotropic>::active(h, loose, false);
        let own = CoulombFacets::impulse(&CoulombFacetsParams { mu, facets: n, facets_turn: turn }, &a);
        let other = CoulombPolygon::impulse(&CoulombPolygonParams { mu_corner: mu, sides: n, axis_deg: turn }, &a);
        let off = (own.impulse - other.impulse) * h;
        prop_assert!(off.dot(off).sqrt() <= ROUNDING, "{:?} {:?}", own.impulse, other.impulse);
    }

    #[test]
    fn any_contact_is_certified_in_both_precisions(
        loose in loose(), (d1, d2, c) in (0.5..1.5, 0.5..1.5, -3.0..3.0),
        mu in 0.0..2.0, n in facets(), turn in -180.0..180.0
    ) {
        let p = CoulombFacetsParams { mu, facets: n, facets_turn: turn };
        let a = Problem::<f64, Spatial>::active(Spatial::delassus_of(d1, d2, c), loose, false);
        for worst in certified::<Spatial, CoulombFacets, f64>(&p, &a) {
            prop_assert!(worst <= CERTIFIED, "f64: {worst}");
        }
        let p = CoulombFacetsParams { mu: mu as f32, facets: n as f32, facets_turn: turn as f32 };
        let h = Spatial::delassus_of(d1 as f32, d2 as f32, c as f32);
        let a = Problem::<f32, Spatial>::active(h, Vector(loose.0.map(|x| x as f32)), false);
        for worst in certified::<Spatial, CoulombFacets, f32>(&p, &a) {
            prop_assert!(worst <= CERTIFIED, "f32: {worst}");
        }
    }
}

/// A wrong impulse fails, so that the certificates mean something.
#[test]
fn a_wrong_impulse_is_noticed() {
    let p = CoulombFacetsParams { mu: 0.4, facets: 8.0, facets_turn: 11.0 };
    let a =
        Problem::<f64, Spatial>::active(Spatial::delassus_of(1.0, 0.7, 0.5), Vector([2.0, 1.0, -1.0]), false);
    let right = CoulombFacets::impulse(&p, &a).impulse;
    for wrong in [right * 1.1, Vector([right.0[0], -right.0[1], right.0[2]])] {
        let end = a.loose + Spatial::respond(a.h, wrong);
        assert!(CoulombFacets::residual(&p, &a, wrong, end, 0.0) > 1e-3);
    }
    assert!(CoulombFacets::cone(&p, &a, Vector([right.0[0] * 1.1, right.0[1] * 1.1, right.0[2]])) > 1e-3);
}

/// Where a slide along x ends, with directions turned by an angle, in units of its length in a disk: see the preset.
fn closed_form(facets: f64, turn_deg: f64) -> [f64; 2] {
    let (a, between) = (PI / facets, 2.0 * PI / facets);
    // The nearest direction, and the angle of the velocity from it.
    let turn = turn_deg.to_radians();
    let direction = turn - between * (turn / between).round();
    let (phi, side) = (direction.abs(), -direction.signum());
    let s = phi.sin() / a.sin();
    let along = phi.cos().powi(2) + (s * a.sin()).powi(2);
    let across = side * (2.0 * phi.sin() * (a - phi).sin() / a.sin() + s * s * a.tan());
    let (sin, cos) = direction.sin_cos();
    [along * cos - across * sin, along * sin + across * cos]
}

/// Steps of 1 ms: the end of a slide is known to within the way of a step, 3 mm, and friction begins half a step late.
const STEP: f64 = 5e-3;

#[test]
fn facets_bend_slides_as_the_closed_form_says() {
    for scheme in ["moreau-midpoint", "stewart-trinkle"] {
        bent_by(scheme);
    }
}

fn bent_by(scheme: &str) {
    let study = Study::preset("cone-facets").unwrap().members(60);
    let study = study.set([format!("scheme={scheme}").as_str()]).unwrap();
    let results = study.run(Backend::cpu(1)).unwrap();
    let column = |name: &str| results.column(name).unwrap();
    let (facets, turn, x, y) = (column("facets"), column("facets_turn"), column("x"), column("y"));
    let length = 9.0 / (2.0 * 0.4 * 9.81);
    for i in 0..60 {
        let [along, beside] = closed_form(facets[i], turn[i]).map(|part| part * length);
        let off = (x[i] - along).hypot(y[i] - beside);
        assert!(off <= STEP, "{scheme}, {} facets, {} deg: {off} m off", facets[i], turn[i]);
    }
    assert_eq!(results.summary.flagged(), 0);
}

#[test]
fn other_numbers_of_facets_are_refused_by_name() {
    let error = Study::preset("cone-facets").unwrap().set(["facets=6"]).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("one of 4, 8, 16"), "{error}");
}
