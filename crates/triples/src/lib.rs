//! Every triple model × law × scheme that a study file can name, compiled.
//!
//! The loops of all triples take longer to compile than everything else together. They stand in a crate of their own, so
//! that they are compiled once: for the program, and for all its tests. It needs neither wgpu nor parquet, so it compiles
//! beside those.
#![warn(missing_docs)]

use moreau_kernels::law::*;
use moreau_kernels::model::*;
use moreau_kernels::scheme::{MoreauJean, MoreauMidpoint, Scheme, StewartTrinkle, SweepingProcess};
use moreau_kernels::system::{System, Triple};

/// Something to be done with every triple, its types known.
pub trait Visitor {
    /// Does it.
    fn visit<M: Model, L: Law<M::Space>, S: Scheme>(&mut self);
}

/// Shows a visitor every triple. One more model is one more line.
pub fn for_each(visitor: &mut impl Visitor) {
    visitor.visit::<Plane, CoulombSoft, MoreauMidpoint>();
    visitor.visit::<Plane, CoulombStaticDisk, MoreauMidpoint>();
    visitor.visit::<Plane, CoulombRestitution, MoreauMidpoint>();
    visitor.visit::<Plane, CoulombEllipse, MoreauMidpoint>();
    visitor.visit::<Plane, CoulombPolygon, MoreauMidpoint>();
    visitor.visit::<Plane, CoulombFacets, MoreauMidpoint>();
    visitor.visit::<Plane, CoulombFacets, StewartTrinkle>();
    visitor.visit::<Plane, CoulombSoft, SweepingProcess>();
    visitor.visit::<Plane, CoulombSoft, StewartTrinkle>();
    visitor.visit::<Plane, CoulombRestitution, MoreauJean>();
    visitor.visit::<Delayed, CoulombSoft, SweepingProcess>();
    visitor.visit::<Patches, CoulombSoft, MoreauMidpoint>();
    visitor.visit::<Belt, CoulombStaticDisk, MoreauMidpoint>();
    visitor.visit::<Shaken, CoulombSoft, MoreauMidpoint>();
    visitor.visit::<Conveyor, CoulombSoft, MoreauMidpoint>();
    visitor.visit::<Conveyor, CoulombRestitution, MoreauMidpoint>();
    visitor.visit::<BoxWalls, CoulombRestitution, MoreauMidpoint>();
    visitor.visit::<Sphere, CoulombSoft, MoreauMidpoint>();
    visitor.visit::<Cylinder, CoulombSoft, MoreauMidpoint>();
    visitor.visit::<Paraboloid, CoulombSoft, MoreauMidpoint>();
    visitor.visit::<HeightField, CoulombSoft, MoreauMidpoint>();
    visitor.visit::<Wedge, CharlesBallard, MoreauMidpoint>();
    visitor.visit::<Wedge, CoulombCorner, MoreauMidpoint>();
    visitor.visit::<Rod, CoulombPair, MoreauMidpoint>();
    visitor.visit::<Rod, CoulombPair, StewartTrinkle>();
    visitor.visit::<Ball, CoulombSpatial, MoreauMidpoint>();
    visitor.visit::<Ball, CoulombSpatial, StewartTrinkle>();
    visitor.visit::<Ball, CoulombFacets, MoreauMidpoint>();
    visitor.visit::<Ball, CoulombFacets, StewartTrinkle>();
    visitor.visit::<FourBalls, GaussSeidel, MoreauMidpoint>();
    visitor.visit::<FourBalls, GaussSeidel, StewartTrinkle>();
    visitor.visit::<FourBalls, LemkeLaw, MoreauMidpoint>();
    visitor.visit::<FourBalls, LemkeLaw, StewartTrinkle>();
    visitor.visit::<RoundTip, CoulombPlanar, MoreauMidpoint>();
    visitor.visit::<RoundTip, CoulombPlanar, StewartTrinkle>();
    visitor.visit::<RoundTip, CoulombDirected, MoreauMidpoint>();
    visitor.visit::<RoundTip, CoulombStatic, MoreauMidpoint>();
    visitor.visit::<RoundTip, CoulombPlanar, MoreauJean>();
    visitor.visit::<Chain, Newton, MoreauJean>();
    visitor.visit::<Chain, Fremond, MoreauJean>();
    visitor.visit::<ChainPair, CoulombPair, MoreauJean>();
    visitor.visit::<RoundTip, Generalised, MoreauMidpoint>();
    visitor.visit::<PainleveBar, CoulombPlanar, MoreauMidpoint>();
    visitor.visit::<PainleveBar, Generalised, MoreauMidpoint>();
    visitor.visit::<PivotedBar, CoulombPlanar, MoreauMidpoint>();
    visitor.visit::<PivotedBar, Generalised, MoreauMidpoint>();
    visitor.visit::<Chalk, CoulombPlanar, MoreauMidpoint>();
    visitor.visit::<Chalk, CoulombDirected, MoreauMidpoint>();
    visitor.visit::<Chalk, CoulombStatic, MoreauMidpoint>();
    visitor.visit::<Kane, Newton, MoreauJean>();
    visitor.visit::<Kane, Fremond, MoreauJean>();
    visitor.visit::<Kane, Generalised, MoreauJean>();
}

/// Every triple that a study file can name, in the order of [`for_each`].
pub fn registry() -> Vec<Box<dyn System>> {
    struct Registry(Vec<Box<dyn System>>);
    impl Visitor for Registry {
        fn visit<M: Model, L: Law<M::Space>, S: Scheme>(&mut self) {
            self.0.push(Triple::<M, L, S>::system());
        }
    }
    let mut found = Registry(Vec::new());
    for_each(&mut found);
    found.0
}
