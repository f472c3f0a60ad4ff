//! The particle's whole world: each law, boundary and ground motion against the closed forms it must reproduce and the
//! conditions it must satisfy.

mod corner;
mod corner_coulomb;
mod curved;
mod delay;
mod ellipse;
mod facets;
mod frames;
mod grids;
mod height_field;
mod newmark;
mod polygon;
mod records;
mod restitution;
mod roughness;
mod stick_slip;
mod trinkle;
