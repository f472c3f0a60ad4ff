//! The particle's whole world: each law, boundary and ground motion against the closed forms it must reproduce and the
//! conditions it must satisfy.

mod curved;
mod newmark;
mod records;
mod restitution;
