//! Probes of the functions that the WGSL of our models and laws has beyond those of every model and law.

use std::any::TypeId;

use moreau::law::*;
use moreau::model::*;
use moreau::space::{Isotropic, Space, Spatial};

use super::Probe;
use super::ball::of_ball;
use super::balls::{of_four_balls, of_gauss_seidel};
use super::bounce::{of_rebound, of_wall};
use super::chain::{of_chain, of_chain_pair};
use super::corner::{of_corner, of_distances};
use super::curved::of_curved;
use super::facets::of_facets;
use super::friction::{of_axis, of_ellipse, of_polygon};
use super::generalised::of_generalised;
use super::hold::of_hold;
use super::kane::of_pendulum;
use super::law::{of_coefficient, of_coefficients, of_cone, of_shift};
use super::pair::of_pair;
use super::pile::of_lemke;
use super::relief::of_relief;
use super::rod::of_rod;
use super::spatial::of_spatial;

/// A type, and what makes its further probes.
type Row = (TypeId, fn() -> Vec<Probe>);

/// Those of a type; none if it is not in the list.
fn of<T: 'static>(rows: &[Row]) -> Vec<Probe> {
    let row = rows.iter().find(|(id, _)| *id == TypeId::of::<T>());
    row.map_or(Vec::new(), |(_, probes)| probes())
}

/// Those of a model.
pub(super) fn further_of_model<M: Model>() -> Vec<Probe> {
    of::<M>(&[
        (TypeId::of::<Ball>(), of_ball),
        (TypeId::of::<BoxWalls>(), || vec![of_wall()]),
        (TypeId::of::<Chain>(), of_chain),
        (TypeId::of::<ChainPair>(), || [of_chain(), of_chain_pair()].concat()),
        (TypeId::of::<Cylinder>(), of_curved::<Cylinder>),
        (TypeId::of::<FourBalls>(), of_four_balls),
        (TypeId::of::<HeightField>(), || [of_curved::<HeightField>(), of_relief()].concat()),
        (TypeId::of::<Kane>(), of_pendulum),
        (TypeId::of::<Paraboloid>(), of_curved::<Paraboloid>),
        (TypeId::of::<Rod>(), of_rod),
        (TypeId::of::<Sphere>(), of_curved::<Sphere>),
        (TypeId::of::<Wedge>(), || vec![of_distances()]),
    ])
}

/// Those of a law in frames of kind `S`.
pub(super) fn further_of_law<S: Space, L: Law<S>>() -> Vec<Probe> {
    if TypeId::of::<L>() == TypeId::of::<CoulombFacets>() {
        let facets: &[Row] = &[
            (TypeId::of::<Isotropic>(), of_facets::<Isotropic>),
            (TypeId::of::<Spatial>(), of_facets::<Spatial>),
        ];
        return [of_polygon(), of::<S>(facets)].concat();
    }
    of::<L>(&[
        (TypeId::of::<CharlesBallard>(), of_corner),
        (TypeId::of::<CoulombCorner>(), of_hold),
        (TypeId::of::<CoulombDirected>(), of_planar::<planar_cone::Directed>),
        (TypeId::of::<CoulombEllipse>(), || [of_ellipse(), vec![of_axis()]].concat()),
        (TypeId::of::<CoulombPair>(), of_pair),
        (TypeId::of::<CoulombPlanar>(), of_planar::<planar_cone::One>),
        (TypeId::of::<CoulombPolygon>(), of_polygon),
        (TypeId::of::<CoulombRestitution>(), || vec![of_rebound()]),
        (TypeId::of::<CoulombSoft>(), || vec![of_coefficient::<disk::One>()]),
        (TypeId::of::<CoulombSpatial>(), of_spatial),
        (TypeId::of::<CoulombStatic>(), of_planar::<planar_cone::Static>),
        (TypeId::of::<CoulombStaticDisk>(), || vec![of_coefficient::<disk::Static>()]),
        (TypeId::of::<Fremond>(), || [of_cone(), vec![of_shift::<Mean>()]].concat()),
        (TypeId::of::<GaussSeidel>(), of_gauss_seidel::<GaussSeidel>),
        (TypeId::of::<Generalised>(), || [of_cone(), of_generalised()].concat()),
        (TypeId::of::<LemkeLaw>(), || [of_gauss_seidel::<LemkeLaw>(), of_lemke()].concat()),
        (TypeId::of::<Newton>(), || [of_cone(), vec![of_shift::<After>()]].concat()),
    ])
}

/// Those of a planar law with these coefficients.
fn of_planar<C: Coefficients>() -> Vec<Probe> {
    [of_cone(), vec![of_coefficients::<C>()]].concat()
}
