//! The triples that a study file can name.

use super::{System, Triple};
use crate::law::*;
use crate::model::*;
use crate::scheme::{MoreauJean, MoreauMidpoint, StewartTrinkle, SweepingProcess};

/// Every triple that a study file can name. One more model is one more line.
pub fn registry() -> Vec<Box<dyn System>> {
    vec![
        Triple::<Plane, CoulombSoft, MoreauMidpoint>::system(),
        Triple::<Plane, CoulombStaticDisk, MoreauMidpoint>::system(),
        Triple::<Plane, CoulombRestitution, MoreauMidpoint>::system(),
        Triple::<Plane, CoulombEllipse, MoreauMidpoint>::system(),
        Triple::<Plane, CoulombPolygon, MoreauMidpoint>::system(),
        Triple::<Plane, CoulombFacets, MoreauMidpoint>::system(),
        Triple::<Plane, CoulombFacets, StewartTrinkle>::system(),
        Triple::<Plane, CoulombSoft, SweepingProcess>::system(),
        Triple::<Plane, CoulombSoft, StewartTrinkle>::system(),
        Triple::<Plane, CoulombRestitution, MoreauJean>::system(),
        Triple::<Delayed, CoulombSoft, SweepingProcess>::system(),
        Triple::<Patches, CoulombSoft, MoreauMidpoint>::system(),
        Triple::<Belt, CoulombStaticDisk, MoreauMidpoint>::system(),
        Triple::<Shaken, CoulombSoft, MoreauMidpoint>::system(),
        Triple::<Conveyor, CoulombSoft, MoreauMidpoint>::system(),
        Triple::<Conveyor, CoulombRestitution, MoreauMidpoint>::system(),
        Triple::<BoxWalls, CoulombRestitution, MoreauMidpoint>::system(),
        Triple::<Sphere, CoulombSoft, MoreauMidpoint>::system(),
        Triple::<Cylinder, CoulombSoft, MoreauMidpoint>::system(),
        Triple::<Paraboloid, CoulombSoft, MoreauMidpoint>::system(),
        Triple::<HeightField, CoulombSoft, MoreauMidpoint>::system(),
        Triple::<Wedge, CharlesBallard, MoreauMidpoint>::system(),
        Triple::<Wedge, CoulombCorner, MoreauMidpoint>::system(),
        Triple::<Rod, CoulombPair, MoreauMidpoint>::system(),
        Triple::<Rod, CoulombPair, StewartTrinkle>::system(),
        Triple::<Ball, CoulombSpatial, MoreauMidpoint>::system(),
        Triple::<Ball, CoulombSpatial, StewartTrinkle>::system(),
        Triple::<Ball, CoulombFacets, MoreauMidpoint>::system(),
        Triple::<Ball, CoulombFacets, StewartTrinkle>::system(),
        Triple::<FourBalls, GaussSeidel, MoreauMidpoint>::system(),
        Triple::<FourBalls, GaussSeidel, StewartTrinkle>::system(),
        Triple::<FourBalls, LemkeLaw, MoreauMidpoint>::system(),
        Triple::<FourBalls, LemkeLaw, StewartTrinkle>::system(),
        Triple::<RoundTip, CoulombPlanar, MoreauMidpoint>::system(),
        Triple::<RoundTip, CoulombPlanar, StewartTrinkle>::system(),
        Triple::<RoundTip, CoulombDirected, MoreauMidpoint>::system(),
        Triple::<RoundTip, CoulombStatic, MoreauMidpoint>::system(),
        Triple::<RoundTip, CoulombPlanar, MoreauJean>::system(),
        Triple::<Chain, Newton, MoreauJean>::system(),
        Triple::<Chain, Fremond, MoreauJean>::system(),
        Triple::<ChainPair, CoulombPair, MoreauJean>::system(),
        Triple::<RoundTip, Generalised, MoreauMidpoint>::system(),
        Triple::<PainleveBar, CoulombPlanar, MoreauMidpoint>::system(),
        Triple::<PainleveBar, Generalised, MoreauMidpoint>::system(),
        Triple::<PivotedBar, CoulombPlanar, MoreauMidpoint>::system(),
        Triple::<PivotedBar, Generalised, MoreauMidpoint>::system(),
        Triple::<Chalk, CoulombPlanar, MoreauMidpoint>::system(),
        Triple::<Chalk, CoulombDirected, MoreauMidpoint>::system(),
        Triple::<Chalk, CoulombStatic, MoreauMidpoint>::system(),
        Triple::<Kane, Newton, MoreauJean>::system(),
        Triple::<Kane, Fremond, MoreauJean>::system(),
        Triple::<Kane, Generalised, MoreauJean>::system(),
    ]
}

#[cfg(test)]
mod tests {
    use super::registry;

    #[test]
    fn no_triple_is_listed_twice() {
        let names: Vec<_> = registry().iter().map(|system| system.info().names).collect();
        let twice = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name));
        assert!(twice.is_none(), "{twice:?}");
    }

    /// lavapipe leaves loops after 65,535 iterations of a dispatch, see `Tuning::most_steps`: a step must have fewer.
    #[test]
    fn a_step_fits_into_a_dispatch() {
        for info in registry().iter().map(|system| system.info()) {
            assert!(info.loops < 65_000, "{:?}: {} iterations", info.names, info.loops);
        }
    }
}
