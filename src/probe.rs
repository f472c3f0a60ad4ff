//! Probes: every WGSL function beside its Rust twin.

use crate::law::Law;
use crate::model::Model;
use crate::scheme::Scheme;

/// One WGSL function, callable alone, with its Rust twin in both precisions.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The WGSL function.
    pub function: &'static str,
    /// The range each input is drawn from.
    pub inputs: Vec<(f64, f64)>,
    /// How many numbers come out.
    pub outputs: usize,
    /// WGSL statements that call it: `x(j)` reads an input, `put(j, value)` writes an output.
    pub call: String,
    /// The Rust twin in f32.
    pub f32: fn(&[f32]) -> Vec<f32>,
    /// The Rust twin in f64.
    pub f64: fn(&[f64]) -> Vec<f64>,
}

/// The probes of a triple.
pub fn of_triple<M: Model, L: Law<M::Space>, S: Scheme>() -> Vec<Probe> {
    Vec::new()
}
