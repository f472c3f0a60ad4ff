//! The falling, spinning rod of Stewart & Trinkle (1996, Figs 4-6): two contacts, each lifted by its own gap.

use moreau::backend::Backend;
use moreau::study::Study;

use crate::column;

/// Rounding of a few hundred steps of numbers up to 10, over a step of 1/400 s.
const ROUNDING: f64 = 1e-11;

#[test]
fn the_falling_rod_ends_every_step_on_the_right_side_and_comes_to_rest() {
    let at = |scheme: &str| {
        let steps = ["h={grid=[0.01, 0.005, 0.0025]}", "members=3"];
        let study = Study::preset("rod-stewart-trinkle").unwrap().set(steps).unwrap();
        study.set([format!("scheme={scheme}").as_str()]).unwrap().run(Backend::cpu(0)).unwrap()
    };
    let r = at("stewart-trinkle");
    for name in ["ux", "uy", "omega", "penetration"] {
        let worst = column(&r, name).into_iter().map(f64::abs).fold(0.0, f64::max);
        assert!(worst <= ROUNDING, "{name}: {worst}");
    }
    assert!(column(&r, "complementarity").iter().all(|residual| *residual <= 1e-14));
    assert!(column(&r, "unsettled").iter().all(|steps| *steps == 0.0));
    assert_eq!(r.summary.flagged(), 0);
    // Both schemes leave it at the same place, to the order of the step; the rod is 1 m long.
    let (x, other) = (column(&r, "x"), column(&at("moreau-midpoint"), "x"));
    for (i, h) in [0.01, 0.005, 0.0025].into_iter().enumerate() {
        assert!((x[i] - other[i]).abs() <= 5.0 * h, "{i}: {} {}", x[i], other[i]);
    }
}
