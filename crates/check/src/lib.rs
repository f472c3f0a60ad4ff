//! Trust: every WGSL function beside its Rust twin ([`probe`]), every triple on every backend and wrong kernels that must
//! be caught ([`validate`]), and the operations of a step, counted ([`count`]).
//!
//! All of it runs once in a while and is as large as the program itself; so it stands above the library, and is compiled
//! at a low optimisation level (`[profile.release.package.moreau-check]`).
#![warn(missing_docs)]

pub mod count;
pub mod probe;
mod subject;
pub mod validate;

pub use subject::{Subject, subjects};
