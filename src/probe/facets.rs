//! Probes of the law of polyhedral friction cones.

use super::given::{Given, components, of_flag};
use super::text::Call;
use super::triple::delassus;
use super::{Draw, Probe};
use crate::law::{FacetsH, LCP_MOST, facets_directions, facets_problem, facets_solve};
use crate::real::Scalar;

const VELOCITY: Draw = Draw::Between(-3.0, 3.0);
/// Directions away from those of the drawn velocities' ends: at a corner either side is right.
const TURN: Draw = Draw::Between(0.013, 0.017);
const FACETS: Draw = Draw::OneOf(&[4.0, 8.0, 16.0]);
/// Rows of the matrix that are looked at.
const SEEN: [usize; 4] = [0, 3, 4, 5];

/// Arguments `h`, `mu`, `facets`, `turn` and `loose` of an active contact; H as it comes from its frame.
fn contact(name: &'static str) -> Call {
    delassus(Call::new(name))
        .say("let full = facets_h(h);")
        .real("mu", Draw::Between(0.1, 1.0))
        .real("facets", FACETS)
        .real("turn", TURN)
        .real("loose_x", VELOCITY)
        .real("loose_y", VELOCITY)
        .real("loose_n", Draw::Between(-3.0, -0.125))
        .say("let loose = vec3<Real>(loose_x, loose_y, loose_n);")
}

/// The probes of what the law has beyond the functions of every law, and beyond the polygon and Lemke's method.
pub fn of_facets<P: FacetsH>() -> Vec<Probe> {
    let h = delassus(Call::new("facets_h")).say("let f = facets_h(h);");
    let h = h.put_fields("f", &["xx", "xy", "yy", "xn", "yn", "nn"]);
    let directions = Call::new("facets_directions").real("facets", FACETS).real("turn", TURN);
    let directions = directions.say("facets_directions(facets, turn);");
    let directions = [0, 1, 2, 3, 5, 8, 15]
        .into_iter()
        .fold(directions, |call, k| call.put_tuple(&format!("facet[{k}u]"), 2));
    let problem = contact("facets_problem").say("let unit = facets_problem(full, mu, facets, turn, loose);");
    let problem = SEEN.into_iter().fold(problem, |call, i| {
        let row = |c: usize| format!("lcp.m[{i}u * LCP_QUADS + {c}u]");
        call.put_tuple(&row(0), 4).put_tuple(&row(1), 4).put_real(&format!("lcp.q[{i}u]"))
    });
    let solve = contact("facets_solve").say("let r = facets_solve(full, mu, facets, turn, loose);");
    vec![
        probe!(h, <P: FacetsH> x: R => {
            let h = P::facets_h(x.delassus::<P>());
            vec![h.xx, h.xy, h.yy, h.xn, h.yn, h.nn]
        }),
        probe!(directions, <> x: R => {
            let d = facets_directions(x.real(), x.real());
            [0, 1, 2, 3, 5, 8, 15].map(|k: usize| components(&d[k])).concat()
        }),
        probe!(problem.put_real("unit"), <P: FacetsH> x: R => {
            let h = P::facets_h(x.delassus::<P>());
            let f = facets_problem(h, x.real(), x.real(), x.real(), x.tuple());
            const { assert!(LCP_MOST >= 8) };
            let rows = SEEN.map(|i| [&f.m[i][..8], &[f.q[i]]].concat()).concat();
            [rows, vec![f.unit]].concat()
        }),
        probe!(solve.put_tuple("r.impulse", 3).put_flag("r.sticks"), <P: FacetsH> x: R => {
            let h = P::facets_h(x.delassus::<P>());
            let (impulse, sticks) = facets_solve(h, x.real(), x.real(), x.real(), x.tuple());
            [components(&impulse), vec![of_flag(sticks)]].concat()
        }),
    ]
}
